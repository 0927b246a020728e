"""One line a run in a file, and a comparison with the last run on the same processor."""

import json
import os
import platform
import subprocess
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Any, Final

from bench.harness import FOLDER, ROOT, Row, Unit
from bench.table import processor, write

HISTORY: Final = FOLDER / "server-history.jsonl"
VERSION: Final = ("git", "describe", "--always", "--dirty")
SAME: Final = ("processor", "cores", "quick")
"""Runs are compared only if all of these are equal."""
Run = dict[str, Any]


def describe_run(rows: Iterable[Row], *, quick: bool, load: float) -> Run:
    """A run of the history."""
    return {
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "commit": subprocess.run(VERSION, cwd=ROOT, capture_output=True, check=False, text=True).stdout.strip(),
        "processor": processor(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "quick": quick,
        "load": round(load, 2),
        "numbers": {name: value for name, (_, value) in list_numbers(rows).items()},
    }


def list_numbers(rows: Iterable[Row]) -> dict[str, tuple[Unit, float]]:
    """All numbers, each once."""
    pairs = [
        (row, *pair) for row in rows for pair in ((row.task, row.value), (row.peer and row.peer.task, row.peer_value))
    ]
    return {task.function: (row.unit, value) for row, task, value in pairs if task and value is not None}


def compare(rows: Iterable[Row], run: Run, history: list[Run]) -> Iterator[str]:
    """For each number, a line on its last measurement on this processor."""
    comparable = [past for past in history if all(past[key] == run[key] for key in SAME)]
    for name, (unit, now) in list_numbers(rows).items():
        past = next((past for past in reversed(comparable) if past["numbers"].get(name)), None)
        if past and now:
            before = past["numbers"][name]
            ratio = now / before if unit.more_is_better else before / now
            when = f"{past['date'][:10]}, {past['commit']}"
            yield f"{name}: {write(now, unit)}, before {write(before, unit)} ({when}): {ratio:.2f}×"


def keep(rows: list[Row], *, quick: bool, load: float) -> Iterator[str]:
    """Add a run to the history; returns the comparison with earlier ones."""
    run = describe_run(rows, quick=quick, load=load)
    history = [json.loads(line) for line in HISTORY.read_text().splitlines()] if HISTORY.exists() else []
    yield f"Beside the last time on this processor ({run['processor']}, {run['cores']} cores):"
    yield from list(compare(rows, run, history)) or ["nothing of this was measured before"]
    with HISTORY.open("a") as file:
        print(json.dumps(run, ensure_ascii=False), file=file)
