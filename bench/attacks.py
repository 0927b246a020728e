"""``make bench-attacks``: what each attack costs the server, and how long two people who play wait meanwhile.

All attacks come from one address that is not theirs, against the usual limits.
"""

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, Final
from urllib.parse import urlsplit

from bench.harness import COUNT, MEMORY, SECONDS, Asked, Row, Unit
from bench.server.client import KEY, HttpClient, HungUp, Line
from bench.server.players import Table, seat_guests
from bench.server.servers import Ours, processor_seconds, resident_bytes
from bench.table import machine, open_console, report

MB: Final = 1_000_000
ADDRESS: Final = {"X-Forwarded-For": "192.0.2.66"}
"""The source of attacks; the server trusts the header."""
ELSEWHERE: Final = "127.0.0.2"
"""Another address of this machine on Linux: limits count by address, and the players have their own."""
HEAD: Final = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"
CHUNKED: Final = b"POST /api/verify HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
MASK: Final = bytes(4)
REQUESTS: Final = {
    "an endless header": (HEAD + b"X-Long: ", b"x" * 1000, 80 * MB, 5 * MB),
    "an endless path": (b"GET /", b"x" * 1000, 80 * MB, 5 * MB),
    "headers without end": (HEAD, b"a:b\r\n" * 200, 90 * MB, 5 * MB),
    "trailers without end": (CHUNKED + b"2\r\n{}\r\n0\r\n", b"a: b\r\n" * 200, 80 * MB, 5 * MB),
    "chunks of a byte": (CHUNKED, b"1\r\n \r\n" * 200, 100 * MB, 5 * MB),
    "requests behind each other": (b"", (HEAD + b"\r\n") * 20, 20 * MB, 20 * MB),
}
"""The first part, the repeated part, its repetitions, and the memory it may cost."""
FRAMES: Final = {"pings": b"\x89\x80", "pongs": b"\x8a\x80", "empty fragments": b"\x00\x80"}
FRAME_BYTES: Final = 1.4 * MB
"""A second."""
FLOOD_SECONDS: Final = 8
LONGEST_FLOOD: Final = 25
"""Seconds until a flood ends by itself."""
MOVES_BEFORE: Final = 60
LONGEST_GAME: Final = 1000
SETTLING: Final = 2.0
"""Seconds until everybody has heard of an arrival."""
SHORT: Final = 2.0
"""Seconds for a request to arrive, in the attack with half-sent ones."""
PAUSE: Final = 0.05
"""Seconds between moves of the players beside an attack."""
Attack = Callable[[list[Row]], Awaitable[None]]


class Meter:
    """The measurements of an attack."""

    def __init__(self, group: str, rows: list[Row]) -> None:
        self._group, self._rows = group, rows

    def note(self, what: str, unit: Unit, number: float, asked: float | None = None) -> None:
        """One measured number and its limit; of several the least, which was the least disturbed."""
        for row in self._rows:
            if (row.group, row.what) == (self._group, what):
                row.ours = [min(number, *row.ours)]
                return
        limit = None if asked is None else Asked("under", asked)
        self._rows.append(Row(self._group, what, unit, asked=limit, ours=[number]))

    @contextmanager
    def watch(self, server: Ours, *, cpu: float | None, memory: float | None, wait: float) -> Iterator[None]:
        """Note the server's resources meanwhile, and the latency of others."""
        with play_beside(server.url) as waits:
            seconds, size = processor_seconds([server.process]), resident_bytes(server.process)
            yield
            used = processor_seconds([server.process]) - seconds
            grown = resident_bytes(server.process) - size
        self.note("processor", SECONDS, used, cpu)
        self.note("memory", MEMORY, max(0, grown), memory)
        self.note("a move of others, half of the time", SECONDS, median(waits))
        self.note("a move of others, at most", SECONDS, max(waits), wait)


@contextmanager
def running(limits: dict[str, float] | None = None) -> Iterator[Ours]:
    with tempfile.TemporaryDirectory() as folder, Ours(Path(folder), limits=limits or {}) as server:
        server.ready()
        yield server


@contextmanager
def play_beside(url: str) -> Iterator[list[float]]:
    """Play for the duration of an attack; afterwards the list has the seconds of every move."""
    command = [sys.executable, "-m", "bench.attacks", "--beside", url]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdout is not None
    process.stdout.readline()
    waits: list[float] = []
    yield waits
    output, _ = process.communicate()
    waits += json.loads(output or b"[]")


