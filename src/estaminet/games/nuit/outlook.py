"""How far ahead an owner is, in marks: what is in the till, and what the guests will still pay until closing time."""

from estaminet.engine.jit.layout import Memory, unpack
from estaminet.games.nuit.evaluation import COLLECTIONS
from estaminet.games.nuit.rules import CASH_CARDS, OVER, SIZES, State


def lead(world: Memory, seat: int) -> float:
    """By how much an owner may expect more than the best of the others."""
    state = unpack(world, State)
    left = 0 if state.stage == OVER else SIZES[CASH_CARDS] - int(state.tops[CASH_CARDS])
    marks = (state.money + COLLECTIONS[left] * state.worth)[: state.players].tolist()
    return float(marks.pop(seat) - max(marks))
