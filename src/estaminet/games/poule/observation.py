"""The observation of a seat for learning (layout in the game's README), and the table from another seat."""

from collections.abc import Mapping
from typing import Final

import numpy as np

from estaminet.engine.game import Shape
from estaminet.engine.jit.compiler import jit
from estaminet.engine.jit.layout import Features, Memory, look_up, record
from estaminet.engine.observation import fill_up, find_sections, place_actions, split
from estaminet.games.poule import components
from estaminet.games.poule.components import ACTIONS, COLUMNS, CURSE, FIRE, MOST_ROUNDS, PURSE, SECOND_FIRE, WIZARD
from estaminet.games.poule.rules import (
    CELLS,
    LAST_TURNS,
    NONE,
    OVER,
    OWNERS,
    PASSED,
    PIECES,
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

CELL: Final = 6 + 2 * SEATS
SEAT: Final = RANKS + 3
TABLE: Final = 13
FEATURES: Final = CELLS * CELL + SEATS * SEAT + 5 * TILES + TABLE

CELL_LAYOUT: Final = (
    ("tile", 1, "1 if a tile lies here"),
    ("value", 1, "its value / 6, rogues below zero"),
    ("purse", 1, "1 if it is the purse"),
    ("fire", 1, "1 if it is a fire"),
    ("curse", 1, "1 if it is the curse"),
    ("wizard", 1, "1 if it is the wizard"),
    ("stall", SEATS, "rank / 4 of a stall of the observer, of the next seat and so on"),
    (
        "used",
        SEATS,
        "1, 3/4, 2/4, 1/4 if one of that seat's last turns put it here, the newest 1; below 0 from its secret",
    ),
)
SEAT_LAYOUT: Final = (
    ("stalls", RANKS, "stalls left in hand of each rank / 4"),
    ("money", 1, "écus / 100"),
    ("secret", 1, "1 if the seat holds a secret tile"),
    ("turn", 1, "1 if the seat acts"),
)
LAYOUT: Final = (
    ("cells", CELLS * CELL, "the square, row by row from the castle side", CELL_LAYOUT),
    ("seats", SEATS * SEAT, "the seats, clockwise from the observer on; absent ones are 0", SEAT_LAYOUT),
    ("own_secret", TILES, "the seat's secret tile, one-hot by id"),
    ("drawn", TILES, "the tile that was drawn and is not yet placed, one-hot by id"),
    ("unseen", TILES, "of each id, the tiles of this round that the observer has not seen and does not hold"),
    ("open_stack", TILES, "an open stack from the top: (id + 1) / 23"),
    ("open_top", TILES, "the top tile of an open stack, one-hot by id"),
    ("players", 1, "players / 4"),
    ("rounds_played", 1, "rounds / 9"),
    ("rounds_left", 1, "rounds / 9, with this one"),
    ("placing", 1, "1 if a drawn tile must be placed"),
    ("over", 1, "1 if the game is over"),
    ("stack", 1, "tiles in the stack / 23"),
    ("empty", 1, "empty cells / 30"),
    ("return_all", 1, "1 if `stalls_return` is `all`"),
    ("return_none", 1, "1 if `stalls_return` is `none`"),
    ("last_stall", 1, "1 if `end` is `last_stall`"),
    ("open", 1, "1 if `tiles` is `open`"),
    ("with_wizard", 1, "1 if the wizard is in the game"),
    ("first", 1, "who began the round: seats after the observer / 4"),
)
"""Name, length and meaning of each section; a fourth member names the content of its equal parts."""

# A table in place of unpredictable branches makes the whole observation twice as fast.
PIECE: Final = CELL - 2 * SEATS
PIECE_FEATURES: Final = np.zeros((PIECES, PIECE), np.float32)
PIECE_FEATURES[TILE:STALL, 0] = 1
PIECE_FEATURES[TILE:STALL, 1] = TILE_VALUES[TILE:STALL] / 6
for column, tile in enumerate((PURSE, FIRE, CURSE, WIZARD), start=2):
    PIECE_FEATURES[TILE + tile, column] = 1
TILE_IDS: Final = np.clip(np.arange(PIECES) - TILE, 0, TILES - 1)
STALL_FEATURES: Final = (STALL_RANKS / RANKS).astype(np.float32)
# For each remembered turn: the observer's place for it, and the number there, by age.
LAST_PLACES: Final = np.full(PASSED + 1, PIECE + SEATS, np.int64)
LAST_PLACES[1:PASSED] += np.tile(np.arange(CELLS) * CELL, 2)
LAST_USES: Final = np.zeros((LAST_TURNS, PASSED + 1), np.float32)
LAST_USES[:, 1:PASSED] = np.outer(np.arange(LAST_TURNS, 0, -1) / LAST_TURNS, np.repeat([1, -1], CELLS))
UNSEEN: Final = np.array([0 if tile == SECOND_FIRE else 2 if tile == FIRE else 1 for tile in range(TILES)], np.float32)
"""For each id, the tiles before any is seen."""


@jit
def encode(memory: Memory, seat: int, out: Features) -> None:
    """Seats in order from the observer on."""
    state: State = record(memory, STATE)
    observer = max(seat, 0)  # a spectator has the place of seat 0, with public knowledge
    for at in range(FEATURES):
        out[at] = 0
    players = int(state.players)
    unseen = CELLS * CELL + SEATS * SEAT + 2 * TILES
    for tile in range(state.tiles):
        out[unseen + tile] = UNSEEN[tile]
    at = 0
    for cell in range(CELLS):
        piece = np.uint64(state.board[cell])  # a non-negative index
        for feature in range(PIECE):
            out[at + feature] = PIECE_FEATURES[piece, feature]
        step = OWNERS[piece] - observer
        out[at + PIECE + (step if step >= 0 else step + players)] = STALL_FEATURES[piece]
        out[unseen + TILE_IDS[piece]] -= PIECE_FEATURES[piece, 0]
        at += CELL
    for step in range(players):
        other = (observer + step) % players
        for rank in range(RANKS):
            out[at + rank] = state.stalls[other, rank] / RANKS
        out[at + 4] = state.money[other] * 0.01
        out[at + 5] = state.secret[other] != NONE
        out[at + 6] = state.turn == other
        turns = np.uint64(state.last_turns[np.uint64(other)])
        for age in range(LAST_TURNS):
            used = turns >> np.uint64(8 * age) & np.uint64(255)
            out[LAST_PLACES[used] + step] += LAST_USES[age, used]
        at += SEAT
    at = CELLS * CELL + SEATS * SEAT
    if seat >= 0 and state.secret[seat] != NONE:
        out[at + int(state.secret[seat])] = 1
        out[unseen + int(state.secret[seat])] -= 1
    at += TILES
    if state.drawn != NONE:
        out[at + int(state.drawn)] = 1
        out[unseen + int(state.drawn)] -= 1
    at += 2 * TILES
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


# The board for a network: cells along rows and columns.


def describe_square() -> Shape:
    """Cells connected along rows and columns; fires cut these."""
    cells = split(find_sections(LAYOUT)["cells"], CELLS)
    fire = find_sections(CELL_LAYOUT)["fire"][0]
    rows, columns = np.divmod(np.arange(CELLS), len(COLUMNS))
    lines = np.zeros((2, CELLS, CELLS), np.float32)
    between = np.zeros((CELLS, 2, CELLS, CELLS), np.float32)
    for relation, (line, place) in enumerate([(rows, columns), (columns, rows)]):
        lines[relation] = (line[:, None] == line) / 3
        for cell in range(CELLS):
            first, last = np.minimum(place[:, None], place), np.maximum(place[:, None], place)
            is_there = (line[:, None] == line[cell]) & (line == line[cell])
            between[cell, relation] = is_there & (first <= place[cell]) & (place[cell] <= last)

    def find_cell(parts: Mapping[str, str]) -> int | None:
        return components.CELLS.index(parts["cell"]) if "cell" in parts else None

    shape = place_actions(ACTIONS, FEATURES, cells, find_cell, ("cell",), lines)
    return fill_up(shape, walls=cells[:, fire], between=between)


# The table from another seat. Actions name cells and ranks only, which are the same for all seats.

OF_SEATS: Final = ("stalls", "secret", "last_turns", "last_gains", "money")
"""Fields with a row for each seat."""


def reseat(memory: Memory, players: int, seat: int) -> Memory:
    turned = memory.copy()
    for name in OF_SEATS:
        rows = look_up(turned, State, name)[:players]
        rows[:] = np.roll(rows, -seat, axis=0)
    for name in ("turn", "first"):
        field = look_up(turned, State, name)
        field[...] = (field - seat) % players
    for name in ("board", "last_board"):
        cells = look_up(turned, State, name)
        owners = OWNERS[cells]
        cells[cells >= STALL] += (RANKS * ((owners - seat) % players - owners))[cells >= STALL].astype(np.int8)
    return turned