async def play_on(url: str) -> list[float]:
    """Move after move, until the input ends."""
    loop, waits = asyncio.get_running_loop(), []
    ended = loop.run_in_executor(None, sys.stdin.read)
    table = await seat(url)
    print("ready", flush=True)
    while not ended.done():
        if table.is_over:
            table.close()
            table = await seat(url)
        began = perf_counter()
        table.move()
        for player in table.players:
            await player.until(table.awaited)
        waits.append(perf_counter() - began)
        await asyncio.wait([ended], timeout=PAUSE)
    table.close()
    return waits


async def seat(url: str) -> Table:
    client = HttpClient(url)
    table = await seat_guests([client], [url], name=0, crossing=False)
    client.close()
    return table


async def requests(rows: list[Row]) -> None:
    for name, (first, again, count, memory) in REQUESTS.items():
        meter = Meter(name, rows)
        with running() as server:
            with meter.watch(server, cpu=None, memory=memory, wait=0.3):
                sent, peak = await flood(server.url, first, again, count, LONGEST_FLOOD, server.process)
                await asyncio.sleep(SETTLING)
            meter.note("sent until it was cut off", MEMORY, sent)
            meter.note("memory at its height", MEMORY, peak, memory)


async def frames(rows: list[Row]) -> None:
    for name, frame in FRAMES.items():
        meter = Meter(f"1.4 MB of {name} a second by a stranger", rows)
        with running() as server:
            table, live = await seat_two(server)
            path = live.removeprefix(server.url)
            first = (
                f"GET {path} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                f"Sec-WebSocket-Key: {KEY}\r\nSec-WebSocket-Version: 13\r\n\r\n"
            ).encode()
            beginning = b"\x01\x80" + MASK if name == "empty fragments" else b""
            many = (frame + MASK) * 2000
            with meter.watch(server, cpu=1, memory=5 * MB, wait=0.3):
                sent, _ = await flood(
                    server.url,
                    first,
                    many,
                    int(FRAME_BYTES * FLOOD_SECONDS),
                    FLOOD_SECONDS,
                    server.process,
                    beginning,
                    FRAME_BYTES,
                )
                await asyncio.sleep(SETTLING)
            meter.note("sent until it was cut off", MEMORY, sent)
            meter.note("lines still open", COUNT, int(sent >= FRAME_BYTES * FLOOD_SECONDS), 1)
            table.close()


async def flood(
    url: str, first: bytes, again: bytes, count: int, seconds: float, process: int,
    beginning: bytes = b"", a_second: float = 0,
) -> tuple[int, int]:  # fmt: skip
    """Send until the other side hangs up; the bytes it took, and the growth of the server's memory."""
    parts = urlsplit(url)
    reader, writer = await asyncio.open_connection(parts.hostname, parts.port, local_addr=(ELSEWHERE, 0))
    began, sent, size, peak = perf_counter(), 0, resident_bytes(process), 0
    try:
        writer.write(first)
        if beginning:
            await reader.readuntil(b"\r\n\r\n")
        writer.write(beginning)
        drain = asyncio.create_task(swallow(reader))
        while sent < count and perf_counter() - began < seconds and not drain.done():
            writer.write(again)
            sent += len(again)
            async with asyncio.timeout(LONGEST_FLOOD):
                await writer.drain()
            peak = max(peak, resident_bytes(process) - size)
            await asyncio.sleep(max(0, sent / a_second - (perf_counter() - began)) if a_second else 0)
        drain.cancel()
    except (OSError, TimeoutError):
        pass
    writer.close()
    return sent, peak


async def swallow(reader: asyncio.StreamReader) -> None:
    with suppress(OSError):
        while await reader.read(65536):
            pass


async def spectators(rows: list[Row]) -> None:
    meter = Meter("800 spectators arrive at once", rows)
    with running() as server:
        table, url = await seat_two(server)
        crowd = Spectators(url.replace("changes=true", "changes=false"))
        with meter.watch(server, cpu=3, memory=200e6, wait=0.3):
            await crowd.come(800)
            await asyncio.sleep(SETTLING)
        meter.note("watch now", COUNT, len(crowd.lines))
        crowd.close()
        table.close()


async def reconnects(rows: list[Row]) -> None:
    meter = Meter("93 reconnects a second at a table of 100 watchers", rows)
    with running() as server:
        table, url = await seat_two(server)
        crowd, pest = Spectators(url), Spectators(url)
        await crowd.come(100)
        await pest.reconnect(300, 0.6)  # exhausts the burst
        await asyncio.sleep(SETTLING)
        with meter.watch(server, cpu=0.5, memory=None, wait=0.3):
            await pest.reconnect(93, 5)
        meter.note("of them refused", COUNT, pest.refused)
        crowd.close()
        table.close()


