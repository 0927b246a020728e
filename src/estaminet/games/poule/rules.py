"""The rules P1-P6 as plain functions over one record. Legality is written in `legal` and nowhere else."""

from typing import Annotated, Final

import numpy as np
from numba import types
from numpy.typing import NDArray

from estaminet.engine.compiling import (
    Amounts,
    Codes,
    Features,
    Memory,
    Random,
    Settings,
    Shorts,
    Small,
    Smalls,
    Whole,
    Wholes,
    jit,
    layout,
    record,
)
from estaminet.engine.random import below
from estaminet.games.poule import components
from estaminet.games.poule.components import CURSE, FIRE, MOST_ROUNDS, PURSE, SECOND_FIRE, WIZARD

SEATS: Final = 4
RANKS: Final = 4
ROWS: Final = 5
COLUMNS: Final = 6
CELLS: Final = ROWS * COLUMNS
LINES: Final = ROWS + COLUMNS
TILES: Final = len(components.TILES)
TILE_VALUES: Final = np.array([tile.value for tile in components.TILES], np.int64)
HIGHER_RANKS: Final = components.HIGHER_RANKS

# Action codes; the texts are in `notation`, in the same order.
DRAW: Final = RANKS * CELLS
PLACE: Final = DRAW + 1
SECRET: Final = PLACE + CELLS
PASS: Final = SECRET + CELLS

# What lies on a cell: nothing, a tile (its id + TILE), or a stall (STALL + 4 x seat + rank - 1).
EMPTY: Final = 0
TILE: Final = 1
STALL: Final = TILE + TILES

NONE: Final = -1
UNKNOWN: Final = -2

CHOOSE: Final = 0
PLACING: Final = 1
OVER: Final = 2

RETURN_ALL: Final = 1
RETURN_NONE: Final = 2

LARGE_PRIME: Final = 2_147_483_629  # two orders of the stack hardly ever share a number

# Columns of a table of segments: where it lies, its value, then the rank of each seat in it.
LINE: Final = 0
FIRST: Final = 1
LENGTH: Final = 2
VALUE: Final = 3
RANK: Final = 4
MOST_SEGMENTS: Final = LINES + 4  # two fires cut a row and a column each

MOST_LEGAL: Final = RANKS * CELLS + 1 + CELLS
LONGEST: Final = MOST_ROUNDS * (CELLS + TILES + SEATS * CELLS)
FEATURES: Final = CELLS * 10 + SEATS * 7 + 5 * TILES + 14

Cells = Annotated[NDArray[np.int8], types.int8[::1]]
Table = Annotated[NDArray[np.int16], types.int16[:, ::1]]


class State:
    """A position. Seats, rounds and ranks count from 0."""

    players: Small
    rounds: Small
    stalls_return: Small
    ends_with_last_stall: Small
    tiles_are_open: Small
    tiles: Small
    """How many tiles a round has: 22, or 23 with the wizard."""

    round_number: Small
    first: Small
    """Who began this round."""
    turn: Small
    stage: Small
    drawn: Small
    """The tile that was drawn and is not yet placed, else NONE."""
    top: Small
    """Place of the stack's top tile in this round's shuffle."""
    somebody_ran_out: Small
    """P6.3: at some moment a player had no stall left in hand."""
    free: Small
    """How many cells are empty."""
    shown: Whole
    """What the last action showed to everybody."""

    board: Annotated[Smalls, CELLS]
    empty_cells: Annotated[Smalls, CELLS]
    """The numbers of the empty cells, ascending; the first `free` count."""
    stalls: Annotated[Smalls, SEATS, RANKS]
    """Stalls left in hand."""
    secret: Annotated[Smalls, SEATS]
    """Secret tile, NONE, or UNKNOWN to whoever this record is for."""
    shuffles: Annotated[Smalls, MOST_ROUNDS, TILES]
    """P2.4: the tiles of every round, top first; NONE where nobody may look."""
    last_board: Annotated[Smalls, CELLS]
    """The board that was paid out at the end of the round before."""
    last_gains: Annotated[Shorts, SEATS]
    money: Annotated[Wholes, SEATS]


STATE: Final = layout(State)


