"""Who has how much of the victory, when the most money or points win."""

import math

from estaminet.engine.jit.compiler import jit
from estaminet.engine.jit.layout import Amounts


@jit
def share_victory(amounts: Amounts, players: int) -> None:
    """Turn final amounts into shares of the victory: the most win, equal ones share."""
    most = amounts[0]
    for seat in range(1, players):
        most = max(most, amounts[seat])
    sharing = 0
    for seat in range(players):
        sharing += amounts[seat] == most
    for seat in range(players):
        amounts[seat] = 1 / sharing if amounts[seat] == most else 0.0


@jit
def share_softly(amounts: Amounts, players: int, spread: float) -> None:
    """Turn expected amounts into expected shares: a lead of one spread is worth e to 1 between two seats."""
    most = amounts[0]
    for seat in range(1, players):
        most = max(most, amounts[seat])
    total = 0.0
    for seat in range(players):
        amounts[seat] = math.exp((amounts[seat] - most) / spread)
        total += amounts[seat]
    for seat in range(players):
        amounts[seat] /= total
