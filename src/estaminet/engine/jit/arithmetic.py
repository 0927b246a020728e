"""Powers and logarithms made of sums and products, which no two machines round differently.

Those of libraries differ in the last bit between systems, and then searches differ.
"""

import math
from typing import Final

import numpy as np

from estaminet.engine.jit.compiler import jit

GREATEST_POWER: Final = 700.0
"""e to this power is still a number; e to less than its negative is 0."""
DOUBLINGS: Final = 1.4426950408889634
"""How often 1 must be doubled to become e."""
LOGARITHM_HIGH: Final = 0.693147180369123816490
"""The logarithm of two in two parts: small whole numbers times the first are exact."""
LOGARITHM_LOW: Final = 1.90821492927058770002e-10
C2, C3, C4, C5, C6, C7, C8, C9, C10, C11, C12, C13 = (1 / math.factorial(number) for number in range(2, 14))
BIAS: Final = 1023
"""Added to the exponent of a 64-bit number of IEEE 754, which begins at the bit of this place."""
EXPONENT: Final = 52
TERMS: Final = 9
LOGARITHM_OF_TWO: Final = 0.6931471805599453


@jit
def exponential(power: float) -> float:
    """What e to a power is."""
    if power < -GREATEST_POWER:
        return 0.0
    power = min(power, GREATEST_POWER)
    doublings = np.floor(power * DOUBLINGS + 0.5)
    x = (power - doublings * LOGARITHM_HIGH) - doublings * LOGARITHM_LOW
    # The series of e, its terms in pairs: they need not wait for each other.
    x2 = x * x
    x4 = x2 * x2
    middle = (C4 + C5 * x) + (C6 + C7 * x) * x2
    end = ((C8 + C9 * x) + (C10 + C11 * x) * x2) + (C12 + C13 * x) * x4
    value = 1.0 + (x + (x2 * (C2 + C3 * x) + x4 * (middle + x4 * end)))
    return float(value * np.int64((int(doublings) + BIAS) << EXPONENT).view(np.float64))


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
