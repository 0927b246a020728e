"""How long it takes until there is something to play: every measurement is a process of its own."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from time import perf_counter
from typing import Final

from bench.environment import PEERS_PYTHON
from bench.harness import ROOT, SECONDS, Asked, CannotMeasure, Peer, Row, ours
from bench.positions import SEATS

FIRST_MOVE: Final = "import estaminet; position = estaminet.game({!r}).start(); position.play(position.legal()[0])"
READY: Final = "; print('ready', flush=True)"


def rows() -> Iterator[Row]:
    group = "A fresh process"
    pyspiel = Peer("import pyspiel", ours(import_theirs, "pyspiel"))
    yield Row(group, "import estaminet", SECONDS, ours(import_ours, "estaminet"), pyspiel)
    for game in SEATS:
        yield Row(group, f"to first move of {game}", SECONDS, ours(first_move, game), asked=Asked("under", 1))
    compiling = ours(compile_all)
    yield Row(group, "compile all, empty cache", SECONDS, compiling, asked=Asked("under", 45), is_slow=True)


def import_ours(module: str, _seconds: float) -> float:
    return _time([sys.executable, "-c", f"import {module}{READY}"])


def import_theirs(module: str, _seconds: float) -> float:
    return _time([PEERS_PYTHON, "-c", f"import {module}{READY}"])


def first_move(game: str, _seconds: float) -> float:
    """Seconds until the first action of a game has been played."""
    return _time([sys.executable, "-c", FIRST_MOVE.format(game) + READY])


def compile_all(_seconds: float) -> float:
    """Seconds to compile all games with nothing in the cache."""
    with tempfile.TemporaryDirectory() as folder:
        spent = _time([Path(sys.executable).with_name("estaminet"), "warm"], {"XDG_CACHE_HOME": folder})
        if not any(Path(folder).iterdir()):
            raise CannotMeasure("the cache cannot be moved on this system")
    return spent


def _time(command: list[str | Path], environment: Mapping[str, str] | None = None) -> float:
    """Seconds from the start of a process to its first output, or its end."""
    with tempfile.TemporaryFile("w+") as complaints:
        begin = perf_counter()
        variables = os.environ | (environment or {})
        process = subprocess.Popen(
            command, cwd=ROOT, env=variables, stdout=subprocess.PIPE, stderr=complaints, text=True
        )
        assert process.stdout is not None
        process.stdout.readline()
        spent = perf_counter() - begin
        process.communicate()
        if process.returncode != 0:
            complaints.seek(0)
            last = next((line.strip() for line in reversed(complaints.readlines()) if line.strip()), "nothing")
            raise CannotMeasure(f"{Path(command[0]).name} ended with: {last}")
    return spent
