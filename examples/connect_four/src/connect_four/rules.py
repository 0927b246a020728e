"""The rules C1-C3 as plain functions over one record: two numbers with a bit for every disc."""

from typing import Annotated, Final

import numpy as np
from numpy.typing import NDArray

from estaminet.engine.jit.compiler import jit
from estaminet.engine.jit.layout import Amounts, Codes, Features, Memory, PackedOptions, Random, Small, layout, record

SEATS: Final = 2
COLUMNS: Final = 7
ROWS: Final = 6
CELLS: Final = COLUMNS * ROWS
FENCE: Final = ROWS + 1  # bits of a column: one above the top row is always empty
STEPS: Final = (1, FENCE, FENCE - 1, FENCE + 1)  # from a cell to the next one in each of the four directions
NONE: Final = -1

MOST_LEGAL: Final = COLUMNS
LONGEST: Final = CELLS
FEATURES: Final = SEATS * CELLS + 1

Grids = Annotated[NDArray[np.int64], np.int64]


class State:
    """A position."""

    turn: Small
    """Who is to move; NONE when the game is over."""
    winner: Small
    """Who has four in a line, else NONE."""
    dropped: Small
    """How many discs have been dropped."""
    discs: Annotated[Grids, SEATS]
    """For each seat, a bit for each of its discs: bit FENCE x column + row."""


STATE: Final = layout(State)


@jit
def start(memory: Memory, _players: int, _options: PackedOptions, _deal: Codes) -> None:
    """C1: an empty grid."""
    for at in range(memory.size):
        memory[at] = 0
    state: State = record(memory, STATE)
    state.winner = NONE


@jit
def to_move(memory: Memory) -> int:
    state: State = record(memory, STATE)
    return state.turn


@jit
def legal(memory: Memory, out: Codes) -> int:
    """C2.2: every column whose top cell is empty."""
    state: State = record(memory, STATE)
    taken = state.discs[0] | state.discs[1]
    count = 0
    for column in range(COLUMNS):
        out[count] = column  # overwritten by the next one if this column is full: quicker than a branch
        count += 1 - (taken >> (column * FENCE + ROWS - 1) & 1)
    return count


@jit
def has_four(discs: int) -> bool:
    """C3.1: pairs of neighbours, then pairs of such pairs, in each direction."""
    fours = 0
    for step in STEPS:
        pairs = discs & (discs >> step)
        fours |= pairs & (pairs >> 2 * step)
    return fours != 0


@jit
def apply(memory: Memory, action: int) -> None:
    """C2.1: adding the bottom bit of a column carries it up to the first empty cell."""
    state: State = record(memory, STATE)
    turn = int(state.turn)
    taken = state.discs[0] | state.discs[1]
    state.discs[turn] |= (taken + (1 << action * FENCE)) & ~taken
    state.dropped += 1
    if has_four(state.discs[turn]):
        state.winner = turn
        state.turn = NONE
    elif state.dropped == CELLS:
        state.turn = NONE
    else:
        state.turn = 1 - turn


@jit
def revealed(_memory: Memory) -> int:
    return 0


@jit
def returns(memory: Memory, out: Amounts) -> None:
    """C3.2: a full grid without four is shared."""
    state: State = record(memory, STATE)
    for seat in range(SEATS):
        out[seat] = 0.5 if state.winner == NONE else state.winner == seat


@jit
def evaluate(memory: Memory, out: Amounts) -> None:
    """Nothing is known of an open game: it is worth the same to both."""
    state: State = record(memory, STATE)
    if state.turn == NONE:
        returns(memory, out)
    else:
        for seat in range(SEATS):
            out[seat] = 1 / SEATS


@jit
def scores(memory: Memory, out: Amounts) -> None:
    state: State = record(memory, STATE)
    for seat in range(SEATS):
        out[seat] = state.winner == seat


@jit
def hide(_memory: Memory, _seat: int) -> None:
    """Everybody sees everything."""


@jit
def determinize(_memory: Memory, _seat: int, _rng: Random) -> None:
    """Nothing is unknown."""


@jit
def redraw(_memory: Memory, _rng: Random) -> None:
    """Nothing is drawn."""


@jit
def encode(memory: Memory, seat: int, out: Features) -> None:
    """The observer's discs, then the opponent's, cell by cell; whether the observer is to move."""
    state: State = record(memory, STATE)
    at = 0
    for step in range(SEATS):
        discs = state.discs[(seat + step) % SEATS]
        for column in range(COLUMNS):
            for row in range(ROWS):
                out[at] = discs >> (column * FENCE + row) & 1
                at += 1
    out[at] = state.turn == seat
