"""Student's intervals, by hand."""

import pytest

from estaminet.arena.intervals import Estimate, estimate


def test_an_interval_by_hand() -> None:
    """Mean 3, standard deviation √2.5, five observations: 3 ± 2.776 √(2.5 / 5)."""
    found = estimate([1, 2, 3, 4, 5])
    assert (found.mean, found.low, found.high) == pytest.approx((3, 3 - 1.9632, 3 + 1.9632), abs=1e-3)


def test_an_interval_stays_within_what_is_possible() -> None:
    assert estimate([0.0, 1.0], least=0, most=1) == Estimate(0.5, 0, 1)


def test_one_observation_has_no_interval() -> None:
    assert estimate([0.25]) == Estimate(0.25, None, None)
