"""The database: people, tables and their logs. SQLite by default, PostgreSQL by its address."""

import asyncio
import logging
import os
import secrets
from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from enum import StrEnum
from importlib import import_module
from time import monotonic
from typing import Final

import orjson
from sqlalchemy import Connection, Row, Select, delete, event, func, insert, inspect, select, text
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from estaminet.engine.registry import Registry
from estaminet.server.errors import BrokenTable, StoreUnreachable
from estaminet.server.rules.events import Event, EventKind
from estaminet.server.rules.plan import CODE_LENGTH, Terms
from estaminet.server.rules.results import HintNote
from estaminet.server.rules.state import State, Status
from estaminet.server.store import schema
from estaminet.server.store.contests import ContestStore
from estaminet.server.store.files import claim, file_of, keep_private
from estaminet.server.store.migrations import HEAD, create, migrate
from estaminet.server.store.notes import HintStore, ReviewStore, TalkStore
from estaminet.server.store.people import People
from estaminet.server.store.reminders import ReminderStore
from estaminet.server.store.retention import Retention
from estaminet.server.store.rows import TableSummary, read_terms, write_terms
from estaminet.server.store.writer import Writer

log = logging.getLogger(__name__)
MIGRATION_LOCK: Final = 0x657374
"""Among PostgreSQL's advisory locks."""
PROBE_SECONDS: Final = 3.0
"""Seconds between two write tests of the database, however many ask."""


def read_url(url: str) -> str:
    """The address with the driver that we use."""
    scheme, _, rest = url.partition("://")
    drivers = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
    return f"{drivers.get(scheme, scheme)}://{rest}"


def make_engine(url: str) -> AsyncEngine:
    try:
        return create_async_engine(read_url(url), hide_parameters=True)  # they are secrets, and errors get logged
    except (ArgumentError, ImportError) as error:
        raise StoreUnreachable("This is no address of a database: sqlite:///FILE or postgresql://... is.") from error


def find_failures(*, is_postgres: bool) -> tuple[type[Exception], ...]:
    """The errors of a lost database: SQLAlchemy does not wrap all that happen while connecting."""
    if not is_postgres:
        return SQLAlchemyError, OSError
    import asyncpg

    wild = asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError
    return SQLAlchemyError, OSError, *wild


