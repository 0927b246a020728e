"""Group commit: everything that wants to be written in one turn of the event loop shares one transaction."""

import asyncio
import logging

from estaminet.table.errors import StoreUnreachable
from estaminet.table.metrics import COMMITS, WRITTEN
from estaminet.table.store import Entry, Store

log = logging.getLogger(__name__)


class Writer:
    """Writes events. A table waits for its last event before it brings the next one."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting: list[tuple[Entry, asyncio.Future[bool]]] = []
        self._writing: asyncio.Task[None] | None = None

    async def append(self, entry: Entry) -> bool:
        """Whether the event is in the log for good; False if somebody else wrote that number before."""
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append((entry, done))
        if self._writing is None:
            self._writing = asyncio.create_task(self._write())
        return await done

    async def _write(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting, []
            try:
                written = await self._store.append([entry for entry, _ in batch])
            except Exception as error:  # whatever it was, nobody is left waiting
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
                        done.set_result(entry.table_id in written)
        self._writing = None
