"""What each seat could expect all along, from what it knew then, and where that changed for good."""

from collections.abc import Sequence
from typing import Final

from estaminet.engine.kernel import Known
from estaminet.review.course import Course
from estaminet.review.model import Line, TurningPoint
from estaminet.review.valuing import Valuer, greedy_settings, stream

QUICK_WORLDS: Final = 16
"""For the first glance, which takes the game's evaluate as it is."""


def expect(valuer: Valuer, known: Known, seat: int, worlds: int, seed: int, ply: int) -> float:
    """The share that a seat may expect, from what it knows and nothing else."""
    return float(valuer.value(known, seat, worlds, stream(seed, "curve", ply, seat))[seat])


def draw_quickly(course: Course, seats: Sequence[int], seed: int) -> tuple[Line, ...]:
    """The curve of a first glance: well within a second."""
    valuer = Valuer(course.game, course.players, greedy_settings(course.game, 0))
    points = [
        [expect(valuer, course.known(ply, seat), seat, QUICK_WORLDS, seed, ply) for seat in seats]
        for ply in range(len(course.codes))
    ]
    return make_lines(course, seats, points)


def make_lines(course: Course, seats: Sequence[int], points: Sequence[Sequence[float]]) -> tuple[Line, ...]:
    """The lines of some seats, of which the points before every action are given, by ply and seat."""
    lines = []
    for at, seat in enumerate(seats):
        shares = (*(each[at] for each in points), course.result[seat])
        lines.append(Line(seat, shares, find_turn(seat, shares)))
    return tuple(lines)


def find_turn(seat: int, shares: Sequence[float]) -> TurningPoint | None:
    """The action whose change of a seat's expectation, towards what it got, was the largest that was never undone."""
    won = shares[-1] > shares[0]
    sign = 1 if won else -1
    lowest = sign * shares[-1]
    best: TurningPoint | None = None
    for ply in reversed(range(len(shares) - 1)):
        lowest = min(lowest, sign * shares[ply + 1])
        kept = lowest - sign * shares[ply]
        if kept > (0 if best is None else abs(best.kept)):
            best = TurningPoint(seat, ply, shares[ply], shares[ply + 1], sign * kept)
    return best
