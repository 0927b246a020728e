"""The evaluation of a position of poule: each seat's expected écus at the end, turned into shares of the victory.

- A stall on the square earns what its lines are worth now, and what the unseen tiles will do to them on average.
- A stall that must be set up in this round earns a part of the best free spot; one that can be kept has its
  price. A drawn tile counts as on the best cell, a secret tile less the later it is.
- The shares follow by a softmax that grows sharper as cells, rounds and stalls of higher rank run out.

The constants come from a conditional logit over some ten thousand games of greedy players against each other, rounded,
and then from duels between neighbouring values. The order of the stack and the wizard (P6.6) are ignored.
"""

import math
from typing import Annotated, Final

import numpy as np
from numba import types

from estaminet.engine.jit.compiler import jit
from estaminet.engine.jit.layout import Amounts, Memory, record
from estaminet.engine.kernel import share_softly
from estaminet.games.poule.components import CURSE, FIRE, PURSE
from estaminet.games.poule.rules import (
    BUYERS,
    CELLS,
    COLUMNS,
    EMPTY,
    NONE,
    OVER,
    OWNERS,
    PLACING,
    RANKS,
    RETURN_ALL,
    ROGUES,
    ROWS,
    STALL_RANKS,
    STATE,
    TILE,
    TILE_VALUES,
    State,
    add_gains,
    returns,
)

# Tables go by the number of players, the rank of a stall, or both. Amounts are in écus unless stated otherwise.
DRIFT: Final = np.array([0, 0, 0.8, 0.65, 0.5])
"""An empty cell's gain for its lines, as a part of the unseen tiles' average gain for a cell."""
CURSED_DRIFT: Final = -0.85
"""Effect of an empty cell on a cursed line, in points."""
CURSE_FEAR: Final = 1.5
"""How much likelier the curse is on a line than elsewhere."""
PURSE_HOPE: Final = 0.5
"""The same for the purse."""
FIRE_FEAR: Final = 0.45
"""The part of a line lost to a fire in it."""
KEPT: Final = np.array([[0.0] * RANKS, [0.0] * RANKS, [0, 17, 21, 30], [0, 10, 13, 21], [0, 6, 8, 15]])
"""Expected earnings of a stall that can be kept."""
SET_UP: Final = np.array([-1.8, 1.5, 4, 6.5])
"""Expected earnings of a stall to be set up in this round, beside its spot."""
PATIENCE: Final = 5.0
"""Increase for a stall of rank I when all cells are empty."""
SPOT: Final = 0.17
"""Part of the best spot for a stall that must be set up."""
BEST_STALL: Final = 0.42
"""Additional part for the highest of them."""
FIRST_PICK: Final = 0.1
"""Additional part for the seat that chooses next."""
TO_MOVE: Final = 0.3
"""The value of being about to choose an action."""
TO_PLACE: Final = np.array([0, 0, 1, 1.8, 2.6])
"""The value of being about to place a drawn tile, beside its effect."""
EFFECT: Final = 0.75
"""The weight of its effect on the best cell."""
CUT: Final = 0.5
"""The part of a line that a deliberately placed fire is expected to take from its stalls."""
SECRET: Final = np.array([1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 1, 2, 3, 4, 5, 6, 3.0, 2, 2, 6, 2])
"""The value of a secret tile to its owner on an empty square, by id."""
# The variance of the écus still to come.
LAST_SPREAD: Final = 1.0
CELL_SPREAD: Final = 4.2
"""For each empty cell."""
ROUND_SPREAD: Final = 110.0
"""For each round to come."""
STALL_SPREAD: Final = 50.0
"""For each stall of higher rank in a hand."""

