"""``make bench-server``: one table of what the table server does, beside boardgame.io's, measured in one run."""

import argparse
import json
import os
import platform
from pathlib import Path
from typing import Final

from rich.console import Console

from bench.serving import installing
from bench.serving.measuring import Place, measure_disk, measure_many, measure_moves, measure_start, measure_two
from bench.serving.rows import Rows, lines
from bench.serving.scale import FULL, QUICK
from bench.serving.servers import read_version
from bench.table import lay_out, summary, to_json, troubles
from bench.worker import CannotMeasure

ROOT: Final = Path(__file__).resolve().parent.parent.parent
SOURCE: Final = ROOT / "bench" / "serving" / "peer"
PLACE: Final = Place(ROOT / ".bench" / "serving", ROOT / ".bench" / "peer")
NUMBERS: Final = ROOT / ".bench" / "server.json"
NARROWEST: Final = 150
BUSY: Final = 0.7
"""Processes that want to run, on average over the last minute."""
SUBJECTS: Final = {"moves": measure_moves, "many": measure_many, "start": measure_start, "two": measure_two}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.serving", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="few tables, short: shows that it works, says little")
    parser.add_argument("--only", choices=SUBJECTS, nargs="+", help="measure a part only")
    arguments = parser.parse_args()
    console = Console()
    if not console.is_terminal:
        console = Console(width=NARROWEST)
    scale, rows = QUICK if arguments.quick else FULL, Rows()
    load = os.getloadavg()[0]
    try:
        installing.prepare(SOURCE, PLACE.peer, lambda what: console.print(f"· {what}", highlight=False, markup=False))
    except CannotMeasure as error:
        console.print(f"Without the peer: {error}", highlight=False, markup=False)
    for name in arguments.only or SUBJECTS:
        console.print(f"· Measuring: {name}", highlight=False)
        SUBJECTS[name](PLACE, scale, rows)
    disk = measure_disk(PLACE)
    plan = lines(read_version(SOURCE / "package-lock.json"), scale.tables, scale.many_tables, scale.pause)
    measured = rows.make(plan)
    console.print(lay_out(measured, title=machine()))
    console.print(summary(measured))
    rows.limits["disk"] = f"a small durable write takes {disk * 1000:.2f} ms"
    for name, words in rows.limits.items():
        console.print(f"  {name}: {words}", highlight=False, markup=False, soft_wrap=True)
    if load > BUSY:
        console.print(f"The machine was busy before (load {load:.1f}): all numbers look worse than they are.")
    for trouble in troubles(measured):
        console.print(f"Not measured: {trouble}", highlight=False, markup=False)
    numbers = {
        "machine": machine(),
        "quick": arguments.quick,
        "load_before": load,
        "durable_write_seconds": disk,
        "limits": rows.limits,
        "rows": [to_json(row) for row in measured],
    }
    NUMBERS.write_text(json.dumps(numbers, indent=1, ensure_ascii=False) + "\n")
    console.print(f"All numbers: {NUMBERS.relative_to(ROOT)}", highlight=False)


def machine() -> str:
    """What it was measured on."""
    return f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"


if __name__ == "__main__":
    main()
