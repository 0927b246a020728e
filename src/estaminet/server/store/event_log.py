"""The log of all tables, written by the driver alone: nearly every commit holds moves and nothing else."""

import asyncio
import sqlite3
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Protocol

from sqlalchemy.engine.interfaces import DBAPICursor
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from estaminet.server.store.files import file_of

Rows = Sequence[tuple[object, ...]]
"""For each event the id of its table and its members, which are the columns of its row."""


class EventLog(Protocol):
    """Appends events."""

    async def append(self, line: AsyncConnection, rows: Rows) -> None:
        """Write all of these events in one commit, or none: then an error of the driver says why."""

    def close(self) -> None: ...


def open_log(engine: AsyncEngine, statement: str) -> EventLog | None:
    """The log of a database; None for one in memory, which has but one connection."""
    if engine.dialect.name == "postgresql":
        return PostgresLog(statement)
    file = file_of(engine.url)
    return SqliteLog(file, statement) if file else None


class SqliteLog:
    """A connection with a thread of its own: a commit takes one trip to it, where SQLAlchemy takes five."""

    def __init__(self, file: Path, statement: str) -> None:
        self._file, self._statement = file, statement
        self._thread = ThreadPoolExecutor(1, "event-log")
        self._connection: sqlite3.Connection | None = None

    async def append(self, _line: AsyncConnection, rows: Rows) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._append, rows)

    def _append(self, rows: Rows) -> None:
        if self._connection is None:
            self._connection = sqlite3.connect(self._file, check_same_thread=False)
            prepare_sqlite(self._connection.cursor())
        with self._connection:
            self._connection.executemany(self._statement, rows)

    def close(self) -> None:
        self._thread.shutdown()
        if self._connection is not None:
            self._connection.close()


class PostgresLog:
    """Many rows in one round trip, which the server takes as one transaction."""

    def __init__(self, statement: str) -> None:
        self._statement = statement

    async def append(self, line: AsyncConnection, rows: Rows) -> None:
        driver = (await line.get_raw_connection()).driver_connection
        await driver.executemany(self._statement, rows)  # type: ignore[union-attr]  # asyncpg's

    def close(self) -> None:
        """The connection is the writer's."""


def prepare_sqlite(cursor: sqlite3.Cursor | DBAPICursor) -> None:
    """What is committed stays, also when the power goes; readers do not wait for writers."""
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA busy_timeout=5000")
    cursor.close()
