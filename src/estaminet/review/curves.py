"""Curves of everybody's chances, from one point of view at a time, and their turning points."""

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from estaminet.engine.kernel import NOBODY
from estaminet.players.playouts import POOLED
from estaminet.players.thinker import Thinker
from estaminet.review.model import Cause, Curve, TurningPoint
from estaminet.review.replay import Replay
from estaminet.review.valuation import draws_something, stream

LEAST_CHANGE: Final = 0.05
"""A smaller change of chances is no turning point."""
Shares = NDArray[np.float64]
"""One of every seat."""


class Point(NamedTuple):
    """Every seat's expected share at one moment, and the standard errors."""

    shares: Shares
    errors: Shares


def list_views(seats: Sequence[int]) -> tuple[int, ...]:
    """The views of a review: each seat, everybody together if all seats are reviewed, and all cards open."""
    return (*seats, *([NOBODY] if len(seats) > 1 else []), POOLED)


def find_point(thinker: Thinker, replay: Replay, view: int, ply: int, worlds: int, seed: int) -> Point:
    """Everybody's expected share before an action, or after the last."""
    memory = replay.memory(ply) if view == POOLED else replay.known(ply, view)
    shares = thinker.try_lines(memory, view, [()], worlds, stream(seed, "curve", ply, view)).shares[:, 0]
    return Point(shares.mean(axis=0), shares.std(axis=0, ddof=1) / np.sqrt(worlds))


def make_curve(replay: Replay, view: int, points: Sequence[Point]) -> Curve:
    """A curve through points, one before every action and, of a game that somebody ended early, one after the last."""
    rows = [tuple(point.shares.tolist()) for point in points]
    errors = [float(point.errors.max()) for point in points]
    if replay.is_finished:
        rows.append(replay.result)
        errors.append(0.0)
    return Curve(view, tuple(rows), tuple(errors))


def find_turning_point(replay: Replay, curve: Curve, thinker: Thinker, worlds: int, seed: int) -> TurningPoint | None:
    """The action that changed chances most for good: those of the view's seat, or else those of any seat."""
    seats = [curve.view] if curve.view >= 0 else list(range(replay.players))
    changes = measure_changes(replay, np.array(curve.shares)[:, seats])
    if not len(changes) or changes.max() < LEAST_CHANGE:
        return None
    ply, at = divmod(int(changes.argmax()), len(seats))
    seat = seats[at]
    before, after = curve.shares[ply][seat], curve.shares[ply + 1][seat]
    # The effect of the action itself, without its draw.
    memory = replay.memory(ply) if curve.view == POOLED else replay.known(ply, curve.view)
    rng = stream(seed, "turn", curve.view)
    chosen = float(thinker.try_lines(memory, curve.view, [(replay.codes[ply],)], worlds, rng).means[0, seat])
    is_draw = abs(after - chosen) > abs(chosen - before) and draws_something(
        replay.game, replay.players, replay.memory(ply), replay.codes[ply], stream(seed, "draws", ply)
    )
    return TurningPoint(seat, ply, before, after, Cause.DRAW if is_draw else Cause.DECISION)


def measure_changes(replay: Replay, shares: Shares) -> Shares:
    """How much every action changed chances for good: no more than what remains of it after its turn.

    In the middle of a turn, and shortly before the end, chances are estimated badly: what goes up and comes down again
    has decided nothing.
    """
    last, movers = len(shares) - 1, replay.movers
    begins = [ply for ply in range(len(movers)) if ply == 0 or movers[ply] != movers[ply - 1]]
    ends = [*begins[1:], last]
    changes = np.zeros((last, shares.shape[1]))
    for before, begin, end, after in zip([0, *begins], begins, ends, [*ends[1:], last], strict=False):
        kept = [shares[end] - shares[begin], shares[after] - shares[begin], shares[end] - shares[before]]
        for ply in range(begin, end):
            found = np.array([shares[ply + 1] - shares[ply], *kept])
            lasts = np.all(found > 0, axis=0) | np.all(found < 0, axis=0)
            changes[ply] = np.where(lasts, np.abs(found).min(axis=0), 0)
    return changes
