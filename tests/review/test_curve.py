"""The curve tells what a seat could know then, and where it changed for good."""

from dataclasses import replace

import pytest

from estaminet.engine.jit.random import generator
from estaminet.review import find_turning_point, review
from estaminet.review.replay import Replay, follow
from estaminet.review.steps import draw_quickly, expect, find_turn
from estaminet.review.valuation import Valuer, greedy_settings
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
def test_a_seats_curve_does_not_change_with_what_it_could_not_see(name: str, players: int) -> None:
    replay = follow(finished(name, players))
    valuer = Valuer(replay.game, players, greedy_settings(replay.game, 2))
    for seat in range(players):
        other = imagine_anew(replay, seat)
        assert any(
            one.memory.tobytes() != two.memory.tobytes()
            for one, two in zip(replay.positions, other.positions, strict=True)
        )
        assert draw_quickly(replay, [seat], 5) == draw_quickly(other, [seat], 5)
        for ply in range(0, len(replay.codes), 9):
            one, two = (expect(valuer, each.known(ply, seat), seat, 4, 5, ply) for each in (replay, other))
            assert one == two


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_line_has_a_share_for_every_position_and_ends_with_what_the_seat_got(name: str, players: int) -> None:
    found = review(finished(name, players), effort=CHEAP)
    for line in found.curve:
        assert len(line.shares) == len(found.actions) + 1
        assert all(0 <= share <= 1 for share in line.shares)
        assert line.shares[-1] == found.result[line.seat]
    for tally in found.tallies.values():
        assert [len(numbers) for numbers in tally] == [players] * (len(found.actions) + 1)


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


def test_the_turning_point_is_the_largest_change_that_was_never_undone() -> None:
    point = find_turn(0, (0.5, 0.9, 0.4, 0.7, 0.65, 0.8, 1.0))
    assert point is not None
    assert (point.ply, point.before, point.after) == (2, 0.4, 0.7)
    assert point.kept == pytest.approx(0.25)


def test_the_turning_point_of_a_loser_goes_down() -> None:
    point = find_turn(1, (0.5, 0.6, 0.2, 0.25, 0.0))
    assert point is not None
    assert (point.seat, point.ply) == (1, 1)
    assert point.kept == pytest.approx(-0.35)


def test_where_nothing_changed_there_is_no_turning_point() -> None:
    assert find_turn(0, (0.5, 0.5, 0.5)) is None


def kept_since(shares: tuple[float, ...], ply: int) -> float:
    """How much of the change by an action was never undone."""
    sign = 1 if shares[-1] > shares[0] else -1
    return min(sign * (share - shares[ply]) for share in shares[ply + 1 :])


def test_the_turning_point_can_be_had_alone_and_no_change_of_any_seat_lasted_longer() -> None:
    record = finished("poule", 3)
    point = find_turning_point(record)
    assert point is not None
    curves = draw_quickly(follow(record), range(3), 0)
    kept = {
        (curve.seat, ply): kept_since(curve.shares, ply) for curve in curves for ply in range(len(curve.shares) - 1)
    }
    assert max(kept, key=lambda each: kept[each]) == (point.seat, point.ply)
    assert abs(point.kept) == pytest.approx(kept[point.seat, point.ply])
    shares = curves[point.seat].shares
    assert (point.before, point.after) == (shares[point.ply], shares[point.ply + 1])