async def identities(rows: list[Row]) -> None:
    meter = Meter("30 people of one address with 90 tables of three kings", rows)
    with running() as server:
        await time_apprentice(server, 1)
        crowd = [await meet(server, ADDRESS) for _ in range(30)]
        await seat_kings(crowd, 3, 3)
        with meter.watch(server, cpu=None, memory=None, wait=0.3):
            longest = max([await time_apprentice(server, 10) for _ in range(5)])
            table, cookie = await play_alone(server, "Anna")
            begin = perf_counter()
            await ask(server, "POST", f"/api/tables/{table}/advice", cookie=cookie)
            hint = perf_counter() - begin
        meter.note("another's apprentice answers", SECONDS, longest, 1.0)
        meter.note("another's hint, which takes a second alone", SECONDS, hint, 3.0)


async def replays(rows: list[Row]) -> None:
    meter = Meter("60 replays at once", rows)
    with running() as server:
        record = await finish_game(server)
        begin = perf_counter()
        await ask(server, "POST", "/api/replay", record)
        meter.note("one replay, alone", SECONDS, perf_counter() - begin)
        with meter.watch(server, cpu=None, memory=None, wait=0.05):
            for _ in range(3):
                answers = await asyncio.gather(
                    *(ask(server, "POST", "/api/replay", record, headers=ADDRESS) for _ in range(60))
                )
        meter.note("of 60 refused", COUNT, sum(status != 200 for status, _ in answers))


async def slow(rows: list[Row]) -> None:
    meter = Meter(f"1,500 half-sent requests, {SHORT:g} s to arrive", rows)
    with running({"request-seconds": SHORT}) as server:
        with meter.watch(server, cpu=None, memory=None, wait=0.3):
            standing = await send_halves(server, 1500, SHORT + 1)
        meter.note("still held a second later", COUNT, standing, 1)


async def seat_two(server: Ours) -> tuple[Table, str]:
    """Two people in the middle of a game, and the path of its live line."""
    client = HttpClient(server.url)
    table = await seat_guests([client], [server.url], name=1, crossing=False)
    await play(table, MOVES_BEFORE)
    client.close()
    return table, table.players[0].line.url


async def play(table: Table, moves: int) -> None:
    """Random moves, up to the end."""
    for _ in range(moves):
        if table.is_over:
            return
        table.move()
        for player in table.players:
            await player.until(table.awaited)


class Spectators:
    """Lines of people who watch one table."""

    def __init__(self, url: str) -> None:
        self._url = url
        self.lines: list[Line] = []
        self.refused = 0
        """The number rejected, before or after connecting."""
        self.updates = 0

    async def come(self, count: int) -> None:
        """All at once."""
        await asyncio.gather(*(self.come_one() for _ in range(count)))

    async def come_one(self) -> Line | None:
        """Connect, and wait for a message."""
        first = asyncio.get_running_loop().create_future()

        def hear(text: bytes) -> None:
            self.updates += 1
            if not first.done():
                first.set_result(b'"refusal"' not in text[:40])

        try:
            line = await Line.open(self._url, ADDRESS, hear)
        except (HungUp, OSError):
            self.refused += 1
            return None
        if not await first:
            self.refused += 1
            line.close()
            return None
        self.lines.append(line)
        return line

    async def reconnect(self, a_second: float, seconds: float) -> None:
        """Connect, read a message, and leave, one by one."""
        tasks = []
        for _ in range(int(a_second * seconds)):
            tasks.append(asyncio.create_task(self._come_and_go()))
            await asyncio.sleep(1 / a_second)
        await asyncio.gather(*tasks)

    async def _come_and_go(self) -> None:
        line = await self.come_one()
        if line:
            self.lines.remove(line)
            line.close()

    def close(self) -> None:
        for line in self.lines:
            line.close()


async def ask(
    server: Ours, method: str, path: str, body: object = None, cookie: str = "", headers: dict[str, str] | None = None
) -> tuple[int, Any]:
    """One request on a connection of its own."""
    client = HttpClient(server.url, headers)
    status, answer, _ = await client.request(method, path, body, cookie)
    client.close()
    return status, answer


async def meet(server: Ours, headers: dict[str, str]) -> tuple[HttpClient, str]:
    """A new person at an address, and their cookie."""
    client = HttpClient(server.url, headers)
    _, cookie = await client.post("/api/me", {"name": "Mallory"})
    return client, cookie


