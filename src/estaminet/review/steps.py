"""How a review is made: the quick curve at once, then everything else, step by step, on some threads."""

import os
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TypeVar

from estaminet.engine.record import Record
from estaminet.review import luck
from estaminet.review.accounting import settle
from estaminet.review.course import Course, follow, list_seats
from estaminet.review.curve import draw_quickly, expect, make_lines
from estaminet.review.deciding import make_judge
from estaminet.review.model import Draw, Review, TurningPoint
from estaminet.review.valuing import Effort, Valuer, find_valuation, greedy_settings

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
    record: Record, seat: int | None = None, *, effort: Effort | None = None, seed: int = 0
) -> Iterator[Review]:
    """What there is of a review so far, again and again; the last is complete. Whoever stops asking ends the work."""
    course = follow(record)
    seats = list_seats(course, seat)
    return _Work(course, seats, effort or Effort(), seed).steps()


def find_turning_point(record: Record, *, seed: int = 0) -> TurningPoint | None:
    """The action that decided a finished game, at a first glance; None if nothing that happened lasted."""
    course = follow(record)
    return _begin(course, tuple(range(course.players)), seed).turning_point


def _begin(course: Course, seats: Sequence[int], seed: int) -> Review:
    return Review(
        game=course.game.name,
        players=course.players,
        options=course.options,
        seed=seed,
        result=course.result,
        actions=tuple(course.positions[-1].actions),
        movers=course.movers,
        rounds=course.rounds(),
        tallies=course.tallies(),
        curve=draw_quickly(course, seats, seed),
    )


class _Work:
    """One review."""

    def __init__(self, course: Course, seats: tuple[int, ...], effort: Effort, seed: int) -> None:
        self._course, self._seats, self._effort, self._seed = course, seats, effort, seed
        self._valuation = find_valuation(course.game, effort)
        self._settings = greedy_settings(course.game, self._valuation.turns)
        self._valuer = Valuer(course.game, course.players, self._settings)
        self._worlds = self._valuation.worlds
        self._found: Review

    def steps(self) -> Iterator[Review]:
        """The quick curve, the curve, then everything."""
        course, effort = self._course, self._effort
        plies = range(len(course.codes))
        self._found = replace(_begin(course, self._seats, self._seed), total=3 * len(plies) + 1)
        yield self._found
        pool = ThreadPoolExecutor(min(effort.threads, os.cpu_count() or 1))
        try:
            points = yield from self._collect(pool, self._point, plies)
            self._found = replace(self._found, curve=make_lines(course, self._seats, points), is_quick=False)
            gained = yield from self._collect(pool, self._draw, plies)
            judge = make_judge(course, self._valuation, self._valuer, effort, self._seed)
            looked = yield from self._collect(
                pool, lambda ply: judge.look(ply, is_marked=course.movers[ply] in self._seats), plies
            )
        finally:
            pool.shutdown(cancel_futures=True)
        draws = [each for each in gained if each is not None]
        decisions = [each for each in looked if each is not None]
        place = luck.value_place(course, self._settings, effort.deals)
        dealt = luck.value_deal(course, self._valuer, self._worlds, self._seed)
        accounts = (settle(course, place, dealt, draws, decisions, line, self._weight) for line in self._found.curve)
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
        return self._course.game.luck_weights.get(self._course.players, 1.0)

    def _point(self, ply: int) -> list[float]:
        course = self._course
        return [
            expect(self._valuer, course.known(ply, seat), seat, self._worlds, self._seed, ply) for seat in self._seats
        ]

    def _draw(self, ply: int) -> Draw | None:
        gained = luck.value_draw(self._course, self._valuer, self._worlds, self._seed, ply)
        return None if gained is None else Draw(ply, tuple((self._weight * gained).tolist()))
