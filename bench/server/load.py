# ruff: noqa: S311  # a benchmark needs no secret numbers
"""The load, as a process of its own: seats people at tables and has them play. ``python -m bench.server.load``.

The request is read as a line of JSON, and the answer written as another.
"""

import asyncio
import gc
import os
import random
import subprocess
import sys
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from ipaddress import IPv4Address
from time import perf_counter
from typing import Any, Final, Literal

import orjson
import uvloop

from bench.harness import ROOT, CannotMeasure
from bench.server.client import HttpClient
from bench.server.players import Failed, Guest, Player, Table, seat_guests, seat_members, seat_with_house
from bench.server.servers import USAGE_IS_KNOWN, loop_seconds, processor_seconds, resident_bytes

SEATED_AT_ONCE: Final = 8
LONGEST: Final = 300.0
"""Seconds for seating people and the last moves, beside the time requested."""
LAST_MOVES: Final = 20.0
"""Seconds for the last moves to arrive."""


@dataclass(frozen=True)
class Request:
    """A load test of this server."""

    play: Literal["ping-pong", "paced", "watched"]
    """At full speed at every table; a move a table now and then; or one table with a crowd of spectators."""
    server: Literal["ours", "theirs"]
    urls: list[str]
    processes: dict[str, list[int]]
    """Processes whose processor time is measured, by role."""
    tables: int
    seconds: float
    warm_seconds: float = 2.0
    spares: int = 0
    """More tables, for when games end."""
    crossing: bool = False
    """The two players of a table at two processes."""
    pause: float = 10.0
    """Paced: seconds from one move of a table to the next."""
    moves_before: int = 0
    """Paced or watched: moves at each table, at full speed, before the measurement."""
    with_house: bool = False
    """One person at each table, against a house player."""
    watchers: int = 0
    """Spectators of the first table."""


@dataclass
class Answer:
    """A load's result."""

    moves: int = 0
    """Accepted, and seen by both clients of the table."""
    seconds: float = 0.0
    updates: int = 0
    update_bytes: int = 0
    used: dict[str, float] = field(default_factory=dict)
    """Seconds of processor time, by user; ``its loop`` is the server's first thread, ``load`` this process."""
    latencies: list[float] = field(default_factory=list)
    """Seconds from sending a move, each. Paced: to the opponent's client. Watched: to the last client."""
    lost: int = 0
    """Clients that missed an event, or ended with another number than their table."""
    late: int = 0
    """Paced: moves due before both clients had seen the previous one."""
    memory: int = 0
    """Server's memory at the end, in bytes, with all clients connected."""
    trouble: str | None = None
    """Why there is no answer."""

    @property
    def rate(self) -> float:
        """Moves a second."""
        return self.moves / self.seconds if self.seconds else 0.0

    def cost(self, name: str = "server") -> float | None:
        """Seconds of processor time a move; None where the system does not say."""
        return self.used[name] / self.moves if name in self.used and self.moves else None

    def describe(self, counters: dict[str, float] | None = None) -> str:
        """The bottleneck of a number: the busy process, and the traffic."""
        parts = [f"{name} {used / self.seconds:.2f}" for name, used in self.used.items()]
        words = [f"cores busy: {', '.join(parts)}"] if parts else []
        if self.moves and self.updates:
            words.append(f"{self.update_bytes / self.updates / 1000:.1f} kB an update")
            words.append(f"{self.updates / self.moves:.2f} updates a move")
        if counters and counters.get("estaminet_commits_total"):
            events = counters["estaminet_events_total"] / counters["estaminet_commits_total"]
            words.append(f"{events:.1f} events a commit")
        return "; ".join(words)


def drive(request: Request) -> Answer:
    """Run the load in a process of its own; CannotMeasure after any error."""
    command = [sys.executable, "-m", "bench.server.load"]
    try:
        done = subprocess.run(
            command,
            input=orjson.dumps(asdict(request)),
            cwd=ROOT,
            capture_output=True,
            check=False,
            timeout=request.seconds + LONGEST,
        )
    except subprocess.TimeoutExpired:
        raise CannotMeasure("the load did not come to an end") from None
    if done.returncode != 0:
        raise CannotMeasure((done.stderr.decode().splitlines() or ["the load ended without a word"])[-1])
    answer = Answer(**orjson.loads(done.stdout))
    if answer.trouble:
        raise CannotMeasure(answer.trouble)
    return answer


