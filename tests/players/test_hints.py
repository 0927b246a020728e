"""Hints: from what a seat may know, for every action, with everybody's chances."""

import numpy as np
import pytest

import estaminet
from estaminet.engine.jit.random import below, generator
from estaminet.engine.position import Position
from estaminet.players import Budget, find_hint, find_reason, hints, reasons
from estaminet.players.exact import calculate_end, win_at_once
from estaminet.players.hints import PairedDifference, Turn, explain, find_leads, find_risk, order_as_read
from estaminet.players.reasons import REASON_KEYS
from estaminet.players.search import SearchResult
from estaminet.players.thinker import LineResults, Thinker
from tests.refusals import raises_code

pytestmark = pytest.mark.compiled
BUDGET = Budget(iterations=300)
LAST_CELL = 29


def begun(name: str, plies: int = 12) -> Position:
    position = estaminet.game(name).start(seed=6)
    for _ in range(plies):
        position.play(position.legal()[-1])
    return position


@pytest.mark.parametrize("name", estaminet.games())
def test_every_action_is_listed_and_the_thinkers_own_choice_comes_first(name: str) -> None:
    """What `king` would do with as much thought, unless the game has no network and a search is all there is."""
    position = begun(name)
    seat = position.to_move
    assert seat is not None
    hint = find_hint(position, seat, BUDGET)
    assert sorted(each.action for each in hint.actions) == sorted(position.legal())
    assert all(0 <= each.share <= 1 for each in hint.actions)
    thinker = Thinker(position.game, position.players)
    budget = Budget(iterations=150) if thinker.has_network else BUDGET
    own = thinker.think(position.known_to(seat), seat, budget, 0).candidates[0]
    assert hint.actions[0].action == position.game.actions[own.code].text


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
    wins = said = 0
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
            assert hint.reason != reasons.CLOSE_CALL
            said += hint.reason == reasons.WON
    assert wins > 3
    assert said, "it is said where all that is shown wins"


def test_of_stalls_that_win_alike_on_one_cell_the_one_that_earns_most_is_named() -> None:
    """Whoever wins anyway does not like to leave money on the square."""
    seen = 0
    for seed in range(12):
        position = estaminet.game("poule").start(players=2, seed=seed, options={"rounds": 1})
        while len(position.view()["board"]["pieces"]) < LAST_CELL:  # type: ignore[arg-type]  # a list
            position.play("draw" if "draw" in position.legal() else position.legal()[0])
        seat = position.to_move
        assert seat is not None
        best = find_hint(position, seat, Budget(iterations=60)).turns[0]
        leads = {}
        for text in position.legal():
            after = position.copy()
            after.play(text)
            leads[text] = position.game.lead(after.memory, seat) or 0
        stalls = [leads[text] for text in leads if text.startswith("stall")]
        if best.actions[0].startswith("stall") and all((each > 0) == (stalls[0] > 0) for each in stalls):
            seen += 1
            assert leads[best.actions[0]] == max(stalls)
    assert seen


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
    keys = {game.turn_key(position.memory, [game.code(text) for text in turn.actions]) for turn in hint.turns}
    assert len(keys) == len(hint.turns)
    shares = [round(100 * turn.share) for turn in hint.turns]
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
@pytest.mark.parametrize("plies", [5, 20])
def test_what_is_shown_is_sure_and_rounded_to_whole_numbers(name: str, plies: int) -> None:
    """A chance to three points; a lead to a number that whoever imagines other worlds comes near."""
    position = wandered(name, plies)
    seat, game = position.to_move or 0, position.game
    thinker, known = Thinker(game, position.players), position.known_to(seat)
    hint = find_hint(position, seat, BUDGET)
    lines = [[game.code(text) for text in turn.actions] for turn in hint.turns]
    other = thinker.try_lines(known, seat, lines, 200, generator(77))
    leads = find_leads(game, other, seat)
    assert leads is not None
    for at, turn in enumerate(hint.turns):
        assert turn.error <= 0.03
        assert turn.lead is not None
        assert turn.lead == int(turn.lead)
        assert abs(turn.share - other.means[at, seat]) <= 5 * np.hypot(turn.error, other.find_error(at, seat))
        mean, error = PairedDifference.of(leads[:, at])
        assert abs(turn.lead - mean) <= 8 * error + 1


