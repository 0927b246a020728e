"""``make bench``: one table of what Estaminet and its peers do, measured side by side in one run."""

import argparse
import json
import os
import re
import sys
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from bench import endings, play, search, startup, vector, wasm
from bench.environment import LOCK, PEERS_PYTHON, prepare_peers
from bench.harness import Row, Worker, measure
from bench.table import machine, open_console, report, to_json


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="short measurements, and nothing that takes long")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all numbers to this file, too")
    arguments = parser.parse_args()
    console = open_console(120)
    failed = prepare_peers(lambda what: console.print(f"· Peers: {what}", highlight=False, markup=False))
    load = [os.getloadavg()[0]]
    rows = [row for row in list_rows() if not (arguments.quick and row.is_slow)]
    measure_all(rows, console, quick=arguments.quick)
    load.append(os.getloadavg()[0])
    versions = re.findall(r"^(open-spiel|pettingzoo|rlcard)==(\S+)", LOCK.read_text(), re.MULTILINE)
    title = f"{machine()}; {', '.join(f'{name} {version}' for name, version in versions)}"
    report(console, rows, title, load[0])
    for name, reason in failed.items():
        console.print(f"Not installed: {name}: {reason}", highlight=False, markup=False)
    if arguments.json:
        numbers = {"machine": title, "quick": arguments.quick, "load": load, "rows": [to_json(row) for row in rows]}
        arguments.json.write_text(json.dumps(numbers, indent=1, ensure_ascii=False) + "\n")


def list_rows() -> list[Row]:
    """All rows of all measurements, in the order of the table."""
    return [row for measurement in (play, vector, search, wasm, endings, startup) for row in measurement.rows()]


def measure_all(rows: list[Row], console: Console, *, quick: bool) -> None:
    """Every row, with a bar that shows how far it is."""
    repetitions, seconds = (3, 0.05) if quick else (7, 0.25)
    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    workers = {"ours": Worker(Path(sys.executable)), "peers": Worker(PEERS_PYTHON)}
    machines = {name: worker.measure for name, worker in workers.items()}
    group = ""
    try:
        # Redrawn seldom: a bar that moves all the time takes some of the machine that is being measured.
        with Progress(*columns, console=console, transient=True, refresh_per_second=2) as progress:
            for row in progress.track(rows):
                if not console.is_terminal and row.group != group:
                    console.print(f"· {row.group}", highlight=False)
                group = row.group
                progress.update(progress.task_ids[0], description=f"{row.group}: {row.what}")
                measure(row, machines, repetitions=1 if row.is_slow else repetitions, seconds=seconds)
    finally:
        for worker in workers.values():
            worker.close()


if __name__ == "__main__":
    main()
