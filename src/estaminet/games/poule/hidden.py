"""Hidden information: removed here and nowhere else, and imagined anew; and the outcomes of a draw."""

from typing import Final

import numpy as np

from estaminet.engine.jit.compiler import jit, jit_allocating
from estaminet.engine.jit.layout import Amounts, Ids, Memory, Random, record, scratch, shape_of
from estaminet.engine.jit.random import below, shuffle
from estaminet.games.poule.components import FIRE, SECOND_FIRE
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

TILE_IDS: Final = shape_of(np.int8, TILES)
COUNTS: Final = shape_of(np.int64, TILES)


@jit
def hide(memory: Memory, seat: int) -> None:
    """P2.5: others' secret tiles, the stack, the rounds to come, and the past rounds."""
    state: State = record(memory, STATE)
    for other in range(state.players):
        if other != seat and state.secret[other] != NONE:
            state.secret[other] = UNKNOWN
    for number in range(state.rounds):
        is_open = state.tiles_are_open and number == state.round_number
        for place in range(state.tiles):
            if not is_open or place < state.top:
                state.shuffles[number, place] = NONE


@jit
def list_unseen(state: State, seat: int, out: Ids) -> int:
    """The tiles of this round that a seat has not seen, ascending; their number."""
    left = scratch(COUNTS)
    for tile in range(TILES):
        left[tile] = 0
    for tile in range(state.tiles):
        left[FIRE if tile == SECOND_FIRE else tile] += 1
    for cell in range(CELLS):
        if EMPTY < state.board[cell] < STALL:
            left[state.board[cell] - TILE] -= 1
    if state.drawn != NONE:
        left[state.drawn] -= 1
    if seat >= 0 and state.secret[seat] != NONE:
        left[state.secret[seat]] -= 1
    count = 0
    for tile in range(TILES):
        for _ in range(left[tile]):
            out[count] = tile
            count += 1
    return count


@jit
def determinize(memory: Memory, seat: int, rng: Random) -> None:
    hide(memory, seat)
    state: State = record(memory, STATE)
    tiles = scratch(TILE_IDS)
    if not state.tiles_are_open:
        unseen = list_unseen(state, seat, tiles)
        shuffle(tiles, unseen, rng)
        at = 0
        for other in range(state.players):
            if state.secret[other] == UNKNOWN:
                state.secret[other] = tiles[at]
                at += 1
        for place in range(state.top, state.tiles):
            state.shuffles[state.round_number, place] = tiles[at]
            at += 1
    for number in range(state.round_number + 1, state.rounds):
        for tile in range(state.tiles):
            tiles[tile] = FIRE if tile == SECOND_FIRE else tile
        shuffle(tiles, state.tiles, rng)
        for place in range(state.tiles):
            state.shuffles[number, place] = tiles[place]


@jit
def redraw(memory: Memory, rng: Random) -> None:
    """The rest of the stack, unless it is open, and the rounds to come."""
    state: State = record(memory, STATE)
    for number in range(state.round_number, state.rounds):
        first = 0
        if number == state.round_number:
            first = int(state.tiles) if state.tiles_are_open else int(state.top)
        for place in range(int(state.tiles) - 1, first, -1):
            other = first + below(rng, place - first + 1)
            tile = state.shuffles[number, place]
            state.shuffles[number, place] = state.shuffles[number, other]
            state.shuffles[number, other] = tile


# The outcomes of a draw in the last round, for exact play: the stack as known without any secret.

MOST_OUTCOMES: Final = TILES
FEW_CELLS: Final = 5
"""With more empty cells, the tree is too large for exact play at the table; one more if all tiles are open."""
BUYERS: Final = 12
"""P1.3: the tiles with lower ids are buyers, two of each value side by side."""


@jit
def first_alike(tile: int) -> int:
    """The first tile of equal value: king and queen are the same to every purse."""
    return tile - tile % 2 if 0 <= tile < BUYERS else tile


@jit
def is_all_known(state: State) -> bool:
    """Whether only the order of the stack is hidden."""
    unknown = 0
    for seat in range(state.players):
        unknown += state.secret[seat] == UNKNOWN
    return unknown == 0


@jit
def list_stack(state: State, out: Ids) -> int:
    """The tiles of the stack, ascending, where all are known; their number."""
    holder = -1
    for seat in range(state.players):
        if state.secret[seat] >= 0:
            holder = seat  # the viewer: no other seat's secret would be known
    return list_unseen(state, holder, out)


@jit_allocating
def outcomes(memory: Memory, action: int, weights: Amounts) -> int:
    """The tiles that a draw may bring, ascending, weighted by the number of equal ones."""
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
    """Put the tile with that number in `outcomes` on top of the stack."""
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
    return is_last_round(state) and state.free <= FEW_CELLS + int(state.tiles_are_open)


@jit
def canonicalize(memory: Memory) -> None:
    """Clear the order of the tiles, which of two alike came, the last turns, and the last pay."""
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
