"""Random numbers are drawn in a game's module; Python begins them."""

import numpy as np

WORD = (1 << 64) - 1


def generator(seed: int) -> np.ndarray:
    """A random generator for compiled functions."""
    return np.array([seed & WORD], np.uint64)
