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


class Fresh:
    """Runs fresh processes, ours and the peers'."""

    def __init__(self, root: Path, peers_python: Path) -> None:
        self._root = root
        self._pythons = {"ours": Path(sys.executable), "peers": peers_python}

    def measure(self, task: str, arguments: tuple[str | int, ...], _seconds: float) -> float:
        """Seconds from the start of a process to its end."""
        match task, arguments:
            case "import", (str(whose), str(module)):
                return self._time([self._pythons[whose], "-c", f"import {module}"])
            case "first_move", (str(game),):
                return self._time([self._pythons["ours"], "-c", FIRST_MOVE.format(game)])
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
        begin = perf_counter()
        try:
            done = subprocess.run(
                command,
                cwd=self._root,
                env=os.environ | (environment or {}),
                check=False,
                capture_output=True,
                text=True,
            )
        except OSError as error:
            raise CannotMeasure(str(error)) from None
        if done.returncode != 0:
            raise CannotMeasure(f"{Path(command[0]).name} ended with: {_last_line(done.stderr)}")
        return perf_counter() - begin


def _last_line(text: str) -> str:
    return next((line.strip() for line in reversed(text.splitlines()) if line.strip()), "nothing")
