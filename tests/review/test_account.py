"""What one seat gains another loses, luck is zero on average, and forced actions do not count."""

import numpy as np
import pytest
from numpy.typing import NDArray

import estaminet
from estaminet.engine.game import AccountWeights
from estaminet.engine.jit.random import generator
from estaminet.engine.position import Position
from estaminet.review import Account, Curve, Decision, Draw, Review, Verdict, review
from estaminet.review.account import MOST_REST, LuckTerms, build_account, value_draw
from estaminet.review.replay import Replay, draws_something, follow, make_thinker
from tests.review.games import CHEAP, TABLES, finished

pytestmark = pytest.mark.compiled


def review_cheaply(name: str, players: int) -> Review:
    return review(finished(name, players), effort=CHEAP)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_what_one_seat_gains_others_lose(name: str, players: int) -> None:
    found = review_cheaply(name, players)
    for terms in (("place",), ("deal",), ("draws",), ("hidden",), ("others", "decisions")):
        gained = sum(account.terms[term] for account in found.accounts for term in terms)
        assert abs(gained) < 1e-9, terms
    assert any(account.deal or account.draws for account in found.accounts)
    assert any(account.decisions for account in found.accounts)


@pytest.mark.parametrize(("name", "players"), TABLES[:5])
def test_draws_and_decisions_are_those_of_the_account(name: str, players: int) -> None:
    found = review_cheaply(name, players)
    for account in found.accounts:
        own = [each.gained[account.seat] for each in found.decisions if each.seat == account.seat]
        others = [each.gained[account.seat] for each in found.decisions if each.seat != account.seat]
        weight = account.weights.decisions
        assert account.decisions == pytest.approx(weight * sum(own))
        assert account.others == pytest.approx(weight * sum(others))
        hidden = sum(each.hidden[account.seat] for each in found.decisions)
        assert account.hidden == pytest.approx(account.weights.hidden * hidden)
        assert account.draws == pytest.approx(sum(each.gained[account.seat] for each in found.draws))


def test_what_was_forced_is_no_decision() -> None:
    replay = follow(finished("poule", 2))
    forced = {ply for ply, position in enumerate(replay.positions[:-1]) if len(position.legal_codes()) == 1}
    assert forced
    assert {each.ply for each in review_cheaply("poule", 2).decisions} == set(range(len(replay.codes))) - forced


def luck_of(position: Position, text: str, samples: int) -> NDArray[np.float64]:
    """First seat's gain from an action, in as many true worlds as anybody could have had."""
    game, players = position.game, position.players
    thinker = make_thinker(game, players, 0)
    rng = generator(3)
    found = []
    for number in range(samples):
        before, after = position.copy(), position.copy()
        game.kernel.redraw(before.memory, rng)
        after.memory = before.memory.copy()
        after.play(text)
        # A second action, so that the first is not the end.
        replay = Replay(
            game, players, {}, (before, after), (game.code(text), 0), (0, 0), (1.0,) + (0.0,) * (players - 1)
        )
        gained = value_draw(replay, thinker, 4, number, 0)
        assert gained is not None
        found.append(gained[0])
    return np.array(found)


@pytest.mark.parametrize(("name", "players"), [("poule", 3), ("reeperbahn", 2), ("nuit", 3)])
def test_luck_is_zero_on_average_over_all_that_might_be_drawn(name: str, players: int) -> None:
    ply = max(review_cheaply(name, players).draws, key=lambda each: abs(each.gained[0])).ply
    replay = follow(finished(name, players))
    found = luck_of(replay.positions[ply], replay.game.actions[replay.codes[ply]].text, 300)
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
    replay = follow(finished("nuit", 3))
    cards = [ply for ply, code in enumerate(replay.codes) if replay.game.actions[code].kind == "card"]
    for ply in cards:
        assert not draws_something(replay.game, 3, replay.memory(ply), replay.codes[ply], generator(ply))


def make_decision(ply: int, seat: int, gained: tuple[float, float]) -> Decision:
    loss = max(0.0, -gained[seat])
    return Decision(ply, seat, Verdict.CLOSE, ("a",), ("b",), gained, 0.0, loss, 0.0, (0.1, -0.1), 0.5, 1)


def account_of(shares: tuple[float, ...], decisions: list[Decision]) -> Account:
    """The account of the first of two seats, which won; the numbers of chance are always the same."""
    game = estaminet.game("reeperbahn")
    plies = len(shares) - 1
    replay = Replay(game, 2, {}, (), (0,) * plies, (0,) * plies, (1.0, 0.0))
    luck = LuckTerms(np.array([0.52, 0.48]), np.array([0.62, 0.38]), [Draw(1, (0.04, -0.04))])
    rows = tuple((share, 1 - share) for share in shares)
    weights = AccountWeights(luck=0.5, hidden=0.3, decisions=0.8)
    return build_account(replay, Curve(0, rows, (0.0,) * len(rows)), luck, decisions, weights)


def test_an_account_written_by_hand() -> None:
    decisions = [make_decision(0, 0, (-0.05, 0.05)), make_decision(1, 1, (0.2, -0.2)), make_decision(2, 0, (0.0, 0.0))]
    account = account_of((0.5, 0.4, 0.5, 1.0), decisions)
    assert account.terms == pytest.approx(
        {
            "place": 0.02,
            "deal": 0.05,
            "draws": 0.04,
            "hidden": 0.09,
            "others": 0.16,
            "decisions": -0.04,
            "judgement": 0.18,
        }
    )
    assert account.luck == pytest.approx(0.18)
    assert account.is_explained
    assert account.stake == pytest.approx(0.25 + 0.25), "what others decide is not at stake"
    assert account.accuracy == pytest.approx(90)
    assert account.error_rate == pytest.approx(100)


def test_accuracy_ends_at_nothing_and_the_error_rate_goes_on() -> None:
    account = account_of((0.5, 1.0), [make_decision(0, 0, (-0.5, 0.5))])
    assert account.accuracy == 0
    assert account.error_rate == pytest.approx(2000)


def test_luck_with_a_worse_action_is_not_more_than_all() -> None:
    account = account_of((0.5, 1.0), [make_decision(0, 0, (0.1, -0.1))])
    assert (account.accuracy, account.error_rate) == (100, 0)


@pytest.mark.parametrize("decisions", [[], [make_decision(0, 1, (0.1, -0.1))], [make_decision(1, 0, (0.0, 0.0))]])
def test_a_seat_that_had_nothing_to_lose_has_no_accuracy(decisions: list[Decision]) -> None:
    account = account_of((0.5, 1.0, 1.0), decisions)
    assert (account.stake, account.accuracy, account.error_rate) == (0, None, None)


def test_an_account_is_explained_where_the_rest_is_no_more_than_half() -> None:
    for loss in (0.3, 0.0, -0.3, -0.6):
        account = account_of((0.5, 0.5, 1.0), [make_decision(0, 0, (loss, -loss))])
        assert account.is_explained == (abs(account.judgement) <= MOST_REST * (account.result - 1 / 2))
    assert not account.is_explained
