"""For operators: a whole server as one file, and its tables as lines of JSON, out of a database and back.

A backup is a SQLite database, from whichever kind of database it was made. It shows one moment: everything that was
acknowledged before it began, and nothing by halves. It is made beside a running server; to restore one, no server may
use the database. Lines of JSON carry single tables to another server. Both hold every secret.
"""

import asyncio
import os
import sqlite3
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final, NamedTuple

import orjson
from sqlalchemy import Connection, Table, create_engine, delete, func, insert, select, text
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.pool import NullPool

from estaminet.engine.errors import BadRecord, EstaminetError
from estaminet.server.errors import Refusal, StoreUnreachable
from estaminet.server.rules.apply import replay
from estaminet.server.rules.events import Event, read_event
from estaminet.server.rules.results import HintNote
from estaminet.server.rules.state import State, Status
from estaminet.server.store import schema
from estaminet.server.store.database import Store
from estaminet.server.store.files import PRIVATE, claim, keep_private
from estaminet.server.store.migrations import HEAD, migrate
from estaminet.server.store.rows import write_terms

BATCH: Final = 1000
TABLE_FORMAT: Final = "estaminet-table/1"
TABLES: Final = [table for table in schema.metadata.sorted_tables if table is not schema.servers]
"""All tables but that of the running processes."""
LIVE: Final = (
    "SELECT count(*) FROM servers WHERE seen > CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT) - 30000"
)
"""Processes with a heartbeat within half a minute."""


async def back_up(store: Store, target: Path) -> dict[str, int]:
    """Write a whole database to a file that only its owner can read; the number of rows of each kind.

    The file is replaced when the new one is whole. `store` need not be open: nothing is brought up to date.
    """
    if store.file and target.resolve() == store.file:
        raise Refusal("backup.invalid", f"{target} is the database itself: name another file.")
    with _fresh_file(target.parent) as draft:
        if store.file:
            await asyncio.to_thread(_copy_file, store.file, draft)
        else:
            await _copy_rows(store, draft)
        counts = await asyncio.to_thread(check, draft)
        with draft.open("rb+") as file:
            os.fsync(file.fileno())
        draft.replace(target)
    return counts


async def restore(store: Store, source: Path, *, replace: bool) -> dict[str, int]:
    """Fill a database from a backup, all of it or nothing; the number of rows of each kind.

    ``backup.not_empty`` if people or tables are there and may not be replaced; ``server.locked`` if a server runs.
    """
    await asyncio.to_thread(check, source)
    with _fresh_file(Path(tempfile.gettempdir())) as draft:
        await asyncio.to_thread(_bring_up_to_date, source, draft)
        if store.file:
            await asyncio.to_thread(_replace_file, store.file, draft, replace=replace)
        else:
            await _replace_rows(store, draft, replace=replace)
        return await asyncio.to_thread(check, draft)


