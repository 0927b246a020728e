"""What a seat knows: secrets are removed here and nowhere else, and imagined anew."""

from typing import Final

import numpy as np

from estaminet.engine.jit.compiler import jit
from estaminet.engine.jit.layout import Ids, Memory, Random, record, scratch, shape_of
from estaminet.engine.jit.random import below, shuffle
from estaminet.games.poule.components import FIRE, SECOND_FIRE
from estaminet.games.poule.rules import CELLS, EMPTY, NONE, STALL, STATE, TILE, TILES, UNKNOWN, State

TILE_IDS: Final = shape_of(np.int8, TILES)
COUNTS: Final = shape_of(np.int64, TILES)


@jit
def hide(memory: Memory, seat: int) -> None:
    """P2.5: others' secret tiles, the stack and the rounds to come; the past is over."""
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
    """The tiles of this round that a seat has not seen, in ascending order; how many."""
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
    """The rest of the stack, if it is not open, and the rounds to come."""
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
