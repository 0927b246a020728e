"""Intervals that always hold: by hand, within their bounds, and true however often one looks."""

import math
from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from estaminet.arena.intervals import BOLDEST, Estimate, always_valid, estimate, place_bets

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


def is_rich(found: Numbers, aim: float, beyond: float, truth: float = 0.5) -> NDArray[np.bool_]:
    """After each observation, whether a gambler has 40 times the money against the truth."""
    gains = place_bets(found, aim, beyond) * (found - truth)
    money = np.maximum(np.cumsum(np.log1p(gains)), np.cumsum(np.log1p(-gains)))
    return np.array(money >= math.log(40))


def test_an_interval_leaves_out_what_somebody_became_rich_against() -> None:
    found = deals(np.random.default_rng(5)) * 0.8
    rich = is_rich(found, 0.04, 0.0)
    assert 0 < rich.sum() < len(rich)
    for count in range(1, len(found), 7):
        interval = always_valid(list(found[:count]), aim=0.04)
        assert misses(interval) == rich[count - 1], count


@pytest.mark.parametrize(("draw", "beyond"), [(deals, 0.0), (without_luck, 1.0)])
def test_whoever_looks_all_the_time_is_misled_in_one_of_twenty_and_by_student_far_more_often(
    draw: Callable[[np.random.Generator], Numbers], beyond: float
) -> None:
    """Of 2,000 who look after each of 1,000 observations; 0.05 has a standard error of 0.005."""
    rng = np.random.default_rng(3)
    repetitions = [draw(rng) for _ in range(2000)]
    misled = np.mean([is_rich(each, 0.04, beyond).any() for each in repetitions])
    assert 0.03 < misled < 0.065
    looks = range(10, 1000, 30)
    by_student = np.mean([any(misses(estimate(list(each[:count]))) for count in looks) for each in repetitions[:50]])
    assert by_student > 0.15


def misses(found: Estimate, truth: float = 0.5) -> bool:
    return not (found.low or 0) <= truth <= (1 if found.high is None else found.high)


def test_it_takes_twice_the_observations_of_student_to_be_as_narrow() -> None:
    """2 log 40 instead of 1.96²: 7.4 instead of 3.8 variances over the square of the aim."""
    found = list(deals(np.random.default_rng(4)))
    expected = 2 * math.log(40) * 0.125 / 0.04**2
    narrow = next(count for count in range(100, 800, 5) if always_valid(found[:count], aim=0.04).half_width <= 0.04)
    assert narrow == pytest.approx(expected, rel=0.1)