def check(file: Path) -> dict[str, int]:
    """The number of rows of each kind in a backup; ``backup.invalid`` if it is none, or damaged."""
    try:
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as connection:
            (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
            names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            if verdict != "ok" or not {"alembic_version", "tables", "events", "people"} <= names:
                raise Refusal("backup.invalid", f"{file} is not a backup of a server, or it is damaged.")
            counts = (table.name for table in TABLES if table.name in names)
            return {name: connection.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in counts}  # noqa: S608  # names of ours
    except sqlite3.Error as error:
        raise Refusal("backup.invalid", f"{file} is not a backup of a server, or it is damaged: {error}.") from error


@contextmanager
def _fresh_file(folder: Path) -> Iterator[Path]:
    """A private file that is removed afterwards, unless it was moved."""
    try:
        number, name = tempfile.mkstemp(prefix=".estaminet-", suffix=".db", dir=folder)  # with mode 0600
    except OSError as error:
        raise StoreUnreachable(f"Nothing can be written to {folder}: {error.strerror}.") from error
    os.close(number)
    draft = Path(name)
    try:
        yield draft
    finally:
        draft.unlink(missing_ok=True)


# Out of a database


def _copy_file(source: Path, target: Path) -> None:
    """With SQLite's own backup: one moment of the database, while others write to it."""
    if not source.exists():
        raise StoreUnreachable(f"The database cannot be opened: there is no {source}.")
    try:
        with closing(sqlite3.connect(source, timeout=30)) as old, closing(sqlite3.connect(target)) as new:
            old.backup(new)
            new.execute("PRAGMA journal_mode=DELETE")  # so that everything is in one file
            new.execute("DELETE FROM servers")
            new.commit()
    except sqlite3.Error as error:
        raise StoreUnreachable(f"The database cannot be copied: {error}.") from error


async def _copy_rows(store: Store, target: Path) -> None:
    """In one transaction that sees one moment of the database."""
    try:
        async with store.engine.connect() as connection:
            await connection.execution_options(isolation_level="REPEATABLE READ")
            version = await connection.scalar(text("SELECT version_num FROM alembic_version"))
            if version != HEAD:
                raise StoreUnreachable("The database is of another version of estaminet: start its server once.")
            with _open_file(target) as copy:
                migrate(copy)
                for table in TABLES:
                    rows = await connection.stream(select(table))
                    async for batch in rows.mappings().partitions(BATCH):
                        copy.execute(insert(table), [dict(row) for row in batch])
    except store.failures as error:
        raise StoreUnreachable(f"The database cannot be copied: {error}.") from error


@contextmanager
def _open_file(file: Path) -> Iterator[Connection]:
    engine = create_engine(f"sqlite:///{file}", poolclass=NullPool)
    with engine.begin() as connection:
        yield connection


# Into a database


def _bring_up_to_date(source: Path, draft: Path) -> None:
    """A copy of a backup, migrated to this version."""
    _copy_file(source, draft)
    with _open_file(draft) as connection:
        if connection.scalar(text("SELECT version_num FROM alembic_version")) != HEAD:
            migrate(connection)


def _replace_file(file: Path, draft: Path, *, replace: bool) -> None:
    lock = claim(file)
    try:
        keep_private(file)
        if not replace and _has_company(file):
            raise Refusal("backup.not_empty", f"{file} already has people or tables: --replace discards them.")
        with closing(sqlite3.connect(draft)) as new, closing(sqlite3.connect(file, timeout=30)) as old:
            new.backup(old)
        file.chmod(PRIVATE)
    except sqlite3.Error as error:
        raise StoreUnreachable(f"The database cannot be written: {error}.") from error
    finally:
        os.close(lock)


def _has_company(file: Path) -> bool:
    """Whether a file has people or tables in it, or is no server's database."""
    if not file.exists() or not file.stat().st_size:
        return False
    with closing(sqlite3.connect(file, timeout=30)) as connection:
        names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if not names:
            return False
        if not {"people", "tables"} <= names:
            return True
        return any(connection.execute(f"SELECT 1 FROM {name} LIMIT 1").fetchone() for name in ("people", "tables"))  # noqa: S608  # names of ours


async def _replace_rows(store: Store, draft: Path, *, replace: bool) -> None:
    await store.open()
    async with store.begin() as connection:
        if await connection.scalar(text(LIVE)):
            raise Refusal("server.locked", "A server is using this database: stop it, and wait half a minute.")
        if not replace and await _count(connection, schema.people) + await _count(connection, schema.tables):
            raise Refusal("backup.not_empty", "The database already has people or tables: --replace discards them.")
        with _open_file(draft) as copy:
            for table in TABLES:
                await connection.execute(delete(table))
                for batch in copy.execute(select(table)).mappings().partitions(BATCH):
                    await connection.execute(insert(table), [dict(row) for row in batch])


async def _count(connection: AsyncConnection, table: Table) -> int:
    return await connection.scalar(select(func.count()).select_from(table)) or 0


# Tables as lines of JSON


WriteTable = Callable[[State, list[Event], list[HintNote]], bytes]


class DamagedTable(NamedTuple):
    """A table that cannot be read, and why."""

    table_id: str
    sentence: str


def write_table(state: State, events: list[Event], hints: list[HintNote]) -> bytes:
    """A table as it is exported."""
    line = {
        "format": TABLE_FORMAT,
        "terms": orjson.Fragment(write_terms(state.terms)),
        "seed": state.terms.seed.hex(),
        "events": [list(event) for event in events],
        "hints": [list(hint) for hint in hints],
    }
    return orjson.dumps(line)


async def export_tables(
    store: Store, *, finished_only: bool, unused_since: int | None = None, write: WriteTable = write_table
) -> AsyncIterator[bytes | DamagedTable]:
    """One line for every table, the oldest first. Those that are damaged are named, and left out."""
    for table_id in await store.list_all(unused_since):
        try:
            found = await store.load_table(table_id)
            state = replay(*found) if found else None
        except StoreUnreachable:
            raise
        except EstaminetError as error:
            yield DamagedTable(table_id, error.sentence)
        except ValueError as error:
            yield DamagedTable(table_id, f"Its log is damaged: {error}.")
        else:
            if found and state and (state.status is Status.OVER or not finished_only):
                yield write(state, found[1], await store.hints.list_of(table_id))


async def import_table(store: Store, line: bytes) -> bool:
    """Add the table of a line, after every event has been checked; False if it is there already."""
    state, events, hints = read_table(store, line)
    if await store.load_table(state.terms.id) is not None:
        return False
    await store.add_table(state, state.at, events, hints)
    return True


def read_table(store: Store, line: bytes) -> tuple[State, list[Event], list[HintNote]]:
    """The table of a line, its events and hints; BadRecord names the fault."""
    try:
        members = orjson.loads(line)
        if members["format"] != TABLE_FORMAT:
            raise BadRecord(f"The format of a table is {TABLE_FORMAT!r}, not {members['format']!r:.60}.")
        terms = store.read_terms(orjson.dumps(members["terms"]).decode(), bytes.fromhex(members["seed"]))
        events = [read_event(event) for event in members["events"]]
        hints = [HintNote(str(person), int(ply), int(actions)) for person, ply, actions in members.get("hints", ())]
        return replay(terms, events), events, hints
    except EstaminetError:
        raise
    except (ValueError, KeyError, TypeError, IndexError, AttributeError) as error:
        raise BadRecord(f"This is no table of a server: {error}.") from error
