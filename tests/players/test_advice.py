"""Advice: from what a seat may know, for every action, with everybody's chances."""

import pytest

import estaminet
from estaminet.engine.errors import BadSeat
from estaminet.engine.position import Position
from estaminet.engine.random import generator
from estaminet.players import Budget, advise

pytestmark = pytest.mark.compiled
BUDGET = Budget(iterations=300)


def begun(name: str, plies: int = 12) -> Position:
    position = estaminet.game(name).start(seed=6)
    for _ in range(plies):
        position.play(position.legal()[-1])
    return position


@pytest.mark.parametrize("name", estaminet.games())
def test_every_action_is_weighed_the_best_first(name: str) -> None:
    position = begun(name)
    seat = position.to_move
    assert seat is not None
    advice = advise(position, seat, BUDGET)
    assert sorted(each.action for each in advice.suggestions) == sorted(position.legal())
    visits = [each.visits for each in advice.suggestions]
    assert visits == sorted(visits, reverse=True)
    assert sum(visits) == BUDGET.iterations
    assert all(0 <= each.share <= 1 for each in advice.suggestions)


@pytest.mark.parametrize("name", estaminet.games())
def test_the_continuation_of_the_best_action_can_be_played(name: str) -> None:
    """Up to the first thing that may turn out otherwise: another's action, or a draw."""
    position = begun(name)
    seat = position.to_move
    assert seat is not None
    best = advise(position, seat, BUDGET).suggestions[0]
    position.play(best.action)
    for text in best.continuation:
        if position.to_move != seat or position.game.kernel.revealed(position.memory):
            break
        position.play(text)


@pytest.mark.parametrize("name", estaminet.games())
def test_everybody_can_ask_for_the_chances(name: str) -> None:
    position = begun(name)
    for seat in range(position.players):
        advice = advise(position, seat, BUDGET)
        assert len(advice.win_shares) == position.players
        assert sum(advice.win_shares) == pytest.approx(1, abs=1e-4)
        assert bool(advice.suggestions) == (seat == position.to_move)


@pytest.mark.parametrize("name", estaminet.games())
def test_advice_is_the_same_for_positions_that_look_the_same(name: str) -> None:
    truth = begun(name)
    for seat in range(truth.players):
        other = truth.copy()
        truth.game.kernel.determinize(other.memory, seat, generator(3))
        assert advise(truth, seat, BUDGET) == advise(other, seat, BUDGET)


def test_of_a_finished_game_the_chances_are_its_outcome() -> None:
    position = begun("reeperbahn", 0)
    while not position.is_over:
        position.play(position.legal()[0])
    advice = advise(position, 0, BUDGET)
    assert (advice.suggestions, list(advice.win_shares), advice.is_exact) == ((), position.returns(), True)


def test_there_is_no_advice_for_a_seat_that_is_not_there() -> None:
    with pytest.raises(BadSeat, match="no seat 2"):
        advise(begun("reeperbahn"), 2, BUDGET)
