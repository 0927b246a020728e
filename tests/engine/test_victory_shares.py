"""Shares of a victory: the most win, equal ones share; the smaller the spread, the more a lead is worth."""

import numpy as np
import pytest

from estaminet.engine.victory_shares import share_softly, share_victory


@pytest.mark.parametrize(
    ("amounts", "shares"),
    [([5, 7], [0, 1]), ([7, 7, 3], [0.5, 0.5, 0]), ([-4, -2], [0, 1]), ([0, 0, 0], [1 / 3] * 3), ([1, 2, 99], [0, 1])],
)
def test_the_most_win_and_equal_ones_share(amounts: list[float], shares: list[float]) -> None:
    out = np.array(amounts, np.float64)
    share_victory(out, len(shares))
    assert out[: len(shares)].tolist() == pytest.approx(shares)


def test_a_lead_of_one_spread_is_worth_e_to_one() -> None:
    out = np.array([30.0, 20.0])
    share_softly(out, 2, 10.0)
    assert out[0] / out[1] == pytest.approx(np.e)
    assert out.sum() == pytest.approx(1)


def test_a_hopeless_gap_does_not_overflow() -> None:
    out = np.array([1e6, 0.0, -1e6])
    share_softly(out, 3, 1.0)
    assert out.tolist() == [1, 0, 0]