class Store:
    """A connection to the database."""

    def __init__(self, url: str, registry: Registry) -> None:
        self._registry = registry
        self.engine: AsyncEngine = make_engine(url)
        self.is_postgres = self.is_shared = self.engine.dialect.name == "postgresql"
        self.failures = find_failures(is_postgres=self.is_postgres)
        """The errors that are raised when the database is away."""
        self.file = file_of(self.engine.url)
        """Of SQLite; None if the database is elsewhere, or in memory."""
        self._claim: int | None = None
        """The claim on the file, where only this process may serve it."""
        if not self.is_postgres:
            event.listen(self.engine.sync_engine, "connect", _prepare_sqlite)
        self.people = People(self.begin, self.connect)
        self.reviews = ReviewStore(self.begin, self.connect)
        self.retention = Retention(self.begin, self.connect)
        self.talk = TalkStore(self.begin, self.connect, self.people)
        self._turn: AbstractAsyncContextManager[object] = nullcontext() if self.is_postgres else asyncio.Lock()
        """SQLite has one writer at a time: it is better to wait here than to be refused there."""
        add = import_module(f"sqlalchemy.dialects.{self.engine.dialect.name}").insert
        self.writer = Writer(self.engine, self._turn, self.people)
        told = schema.reminders
        add_reminder = add(told).on_conflict_do_nothing().returning(told.c.person)
        self.reminders = ReminderStore(self.begin, self.connect, add_reminder)
        hints, new_hint = schema.hints, add(schema.hints)
        more = new_hint.excluded.actions
        put_hint = new_hint.on_conflict_do_update(
            index_elements=hints.primary_key, set_={"actions": more}, where=more > hints.c.actions
        )
        self.hints = HintStore(self.begin, self.connect, self.people, put_hint)
        add_try, add_game = (add(rows).on_conflict_do_nothing() for rows in (schema.tries, schema.house_games))
        add_try = add_try.returning(schema.tries.c.person)
        self.contests = ContestStore(self.begin, self.connect, self.people, add_try, add_game)
        self._add_key = add(schema.keys).on_conflict_do_nothing()
        self._put_value = add(schema.keys).on_conflict_do_update(
            index_elements=["name"], set_={"value": add(schema.keys).excluded.value}
        )

    async def open(self, *, is_serving: bool = False) -> None:
        """Bring the database up to date; a new one is made. ``server.locked`` if another process serves this file."""
        tightened: list[str] = []
        if self.file:
            if is_serving:
                self._claim = claim(self.file)
            tightened = keep_private(self.file)
        await self._migrate()
        for name in tightened:
            log.warning("others could read %s: now its owner alone can", name)

    async def _migrate(self) -> None:
        for is_last in (False, False, True):
            try:
                async with self.engine.begin() as connection:
                    await connection.run_sync(_migrate_if_needed)
                return
            except self.failures as error:
                # Another process may be migrating; and a failed connection's thread still has a message for the loop.
                await asyncio.sleep(0.2)
                if is_last:
                    reason = error.orig if isinstance(error, DBAPIError) else error
                    raise StoreUnreachable(f"The database cannot be opened: {reason}.") from error

    async def close(self) -> None:
        await self.writer.close()
        await self.engine.dispose()
        if self._claim is not None:
            os.close(self._claim)
            self._claim = None

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[AsyncConnection]:
        """A transaction; StoreUnreachable if the database is not there, or goes away before the end."""
        try:
            async with self._turn, self.engine.begin() as connection:
                yield connection
        except self.failures as error:
            raise StoreUnreachable("The database does not answer. Try again in a moment.") from error

    @asynccontextmanager
    async def connect(self) -> AsyncIterator[AsyncConnection]:
        """A connection to read from; StoreUnreachable if the database is not there, or goes away before the end."""
        try:
            async with self.engine.connect() as connection:
                yield connection
        except self.failures as error:
            raise StoreUnreachable("The database does not answer. Try again in a moment.") from error

    async def write_value(self, name: str, value: bytes) -> None:
        """Store a value for all who share the database; StoreUnreachable if it cannot be written."""
        async with self.begin() as connection:
            await connection.execute(self._put_value, {"name": name, "value": value})

    async def read_value(self, name: str) -> bytes:
        """The value of this name; empty without one."""
        async with self.connect() as connection:
            return bytes(await connection.scalar(select(schema.keys.c.value).where(schema.keys.c.name == name)) or b"")

    async def key(self, name: str) -> bytes:
        """The key of this name, the same for all who share the database; drawn when first asked for."""
        async with self.begin() as connection:
            await connection.execute(self._add_key, {"name": name, "value": secrets.token_bytes(32)})
            value = await connection.scalar(select(schema.keys.c.value).where(schema.keys.c.name == name))
        return bytes(value or b"")

    # Tables

    async def add_table(
        self, state: State, now: int, events: Sequence[Event] = (), hints: Sequence[HintNote] = ()
    ) -> None:
        """Add a table with its events: all of it, or nothing."""
        terms = state.terms
        row = {
            "id": terms.id,
            "terms": write_terms(terms),
            "seed": terms.seed,
            "status": state.status,
            "owner": state.owner,
            "is_public": terms.plan.is_public,
            "summary": orjson.dumps(state.summarize(hints)).decode(),
            "created": now,
            "touched": now,
        }
        people = {*terms.people, *(event.person for event in events if event.kind is EventKind.SAT)} - {None}
        visits = [{"person": person, "table_id": terms.id} for person in sorted(map(str, people))]
        happened, hinted = ([{"table_id": terms.id, **each._asdict()} for each in rows] for rows in (events, hints))
        async with self.begin() as connection:
            await connection.execute(insert(schema.tables), row)
            for written, values in ((schema.events, happened), (schema.visits, visits), (schema.hints, hinted)):
                if values:
                    await connection.execute(insert(written), values)

    async def load_table(self, table_id: str) -> tuple[Terms, list[Event]] | None:
        """The terms of a table and all its events."""
        found = await self.find_table(table_id)
        return (found[0], await self.load_events(table_id)) if found else None

    async def find_table(self, table_id: str) -> tuple[Terms, int] | None:
        """The terms of a table and the number of its last event."""
        tables, events = schema.tables.c, schema.events.c
        last = select(func.coalesce(func.max(events.number), 0)).where(events.table_id == table_id).scalar_subquery()
        async with self.connect() as connection:
            wanted = select(tables.terms, tables.seed, last.label("last")).where(tables.id == table_id)
            row = (await connection.execute(wanted)).first()
        if row is None:
            return None
        try:
            return self.read_terms(row.terms, row.seed), row.last
        except (ValueError, KeyError, TypeError) as error:
            raise BrokenTable("This table cannot be opened: its terms are damaged.") from error

    async def find_code(self, code: str) -> Terms | None:
        """The waiting table of a big screen, by the beginning of its id."""
        tables = schema.tables.c
        is_it = tables.status == Status.WAITING, func.substr(tables.id, 1, CODE_LENGTH) == code
        async with self.connect() as connection:
            row = (await connection.execute(select(tables.terms, tables.seed).where(*is_it).limit(1))).first()
        terms = self.read_terms(row.terms, row.seed) if row else None
        return terms if terms and terms.code else None

    async def load_events(self, table_id: str, after: int = 0, limit: int | None = None) -> list[Event]:
        """The events of a table after a number, all or the first of them."""
        events = schema.events.c
        log = (
            select(events.number, events.at, events.kind, events.seat, events.person, events.text, events.salt)
            .where(events.table_id == table_id, events.number > after)
            .order_by(events.number)
            .limit(limit)
        )
        async with self.connect() as connection:
            rows = (await connection.execute(log)).all()
        try:
            return [read_event(each) for each in rows]
        except ValueError as error:
            raise BrokenTable("This table cannot be opened: its log is damaged.") from error

    def read_terms(self, data: str, seed: bytes) -> Terms:
        return read_terms(data, seed, self._registry)

    # Lists

    async def list_public(self, statuses: Sequence[Status], most_of_owner: int, limit: int) -> list[TableSummary]:
        """The public tables, the latest of each owner; those that wait first, then the newest.

        Abandoned ones count as one owner's.
        """
        tables = schema.tables.c
        place = func.row_number().over(partition_by=(tables.status, tables.owner), order_by=tables.created.desc())
        public = select(tables.id, place.label("place")).where(tables.is_public, tables.status.in_(statuses)).subquery()
        wanted = (
            _listing()
            .join(public, public.c.id == tables.id)
            .where(public.c.place <= most_of_owner)
            .order_by(tables.status.desc(), tables.created.desc(), tables.id)
        )
        return await self._list(wanted, limit)

    async def list_of(
        self,
        person: str,
        limit: int | None = None,
        *,
        unfinished: bool = False,
        status: Status | None = None,
        branches: bool | None = None,
    ) -> list[TableSummary]:
        """The tables at which a person has sat, all or of a status, only branches or none, the latest first."""
        tables, visits = schema.tables, schema.visits
        wanted = (
            _listing()
            .join(visits, visits.c.table_id == tables.c.id)
            .where(visits.c.person == person)
            .order_by(tables.c.touched.desc())
        )
        if unfinished:
            wanted = wanted.where(tables.c.status != Status.OVER)
        if status:
            wanted = wanted.where(tables.c.status == status)
        if branches is not None:
            wanted = wanted.where(schema.is_branch if branches else ~schema.is_branch)
        return await self._list(wanted, limit)

    async def count_open(self, person: str) -> int:
        """The number of a person's unfinished tables."""
        tables = schema.tables.c
        wanted = select(func.count()).where(tables.owner == person, tables.status != Status.OVER)
        async with self.connect() as connection:
            return await connection.scalar(wanted) or 0

    async def list_unused(self, status: Status, before: int, limit: int) -> list[str]:
        """The tables of a status at which nothing has happened since a time."""
        tables, events = schema.tables.c, schema.events.c
        latest = select(events.at).where(events.table_id == tables.id).order_by(events.number.desc()).limit(1)
        last = func.coalesce(latest.scalar_subquery(), 0)
        is_unused = tables.status == status, tables.touched < before, last < before
        wanted = select(tables.id).where(*is_unused).order_by(tables.touched).limit(limit)
        async with self.connect() as connection:
            return list((await connection.scalars(wanted)).all())

    async def list_void(self, limit: int) -> list[tuple[str, str]]:
        """People who have left for good, with unfinished tables where they may still have a seat."""
        tables, visits, people = schema.tables.c, schema.visits.c, schema.people.c
        wanted = (
            select(visits.person, visits.table_id)
            .join(schema.tables, tables.id == visits.table_id)
            .where(tables.status.in_((Status.WAITING, Status.PLAYING)))
            .where(~select(people.id).where(people.id == visits.person).exists())
            .limit(limit)
        )
        async with self.connect() as connection:
            return [(row.person, row.table_id) for row in await connection.execute(wanted)]

    async def remove_visit(self, person: str, table_id: str) -> None:
        """Forget that somebody sat at a table, but for its log."""
        visits = schema.visits
        async with self.begin() as connection:
            is_this = visits.c.person == person, visits.c.table_id == table_id
            await connection.execute(delete(visits).where(*is_this))

    async def list_playing(self) -> list[str]:
        """Every table with a game in progress."""
        tables = schema.tables.c
        async with self.connect() as connection:
            return list((await connection.scalars(select(tables.id).where(tables.status == Status.PLAYING))).all())

    async def list_all(self, unused_since: int | None = None) -> list[str]:
        """Every table there is, or every one at which nothing has happened since a time; the oldest first."""
        tables = schema.tables.c
        wanted = select(tables.id).order_by(tables.created, tables.id)
        if unused_since is not None:
            wanted = wanted.where(tables.touched < unused_since)
        async with self.connect() as connection:
            return list((await connection.scalars(wanted)).all())

    async def remove_table(self, table_id: str, unused_since: int | None = None) -> bool:
        """Remove a table, with its log, its review, its hints and its talk.

        Not if something has happened there since a time, where one is given.
        """
        tables, events, reviews = schema.tables, schema.events, schema.reviews
        async with self.begin() as connection:
            if unused_since is not None:
                later = select(events.c.number).where(events.c.table_id == table_id, events.c.at >= unused_since)
                if await connection.scalar(select(later.exists())):
                    return False
            its_review = select(tables.c.review).where(tables.c.id == table_id)
            await connection.execute(delete(reviews).where(reviews.c.key.in_(its_review)))
            for rows in (events, schema.visits, schema.reminders, schema.remarks, schema.hints, schema.tries):
                await connection.execute(delete(rows).where(rows.c.table_id == table_id))
            await connection.execute(delete(tables).where(tables.c.id == table_id))
        return True

    async def _list(self, wanted: Select[str, str, str, int, str | None], limit: int | None) -> list[TableSummary]:
        async with self.connect() as connection:
            rows = (await connection.execute(wanted.limit(limit))).all()
        return [TableSummary(row.id, row.status, orjson.loads(row.summary), row.touched, row.owner) for row in rows]


