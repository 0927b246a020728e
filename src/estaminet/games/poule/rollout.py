"""What comes of a position: the round is played to its end by habit, and judged there, where little is open."""

import numpy as np

from estaminet.engine.jit.compiler import jit_allocating
from estaminet.engine.jit.layout import Amounts, Memory, record
from estaminet.games.poule.evaluation import evaluate
from estaminet.games.poule.habit import NOTES, choose, weigh_rivals
from estaminet.games.poule.rules import CELLS, CHOOSE, LINES, OVER, SEATS, STATE, State, apply


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