# The contents of some cells in one number, so that a line is a sum: from the lowest bits, the empty cells, the buyers,
# the rogues, a curse, a purse, the rank of each seat, the number of cells, and the fires.
BUYERS_AT: Final = 8
ROGUES_AT: Final = 16
CURSED: Final = 1 << 21
DOUBLED: Final = 1 << 22
RANKS_AT: Final = 24
LENGTH_AT: Final = 56
FIRES_AT: Final = 61
BYTE: Final = 255
ROGUES_MASK: Final = 31
CONTENTS: Final = (
    (1 << LENGTH_AT) + (BUYERS << BUYERS_AT) - (ROGUES << ROGUES_AT) + (STALL_RANKS << (RANKS_AT + 8 * OWNERS))
)
CONTENTS[EMPTY] += 1
CONTENTS[TILE + CURSE] += CURSED
CONTENTS[TILE + PURSE] += DOUBLED
CONTENTS[TILE + FIRE] = 1 << FIRES_AT
ALL_FIRES: Final = 2
ALL_POINTS: Final = int(TILE_VALUES.sum())

# The worths of the cells of a line in one number: ten bits each, in quarters of a point above the lowest.
BITS: Final = 10
MOST: Final = (1 << BITS) - 1
QUARTERS: Final = 4.0
LOWEST: Final = -128.0
REPEATED: Final = np.array([sum(1 << BITS * place for place in range(length)) for length in range(COLUMNS + 1)])

Odds = Annotated[tuple[float, float, float, float], types.UniTuple(types.float64, 4)]
"""Effect of an empty cell on a line: points; chances of the curse, the purse and the fires to fall there."""
Worth = Annotated[tuple[float, float], types.UniTuple(types.float64, 2)]
"""Present worth of a segment, and the expected gain from each empty cell."""
Rows = Annotated[tuple[int, int, int, int, int], types.UniTuple(types.int64, ROWS)]


@jit
def gather_line(state: State, start: int, step: int, places: int) -> int:
    """The contents of a whole line, with its fires."""
    contents = 0
    for place in range(places):
        contents += CONTENTS[state.board[start + step * place]]
    return contents


@jit
def gather_segment(state: State, start: int, step: int, places: int) -> int:
    """P4.2: the contents of the segment that begins at a cell; 0 at a fire."""
    contents = 0
    for place in range(places):
        piece = state.board[start + step * place]
        if piece == TILE + FIRE:
            break
        contents += CONTENTS[piece]
    return contents


@jit
def count_points(contents: int) -> int:
    """P4.3, before a purse doubles it."""
    buyers = 0 if contents & CURSED else (contents >> BUYERS_AT) & BYTE
    return buyers - ((contents >> ROGUES_AT) & ROGUES_MASK)


@jit
def weigh_segment(contents: int, odds: Odds) -> Worth:
    """P4.3 for a segment, and the effect of the tiles to come."""
    drift, curse, purse, fire = odds
    value = float(count_points(contents))
    coming = CURSED_DRIFT if contents & CURSED else drift - curse * ((contents >> BUYERS_AT) & BYTE)
    if contents & DOUBLED:
        value *= 2
        coming *= 2
    else:
        coming += purse * value
    return value, coming - fire * value


@jit
def expect_value(contents: int, odds: Odds) -> float:
    """P4.3 for a segment, with the tiles to come."""
    value, coming = weigh_segment(contents, odds)
    return value + coming * (contents & BYTE)


@jit
def pack(worth: float, first: int, length: int) -> int:
    """The same worth for some cells of a line."""
    level = min(max(int((worth - LOWEST) * QUARTERS), 0), MOST)
    return (level * int(REPEATED[length])) << (BITS * first)


@jit
def pay_owners(contents: int, value: float, players: int, out: Amounts) -> None:
    """P4.4."""
    for seat in range(players):
        out[seat] += ((contents >> (RANKS_AT + 8 * seat)) & BYTE) * value


@jit
def add_line(state: State, line: int, start: int, step: int, places: int, odds: Odds, out: Amounts) -> int:
    """Pay a line to the owners of its stalls; its worth to a stall on each cell."""
    players = int(state.players)
    if line >> FIRES_AT == 0:
        value = expect_value(line, odds)
        pay_owners(line, value, players, out)
        return pack(value, 0, places)
    worths = 0
    first = 0
    while first < places:
        contents = gather_segment(state, start + step * first, step, places - first)
        length = contents >> LENGTH_AT
        value = expect_value(contents, odds)
        pay_owners(contents, value, players, out)
        worths += pack(value, first, length)
        first += length + 1
    return worths


