"""Student's intervals, against printed tables."""

import pytest

from estaminet.arena.intervals import Estimate, estimate, student


@pytest.mark.parametrize(
    ("freedom", "printed"),
    [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (9, 2.262), (10, 2.228), (30, 2.042), (100, 1.984), (120, 1.980)],
)
def test_quantiles_are_those_of_the_tables(freedom: int, printed: float) -> None:
    assert student(freedom) == pytest.approx(printed, abs=0.0006)


def test_the_change_to_the_normal_distribution_is_not_seen() -> None:
    assert student(1999) == pytest.approx(student(2000), abs=0.002)


def test_an_interval_by_hand() -> None:
    """Mean 3, standard deviation √2.5, five observations: 3 ± 2.776 √(2.5 / 5)."""
    found = estimate([1, 2, 3, 4, 5])
    assert (found.mean, found.low, found.high) == pytest.approx((3, 3 - 1.9632, 3 + 1.9632), abs=1e-3)


def test_an_interval_stays_within_what_is_possible() -> None:
    assert estimate([0.0, 1.0], least=0, most=1) == Estimate(0.5, 0, 1)


def test_one_observation_has_no_interval() -> None:
    assert estimate([0.25]) == Estimate(0.25, None, None)
