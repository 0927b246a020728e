"""Exponentials and logarithms by products and sums alone, which no two machines round differently."""

from typing import Final

from estaminet.engine.jit.compiler import jit

LEAST_POWER: Final = -60.0
HALVINGS: Final = 10
TERMS: Final = 9
LOGARITHM_OF_TWO: Final = 0.6931471805599453


@jit
def exponential(power: float) -> float:
    """What e to a power of 0 at most is."""
    if power < LEAST_POWER:
        return 0.0
    small = power / (1 << HALVINGS)
    value = 1.0
    for term in range(TERMS, 0, -1):
        value = 1.0 + value * small / term
    for _ in range(HALVINGS):
        value *= value
    return value


@jit
def logarithm(number: float) -> float:
    """Of a number above 0."""
    doublings = 0
    while number > 1.5:
        number /= 2
        doublings += 1
    while number < 0.75:
        number *= 2
        doublings -= 1
    part = (number - 1) / (number + 1)
    value = 0.0
    for term in range(TERMS, -1, -1):
        value = value * part * part + 1.0 / (2 * term + 1)
    return 2 * part * value + doublings * LOGARITHM_OF_TWO
