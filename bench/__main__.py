"""``make bench``: one table of what Estaminet and its peers do, measured side by side in one run."""

import argparse
import json
import os
import platform
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from bench import environment
from bench.plan import Measure, comparisons, measure
from bench.starting import Fresh
from bench.table import Row, lay_out, summary, to_json, troubles
from bench.worker import CannotMeasure, Worker

ROOT: Final = Path(__file__).resolve().parent.parent
LOCK: Final = ROOT / "requirements" / "peers.txt"
FOLDER: Final = ROOT / ".bench" / "venv"
NARROWEST: Final = 120
BUSY: Final = 0.7
"""Processes that want to run, on average over the last minute."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="short measurements, and nothing that takes long")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all numbers to this file, too")
    arguments = parser.parse_args()
    console = Console()
    if not console.is_terminal:
        console = Console(width=NARROWEST)
    peers = prepare_peers(console)
    load = [os.getloadavg()[0]]
    ours = Worker(Path(sys.executable), "bench.ours", ROOT)
    theirs = Worker(peers.python, "bench.peers", ROOT) if peers.python.exists() else None
    try:
        machines: dict[str, Measure] = {
            "ours": ours.measure,
            "peers": theirs.measure if theirs else nothing_there,
            "fresh": Fresh(ROOT, peers.python).measure,
        }
        rows = measure_all(machines, console, quick=arguments.quick)
    finally:
        ours.close()
        if theirs:
            theirs.close()
    console.print(lay_out(rows, title=machine()))
    console.print(summary(rows))
    load.append(os.getloadavg()[0])
    console.print(
        f"Load {load[0]:.1f} before and {load[1]:.1f} after, of which this run makes about 1.", highlight=False
    )
    if load[0] > BUSY:
        console.print("The machine was busy before: times, and the rows of two threads, may look worse than they are.")
    for trouble in troubles(rows):
        console.print(f"Not measured: {trouble}", highlight=False, markup=False)
    for name, reason in peers.failed.items():
        console.print(f"Not installed: {name}: {reason}", highlight=False, markup=False)
    if arguments.json:
        numbers = {"machine": machine(), "quick": arguments.quick, "load": load, "rows": [to_json(row) for row in rows]}
        arguments.json.write_text(json.dumps(numbers, indent=1, ensure_ascii=False) + "\n")


def prepare_peers(console: Console) -> environment.Peers:
    """Install the peers and say what is being done; without them, ours is measured alone."""
    try:
        with console.status("· Peers"):
            return environment.prepare(
                LOCK, FOLDER, lambda what: console.print(f"· Peers: {what}", highlight=False, markup=False)
            )
    except (OSError, subprocess.CalledProcessError) as error:
        return environment.Peers(FOLDER / "bin" / "python", {"the peers' environment": str(error)})


def nothing_there(_task: str, _arguments: tuple[str | int, ...], _seconds: float) -> float:
    raise CannotMeasure("not installed")


def measure_all(machines: Mapping[str, Measure], console: Console, *, quick: bool) -> list[Row]:
    """All rows, with a bar that shows how far it is."""
    wanted = [comparison for comparison in comparisons() if not (quick and comparison.is_slow)]
    repetitions, seconds = (3, 0.05) if quick else (7, 0.25)
    rows: list[Row] = []
    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    # Redrawn seldom: a bar that moves all the time takes some of the machine that is being measured.
    with Progress(*columns, console=console, transient=True, refresh_per_second=2) as progress:
        bar = progress.add_task("Measuring", total=len(wanted))
        for comparison in wanted:
            if not console.is_terminal and (not rows or rows[-1].group != comparison.group):
                console.print(f"· {comparison.group}", highlight=False)
            progress.update(bar, description=f"{comparison.group}: {comparison.what}")
            times = 1 if comparison.is_slow else repetitions
            rows.append(measure(comparison, machines, repetitions=times, seconds=seconds))
            progress.advance(bar)
    return rows


def machine() -> str:
    """What it was measured on, and which peers."""
    peers = re.findall(r"^(open-spiel|pettingzoo|rlcard)==(\S+)", LOCK.read_text(), re.MULTILINE)
    system = f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    return f"{system}; {', '.join(f'{name} {version}' for name, version in peers)}"


if __name__ == "__main__":
    main()
