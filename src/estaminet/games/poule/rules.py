"""The rules P1-P6 as plain functions over one record. Legality is written in `legal` and nowhere else."""

from typing import Annotated, Final

import numpy as np
from numba import types
from numpy.typing import NDArray

from estaminet.engine.jit.compiler import jit
from estaminet.engine.jit.layout import (
    Amounts,
    Codes,
    Memory,
    PackedOptions,
    Shorts,
    Small,
    Smalls,
    Whole,
    Wholes,
    layout,
    record,
    scratch,
    shape_of,
)
from estaminet.engine.kernel import share_victory
from estaminet.games.poule import components
from estaminet.games.poule.components import CURSE, FIRE, MOST_ROUNDS, PURSE, SECOND_FIRE, WIZARD

SEATS: Final = 4
RANKS: Final = 4
ROWS: Final = 5
COLUMNS: Final = 6
CELLS: Final = ROWS * COLUMNS
LINES: Final = ROWS + COLUMNS
TILES: Final = len(components.TILES)
HIGHER_RANKS: Final = components.HIGHER_RANKS
RANK_ONE_STALLS: Final = components.RANK_ONE_STALLS

# Action codes; the texts are in `components`, in the same order.
DRAW: Final = RANKS * CELLS
PLACE: Final = DRAW + 1
SECRET: Final = PLACE + CELLS
PASS: Final = SECRET + CELLS

# Content of a cell: nothing, a tile (its id + TILE), or a stall (STALL + 4 x seat + rank - 1).
EMPTY: Final = 0
TILE: Final = 1
STALL: Final = TILE + TILES

# A remembered turn, 0 for none: 1 + the cell of a stall or a drawn tile, SECRETLY + the cell of a secret tile,
# or PASSED. A byte each, a seat's turns in one number.
LAST_TURNS: Final = 4
SECRETLY: Final = 1 + CELLS
PASSED: Final = 1 + 2 * CELLS
ALL_BUT_OLDEST: Final = (1 << 8 * (LAST_TURNS - 1)) - 1

# For each possible content of a cell: its value as a tile; its owner and its rank as a stall.
PIECES: Final = STALL + SEATS * RANKS
TILE_VALUES: Final = np.zeros(PIECES, np.int64)
TILE_VALUES[TILE:STALL] = [tile.value for tile in components.TILES]
OWNERS: Final = np.zeros(PIECES, np.int64)
OWNERS[STALL:] = np.arange(SEATS * RANKS) // RANKS
STALL_RANKS: Final = np.zeros(PIECES, np.int64)
STALL_RANKS[STALL:] = np.arange(SEATS * RANKS) % RANKS + 1
BUYERS: Final = np.maximum(TILE_VALUES, 0)
ROGUES: Final = np.minimum(TILE_VALUES, 0)

NONE: Final = -1
UNKNOWN: Final = -2

CHOOSE: Final = 0
PLACING: Final = 1
OVER: Final = 2

RETURN_ALL: Final = 1
RETURN_NONE: Final = 2

LARGE_PRIME: Final = 2_147_483_629  # two orders of the stack hardly ever collide

# Columns of a table of segments: its place, its value, then the rank of each seat in it.
LINE: Final = 0
FIRST: Final = 1
LENGTH: Final = 2
VALUE: Final = 3
RANK: Final = 4
MOST_SEGMENTS: Final = LINES + 4  # two fires cut a row and a column each

# Loops over the empty cells run in whole blocks, one vector instruction each; results past the last are not counted.
BLOCK: Final = 8
ROOM: Final = 4 * BLOCK

MOST_LEGAL: Final = RANKS * CELLS + 1 + ROOM
LONGEST: Final = MOST_ROUNDS * (CELLS + TILES + SEATS * CELLS)

SEGMENTS: Final = shape_of(np.int16, MOST_SEGMENTS, RANK + SEATS)
GAINS: Final = shape_of(np.float64, SEATS)
Table = Annotated[NDArray[np.int16], types.int16[:, ::1]]


