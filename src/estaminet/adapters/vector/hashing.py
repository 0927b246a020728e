"""SHA-256 in compiled code (FIPS 180-4), so that thousands of games are dealt a second by the recipe of every deal."""

from math import isqrt
from typing import Annotated, Final

import numpy as np
from numba import types
from numpy.typing import NDArray

from estaminet.engine.compiling import jit
from estaminet.engine.layout import JIT_IS_OFF, Memory

Words = Annotated[NDArray[np.uint32], types.uint32[::1]]
Word = Annotated[np.uint32, types.uint32]

BLOCK: Final = 64
"""Bytes that are mixed in at once."""
DIGEST: Final = 8
"""Words of a hash."""
ROUNDS: Final = 64


def _list_primes(count: int) -> list[int]:
    primes: list[int] = []
    number = 2
    while len(primes) < count:
        if all(number % prime for prime in primes):
            primes.append(number)
        number += 1
    return primes


def _cube_root(number: int) -> int:
    """The whole part of it."""
    root: int = round(number ** (1 / 3))
    while root**3 > number:
        root -= 1
    while (root + 1) ** 3 <= number:
        root += 1
    return root


# The first 32 bits behind the point of the roots of the first primes.
FIRST: Final = np.array([isqrt(prime << 64) % (1 << 32) for prime in _list_primes(DIGEST)], np.uint32)
ROUND: Final = np.array([_cube_root(prime << 96) % (1 << 32) for prime in _list_primes(ROUNDS)], np.uint32)


@jit
def turn(word: Word, places: int) -> Word:
    """A word, turned to the right."""
    return np.uint32(word >> places) | np.uint32(word << (32 - places))


@jit
def mix(state: Words, message: Memory, at: int, schedule: Words) -> None:
    """Mix a block of the message into the state; `schedule` is room for ROUNDS words."""
    for word in range(16):
        place = at + 4 * word
        schedule[word] = (
            int(message[place]) << 24
            | int(message[place + 1]) << 16
            | int(message[place + 2]) << 8
            | int(message[place + 3])
        )
    # Cut back to 32 bits after every sum: half as fast again as with whole registers.
    for word in range(16, ROUNDS):
        early, late = schedule[word - 15], schedule[word - 2]
        schedule[word] = np.uint32(
            schedule[word - 16]
            + (turn(early, 7) ^ turn(early, 18) ^ early >> 3)
            + schedule[word - 7]
            + (turn(late, 17) ^ turn(late, 19) ^ late >> 10)
        )
    a, b, c, d = state[0], state[1], state[2], state[3]
    e, f, g, h = state[4], state[5], state[6], state[7]
    for step in range(ROUNDS):
        chosen = g ^ (e & (f ^ g))
        new = np.uint32(h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + chosen + ROUND[step] + schedule[step])
        most = (a & b) | (c & (a | b))
        top = np.uint32(new + (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + most)
        h, g, f, e, d, c, b, a = g, f, e, np.uint32(d + new), c, b, a, top
    for word, value in enumerate((a, b, c, d, e, f, g, h)):
        state[word] += value


if JIT_IS_OFF:
    # Machine arithmetic wraps around silently, and this hash relies on it.
    mix = np.errstate(over="ignore")(mix)
