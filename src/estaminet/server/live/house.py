"""The house's thinking, in threads and few at a time: house players, hints, and records that are read.

The queue is fair by address, then by person: no person's work waits for all of another's.
"""

import asyncio
import os
from collections import Counter, deque
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import asynccontextmanager
from math import ceil
from time import monotonic, perf_counter
from typing import Final, Self, TypeVar

from prometheus_client import Gauge

from estaminet.engine.game import LEVELS
from estaminet.engine.position import Position
from estaminet.players import Hint, find_hint
from estaminet.server.errors import Refusal
from estaminet.server.live.question import ADVICE, UNDO_SECONDS, Account, Accounts, Question
from estaminet.server.operation import QUEUED, READING, THINKING, THOUGHT, WAITING

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


MOST_HINTS: Final = 2
"""Hints that one person may wait for at once."""
LONGEST_THOUGHT: Final = 0.9
"""In paces: house players think no longer, unless the machine is very busy."""
PACES: Final[Mapping[str, float]] = {**dict.fromkeys(LEVELS, 0.7), "king": 1.25}
"""Seconds after which a house player answers, whatever it thought about: longer than it ever thinks."""
FEWEST_THREADS: Final = 2
"""Unless the operator asks for one: with two, a king of one address never delays another's apprentice."""


class House:
    """The thinking of this server: house players' moves and hints."""

    def __init__(
        self,
        threads: int | None = None,
        hints_waiting: int = 0,
        *,
        pace: float = 0,
        ready: Callable[[str], Awaitable[None]] | None = None,
    ) -> None:
        """With a pace of 0, answers come as soon as they are found, and their timing gives thoughts away.

        `ready` waits until house players can play the game of a name, if that takes time.
        """
        threads = threads or max(FEWEST_THREADS, os.cpu_count() or 1)
        self.accounts = Accounts()
        self._ready = ready
        self._known_ready: set[str] = set()
        self._pace = pace
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="house")
        self._slots = FairSlots(threads, WAITING)
        self._hints = Queue(self._slots, self._pool, MOST_HINTS, hints_waiting, THINKING)

    async def choose(self, question: Question) -> int:
        """The code of a house player's action, when it is time for it. BrokenGame if it never will."""
        await self._wait_until_ready(question.game.name)
        async with self._slots.hold(question.payer):
            waited = monotonic() - question.began
            with THINKING.track_inprogress():
                code = await run_to_end(self._pool, lambda: think(question))
        elapsed = monotonic() - question.began
        grace = UNDO_SECONDS * self._pace - elapsed if question.is_undoable else 0
        await asyncio.sleep(max(grace, find_wait(waited, elapsed, PACES[question.level] * self._pace)))
        return code

    async def advise(self, person: str, position: Position, seat: int) -> Hint:
        """A hint for a seat; the person who asks waits in line like everybody else."""
        await self._wait_until_ready(position.game.name)
        return await self._hints.run(self.accounts.find(person), lambda: think_of_hint(position, seat))

    async def run(self, account: Account, work: Callable[[], T]) -> T:
        """Run something else in a thinking thread, in line with all others; it must be short."""
        async with self._slots.hold(account):
            return await run_to_end(self._pool, work)

    async def _wait_until_ready(self, game: str) -> None:
        if self._ready and game not in self._known_ready:
            await self._ready(game)
            self._known_ready.add(game)

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)


def find_wait(waited: float, elapsed: float, pace: float) -> float:
    """How long an answer is held back, given when thinking began and ended after the question arose.

    Until a whole multiple of the pace, the one that a long thought would have needed too.
    """
    if not pace:
        return 0
    longest = max(elapsed, waited + LONGEST_THOUGHT * pace)
    return ceil(longest / pace) * pace - elapsed


def think(question: Question) -> int:
    """Think in a thread of its own: the compiled search does not hold the interpreter."""
    began = perf_counter()
    code = question.seat_player().choose(question.game, question.players, question.known, question.seat)
    THOUGHT.labels(question.level).observe(perf_counter() - began)
    return code


def think_of_hint(position: Position, seat: int) -> Hint:
    began = perf_counter()
    hint = find_hint(position, seat, ADVICE)
    THOUGHT.labels("hint").observe(perf_counter() - began)
    return hint
