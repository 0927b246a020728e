"""Servers forked from a process that has imported everything: most of what a server does to begin is to import."""

import multiprocessing
import os
import signal
import subprocess
import sys
from pathlib import Path

CONTEXT = multiprocessing.get_context("forkserver")
CONTEXT.set_forkserver_preload(
    [
        "estaminet.cli.serve", "estaminet.server.http.app", "alembic.command", "aiosqlite", "asyncpg", "uvloop",
        "httptools", "estaminet.server.http.intake", "uvicorn.lifespan.on",
    ]
)  # fmt: skip
"""What cannot be imported is left out without a word: then a server begins more slowly, and that is all."""


class Forked:
    """A process, as far as `subprocess.Popen` is wanted here; it ends with the one that started it."""

    def __init__(self, arguments: list[str], log: Path, environment: dict[str, str], change: str = "") -> None:
        given = (arguments, str(log), environment, str(Path.cwd()), change)
        self._process = CONTEXT.Process(target=run_command, args=given, daemon=True)
        self._process.start()

    @property
    def pid(self) -> int:
        assert self._process.pid is not None
        return self._process.pid

    def poll(self) -> int | None:
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        self._process.join(timeout)
        if self._process.exitcode is None:
            raise subprocess.TimeoutExpired(self._process.name, timeout or 0)
        return self._process.exitcode

    def kill(self) -> None:
        self._process.kill()

    def send_signal(self, number: signal.Signals) -> None:
        os.kill(self.pid, number)


def run_command(arguments: list[str], log: str, environment: dict[str, str], folder: str, change: str) -> None:
    """In the new process: `estaminet` with these arguments, after something in it was changed."""
    from estaminet.cli import main

    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    output = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    os.dup2(output, sys.stdout.fileno())
    os.dup2(output, sys.stderr.fileno())
    sys.argv = ["estaminet", *arguments]
    exec(change, {})  # noqa: S102  # the words of a test
    main()
