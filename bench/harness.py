"""One harness for all measurements: declaration of rows, and alternating runs of ours and theirs in processes.

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
"""All files that measurements leave behind."""
MISSING: Final = "not measured"


class CannotMeasure(Exception):
    """Why there is no number."""


class Unit(NamedTuple):
    """The unit of a number."""

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
    """The target of a row: a multiple of the peer, a minimum, or a maximum."""

    kind: Literal["times", "at least", "under"]
    limit: float
    aim: float | None = None
    """Shown beside the limit, but not required."""

    def is_kept_by(self, row: "Row") -> bool | None:
        """None if not measured."""
        number = row.ratio if self.kind == "times" else row.value
        if number is None:
            return None
        return number < self.limit if self.kind == "under" else number >= self.limit


class Task(NamedTuple):
    """A measuring function and its process. It gets the arguments, and the approximate seconds it may take."""

    machine: Literal["ours", "peers"]
    function: str
    """``bench.play:games``"""
    arguments: tuple[str | int, ...] = ()


class Peer(NamedTuple):
    """Subject of the comparison."""

    name: str
    task: Task


def ours(function: Callable[..., float], *arguments: str | int) -> Task:
    return Task("ours", f"{function.__module__}:{function.__name__}", arguments)


def peer(name: str, function: Callable[..., float], *arguments: str | int) -> Peer:
    return Peer(name, Task("peers", f"{function.__module__}:{function.__name__}", arguments))


@dataclass
class Row:
    """One line of a table: the measurement, its target, and the numbers of ours and of a peer."""

    group: str
    what: str
    unit: Unit
    task: Task | None = None
    peer: Peer | None = None
    asked: Asked | None = None
    is_slow: bool = False
    """Measured once, and omitted in a quick run."""
    ours: list[float] = field(default_factory=list)
    theirs: list[float] = field(default_factory=list)
    trouble: str | None = None
    """Why ours could not be measured."""
    peer_trouble: str | None = None

    @property
    def value(self) -> float | None:
        """Our median over all repetitions."""
        return median(self.ours) if self.ours else None

    @property
    def peer_value(self) -> float | None:
        return median(self.theirs) if self.theirs else None

    @property
    def ratio(self) -> float | None:
        """The factor over the peer: the median ratio of neighbouring measurements."""
        pairs = list(zip(self.ours, self.theirs, strict=False))
        if not pairs:
            return None
        return median(ours / theirs if self.unit.more_is_better else theirs / ours for ours, theirs in pairs)

    @property
    def verdict(self) -> str:
        """``ok``, ``below``, or nothing without a target."""
        if self.asked is None:
            return ""
        kept = self.asked.is_kept_by(self)
        return MISSING if kept is None else "ok" if kept else "below"


Measure = Callable[[Task, float], float]
"""A number, or CannotMeasure."""


def measure(row: Row, machines: Mapping[str, Measure], *, repetitions: int, seconds: float) -> None:
    """Measure ours and theirs in turn, so that other load on the machine hits both."""
    for _ in range(repetitions):
        if row.task and row.trouble is None:
            row.trouble = _add(row.ours, row.task, machines, seconds)
        if row.peer and row.peer_trouble is None:
            row.peer_trouble = _add(row.theirs, row.peer.task, machines, seconds)


def _add(numbers: list[float], task: Task, machines: Mapping[str, Measure], seconds: float) -> str | None:
    """Measure once more; returns any error."""
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
        """The result of a task; CannotMeasure gives the reason for none."""
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
        """End the process."""
        if self._process is None:
            return
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with suppress(BrokenPipeError):
                    pipe.close()
        self._process.wait()


def serve(requests: Iterable[str]) -> None:
    """Answer all requests. Output of the tasks goes to stderr."""
    with os.fdopen(os.dup(1), "w") as answers:
        os.dup2(2, 1)
        for line in requests:
            name, *arguments = json.loads(line)
            module, _, function = name.partition(":")
            try:
                answer = {"value": getattr(importlib.import_module(module), function)(*arguments)}
            except Exception as error:  # any error belongs in the row
                answer = {"trouble": f"{type(error).__name__}: {error}"}
            print(json.dumps(answer), file=answers, flush=True)


def seconds_per_call(function: Callable[[], object], seconds: float, *, batch: int = 1) -> float:
    """The duration of a call, in a loop that reads the clock after every `batch` of calls."""
    calls = 0
    begin = perf_counter()
    while (spent := perf_counter() - begin) < seconds:
        for _ in range(batch):
            function()
        calls += batch
    return spent / calls


def count_per_second(function: Callable[[], int], seconds: float) -> float:
    """The rate of a function; every call returns its count."""
    count = 0
    begin = perf_counter()
    while (spent := perf_counter() - begin) < seconds:
        count += function()
    return count / spent


def count_in_threads(function: Callable[[int], int], threads: int) -> float:
    """The rate of threads together. Each calls the function with its number, which returns a count."""
    if threads > (os.cpu_count() or 1):
        raise CannotMeasure(f"this machine has no {threads} cores")
    with ThreadPoolExecutor(threads) as pool:
        begin = perf_counter()
        count = sum(pool.map(function, range(threads)))
        return count / (perf_counter() - begin)


if __name__ == "__main__":
    serve(sys.stdin)
