"""What a draw may bring near the end of the game, for exact play: the stack as somebody who sees no secret knows it."""

from typing import Final

import numpy as np

from estaminet.engine.compiling import Amounts, Ids, Memory, jit, jit_allocating, record
from estaminet.games.poule.knowledge import list_unseen
from estaminet.games.poule.rules import DRAW, STATE, TILES, UNKNOWN, State

FEW_CELLS: Final = 5
"""With more empty cells, all that may happen is too much to calculate."""


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
def chances(memory: Memory, action: int, weights: Amounts) -> int:
    """The different tiles that a draw may bring, in ascending order, weighted by how many of each are left."""
    state: State = record(memory, STATE)
    is_last_round = state.round_number + 1 == state.rounds
    if not is_last_round or state.free > FEW_CELLS or not is_all_known(state):
        return -1
    if action != DRAW or state.tiles_are_open:
        return 0
    unseen = np.empty(TILES, np.int8)
    count = 0
    last = -1
    for at in range(list_stack(state, unseen)):
        if unseen[at] != last:
            last = int(unseen[at])
            weights[count] = 0
            count += 1
        weights[count - 1] += 1
    return count


@jit_allocating
def settle(memory: Memory, number: int) -> None:
    """Put the tile of that number, counted as `chances` does, on top of the stack."""
    state: State = record(memory, STATE)
    unseen = np.empty(TILES, np.int8)
    list_stack(state, unseen)
    at = 0
    while number > 0:
        at += 1
        number -= unseen[at] != unseen[at - 1]
    state.shuffles[state.round_number, state.top] = unseen[at]
