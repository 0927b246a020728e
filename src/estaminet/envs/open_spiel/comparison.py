"""Whether two ways of sampling worlds agree, as far as any seat can see."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from estaminet.engine.kernel import Kernel

WORLDS: Final = 400
"""How many worlds are compared."""
UNLIKELY: Final = 6.0
"""Standard errors: two means of the same thing never lie this far apart."""


def seats_observe_the_same(kernel: Kernel, players: int, some: NDArray[np.uint8], others: NDArray[np.uint8]) -> bool:
    """Whether every seat observes the same on average in both samples of worlds."""
    for seat in range(players):
        one, other = (_observe(kernel, seat, worlds) for worlds in (some, others))
        deviation = np.sqrt((one.var(axis=0) + other.var(axis=0)) / len(one))
        if (np.abs(one.mean(axis=0) - other.mean(axis=0)) > UNLIKELY * deviation + 1e-6).any():
            return False
    return True


def _observe(kernel: Kernel, seat: int, worlds: NDArray[np.uint8]) -> NDArray[np.float64]:
    out = np.zeros((len(worlds), kernel.features), np.float32)
    for world, features in zip(worlds, out, strict=True):
        kernel.encode(kernel.known(world, seat), seat, features)
    return out.astype(np.float64)
