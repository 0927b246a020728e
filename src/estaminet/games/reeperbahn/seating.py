"""The street from its other end: what the two players see of each other's actions and positions."""

from typing import Final

import numpy as np

from estaminet.engine.jit.layout import Memory, look_up
from estaminet.games.reeperbahn.components import SQUARES, E, W
from estaminet.games.reeperbahn.notation import ACTIONS
from estaminet.games.reeperbahn.rules import SEATS, State

OTHER_GUARD: Final = {"w": "e", "e": "w"}


def seen_from(text: str, players: int, seat: int) -> str:  # noqa: ARG001  # always two
    """R4.3: the low guard of one player is the high guard of the other; figures move toward whoever acts (R4.1)."""
    *head, last = text.split()
    return text if seat == 0 else " ".join([*head, OTHER_GUARD.get(last, last)])


TEXTS: Final = [action.text for action in ACTIONS]
MIRRORED: Final = np.array([TEXTS.index(seen_from(text, SEATS, 1)) for text in TEXTS], np.int8)
"""For each code that of the same action, seen from the other end."""


def reseat(memory: Memory, players: int, seat: int) -> Memory:  # noqa: ARG001  # always two
    """Seats exchanged and squares mirrored."""
    mirrored = memory.copy()
    if seat == 0:
        return mirrored
    for name in ("hand_cards", "hand_sizes", "hand", "known", "last_turns"):
        field = look_up(mirrored, State, name)
        field[:] = field[::-1].copy()
    for name in ("turn", "winner"):
        field = look_up(mirrored, State, name)
        if 0 <= field < SEATS:
            field[...] = 1 - field
    figures = look_up(mirrored, State, "figures")
    figures[:] = SQUARES + 1 - figures
    figures[[W, E]] = figures[[E, W]]
    done = look_up(mirrored, State, "done")
    done[:] = MIRRORED[done]
    return mirrored
