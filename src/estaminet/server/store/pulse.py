"""Whether the database keeps what is written: a disk that is full still lets everybody read."""

import asyncio
from enum import StrEnum
from time import monotonic
from typing import Final

from sqlalchemy import text

from estaminet.server.errors import StoreUnreachable
from estaminet.server.store.database import Store

PULSE_SECONDS: Final = 3.0
"""How often it is tried, however many ask."""


class Condition(StrEnum):
    """How a database is."""

    WELL = "ok"
    READ_ONLY = "read_only"
    DOWN = "down"


class Pulse:
    """Tries the database when somebody asks, and not again for a moment."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._trying: asyncio.Task[Condition] | None = None
        self._tried = 0.0

    async def feel(self) -> Condition:
        if self._trying is None or (self._trying.done() and monotonic() - self._tried > PULSE_SECONDS):
            self._tried = monotonic()
            self._trying = asyncio.create_task(self._try())
        return await asyncio.shield(self._trying)

    async def _try(self) -> Condition:
        try:
            await self._store.write_pulse()
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
