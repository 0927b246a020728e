"""Random numbers inside compiled code: SplitMix64, one 64-bit word of state, the same on every machine.

Deals never come from here; they come from `estaminet.engine.deal`. This is for play and for search.
"""

from typing import Final

import numpy as np

from estaminet.engine.jit.compiler import jit
from estaminet.engine.jit.layout import JIT_IS_OFF, Ids, Memory, Random

# The constants of SplitMix64 (Steele, Lea, Flood 2014).
STEP: Final = np.uint64(0x9E3779B97F4A7C15)
MIX_1: Final = np.uint64(0xBF58476D1CE4E5B9)
MIX_2: Final = np.uint64(0x94D049BB133111EB)
S27: Final = np.uint64(27)
S30: Final = np.uint64(30)
S31: Final = np.uint64(31)
S32: Final = np.uint64(32)
LOW_WORD: Final = np.uint64(0xFFFFFFFF)


def generator(seed: int) -> Random:
    """A random generator for compiled functions."""
    return np.array([seed % (1 << 64)], np.uint64)


@jit
def seed_with(rng: Random, data: Memory) -> None:
    """Begin a generator with some bytes: the same bytes give the same numbers."""
    word = STEP
    for at in range(data.size):
        word = (word ^ np.uint64(data[at])) * MIX_1
        word = word ^ (word >> S32)
    rng[0] = word


@jit
def below(rng: Random, limit: int) -> int:
    """A number from 0 to limit - 1, each exactly equally likely (Lemire's method)."""
    wide = np.uint64(limit)
    while True:
        rng[0] += STEP
        word = rng[0]
        word = (word ^ (word >> S30)) * MIX_1
        word = (word ^ (word >> S27)) * MIX_2
        word = word ^ (word >> S31)
        product = (word >> S32) * wide
        low = product & LOW_WORD
        # Only a product whose low word is under `limit` can be one too many.
        if low >= wide or low >= (LOW_WORD - wide + np.uint64(1)) % wide:
            return int(product >> S32)


@jit
def shuffle(ids: Ids, count: int, rng: Random) -> None:
    """Bring the first `count` into a uniformly random order."""
    for place in range(count - 1, 0, -1):
        other = below(rng, place + 1)
        ids[place], ids[other] = ids[other], ids[place]


if JIT_IS_OFF:
    # Machine arithmetic wraps around silently, and this generator relies on it.
    below = np.errstate(over="ignore")(below)
    seed_with = np.errstate(over="ignore")(seed_with)
