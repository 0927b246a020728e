"""The homes of tables, where several processes share a PostgreSQL; a process alone has them all.

Every table has a home: the process that the table's id picks among those that are alive. The home plays the house's
moves and keeps the clocks; people are sent there where that is possible. People connected elsewhere are served all the
same: their process tells the home that it watches, and the two announce events to each other with NOTIFY. The log alone
decides between writers, so nothing depends on all of them agreeing about homes at every moment.
"""

import asyncio
import hashlib
import logging
import secrets
from collections.abc import Collection, Coroutine
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

import orjson
from sqlalchemy import text

from estaminet.engine.errors import EstaminetError
from estaminet.server.errors import StoreUnreachable
from estaminet.server.live.clock import now
from estaminet.server.operation import CROSSINGS, PROCESSES
from estaminet.server.rules.commands import Remark
from estaminet.server.rules.events import Event, read_event
from estaminet.server.store.database import Store

if TYPE_CHECKING:
    import asyncpg

MISSED_BEATS: Final = 3
"""Missed heartbeats after which a process counts as dead."""
UP_SINCE: Final = "up_since"
log = logging.getLogger(__name__)

BEAT: Final = text(
    "INSERT INTO servers (id, url, seen) "
    "VALUES (:id, :url, CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)) "
    "ON CONFLICT (id) DO UPDATE SET seen = excluded.seen, url = excluded.url"
)
ALIVE: Final = text(
    "SELECT id, url FROM servers WHERE seen > CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT) - :timeout"
)
FORGET: Final = text(
    "DELETE FROM servers WHERE seen < CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT) - 10 * :timeout"
)
LEAVE: Final = text("DELETE FROM servers WHERE id = :id")
NOTIFY: Final = text(
    "SELECT pg_notify(channel, payload) FROM unnest(CAST(:channels AS TEXT[]), CAST(:payloads AS TEXT[])) "
    "AS waiting(channel, payload)"
)
NEWS: Final = text(
    "SELECT id, (SELECT coalesce(max(number), 0) FROM events WHERE table_id = id) "
    "FROM unnest(CAST(:ids AS TEXT[])) AS foreign_tables(id)"
)
"""Each last number comes from the index: a long log costs no more than a short one."""


def rank_homes(processes: Collection[str], table_id: str) -> list[str]:
    """Each process draws a number for the table, and the highest wins: a newcomer or a departure moves only its own."""
    return sorted(processes, key=lambda each: hashlib.sha256(f"{each} {table_id}".encode()).digest(), reverse=True)


class Tables(Protocol):
    """What peers need to know of this process's tables."""

    def foreign_sessions(self) -> dict[str, int]:
        """Open tables that have their home elsewhere, each with its last event."""

    async def refresh(self, table_id: str, number: int, event: Event | None = None) -> int:
        """Take in what another process wrote, up to this number at least; returns the number of the last event.

        The event of that number may be at hand: often nothing else is needed.
        """

    async def rehome(self) -> None:
        """Other processes came or went."""

    def dismiss(self, person: str, devices: Collection[str]) -> None:
        """Close the lines of somebody's revoked devices."""

    def hear(self, table_id: str, remark: Remark) -> None:
        """Somebody said something at a table."""


class Peers:
    """A process alone with its database: every table is its own."""

    def __init__(self) -> None:
        self.up_since = now()
        """The start of the first of the processes that run now: before that, nobody kept the clocks."""

    def is_home(self, table_id: str) -> bool:  # noqa: ARG002  # what several processes decide by
        return True

    def home_of(self, table_id: str) -> str:  # noqa: ARG002
        """The address of a table's home; empty if it is this process."""
        return ""

    def urls(self) -> set[str]:
        """The addresses of all processes."""
        return set()

    def is_watched(self, table_id: str) -> bool:  # noqa: ARG002
        """Whether somebody watches a table of this process from another one."""
        return False

    def announce(self, table_id: str, event: Event) -> None:
        """Announce an event to those who need to know."""

    def dismiss(self, person: str, devices: Collection[str]) -> None:
        """Tell all others of somebody's revoked devices."""

    def pass_on(self, table_id: str, remark: Remark) -> None:
        """Pass on a remark to those who watch a table."""

    def watch(self, table_id: str, number: int) -> None:
        """Tell a table's home that somebody here watches it, and up to which event."""

    async def open(self, tables: Tables) -> None:
        """Begin to listen."""

    async def close(self) -> None:
        """Stop."""


