"""The value of a position: a rollout policy plays the round to its end, and the result is evaluated.

The policy nearly always agrees with one-ply `evaluation`, in a hundredth of the time. All lines are judged
once, not once for every action: the earnings of a stall on a cell, the gain of the seat from a buyer or a rogue there
against the others. Each kind of action has a price in écus; the prices were fitted to the choices of greedy players, so
that the two agree. Only what the seat to move knows is used.
"""

from typing import Annotated, Final

import numpy as np
from numba import types
from numpy.typing import NDArray

from estaminet.engine.jit.compiler import jit, jit_allocating
from estaminet.engine.jit.layout import Amounts, Integers, Memory, record
from estaminet.games.poule.components import FIRE
from estaminet.games.poule.evaluation import (
    BUYERS_AT,
    BYTE,
    CONTENTS,
    CURSED,
    DOUBLED,
    FIRES_AT,
    KEPT,
    LENGTH_AT,
    RANKS_AT,
    ROGUES_AT,
    ROGUES_MASK,
    Odds,
    count_pieces,
    estimate_odds,
    evaluate,
    expect_value,
    gather_line,
    gather_segment,
    weigh_segment,
)
from estaminet.games.poule.evaluation import SECRET as SECRET_WORTH
from estaminet.games.poule.rules import (
    BUYERS,
    CELLS,
    CHOOSE,
    COLUMNS,
    DRAW,
    EMPTY,
    LINES,
    NONE,
    OVER,
    PASS,
    PLACE,
    PLACING,
    RANKS,
    RETURN_ALL,
    ROGUES,
    ROWS,
    SEATS,
    SECRET,
    STATE,
    TILE,
    State,
    apply,
)

# By the number of players, in écus.
RANK_PRICE: Final = np.array([0, 0, 1.8, 0, 0.8])
"""Required earnings of a stall to be set up in this round, by rank."""
WAIT_PRICE: Final = np.array([0, 0, 0.7, 0.3, 0.7])
"""The increase for every turn that the hand can wait."""
STALL_PRICE: Final = np.array([0, 0, 0.3, 1.6, 1.5])
"""The increase for every stall, whatever its rank."""
HIGHER_PRICE: Final = np.array([0, 0, 6.4, 5, 1.7])
"""Increase for stalls above rank I."""
DRAW_WORTH: Final = np.array([0, 0, 1.2, 1.2, 2.4])
"""Gain from a draw beside the average tile on the best cell."""
EARLY_DRAW: Final = np.array([0, 0, 0.6, 1.6, 0.7])
"""The increase on an empty square."""
DRAW_EFFECT: Final = np.array([0, 0, 0.78, 0.83, 0.9])
"""The weight of the average tile's effect."""
SECRET_PRICE: Final = np.array([0, 0, 1, 1, -0.3])
"""Required gain from secrets."""
EARLY_SECRET: Final = np.array([0, 0, 1.5, 1.2, 1.8])
"""Additional part of its worth on an empty square."""
ALL_BUYERS: Final = int(BUYERS.sum())
ALL_ROGUES: Final = -int(ROGUES.sum())
NEVER: Final = 1e9
ONE_EMPTY: Final = int(CONTENTS[EMPTY])

