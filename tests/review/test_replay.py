"""A game that was ended early is followed as far as it was played, with the result that it was given."""

import pytest

import estaminet
from estaminet.engine.record import Record
from estaminet.review import review_in_steps
from estaminet.review.replay import follow
from tests.refusals import raises_code
from tests.review.games import CHEAP, finished

pytestmark = pytest.mark.compiled


def cut(name: str, players: int, actions: int) -> Record:
    """The beginning of a game."""
    whole = finished(name, players)
    return Record(whole.start, whole.actions[:actions])


def test_a_finished_game_has_its_own_result() -> None:
    replay = follow(finished("poule", 3))
    assert replay.is_finished
    assert sum(replay.result) == pytest.approx(1)


def test_a_game_that_was_ended_early_has_the_result_that_it_was_given() -> None:
    replay = follow(cut("poule", 3, 7), (0.0, 0.5, 0.5))
    assert not replay.is_finished
    assert (replay.result, len(replay.codes), len(replay.movers)) == ((0, 0.5, 0.5), 7, 7)


def test_a_result_is_for_a_game_that_has_none() -> None:
    with raises_code("result.invalid", match="played to its end"):
        follow(finished("poule", 3), (0.0, 0.5, 0.5))
    with raises_code("game.unfinished"):
        follow(cut("poule", 3, 7))


@pytest.mark.parametrize(
    "result", [(), (1.0,), (0.5, 0.5), (0.5, 0.5, 0.5), (2.0, -1.0, 0.0), (float("nan"), 0.5, 0.5), ("1", 0, 0)]
)
def test_a_result_is_a_share_for_every_seat(result: tuple[float, ...]) -> None:
    with raises_code("result.invalid", match="3 shares that add up to 1"):
        follow(cut("poule", 3, 7), result)


@pytest.mark.parametrize(("name", "players", "actions"), [("reeperbahn", 2, 9), ("poule", 2, 2), ("nuit", 3, 20)])
def test_a_game_that_was_ended_early_is_reviewed_as_far_as_it_was_played(name: str, players: int, actions: int) -> None:
    result = (1.0,) + (0.0,) * (players - 1)
    *_, found = review_in_steps(cut(name, players, actions), effort=CHEAP, result=result)
    assert found.is_complete
    assert found.result == result
    assert len(found.actions) == actions
    assert all(decision.ply < actions for decision in found.decisions)


def test_not_even_one_action_need_have_been_played() -> None:
    *_, found = review_in_steps(Record.of(estaminet.game("poule").start(2, seed=1)), effort=CHEAP, result=(0.0, 1.0))
    assert (found.is_complete, found.actions, found.result) == (True, (), (0.0, 1.0))
