"""``make bench``: one table of what Estaminet and its peers do, measured side by side in one run."""

import argparse
import re
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Final

from bench import endings, play, search, startup, vector, wasm
from bench.environment import LOCK, PEERS_PYTHON, prepare_peers
from bench.harness import Row, Worker
from bench.table import add_json_option, open_console, run

TABLE: Final = (play, vector, search, wasm, endings, startup)
"""The parts of the table, in order."""
OTHERS: Final = ("server", "attacks", "gpu", "strength", "champions")
"""Separate measurements, each by `python -m bench.NAME`."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="short measurements, and nothing that takes long")
    parser.add_argument("--list", action="store_true", help="say what can be measured, and measure nothing")
    add_json_option(parser)
    arguments = parser.parse_args()
    if arguments.list:
        print("\n".join([*map(describe, TABLE), "", "Apart:", *map(describe, map(find_other, OTHERS))]))
        return
    console = open_console(120)
    failed = prepare_peers(lambda what: console.print(f"· Peers: {what}", highlight=False, markup=False))
    rows = [row for row in list_rows() if not (arguments.quick and row.is_slow)]
    versions = re.findall(r"^(open-spiel|pettingzoo|rlcard)==(\S+)", LOCK.read_text(), re.MULTILINE)
    run(
        rows,
        {"ours": Worker(Path(sys.executable)), "peers": Worker(PEERS_PYTHON)},
        console,
        *((3, 0.05) if arguments.quick else (7, 0.25)),
        versions=", ".join(f"{name} {version}" for name, version in versions),
        file=arguments.json,
    )
    for name, reason in failed.items():
        console.print(f"Not installed: {name}: {reason}", highlight=False, markup=False)


def list_rows() -> list[Row]:
    """All rows of all measurements, in the order of the table."""
    return [row for measurement in TABLE for row in measurement.rows()]


def find_other(name: str) -> ModuleType:
    package = import_module(f"bench.{name}")
    return import_module(f"bench.{name}.__main__") if hasattr(package, "__path__") else package


def describe(module: ModuleType) -> str:
    """Its name, and the first line of its docstring."""
    name = module.__name__.removesuffix(".__main__")
    return f"{name:16} {(module.__doc__ or '').splitlines()[0].rpartition('``: ')[2]}"


if __name__ == "__main__":
    main()
