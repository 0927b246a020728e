"""Hints: from what a seat may know, for every action, with everybody's chances."""

import pytest

import estaminet
from estaminet.engine.game import LogLine
from estaminet.engine.jit.random import below, generator
from estaminet.engine.position import Position
from estaminet.players import Budget, find_hint, find_reason
from estaminet.players.exact import calculate_end, win_at_once
from estaminet.players.hints import weigh_turns
from estaminet.players.search import search
from tests.refusals import raises_code

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
    hint = find_hint(position, seat, BUDGET)
    assert sorted(each.action for each in hint.actions) == sorted(position.legal())
    visits = [each.visits for each in hint.actions]
    assert visits == sorted(visits, reverse=True)
    assert sum(visits) == BUDGET.iterations
    assert all(0 <= each.share <= 1 for each in hint.actions)


@pytest.mark.parametrize("name", estaminet.games())
def test_the_continuation_of_the_best_action_can_be_played(name: str) -> None:
    """Up to the first thing that may turn out otherwise: another's action, or a draw."""
    position = begun(name)
    seat = position.to_move
    assert seat is not None
    best = find_hint(position, seat, BUDGET).actions[0]
    position.play(best.action)
    for text in best.continuation:
        if position.to_move != seat or position.game.kernel.revealed(position.memory):
            break
        position.play(text)


@pytest.mark.parametrize("name", estaminet.games())
def test_everybody_can_ask_for_the_chances(name: str) -> None:
    position = begun(name)
    for seat in range(position.players):
        hint = find_hint(position, seat, BUDGET)
        assert len(hint.win_shares) == position.players
        assert sum(hint.win_shares) == pytest.approx(1, abs=1e-4)
        assert bool(hint.actions) == (seat == position.to_move)


@pytest.mark.parametrize("name", estaminet.games())
def test_hint_is_the_same_for_positions_that_look_the_same(name: str) -> None:
    truth = begun(name)
    for seat in range(truth.players):
        other = truth.copy()
        truth.game.kernel.determinize(other.memory, seat, generator(3))
        assert find_hint(truth, seat, BUDGET) == find_hint(other, seat, BUDGET)


def test_of_a_finished_game_the_chances_are_its_outcome() -> None:
    position = begun("reeperbahn", 0)
    while not position.is_over:
        position.play(position.legal()[0])
    hint = find_hint(position, 0, BUDGET)
    assert (hint.actions, list(hint.win_shares), hint.is_exact) == ((), position.returns(), True)


def test_there_is_no_hint_for_a_seat_that_is_not_there() -> None:
    with raises_code("seat.unknown", match="no seat 2"):
        find_hint(begun("reeperbahn"), 2, BUDGET)


def last_choices(name: str, games: int) -> list[Position]:
    """The last position of some random games in which there was a choice."""
    found = []
    for seed in range(games):
        position, rng, last = estaminet.game(name).start(seed=seed), generator(seed), None
        while not position.is_over:
            codes = position.legal_codes()
            last = position.copy() if len(codes) > 1 else last
            position.play_code(codes[below(rng, len(codes))])
        assert last is not None
        found.append(last)
    return found


def test_a_turn_that_wins_at_once_hides_no_other_action_and_claims_no_more_than_is_certain() -> None:
    wins = 0
    for position in last_choices("reeperbahn", 40):
        seat = position.to_move
        assert seat is not None
        hint = find_hint(position, seat, Budget(iterations=60))
        assert sorted(each.action for each in hint.actions) == sorted(position.legal())
        won = win_at_once(position.game, position.players, position.known_to(seat), seat, 0)
        if won and not calculate_end(position.game, position.players, position.known_to(seat), seat):
            wins += 1
            assert hint.actions[0].action == position.game.actions[won.candidates[0].code].text
            assert (hint.actions[0].visits == 0) == won.is_exact
            assert not hint.is_exact, "the other actions were searched"
    assert wins > 3


def wandered(name: str, plies: int) -> Position:
    """Some way into a game in which nobody has a plan."""
    position = estaminet.game(name).start(seed=6)
    rng = generator(8)
    for _ in range(plies):
        codes = position.legal_codes()
        position.play_code(codes[below(rng, len(codes))])
    return position


