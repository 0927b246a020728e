"""What an attack costs: the server's processor and memory, and the time of those who play beside it."""

import re
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Final

from bench.attacks.bystander import play_beside
from bench.harness import MEMORY, SECONDS, Asked, Row, Unit
from bench.server.servers import Ours, Running, free_port, processor_seconds, resident_bytes

DEPLOY: Final = Path(__file__).parents[2] / "deploy"
ADDRESS: Final = {"X-Forwarded-For": "192.0.2.66"}
"""Where attacks come from; the server believes who forwards to it."""
Attack = Callable[[list[Row]], Awaitable[None]]


class Meter:
    """Read it when the attack is over."""

    def __init__(self, group: str, rows: list[Row]) -> None:
        self._group, self._rows = group, rows

    def note(self, what: str, unit: Unit, number: float, asked: float | None = None) -> None:
        """One measured number, and what it should stay under; of several the least, which was the least disturbed."""
        for row in self._rows:
            if (row.group, row.what) == (self._group, what):
                row.ours = [min(number, *row.ours)]
                return
        limit = None if asked is None else Asked("under", asked)
        self._rows.append(Row(self._group, what, unit, asked=limit, ours=[number]))

    @contextmanager
    def watch(
        self, server: Ours, *, cpu: float | None, memory: float | None, wait: float, url: str = ""
    ) -> Iterator[None]:
        """Note what the server uses meanwhile, and how long moves of others take."""
        with play_beside(url or server.url) as waits:
            seconds, size = processor_seconds([server.process]), resident_bytes(server.process)
            yield
            used = processor_seconds([server.process]) - seconds
            grown = resident_bytes(server.process) - size
        self.note("processor", SECONDS, used, cpu)
        self.note("memory", MEMORY, max(0, grown), memory)
        self.note("a move of others, half of the time", SECONDS, median(waits))
        self.note("a move of others, at most", SECONDS, max(waits), wait)


@contextmanager
def running(limits: dict[str, float] | None) -> Iterator[Ours]:
    with tempfile.TemporaryDirectory() as folder, Ours(Path(folder), limits=limits) as server:
        server.ready()
        yield server


@contextmanager
def behind(proxy: str, server: Ours) -> Iterator[str]:
    """Where a server is reached through a proxy with the set-up of deploy/; without one, its own address."""
    if not proxy:
        yield server.url
        return
    port, target = free_port(), server.url.removeprefix("http://")
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        if proxy == "nginx":
            site = (DEPLOY / "nginx.conf").read_text().replace("127.0.0.1:8000", target).replace("/games/", "/")
            site = re.sub(r"\n.*(ssl_certificate|location = /games ).*", "", site)
            site = site.replace("listen 443 ssl", f"listen 127.0.0.1:{port}")
            (folder / "nginx.conf").write_text(f"pid {folder}/pid;\nevents {{}}\nhttp {{\naccess_log off;\n{site}}}\n")
            command: list[str | Path] = ["nginx", "-e", "stderr", "-c", folder / "nginx.conf", "-g", "daemon off;"]
        else:
            site = (DEPLOY / "Caddyfile").read_text().replace("house:8000", target)
            (folder / "Caddyfile").write_text(site.replace("{$ESTAMINET_DOMAIN}", f"http://127.0.0.1:{port}"))
            command = ["caddy", "run", "--config", folder / "Caddyfile", "--adapter", "caddyfile"]
        environment = {"XDG_DATA_HOME": place, "XDG_CONFIG_HOME": place}
        with Running(command, environment, folder, port) as running_proxy:
            running_proxy.wait("/healthz", b"status")
            yield running_proxy.url
