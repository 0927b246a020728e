"""A real server in a process of its own, on a free port, for as long as a test needs it."""

import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from types import TracebackType
from typing import Any

import httpx

from tests.server.forks import Forked
from tests.server.people import NO_CERTIFICATES

PATIENCE = 120.0
"""Seconds that a server may take: a busy machine that compiles is slow."""
UNLIMITED = {
    "rate": 0, "arrivals": 0, "renames": 0, "words": 0, "open_tables": 0, "tables": 0, "lines": 0, "address_lines": 0,
    "connections": 0, "watchers": 0, "hints": 0, "records": 0, "pace": 0, "house_games": 0,
}  # fmt: skip
"""Tests come from one address and are in a hurry; those of limits set their own."""
SERVE = "from estaminet.cli import main; main()"
HURRY = (
    "from estaminet.players.search import Budget\n"
    "from estaminet.server.live import house\n"
    "house.ADVICE = Budget(iterations=40)\n"
)
"""A hint takes no second; servers at which it matters that it does are begun without this."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class RunningServer:
    """`estaminet serve`, started, stopped, killed and started again on the same port and database."""

    def __init__(
        self,
        folder: Path,
        database: str = "",
        program: str = SERVE,
        python: Path | str = sys.executable,
        change: str = HURRY,
        **settings: object,
    ) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.database = database or f"sqlite:///{folder / 'estaminet.db'}"
        self.log_file = folder / f"server-{self.port}.log"
        self.settings = {**UNLIMITED, **settings}
        self.program = program
        self.python = python
        self.change = change
        """What is executed in the server before it serves: a fault, or something that takes less time."""
        self.process: subprocess.Popen[bytes] | Forked | None = None

    def start(self) -> "RunningServer":
        self.launch()
        self.wait(self.answers, "answer")
        return self

    def launch(self) -> subprocess.Popen[bytes] | Forked:
        """Start it without waiting for anything."""
        options = [
            text for name, value in self.settings.items() for text in (f"--{name.replace('_', '-')}", str(value))
        ]
        place = ["--database", self.database] if self.database else []
        arguments = ["serve", "--port", str(self.port), *place, *options]
        environment = {**os.environ, "NO_COLOR": "1"}
        if (self.python, self.program) == (sys.executable, SERVE):
            self.process = Forked(arguments, self.log_file, environment, self.change)
            return self.process
        command = [self.python, "-c", self.program, *arguments]
        with self.log_file.open("ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log, env=environment)
        return self.process

    def ready(self) -> "RunningServer":
        """Wait until all games can be played."""
        self.wait(lambda: self._health().json().get("status") == "ok", "be ready")
        return self

    def wait(self, condition: Callable[[], bool], what: str) -> None:
        """Wait until something holds; the server must live that long."""
        deadline = time.monotonic() + PATIENCE
        while not condition():
            assert self.process is not None
            assert self.process.poll() is None, f"the server stopped: {self.log()[-2000:]}"
            assert time.monotonic() < deadline, f"the server did not {what}: {self.log()[-2000:]}"
            time.sleep(0.02)

    def _health(self) -> httpx.Response:
        # From an address of its own: whoever waits for a server takes nothing from those who then come.
        return httpx.get(f"{self.url}/healthz", headers={"X-Forwarded-For": "192.0.2.1"}, verify=NO_CERTIFICATES)

    def answers(self) -> bool:
        try:
            return self._health().status_code == 200
        except httpx.TransportError:
            return False

    def kill(self) -> None:
        """As if the power went."""
        assert self.process is not None
        self.process.kill()
        self.process.wait(timeout=PATIENCE)

    close = kill

    def stop(self) -> int:
        """Ask it to stop, as an operator does; its exit code."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=30)

    def query(self, sql: str, *arguments: object) -> list[tuple[Any, ...]]:
        """What the database itself says, if it is SQLite; a change is kept."""
        with closing(sqlite3.connect(self.database.removeprefix("sqlite:///"), timeout=30)) as connection, connection:
            return connection.execute(sql, arguments).fetchall()

    def events(self, table: str) -> list[tuple[Any, ...]]:
        """The log of a table, as the database keeps it."""
        return self.query("SELECT number, kind, seat, person, text, salt FROM events WHERE table_id = ?", table)

    def log(self) -> str:
        return self.log_file.read_text()

    def __enter__(self) -> "RunningServer":
        return self.start().ready()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process and self.process.poll() is None:
            self.kill()
