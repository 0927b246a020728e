"""A mistake is called one only where it is one, and a game may say why."""

from collections.abc import Sequence
from copy import copy
from dataclasses import replace

import numpy as np
import pytest

from bench.endings import Ending, read
from estaminet.engine.game import Fact, Game
from estaminet.engine.jit.layout import Memory, Random
from estaminet.engine.record import Record
from estaminet.players.playouts import POOLED
from estaminet.players.thinker import LineResults, Thinker
from estaminet.review import Decision, Effort, Verdict, review
from estaminet.review.decisions import GRAVE_LOSS, LEAST_LOSS, DecisionReviewer, make_reviewer
from estaminet.review.model import Explanation
from estaminet.review.replay import find_valuation, follow, make_thinker
from estaminet.review.report import describe_reason
from tests.review.games import CHEAP, finished

pytestmark = pytest.mark.compiled
EFFORT = Effort(turns=2, worlds=8, iterations=60, comparisons=60, confirmations=100, deals=10)


def reviewer_of(record: Record, effort: Effort, seed: int = 0) -> DecisionReviewer:
    replay = follow(record)
    thinker = make_thinker(replay.game, replay.players, effort.turns)
    return make_reviewer(replay, thinker, find_valuation(replay.game, effort), effort, seed)


def solved_end() -> Ending:
    """An end that is calculated, where the worst action gives a lot away."""
    ends = (each for each in read() if each.game == "poule" and each.is_in_reach)
    return next(each for each in ends if each.loss(min(each.values, key=lambda text: each.values[text])) > 0.3)


def play_on(ending: Ending, action: str) -> Record:
    position = ending.position.copy()
    position.play(action)
    while not position.is_over:
        position.play(position.legal()[0])
    return Record.of(position)


def test_a_loss_that_can_be_calculated_is_calculated() -> None:
    ending = solved_end()
    worst = min(ending.values, key=lambda text: ending.values[text])
    record = play_on(ending, worst)
    looked = decide(reviewer_of(record, EFFORT), len(ending.position.history))
    assert looked is not None
    assert (looked.verdict, looked.loss_error) == (Verdict.GRAVE, 0)
    assert looked.loss == pytest.approx(ending.loss(worst))
    assert looked.played[0] == worst
    assert ending.loss(looked.better[0]) == 0


def test_the_best_is_no_mistake() -> None:
    ending = solved_end()
    best = max(ending.values, key=lambda text: ending.values[text])
    looked = decide(reviewer_of(play_on(ending, best), EFFORT), len(ending.position.history))
    assert looked is not None
    assert looked.verdict in (Verdict.BEST, Verdict.CLOSE)
    assert looked.loss == 0


def test_mistakes_are_large_and_sure_and_everything_else_is_too_close_to_tell() -> None:
    found = review(finished("reeperbahn", 2), effort=EFFORT)
    assert found.mistakes
    for each in found.mistakes:
        assert each.loss > LEAST_LOSS
        assert each.loss > 3 * each.loss_error
        assert (each.verdict is Verdict.GRAVE) == (each.loss > GRAVE_LOSS)
        assert each.better[0] != each.played[0]
    assert {each.verdict for each in found.decisions} >= {Verdict.BEST, Verdict.CLOSE}
    losses = [each.loss for each in found.mistakes]
    assert losses == sorted(losses, reverse=True)


def test_a_better_turn_is_one_that_the_seat_could_have_played() -> None:
    record = finished("nuit", 3)
    replay = follow(record)
    for each in review(record, effort=CHEAP).decisions:
        position = replay.positions[each.ply]
        assert each.better[0] in position.legal()
        assert each.played == tuple(replay.game.actions[code].text for code in replay.turn(each.ply))


class Unmoved(Thinker):
    """Values everything the same."""

    def try_lines(
        self, memory: Memory, seat: int, lines: Sequence[Sequence[int]], worlds: int, rng: Random
    ) -> LineResults:
        trial = super().try_lines(memory, seat, lines, worlds, rng)
        return trial._replace(shares=np.zeros_like(trial.shares))


def decide(reviewer: DecisionReviewer, ply: int) -> Decision | None:
    return reviewer.look(ply, is_marked=True).decision


def test_where_two_models_must_agree_one_alone_marks_nothing() -> None:
    assert reviewer_of(finished("poule", 2), EFFORT).second_model is None
    assert reviewer_of(finished("poule", 3), EFFORT).second_model is not None
    reviewer = reviewer_of(finished("reeperbahn", 2), EFFORT)
    doubting = replace(reviewer, second_model=Unmoved(reviewer.replay.game, 2))
    looked = [decide(reviewer, ply) for ply in range(len(reviewer.replay.codes))]
    marked = [each for each in looked if each is not None and is_mistake(each)]
    assert marked
    for each in marked:
        doubted = decide(doubting, each.ply)
        assert doubted is not None
        assert is_mistake(doubted) == (each.loss_error == 0), "only what is calculated is beyond doubt"
        assert doubted.gained == each.gained


