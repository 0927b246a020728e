"""Intervals that always hold: by hand, within their bounds, and true however often one looks."""

import math
from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from estaminet.lab.betting import BOLDEST, always_valid, place_bets
from estaminet.lab.intervals import Estimate, estimate

Numbers = NDArray[np.float64]


def test_an_interval_by_hand() -> None:
    """Only ones: the variance seen before the second bet is (1/4 + (1 - 3/4)²) / 2, and so on.

    Against the lower end, the money has been multiplied by 40.
    """
    bets = place_bets(np.ones(3), 0.02, 0.0)
    second = (1 / 4 + 1 / 16) / 2
    third = (1 / 4 + 1 / 16 + (1 - 2.5 / 3) ** 2) / 3
    assert bets == pytest.approx([0.08, 0.02 / second, 0.02 / third])
    found = always_valid([1.0] * 400, aim=0.02)
    assert found.low is not None
    money = np.log1p(place_bets(np.ones(400), 0.02, 0.0) * (1 - found.low)).sum()
    assert money == pytest.approx(math.log(40), abs=1e-6)
    assert (found.mean, found.high) == (1, 1)


def test_no_bet_looks_at_what_it_is_placed_on() -> None:
    found = np.random.default_rng(1).random(50)
    changed = found.copy()
    changed[30:] = 0
    assert (place_bets(found, 0.02, 0.0)[:31] == place_bets(changed, 0.02, 0.0)[:31]).all()


def test_no_observation_takes_all_the_money() -> None:
    """However bold the bets are, and whatever happens within the bounds."""
    found = np.array([0.5] * 100 + [-1.0, 2.0])
    assert place_bets(found, 0.4, 1.0).max() * 2 == pytest.approx(BOLDEST)
    assert always_valid(list(found), aim=0.4, beyond=1.0).half_width < 0.5


def test_the_larger_and_the_smaller_are_treated_alike() -> None:
    found = np.random.default_rng(2).random(200)
    one, other = always_valid(list(found), aim=0.05), always_valid(list(1 - found), aim=0.05)
    assert (other.low, other.high) == pytest.approx((1 - (one.high or 0), 1 - (one.low or 0)))


def test_few_observations_tell_nothing() -> None:
    assert always_valid([1.0], aim=0.02) == Estimate(1, 0, 1)


def deals(rng: np.random.Generator) -> Numbers:
    """Two games each, won or lost by a toss."""
    return rng.binomial(2, 0.5, 1000) / 2


def without_luck(rng: np.random.Generator) -> Numbers:
    """As results without luck are: not bounded by 0 and 1."""
    return np.clip(0.5 + 0.3 * rng.standard_normal(1000), -1, 2)


@pytest.mark.parametrize(("draw", "beyond"), [(deals, 0.0), (without_luck, 1.0)])
def test_whoever_looks_all_the_time_is_misled_in_one_of_twenty_and_not_by_student(
    draw: Callable[[np.random.Generator], Numbers], beyond: float
) -> None:
    rng = np.random.default_rng(3)
    misled = {"always valid": 0, "student": 0}
    repetitions = 60
    for _ in range(repetitions):
        found = draw(rng)
        looks = [list(found[:count]) for count in range(10, 1000, 30)]
        misled["always valid"] += any(misses(always_valid(each, aim=0.04, beyond=beyond)) for each in looks)
        misled["student"] += any(misses(estimate(each)) for each in looks)
    assert misled["always valid"] <= repetitions * 0.05
    assert misled["student"] > repetitions * 0.15


def misses(found: Estimate, truth: float = 0.5) -> bool:
    return not (found.low or 0) <= truth <= (1 if found.high is None else found.high)


def test_it_takes_twice_the_observations_of_student_to_be_as_narrow() -> None:
    """2 log 40 instead of 1.96²: 7.4 instead of 3.8 variances over the square of the aim."""
    found = list(deals(np.random.default_rng(4)))
    expected = 2 * math.log(40) * 0.125 / 0.04**2
    narrow = next(count for count in range(100, 800, 5) if always_valid(found[:count], aim=0.04).half_width <= 0.04)
    assert narrow == pytest.approx(expected, rel=0.1)
