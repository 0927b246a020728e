"""How a review is made: the quick curve at once, then everything else, step by step, on some threads.

The curve is what each seat could expect all along, from what it knew then, and where that changed for good.
"""

import os
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Final, TypeVar

from estaminet.engine.kernel import Known
from estaminet.engine.record import Record
from estaminet.review.account import LuckTerms, build_account, value_deal, value_draw, value_place
from estaminet.review.decisions import make_reviewer
from estaminet.review.model import Curve, Draw, Review, TurningPoint
from estaminet.review.replay import Replay, follow, list_seats
from estaminet.review.valuation import Effort, Valuer, find_valuation, greedy_settings, stream

QUICK_WORLDS: Final = 16
"""For the first glance, which takes the game's evaluation as it is."""
T = TypeVar("T")


def review(
    record: Record,
    seat: int | None = None,
    *,
    effort: Effort | None = None,
    seed: int = 0,
    progress: Callable[[Review], None] | None = None,
) -> Review:
    """What was skill and what was luck in a finished game, for one seat or for all.

    `progress` is called with what there is so far: within a second with the quick curve, then after every step. What it
    raises ends the work.
    """
    for found in review_in_steps(record, seat, effort=effort, seed=seed):
        if progress is not None:
            progress(found)
    return found


def review_in_steps(
    record: Record,
    seat: int | None = None,
    *,
    effort: Effort | None = None,
    seed: int = 0,
    result: Sequence[float] | None = None,
) -> Iterator[Review]:
    """What there is of a review so far, again and again; the last is complete. Whoever stops asking ends the work.

    A game that somebody ended early is reviewed as far as it was played, with the `result` that it was given.
    """
    replay = follow(record, result)
    seats = list_seats(replay, seat)
    return _Work(replay, seats, effort or Effort(), seed).steps()


def find_turning_point(record: Record, *, seed: int = 0) -> TurningPoint | None:
    """The action that decided a finished game, at a first glance; None if nothing that happened lasted."""
    replay = follow(record)
    return _begin(replay, tuple(range(replay.players)), seed).turning_point


def _begin(replay: Replay, seats: Sequence[int], seed: int) -> Review:
    curves = draw_quickly(replay, seats, seed)
    return Review(
        game=replay.game.name,
        players=replay.players,
        options=replay.options,
        seed=seed,
        result=replay.result,
        actions=tuple(replay.positions[-1].actions),
        movers=replay.movers,
        rounds=replay.rounds(),
        tallies=replay.tallies(),
        curve=curves,
        turning_point=find_largest_turn(curves),
    )


class _Work:
    """One review."""

    def __init__(self, replay: Replay, seats: tuple[int, ...], effort: Effort, seed: int) -> None:
        self._replay, self._seats, self._effort, self._seed = replay, seats, effort, seed
        self._valuation = find_valuation(replay.game, effort)
        self._settings = greedy_settings(replay.game, self._valuation.turns)
        self._valuer = Valuer(replay.game, replay.players, self._settings)
        self._worlds = self._valuation.worlds
        self._found: Review

    def steps(self) -> Iterator[Review]:
        """The quick curve, the curve, then everything."""
        replay, effort = self._replay, self._effort
        plies = range(len(replay.codes))
        self._found = replace(_begin(replay, self._seats, self._seed), total=3 * len(plies) + 1)
        yield self._found
        pool = ThreadPoolExecutor(min(effort.threads, os.cpu_count() or 1))
        try:
            points = yield from self._collect(pool, self._point, plies)
            curves = make_curves(replay, self._seats, points)
            self._found = replace(self._found, curve=curves, is_quick=False, turning_point=find_largest_turn(curves))
            gained = yield from self._collect(pool, self._draw, plies)
            reviewer = make_reviewer(replay, self._valuation, self._valuer, effort, self._seed)
            looked = yield from self._collect(
                pool, lambda ply: reviewer.look(ply, is_marked=replay.movers[ply] in self._seats), plies
            )
        finally:
            pool.shutdown(cancel_futures=True)
        draws = [each for each in gained if each is not None]
        decisions = [each for each in looked if each is not None]
        place = value_place(replay, self._settings, effort.deals)
        dealt = value_deal(replay, self._valuer, self._worlds, self._seed)
        luck = LuckTerms(place, dealt, draws, self._weight)
        accounts = (build_account(replay, curve, luck, decisions) for curve in self._found.curve)
        yield replace(
            self._found,
            accounts=tuple(accounts),
            draws=tuple(draws),
            decisions=tuple(each for each in decisions if each.seat in self._seats),
            done=self._found.total,
        )

    def _collect(
        self, pool: ThreadPoolExecutor, step: Callable[[int], T], plies: Sequence[int]
    ) -> Generator[Review, None, list[T]]:
        """What a step gives for every ply; on the way, how far it is."""
        results: list[T] = []
        for result in pool.map(step, plies):
            results.append(result)
            self._found = replace(self._found, done=self._found.done + 1)
            yield self._found
        return results

    @property
    def _weight(self) -> float:
        return self._replay.game.luck_weights.get(self._replay.players, 1.0)

    def _point(self, ply: int) -> list[float]:
        replay = self._replay
        return [
            expect(self._valuer, replay.known(ply, seat), seat, self._worlds, self._seed, ply) for seat in self._seats
        ]

    def _draw(self, ply: int) -> Draw | None:
        gained = value_draw(self._replay, self._valuer, self._worlds, self._seed, ply)
        return None if gained is None else Draw(ply, tuple((self._weight * gained).tolist()))


def expect(valuer: Valuer, known: Known, seat: int, worlds: int, seed: int, ply: int) -> float:
    """The share that a seat may expect, from what it knows and nothing else."""
    return float(valuer.value(known, seat, worlds, stream(seed, "curve", ply, seat))[seat])


def draw_quickly(replay: Replay, seats: Sequence[int], seed: int) -> tuple[Curve, ...]:
    """The curve of a first glance: well within a second."""
    valuer = Valuer(replay.game, replay.players, greedy_settings(replay.game, 0))
    points = [
        [expect(valuer, replay.known(ply, seat), seat, QUICK_WORLDS, seed, ply) for seat in seats]
        for ply in range(len(replay.codes))
    ]
    return make_curves(replay, seats, points)


def make_curves(replay: Replay, seats: Sequence[int], points: Sequence[Sequence[float]]) -> tuple[Curve, ...]:
    """The curves of some seats, of which the points before every action are given, by ply and seat."""
    curves = []
    for at, seat in enumerate(seats):
        shares = (*(each[at] for each in points), replay.result[seat])
        curves.append(Curve(seat, shares, find_turn(seat, shares)))
    return tuple(curves)


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


def find_largest_turn(curves: Sequence[Curve]) -> TurningPoint | None:
    """Of all seats, the change that lasted and was the largest."""
    points = (curve.turning_point for curve in curves)
    return max((each for each in points if each is not None), key=lambda each: abs(each.kept), default=None)
