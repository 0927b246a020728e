"""Ratings: the better is above, more games are surer, ties and company change nothing unfairly."""

from dataclasses import replace

import pytest

from estaminet.arena.results import Rating, rate_entrants
from tests.arena.tables import outcomes_of, plan_of

PAIR = plan_of("king", "random")


def test_whoever_wins_is_above_and_more_games_are_surer() -> None:
    few, many = (rate_entrants(PAIR.names, outcomes_of(PAIR, [["king"]] * games)) for games in (2, 20))
    for ratings in (few, many):
        assert ratings["king"].mu > 25 > ratings["random"].mu
    assert many["king"].mu > few["king"].mu
    assert many["king"].sigma < few["king"].sigma < 25 / 3


def test_ties_leave_equals_equal() -> None:
    ratings = rate_entrants(PAIR.names, outcomes_of(PAIR, [["king", "random"]] * 4))
    assert ratings["king"].mu == pytest.approx(ratings["random"].mu) == pytest.approx(25)


def test_an_entrant_with_all_places_stays_where_it_was() -> None:
    plan = plan_of("king", "king")
    assert rate_entrants(["king"], outcomes_of(plan, [["king"]] * 6))["king"].mu == pytest.approx(25)


def test_several_places_move_by_the_mean_of_their_changes() -> None:
    """Two kings of whom one wins move as one, by the mean of what a winner and a loser would move."""
    (game,) = outcomes_of(plan_of("king", "host", "random"), [["king"]])
    apart = rate_entrants(game.players, [game])
    together = rate_entrants(["king", "random"], [replace(game, players=["king", "king", "random"])])
    assert together["king"].mu == pytest.approx((apart["king"].mu + apart["host"].mu) / 2)
    assert together["random"].mu == pytest.approx(apart["random"].mu)


def test_an_ordinal_is_three_deviations_below() -> None:
    assert Rating(30.0, 2.0).ordinal == 24.0
