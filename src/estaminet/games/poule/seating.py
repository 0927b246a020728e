"""The table from another seat. Actions name cells and ranks only, which are the same from everywhere."""

from typing import Final

import numpy as np

from estaminet.engine.jit.layout import Memory, look_up
from estaminet.games.poule.rules import OWNERS, RANKS, STALL, State

OF_SEATS: Final = ("stalls", "secret", "last_turns", "last_gains", "money")
"""Fields with a row for each seat."""


def reseat(memory: Memory, players: int, seat: int) -> Memory:
    turned = memory.copy()
    for name in OF_SEATS:
        rows = look_up(turned, State, name)[:players]
        rows[:] = np.roll(rows, -seat, axis=0)
    for name in ("turn", "first"):
        field = look_up(turned, State, name)
        field[...] = (field - seat) % players
    for name in ("board", "last_board"):
        cells = look_up(turned, State, name)
        owners = OWNERS[cells]
        cells[cells >= STALL] += (RANKS * ((owners - seat) % players - owners))[cells >= STALL].astype(np.int8)
    return turned
