"""Means with 95 % confidence intervals, after Student, for observations that do not depend on each other."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from statistics import NormalDist, fmean, stdev
from typing import Final

CONFIDENCE: Final = 0.95
ALMOST_NORMAL: Final = 2000
"""From so many degrees of freedom, Student's distribution and the normal one agree in three digits."""


@dataclass(frozen=True)
class Estimate:
    """A mean, and where the true one lies with 95 % confidence; a single observation tells nothing about that."""

    mean: float
    low: float | None = None
    high: float | None = None

    @property
    def half_width(self) -> float:
        """How far the interval reaches to each side, on average."""
        return math.inf if self.low is None or self.high is None else (self.high - self.low) / 2


def estimate(observations: Sequence[float], *, least: float = -math.inf, most: float = math.inf) -> Estimate:
    """The mean of some observations; its interval stays between `least` and `most`."""
    mean = fmean(observations)
    if len(observations) < 2:
        return Estimate(mean)
    margin = student(len(observations) - 1) * stdev(observations) / math.sqrt(len(observations))
    return Estimate(mean, max(mean - margin, least), min(mean + margin, most))


@cache
def student(freedom: int) -> float:
    """How many standard errors the interval reaches to each side."""
    if freedom >= ALMOST_NORMAL:
        return NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    low, high = 0.0, math.pi / 2
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _chance_within(middle, freedom) < CONFIDENCE else (low, middle)
    return math.tan(low) * math.sqrt(freedom)


def _chance_within(angle: float, freedom: int) -> float:
    """The chance that |t| is at most tan(angle) √freedom (Abramowitz and Stegun 26.7.3 and 26.7.4)."""
    sine, cosine = math.sin(angle), math.cos(angle)
    is_odd = freedom % 2 == 1
    term = cosine if is_odd else 1.0
    total = 0.0
    for step in range(freedom // 2):
        total += term
        numerator = 2 * step + (2 if is_odd else 1)
        term *= cosine * cosine * numerator / (numerator + 1)
    return (angle + sine * total) * 2 / math.pi if is_odd else sine * total
