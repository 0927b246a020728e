"""``python -m bench.review``: how much of results reviews leave unexplained, and whether hints and reviews agree.

`whole` reviews games between levels of the house; `moments` asks for hints in such games, and what the review says of
the same moment. Everything is played and thought anew, in as many processes as there are cores.
"""

import argparse
import os
import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from time import perf_counter, process_time
from typing import Final, NamedTuple, TypeVar

import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table

import estaminet
from estaminet.engine.record import Record
from estaminet.players.hints import DEFAULT_BUDGET, find_hint
from estaminet.players.levels import seat_player
from estaminet.review import Effort, review
from estaminet.review.decisions import make_reviewer
from estaminet.review.replay import find_valuation, follow, make_thinker

TABLES: Final = (
    ("reeperbahn", 2), ("poule", 2), ("poule", 3), ("poule", 4), ("nuit", 3), ("nuit", 4), ("nuit", 5),
)  # fmt: skip
LEVELS: Final = ("apprentice", "regular", "greedy", "host")
MOMENTS: Final = 5
"""In each game."""
WITHIN: Final = 2.0
"""The most standard errors between two chances that agree."""
T = TypeVar("T")


class Job(NamedTuple):
    """One game."""

    game: str
    players: int
    number: int


class Whole(NamedTuple):
    """The result of one review."""

    levels: tuple[str, ...]
    results: tuple[float, ...]
    """Less an equal share."""
    rests: tuple[float, ...]
    explained: tuple[bool, ...]
    mistakes: int
    seconds: float
    """Processor time."""


class Moment(NamedTuple):
    """A hint and a review of one moment."""

    hint: float
    review: float
    error: float
    """Both combined."""
    seconds: float
    """The waiting time for the hint."""


def play(job: Job) -> tuple[tuple[str, ...], Record]:
    """A game between levels at random seats."""
    game, rng = estaminet.game(job.game), random.Random(repr(job))  # noqa: S311  # games, no secrets
    levels = tuple(rng.choice(LEVELS) for _ in range(job.players))
    seats = [seat_player(level, rng.randrange(1 << 30)) for level in levels]
    position = game.start(job.players, seed=f"bench/{job.number}")
    while (seat := position.to_move) is not None:
        position.play_code(seats[seat].choose(game, job.players, position.known_to(seat), seat))
    return levels, Record.of(position)


def look_at_whole(job: Job) -> Whole:
    levels, record = play(job)
    began = process_time()
    found = review(record, effort=Effort(threads=1))
    accounts = found.accounts
    return Whole(
        levels,
        tuple(each.result - 1 / job.players for each in accounts),
        tuple(each.judgement for each in accounts),
        tuple(each.is_explained for each in accounts),
        len(found.mistakes),
        process_time() - began,
    )


def look_at_moments(job: Job) -> list[Moment]:
    _, record = play(job)
    replay, effort = follow(record), Effort(threads=1)
    thinker = make_thinker(replay.game, job.players)
    reviewer = make_reviewer(replay, thinker, find_valuation(replay.game, effort), effort, job.number)
    choices = [ply for ply in range(len(replay.codes)) if len(replay.positions[ply].legal_codes()) > 1]
    found = []
    rng = random.Random(repr(job))  # noqa: S311  # as above
    for ply in rng.sample(choices, min(MOMENTS, len(choices))):
        seat, began = replay.movers[ply], perf_counter()
        turn = find_hint(replay.positions[ply], seat, DEFAULT_BUDGET, seed=job.number).turns[0]
        seconds = perf_counter() - began
        look = reviewer.look(ply, is_marked=False)
        error = float(np.hypot(turn.error, look.errors[seat]))
        found.append(Moment(turn.share, float(look.own[seat]), error, seconds))
    return found


def run(work: Callable[[Job], T], jobs: Sequence[Job], processes: int) -> Iterator[tuple[Job, T]]:
    """Results of all jobs, as they come."""
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        running = {pool.submit(work, job): job for job in jobs}
        done = as_completed(running)
        for future in track(done, work.__name__, len(jobs), console=Console(stderr=True), transient=True):
            yield running[future], future.result()


def tell_whole(found: dict[tuple[str, int], list[Whole]]) -> Table:
    table = Table("", "games", "rest / results", "explained", "mistakes", "processor s", "rest by level: furthest mean")
    for (game, players), reviews in sorted(found.items()):
        results, rests = (np.array([value for each in reviews for value in values]) for values in _sides(reviews))
        explained = np.mean([value for each in reviews for value in each.explained])
        mistakes, seconds = (np.mean([getattr(each, name) for each in reviews]) for name in ("mistakes", "seconds"))
        levels = [level for each in reviews for level in each.levels]
        table.add_row(
            f"{game} {players}", str(len(reviews)), f"{rests.std() / results.std():.2f}", f"{explained:.0%}",
            f"{mistakes:.1f}", f"{seconds:.1f}", tell_furthest(levels, rests),
        )  # fmt: skip
    return table


def _sides(reviews: Sequence[Whole]) -> tuple[list[tuple[float, ...]], list[tuple[float, ...]]]:
    return [each.results for each in reviews], [each.rests for each in reviews]


def tell_furthest(levels: Sequence[str], rests: np.ndarray) -> str:
    """The level whose rest is furthest from 0, in standard errors."""
    names = np.array(levels)
    means = {}
    for level in sorted(set(levels)):
        own = rests[names == level]
        means[level] = (float(own.mean()), float(own.std() / np.sqrt(len(own))))
    level = max(means, key=lambda each: abs(means[each][0]) / max(means[each][1], 1e-9))
    return f"{level} {means[level][0]:+.3f} ± {means[level][1]:.3f}"


def tell_moments(found: dict[tuple[str, int], list[list[Moment]]]) -> Table:
    table = Table("", "moments", "agree", "hint less review", "spread", "hint's wait: mean", "longest")
    for (game, players), games in sorted(found.items()):
        moments = [moment for each in games for moment in each]
        apart = np.array([each.hint - each.review for each in moments])
        errors = np.array([each.error for each in moments])
        agree = np.mean(np.abs(apart) <= WITHIN * errors + 1e-9)
        waits = [each.seconds for each in moments]
        table.add_row(
            f"{game} {players}", str(len(moments)), f"{agree:.1%}", f"{100 * apart.mean():+.1f} points",
            f"{100 * apart.std():.1f}", f"{np.mean(waits):.2f} s", f"{max(waits):.2f} s",
        )  # fmt: skip
    return table


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.review", description=__doc__)
    parser.add_argument("what", choices=("whole", "moments"))
    parser.add_argument("--games", type=int, default=60, metavar="N", help="of each table; %(default)s")
    parser.add_argument("--only", nargs="*", metavar="TABLE", help="nuit-4 poule-2 ...; all of them if left out")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="processes; %(default)s")
    asked = parser.parse_args()
    tables = [each for each in TABLES if not asked.only or f"{each[0]}-{each[1]}" in asked.only]
    jobs = [Job(*table, number) for number in range(asked.games) for table in tables]
    found: defaultdict[tuple[str, int], list[object]] = defaultdict(list)
    for job, result in run(look_at_whole if asked.what == "whole" else look_at_moments, jobs, asked.jobs):
        found[job.game, job.players].append(result)
    Console(width=120).print(tell_whole(found) if asked.what == "whole" else tell_moments(found))  # type: ignore[arg-type]  # as asked


if __name__ == "__main__":
    main()