class RemoteWatcher(NamedTuple):
    """Another process that watches a table of ours."""

    said: float
    """The last time it said so, as `monotonic` counts."""
    number: int
    """The last event that it knew."""


class PostgresPeers(Peers):
    """One process among several."""

    def __init__(self, store: Store, url: str, beat_seconds: float, name: str = "") -> None:
        super().__init__()
        self._store, self._url, self._seconds = store, url, beat_seconds
        self._id = name or secrets.token_hex(8)
        self._alive: dict[str, str] = {self._id: url}
        self._watched: dict[str, dict[str, RemoteWatcher]] = {}
        """The processes that watch our tables."""
        self._outbox: list[tuple[str, str]] = []
        self._sending: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._listener: asyncpg.Connection[asyncpg.Record] | None = None
        self._beating = asyncio.Lock()
        """News that somebody came or went may arrive during a heartbeat."""

    def is_home(self, table_id: str) -> bool:
        return self._home(table_id) == self._id

    def home_of(self, table_id: str) -> str:
        url = self._alive[self._home(table_id)]
        return "" if url == self._url else url  # behind one door all have the same address, and it routes

    def is_watched(self, table_id: str) -> bool:
        return table_id in self._watched

    def urls(self) -> set[str]:
        return {url for url in self._alive.values() if url}

    def _home(self, table_id: str) -> str:
        return rank_homes(self._alive, table_id)[0]

    def announce(self, table_id: str, event: Event) -> None:
        self._spread(table_id, event.number, self._id, list(event))

    def _spread(self, table_id: str, number: int, source: str, event: list[object] | None) -> None:
        for target in self._find_targets(table_id, source):
            self._send(target, "news", table_id, number, self._id, event)

    def pass_on(self, table_id: str, remark: Remark) -> None:
        self._repeat(table_id, self._id, list(remark))

    def _repeat(self, table_id: str, source: str, remark: list[object]) -> None:
        for target in self._find_targets(table_id, source):
            self._send(target, "said", table_id, self._id, remark)

    def _find_targets(self, table_id: str, source: str) -> set[str]:
        """The receivers: from the home all watching processes except the sender; from elsewhere the home."""
        home = self._home(table_id)
        targets = self._watched.get(table_id, {}).keys() if home == self._id else {home}
        return (targets & self._alive.keys()) - {source}

    def dismiss(self, person: str, devices: Collection[str]) -> None:
        for target in self._alive.keys() - {self._id}:
            self._send(target, "void", person, list(devices))

    def watch(self, table_id: str, number: int) -> None:
        self._send(self._home(table_id), "watch", table_id, number, self._id)

    def _send(self, target: str, *message: object) -> None:
        CROSSINGS.inc()
        self._outbox.append((f"estaminet_{target}", orjson.dumps(message).decode()))
        if self._sending is None:
            self._sending = asyncio.create_task(self._post())

    async def _post(self) -> None:
        """Send everything that waits, in one transaction."""
        while self._outbox:
            batch, self._outbox = self._outbox, []
            try:
                async with self._store.begin() as connection:
                    await connection.execute(NOTIFY, pack(batch))
            except StoreUnreachable:
                log.warning("peers could not be told")  # they find out with the next beat
        self._sending = None

    async def open(self, tables: Tables) -> None:
        self._tables = tables
        await self._listen()
        await self._find_up_since()
        await self._beat()
        for target in self._alive.keys() - {self._id}:
            self._send(target, "look")
        self._start(self._keep_beating())

    async def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._listener:
            self._listener.terminate()
        try:
            async with self._store.begin() as connection:
                await connection.execute(LEAVE, {"id": self._id})
                others = self._alive.keys() - {self._id}
                await connection.execute(NOTIFY, pack([(f"estaminet_{each}", '["look"]') for each in others]))
        except StoreUnreachable:
            log.warning("peers could not be told that this process goes")

    async def _listen(self) -> None:
        import asyncpg  # a process alone on SQLite need not load it

        url = self._store.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._listener = await asyncpg.connect(url)
        await self._listener.add_listener(f"estaminet_{self._id}", self._hear)

    def _hear(self, _connection: object, _process: int, _channel: str, payload: object) -> None:
        CROSSINGS.inc()
        match orjson.loads(str(payload)):
            case ["watch", table_id, number, server]:
                watching = self._watched.setdefault(table_id, {})
                before = watching.get(server)
                watching[server] = RemoteWatcher(monotonic(), number)
                if before is None or before.number < number:  # the news may have got lost
                    self._start(self._refresh(table_id, number, behind=server))
            case ["news", table_id, number, server, event]:
                if self.is_home(table_id):
                    self._spread(table_id, number, server, event)
                self._start(self._refresh(table_id, number, event))
            case ["said", table_id, server, remark]:
                if self.is_home(table_id):
                    self._repeat(table_id, server, remark)
                self._tables.hear(table_id, Remark(*remark))
            case ["void", person, devices]:
                self._tables.dismiss(person, devices)
            case ["look"]:  # somebody came or went
                self._start(self._try_to_beat())

    async def _refresh(self, table_id: str, number: int, event: list[Any] | None = None, behind: str = "") -> None:
        """Take in what happened up to a number; tell a process that is behind."""
        try:
            latest = await self._tables.refresh(table_id, number, read_event(event) if event else None)
            if behind and latest > number:
                self._send(behind, "news", table_id, latest, self._id, None)
        except EstaminetError:
            self._watched.pop(table_id, None)  # watching processes announce themselves again, and up to which event
            log.warning("the news of a table could not be read")

    async def _keep_beating(self) -> None:
        while True:
            await asyncio.sleep(self._seconds)
            await self._try_to_beat()

    async def _try_to_beat(self) -> None:
        failures: tuple[type[Exception], ...] = (EstaminetError, *self._store.failures)
        async with self._beating:
            try:
                await self._beat()
                if not await self._is_listening():
                    await self._listen()
                await self._look_around()
            except failures:
                log.warning("the database does not answer")

    async def _is_listening(self) -> bool:
        """Whether news still reaches us. A connection that broke silently is not closed: it does not answer."""
        if self._listener is None or self._listener.is_closed():
            return False
        failures: tuple[type[Exception], ...] = (TimeoutError, *self._store.failures)
        try:
            await self._listener.execute("SELECT 1", timeout=self._seconds)
        except failures:
            self._listener.terminate()
            return False
        return True

    async def _find_up_since(self) -> None:
        """Note when this house started, or read it from the processes that run already."""
        timeout = {"timeout": int(self._seconds * 1000 * MISSED_BEATS)}
        async with self._store.begin() as connection:
            alive = {row.id for row in await connection.execute(ALIVE, timeout)}
        if alive - {self._id}:
            self.up_since = int(await self._store.read_value(UP_SINCE) or 0)
        else:
            await self._store.write_value(UP_SINCE, str(self.up_since).encode())

    async def _beat(self) -> None:
        """Send a heartbeat, and list the others. Of two that come at once, the one that looks last sees both."""
        timeout = {"timeout": int(self._seconds * 1000 * MISSED_BEATS)}
        async with self._store.begin() as connection:
            await connection.execute(BEAT, {"id": self._id, "url": self._url})
        async with self._store.begin() as connection:
            await connection.execute(FORGET, timeout)
            alive = {row.id: row.url for row in await connection.execute(ALIVE, timeout)}
        alive[self._id] = self._url
        before, self._alive = self._alive.keys(), alive
        PROCESSES.set(len(alive))
        if before != alive.keys():
            self._start(self._tables.rehome())  # takes its time; the heart must not wait for it
        oldest = monotonic() - self._seconds * MISSED_BEATS
        for table_id, watching in list(self._watched.items()):
            left = {server: each for server, each in watching.items() if each.said > oldest}
            self._watched[table_id] = left
            if not left:
                del self._watched[table_id]

    async def _look_around(self) -> None:
        """Announce watched tables again, and catch up with lost news."""
        foreign = self._tables.foreign_sessions()
        if not foreign:
            return
        for table_id, number in foreign.items():
            self.watch(table_id, number)
        async with self._store.connect() as connection:
            rows = (await connection.execute(NEWS, {"ids": list(foreign)})).all()
        for table_id, number in rows:
            if number > foreign[table_id]:
                await self._tables.refresh(table_id, number)

    def _start(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def pack(letters: list[tuple[str, str]]) -> dict[str, list[str]]:
    """Messages, each with its channel, for one statement."""
    return {"channels": [channel for channel, _ in letters], "payloads": [payload for _, payload in letters]}
