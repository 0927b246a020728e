"""The steps of a review: quick curves at once, then everything else, on some threads."""

from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Final, TypeVar

from estaminet.engine.game import AccountWeights
from estaminet.engine.record import Record
from estaminet.players.playouts import POOLED
from estaminet.players.search import CORES
from estaminet.review.account import (
    LuckTerms,
    Point,
    build_account,
    find_point,
    find_turning_point,
    list_views,
    make_curve,
    value_deal,
    value_draw,
    value_place,
)
from estaminet.review.decisions import DecisionReviewer, ReviewedPly, make_reviewer
from estaminet.review.model import Curve, Draw, Review
from estaminet.review.replay import Effort, Replay, find_valuation, follow, list_seats, make_thinker

QUICK_WORLDS: Final = 12
"""Worlds for the quick curves, which use the game's evaluation as it is."""
T = TypeVar("T")


def review(
    record: Record,
    seat: int | None = None,
    *,
    effort: Effort | None = None,
    seed: int = 0,
    progress: Callable[[Review], None] | None = None,
    result: Sequence[float] | None = None,
) -> Review:
    """Review a finished game, for one seat or for all: skill and luck.

    `progress` is called with the review so far: within a second with the quick curve, then after every step. An
    exception from it ends the work.
    """
    for found in review_in_steps(record, seat, effort=effort, seed=seed, result=result):
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
    is_patient: bool = True,
) -> Iterator[Review]:
    """A review in growing parts, the last of which is complete. Stop iterating to end the work.

    A game that somebody ended early is reviewed as far as it was played, with the `result` that it was given.
    A decision may take seconds: there are parts in between, too.
    """
    replay = follow(record, result)
    seats = list_seats(replay, seat)
    return _ReviewJob(replay, seats, effort or Effort(), seed, is_patient=is_patient).steps()


class _ReviewJob:
    """One review."""

    def __init__(self, replay: Replay, seats: tuple[int, ...], effort: Effort, seed: int, *, is_patient: bool) -> None:
        self._is_patient = is_patient
        self._replay, self._seats, self._effort, self._seed = replay, seats, effort, seed
        self._valuation = find_valuation(replay.game, effort)
        self._thinker = make_thinker(replay.game, replay.players, effort.turns)
        self._views = list_views(seats)
        self._found: Review

    def steps(self) -> Iterator[Review]:
        """The quick curves, then everything."""
        replay, effort, seed = self._replay, self._effort, self._seed
        plies = range(len(replay.codes))
        self._found = replace(self._begin(), total=3 * len(plies) + 1)
        yield self._found
        reviewer = make_reviewer(replay, self._thinker, self._valuation, effort, seed)
        threads = min(effort.threads, CORES)
        pool = ThreadPoolExecutor(threads) if threads > 1 else None
        try:
            looks = yield from self._look(pool, reviewer, plies)
            columns = yield from self._collect(pool, self._find_points, plies)
            curves = self._draw_curves(looks, columns)
            self._found = replace(self._found, curves=curves, is_quick=False)
            drawn = yield from self._collect(pool, self._draw, plies)
        finally:
            if pool is not None:
                pool.shutdown(cancel_futures=True)
        draws = [each for each in drawn if each is not None]
        decisions = [each.decision for each in looks if each.decision is not None]
        place = value_place(replay, effort.turns, effort.deals)
        dealt = value_deal(replay, self._thinker, self._valuation.worlds, seed)
        luck = LuckTerms(place, dealt, draws)
        accounts = (
            build_account(replay, self._found.curve(seat), luck, decisions, self._weights) for seat in self._seats
        )
        yield replace(
            self._found,
            accounts=tuple(accounts),
            draws=tuple(draws),
            decisions=tuple(each for each in decisions if each.seat in self._seats),
            done=self._found.total,
        )

    def _begin(self) -> Review:
        """The quick curves: well within a second."""
        replay = self._replay
        quick = make_thinker(replay.game, replay.players, 0)
        curves = [
            make_curve(
                replay, view, [find_point(quick, replay, view, ply, QUICK_WORLDS, self._seed) for ply in self._moments]
            )
            for view in self._views
        ]
        return Review(
            game=replay.game.name,
            players=replay.players,
            options=replay.options,
            seed=self._seed,
            result=replay.result,
            actions=tuple(replay.positions[-1].actions),
            movers=replay.movers,
            rounds=replay.rounds(),
            tallies=replay.tallies(),
            curves=tuple(curves),
            is_finished=replay.is_finished,
        )

    @property
    def _moments(self) -> range:
        """The moments before every action; of a game that somebody ended early, also after the last."""
        return range(len(self._replay.codes) + (not self._replay.is_finished))

    def _look(
        self, pool: ThreadPoolExecutor | None, reviewer: DecisionReviewer, plies: Sequence[int]
    ) -> Generator[Review, None, list[ReviewedPly]]:
        """Review every decision."""
        movers, looks = self._replay.movers, []
        if self._is_patient:
            return (
                yield from self._collect(
                    pool, lambda ply: reviewer.look(ply, is_marked=movers[ply] in self._seats), plies
                )
            )
        for ply in plies:
            parts = reviewer.look_in_parts(ply, is_marked=movers[ply] in self._seats)
            looks.append((yield from self._say_the_same(parts)))
            self._found = replace(self._found, done=self._found.done + 1)
            yield self._found
        return looks

    def _say_the_same(self, parts: Generator[None, None, T]) -> Generator[Review, None, T]:
        """Repeat the review so far after every part; at the end their results."""
        while True:
            try:
                next(parts)
            except StopIteration as end:
                found: T = end.value
                return found
            yield self._found

    def _collect(
        self, pool: ThreadPoolExecutor | None, step: Callable[[int], T], plies: Sequence[int]
    ) -> Generator[Review, None, list[T]]:
        """The results of a step for every ply, with progress. Without a pool, each is computed on request."""
        results: list[T] = []
        for result in map(step, plies) if pool is None else pool.map(step, plies):
            results.append(result)
            self._found = replace(self._found, done=self._found.done + 1)
            yield self._found
        return results

    @property
    def _weights(self) -> AccountWeights:
        return self._replay.game.account_weights.get(self._replay.players, AccountWeights())

    def _find_points(self, ply: int) -> dict[int, Point]:
        """The points of all views that the decisions do not give."""
        mover = self._replay.movers[ply]
        return {view: self._find_point(view, ply) for view in self._views if view not in (mover, POOLED)}

    def _find_point(self, view: int, ply: int) -> Point:
        return find_point(self._thinker, self._replay, view, ply, self._valuation.worlds, self._seed)

    def _draw_curves(self, looks: Sequence[ReviewedPly], columns: Sequence[dict[int, Point]]) -> tuple[Curve, ...]:
        """Draw the curves: the mover expects the result of the best turn; the others, what usually happens."""
        replay, curves = self._replay, []
        for view in self._views:
            points = [
                Point(look.pooled, look.pooled_errors)
                if view == POOLED
                else Point(look.own, look.errors)
                if view == replay.movers[ply]
                else columns[ply][view]
                for ply, look in enumerate(looks)
            ]
            if not replay.is_finished:
                points.append(self._find_point(view, len(looks)))
            curve = make_curve(replay, view, points)
            point = find_turning_point(replay, curve, self._thinker, self._valuation.worlds, self._seed)
            curves.append(replace(curve, turning_point=point))
        return tuple(curves)

    def _draw(self, ply: int) -> Draw | None:
        gained = value_draw(self._replay, self._thinker, self._valuation.worlds, self._seed, ply)
        return None if gained is None else Draw(ply, tuple((self._weights.luck * gained).tolist()))
