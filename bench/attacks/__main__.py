"""``make bench-attacks``: what each attack costs the server, and how long an honest visitor waits meanwhile."""

import argparse
import asyncio
import os
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Final

from rich.console import Console

from bench.attacks import attackers
from bench.attacks.attackers import SETTLING, Spectators
from bench.attacks.honest import Honest
from bench.serving import usage
from bench.serving.__main__ import NARROWEST, machine
from bench.serving.servers import Ours
from bench.table import COUNT, MEMORY, SECONDS, Asked, Row, Under, Unit, lay_out, summary

SHORT: Final = 2.0
"""Seconds in which a request must have arrived, in the attack with half-sent ones."""


class Meter:
    """What an attack costs: read it when it is over."""

    def __init__(self, group: str, rows: list[Row]) -> None:
        self._group, self._rows = group, rows

    def note(self, what: str, unit: Unit, number: float, asked: float | None = None) -> None:
        """One measured number, and what it should stay under; of several the least, which was the least disturbed."""
        for row in self._rows:
            if (row.group, row.what) == (self._group, what):
                row.ours = [min(number, *row.ours)]
                return
        limit: Asked | None = None if asked is None else Under(asked)
        self._rows.append(Row(self._group, what, unit, asked=limit, ours=[number]))

    @contextmanager
    def watch(self, server: Ours, *, cpu: float | None, memory: float | None, wait: float) -> Iterator[None]:
        """Note what the server uses meanwhile, and how long somebody else waits for an answer."""
        with Honest(server.url) as honest:
            seconds, size = usage.processor_seconds([server.process]), usage.resident_bytes(server.process)
            yield
            used = usage.processor_seconds([server.process]) - seconds
            grown = usage.resident_bytes(server.process) - size
        self.note("processor", SECONDS, used, cpu)
        self.note("memory", MEMORY, max(0, grown), memory)
        self.note("others wait, half of the time", SECONDS, median(honest.waits))
        self.note("others wait, at most", SECONDS, max(honest.waits), wait)


@contextmanager
def running(limits: dict[str, float] | None) -> Iterator[Ours]:
    with tempfile.TemporaryDirectory() as folder, Ours(Path(folder), limits=limits) as server:
        server.ready()
        yield server


async def spectators(rows: list[Row]) -> None:
    for words, limits in (("no limits", None), ("usual limits", {})):
        meter = Meter(f"800 spectators arrive at once, {words}", rows)
        with running(limits) as server:
            table, url = await attackers.seat_two(server)
            crowd = Spectators(url.replace("changes=true", "changes=false"))
            with meter.watch(server, cpu=3, memory=200e6, wait=0.3):
                await crowd.come(800)
                await asyncio.sleep(SETTLING)
            meter.note("watch now", COUNT, len(crowd.lines))
            crowd.close()
            table.close()


async def reconnects(rows: list[Row]) -> None:
    for words, limits in (("no limits", None), ("usual limits", {})):
        meter = Meter(f"93 reconnects a second at a table of 100 watchers, {words}", rows)
        with running(limits) as server:
            table, url = await attackers.seat_two(server)
            crowd, pest = Spectators(url), Spectators(url)
            await crowd.come(100)
            if limits is not None:  # what may come at once is used up
                await pest.reconnect(300, 0.6)
            await asyncio.sleep(SETTLING)
            with meter.watch(server, cpu=0.5 if limits is not None else None, memory=None, wait=0.3):
                await pest.reconnect(93, 5)
            meter.note("of them refused", COUNT, pest.refused)
            crowd.close()
            table.close()


async def kings(rows: list[Row]) -> None:
    meter = Meter("40 tables of one person with two kings each, no limits", rows)
    with running(None) as server:
        await attackers.time_apprentice(server, 1)
        await attackers.seat_kings(server, 40)
        with meter.watch(server, cpu=None, memory=None, wait=0.3):
            longest = max([await attackers.time_apprentice(server, 10) for _ in range(5)])
        meter.note("another's apprentice answers", SECONDS, longest, 1.0)


async def hints(rows: list[Row]) -> None:
    meter = Meter("33 hints at once for one person, no limits", rows)
    with running(None) as server:
        table, cookie = await attackers.play_alone(server, "Mallory")
        with meter.watch(server, cpu=None, memory=None, wait=0.3):
            path = f"/api/tables/{table}/advice"
            asked = asyncio.gather(*(attackers.ask(server, "POST", path, cookie=cookie) for _ in range(33)))
            longest = await attackers.time_apprentice(server, 10)
            answers = await asked
        meter.note("another's apprentice answers", SECONDS, longest, 1.0)
        meter.note("of 33 refused", COUNT, sum(status != 200 for status, _ in answers))


async def replays(rows: list[Row]) -> None:
    for words, limits in (("no limits", None), ("usual limits", {})):
        meter = Meter(f"60 replays at once, {words}", rows)
        with running(limits) as server:
            record = await attackers.finish_game(server)
            begin = perf_counter()
            await attackers.ask(server, "POST", "/api/replay", record)
            meter.note("one replay, alone", SECONDS, perf_counter() - begin)
            with meter.watch(server, cpu=None, memory=None, wait=0.05):
                for _ in range(3):
                    answers = await asyncio.gather(
                        *(attackers.ask(server, "POST", "/api/replay", record) for _ in range(60))
                    )
            meter.note("of 60 refused", COUNT, sum(status != 200 for status, _ in answers))


async def slow(rows: list[Row]) -> None:
    meter = Meter(f"1,500 half-sent requests, {SHORT:g} s to arrive", rows)
    with running({"request-seconds": SHORT}) as server:
        with meter.watch(server, cpu=None, memory=None, wait=0.3):
            standing = await attackers.send_halves(server, 1500, SHORT + 1)
        meter.note("still held a second later", COUNT, standing, 1)


Attack = Callable[[list[Row]], Awaitable[None]]
ATTACKS: Final[dict[str, Attack]] = {
    "spectators": spectators, "reconnects": reconnects, "kings": kings, "hints": hints,
    "replays": replays, "slow": slow,
}  # fmt: skip


async def carry_out(attack: Attack, rows: list[Row]) -> None:
    """An attacker does not mind that the server hangs up."""
    asyncio.get_running_loop().set_exception_handler(lambda _loop, _context: None)
    await attack(rows)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.attacks", description=__doc__)
    parser.add_argument("--only", choices=ATTACKS, nargs="+", help="carry out these attacks only")
    parser.add_argument("--times", type=int, default=3, help="how often each; what was disturbed least counts")
    arguments = parser.parse_args()
    console = Console()
    if not console.is_terminal:
        console = Console(width=NARROWEST)
    rows: list[Row] = []
    load = os.getloadavg()[0]
    for name in arguments.only or ATTACKS:
        console.print(f"· Attacking: {name}", highlight=False)
        for _ in range(arguments.times):
            asyncio.run(carry_out(ATTACKS[name], rows))
    console.print(lay_out(rows, title=f"{machine()}, load before {load:.1f}"))
    console.print(summary(rows))


if __name__ == "__main__":
    main()
