"""`last_turns` of a record, one number for each thing that it tells."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from estaminet.engine.jit.layout import Memory, look_up
from estaminet.games.nuit import rules as nuit
from estaminet.games.poule import rules as poule
from estaminet.games.reeperbahn import rules as reeperbahn

STATES: dict[str, type] = {
    "poule": poule.State,
    "reeperbahn": reeperbahn.State,
    "nuit": nuit.State,
}
Turns = NDArray[np.int64]


def unpack_poule(turns: Turns) -> Turns:
    return np.stack([turns >> 8 * age & 255 for age in range(poule.LAST_TURNS)], axis=-1)


def unpack_reeperbahn(turns: Turns) -> Turns:
    """The count of each kind; all of a turn are on the same side of zero."""
    kinds = np.arange(reeperbahn.KINDS)
    counts: Turns = np.abs(turns)[..., None] >> 4 * kinds & 15
    return np.where(turns[..., None] < 0, -counts, counts)


def unpack_nuit(turns: Turns) -> Turns:
    """First action, pub that was left, pub that was found, value, card."""
    return np.stack([turns >> bits & 15 for bits in (0, 4, 8, 12)] + [turns >> 16], axis=-1)


UNPACKERS: dict[str, Callable[[Turns], Turns]] = {
    "poule": unpack_poule,
    "reeperbahn": unpack_reeperbahn,
    "nuit": unpack_nuit,
}


def read_turns(name: str, memory: Memory) -> Turns:
    return UNPACKERS[name](look_up(memory, STATES[name], "last_turns").astype(np.int64))
