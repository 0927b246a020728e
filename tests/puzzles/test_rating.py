"""Ratings: what was expected changes little, what surprises much, and with every try a rating is surer."""

from itertools import pairwise

import numpy as np
import pytest

from estaminet.puzzles import Rating, rate_try
from estaminet.puzzles.model import DOUBT, DRIFT, ODDS, POINTS, PUZZLE_DOUBT, expect

EASY, EQUAL, HARD = 1100 / POINTS, 1500 / POINTS, 1900 / POINTS


def solve(*difficulties: float, is_right: bool = True) -> Rating:
    """A beginner after these puzzles."""
    rating = Rating()
    for difficulty in difficulties:
        rating = rate_try(rating, difficulty, is_right=is_right)
    return rating


def test_everybody_begins_at_1500_give_or_take_350() -> None:
    assert (POINTS * Rating().mu, 2 * POINTS * Rating().sigma) == pytest.approx((1500, 350))


@pytest.mark.parametrize("difficulty", [EASY, EQUAL])
def test_two_easy_ones_make_nobody_a_master(difficulty: float) -> None:
    assert 1500 < POINTS * solve(difficulty, difficulty).mu < 1650


def test_ten_hard_ones_raise_a_rating_much_more() -> None:
    assert POINTS * solve(*[HARD] * 10).mu > 1900
    assert POINTS * solve(*[EASY] * 10).mu < 1650


def test_an_easy_one_that_was_missed_costs_more_than_a_hard_one() -> None:
    assert solve(EASY, is_right=False).mu < solve(HARD, is_right=False).mu < 25


def test_a_rating_is_surer_with_every_try_but_never_quite_sure() -> None:
    rating, doubts = Rating(), [DOUBT]
    for at in range(60):
        rating = rate_try(rating, EQUAL, is_right=at % 2 == 0)
        doubts.append(rating.sigma)
    assert all(after < before for before, after in pairwise(doubts[:20]))
    assert 50 < POINTS * doubts[-1] < 100


def test_nobody_is_less_known_than_a_beginner() -> None:
    """Ratings of former days were stored with up to 25/3."""
    assert rate_try(Rating(27, 25 / 3), EQUAL, is_right=True) == rate_try(Rating(27, DOUBT), EQUAL, is_right=True)


def test_somebody_as_strong_as_a_puzzle_solves_it_half_the_time() -> None:
    assert expect(Rating(31.5), 31.5) == 0.5
    assert expect(Rating(31.5), EASY) > 0.9


@pytest.mark.parametrize("difficulty", [EASY, EQUAL, HARD])
@pytest.mark.parametrize("sigma", [1.0, DOUBT])
@pytest.mark.parametrize("is_right", [True, False])
def test_it_is_nearly_what_bayes_says(difficulty: float, sigma: float, *, is_right: bool) -> None:
    """The formula against the rule that it is short for: every strength and difficulty, each as likely as it is."""
    after = rate_try(Rating(25, sigma), difficulty, is_right=is_right)
    before = np.hypot(sigma, DRIFT) if sigma < DOUBT else DOUBT
    offsets = np.linspace(-6, 6, 601)
    likely = np.exp(-(offsets**2) / 2)
    strengths, difficulties = 25 + before * offsets, difficulty + PUZZLE_DOUBT * offsets
    solved = 1 / (1 + np.exp((difficulties[None] - strengths[:, None]) / ODDS))
    weights = likely * ((solved if is_right else 1 - solved) @ likely)
    mean = np.average(strengths, weights=weights)
    spread = np.sqrt(np.average((strengths - mean) ** 2, weights=weights))
    assert after.mu == pytest.approx(mean, abs=0.25)
    assert after.sigma == pytest.approx(spread, abs=0.15)
