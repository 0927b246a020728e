"""Servers as processes, ours and the peer's, for as long as something is measured; and what processes use."""

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
"""Seconds until a server that does not answer is given up."""
POLL: Final = 0.005
LIMITS: Final = (
    "rate", "arrivals", "renames", "open-tables", "tables", "lines", "address-lines", "connections", "watchers",
    "hints", "records",
)  # fmt: skip
"""Of what people may ask for: each an option of `estaminet serve`, 0 for no limit."""
USUAL: Final[dict[str, float]] = {"rate": 1e6}
"""The usual limits, for clients of many addresses who move much faster than people: counted, but never too many."""
PROCESSES: Final = Path("/proc")
TICK: Final = 1 / os.sysconf("SC_CLK_TCK")
PAGE: Final = os.sysconf("SC_PAGE_SIZE")
USAGE_IS_KNOWN: Final = (PROCESSES / "self" / "statm").exists()
"""Whether this system says what processes use."""


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
        """What it answers; None if it does not."""
        try:
            with urllib.request.urlopen(f"{self.url}{path}", timeout=10) as answer:  # noqa: S310  # it is our own address
                body: bytes = answer.read()
                return body
        except urllib.error.HTTPError as error:
            return error.read()
        except OSError:
            return None

    def wait(self, path: str, text: bytes = b"") -> float:
        """Seconds from its start until it answers with this text in it."""
        while (answer := self.get(path)) is None or text not in answer:
            if self._process.poll() is not None or perf_counter() - self.began > PATIENCE:
                self.stop()
                raise CannotMeasure(f"the server did not answer: {self._last_words()}")
            sleep(POLL)
        return perf_counter() - self.began

    def stop(self) -> None:
        """Ask it to end, and see that it does."""
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
    """`estaminet serve` as anybody starts it, without limits, or with these and else the usual ones.

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
        """Seconds until it answers at all."""
        return self.wait("/healthz")

    def ready(self) -> float:
        """Seconds until every game can be played."""
        return self.wait("/healthz", b'"ok"')

    def knows(self, other: "Ours") -> bool:
        """Whether it has heard of another process on the same database: its pages may talk to that one, then."""
        with urllib.request.urlopen(f"{self.url}/healthz", timeout=10) as answer:  # noqa: S310  # it is our own address
            return other.url in answer.headers.get("Content-Security-Policy", "")

    def counters(self) -> dict[str, float]:
        """What it counts itself, by name."""
        lines = (self.get("/metrics") or b"").decode().splitlines()
        pairs = (line.rsplit(" ", 1) for line in lines if line.startswith("estaminet_") and "{" not in line)
        return {name: float(value) for name, value in pairs}


class Theirs(Running):
    """boardgame.io's server with in-memory storage, as its documentation says for production."""

    def __init__(self, folder: Path, peer: Path, *, is_padded: bool) -> None:
        port = free_port()
        environment = {"NODE_ENV": "production", "PORT": str(port), "PADDING": "1" if is_padded else ""}
        super().__init__(["node", peer / "server.js"], environment, folder, port)
        self.wait("/socket.io/?EIO=4&transport=polling", b"sid")


def read_version(lock: Path) -> str:
    """Which boardgame.io it is."""
    version: str = json.loads(lock.read_text())["packages"]["node_modules/boardgame.io"]["version"]
    return version


def processor_seconds(processes: Iterable[int]) -> float:
    """How long these processes and their children have been running on a core, all together."""
    return sum(_processor_seconds(each) for process in processes for each in (process, *_children(process)))


def loop_seconds(process: int) -> float:
    """How long the first thread of a process has been running on a core: in ours, the event loop."""
    return _processor_seconds(process, f"task/{process}/stat")


def resident_bytes(process: int) -> int:
    """How much memory a process has, as the system counts it against the machine."""
    return int((PROCESSES / str(process) / "statm").read_text().split()[1]) * PAGE


def _processor_seconds(process: int, file: str = "stat") -> float:
    try:
        fields = (PROCESSES / str(process) / file).read_text().rpartition(")")[2].split()
    except FileNotFoundError:
        return 0.0  # a child that has ended since
    return (int(fields[11]) + int(fields[12])) * TICK


def _children(process: int) -> list[int]:
    try:
        return [
            int(child) for child in (PROCESSES / str(process) / "task" / str(process) / "children").read_text().split()
        ]
    except FileNotFoundError:
        return []