class State:
    """A position. Seats, rounds and ranks count from 0."""

    players: Small
    """The number of players."""
    rounds: Small
    """P6.1: number of rounds."""
    stalls_return: Small
    """P6.2: the stalls returned after a round: rank I (0), all (1) or none (2)."""
    ends_with_last_stall: Small
    """P6.3: whether the round that empties a hand is the last."""
    tiles_are_open: Small
    """P6.5: whether the stack is open."""
    tiles: Small
    """Number of tiles in a round: 22, or 23 with the wizard."""

    round_number: Small
    """The current round."""
    first: Small
    """First of this round."""
    turn: Small
    """The seat to act, or the last to act."""
    stage: Small
    """The stage: choose (0), place a drawn tile (1), or game over (2)."""
    drawn: Small
    """The tile drawn but not yet placed, else NONE."""
    top: Small
    """Place of the stack's top tile in this round's shuffle."""
    free: Small
    """Number of empty cells."""
    shown: Whole
    """What the last action made public."""

    board: Annotated[Smalls, CELLS]
    """Content of each cell, row by row: 0, 1 + the id of a tile, or 24 + 4 x seat + rank."""
    empty_cells: Annotated[Smalls, ROOM + 1]
    """The numbers of the empty cells, ascending, then CELLS."""
    stalls: Annotated[Smalls, SEATS, RANKS]
    """Stalls left in hand."""
    secret: Annotated[Smalls, SEATS]
    """Secret tile, NONE, or UNKNOWN where this record hides it."""
    shuffles: Annotated[Smalls, MOST_ROUNDS, TILES]
    """P2.4: the tiles of every round, top first; NONE where hidden."""
    last_board: Annotated[Smalls, CELLS]
    """The board paid at the end of the previous round."""
    last_gains: Annotated[Shorts, SEATS]
    """Pay of each seat."""
    money: Annotated[Wholes, SEATS]
    """The écus of each seat."""
    last_turns: Annotated[Wholes, SEATS]
    """Each seat's last turns of this round, a byte each, the newest lowest: 1 + the cell, 31 + the cell
    of a secret tile, 61 for a pass, or 0."""


STATE: Final = layout(State)
STATE_BYTES: Final = STATE.itemsize


@jit
def find_wizard(state: State) -> int:
    """P6.6: the wizard's cell, or NONE."""
    if state.tiles == TILES:
        for cell in range(CELLS):
            if state.board[cell] == TILE + WIZARD:
                return cell
    return NONE


