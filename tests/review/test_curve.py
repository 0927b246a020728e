"""A curve tells what everybody could expect from one point of view, and where that changed most."""

from dataclasses import replace

import numpy as np
import pytest

from estaminet.engine.jit.random import generator
from estaminet.engine.kernel import NOBODY
from estaminet.engine.record import Record
from estaminet.players.playouts import POOLED
from estaminet.review import Cause, Curve, review
from estaminet.review.account import LEAST_CHANGE, find_point, find_turning_point, measure_changes
from estaminet.review.decisions import make_reviewer
from estaminet.review.replay import Effort, Replay, draws_something, find_valuation, follow, make_thinker, stream
from tests.review.games import CHEAP, TABLES, finished

pytestmark = pytest.mark.compiled


def imagine_anew(replay: Replay, seat: int) -> Replay:
    """The same game, with everything else wherever a seat cannot look."""
    positions = []
    for ply, position in enumerate(replay.positions):
        twin = position.copy()
        replay.game.kernel.determinize(twin.memory, seat, generator(ply))
        positions.append(twin)
    return replace(replay, positions=tuple(positions))


@pytest.mark.parametrize(("name", "players"), [("reeperbahn", 2), ("poule", 3), ("nuit", 3)])
@pytest.mark.parametrize("view", [0, 1, NOBODY])
def test_a_view_does_not_change_with_what_could_not_be_seen_from_there(name: str, players: int, view: int) -> None:
    replay = follow(finished(name, players))
    other = imagine_anew(replay, view)
    thinker = make_thinker(replay.game, players)
    hidden = 0
    for ply in range(0, len(replay.codes), 9):
        one, two = (find_point(thinker, each, view, ply, 8, 5) for each in (replay, other))
        assert np.array_equal(one.shares, two.shares)
        open_cards = [find_point(thinker, each, POOLED, ply, 8, 5).shares for each in (replay, other)]
        hidden += not np.array_equal(open_cards[0], open_cards[1])
    assert hidden, "with all cards open, the other game is another one"


def test_what_the_seat_to_move_expects_does_not_change_with_what_it_could_not_see() -> None:
    replay = follow(finished("nuit", 3))
    seat = replay.movers[0]
    plies = [ply for ply, mover in enumerate(replay.movers) if mover == seat][::8]
    shares = [
        [
            make_reviewer(each, make_thinker(each.game, 3), find_valuation(each.game, CHEAP), CHEAP, 5)
            .look(ply, is_marked=False)
            .own.tolist()
            for ply in plies
        ]
        for each in (replay, imagine_anew(replay, seat))
    ]
    # What is played after a shown card may differ: the rest of the turn is only compared where it is the same.
    assert shares[0] == shares[1]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_chances_of_all_seats_add_up_to_one_at_every_moment_and_end_with_the_result(
    name: str, players: int
) -> None:
    found = review(finished(name, players), effort=CHEAP)
    assert [curve.view for curve in found.curves] == [*range(players), NOBODY, POOLED]
    for curve in found.curves:
        rows = np.array(curve.shares)
        assert rows.shape == (len(found.actions) + 1, players)
        assert np.allclose(rows.sum(axis=1), 1)
        assert rows.min() >= 0
        assert curve.shares[-1] == found.result
        assert len(curve.errors) == len(rows)
    for tally in found.tallies.values():
        assert [len(numbers) for numbers in tally] == [players] * (len(found.actions) + 1)


def given_up(record: Record, actions: int) -> Record:
    return Record(record.start, record.actions[:actions])


def test_the_curve_of_a_game_that_was_given_up_ends_where_it_stood() -> None:
    replay = follow(given_up(finished("reeperbahn", 2), 20), (1.0, 0.0))
    assert not replay.is_finished
    found = review(given_up(finished("reeperbahn", 2), 20), effort=CHEAP, result=(1.0, 0.0))
    assert (found.is_finished, found.result, len(found.actions)) == (False, (1.0, 0.0), 20)
    for curve in found.curves:
        assert len(curve.shares) == 21
        assert 0 < curve.shares[-1][0] < 1
    assert sum(found.accounts[0].terms.values()) == pytest.approx(0.5)


