"""Group commit: all events that arrive while a commit is under way share the next one."""

import asyncio
import logging
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from importlib import import_module
from typing import Final

import orjson
from sqlalchemy import bindparam, insert, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from estaminet.server.errors import Refusal, StoreUnreachable
from estaminet.server.operation import COMMITS, WRITTEN
from estaminet.server.rules.events import EventKind
from estaminet.server.rules.state import Status
from estaminet.server.store import schema
from estaminet.server.store.notes import read_hints
from estaminet.server.store.people import People
from estaminet.server.store.rows import Entry

log = logging.getLogger(__name__)
CHANGE: Final = update(schema.tables).where(schema.tables.c.id == bindparam("table"))


class Writer:
    """Writes events into the logs of tables, one transaction for all that came together."""

    def __init__(self, engine: AsyncEngine, turn: AbstractAsyncContextManager[object], people: People) -> None:
        """`turn` is entered before anything is written."""
        self._engine, self._turn, self._people = engine, turn, people
        self._line: AsyncConnection | None = None
        """It stays open, because getting one costs as much as writing."""
        self._waiting: list[tuple[Entry, asyncio.Future[bool]]] = []
        self._writing: asyncio.Task[None] | None = None
        add = import_module(f"sqlalchemy.dialects.{engine.dialect.name}").insert
        self._add_all_events = str(insert(schema.events).compile(dialect=engine.dialect))
        """The members of an event are the columns of its row in order, so that nothing is looked up."""
        self._add_event = add(schema.events).on_conflict_do_nothing().returning(schema.events.c.table_id)
        self._add_visit = add(schema.visits).on_conflict_do_nothing()

    async def close(self) -> None:
        if self._line is not None:
            await self._line.close()

    async def append(self, entry: Entry) -> bool:
        """Write an event for good; False if somebody else wrote that number before.

        A table waits for its last event before it brings the next one. ``person.unknown`` if the person has left.
        """
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append((entry, done))
        if self._writing is None:
            self._writing = asyncio.create_task(self._write_waiting())
        is_written = await done
        if not is_written and entry.guest and not await self._people.known([entry.guest]):
            raise Refusal("person.unknown", "You have left: say your name again.")
        return is_written

    async def _write_waiting(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting, []
            try:
                written = await self._append_all([entry for entry, _ in batch])
            except Exception as error:  # whatever happened, nobody is left waiting
                log.warning("events could not be written", exc_info=error)
                for _, done in batch:
                    if not done.done():
                        failure = StoreUnreachable("The move could not be saved; look again before you repeat it.")
                        failure.__cause__ = error
                        done.set_exception(failure)
            else:
                COMMITS.inc()
                WRITTEN.inc(len(written))
                for entry, done in batch:
                    if not done.done():
                        done.set_result(id(entry) in written)
        self._writing = None

    async def _append_all(self, entries: Sequence[Entry]) -> set[int]:
        """Write these events in one commit; the `id`s of the entries that got their number."""
        entries = sorted(entries, key=lambda entry: entry.table_id)  # or two processes might wait for each other
        async with self._turn:
            if self._line is None:
                self._line = await self._engine.connect()
            try:
                written = await self._write(self._line, entries)
                for entry in written:
                    if entry.changes_lists:
                        await self._note(self._line, entry)
                await self._line.commit()
            except BaseException:
                line, self._line = self._line, None
                await line.invalidate()
                await line.close()
                raise
        return {id(entry) for entry in written}

    async def _write(self, connection: AsyncConnection, entries: Sequence[Entry]) -> Sequence[Entry]:
        """Write all events at once or, if a number is taken, which is rare, one by one; those that got theirs."""
        entries = await self._hold_guests(connection, entries)
        if not entries:
            return ()
        try:
            rows = [(entry.table_id, *entry.event) for entry in entries]
            await connection.exec_driver_sql(self._add_all_events, rows)
        except IntegrityError:
            await connection.rollback()
            entries = await self._hold_guests(connection, entries)  # nobody is locked any more
            return [entry for entry in entries if await self._add(connection, entry)]
        return entries

    async def _add(self, connection: AsyncConnection, entry: Entry) -> bool:
        row = {"table_id": entry.table_id, **entry.event._asdict()}
        return (await connection.execute(self._add_event, row)).first() is not None

    async def _hold_guests(self, connection: AsyncConnection, entries: Sequence[Entry]) -> Sequence[Entry]:
        """The entries without guests who have left for good; the others cannot leave before this is written."""
        guests = {entry.guest for entry in entries if entry.guest}
        if not guests:
            return entries
        known = await self._people.hold(connection, guests)
        return [entry for entry in entries if not entry.guest or entry.guest in known]

    async def _note(self, connection: AsyncConnection, entry: Entry) -> None:
        """Write the changes of an event beside the log."""
        if entry.event.kind is EventKind.SAT and entry.event.person:
            visit = {"person": entry.event.person, "table_id": entry.table_id}
            await connection.execute(self._add_visit, visit)
        after = entry.after
        hints = await read_hints(connection, entry.table_id) if after.status is Status.OVER else ()
        row = {
            "table": entry.table_id,
            "status": after.status,
            "owner": after.owner,
            "summary": orjson.dumps(after.summarize(hints)).decode(),
            "touched": after.at,
        }
        await connection.execute(CHANGE, row)
