"""Runs the load as a process of its own, and says in words what it saw."""

import dataclasses
import json
import subprocess
import sys
from pathlib import Path
from typing import Final

from bench.serving.request import Answer, Request
from bench.worker import CannotMeasure

ROOT: Final = Path(__file__).resolve().parent.parent.parent
LONGEST: Final = 300.0
"""Seconds that seating people and the last moves may take, beside the time that was asked for."""


def drive(request: Request) -> Answer:
    """What the load saw; CannotMeasure if anything went wrong."""
    try:
        done = subprocess.run(
            [sys.executable, "-m", "bench.serving.load"],
            input=json.dumps(dataclasses.asdict(request)),
            cwd=ROOT,
            capture_output=True,
            check=False,
            text=True,
            timeout=request.seconds + LONGEST,
        )
    except subprocess.TimeoutExpired:
        raise CannotMeasure("the load did not come to an end") from None
    if done.returncode != 0:
        raise CannotMeasure((done.stderr.splitlines() or ["the load ended without a word"])[-1])
    answer = Answer(**json.loads(done.stdout))
    if answer.trouble:
        raise CannotMeasure(answer.trouble)
    return answer


def describe(answer: Answer, counters: dict[str, float] | None = None) -> str:
    """What limits a number: who was busy, and how much was sent."""
    parts = [f"{name} {cores:.2f}" for name, cores in answer.busy.items()]
    words = [f"cores busy: {', '.join(parts)}"] if parts else []
    if answer.moves and answer.updates:
        words.append(f"{answer.update_bytes / answer.updates / 1000:.1f} kB an update")
        words.append(f"{answer.updates / answer.moves:.2f} updates a move")
    commits = (counters or {}).get("estaminet_commits_total", 0)
    if counters and commits:
        words.append(f"{counters['estaminet_events_total'] / commits:.1f} events a commit")
    return "; ".join(words)
