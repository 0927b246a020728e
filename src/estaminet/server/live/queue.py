"""Work in threads, few at a time: keys are served in turn, and nobody's work waits for all of another's."""

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Final, Self, TypeVar

from prometheus_client import Gauge

from estaminet.server.errors import Refusal
from estaminet.server.operation import QUEUED, READING

BUSY_SECONDS: Final = 5
"""When to try again where too many wait: nobody knows how many of them give up."""
T = TypeVar("T")


class FairSlots:
    """So many may work at once. Keys are served in turn, however many of one key wait.

    One key never has all slots, if there are several: somebody else finds one free, or as good as free.
    """

    def __init__(self, count: int, gauge: Gauge | None = None) -> None:
        """How many wait is shown by the gauge."""
        self._free = count
        self._most = max(1, count - 1)
        self._gauge = gauge
        self._busy: Counter[str] = Counter()
        self._lines: dict[str, deque[asyncio.Future[None]]] = {}
        """Who waits, by key; the key whose turn is next comes first."""

    @asynccontextmanager
    async def hold(self, key: str) -> AsyncIterator[None]:
        """Wait for a slot, and have it for a while."""
        await self.acquire(key)
        try:
            yield
        finally:
            self.release(key)

    async def acquire(self, key: str) -> None:
        """Wait for a slot. Whoever is cancelled leaves the line."""
        turn = asyncio.get_running_loop().create_future()
        self._lines.setdefault(key, deque()).append(turn)
        self._serve()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.cancelled():
                self._leave(key, turn)
                self._serve()
            else:  # it had the slot already
                self.release(key)
            raise

    def release(self, key: str) -> None:
        self._free += 1
        self._busy[key] -= 1
        self._busy += Counter()
        self._serve()

    def _leave(self, key: str, turn: asyncio.Future[None]) -> None:
        line = self._lines.get(key, deque())
        if turn in line:
            line.remove(turn)
            if not line:
                del self._lines[key]

    def _serve(self) -> None:
        while self._free and (key := self._next()) is not None:
            line = self._lines.pop(key)
            turn = line.popleft()
            if line:
                self._lines[key] = line
            if not turn.cancelled():
                self._free -= 1
                self._busy[key] += 1
                turn.set_result(None)
        if self._gauge:
            self._gauge.set(sum(map(len, self._lines.values())))

    def _next(self) -> str | None:
        return next((key for key in self._lines if self._busy[key] < self._most), None)


class Queue:
    """Work that people ask for: few at once for one key, and so many in all; whatever is too much is refused."""

    def __init__(self, slots: FairSlots, pool: Executor, most_of_one: int, most: int, gauge: Gauge) -> None:
        """How many work is shown by the gauge. At `most` 0 there is no limit in all."""
        self._slots, self._pool, self._gauge = slots, pool, gauge
        self._most_of_one, self._most = most_of_one, most
        self._here: Counter[str] = Counter()

    @classmethod
    def with_own_thread(cls, most_of_one: int, most: int) -> Self:
        """For records."""
        pool = ThreadPoolExecutor(1, thread_name_prefix="records")
        return cls(FairSlots(1, QUEUED), pool, most_of_one, most, READING)

    async def run(self, key: str, work: Callable[[], T]) -> T:
        """Wait in line, then work. Whoever is cancelled leaves the line; what has begun is not interrupted."""
        if self._here[key] >= self._most_of_one:
            raise Refusal("rate.exceeded", "You are waiting for this already.", seconds=1)
        if self._most and self._here.total() >= self._most:
            raise Refusal(
                "house.busy", "Too many people want this right now: try again in a moment.", seconds=BUSY_SECONDS
            )
        self._here[key] += 1
        try:
            async with self._slots.hold(key):
                with self._gauge.track_inprogress():
                    return await run_to_end(self._pool, work)
        finally:
            self._here[key] -= 1
            self._here += Counter()  # drops those who wait for nothing

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)


async def run_to_end(pool: Executor, work: Callable[[], T]) -> T:
    """Work in a thread. Whoever is cancelled meanwhile waits for the end of it all the same."""
    working = asyncio.get_running_loop().run_in_executor(pool, work)
    try:
        return await asyncio.shield(working)
    finally:
        if not working.done():
            await asyncio.wait([working])  # whoever asked has gone, but the thread is not free yet
