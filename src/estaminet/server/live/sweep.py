"""Clears away old tables, abandoned games, and the seats of people who are gone."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from estaminet.server.errors import BrokenTable, StoreUnreachable, UnknownTable
from estaminet.server.live.clock import now
from estaminet.server.live.tables import Tables
from estaminet.server.rules.events import EventKind
from estaminet.server.rules.state import Status
from estaminet.server.settings import Settings
from estaminet.server.store.database import Store
from estaminet.server.store.retention import oldest_kept

SWEEP_SECONDS: Final = 600
MOST_SWEPT: Final = 500
HOUSEKEEPING: Final = "housekeeping"
"""The process that would be the home of a table of this name cleans up for all."""
log = logging.getLogger(__name__)


class Sweeper:
    """Sweeps every few minutes."""

    def __init__(
        self, store: Store, tables: Tables, settings: Settings, stand_up: Callable[[str, str], Awaitable[bool]]
    ) -> None:
        """`stand_up` makes somebody who is forgotten leave a table."""
        self._store, self._tables, self._settings, self._stand_up = store, tables, settings, stand_up

    async def keep_sweeping(self) -> None:
        while True:
            try:
                await self.sweep()
            except StoreUnreachable:
                log.warning("tables could not be cleared away")
            except Exception:  # it may work the next time
                log.exception("tables could not be cleared away")
            await asyncio.sleep(SWEEP_SECONDS)

    async def sweep(self) -> None:
        """Clear away old and unused tables, end abandoned games, forget what is old.

        Somebody who left for good and still has a seat, because the server stopped in between, loses it.
        """
        settings, store, tables, time_now = self._settings, self._store, self._tables, now()
        for status, name in ((Status.WAITING, "waiting_days"), (Status.OVER, "finished_days")):
            unused = oldest_kept(settings, name, time_now)
            for table_id in await store.list_unused(status, unused, MOST_SWEPT):
                if tables.is_unused(table_id) and await store.remove_table(table_id, unused):
                    tables.drop(table_id)
        abandoned = oldest_kept(settings, "playing_days", time_now)
        for table_id in await store.list_unused(Status.PLAYING, abandoned, MOST_SWEPT):
            if tables.peers.is_home(table_id):
                await self._expire(table_id)
        for table_id in [each for each, resting in tables.resting.items() if resting.is_due(time_now)]:
            if tables.peers.is_home(table_id) and await tables.see_to(table_id):
                tables.resting.pop(table_id, None)
        for person, table_id in await store.list_void(MOST_SWEPT):
            if tables.peers.is_home(table_id):
                await self._stand_up(person, table_id)
        if tables.peers.is_home(HOUSEKEEPING):
            await store.retention.sweep(settings, time_now)

    async def _expire(self, table_id: str) -> None:
        try:
            await (await self._tables.session(table_id)).record(EventKind.EXPIRED)
        except (BrokenTable, UnknownTable):
            log.warning("a table could not be ended")