def test_rounds_are_marked_at_the_action_that_ended_them() -> None:
    found = review(finished("poule", 2), effort=CHEAP)
    (ply,) = found.rounds
    money = found.tallies["score"]
    assert money[ply] == money[0]
    assert money[ply + 1] != money[0]


def test_in_reeperbahn_the_squares_to_the_entrances_are_counted() -> None:
    found = review(finished("reeperbahn", 2), effort=CHEAP)
    assert found.tallies["lilli"][0] == (7, 7)
    assert set(found.tallies) == {"lilli", "charly"}


@pytest.mark.parametrize(("name", "players"), [("reeperbahn", 2), ("poule", 3), ("nuit", 4)])
def test_the_turning_point_is_the_largest_step_of_its_own_curve_that_lasts(name: str, players: int) -> None:
    record = finished(name, players)
    replay = follow(record)
    causes = set()
    for curve in review(record, effort=CHEAP).curves:
        point = curve.turning_point
        assert point is not None
        changes = measure_changes(replay, np.array(curve.shares))
        if curve.view >= 0:
            assert point.seat == curve.view
        assert abs(point.after - point.before) >= changes[point.ply, point.seat] >= LEAST_CHANGE
        assert changes[point.ply, point.seat] == changes[:, [point.seat] if curve.view >= 0 else slice(None)].max()
        assert (curve.shares[point.ply][point.seat], curve.shares[point.ply + 1][point.seat]) == (
            point.before,
            point.after,
        )
        if point.cause is Cause.DRAW:
            rng = stream(0, "draws", point.ply)
            assert draws_something(replay.game, players, replay.memory(point.ply), replay.codes[point.ply], rng)
        causes.add(point.cause)
    assert causes


def test_a_draw_that_decides_is_called_a_draw() -> None:
    """Of a tile from the stack of `poule`, all that everybody learns is drawn."""
    replay = follow(finished("poule", 2))
    ply = next(ply for ply, code in enumerate(replay.codes) if replay.game.actions[code].text == "draw")
    rows = [(0.5, 0.5)] * (ply + 1) + [(0.9, 0.1)] * (len(replay.codes) - ply)
    curve = Curve(POOLED, tuple(rows), (0.0,) * len(rows))
    point = find_turning_point(replay, curve, make_thinker(replay.game, 2), 32, 0)
    assert point is not None
    assert (point.ply, point.cause) == (ply, Cause.DRAW)


@pytest.mark.parametrize(
    ("shares", "turned"),
    [
        ((0.3, 0.35, 0.75, 0.37, 0.37, 0.1, 0.1), 4),
        ((0.9, 0.9, 0.9, 0.9, 0.3, 0.3, 0.95), None),
        ((0.5, 0.5, 0.8, 0.8, 0.7, 0.7, 0.6), 1),
    ],
    ids=["up and down within a turn", "down and up in two turns", "up for good"],
)
def test_what_goes_up_and_comes_down_at_once_is_no_turning_point(shares: tuple[float, ...], turned: int | None) -> None:
    replay = replace(follow(finished("reeperbahn", 2)), movers=(0, 0, 0, 1, 1, 0))
    changes = measure_changes(replay, np.array([shares]).T)[:, 0]
    assert (int(changes.argmax()) if changes.max() >= LEAST_CHANGE else None) == turned


def test_where_little_changed_there_is_no_turning_point() -> None:
    replay = follow(finished("reeperbahn", 2))
    rows = ((0.5, 0.5), *((0.52, 0.48),) * len(replay.codes))
    assert find_turning_point(replay, Curve(0, rows, (0.0,) * len(rows)), make_thinker(replay.game, 2), 8, 0) is None


def test_effort_has_a_default_for_every_game() -> None:
    for name, players in TABLES:
        valuation = find_valuation(finished(name, players).start.game, Effort())
        assert valuation.worlds >= 128