@jit
def measure(state: State, segments: Table) -> int:
    """P4.2, P4.3: cut all lines at their fires and write each segment's value and ranks; how many."""
    board = state.board
    ranks = np.zeros(CELLS, np.int64)
    for cell in range(CELLS):
        if board[cell] >= STALL:
            ranks[cell] = (board[cell] - STALL) % RANKS + 1
    for cell in range(CELLS):
        if board[cell] == TILE + WIZARD:  # P6.6
            if cell >= COLUMNS:
                ranks[cell - COLUMNS] += 1
            if cell < CELLS - COLUMNS:
                ranks[cell + COLUMNS] += 1
            if cell % COLUMNS > 0:
                ranks[cell - 1] += 1
            if cell % COLUMNS < COLUMNS - 1:
                ranks[cell + 1] += 1
    count = 0
    for line in range(LINES):
        start, step, length = line * COLUMNS, 1, COLUMNS
        if line >= ROWS:
            start, step, length = line - ROWS, COLUMNS, ROWS
        begin = 0
        while begin < length:
            for column in range(RANK + SEATS):
                segments[count, column] = 0
            buyers = 0
            rogues = 0
            factor = 1
            is_cursed = False
            end = begin
            while end < length and board[start + end * step] != TILE + FIRE:
                cell = start + end * step
                piece = int(board[cell])
                if piece >= STALL:
                    segments[count, RANK + (piece - STALL) // RANKS] += ranks[cell]
                elif piece == TILE + CURSE:
                    is_cursed = True
                elif piece == TILE + PURSE:
                    factor = 2
                elif piece != EMPTY:
                    value = TILE_VALUES[piece - TILE]
                    if value > 0:
                        buyers += value
                    else:
                        rogues += value
                end += 1
            if end > begin:
                segments[count, LINE] = line
                segments[count, FIRST] = begin
                segments[count, LENGTH] = end - begin
                segments[count, VALUE] = (rogues if is_cursed else buyers + rogues) * factor
                count += 1
            begin = end + 1
    return count


@jit
def measure_board(memory: Memory, segments: Table) -> int:
    """The segments of a position, for those who look at it from outside."""
    state: State = record(memory, STATE)
    return measure(state, segments)


@jit
def give_stalls(state: State, seat: int, rank_one: bool, others: bool) -> None:
    """P1.4: hand out the stalls of one colour."""
    if rank_one:
        state.stalls[seat, 0] = 6 - state.players
    if others:
        for rank in range(1, RANKS):
            state.stalls[seat, rank] = HIGHER_RANKS[rank - 1]


@jit
def begin_round(state: State) -> None:
    """P2.2, P5.2: an empty square, new secret tiles, a new stack."""
    for cell in range(CELLS):
        state.board[cell] = EMPTY
        state.empty_cells[cell] = cell
    state.free = CELLS
    state.top = 0
    state.turn = state.first
    for dealt in range(state.players):
        seat = (state.first + dealt) % state.players
        state.secret[seat] = NONE
        if not state.tiles_are_open:
            state.secret[seat] = state.shuffles[state.round_number, state.top]
            state.top += 1


@jit
def richest(state: State) -> int:
    """P2.3: the most écus; among ties the first clockwise from the seat after this round's first."""
    best = NONE
    for step in range(1, state.players + 1):
        seat = (state.first + step) % state.players
        if best == NONE or state.money[seat] > state.money[best]:
            best = seat
    return best


@jit
def number_of_order(state: State) -> int:
    """P6.5: a number for the order of the stack that a new round lays open."""
    number = 1
    for place in range(state.tiles):
        number = (number * TILES + int(state.shuffles[state.round_number, place])) % LARGE_PRIME
    return number + 1


@jit
def end_round(state: State) -> None:
    """P4.4, P4.5: pay, then the next round or the end of the game."""
    segments = np.empty((MOST_SEGMENTS, RANK + SEATS), np.int16)
    count = measure(state, segments)
    for seat in range(state.players):
        gain = 0
        for segment in range(count):
            gain += int(segments[segment, VALUE]) * int(segments[segment, RANK + seat])
        state.last_gains[seat] = gain
        state.money[seat] += gain
    for cell in range(CELLS):
        state.last_board[cell] = state.board[cell]
    state.round_number += 1
    if state.round_number == state.rounds or (state.ends_with_last_stall and state.somebody_ran_out):
        state.stage = OVER
        return
    state.first = richest(state)
    if state.stalls_return != RETURN_NONE:
        for seat in range(state.players):
            give_stalls(state, seat, rank_one=True, others=state.stalls_return == RETURN_ALL)
    begin_round(state)
    if state.tiles_are_open:
        state.shown = number_of_order(state)


@jit
def can_somebody_act(state: State) -> bool:
    """P4.1: whether an action other than passing is left for anybody."""
    if state.free == 0:
        return False
    if state.top < state.tiles:
        return True
    for seat in range(state.players):
        if state.secret[seat] != NONE:
            return True
        for rank in range(RANKS):
            if state.stalls[seat, rank] > 0:
                return True
    return False


@jit
def occupy(state: State, cell: int, piece: int) -> None:
    """Put a piece on an empty cell."""
    state.board[cell] = piece
    at = 0
    while state.empty_cells[at] != cell:
        at += 1
    state.free -= 1
    for later in range(at, state.free):
        state.empty_cells[later] = state.empty_cells[later + 1]


@jit
def start(memory: Memory, players: int, options: Settings, deal: Codes) -> None:
    """P2: `deal` is the first seat, then the tiles of every round."""
    for at in range(memory.size):
        memory[at] = 0
    state: State = record(memory, STATE)
    state.players = players
    state.rounds = options[0]
    state.stalls_return = options[1]
    state.ends_with_last_stall = options[2]
    state.tiles_are_open = options[3]
    state.tiles = TILES if options[4] else TILES - 1
    state.first = deal[0]
    state.drawn = NONE
    for seat in range(SEATS):
        state.secret[seat] = NONE
    for seat in range(players):
        state.money[seat] = options[5]
        give_stalls(state, seat, rank_one=True, others=True)
    for number in range(MOST_ROUNDS):
        for at in range(TILES):
            state.shuffles[number, at] = NONE
    at = 1
    for number in range(state.rounds):
        for place in range(state.tiles):
            # The two fires are one and the same to everybody.
            state.shuffles[number, place] = FIRE if deal[at] == SECOND_FIRE else deal[at]
            at += 1
    begin_round(state)


@jit
def to_move(memory: Memory) -> int:
    state: State = record(memory, STATE)
    return -1 if state.stage == OVER else state.turn


@jit
def offer_cells(state: State, code: int, out: Codes, count: int) -> int:
    """Write an action for every empty cell behind the first `count`; how many there are then."""
    offered = out[count : count + int(state.free)]
    for at in range(offered.size):  # this shape of loop becomes vector instructions
        offered[at] = code + int(state.empty_cells[at])
    return count + offered.size


@jit
def legal(memory: Memory, out: Codes) -> int:
    """P3: one of three, or the cell for a drawn tile; pass only if nothing else is possible."""
    state: State = record(memory, STATE)
    if state.stage == PLACING:
        return offer_cells(state, PLACE, out, 0)
    count = 0
    for rank in range(RANKS):
        if state.stalls[state.turn, rank] > 0:
            count = offer_cells(state, rank * CELLS, out, count)
    if state.top < state.tiles:
        out[count] = DRAW
        count += 1
    if state.secret[state.turn] != NONE:
        count = offer_cells(state, SECRET, out, count)
    if count == 0:  # P3.4
        out[0] = PASS
        count = 1
    return count


@jit
def apply(memory: Memory, action: int) -> None:
    state: State = record(memory, STATE)
    state.shown = 0
    turn = int(state.turn)
    if action < DRAW:
        rank = action // CELLS
        state.stalls[turn, rank] -= 1
        occupy(state, action % CELLS, STALL + turn * RANKS + rank)
        left = 0
        for each in range(RANKS):
            left += state.stalls[turn, each]
        if left == 0:
            state.somebody_ran_out = 1
    elif action == DRAW:
        state.drawn = state.shuffles[state.round_number, state.top]
        state.top += 1
        state.stage = PLACING
        if not state.tiles_are_open:
            state.shown = state.drawn + 1
        return
    elif action < SECRET:
        occupy(state, action - PLACE, TILE + state.drawn)
        state.drawn = NONE
        state.stage = CHOOSE
    elif action < PASS:
        state.shown = state.secret[turn] + 1
        occupy(state, action - SECRET, TILE + state.secret[turn])
        state.secret[turn] = NONE
    if can_somebody_act(state):
        state.turn = (turn + 1) % state.players
    else:
        end_round(state)


@jit
def revealed(memory: Memory) -> int:
    state: State = record(memory, STATE)
    return state.shown


@jit
def returns(memory: Memory, out: Amounts) -> None:
    """P5.1: the most écus; equal écus share."""
    state: State = record(memory, STATE)
    most = state.money[0]
    sharing = 0
    for seat in range(state.players):
        if state.money[seat] > most:
            most = state.money[seat]
    for seat in range(state.players):
        sharing += state.money[seat] == most
    for seat in range(state.players):
        out[seat] = 1 / sharing if state.money[seat] == most else 0


@jit
def scores(memory: Memory, out: Amounts) -> None:
    state: State = record(memory, STATE)
    for seat in range(state.players):
        out[seat] = state.money[seat]


@jit
def hide(memory: Memory, seat: int) -> None:
    """P2.5: others' secret tiles, the stack and the rounds to come; the past is over."""
    state: State = record(memory, STATE)
    for other in range(state.players):
        if other != seat and state.secret[other] != NONE:
            state.secret[other] = UNKNOWN
    for number in range(state.rounds):
        is_open = state.tiles_are_open and state.stage != OVER and number == state.round_number
        for place in range(state.tiles):
            if not is_open or place < state.top:
                state.shuffles[number, place] = NONE


@jit
def shuffle(tiles: Cells, count: int, rng: Random) -> None:
    for place in range(count - 1, 0, -1):
        other = below(rng, place + 1)
        tiles[place], tiles[other] = tiles[other], tiles[place]


@jit
def list_unseen(state: State, seat: int, out: Cells) -> int:
    """The tiles of this round that a seat has not seen, in ascending order; how many."""
    left = np.zeros(TILES, np.int64)
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
    if state.stage == OVER:
        return
    tiles = np.empty(TILES, np.int8)
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
def encode(memory: Memory, seat: int, out: Features) -> None:
    """Seats in the order in which they sit after the observer; the layout is in the game's README."""
    state: State = record(memory, STATE)
    for at in range(FEATURES):
        out[at] = 0
    for cell in range(CELLS):
        piece = int(state.board[cell])
        at = cell * 10
        if piece >= STALL:
            owner = (piece - STALL) // RANKS
            relative = (owner - seat + state.players) % state.players
            out[at + 6 + relative] = ((piece - STALL) % RANKS + 1) / 4
        elif piece != EMPTY:
            tile = piece - TILE
            out[at] = 1
            if tile < PURSE:
                out[at + 1] = TILE_VALUES[tile] / 6
            elif tile == PURSE:
                out[at + 2] = 1
            elif tile == FIRE:
                out[at + 3] = 1
            elif tile == CURSE:
                out[at + 4] = 1
            else:
                out[at + 5] = 1
    at = CELLS * 10
    for step in range(state.players):
        other = (seat + step) % state.players
        for rank in range(RANKS):
            out[at + rank] = state.stalls[other, rank] / 4
        out[at + 4] = state.money[other] / 100
        out[at + 5] = state.secret[other] != NONE
        out[at + 6] = state.turn == other
        at += 7
    at = CELLS * 10 + SEATS * 7
    if seat >= 0 and state.secret[seat] >= 0:
        out[at + state.secret[seat]] = 1
    at += TILES
    if state.drawn != NONE:
        out[at + state.drawn] = 1
    at += TILES
    tiles = np.empty(TILES, np.int8)
    unseen = list_unseen(state, seat, tiles)
    for each in range(unseen):
        out[at + tiles[each]] += 1
    at += TILES
    if state.tiles_are_open and state.stage != OVER:
        for place in range(state.top, state.tiles):
            out[at + place - state.top] = (state.shuffles[state.round_number, place] + 1) / TILES
            if place == state.top:
                out[at + TILES + state.shuffles[state.round_number, place]] = 1
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
    out[at + 12] = state.somebody_ran_out
    out[at + 13] = (state.first - seat + state.players) % state.players / SEATS
