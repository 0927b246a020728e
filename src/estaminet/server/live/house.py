"""House players think in threads, few at a time, and fairly: no person's tables wait for all of another's."""

import asyncio
import os
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from math import ceil
from time import monotonic, perf_counter
from typing import Final, TypeVar

from estaminet.engine.game import LEVELS
from estaminet.engine.position import Position
from estaminet.players import Budget, Hint, find_hint
from estaminet.server.live.accounts import Account, Accounts
from estaminet.server.live.question import Question
from estaminet.server.live.queue import FairSlots, Queue, run_to_end
from estaminet.server.operation import THINKING, THOUGHT, WAITING

ADVICE: Final = Budget(seconds=1.0)
MOST_HINTS: Final = 2
"""Hints that one person may wait for at once."""
LONGEST_THOUGHT: Final = 0.9
"""In paces: house players think no longer, unless the machine is very busy."""
PACES: Final[Mapping[str, float]] = {**dict.fromkeys(LEVELS, 0.7), "king": 1.25}
"""Seconds after which a house player answers, whatever it thought about: longer than it ever thinks."""
FEWEST_THREADS: Final = 2
"""Unless the operator asks for one: with two, a king of one address never delays another's apprentice."""
T = TypeVar("T")
UNDO_SECONDS: Final = 1.5
"""How long a person among people has to take back a move before a house player answers it."""


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