@pytest.mark.parametrize("name", estaminet.games())
def test_the_chances_are_those_of_the_first_turn_and_add_up(name: str) -> None:
    for plies in (0, 15, 30):
        position = wandered(name, plies)
        seat = position.to_move or 0
        hint = find_hint(position, seat, BUDGET)
        assert sum(hint.win_shares) == pytest.approx(1)
        assert hint.win_shares[seat] == pytest.approx(hint.turns[0].share)
        assert not hint.turns[0].is_as_good


def trial_of(shares: list[list[float]]) -> LineResults:
    """Two seats; by world, the first one's share after each line."""
    rows = np.array(shares)
    both = np.stack([rows, 1 - rows], axis=2)
    lines = [(at,) for at in range(rows.shape[1])]
    return LineResults(np.zeros((len(rows), 1), np.uint8), lines, both, np.zeros((len(rows), len(lines), 1), np.uint8))


@pytest.mark.parametrize(
    ("leads", "risk"),
    [
        ([[-26.0, -2.0], [10.0, -2.0]], "riskier"),
        ([[10.0, 26.0], [10.0, 2.0]], "safer"),
        ([[-10.0, -4.0], [-12.0, -6.0]], "later"),
        ([[10.0, 4.0], [12.0, 6.0]], None),
    ],
)
def test_a_better_chance_with_a_worse_lead_is_explained(leads: list[list[float]], risk: str | None) -> None:
    """Many worlds, so that both differences are sure."""
    shares = [[0.6, 0.4], [0.7, 0.5]]
    assert find_risk(trial_of(shares * 200), np.array(leads * 200), 0, 0) == risk


def test_of_chances_that_read_the_same_the_better_lead_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "find_leads", lambda *_: np.array([[56.0, 69.0, 80.0]]))
    trial, thoughts = trial_of([[0.998, 0.996, 0.98]] * 2), SearchResult([], (0.6, 0.4), is_exact=False)
    assert order_as_read(estaminet.game("poule"), trial, 0, thoughts) == [1, 0, 2]


def test_nothing_is_said_of_the_risk_of_a_turn_that_has_both_worse_than_one_above_it() -> None:
    shares, leads = [[0.6, 0.5, 0.4], [0.7, 0.6, 0.5]], [[12.0, 10.0, 26.0], [12.0, 10.0, 2.0]]
    trial = trial_of(shares * 200)
    assert [find_risk(trial, np.array(leads * 200), line, 0) for line in range(3)] == ["safer", None, None]


def test_a_reason_compares_with_the_next_turn_that_is_not_as_good(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[int] = []
    monkeypatch.setattr(reasons, "find_reason", lambda *_, worse, **__: compared.append(worse))
    turns = [Turn((), 0.6, None), Turn((), 0.59, None, is_as_good=True), Turn((), 0.5, None)]
    trial, thoughts = trial_of([[0.6, 0.59, 0.5]] * 2), SearchResult([], (0.6, 0.4), is_exact=False)
    explain(estaminet.game("poule"), trial, 0, turns, thoughts)
    assert compared == [2]
    assert explain(estaminet.game("poule"), trial, 0, turns[:2], thoughts) == reasons.CLOSE_CALL
    assert explain(estaminet.game("poule"), trial, 0, turns[:1], thoughts) is None
    assert compared == [2]


@pytest.mark.parametrize("name", estaminet.games())
def test_what_is_likely_to_follow_can_be_played_and_goes_on_after_the_turn(name: str) -> None:
    position = wandered(name, 8)
    seat = position.to_move or 0
    hint = find_hint(position, seat, BUDGET)
    assert tuple(each.action for each in hint.following[: len(hint.turns[0].actions)]) == hint.turns[0].actions
    assert {each.seat for each in hint.following} - {seat}
    assert any(each.lines for each in hint.following)


@pytest.mark.parametrize("name", estaminet.games())
def test_every_reason_has_the_arguments_that_are_declared(name: str) -> None:
    """Between any two actions of many positions; what is said is made from imagined worlds, so it knows no secret."""
    game = estaminet.game(name)
    rng = generator(5)
    found = set()
    for seed in range(2):
        position = game.start(seed=seed)
        for _ in range(40):
            if position.is_over:
                break
            seat, codes = position.to_move or 0, position.legal_codes()
            better, worse = (codes[below(rng, len(codes))] for _ in range(2))
            reason = find_reason(game, position.players, position.known_to(seat), seat, [better], [worse])
            keys = {**game.reason_keys, **REASON_KEYS}
            assert set(reason.arguments) == set(keys[reason.key]), reason
            found.add(reason.key)
            position.play_code(codes[below(rng, len(codes))])
    assert len(found) >= 3
