"""How long it takes until there is something to play: every measurement is a process of its own."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from time import perf_counter
from typing import Final

from bench.worker import CannotMeasure

FIRST_MOVE: Final = "import estaminet; position = estaminet.game({!r}).start(); position.play(position.legal()[0])"
READY: Final = "; print('ready', flush=True)"


class Fresh:
    """Runs fresh processes, ours and the peers'."""

    def __init__(self, root: Path, peers_python: Path) -> None:
        self._root = root
        self._pythons = {"ours": Path(sys.executable), "peers": peers_python}

    def measure(self, task: str, arguments: tuple[str | int, ...], _seconds: float) -> float:
        """Seconds from the start of a process until it has done what it was started for."""
        match task, arguments:
            case "import", (str(whose), str(module)):
                return self._time([self._pythons[whose], "-c", f"import {module}{READY}"])
            case "first_move", (str(game),):
                return self._time([self._pythons["ours"], "-c", FIRST_MOVE.format(game) + READY])
            case "compile", ():
                return self._compile()
        raise CannotMeasure(f"there is no measurement {task} {arguments}")

    def _compile(self) -> float:
        """Compile all games with nothing in the cache."""
        with tempfile.TemporaryDirectory() as folder:
            program = Path(sys.executable).with_name("estaminet")
            spent = self._time([program, "warm"], {"XDG_CACHE_HOME": folder})
            if not any(Path(folder).iterdir()):
                raise CannotMeasure("the cache cannot be moved on this system")
        return spent

    def _time(self, command: list[str | Path], environment: Mapping[str, str] | None = None) -> float:
        """Until the process says something, or ends without a word."""
        with tempfile.TemporaryFile("w+") as complaints:
            begin = perf_counter()
            try:
                process = subprocess.Popen(
                    command,
                    cwd=self._root,
                    env=os.environ | (environment or {}),
                    stdout=subprocess.PIPE,
                    stderr=complaints,
                    text=True,
                )
            except OSError as error:
                raise CannotMeasure(str(error)) from None
            assert process.stdout is not None
            process.stdout.readline()
            spent = perf_counter() - begin
            process.communicate()
            if process.returncode != 0:
                complaints.seek(0)
                raise CannotMeasure(f"{Path(command[0]).name} ended with: {_last_line(complaints.read())}")
        return spent


def _last_line(text: str) -> str:
    return next((line.strip() for line in reversed(text.splitlines()) if line.strip()), "nothing")