def moved(position: Position, texts: tuple[str, ...]) -> Position:
    """The position after some actions, in a world of its own."""
    after = position.copy()
    for text in texts:
        after.play(text)
    return after


@pytest.mark.parametrize("name", estaminet.games())
@pytest.mark.parametrize("plies", [0, 12, 30])
def test_turns_are_whole_different_and_the_best_comes_first(name: str, plies: int) -> None:
    position = wandered(name, plies)
    seat, game = position.to_move, position.game
    assert seat is not None
    hint = find_hint(position, seat, BUDGET)
    assert 1 <= len(hint.turns) <= 3
    assert len({turn.actions for turn in hint.turns}) == len(hint.turns) >= min(3, len(position.legal()))
    shares = [turn.share for turn in hint.turns]
    assert shares == sorted(shares, reverse=True)
    assert all(turn.lead is not None for turn in hint.turns)
    for turn in hint.turns:
        after = moved(position, turn.actions)
        last = game.actions[game.code(turn.actions[-1])].kind
        assert after.to_move != seat or last in (game.pauses or ())
    assert (hint.reason is None) == (len(hint.turns) == 1)


def test_a_turn_of_reeperbahn_holds_all_its_cards_and_ends() -> None:
    position = begun("reeperbahn", 0)
    for turn in find_hint(position, position.to_move or 0, BUDGET).turns:
        assert turn.actions[-1] == "end" or turn.actions[0].startswith("charm")


def test_orders_of_the_same_cards_are_the_same_turn() -> None:
    game = estaminet.game("reeperbahn")
    position = game.start(seed=1)
    hand = position.view(position.to_move)["board"]["hand"]
    assert isinstance(hand, dict)
    one, other = (f"discard {kind}" for kind in list(hand)[:2])
    turns = [[game.code(text) for text in texts] for texts in ((one, other, "end"), (other, one, "end"), (one, "end"))]
    first, second, third = (game.turn_key(position.memory, turn) for turn in turns)
    assert first == second != third


@pytest.mark.parametrize("name", estaminet.games())
def test_a_lead_is_as_exact_as_it_can_be_known(name: str) -> None:
    """Whoever imagines other worlds comes to the same number, or to one that is near."""
    position = wandered(name, 20)
    seat, game = position.to_move or 0, position.game
    known = position.known_to(seat)
    thoughts = search(game, position.players, known, seat, BUDGET, 0)
    one, other = (dict(weigh_turns(game, position.players, known, seat, thoughts, seed)) for seed in (1, 2))
    for codes in one.keys() & other.keys():
        first, second = one[codes].lead, other[codes].lead
        assert first is not None
        assert second is not None
        assert abs(first - second) <= 6 * max(1, abs(first) / 4)


def test_a_game_that_gives_no_reasons_has_the_chances_alone() -> None:
    game = estaminet.game("poule")
    position = game.start(players=2, seed=7)
    known = position.known_to(position.to_move)
    turns = [game.code("stall I a1")], [game.code("stall I a2")]
    silent = find_reason(game, known, position.to_move or 0, *turns, gain=0.034)
    assert silent == LogLine("reason.chance", {"percent": 3})
    assert find_reason(game, known, position.to_move or 0, *turns, gain=0.001) == LogLine("reason.close", {})


@pytest.mark.parametrize("name", estaminet.games())
def test_every_reason_has_the_arguments_that_are_declared(name: str) -> None:
    """Between any two actions of many positions; what is said is made from imagined worlds, so it knows no secret."""
    game = estaminet.game(name)
    rng = generator(5)
    found = set()
    for seed in range(6):
        position = game.start(seed=seed)
        for _ in range(60):
            if position.is_over:
                break
            seat, codes = position.to_move or 0, position.legal_codes()
            better, worse = (codes[below(rng, len(codes))] for _ in range(2))
            reason = find_reason(game, position.known_to(seat), seat, [better], [worse], gain=0.1)
            keys = {**game.reason_keys, "reason.chance": ("percent",)}
            assert set(reason.arguments) == set(keys[reason.key]), reason
            found.add(reason.key)
            position.play_code(codes[below(rng, len(codes))])
    assert len(found) > 3
