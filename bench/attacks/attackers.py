"""Each attack: what is sent to a running server. All come from one address that is not the honest visitor's."""

import asyncio
import json
from time import perf_counter
from typing import Any, Final
from urllib.parse import urlsplit

from bench.serving import ours
from bench.serving.asking import Asking
from bench.serving.line import HungUp, Line
from bench.serving.players import Table
from bench.serving.servers import Ours

ADDRESS: Final = {"X-Forwarded-For": "192.0.2.66"}
MOVES_BEFORE: Final = 60
LONGEST_GAME: Final = 1000
SETTLING: Final = 2.0
"""Seconds after which everybody has heard that somebody came."""


async def seat_two(server: Ours) -> tuple[Table, str]:
    """Two people in the middle of a game, and the path of its live line."""
    asking = Asking(server.url)
    table = await ours.seat_two([asking], [server.url], name=1, crossing=False)
    await play(table, MOVES_BEFORE)
    asking.close()
    return table, table.players[0].line.url


async def play(table: Table, moves: int) -> None:
    """So many random moves, or to the end."""
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
        """How many were turned away, before or after the line stood."""
        self.updates = 0

    async def come(self, count: int) -> None:
        """All at once."""
        await asyncio.gather(*(self.come_one() for _ in range(count)))

    async def come_one(self) -> Line | None:
        """Connect, and wait for the first word."""
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
        """One after the other comes, hears the first word, and goes."""
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


async def ask(server: Ours, method: str, path: str, body: object = None, cookie: str = "") -> tuple[int, Any]:
    """One request on a connection of its own."""
    host, port = server.url.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    data = b"" if body is None else json.dumps(body).encode()
    head = {**ADDRESS, "Host": host, "Cookie": cookie, "Content-Length": str(len(data)), "Connection": "close"}
    lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in head.items()), "", ""]
    writer.write("\r\n".join(lines).encode() + data)
    whole = await reader.read()
    writer.close()
    top, _, answer = whole.partition(b"\r\n\r\n")
    return int(top.split()[1]), json.loads(answer or b"null")


async def seat_kings(server: Ours, tables: int) -> None:
    """Tables of one person, at each of which two kings play each other."""
    asking = Asking(server.url)
    _, cookie = await asking.post("/api/me", {"name": "Mallory"})
    king = {"kind": "house", "level": "king"}
    for _ in range(tables):
        table, _ = await asking.post("/api/tables", {"game": "poule", "seats": [king, king]}, cookie)
        await asking.post(f"/api/tables/{table['id']}/commands", {"type": "start"}, cookie)
    asking.close()


async def time_apprentice(server: Ours, moves: int) -> float:
    """The longest that an apprentice takes to answer somebody, of so many times."""
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
    """A game against an apprentice, at one's own turn: the table, and the cookie of who plays."""
    asking = Asking(server.url)
    _, cookie = await asking.post("/api/me", {"name": name})
    seats = [{"kind": "me"}, {"kind": "house", "level": "apprentice"}]
    table, _ = await asking.post("/api/tables", {"game": "poule", "seats": seats}, cookie)
    for command in ("sit", "start"):
        await asking.post(f"/api/tables/{table['id']}/commands", {"type": command}, cookie)
    asking.close()
    await wait_for_turn(server, table["id"], cookie)
    return table["id"], cookie


async def wait_for_turn(server: Ours, table: str, cookie: str) -> dict[str, Any]:
    """Look again and again until one can move, or it is over."""
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
    """Begin so many requests and send no more: half of them in the headers, half in the body. How many stand later."""
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
