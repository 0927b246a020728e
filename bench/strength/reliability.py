"""Whether stated chances come true: how far they are off, how sure that is, and a correction of one number."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from estaminet.arena.intervals import Estimate

BINS: Final = 10
DRAWN: Final = 1000
"""How often games are drawn anew from those that there are."""
LEAST: Final = 1e-4
"""A share that is stated as less counts as this much: none of them has a logarithm otherwise."""
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Forecasts:
    """What was stated in some positions, and how their games ended."""

    games: NDArray[np.int64]
    """Of which game each is."""
    seats: NDArray[np.int64]
    """Who was to move, and stated it."""
    shares: Floats
    """What was stated, by position and seat."""
    results: Floats
    """What came, the same way."""
    exact: NDArray[np.bool_]
    """Whether it was calculated to the end."""

    @property
    def stated(self) -> Floats:
        """Of one's own victory."""
        own: Floats = self.shares[np.arange(len(self.seats)), self.seats]
        return own

    @property
    def won(self) -> Floats:
        own: Floats = self.results[np.arange(len(self.seats)), self.seats]
        return own

    def select(self, which: NDArray[np.bool_]) -> "Forecasts":
        return Forecasts(*(getattr(self, name)[which] for name in ("games", "seats", "shares", "results", "exact")))


@dataclass(frozen=True)
class Bin:
    """Positions with like chances."""

    positions: int
    stated: float
    won: float
    low: float
    high: float


class Reliability(NamedTuple):
    """How true chances are."""

    positions: int
    games: int
    error: Estimate
    """The expected calibration error: how far off a stated chance is, on average over positions."""
    floor: float
    """What would show of it by chance alone, if all of it were true and positions did not depend on each other."""
    bins: list[Bin]


def examine(forecasts: Forecasts) -> Reliability:
    """The interval comes from games drawn anew, so positions of one game may depend on each other."""
    rng = np.random.default_rng(1)
    stated, won = forecasts.stated, forecasts.won
    places = np.minimum((stated * BINS).astype(np.int64), BINS - 1)
    _, games = np.unique(forecasts.games, return_inverse=True)
    count = int(games.max()) + 1
    sums = np.zeros((3, count, BINS))
    for at, values in enumerate((np.ones(len(stated)), stated, won)):
        np.add.at(sums[at], (games, places), values)
    drawn = rng.multinomial(count, np.full(count, 1 / count), DRAWN).astype(np.float64) @ sums
    errors = np.abs(drawn[2] - drawn[1]).sum(axis=1) / drawn[0].sum(axis=1)
    whole = sums.sum(axis=1)
    by_chance = [
        np.abs(np.bincount(places, (rng.random(len(stated)) < stated) - stated, BINS)).sum() / len(stated)
        for _ in range(DRAWN // 5)
    ]
    used = np.flatnonzero(whole[0])
    with np.errstate(invalid="ignore"):  # a bin may be empty in some of the draws
        low, high = np.nanpercentile((drawn[2] / drawn[0])[:, used], [2.5, 97.5], axis=0)
    whole = whole[:, used]
    means = whole[1:] / whole[0]
    return Reliability(
        len(stated),
        count,
        Estimate(
            float(np.abs(whole[2] - whole[1]).sum() / len(stated)), *map(float, np.percentile(errors, [2.5, 97.5]))
        ),
        float(np.mean(by_chance)),
        [
            Bin(int(count), float(stated), float(won), float(low[at]), float(high[at]))
            for at, (count, stated, won) in enumerate(zip(whole[0], means[0], means[1], strict=True))
        ],
    )


def correct(shares: Floats, temperature: float) -> Floats:
    """Shares whose logits are divided by a temperature: above 1 they come nearer to each other, below 1 they part."""
    powers = np.maximum(shares, LEAST) ** (1 / temperature)
    corrected: Floats = powers / powers.sum(axis=-1, keepdims=True)
    return corrected


def fit_temperature(forecasts: Forecasts) -> float:
    """The one with which the results surprise least. What was calculated needs no correction and is left out."""
    open_ones = forecasts.select(~forecasts.exact)
    return float(np.exp(_minimize(lambda log: surprise(open_ones, float(np.exp(log))), -2.0, 2.0)))


def surprise(forecasts: Forecasts, temperature: float = 1.0) -> float:
    """The cross-entropy of the results, in nats for a position."""
    corrected = np.maximum(correct(forecasts.shares, temperature), LEAST)
    return float(-(forecasts.results * np.log(corrected)).sum(axis=1).mean())


def apply_temperature(forecasts: Forecasts, temperature: float) -> Forecasts:
    """The same with corrected shares; what was calculated stays."""
    shares = np.where(forecasts.exact[:, None], forecasts.shares, correct(forecasts.shares, temperature))
    return Forecasts(forecasts.games, forecasts.seats, shares, forecasts.results, forecasts.exact)


class Correction(NamedTuple):
    """A temperature that was fitted to half of the games, and what it does to the other half."""

    temperature: float
    error_before: Estimate
    error_after: Estimate
    surprise_before: float
    surprise_after: float


def try_correction(forecasts: Forecasts) -> Correction:
    """Fitted to games of even numbers, measured on the others."""
    is_even = forecasts.games % 2 == 0
    temperature, others = fit_temperature(forecasts.select(is_even)), forecasts.select(~is_even)
    corrected = apply_temperature(others, temperature)
    return Correction(
        temperature, examine(others).error, examine(corrected).error, surprise(others), surprise(corrected)
    )


def _minimize(function: Callable[[float], float], low: float, high: float) -> float:
    """Of a function with one valley: golden section."""
    ratio = (np.sqrt(5) - 1) / 2
    for _ in range(40):
        left, right = high - ratio * (high - low), low + ratio * (high - low)
        low, high = (low, right) if function(left) < function(right) else (left, high)
    return float((low + high) / 2)