async def seat_kings(people: list[tuple[HttpClient, str]], tables: int, kings: int) -> None:
    """Tables for each person, who sits there with kings and never moves."""
    seats = [{"kind": "me"}, *[{"kind": "house", "level": "king"}] * kings]
    for client, cookie in people:
        for _ in range(tables):
            table, _ = await client.post("/api/tables", {"game": "poule", "seats": seats}, cookie)
            for command in ("sit", "start"):
                await client.post(f"/api/tables/{table['id']}/commands", {"type": command}, cookie)
        client.close()


async def time_apprentice(server: Ours, moves: int) -> float:
    """The longest of several answers of an apprentice."""
    table, cookie = await play_alone(server, "Anna")
    update, longest = await look(server, table, cookie), 0.0
    for _ in range(moves):
        if not update["view"]["legal"]:
            break  # it is over
        move = {"type": "move", "number": update["number"], "action": update["view"]["legal"][0]}
        await ask(server, "POST", f"/api/tables/{table}/commands", move, cookie)
        begin = perf_counter()
        update = await wait_for_turn(server, table, cookie)
        longest = max(longest, perf_counter() - begin)
    return longest


async def play_alone(server: Ours, name: str) -> tuple[str, str]:
    """A game against an apprentice, at the person's turn: the table, and the cookie."""
    client = HttpClient(server.url)
    _, cookie = await client.post("/api/me", {"name": name})
    seats = [{"kind": "me"}, {"kind": "house", "level": "apprentice"}]
    table, _ = await client.post("/api/tables", {"game": "poule", "seats": seats}, cookie)
    for command in ("sit", "start"):
        await client.post(f"/api/tables/{table['id']}/commands", {"type": command}, cookie)
    client.close()
    await wait_for_turn(server, table["id"], cookie)
    return table["id"], cookie


async def wait_for_turn(server: Ours, table: str, cookie: str) -> dict[str, Any]:
    """Poll until the person's turn, or the end of the game."""
    while True:
        update = await look(server, table, cookie)
        if update["view"]["legal"] or update["table"]["status"] == "over":
            return update
        await asyncio.sleep(0.005)


async def look(server: Ours, table: str, cookie: str) -> dict[str, Any]:
    _, update = await ask(server, "GET", f"/api/tables/{table}?since=1000000", cookie=cookie)
    found: dict[str, Any] = update
    return found


async def finish_game(server: Ours) -> object:
    """The record of a game of some length."""
    table, url = await seat_two(server)
    await play(table, LONGEST_GAME)
    table.close()
    path = urlsplit(url).path.replace("/live", "/record")
    _, record = await ask(server, "GET", path)
    found: object = record
    return found


async def send_halves(server: Ours, count: int, seconds: float) -> int:
    """Begin requests and send no more: half stop in the headers, half in the body. Returns the open ones."""
    host, port = server.url.removeprefix("http://").split(":")
    halves = [
        b"POST /api/me HTTP/1.1\r\nHost: somewhere\r\nX-Half",
        b"POST /api/verify HTTP/1.1\r\nHost: somewhere\r\nContent-Length: 1000\r\n\r\n{",
    ]
    lines = []
    for each in range(count):
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(halves[each % 2])
        lines.append((reader, writer))
    await asyncio.sleep(seconds)
    gone = await asyncio.gather(*(is_closed(reader) for reader, _ in lines))
    for _, writer in lines:
        writer.close()
    return count - sum(gone)


async def is_closed(reader: asyncio.StreamReader) -> bool:
    try:
        async with asyncio.timeout(0.1):
            await reader.read()
    except TimeoutError:
        return False
    except OSError:
        pass
    return True


ATTACKS: Final[dict[str, Attack]] = {
    "frames": frames, "requests": requests, "identities": identities, "spectators": spectators,
    "reconnects": reconnects, "replays": replays, "slow": slow,
}  # fmt: skip


async def carry_out(attack: Attack, rows: list[Row]) -> None:
    """A hang-up by the server is no error."""
    asyncio.get_running_loop().set_exception_handler(lambda _loop, _context: None)
    await attack(rows)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.attacks", description=__doc__)
    parser.add_argument("--only", choices=ATTACKS, nargs="+", help="carry out these attacks only")
    parser.add_argument("--times", type=int, default=1, help="how often each; what was disturbed least counts")
    parser.add_argument("--beside", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.beside:
        print(json.dumps(asyncio.run(play_on(arguments.beside))))
        return
    console = open_console(150)
    rows: list[Row] = []
    load = os.getloadavg()[0]
    for name in arguments.only or ATTACKS:
        console.print(f"· Attacking: {name}", highlight=False)
        for _ in range(arguments.times):
            asyncio.run(carry_out(ATTACKS[name], rows))
    report(console, rows, machine(), load)


if __name__ == "__main__":
    main()