def read_event(row: Row[int, int, str, int | None, str | None, str, str]) -> Event:
    return Event(row.number, row.at, EventKind(row.kind), row.seat, row.person, row.text, row.salt)


def _listing() -> Select[str, str, str, int, str | None]:
    tables = schema.tables.c
    return select(tables.id, tables.status, tables.summary, tables.touched, tables.owner)


def _prepare_sqlite(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
    """Commits survive a power cut; readers do not wait for writers."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA busy_timeout=5000")
    cursor.close()


def _migrate_if_needed(connection: Connection) -> None:
    """Migrate only if needed: the tool for it takes a while to load."""
    if connection.dialect.name == "postgresql":  # processes that start together take turns
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": MIGRATION_LOCK})
    names = inspect(connection).get_table_names()
    if not names:
        create(connection)
        return
    if "alembic_version" in names:
        version = connection.scalar(text("SELECT version_num FROM alembic_version"))
        if version == HEAD:
            return
    migrate(connection)


# Health


class Condition(StrEnum):
    """The condition of a database."""

    WELL = "ok"
    READ_ONLY = "read_only"
    DOWN = "down"


class HealthProbe:
    """Tests the database on request, at most once in a while: a full disk can still be read."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._trying: asyncio.Task[Condition] | None = None
        self._tried = 0.0

    async def check(self) -> Condition:
        if self._trying is None or (self._trying.done() and monotonic() - self._tried > PROBE_SECONDS):
            self._tried = monotonic()
            self._trying = asyncio.create_task(self._try())
        return await asyncio.shield(self._trying)

    async def _try(self) -> Condition:
        try:
            await self._store.write_value("pulse", secrets.token_bytes(8))
        except StoreUnreachable:
            return await self._try_to_read()
        return Condition.WELL

    async def _try_to_read(self) -> Condition:
        try:
            async with self._store.connect() as connection:
                await connection.execute(text("SELECT 1"))
        except StoreUnreachable:
            return Condition.DOWN
        return Condition.READ_ONLY
