"""Means with 95 % confidence intervals, for observations that do not depend on each other.

Student's interval holds for a number of deals that was settled before. Playing until it is narrow enough stops too
often where chance has made it so; `always_valid` holds at every moment, however often somebody looks. There two people
bet against every possible mean: one that observations are larger, one that they are smaller. Against the true mean the
bets are fair, and nobody is likely ever to become rich: the chance to have 40 times the money at any moment is at most
1 in 40 (Ville). The interval holds the means against which neither is rich: the hedged capital of Waudby-Smith and
Ramdas, "Estimating means of bounded random variables by betting" (2024).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, stdev
from typing import Final

import numpy as np
from numpy.typing import NDArray

CONFIDENCE: Final = 0.95
RICH: Final = math.log(2 / (1 - CONFIDENCE))
"""How often, as a logarithm, the money must have been multiplied: both have half of the 5 %."""
BOLDEST: Final = 0.9
"""The largest part of the money that a bet can lose."""
HALVINGS: Final = 40


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
    """The mean of some observations with Student's interval, which stays between `least` and `most`."""
    mean = fmean(observations)
    if len(observations) < 2:
        return Estimate(mean)
    from scipy.special import stdtrit  # here, because the rest of the arena does without it

    quantile = float(stdtrit(len(observations) - 1, (1 + CONFIDENCE) / 2))
    margin = quantile * stdev(observations) / math.sqrt(len(observations))
    return Estimate(mean, max(mean - margin, least), min(mean + margin, most))


def always_valid(observations: Sequence[float], *, aim: float, beyond: float = 0.0) -> Estimate:
    """The mean of observations between -`beyond` and 1 + `beyond`, and where the true one, between 0 and 1, lies.

    The bets are those that make the interval reach `aim` to each side as early as possible. Any `aim` is valid if it
    was chosen before.
    """
    found = np.array(observations, np.float64)
    bets = place_bets(found, aim, beyond)
    # To bet on smaller ones is to bet on larger ones in the mirror.
    return Estimate(float(found.mean()), _find_least(found, bets), 1 - _find_least(1 - found, bets))


def place_bets(found: NDArray[np.float64], aim: float, beyond: float) -> NDArray[np.float64]:
    """How much is bet on each observation, from those before it and no other."""
    counts = np.arange(1, len(found) + 1) + 1
    # As if one observation of mean and variance a half and a quarter had come before.
    means = (0.5 + np.cumsum(found)) / counts
    variances = (0.25 + np.cumsum((found - means) ** 2)) / counts
    before = np.concatenate([[0.25], variances[:-1]])
    bets: NDArray[np.float64] = np.minimum(aim / before, BOLDEST / (1 + beyond))
    return bets


def _find_least(found: NDArray[np.float64], bets: NDArray[np.float64]) -> float:
    """The smallest mean against which a bet on larger observations has not made anybody rich."""
    low, high = 0.0, 1.0
    if np.log1p(bets * found).sum() < RICH:
        return low
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        is_rich = np.log1p(bets * (found - middle)).sum() >= RICH
        low, high = (middle, high) if is_rich else (low, middle)
    return low
