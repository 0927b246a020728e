# ruff: noqa: S311  # a benchmark needs no secret numbers
"""The clients at a table, of our server or of boardgame.io's: when they may move, what they send and what they see."""

import asyncio
import random
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, Final

import orjson

from bench.server.client import HttpClient, Line

RANDOM: Final = random.Random(1)
GAME: Final = {"game": "poule", "seats": [{"kind": "me"}, {"kind": "open"}]}
HOUSE_GAME: Final = {"game": "poule", "seats": [{"kind": "me"}, {"kind": "house", "level": "apprentice"}]}
EVENTS_BEFORE_PLAY: Final = 3
"""Two sit down, one starts."""
NAMESPACE: Final = b"/market,"
PLACES: Final = [str(place) for place in range(64)]
OPEN, PING, PONG, CONNECT, EVENT = b"0", b"2", b"3", b"40", b"42"


class Failed(Exception):
    """A client's observation of a server error."""


class Player(ABC):
    """One client, which reads its server's messages."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.number = -1
        """The last update's."""
        self.is_over = False
        self.gaps = 0
        """Updates that left out an event since the one before."""
        self.line: Line
        self.news: Callable[[], None] = lambda: None
        """Called after each update."""
        self._awaited: tuple[int, asyncio.Future[None]] | None = None

    @property
    @abstractmethod
    def can_move(self) -> bool:
        """Whether it is this client's turn, as its last update says."""

    @abstractmethod
    def move(self) -> None:
        """Send a random legal move."""

    @abstractmethod
    def hear(self, text: bytes) -> None:
        """Read a message; `see` what it shows."""

    def see(self, number: int) -> None:
        """Handle an update."""
        self.number = number
        if self._awaited and number >= self._awaited[0]:
            self._awaited[1].set_result(None)
            self._awaited = None
        self.news()

    async def until(self, number: int) -> None:
        """Wait for an update of this number, or a later one."""
        if self.number < number:
            future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._awaited = (number, future)
            await future


class Table:
    """Two players, and the number that both must reach before the next move."""

    def __init__(self, players: tuple[Player, ...]) -> None:
        self.players = players
        self.clients = list(players)
        """Both, and spectators."""
        self.awaited = max(player.number for player in players)
        self.settled = self.awaited
        """The last number that both have reached."""
        self.moves = 0
        """Number of moves."""

    @property
    def is_settled(self) -> bool:
        """Whether both have seen the last move."""
        return all(player.number >= self.awaited for player in self.players)

    @property
    def is_over(self) -> bool:
        return self.players[0].is_over

    def move(self) -> Player:
        """Have the player to move send a random legal move; that player."""
        mover = next((player for player in self.players if player.can_move), None)
        if mover is None:
            raise Failed(f"nobody can move at number {self.awaited}")
        self.awaited += 1
        self.moves += 1
        mover.move()
        return mover

    def count_settled(self) -> int:
        """The number of moves both have seen since the last call."""
        last = max(player.number for player in self.players)
        if last > self.awaited:
            raise Failed(f"number {last} where {self.awaited} was awaited")
        if self.settled == self.awaited or not self.is_settled:
            return 0
        self.settled = self.awaited
        return 1

    def watch(self, news: Callable[["Table", Player], None]) -> None:
        """Receive every update."""
        for player in self.players:
            player.news = lambda player=player: news(self, player)  # type: ignore[misc]  # a default binds the loop's

    def close(self) -> None:
        for client in self.clients:
            client.news = lambda: None
            client.line.close()


class HouseTable(Table):
    """One person and a house player: both moves count, and the person waits for their turn."""

    @property
    def is_settled(self) -> bool:
        (person,) = self.players
        return person.number >= self.awaited and (person.can_move or person.is_over)

    def count_settled(self) -> int:
        """The number of moves since the last turn, once it is the person's turn again."""
        if not self.is_settled:
            return 0
        before, self.settled = self.settled, self.players[0].number
        self.awaited = self.settled
        return self.settled - before


def choose(choices: list[str]) -> str:
    return RANDOM.choice(choices)


class Guest(Player):
    """A person at our tables."""

    _view: dict[str, Any] | None = None

    async def connect(self, url: str, headers: dict[str, str]) -> None:
        """Connect to a table, and wait for an update."""
        self.line = await Line.open(url, headers, self.hear)
        await self.until(0)

    @property
    def can_move(self) -> bool:
        return bool(self._view and self._view["legal"])

    def move(self) -> None:
        assert self._view is not None
        self.send("move", number=self.number, action=choose(self._view["legal"]))

    def send(self, kind: str, **members: object) -> None:
        self.line.send(orjson.dumps({"type": kind, **members}))

    def hear(self, text: bytes) -> None:
        message = orjson.loads(text)
        if message["type"] != "update":
            raise Failed(f"refused: {message['sentence']}")
        events = message["events"]
        known = max(self.number, 0)
        if message["number"] > known and [event["number"] for event in events] != [
            *range(known + 1, message["number"] + 1)
        ]:
            self.gaps += 1
        self._view = message["view"]
        if "table" in message:
            self.is_over = message["table"]["status"] == "over"
        self.see(message["number"])


