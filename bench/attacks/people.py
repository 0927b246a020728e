"""People who are many, or who ask for much: they get their share, and others do not wait."""

import asyncio
from time import perf_counter
from typing import Any, Final
from urllib.parse import urlsplit

from bench.attacks.meter import ADDRESS, Meter, running
from bench.harness import COUNT, SECONDS, Row
from bench.server.client import HttpClient, HungUp, Line
from bench.server.players import Table, seat_guests
from bench.server.servers import Ours

MOVES_BEFORE: Final = 60
LONGEST_GAME: Final = 1000
SETTLING: Final = 2.0
"""Seconds after which everybody has heard that somebody came."""
SHORT: Final = 2.0
"""Seconds in which a request must have arrived, in the attack with half-sent ones."""


async def spectators(rows: list[Row]) -> None:
    for words, limits in (("no limits", None), ("usual limits", {})):
        meter = Meter(f"800 spectators arrive at once, {words}", rows)
        with running(limits) as server:
            table, url = await seat_two(server)
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
            table, url = await seat_two(server)
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
        await time_apprentice(server, 1)
        await seat_kings([await meet(server, ADDRESS)], 40, 2)
        with meter.watch(server, cpu=None, memory=None, wait=0.3):
            longest = max([await time_apprentice(server, 10) for _ in range(5)])
        meter.note("another's apprentice answers", SECONDS, longest, 1.0)


async def identities(rows: list[Row]) -> None:
    meter = Meter("30 people of one address with 90 tables of three kings, usual limits", rows)
    with running({}) as server:
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


async def hints(rows: list[Row]) -> None:
    meter = Meter("33 hints at once for one person, no limits", rows)
    with running(None) as server:
        table, cookie = await play_alone(server, "Mallory")
        with meter.watch(server, cpu=None, memory=None, wait=0.3):
            path = f"/api/tables/{table}/advice"
            asked = asyncio.gather(*(ask(server, "POST", path, cookie=cookie, headers=ADDRESS) for _ in range(33)))
            longest = await time_apprentice(server, 10)
            answers = await asked
        meter.note("another's apprentice answers", SECONDS, longest, 1.0)
        meter.note("of 33 refused", COUNT, sum(status != 200 for status, _ in answers))


async def replays(rows: list[Row]) -> None:
    for words, limits in (("no limits", None), ("usual limits", {})):
        meter = Meter(f"60 replays at once, {words}", rows)
        with running(limits) as server:
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


async def ask(
    server: Ours, method: str, path: str, body: object = None, cookie: str = "", headers: dict[str, str] | None = None
) -> tuple[int, Any]:
    """One request on a connection of its own."""
    client = HttpClient(server.url, headers)
    status, answer, _ = await client.request(method, path, body, cookie)
    client.close()
    return status, answer


async def meet(server: Ours, headers: dict[str, str]) -> tuple[HttpClient, str]:
    """Somebody new at an address, and their cookie."""
    client = HttpClient(server.url, headers)
    _, cookie = await client.post("/api/me", {"name": "Mallory"})
    return client, cookie


async def seat_kings(people: list[tuple[HttpClient, str]], tables: int, kings: int) -> None:
    """So many tables of each person, who sits there with kings and never moves."""
    seats = [{"kind": "me"}, *[{"kind": "house", "level": "king"}] * kings]
    for client, cookie in people:
        for _ in range(tables):
            table, _ = await client.post("/api/tables", {"game": "poule", "seats": seats}, cookie)
            for command in ("sit", "start"):
                await client.post(f"/api/tables/{table['id']}/commands", {"type": command}, cookie)
        client.close()


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
    """A game against an apprentice, at one's own turn: the table, and the player's cookie."""
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