def test_nobody_loses_more_than_the_chance_they_had() -> None:
    for name, players in (("reeperbahn", 2), ("poule", 3), ("nuit", 3)):
        for each in review(finished(name, players), effort=CHEAP).decisions:
            assert each.loss <= each.chance + 1e-9
            assert each.turn >= 1


def test_a_turn_is_counted_when_another_seat_is_to_move() -> None:
    replay = follow(finished("nuit", 3))
    numbers = [replay.turn_number(ply) for ply in range(len(replay.codes))]
    assert numbers[0] == 1
    for ply in range(1, len(numbers)):
        assert numbers[ply] - numbers[ply - 1] == (replay.movers[ply] != replay.movers[ply - 1])


def test_what_would_have_followed_a_better_turn_can_be_played_and_goes_on_after_it() -> None:
    record = finished("nuit", 3)
    replay = follow(record)
    marked = review(record, effort=EFFORT).mistakes
    assert marked
    for each in marked:
        position = replay.positions[each.ply].copy()
        movers = []
        for text in each.follow:
            movers.append(position.to_move)
            position.play(text)
        assert each.follow[0] == each.better[0]
        assert position.is_over or len(set(movers)) > 1


def is_mistake(decision: Decision) -> bool:
    return decision.verdict in (Verdict.MISTAKE, Verdict.GRAVE)


def test_decisions_of_seats_that_nobody_asked_for_are_not_marked() -> None:
    found = review(finished("reeperbahn", 2), seat=1, effort=EFFORT)
    assert {each.seat for each in found.decisions} == {1}
    assert [curve.view for curve in found.curves] == [1, POOLED]
    assert [account.seat for account in found.accounts] == [1]
    both = review(finished("reeperbahn", 2), effort=EFFORT)
    assert found.accounts == both.accounts[1:]


def test_a_game_may_say_why() -> None:
    ending = solved_end()
    record = play_on(ending, min(ending.values, key=lambda text: ending.values[text]))
    reviewer = reviewer_of(record, EFFORT)
    game: Game = copy(reviewer.replay.game)
    vars(game).update(
        find_facts=lambda _, ends, seat: [
            Fact(np.tile([1.0, 0.0], (len(ends), 1)), more="poule.late", arguments={"seat": seat}, weight=1.0)
        ],
        reason_keys={"poule.late": ("seat",)},
        sentences={"poule.late": "{seat} was late."},
    )
    looked = decide(replace(reviewer, replay=replace(reviewer.replay, game=game)), len(ending.position.history))
    assert looked is not None
    assert looked.reason == Explanation("poule.late", {"seat": ending.seat})
    assert describe_reason(game, looked) == f"Seat {ending.seat} was late."


def test_what_a_later_action_of_the_same_turn_spoils_is_not_held_against_an_earlier_one() -> None:
    reviewer = reviewer_of(finished("nuit", 3), EFFORT)
    replay = reviewer.replay
    plies = [ply for ply in range(len(replay.codes) - 1) if replay.movers[ply] == replay.movers[ply + 1]]
    for ply in plies[:20]:
        assert reviewer._find_played(ply) == (replay.codes[ply], *reviewer.find_best(ply + 1))


def test_after_what_a_player_would_have_to_see_first_the_turn_is_left_open() -> None:
    """P3.2: where a tile goes depends on what is drawn."""
    reviewer = reviewer_of(finished("poule", 2), EFFORT)
    replay = reviewer.replay
    draws = [ply for ply, code in enumerate(replay.codes) if replay.game.actions[code].text == "draw"]
    assert draws
    for ply in draws:
        assert replay.movers[ply] == replay.movers[ply + 1]
        assert reviewer._find_played(ply) == (replay.codes[ply],)


def test_a_line_that_is_followed_ends_where_the_turn_does() -> None:
    replay = follow(finished("nuit", 3))
    thinker = make_thinker(replay.game, replay.players, 0)
    turn = replay.turn(0)
    assert len(turn) > 1
    memory, seat = replay.memory(0), replay.movers[0]
    rest = replay.codes[len(turn) : len(turn) + 2]
    shares = [
        thinker.try_lines(memory, seat, [line], 4, np.array([7], np.uint64)).shares
        for line in (turn, (*turn, *rest), turn[:1])
    ]
    assert np.array_equal(shares[0], shares[1])
    assert not np.array_equal(shares[0], shares[2])
