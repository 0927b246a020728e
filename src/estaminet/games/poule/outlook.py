"""How far ahead a seat is, in écus: a search plays the round to its end, so that this is what will be counted."""

from estaminet.engine.jit.layout import Memory, unpack
from estaminet.games.poule.rules import State


def lead(world: Memory, seat: int) -> float:
    """By how much a seat has more écus than the richest of the others."""
    state = unpack(world, State)
    money = state.money[: state.players].tolist()
    return float(money.pop(seat) - max(money))
