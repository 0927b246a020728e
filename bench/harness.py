"""One harness for all measurements: how a row is declared, and how ours and theirs take turns, each in a process.

Needs nothing but the standard library, because the peers' Python runs a part of it.
"""

import importlib
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, Final, Literal, NamedTuple

ROOT: Final = Path(__file__).resolve().parent.parent
FOLDER: Final = ROOT / ".bench"
"""For everything that measuring leaves behind."""
MISSING: Final = "not measured"


class CannotMeasure(Exception):
    """Why there is no number."""


class Unit(NamedTuple):
    """What a number counts."""

    name: str
    more_is_better: bool


A_SECOND: Final = Unit("/s", more_is_better=True)
SECONDS: Final = Unit("s", more_is_better=False)
BYTES: Final = Unit("bytes", more_is_better=False)
MEMORY: Final = Unit("bytes of memory", more_is_better=False)
COUNT: Final = Unit("times", more_is_better=False)
PERCENT: Final = Unit("of all", more_is_better=True)
LOST: Final = Unit("of the victory", more_is_better=False)


class Asked(NamedTuple):
    """What a row should reach: so many times the peer, so much at least, or less than so much."""

    kind: Literal["times", "at least", "under"]
    limit: float
    aim: float | None = None
    """Shown beside the limit, but not asked for."""

    def is_kept_by(self, row: "Row") -> bool | None:
        """None if it was not measured."""
        number = row.ratio if self.kind == "times" else row.value
        if number is None:
            return None
        return number < self.limit if self.kind == "under" else number >= self.limit


class Task(NamedTuple):
    """A function that measures, and where it runs. It gets the arguments, and about how many seconds it may take."""

    machine: Literal["ours", "peers"]
    function: str
    """``bench.play:games``"""
    arguments: tuple[str | int, ...] = ()


class Peer(NamedTuple):
    """What ours is compared with."""

    name: str
    task: Task


def ours(function: Callable[..., float], *arguments: str | int) -> Task:
    return Task("ours", f"{function.__module__}:{function.__name__}", arguments)


def peer(name: str, function: Callable[..., float], *arguments: str | int) -> Peer:
    return Peer(name, Task("peers", f"{function.__module__}:{function.__name__}", arguments))


@dataclass
class Row:
    """One line of a table: what is measured, what is asked of it, and the numbers of ours and of a peer."""

    group: str
    what: str
    unit: Unit
    task: Task | None = None
    peer: Peer | None = None
    asked: Asked | None = None
    is_slow: bool = False
    """Measured once, and left out of a quick run."""
    ours: list[float] = field(default_factory=list)
    theirs: list[float] = field(default_factory=list)
    trouble: str | None = None
    """Why ours could not be measured."""
    peer_trouble: str | None = None

    @property
    def value(self) -> float | None:
        """Ours, in the middle of all repetitions."""
        return median(self.ours) if self.ours else None

    @property
    def peer_value(self) -> float | None:
        return median(self.theirs) if self.theirs else None

    @property
    def ratio(self) -> float | None:
        """How many times as good as the peer: the middle of the ratios of neighbouring measurements."""
        pairs = list(zip(self.ours, self.theirs, strict=False))
        if not pairs:
            return None
        return median(ours / theirs if self.unit.more_is_better else theirs / ours for ours, theirs in pairs)

    @property
    def verdict(self) -> str:
        """``ok``, ``below``, or nothing where nothing is asked."""
        if self.asked is None:
            return ""
        kept = self.asked.is_kept_by(self)
        return MISSING if kept is None else "ok" if kept else "below"


Measure = Callable[[Task, float], float]
"""A number, or CannotMeasure."""


def measure(row: Row, machines: Mapping[str, Measure], *, repetitions: int, seconds: float) -> None:
    """Measure ours and theirs in turn, so that whatever else the machine does hits both."""
    for _ in range(repetitions):
        if row.task and row.trouble is None:
            row.trouble = _add(row.ours, row.task, machines, seconds)
        if row.peer and row.peer_trouble is None:
            row.peer_trouble = _add(row.theirs, row.peer.task, machines, seconds)


def _add(numbers: list[float], task: Task, machines: Mapping[str, Measure], seconds: float) -> str | None:
    """Measure once more; what is wrong if that cannot be."""
    try:
        numbers.append(machines[task.machine](task, seconds))
    except CannotMeasure as error:
        return str(error)
    return None


class Worker:
    """A process of some Python that measures on request: one line of JSON each way."""

    def __init__(self, python: Path) -> None:
        self._process: subprocess.Popen[str] | None = None
        if python.exists():
            self._process = subprocess.Popen(
                [python, "-W", "ignore", "-m", "bench.harness"],
                cwd=ROOT,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
            )

    def measure(self, task: Task, seconds: float) -> float:
        """The number that a task gives; CannotMeasure says why there is none."""
        if self._process is None:
            raise CannotMeasure("not installed")
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        try:
            print(json.dumps([task.function, *task.arguments, seconds]), file=stdin, flush=True)
            line = stdout.readline()
        except BrokenPipeError:
            line = ""
        if not line:
            raise CannotMeasure(f"{task.function} stopped with exit code {self._process.wait()}")
        answer: dict[str, Any] = json.loads(line)
        if "trouble" in answer:
            raise CannotMeasure(str(answer["trouble"]))
        return float(answer["value"])

    def close(self) -> None:
        """Let the process end."""
        if self._process is None:
            return
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with suppress(BrokenPipeError):
                    pipe.close()
        self._process.wait()


def serve(requests: Iterable[str]) -> None:
    """Answer requests until there are no more. What the tasks print goes to stderr."""
    with os.fdopen(os.dup(1), "w") as answers:
        os.dup2(2, 1)
        for line in requests:
            name, *arguments = json.loads(line)
            module, _, function = name.partition(":")
            try:
                answer = {"value": getattr(importlib.import_module(module), function)(*arguments)}
            except Exception as error:  # whatever is wrong belongs into the row
                answer = {"trouble": f"{type(error).__name__}: {error}"}
            print(json.dumps(answer), file=answers, flush=True)


def seconds_per_call(function: Callable[[], object], seconds: float, *, batch: int = 1) -> float:
    """How long a call takes, in a loop that looks at the clock after every `batch` of calls."""
    calls = 0
    begin = perf_counter()
    while (spent := perf_counter() - begin) < seconds:
        for _ in range(batch):
            function()
        calls += batch
    return spent / calls


def count_per_second(function: Callable[[], int], seconds: float) -> float:
    """How many things a function does in a second; every call says how many it did."""
    count = 0
    begin = perf_counter()
    while (spent := perf_counter() - begin) < seconds:
        count += function()
    return count / spent


def count_in_threads(function: Callable[[int], int], threads: int) -> float:
    """How many things threads do in a second together. Each calls the function with its number, which says how many."""
    if threads > (os.cpu_count() or 1):
        raise CannotMeasure(f"this machine has no {threads} cores")
    with ThreadPoolExecutor(threads) as pool:
        begin = perf_counter()
        count = sum(pool.map(function, range(threads)))
        return count / (perf_counter() - begin)


if __name__ == "__main__":
    serve(sys.stdin)
