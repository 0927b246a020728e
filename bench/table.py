"""The printed table of measured rows, and the format of numbers."""

import argparse
import json
import os
import platform
import re
import subprocess
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table

from bench.harness import BYTES, COUNT, LOST, MEMORY, MISSING, PERCENT, Asked, Row, Unit, Worker, measure

RATE_SCALES: Final = ((1e6, "M/s"), (1e3, "k/s"), (1.0, "/s"))
TIME_SCALES: Final = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns"))
MEMORY_SCALES: Final = ((1e6, "MB"), (1e3, "kB"), (1.0, "bytes"))
BUSY: Final = 0.7
"""Runnable processes, on average over the last minute."""
MODEL: Final = re.compile(r"^ *model name[ \t]*:[ \t]*(\S.+)$", re.IGNORECASE | re.MULTILINE)
"""The model in the output of `lscpu` and Linux."""
COLOURS: Final = {"ok": "green", "below": "red", MISSING: "yellow"}


def open_console(narrowest: int) -> Console:
    """A console as wide as the terminal, if any."""
    console = Console()
    return console if console.is_terminal else Console(width=narrowest)


def machine() -> str:
    """Machine that measured."""
    kind = f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores"
    return f"{processor()}, {kind}, Python {platform.python_version()}"


def processor() -> str:
    """Its name, or only its kind where the system says no more."""
    said = [_ask("lscpu"), _ask("cat", "/proc/cpuinfo"), _ask("sysctl", "-n", "machdep.cpu.brand_string")]
    return read_model("{}\n{}\nmodel name: {}".format(*said)) or platform.machine()


def read_model(text: str) -> str:
    """The name of a processor in a system's output; empty if missing."""
    found = MODEL.search(text)
    return found[1].strip() if found else ""


def _ask(*command: str) -> str:
    """A program's output in English; empty without the program."""
    environment = {**os.environ, "LC_ALL": "C"}
    try:
        return subprocess.run(command, env=environment, capture_output=True, check=False, text=True).stdout
    except OSError:
        return ""


def add_json_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all numbers to this file, too")


def run(
    rows: list[Row],
    workers: Mapping[str, Worker],
    console: Console,
    repetitions: int,
    seconds: float,
    *,
    versions: str = "",
    file: Path | None = None,
) -> None:
    """Measure all rows, with a bar, print them as a table, and write them to a file."""
    columns = SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    machines = {name: worker.measure for name, worker in workers.items()}
    load, group = [os.getloadavg()[0]], ""
    try:
        # Redrawn seldom: a bar in constant motion takes time from the machine being measured.
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
    load.append(os.getloadavg()[0])
    title = "; ".join(filter(None, [machine(), versions]))
    report(console, rows, title, load[0])
    if file:
        numbers = {"machine": title, "load": load, "rows": [to_json(row) for row in rows]}
        file.write_text(json.dumps(numbers, indent=1, ensure_ascii=False) + "\n")


def report(console: Console, rows: list[Row], title: str, load: float) -> None:
    """The table, the number of targets met, and the failures. `load` is that of before."""
    console.print(lay_out(rows, title))
    console.print(summary(rows))
    if load > BUSY:
        console.print(f"The machine was busy before (load {load:.1f}): times may look worse than they are.")
    for trouble in troubles(rows):
        console.print(f"Not measured: {trouble}", highlight=False, markup=False)


def write(value: float, unit: Unit) -> str:
    """A number with three figures and the scale that suits it: ``1.41 M/s``, ``850 ns``."""
    plain = {BYTES: "{:.0f} bytes", COUNT: "{:.0f}", PERCENT: "{:.0%}", LOST: "{:.4f}"}
    if unit in plain:
        return plain[unit].format(value)
    scales = MEMORY_SCALES if unit == MEMORY else RATE_SCALES if unit.more_is_better else TIME_SCALES
    scale, name = next((pair for pair in scales if value >= pair[0]), scales[-1])
    return f"{_three_figures(value / scale)} {name}"


def _three_figures(value: float) -> str:
    return f"{value:.2f}" if value < 9.995 else f"{value:.1f}" if value < 99.95 else f"{value:.0f}"


def write_asked(asked: Asked | None, unit: Unit) -> str:
    if asked is None:
        return ""
    if asked.kind == "times":
        return f"≥ {asked.limit:g}×" + ("" if asked.aim is None else f", aim {asked.aim:g}×")
    return f"{'<' if asked.kind == 'under' else '≥'} {write(asked.limit, unit)}"


def lay_out(rows: Iterable[Row], title: str) -> Table:
    """A table with a section for each group."""
    table = Table("what", "ours", "peer", "ratio", "asked", "verdict", title=title, title_justify="left")
    for column in (1, 3, 4):
        table.columns[column].justify = "right"
    for column in (1, 2, 3, 4):
        table.columns[column].no_wrap = True
    group = None
    for row in rows:
        if row.group != group:
            group = row.group
            table.add_section()
            table.add_row(f"[bold]{group}[/]")
        ratio = "" if row.ratio is None else f"{_three_figures(row.ratio)}×"
        colour = COLOURS.get(row.verdict)
        verdict = f"[{colour}]{row.verdict}[/]" if colour else row.verdict
        theirs = f"{row.peer.name}  {_number(row.peer_value, row.unit)}" if row.peer else ""
        table.add_row(
            f"  {row.what}", _number(row.value, row.unit), theirs, ratio, write_asked(row.asked, row.unit), verdict
        )
    return table


def _number(value: float | None, unit: Unit) -> str:
    return MISSING if value is None else write(value, unit)


def summary(rows: Iterable[Row]) -> str:
    """The number of targets met."""
    verdicts = [row.verdict for row in rows if row.asked is not None]
    counted = f"{verdicts.count('ok')} of {len(verdicts)} asked for are ok"
    others = ", ".join(f"{verdicts.count(name)} {name}" for name in ("below", MISSING) if name in verdicts)
    return f"{counted}; {others}." if others else f"{counted}."


def troubles(rows: Iterable[Row]) -> list[str]:
    """The failures and their reasons, each once."""
    found: dict[str, None] = {}
    for row in rows:
        for name, trouble in ((row.what, row.trouble), (row.peer and row.peer.name, row.peer_trouble)):
            if trouble is not None:
                found[f"{name}: {trouble.splitlines()[0]}"] = None
    return list(found)


def to_json(row: Row) -> dict[str, object]:
    """All data of a row, with every single measurement."""
    return {
        "group": row.group,
        "what": row.what,
        "unit": row.unit.name,
        "ours": row.value,
        "peer": row.peer.name if row.peer else None,
        "theirs": row.peer_value,
        "ratio": row.ratio,
        "asked": write_asked(row.asked, row.unit) or None,
        "verdict": row.verdict or None,
        "trouble": row.trouble or row.peer_trouble,
        "all_ours": row.ours,
        "all_theirs": row.theirs,
    }
