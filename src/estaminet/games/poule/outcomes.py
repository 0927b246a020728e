"""What a draw may bring in the last round, for exact play: the stack as somebody who sees no secret knows it."""

from typing import Final

import numpy as np

from estaminet.engine.jit.compiler import jit, jit_allocating
from estaminet.engine.jit.layout import Amounts, Ids, Memory, record
from estaminet.games.poule.knowledge import list_unseen
from estaminet.games.poule.rules import (
    CELLS,
    DRAW,
    EMPTY,
    NONE,
    SEATS,
    STALL,
    STATE,
    TILE,
    TILES,
    UNKNOWN,
    State,
    is_last_round,
)

MOST_OUTCOMES: Final = TILES
FEW_CELLS: Final = 5
"""With more empty cells, all that may happen is too much to calculate at the table."""
BUYERS: Final = 12
"""P1.3: the tiles with lower ids are buyers, two of each value side by side."""


@jit
def first_alike(tile: int) -> int:
    """The first tile that counts as much as this one: king and queen are the same to everybody's purse."""
    return tile - tile % 2 if 0 <= tile < BUYERS else tile


@jit
def is_all_known(state: State) -> bool:
    """Whether nothing is hidden but the order of the stack."""
    unknown = 0
    for seat in range(state.players):
        unknown += state.secret[seat] == UNKNOWN
    return unknown == 0


@jit
def list_stack(state: State, out: Ids) -> int:
    """The tiles of the stack in ascending order, where all are known; how many."""
    holder = -1
    for seat in range(state.players):
        if state.secret[seat] >= 0:
            holder = seat  # the viewer: a secret of anybody else would not be known
    return list_unseen(state, holder, out)


@jit_allocating
def outcomes(memory: Memory, action: int, weights: Amounts) -> int:
    """The tiles that a draw may bring, in ascending order, weighted by how many count the same."""
    state: State = record(memory, STATE)
    if not is_last_round(state) or not is_all_known(state):
        return -1
    if action != DRAW or state.tiles_are_open:
        return 0
    unseen = np.empty(TILES, np.int8)
    count = 0
    last = -1
    for at in range(list_stack(state, unseen)):
        if first_alike(unseen[at]) != last:
            last = first_alike(unseen[at])
            weights[count] = 0
            count += 1
        weights[count - 1] += 1
    return count


@jit_allocating
def fix_outcome(memory: Memory, action: int, number: int) -> None:  # noqa: ARG001  # only one action draws
    """Put the tile of that number, counted as `outcomes` does, on top of the stack."""
    state: State = record(memory, STATE)
    unseen = np.empty(TILES, np.int8)
    list_stack(state, unseen)
    at = 0
    while number > 0:
        at += 1
        number -= first_alike(unseen[at]) != first_alike(unseen[at - 1])
    state.shuffles[state.round_number, state.top] = unseen[at]


@jit
def is_end_near(memory: Memory) -> bool:
    state: State = record(memory, STATE)
    return is_last_round(state) and state.free <= FEW_CELLS


@jit
def canonicalize(memory: Memory) -> None:
    """In which order tiles came, and which of two alike; the last turns, and what the last round paid."""
    state: State = record(memory, STATE)
    state.shown = 0
    state.drawn = first_alike(int(state.drawn))
    for place in range(state.top):
        state.shuffles[state.round_number, place] = NONE
    for seat in range(SEATS):
        state.last_turns[seat] = 0
    for cell in range(CELLS):
        state.last_board[cell] = EMPTY
        if EMPTY < state.board[cell] < STALL:
            state.board[cell] = TILE + first_alike(int(state.board[cell]) - TILE)