@jit
def are_neighbours(cell: int, other: int) -> bool:
    """Whether two cells touch along a side."""
    return abs(cell // COLUMNS - other // COLUMNS) + abs(cell % COLUMNS - other % COLUMNS) == 1


@jit
def measure_segment(state: State, line: int, first: int, wizard: int, segments: Table, number: int) -> int:
    """P4.3, P4.4: write the segment at a place of a line; its length, 0 at a fire."""
    start, step, places = line * COLUMNS, 1, COLUMNS
    if line >= ROWS:
        start, step, places = line - ROWS, COLUMNS, ROWS
    for column in range(RANK, RANK + SEATS):
        segments[number, column] = 0
    buyers = 0
    rogues = 0
    factor = 1
    is_cursed = False
    length = 0
    for place in range(first, places):
        cell = start + step * place
        piece = int(state.board[cell])
        if piece == TILE + FIRE:
            break
        length += 1
        buyers += BUYERS[piece]
        rogues += ROGUES[piece]
        if piece == TILE + CURSE:
            is_cursed = True
        if piece == TILE + PURSE:
            factor = 2
        rank = STALL_RANKS[piece]
        if wizard != NONE and rank > 0 and are_neighbours(cell, wizard):
            rank += 1
        segments[number, RANK + OWNERS[piece]] += rank
    segments[number, LINE] = line
    segments[number, FIRST] = first
    segments[number, LENGTH] = length
    segments[number, VALUE] = (rogues if is_cursed else buyers + rogues) * factor
    return length


@jit
def measure(state: State, segments: Table) -> int:
    """P4.2: cut all lines at their fires and write the segments; a count."""
    wizard = find_wizard(state)
    count = 0
    for line in range(LINES):
        first = 0
        while first < (COLUMNS if line < ROWS else ROWS):
            length = measure_segment(state, line, first, wizard, segments, count)
            if length > 0:
                count += 1
            first += length + 1
    return count


@jit
def measure_board(memory: Memory, segments: Table) -> int:
    """The segments of a position, for callers outside compiled code."""
    state: State = record(memory, STATE)
    return measure(state, segments)


@jit
def write_pay(ends: Memory, paid: Amounts) -> None:
    """P4.5: add what each line of the last round's square paid every seat, for many positions in turn."""
    segments = scratch(SEGMENTS)
    size = STATE_BYTES
    for number in range(ends.size // size):
        state: State = record(ends[number * size : (number + 1) * size], STATE)
        for cell in range(CELLS):
            state.board[cell] = state.last_board[cell]
        for at in range(measure(state, segments)):
            line = number * LINES + segments[at, LINE]
            for seat in range(SEATS):
                paid[line * SEATS + seat] += segments[at, VALUE] * segments[at, RANK + seat]


@jit
def give_stalls(state: State, seat: int, higher_ranks_too: bool) -> None:
    """P1.4: hand out the stalls of one colour."""
    state.stalls[seat, 0] = RANK_ONE_STALLS[state.players]
    if higher_ranks_too:
        for rank in range(1, RANKS):
            state.stalls[seat, rank] = HIGHER_RANKS[rank - 1]


@jit
def begin_round(state: State) -> None:
    """P2.2, P5.2: an empty square, new secret tiles, a new stack."""
    for cell in range(CELLS):
        state.board[cell] = EMPTY
        state.empty_cells[cell] = cell
    for place in range(CELLS, ROOM + 1):
        state.empty_cells[place] = CELLS
    state.free = CELLS
    state.top = 0
    state.turn = state.first
    for seat in range(SEATS):
        state.last_turns[seat] = 0
    for dealt in range(state.players):
        seat = (state.first + dealt) % state.players
        state.secret[seat] = NONE
        if not state.tiles_are_open:
            state.secret[seat] = state.shuffles[state.round_number, state.top]
            state.top += 1


@jit
def richest(state: State) -> int:
    """P2.3: the richest; in a tie, the first clockwise from the seat after this round's first."""
    best = NONE
    for step in range(1, state.players + 1):
        seat = (state.first + step) % state.players
        if best == NONE or state.money[seat] > state.money[best]:
            best = seat
    return best


@jit
def number_of_order(state: State) -> int:
    """P6.5: a number for the order of the stack that a new round reveals."""
    number = 1
    for place in range(state.tiles):
        number = (number * TILES + int(state.shuffles[state.round_number, place])) % LARGE_PRIME
    return number + 1


@jit
def count_stalls(state: State, seat: int) -> int:
    """The stalls left in a hand."""
    count = 0
    for rank in range(RANKS):
        count += state.stalls[seat, rank]
    return count


@jit
def is_last_round(state: State) -> bool:
    """P6.1, P6.3: a hand that is empty at any moment of a round is still empty at its end."""
    if state.ends_with_last_stall:
        for seat in range(state.players):
            if count_stalls(state, seat) == 0:
                return True
    return state.round_number + 1 == state.rounds


@jit
def add_gains(state: State, out: Amounts) -> None:
    """P4.4: each seat's pay."""
    segments = scratch(SEGMENTS)
    for segment in range(measure(state, segments)):
        for seat in range(state.players):
            out[seat] += int(segments[segment, VALUE]) * int(segments[segment, RANK + seat])


@jit
def pay(state: State) -> None:
    """P4.4, P4.5."""
    gains = scratch(GAINS)
    for seat in range(state.players):
        gains[seat] = 0
    add_gains(state, gains)
    for seat in range(state.players):
        state.last_gains[seat] = int(gains[seat])
        state.money[seat] += int(gains[seat])
    for cell in range(CELLS):
        state.last_board[cell] = state.board[cell]


@jit
def end_round(state: State) -> None:
    """Pay, then the next round (P5.2) or the end of the game (P5.1)."""
    pay(state)
    if is_last_round(state):
        state.stage = OVER
        return
    state.round_number += 1
    state.first = richest(state)
    if state.stalls_return != RETURN_NONE:
        for seat in range(state.players):
            give_stalls(state, seat, higher_ranks_too=state.stalls_return == RETURN_ALL)
    begin_round(state)
    if state.tiles_are_open:
        state.shown = number_of_order(state)


@jit
def can_somebody_act(state: State) -> bool:
    """P4.1: whether any seat has an action other than passing."""
    if state.free == 0:
        return False
    for seat in range(state.players):
        if state.secret[seat] != NONE or count_stalls(state, seat) > 0:
            return True
    return state.top < state.tiles


@jit
def whole_blocks(places: int) -> int:
    """The size of the blocks that hold so many places."""
    return (places + BLOCK - 1) // BLOCK * BLOCK


@jit
def occupy(state: State, cell: int, piece: int) -> None:
    """Put a piece on an empty cell."""
    state.board[cell] = piece
    empty = state.empty_cells
    for at in range(whole_blocks(state.free)):
        this, following = empty[at], empty[at + 1]
        empty[at] = this if this < cell else following
    state.free -= 1


@jit
def remember_turn(state: State, done: int) -> None:
    seat = np.uint64(state.turn)
    state.last_turns[seat] = (state.last_turns[seat] & ALL_BUT_OLDEST) << 8 | done


@jit
def start(memory: Memory, players: int, options: PackedOptions, deal: Codes) -> None:
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
        give_stalls(state, seat, higher_ranks_too=True)
    for number in range(MOST_ROUNDS):
        for at in range(TILES):
            state.shuffles[number, at] = NONE
    at = 1
    for number in range(state.rounds):
        for place in range(state.tiles):
            # The two fires are indistinguishable.
            state.shuffles[number, place] = FIRE if deal[at] == SECOND_FIRE else deal[at]
            at += 1
    begin_round(state)


@jit
def to_move(memory: Memory) -> int:
    state: State = record(memory, STATE)
    return -1 if state.stage == OVER else state.turn


@jit
def offer_cells(state: State, code: int, out: Codes, count: int) -> int:
    """Write an action for every empty cell after the first `count`; their new number."""
    empty = state.empty_cells
    begin = np.uint64(count)  # a non-negative index: else the loop would not be vectorised
    for at in range(np.uint64(whole_blocks(state.free))):
        out[begin + at] = code + int(empty[at])
    return count + int(state.free)


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
        remember_turn(state, 1 + action % CELLS)
    elif action == DRAW:
        state.drawn = state.shuffles[state.round_number, state.top]
        state.top += 1
        state.stage = PLACING
        if not state.tiles_are_open:
            state.shown = state.drawn + 1
        return
    elif action < SECRET:
        occupy(state, action - PLACE, TILE + state.drawn)
        remember_turn(state, 1 + action - PLACE)
        state.drawn = NONE
        state.stage = CHOOSE
    elif action < PASS:
        state.shown = state.secret[turn] + 1
        occupy(state, action - SECRET, TILE + state.secret[turn])
        remember_turn(state, SECRETLY + action - SECRET)
        state.secret[turn] = NONE
    else:
        remember_turn(state, PASSED)
    if can_somebody_act(state):
        state.turn = (turn + 1) % state.players
    else:
        end_round(state)


@jit
def revealed(memory: Memory) -> int:
    state: State = record(memory, STATE)
    return state.shown


@jit
def scores(memory: Memory, out: Amounts) -> None:
    state: State = record(memory, STATE)
    for seat in range(state.players):
        out[seat] = state.money[seat]


@jit
def returns(memory: Memory, out: Amounts) -> None:
    """P5.1: the most écus; equal écus share."""
    state: State = record(memory, STATE)
    scores(memory, out)
    share_victory(out, state.players)