@jit
def evaluate_effect(contents: int, tile: int, seat: int, players: int) -> float:
    """A seat's gain from a tile placed in a segment, relative to the average of the others."""
    own = float((contents >> (RANKS_AT + 8 * seat)) & BYTE)
    others = -own
    for other in range(players):
        others += (contents >> (RANKS_AT + 8 * other)) & BYTE
    lead = own - others / (players - 1)
    factor = 2.0 if contents & DOUBLED else 1.0
    if tile == PURSE:
        return lead * count_points(contents)
    if tile == FIRE:
        return -CUT * lead * factor * count_points(contents)
    if tile == CURSE:
        return 0.0 if contents & CURSED else -lead * factor * ((contents >> BUYERS_AT) & BYTE)
    if contents & CURSED:
        return lead * factor * int(ROGUES[TILE + tile])
    return lead * factor * int(TILE_VALUES[TILE + tile])


@jit
def try_line(state: State, start: int, step: int, places: int) -> int:
    """The worth of a line to the drawn tile's owner, on each cell."""
    tile, seat, players = int(state.drawn), int(state.turn), int(state.players)
    line = gather_line(state, start, step, places)
    if line >> FIRES_AT == 0:
        return pack(evaluate_effect(line, tile, seat, players), 0, places)
    worths = 0
    first = 0
    while first < places:
        contents = gather_segment(state, start + step * first, step, places - first)
        length = contents >> LENGTH_AT
        worths += pack(evaluate_effect(contents, tile, seat, players), first, length)
        first += length + 1
    return worths


@jit
def find_best(state: State, rows: Rows, column: int, worths: int, best: int) -> int:
    """The highest worth of an empty cell of a column, by row and column, if above the best so far."""
    for row in range(ROWS):
        level = ((rows[row] >> (BITS * column)) & MOST) + ((worths >> (BITS * row)) & MOST)
        best = max(best, level if state.board[row * COLUMNS + column] == EMPTY else 0)
    return best


@jit
def place_drawn(state: State) -> float:
    """The drawn tile's gain on the best cell."""
    rows = (
        try_line(state, 0, 1, COLUMNS),
        try_line(state, COLUMNS, 1, COLUMNS),
        try_line(state, 2 * COLUMNS, 1, COLUMNS),
        try_line(state, 3 * COLUMNS, 1, COLUMNS),
        try_line(state, 4 * COLUMNS, 1, COLUMNS),
    )
    best = 0
    for column in range(COLUMNS):
        best = find_best(state, rows, column, try_line(state, column, COLUMNS, ROWS), best)
    return best / QUARTERS + 2 * LOWEST


@jit
def count_higher_stalls(state: State) -> int:
    """The stalls of rank II and more in all hands."""
    count = 0
    for seat in range(state.players):
        for rank in range(1, RANKS):
            count += state.stalls[seat, rank]
    return count


@jit
def count_pieces(state: State, can_keep: bool) -> int:  # noqa: FBT001  # compiled
    """Number of tiles and stalls still to come in this round."""
    pieces = int(state.tiles) - int(state.top)
    for seat in range(state.players):
        pieces += int(state.stalls[seat, 0]) + int(state.secret[seat] != NONE)
        if not can_keep:
            for rank in range(1, RANKS):
                pieces += int(state.stalls[seat, rank])
    return pieces


@jit
def estimate_odds(state: State, seen: int, pieces: int) -> Odds:
    """The effect of an empty cell on a line, given the square and the number of pieces to come."""
    if state.drawn != NONE:
        seen += CONTENTS[TILE + state.drawn]
    chance = 1 / max(int(state.free), pieces, 1)
    points = ALL_POINTS - ((seen >> BUYERS_AT) & BYTE) + ((seen >> ROGUES_AT) & ROGUES_MASK)
    return (
        DRIFT[state.players] * chance * points,
        0.0 if seen & CURSED else CURSE_FEAR * chance,
        0.0 if seen & DOUBLED else PURSE_HOPE * chance,
        FIRE_FEAR * chance * (ALL_FIRES - (seen >> FIRES_AT)),
    )


