"""The account adds up, luck is zero on average, and forced actions do not count."""

import numpy as np
import pytest
from numpy.typing import NDArray

import estaminet
from estaminet.engine.jit.random import generator
from estaminet.engine.position import Position
from estaminet.review import Review, review
from estaminet.review.course import Course, follow
from estaminet.review.luck import value_draw
from estaminet.review.valuing import Valuer, draws_something, greedy_settings
from tests.review.games import CHEAP, TABLES, finished

pytestmark = pytest.mark.compiled


def review_cheaply(name: str, players: int) -> Review:
    return review(finished(name, players), effort=CHEAP)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_terms_of_every_seat_add_up_to_its_result(name: str, players: int) -> None:
    found = review_cheaply(name, players)
    for account in found.accounts:
        assert abs(sum(account.terms.values()) - (account.result - 1 / players)) < 1e-9
    for terms in (("place",), ("deal",), ("draws",), ("others", "decisions"), ("judgement",)):
        gained = sum(account.terms[term] for account in found.accounts for term in terms)
        assert abs(gained) < 1e-9, f"what one seat gains by {terms}, others lose"
    assert sum(account.result for account in found.accounts) == pytest.approx(1)


@pytest.mark.parametrize(("name", "players"), TABLES[:5])
def test_draws_and_decisions_are_those_of_the_account(name: str, players: int) -> None:
    found = review_cheaply(name, players)
    for account in found.accounts:
        own = [each.gained[account.seat] for each in found.decisions if each.seat == account.seat]
        others = [each.gained[account.seat] for each in found.decisions if each.seat != account.seat]
        assert account.decisions == pytest.approx(sum(own))
        assert account.others == pytest.approx(sum(others))
        assert account.draws == pytest.approx(sum(each.gained[account.seat] for each in found.draws))


def test_what_was_forced_is_no_decision() -> None:
    course = follow(finished("poule", 2))
    forced = {ply for ply, position in enumerate(course.positions[:-1]) if len(position.legal_codes()) == 1}
    assert forced
    assert {each.ply for each in review_cheaply("poule", 2).decisions} == set(range(len(course.codes))) - forced


def luck_of(position: Position, text: str, samples: int) -> NDArray[np.float64]:
    """What an action gave the first seat, in as many true worlds as anybody could have had."""
    game, players = position.game, position.players
    valuer = Valuer(game, players, greedy_settings(game, 0))
    rng = generator(3)
    found = []
    for number in range(samples):
        before, after = position.copy(), position.copy()
        game.kernel.redraw(before.memory, rng)
        after.memory = before.memory.copy()
        after.play(text)
        # A second action, so that the first is not the end.
        course = Course(
            game, players, {}, (before, after), (game.code(text), 0), (0, 0), (1.0,) + (0.0,) * (players - 1)
        )
        gained = value_draw(course, valuer, 4, number, 0)
        assert gained is not None
        found.append(gained[0])
    return np.array(found)


@pytest.mark.parametrize(("name", "players"), [("poule", 3), ("reeperbahn", 2), ("nuit", 3)])
def test_luck_is_zero_on_average_over_all_that_might_be_drawn(name: str, players: int) -> None:
    ply = max(review_cheaply(name, players).draws, key=lambda each: abs(each.gained[0])).ply
    course = follow(finished(name, players))
    found = luck_of(course.positions[ply], course.game.actions[course.codes[ply]].text, 300)
    assert found.std() > 0.01
    assert abs(found.mean()) < 4 * found.std(ddof=1) / np.sqrt(len(found))


def draws(position: Position, text: str) -> bool:
    game = position.game
    return draws_something(game, position.players, position.memory, game.code(text), generator(1))


def test_a_tile_from_the_stack_is_a_draw_and_a_secret_tile_is_not() -> None:
    position = estaminet.game("poule").start(3, seed=4)
    assert draws(position, "draw")
    assert not draws(position, "secret a1")
    assert not draws(position, "stall I a1")


def test_what_is_drawn_for_sure_is_no_luck() -> None:
    position = estaminet.game("poule").start(3, seed=4, options={"tiles": "open"})
    assert not draws(position, "draw")


def test_a_card_shown_by_its_owner_is_no_draw() -> None:
    course = follow(finished("nuit", 3))
    cards = [ply for ply, code in enumerate(course.codes) if course.game.actions[code].kind == "card"]
    for ply in cards:
        assert not draws_something(course.game, 3, course.memory(ply), course.codes[ply], generator(ply))


def test_accuracy_is_what_was_not_lost_of_the_stake() -> None:
    found = review_cheaply("poule", 3)
    for account in found.accounts:
        shares = found.curve[account.seat].shares
        stake = sum(shares[each.ply] * (1 - shares[each.ply]) for each in found.decisions if each.seat == account.seat)
        assert account.stake == pytest.approx(stake)
        assert account.accuracy == pytest.approx(100 * min(1, max(0, 1 + account.decisions / stake)))