# The notes on each cell, once for its row and once for its column.
EARNED: Final = 0
"""By the rank of a stall there."""
TAKEN: Final = 1
"""The value to the seat of an empty cell's prospects, which a piece there takes."""
FAVOUR: Final = 2
"""The seat's gain from each point of a buyer there."""
HARM: Final = 3
"""The same for rogues."""
EFFECT: Final = 4
"""Gain from the tile in question there."""
NOTES: Final = 5
IN_COLUMN: Final = np.array([CELLS + cell % COLUMNS * ROWS + cell // COLUMNS for cell in range(CELLS)])
"""Place of the notes on a cell's column; those on its row are at the cell."""

Notes = Annotated[NDArray[np.float64], types.float64[:, ::1]]
Offer = Annotated[tuple[float, int], types.Tuple((types.float64, types.int64))]
"""An action's gain above its price, and its code."""


@jit
def weigh_rivals(shares: Amounts, players: int, weights: Notes) -> None:
    """Weight of an écu of each seat to each: an own one 1, the others -1 together, more for a seat that is ahead."""
    for seat in range(players):
        others = max(1 - shares[seat], 1 / NEVER)
        for other in range(players):
            weights[seat, other] = 1.0 if other == seat else -shares[other] / others


@jit
def find_lead(contents: int, weights: Notes, seat: int, players: int) -> float:
    """The ranks of a seat in a segment, minus the others'."""
    lead = 0.0
    for other in range(players):
        lead += ((contents >> (RANKS_AT + 8 * other)) & BYTE) * weights[seat, other]
    return lead


@jit
def evaluate_segment(contents: int, weights: Notes, seat: int, players: int, odds: Odds) -> float:
    """A seat's expected gain from a segment."""
    return find_lead(contents, weights, seat, players) * expect_value(contents, odds)


@jit
def note_segment(state: State, contents: int, at: int, weights: Notes, odds: Odds, notes: Notes) -> None:
    """Note the effect of any piece in a segment, from a place on."""
    value, coming = weigh_segment(contents, odds)
    lead = find_lead(contents, weights, int(state.turn), int(state.players))
    harm = 2 * lead if contents & DOUBLED else lead
    for place in range(at, at + (contents >> LENGTH_AT)):
        notes[place, EARNED] = value + coming * ((contents & BYTE) - 1)
        notes[place, TAKEN] = coming * lead
        notes[place, FAVOUR] = 0.0 if contents & CURSED else harm
        notes[place, HARM] = harm


@jit
def note_effect(
    state: State,
    contents: int,
    start: int,
    step: int,
    at: int,
    tile: int,
    weights: Notes,
    odds: Odds,
    notes: Notes,
) -> None:
    """Note the effect of a tile in a segment that begins at the cell `start`, from a place on."""
    seat, players = int(state.turn), int(state.players)
    before = evaluate_segment(contents, weights, seat, players, odds)
    if tile != FIRE:
        after = evaluate_segment(contents - ONE_EMPTY + int(CONTENTS[TILE + tile]), weights, seat, players, odds)
        for place in range(contents >> LENGTH_AT):
            notes[at + place, EFFECT] = after - before
        return
    passed = 0
    for place in range(contents >> LENGTH_AT):
        piece = state.board[start + step * place]
        if piece == EMPTY:
            behind = evaluate_segment(contents - passed - ONE_EMPTY, weights, seat, players, odds)
            notes[at + place, EFFECT] = evaluate_segment(passed, weights, seat, players, odds) + behind - before
        passed += int(CONTENTS[piece])


@jit
def note_square(state: State, lines: Integers, tile: int, weights: Notes, odds: Odds, notes: Notes) -> None:
    """Note for all cells the effect of a tile there or, if there is none, of any piece."""
    for line in range(LINES):
        start, step, places, at = line * COLUMNS, 1, COLUMNS, line * COLUMNS
        if line >= ROWS:
            start, step, places, at = line - ROWS, COLUMNS, ROWS, CELLS + (line - ROWS) * ROWS
        if lines[line] & BYTE == 0:
            continue
        first = 0
        while first < places:
            contents = int(lines[line])
            if contents >> FIRES_AT > 0:
                contents = gather_segment(state, start + step * first, step, places - first)
            if tile >= 0:
                note_effect(state, contents, start + step * first, step, at + first, tile, weights, odds, notes)
            else:
                note_segment(state, contents, at + first, weights, odds, notes)
            first += (contents >> LENGTH_AT) + 1


@jit
def read_note(notes: Notes, cell: int, kind: int) -> float:
    """The note on a cell, for both its lines."""
    return float(notes[cell, kind] + notes[IN_COLUMN[cell], kind])


@jit
def find_cell(state: State, notes: Notes) -> int:
    """The best empty cell for the tile in question."""
    best = -NEVER
    found = 0
    for at in range(state.free):
        cell = int(state.empty_cells[at])
        effect = read_note(notes, cell, EFFECT)
        if effect > best:
            best = effect
            found = cell
    return found


@jit
def price_stall(state: State, rank: int, can_keep: bool) -> float:  # noqa: FBT001  # compiled
    """Required earnings of a stall set up now."""
    players, seat = int(state.players), int(state.turn)
    if rank > 0 and can_keep:
        return float(KEPT[players, rank])
    waiting = (int(state.free) + players - 1) // players - int(state.stalls[seat, 0])
    for higher in range(1, RANKS):
        waiting -= 0 if can_keep else int(state.stalls[seat, higher])
    price = STALL_PRICE[players] + (rank + 1) * (RANK_PRICE[players] + WAIT_PRICE[players] * max(waiting, 0))
    return float(price + HIGHER_PRICE[players] if rank > 0 else price)


@jit
def offer_stall(state: State, notes: Notes, can_keep: bool) -> Offer:  # noqa: FBT001  # compiled
    """The best stall to set up."""
    best = -NEVER
    action = PASS
    for rank in range(RANKS):
        if state.stalls[state.turn, rank] == 0:
            continue
        price = price_stall(state, rank, can_keep)
        for at in range(state.free):
            cell = int(state.empty_cells[at])
            gain = (rank + 1) * read_note(notes, cell, EARNED) - read_note(notes, cell, TAKEN) - price
            if gain > best:
                best = gain
                action = rank * CELLS + cell
    return best, action


@jit
def evaluate_draw(state: State, seen: int, notes: Notes) -> float:
    """The gain from the average tile of the stack on its best cell."""
    players, free = int(state.players), int(state.free)
    favour = -NEVER
    harm = NEVER
    for at in range(free):
        cell = int(state.empty_cells[at])
        favour = max(favour, read_note(notes, cell, FAVOUR))
        harm = min(harm, read_note(notes, cell, HARM))
    buyers = ALL_BUYERS - ((seen >> BUYERS_AT) & BYTE)
    rogues = ALL_ROGUES - ((seen >> ROGUES_AT) & ROGUES_MASK)
    unseen = int(state.tiles) - int(state.top) + players - 1
    effect = DRAW_EFFECT[players] * (buyers * favour - rogues * harm) / unseen
    return float(DRAW_WORTH[players] + EARLY_DRAW[players] * free / CELLS + effect)


@jit
def choose(memory: Memory, weights: Notes, lines: Integers, notes: Notes) -> int:
    """The rollout policy: the action that the seat to move takes; `lines` and `notes` are scratch."""
    state: State = record(memory, STATE)
    players = int(state.players)
    can_keep = state.round_number + 1 < state.rounds and state.stalls_return != RETURN_ALL
    seen = 0
    for row in range(ROWS):
        lines[row] = gather_line(state, row * COLUMNS, 1, COLUMNS)
        seen += lines[row]
    for column in range(COLUMNS):
        lines[ROWS + column] = gather_line(state, column, COLUMNS, ROWS)
    odds = estimate_odds(state, seen, count_pieces(state, can_keep))
    if state.stage == PLACING:
        note_square(state, lines, int(state.drawn), weights, odds, notes)
        return PLACE + find_cell(state, notes)
    note_square(state, lines, NONE, weights, odds, notes)
    best, action = offer_stall(state, notes, can_keep)
    if state.top < state.tiles:
        gain = evaluate_draw(state, seen, notes)
        if gain > best:
            best = gain
            action = DRAW
    tile = int(state.secret[state.turn])
    if tile >= 0 and state.free > 0:
        note_square(state, lines, tile, weights, odds, notes)
        cell = find_cell(state, notes)
        price = SECRET_PRICE[players] + EARLY_SECRET[players] * SECRET_WORTH[tile] * int(state.free) / CELLS
        if read_note(notes, cell, EFFECT) - price > best:
            action = SECRET + cell
    return action


@jit_allocating
def rollout(memory: Memory, shares: Amounts) -> None:
    """Play this round to its end, in place, and write each seat's share of the victory then."""
    state: State = record(memory, STATE)
    evaluate(memory, shares)
    if state.stage == OVER or (state.free == CELLS and state.stage == CHOOSE):
        return
    weights = np.empty((SEATS, SEATS))
    notes = np.empty((2 * CELLS, NOTES))
    lines = np.empty(LINES, np.int64)
    weigh_rivals(shares, int(state.players), weights)
    this_round = int(state.round_number)
    while state.stage != OVER and state.round_number == this_round:
        apply(memory, choose(memory, weights, lines, notes))
    evaluate(memory, shares)
