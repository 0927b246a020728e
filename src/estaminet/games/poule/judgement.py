"""How a position of poule is judged: the écus that each seat may expect at the end, turned into shares of the victory.

A stall counts for what its lines are worth now and for what the tiles to come will add on average. A stall in hand is
worth what it will earn later, a secret tile a little, a drawn tile something to whoever places it. The fewer cells are
left, the surer is whoever leads. The constants are first guesses; a greedy player with
them beats chance, more is not known.
"""

from typing import Final

import numpy as np

from estaminet.engine.compiling import Amounts, Memory, jit, record
from estaminet.engine.sharing import share_softly
from estaminet.games.poule.components import CURSE, FIRE, PURSE
from estaminet.games.poule.rules import (
    BUYERS,
    CELLS,
    COLUMNS,
    EMPTY,
    NONE,
    OVER,
    OWNERS,
    RANKS,
    RETURN_ALL,
    ROGUES,
    ROWS,
    STALL_RANKS,
    STATE,
    TILE,
    TILE_VALUES,
    State,
    returns,
)

DRIFT: Final = 0.45
"""What an empty cell will add to the value of its lines, on average."""
IN_HAND: Final = (1.5, 6.0, 11.0, 17.0)
"""What a stall of each rank will earn if there is time enough to set it up well, in écus."""
TIME_ENOUGH: Final = 5.0
"""For how many own turns, in this round, a stall in hand keeps its worth."""
SECRET_TILE: Final = 0.7
"""What a secret tile is worth to its owner, in écus for each point of its strength."""
DRAWN_TILE: Final = 1.5
"""The same for a drawn tile, to whoever is about to place it."""
SPECIAL_TILE: Final = 4.0
"""The strength of a purse, fire, curse or wizard, in points."""
SPREAD: Final = 16.0
"""By how many écus a round still to play may part two players."""
LAST_SPREAD: Final = 2.0
"""The same for the last cells of the game."""


@jit
def strength(tile: int) -> float:
    """How much a tile can do, for oneself or against others, in points."""
    return SPECIAL_TILE if tile >= PURSE else abs(float(TILE_VALUES[TILE + tile]))


@jit
def add_line(state: State, start: int, step: int, places: int, out: Amounts) -> None:
    """P4.2-P4.4, with the tiles to come: what a line will bring to the owners of its stalls."""
    first = 0
    while first < places:
        buyers = 0
        rogues = 0
        empty = 0
        factor = 1
        is_cursed = False
        has_stalls = False
        end = first
        while end < places:
            piece = int(state.board[start + step * end])
            if piece == TILE + FIRE:
                break
            empty += piece == EMPTY
            buyers += BUYERS[piece]
            rogues += ROGUES[piece]
            is_cursed = is_cursed or piece == TILE + CURSE
            factor += piece == TILE + PURSE
            has_stalls = has_stalls or STALL_RANKS[piece] > 0
            end += 1
        if has_stalls:
            value = float((rogues if is_cursed else buyers + rogues) * factor) + DRIFT * empty
            for place in range(first, end):
                piece = int(state.board[start + step * place])
                out[OWNERS[piece]] += STALL_RANKS[piece] * value
        first = end + 1


@jit
def expect_money(state: State, out: Amounts) -> None:
    """The écus that each seat may expect at the end, less what all will get alike."""
    players = int(state.players)
    rounds_after = int(state.rounds) - 1 - int(state.round_number)
    this_round = min(1.0, int(state.free) / (players * TIME_ENOUGH))
    for seat in range(players):
        out[seat] = state.money[seat]
    for row in range(ROWS):
        add_line(state, row * COLUMNS, 1, COLUMNS, out)
    for column in range(COLUMNS):
        add_line(state, column, COLUMNS, ROWS, out)
    for seat in range(players):
        for rank in range(RANKS):
            is_kept = rank > 0 and state.stalls_return != RETURN_ALL and rounds_after > 0
            out[seat] += int(state.stalls[seat, rank]) * IN_HAND[rank] * (1.0 if is_kept else this_round)
        if state.secret[seat] >= 0:
            out[seat] += SECRET_TILE * strength(int(state.secret[seat])) * this_round
    if state.drawn != NONE:
        out[int(state.turn)] += DRAWN_TILE * strength(int(state.drawn))


@jit
def estimate(memory: Memory, out: Amounts) -> None:
    """Each seat's share of the victory; of a finished game what it is."""
    state: State = record(memory, STATE)
    if state.stage == OVER:
        returns(memory, out)
        return
    expect_money(state, out)
    left = int(state.free) / CELLS + int(state.rounds) - 1 - int(state.round_number)
    share_softly(out, int(state.players), LAST_SPREAD + SPREAD * np.sqrt(left))