class Rally:
    """Every table moves again as soon as both of its clients have seen the last move."""

    def __init__(self, tables: list[Table], spares: list[Table], most: int | None = None) -> None:
        self.moves = 0
        self.is_on = True
        """While true, every move is followed by another."""
        self._spares, self._most = spares, most
        self._playing = len(tables)
        self._done = asyncio.Event()
        for table in tables:
            table.watch(self._see)
            self._go_on(table)

    async def play(self, seconds: float | None) -> None:
        """Play for a time, or until every table has had its moves or has no game left."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._done.wait(), seconds)

    def _see(self, table: Table, _player: Player) -> None:
        moves = table.count_settled()
        self.moves += moves
        if moves and self.is_on:
            self._go_on(table)

    def _go_on(self, table: Table) -> None:
        if self._most is not None and (table.is_over or table.moves >= self._most):
            self._playing -= 1
            if not self._playing:
                self._done.set()
        elif not table.is_over:
            table.move()
        elif self._spares:
            fresh = self._spares.pop()
            fresh.watch(self._see)
            fresh.move()
        else:  # a fast server: the measurement until now counts
            self.is_on = False
            self._done.set()


class Pace:
    """Every table has a move now and then."""

    def __init__(self, tables: list[Table], pause: float) -> None:
        self.latencies: list[float] = []
        self.late = 0
        self.is_on = True
        self._sent: dict[Table, tuple[Player, float]] = {}
        self._pause = pause
        self._loop = asyncio.get_running_loop()
        rng = random.Random(2)
        for table in tables:
            table.watch(self._see)
            self._loop.call_later(rng.uniform(0, pause), self._move, table)

    def _move(self, table: Table) -> None:
        if not self.is_on:
            return
        if not table.is_settled:
            self.late += 1
        elif not table.is_over:
            began = perf_counter()
            self._sent[table] = (table.move(), began)
        self._loop.call_later(self._pause, self._move, table)

    def _see(self, table: Table, player: Player) -> None:
        mover, began = self._sent.get(table, (player, 0.0))
        if player is not mover and player.number >= table.awaited:
            self.latencies.append(perf_counter() - began)
            del self._sent[table]


class Meter:
    """Processor time between two moments, and the traffic received."""

    def __init__(self, request: Request, tables: list[Table]) -> None:
        self._processes = {**request.processes, "load": [os.getpid()]} if USAGE_IS_KNOWN else {}
        self._lines = [client.line for table in tables for client in table.clients]
        self._begin, self._used, self._received = perf_counter(), self._use(), self._receive()

    def read(self, answer: Answer) -> None:
        """Note the change since."""
        answer.seconds = perf_counter() - self._begin
        answer.used = {name: used - self._used[name] for name, used in self._use().items()}
        updates, length = self._receive()
        answer.updates, answer.update_bytes = updates - self._received[0], length - self._received[1]

    def _use(self) -> dict[str, float]:
        used = {name: processor_seconds(each) for name, each in self._processes.items()}
        if "server" in used:
            used["its loop"] = sum(map(loop_seconds, self._processes["server"]))
        return used

    def _receive(self) -> tuple[int, int]:
        return sum(line.received for line in self._lines), sum(line.received_bytes for line in self._lines)


async def seat_all(request: Request) -> list[Table]:
    """Tables with two clients each, ready for the first move."""
    names = iter(range(request.tables + request.spares))
    tables: list[Table] = []

    async def seat_some() -> None:
        for name in names:
            if request.server == "theirs":
                tables.append(await seat_members(request.urls[0], name=name))
                continue
            server = HttpClient(request.urls[0], come_from(name))
            if request.with_house:
                tables.append(await seat_with_house(server, request.urls[0], name=name))
            else:
                tables.append(await seat_guests([server], request.urls, name=name, crossing=request.crossing))
            server.close()

    async with asyncio.TaskGroup() as group:
        for _ in range(SEATED_AT_ONCE):
            group.create_task(seat_some())
    for watcher in (Guest(seat) for seat in range(2, 2 + request.watchers)):
        await watcher.connect(tables[0].players[0].line.url, come_from(watcher.seat))
        tables[0].clients.append(watcher)
    return tables


def come_from(number: int) -> dict[str, str]:
    """A client's proxy header: an address of its own, since limits count by address."""
    return {"X-Forwarded-For": str(IPv4Address("10.0.0.0") + number)}


