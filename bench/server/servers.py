"""Server processes, ours and the peer's, for a measurement; and the resource usage of processes."""

import json
import os
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterable
from pathlib import Path
from time import perf_counter, sleep
from types import TracebackType
from typing import Final, Self

from bench.harness import CannotMeasure

PATIENCE: Final = 120.0
"""Seconds before a silent server is given up."""
POLL: Final = 0.005
LIMITS: Final = (
    "rate", "arrivals", "renames", "open-tables", "tables", "lines", "address-lines", "connections", "watchers",
    "hints", "records",
)  # fmt: skip
"""Rate limits on requests: each an option of `estaminet serve`, 0 for no limit."""
USUAL: Final[dict[str, float]] = {"rate": 1e6}
"""The usual limits, for clients of many addresses that move much faster than people: counted, but never reached."""
PROCESSES: Final = Path("/proc")
TICK: Final = 1 / os.sysconf("SC_CLK_TCK")
PAGE: Final = os.sysconf("SC_PAGE_SIZE")
USAGE_IS_KNOWN: Final = (PROCESSES / "self" / "statm").exists()
"""Whether the system reports resource usage."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Running:
    """A server process that answers at a port of this machine."""

    def __init__(self, command: list[str | Path], environment: dict[str, str], folder: Path, port: int) -> None:
        self.url = f"http://127.0.0.1:{port}"
        self._log = folder / f"server-{port}.log"
        self.began = perf_counter()
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(command, env={**os.environ, **environment}, stdout=log, stderr=log)

    @property
    def process(self) -> int:
        return self._process.pid

    def get(self, path: str) -> bytes | None:
        """Its answer; None if there is none."""
        try:
            with urllib.request.urlopen(f"{self.url}{path}", timeout=10) as answer:  # noqa: S310  # it is our own address
                body: bytes = answer.read()
                return body
        except urllib.error.HTTPError as error:
            return error.read()
        except OSError:
            return None

    def wait(self, path: str, text: bytes = b"") -> float:
        """Seconds from its start until its answer contains this text."""
        while (answer := self.get(path)) is None or text not in answer:
            if self._process.poll() is not None or perf_counter() - self.began > PATIENCE:
                self.stop()
                raise CannotMeasure(f"the server did not answer: {self._last_words()}")
            sleep(POLL)
        return perf_counter() - self.began

    def stop(self) -> None:
        """Stop it, and wait for its end."""
        self._process.terminate()
        try:
            self._process.wait(15)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _last_words(self) -> str:
        lines = self._log.read_text(errors="replace").splitlines()
        return lines[-1] if lines else "nothing in its log"

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()


class Ours(Running):
    """`estaminet serve` without limits, or with these and otherwise the usual ones.

    House players answer at once.
    """

    def __init__(self, folder: Path, database: str = "", limits: dict[str, float] | None = None) -> None:
        port = free_port()
        program = Path(sys.executable).with_name("estaminet")
        address = database or f"sqlite:///{folder / 'estaminet.db'}"
        limits = dict.fromkeys(LIMITS, 0) if limits is None else limits
        numbers = [text for name, number in limits.items() for text in (f"--{name}", str(number))]
        options = ["--port", str(port), "--database", address, "--log", "warning", "--pace", "0", *numbers]
        super().__init__([program, "serve", *options], {"NO_COLOR": "1"}, folder, port)

    def answers(self) -> float:
        """Seconds until its first answer."""
        return self.wait("/healthz")

    def ready(self) -> float:
        """Seconds until every game is playable."""
        return self.wait("/healthz", b'"ok"')

    def knows(self, other: "Ours") -> bool:
        """Whether it knows another process on the same database: its pages may connect to that one."""
        with urllib.request.urlopen(f"{self.url}/healthz", timeout=10) as answer:  # noqa: S310  # it is our own address
            return other.url in answer.headers.get("Content-Security-Policy", "")

    def counters(self) -> dict[str, float]:
        """Its own counters, by name."""
        lines = (self.get("/metrics") or b"").decode().splitlines()
        pairs = (line.rsplit(" ", 1) for line in lines if line.startswith("estaminet_") and "{" not in line)
        return {name: float(value) for name, value in pairs}


class Theirs(Running):
    """boardgame.io's server with in-memory storage, as documented for production."""

    def __init__(self, folder: Path, peer: Path, *, is_padded: bool) -> None:
        port = free_port()
        environment = {"NODE_ENV": "production", "PORT": str(port), "PADDING": "1" if is_padded else ""}
        super().__init__(["node", peer / "server.js"], environment, folder, port)
        self.wait("/socket.io/?EIO=4&transport=polling", b"sid")


def read_version(lock: Path) -> str:
    """Version of boardgame.io."""
    version: str = json.loads(lock.read_text())["packages"]["node_modules/boardgame.io"]["version"]
    return version


def processor_seconds(processes: Iterable[int]) -> float:
    """The processor time of these processes and their children, in total."""
    return sum(_processor_seconds(each) for process in processes for each in (process, *_children(process)))


def loop_seconds(process: int) -> float:
    """The processor time of the first thread of a process: in ours, the event loop."""
    return _processor_seconds(process, f"task/{process}/stat")


def resident_bytes(process: int) -> int:
    """The resident memory of a process."""
    return int((PROCESSES / str(process) / "statm").read_text().split()[1]) * PAGE


def _processor_seconds(process: int, file: str = "stat") -> float:
    try:
        fields = (PROCESSES / str(process) / file).read_text().rpartition(")")[2].split()
    except FileNotFoundError:
        return 0.0  # a child has ended since
    return (int(fields[11]) + int(fields[12])) * TICK


def _children(process: int) -> list[int]:
    try:
        return [
            int(child) for child in (PROCESSES / str(process) / "task" / str(process) / "children").read_text().split()
        ]
    except FileNotFoundError:
        return []