@jit
def add_square(state: State, pieces: int, out: Amounts) -> float:
    """Add the expected earnings of the stalls on the square; the worth of the best spot with these pieces to come."""
    first = gather_line(state, 0, 1, COLUMNS)
    second = gather_line(state, COLUMNS, 1, COLUMNS)
    third = gather_line(state, 2 * COLUMNS, 1, COLUMNS)
    fourth = gather_line(state, 3 * COLUMNS, 1, COLUMNS)
    fifth = gather_line(state, 4 * COLUMNS, 1, COLUMNS)
    odds = estimate_odds(state, first + second + third + fourth + fifth, pieces)
    rows = (
        add_line(state, first, 0, 1, COLUMNS, odds, out),
        add_line(state, second, COLUMNS, 1, COLUMNS, odds, out),
        add_line(state, third, 2 * COLUMNS, 1, COLUMNS, odds, out),
        add_line(state, fourth, 3 * COLUMNS, 1, COLUMNS, odds, out),
        add_line(state, fifth, 4 * COLUMNS, 1, COLUMNS, odds, out),
    )
    best = 0
    for column in range(COLUMNS):
        line = gather_line(state, column, COLUMNS, ROWS)
        worths = add_line(state, line, column, COLUMNS, ROWS, odds, out)
        best = find_best(state, rows, column, worths, best)
    return best / QUARTERS + 2 * LOWEST


@jit
def expect_from_hand(state: State, seat: int, can_keep: bool, spot: float) -> float:  # noqa: FBT001  # compiled
    """Expected earnings of a seat's hand."""
    players = int(state.players)
    is_placing = int(state.stage == PLACING)
    away = (seat + players - int(state.turn) - is_placing) % players
    turns = (int(state.free) - is_placing + players - 1 - away) // players
    kept = 0.0
    worth = 0.0
    count = 0
    ranks = 0
    highest = 0
    for rank in range(RANKS):
        stalls = int(state.stalls[seat, rank])
        if can_keep and rank > 0:
            kept += stalls * KEPT[players, rank]
        elif stalls > 0:
            worth += stalls * SET_UP[rank]
            count += stalls
            ranks += stalls * (rank + 1)
            highest = rank + 1
    if count == 0 or turns <= 0:
        return kept
    worth += int(state.stalls[seat, 0]) * PATIENCE * int(state.free) / CELLS + SPOT * ranks * spot
    best_stall = highest * spot * (BEST_STALL + FIRST_PICK if away == 0 else BEST_STALL)
    return kept + min(1.0, turns / count) * worth + best_stall


@jit
def evaluate(memory: Memory, out: Amounts) -> None:
    """Each seat's share of the victory, exact in a finished game."""
    state: State = record(memory, STATE)
    if state.stage == OVER:
        returns(memory, out)
        return
    players = int(state.players)
    rounds_after = int(state.rounds) - 1 - int(state.round_number)
    can_keep = rounds_after > 0 and state.stalls_return != RETURN_ALL
    higher = count_higher_stalls(state)
    for seat in range(players):
        out[seat] = state.money[seat]
    spot = add_square(state, count_pieces(state, can_keep), out)
    for seat in range(players):
        out[seat] += expect_from_hand(state, seat, can_keep, spot)
        if state.secret[seat] >= 0:
            out[seat] += SECRET[state.secret[seat]] * int(state.free) / CELLS
    out[int(state.turn)] += TO_MOVE if state.drawn == NONE else TO_PLACE[players] + EFFECT * place_drawn(state)
    spread = LAST_SPREAD + CELL_SPREAD * int(state.free) + ROUND_SPREAD * rounds_after + STALL_SPREAD * higher
    share_softly(out, players, math.sqrt(spread))


@jit
def holdings(memory: Memory, out: Amounts) -> None:
    """P4.5: each seat's écus if the round were paid now."""
    state: State = record(memory, STATE)
    for seat in range(state.players):
        out[seat] = state.money[seat]
    if state.stage != OVER:
        add_gains(state, out)


@jit
def lead(world: Memory, seat: int) -> float:
    """A seat's lead in écus over the richest of the others."""
    state: State = record(world, STATE)
    most = -math.inf
    for other in range(state.players):
        if other != seat:
            most = max(most, float(state.money[other]))
    return float(state.money[seat]) - most