def live_address(url: str, table: dict[str, Any]) -> str:
    return f"{url.replace('http', 'ws', 1)}/api/tables/{table['id']}/live?since=0&changes=true"


async def seat_guests(servers: list[HttpClient], urls: list[str], *, name: int, crossing: bool) -> Table:
    """Two people at a new table of poule: at the table's home, or each at another process."""
    guests = (Guest(0), Guest(1))
    cookies = [(await servers[0].post("/api/me", {"name": f"Guest {name}.{seat}"}))[1] for seat in (0, 1)]
    table, _ = await servers[0].post("/api/tables", GAME, cookies[0])
    home = table["home"] or urls[0]
    for guest, cookie in zip(guests, cookies, strict=True):
        url = urls[guest.seat] if crossing else home
        await guest.connect(live_address(url, table), {**servers[0].headers, "Cookie": cookie})
    host, other = guests
    host.send("sit", salt=f"salt-{name}")
    await host.until(1)
    other.send("sit", salt=f"pepper-{name}", invitation=table["invitation"])
    await host.until(2)
    host.send("start")
    for guest in guests:
        await guest.until(EVENTS_BEFORE_PLAY)
    return Table(guests)


async def seat_with_house(server: HttpClient, url: str, *, name: int) -> Table:
    """A person against a house player, at the person's turn."""
    guest = Guest(0)
    _, cookie = await server.post("/api/me", {"name": f"Guest {name}"})
    table, _ = await server.post("/api/tables", HOUSE_GAME, cookie)
    await guest.connect(live_address(url, table), {**server.headers, "Cookie": cookie})
    guest.send("sit", salt=f"salt-{name}")
    await guest.until(1)
    guest.send("start")
    while not guest.can_move:
        await guest.until(guest.number + 1)
    return HouseTable((guest,))


class Member(Player):
    """A player of a match."""

    def __init__(self, seat: int, match: str) -> None:
        super().__init__(seat)
        self._match = match
        self._to_move: str | None = None
        self.is_connected = asyncio.Event()

    @property
    def can_move(self) -> bool:
        return not self.is_over and self._to_move == str(self.seat)

    def move(self) -> None:
        details = {"type": "play", "args": [int(choose(PLACES))], "playerID": str(self.seat), "credentials": None}
        self.emit("update", {"type": "MAKE_MOVE", "payload": details}, self.number, self._match, str(self.seat))

    def sync(self) -> None:
        """Join the match; the first to join creates it."""
        self.emit("sync", self._match, str(self.seat), None, 2)

    def emit(self, *event: object) -> None:
        self.line.send(EVENT + NAMESPACE + orjson.dumps(event))

    def hear(self, text: bytes) -> None:
        if text.startswith(EVENT + NAMESPACE):
            self._hear_event(orjson.loads(text[len(EVENT + NAMESPACE) :]))
        elif text == PING:
            self.line.send(PONG)
        elif text.startswith(CONNECT + NAMESPACE):
            self.is_connected.set()
        elif not text.startswith(OPEN):
            raise Failed(f"unexpected: {text[:80].decode(errors='replace')}")

    def _hear_event(self, event: list[Any]) -> None:
        match event:
            case ["update", _, state, *_]:
                self._see_state(state)
            case ["sync", _, {"state": state}]:
                self._see_state(state)
            case ["matchData", *_]:
                pass
            case _:
                raise Failed(f"unexpected event {event[0]}")

    def _see_state(self, state: dict[str, Any]) -> None:
        number = state["_stateID"]
        if self.number >= 0 and number > self.number + 1:
            self.gaps += 1
        self.is_over = "gameover" in state["ctx"]
        self._to_move = state["ctx"]["currentPlayer"]
        self.see(number)


async def seat_members(url: str, *, name: int) -> Table:
    """Two players at a new match."""
    members = (Member(0, f"match-{name}"), Member(1, f"match-{name}"))
    address = f"{url.replace('http', 'ws', 1)}/socket.io/?EIO=4&transport=websocket"
    for member in members:
        member.line = await Line.open(address, {}, member.hear)
        member.line.send(CONNECT + NAMESPACE)
        await member.is_connected.wait()
        member.sync()
        await member.until(0)
    return Table(members)
