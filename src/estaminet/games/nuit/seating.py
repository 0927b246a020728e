"""The table from another seat: pubs are counted clockwise from whoever looks."""

from typing import Final

import numpy as np

from estaminet.engine.jit.layout import Memory, look_up
from estaminet.games.nuit.rules import LAST_FROM, LAST_TO, State

OF_SEATS: Final = (
    "start_tiles", "hands", "is_known", "tiles", "guests", "money", "sitting", "worth", "free_seats", "empty",
    "of_kind", "with_room", "with_guests", "last_turns",
)  # fmt: skip
"""Fields with a row for each seat."""


def seen_from(text: str, players: int, seat: int) -> str:
    """Only `from` names a pub; those that are not in the game keep their numbers."""
    kind, *rest = text.split()
    if kind != "from" or int(rest[0]) >= players:
        return text
    return f"from {(int(rest[0]) - seat) % players} {rest[1]}"


def reseat(memory: Memory, players: int, seat: int) -> Memory:
    turned = memory.copy()
    for name in OF_SEATS:
        rows = look_up(turned, State, name)[:players]
        rows[:] = np.roll(rows, -seat, axis=0)
    for name in ("turn", "decides", "from_pub"):
        field = look_up(turned, State, name)
        if field >= 0:
            field[...] = (field - seat) % players
    turns = look_up(turned, State, "last_turns")
    for part in (LAST_FROM, LAST_TO):
        pubs = turns >> part & 15
        turns += np.where(pubs > 0, (pubs - 1 - seat) % players + 1 - pubs, 0) << part
    return turned
