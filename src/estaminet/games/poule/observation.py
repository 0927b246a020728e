"""What a seat knows, as numbers for learning; the layout is in the game's README."""

from typing import Final

import numpy as np

from estaminet.engine.compiling import Features, Memory, jit_allocating, record
from estaminet.games.poule.components import CURSE, FIRE, MOST_ROUNDS, PURSE, WIZARD
from estaminet.games.poule.knowledge import list_unseen
from estaminet.games.poule.rules import (
    CELLS,
    EMPTY,
    NONE,
    OVER,
    OWNERS,
    PLACING,
    RANKS,
    RETURN_ALL,
    RETURN_NONE,
    SEATS,
    STALL,
    STALL_RANKS,
    STATE,
    TILE,
    TILE_VALUES,
    TILES,
    State,
)

CELL: Final = 10
SEAT: Final = RANKS + 3
TABLE: Final = 13
FEATURES: Final = CELLS * CELL + SEATS * SEAT + 5 * TILES + TABLE


@jit_allocating
def encode(memory: Memory, seat: int, out: Features) -> None:
    """Seats in the order in which they sit from the observer on."""
    state: State = record(memory, STATE)
    observer = max(seat, 0)  # a spectator looks over the shoulder of seat 0, at what everybody sees
    for at in range(FEATURES):
        out[at] = 0
    at = 0
    for cell in range(CELLS):
        piece = int(state.board[cell])
        if piece >= STALL:
            out[at + 6 + (OWNERS[piece] - observer) % state.players] = STALL_RANKS[piece] / RANKS
        elif piece != EMPTY:
            out[at] = 1
            out[at + 1] = TILE_VALUES[piece] / 6
            out[at + 2] = piece == TILE + PURSE
            out[at + 3] = piece == TILE + FIRE
            out[at + 4] = piece == TILE + CURSE
            out[at + 5] = piece == TILE + WIZARD
        at += CELL
    for step in range(state.players):
        other = (observer + step) % state.players
        for rank in range(RANKS):
            out[at + rank] = state.stalls[other, rank] / RANKS
        out[at + 4] = state.money[other] / 100
        out[at + 5] = state.secret[other] != NONE
        out[at + 6] = state.turn == other
        at += SEAT
    at = CELLS * CELL + SEATS * SEAT
    if seat >= 0 and state.secret[seat] != NONE:
        out[at + int(state.secret[seat])] = 1
    at += TILES
    if state.drawn != NONE:
        out[at + int(state.drawn)] = 1
    at += TILES
    tiles = np.empty(TILES, np.int8)
    for each in range(list_unseen(state, seat, tiles)):
        out[at + int(tiles[each])] += 1
    at += TILES
    if state.tiles_are_open:
        for place in range(state.top, state.tiles):
            tile = int(state.shuffles[state.round_number, place])
            out[at + place - int(state.top)] = (tile + 1) / TILES
            if place == state.top:
                out[at + TILES + tile] = 1
    at += 2 * TILES
    out[at] = state.players / SEATS
    out[at + 1] = state.round_number / MOST_ROUNDS
    out[at + 2] = (state.rounds - state.round_number) / MOST_ROUNDS
    out[at + 3] = state.stage == PLACING
    out[at + 4] = state.stage == OVER
    out[at + 5] = (state.tiles - state.top) / TILES
    out[at + 6] = state.free / CELLS
    out[at + 7] = state.stalls_return == RETURN_ALL
    out[at + 8] = state.stalls_return == RETURN_NONE
    out[at + 9] = state.ends_with_last_stall
    out[at + 10] = state.tiles_are_open
    out[at + 11] = state.tiles == TILES
    out[at + 12] = (state.first - observer) % state.players / SEATS
