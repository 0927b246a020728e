"""Work in threads, few at a time, shared fairly among addresses and the people of each."""

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Final, Self, TypeVar

from prometheus_client import Gauge

from estaminet.server.errors import Refusal
from estaminet.server.live.accounts import Account
from estaminet.server.operation import QUEUED, READING

BUSY_SECONDS: Final = 5
"""Seconds until a retry where too many wait: nobody knows how many of them give up."""
SHARES: Final = 4
"""One address has at most one in so many of all places in a queue."""
T = TypeVar("T")


class FairSlots:
    """Slots for work. Addresses are served in turn, and so are the people of each, however many wait.

    One address never has all slots, if there are several: others find one free, or nearly so.
    """

    def __init__(self, count: int, gauge: Gauge | None = None) -> None:
        """The gauge shows how many wait."""
        self._free = count
        self._most = max(1, count - 1)
        self._gauge = gauge
        self._busy: Counter[str] = Counter()
        self._lines: dict[str, dict[str, deque[asyncio.Future[None]]]] = {}
        """Those who wait, by address and by person, the next first."""

    @asynccontextmanager
    async def hold(self, account: Account) -> AsyncIterator[None]:
        """Hold a slot for a while."""
        await self.acquire(account)
        try:
            yield
        finally:
            self.release(account)

    async def acquire(self, account: Account) -> None:
        """Wait for a slot. A cancelled task leaves the line."""
        turn = asyncio.get_running_loop().create_future()
        self._lines.setdefault(account.address, {}).setdefault(account.person, deque()).append(turn)
        self._serve()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.cancelled():
                self._leave(account, turn)
                self._serve()
            else:  # it had the slot already
                self.release(account)
            raise

    def release(self, account: Account) -> None:
        self._free += 1
        self._busy[account.address] -= 1
        self._busy += Counter()
        self._go_behind(account)  # those who came meanwhile are next
        self._serve()

    def _leave(self, account: Account, turn: asyncio.Future[None]) -> None:
        line = self._lines.get(account.address, {}).get(account.person, deque())
        if turn in line:
            line.remove(turn)
            self._drop_empty(account)

    def _go_behind(self, account: Account) -> None:
        """Move an address behind the others, and a person behind the others of that address."""
        if people := self._lines.pop(account.address, None):
            self._lines[account.address] = people
            if line := people.pop(account.person, None):
                people[account.person] = line

    def _drop_empty(self, account: Account) -> None:
        people = self._lines[account.address]
        if not people[account.person]:
            del people[account.person]
        if not people:
            del self._lines[account.address]

    def _serve(self) -> None:
        while self._free and (account := self._next()) is not None:
            turn = self._lines[account.address][account.person].popleft()
            self._drop_empty(account)
            self._go_behind(account)
            if not turn.cancelled():
                self._free -= 1
                self._busy[account.address] += 1
                turn.set_result(None)
        if self._gauge:
            self._gauge.set(sum(len(line) for people in self._lines.values() for line in people.values()))

    def _next(self) -> Account | None:
        address = next((each for each in self._lines if self._busy[each] < self._most), None)
        return None if address is None else Account(address, next(iter(self._lines[address])))


def has_room(waiting: Counter[Account], account: Account, most_of_one: int, most: int) -> bool:
    """Whether one more can wait: so many in all, if not 0, and a share of them for one address."""
    of_address = sum(count for each, count in waiting.items() if each.address == account.address)
    return not most or (waiting.total() < most and of_address < max(most_of_one, most // SHARES))


class Queue:
    """Work that people ask for, limited for each person and in all; the rest is refused."""

    def __init__(self, slots: FairSlots, pool: Executor, most_of_one: int, most: int, gauge: Gauge) -> None:
        """The gauge shows how many work. With `most` 0 there is no limit in all, nor for an address."""
        self._slots, self._pool, self._gauge = slots, pool, gauge
        self._most_of_one, self._most = most_of_one, most
        self._here: Counter[Account] = Counter()

    @classmethod
    def with_own_thread(cls, most_of_one: int, most: int) -> Self:
        """For records."""
        pool = ThreadPoolExecutor(1, thread_name_prefix="records")
        return cls(FairSlots(1, QUEUED), pool, most_of_one, most, READING)

    async def run(self, account: Account, work: Callable[[], T]) -> T:
        """Wait in line, then work. A cancelled task leaves the line; work that has begun is not interrupted."""
        self._check(account)
        self._here[account] += 1
        try:
            async with self._slots.hold(account):
                with self._gauge.track_inprogress():
                    return await run_to_end(self._pool, work)
        finally:
            self._here[account] -= 1
            self._here += Counter()  # drops zero counts

    def _check(self, account: Account) -> None:
        """Whether one more can wait."""
        if self._here[account] >= self._most_of_one:
            raise Refusal("rate.exceeded", "You are waiting for this already.", seconds=1)
        if not has_room(self._here, account, self._most_of_one, self._most):
            raise Refusal(
                "house.busy", "Too many people want this right now: try again in a moment.", seconds=BUSY_SECONDS
            )

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)


async def run_to_end(pool: Executor, work: Callable[[], T]) -> T:
    """Work in a thread. A task that is cancelled meanwhile still waits for its end."""
    working = asyncio.get_running_loop().run_in_executor(pool, work)
    try:
        return await asyncio.shield(working)
    finally:
        if not working.done():
            await asyncio.wait([working])  # the caller has gone, but the thread is not free yet