async def play_rally(request: Request, tables: list[Table]) -> Answer:
    answer = Answer()
    rally = Rally(tables[: request.tables], tables[request.tables :])
    await rally.play(request.warm_seconds)
    meter, before = Meter(request, tables), rally.moves
    await rally.play(request.seconds)
    meter.read(answer)
    answer.moves = rally.moves - before
    rally.is_on = False
    if not answer.moves:
        raise Failed("no table is left to play at")
    return answer


async def play_paced(request: Request, tables: list[Table]) -> Answer:
    answer = Answer()
    if request.moves_before:
        await Rally(tables, [], request.moves_before).play(None)
    pace = Pace(tables, request.pause)
    await asyncio.sleep(request.warm_seconds)
    pace.latencies.clear()
    pace.late = 0
    meter = Meter(request, tables)
    await asyncio.sleep(request.seconds)
    meter.read(answer)
    pace.is_on = False
    await settle(tables)
    answer.latencies, answer.late, answer.moves = pace.latencies, pace.late, len(pace.latencies)
    return answer


async def play_watched(request: Request, tables: list[Table]) -> Answer:
    """One move after the other, each after everybody has seen the last, until the game or the time is over."""
    answer, table = Answer(), tables[0]

    async def move() -> float:
        began = perf_counter()
        table.move()
        for client in table.clients:
            await client.until(table.awaited)
        return perf_counter() - began

    for _ in range(request.moves_before):
        await move()
    meter, deadline = Meter(request, tables), perf_counter() + request.seconds
    while not table.is_over and perf_counter() < deadline:
        answer.latencies.append(await move())
    meter.read(answer)
    answer.moves = len(answer.latencies)
    return answer


PLAYS: Final = {"ping-pong": play_rally, "paced": play_paced, "watched": play_watched}


async def settle(tables: list[Table]) -> None:
    """Wait until every client has seen all moves; laggards are counted by `count_lost`."""
    deadline = perf_counter() + LAST_MOVES
    while perf_counter() < deadline and not all(table.is_settled for table in tables):
        await asyncio.sleep(0.02)


def count_lost(tables: list[Table]) -> int:
    """Clients at another number than their table, and updates that left something out."""
    clients = [(client, table) for table in tables for client in table.clients]
    return sum(client.gaps + (client.number != table.awaited) for client, table in clients)


async def run(request: Request) -> Answer:
    """Run the request; the first error anywhere ends it."""
    failures: list[BaseException] = []
    working = asyncio.create_task(work(request))

    def fail(_loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        failures.append(context.get("exception") or RuntimeError(context["message"]))
        working.cancel()

    asyncio.get_running_loop().set_exception_handler(fail)
    try:
        return await working
    except asyncio.CancelledError:
        raise failures[0] from None


async def work(request: Request) -> Answer:
    tables = await seat_all(request)
    gc.collect()
    gc.disable()  # a pause here would look like one of the server
    answer = await PLAYS[request.play](request, tables)
    await settle(tables)
    answer.lost = count_lost(tables)
    if USAGE_IS_KNOWN:
        answer.memory = sum(resident_bytes(process) for process in request.processes.get("server", []))
    for table in tables:
        table.close()
    return answer


def main() -> None:
    try:
        answer = uvloop.run(run(Request(**orjson.loads(sys.stdin.read()))))
    except Exception as error:  # any error belongs in the row
        first: BaseException = error
        while isinstance(first, BaseExceptionGroup):
            first = first.exceptions[0]
        answer = Answer(trouble=f"{type(first).__name__}: {first}")
    print(orjson.dumps(asdict(answer)).decode())


if __name__ == "__main__":
    main()
