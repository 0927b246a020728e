"""House players at tables: they think in threads, at most as many at once as there are cores, and take turns."""

import asyncio
import logging
import os
import secrets
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from time import perf_counter
from typing import Final, NamedTuple, Protocol

from estaminet.engine.game import Game
from estaminet.engine.kernel import Known
from estaminet.engine.position import Position
from estaminet.players import Advice, Budget, advise
from estaminet.players.levels import seat_player
from estaminet.table.metrics import THINKING, THOUGHT, WAITING

ADVICE: Final = Budget(seconds=1.0)
RETRY_SECONDS: Final = 2.0
log = logging.getLogger(__name__)


class Question(NamedTuple):
    """What a house player is asked, and all that it is told: what its seat may know."""

    level: str
    game: Game
    players: int
    known: Known
    seat: int
    number: int
    """The number of the last event when it was asked."""


class Asking(Protocol):
    """A table whose house player is to move."""

    def question(self) -> Question | None:
        """What is to be decided; None if nothing is, any more."""

    async def answer(self, question: Question, code: int) -> None:
        """What was decided."""


class House:
    """Tables wait in one line: whoever has been answered goes to its end."""

    def __init__(self, threads: int | None = None) -> None:
        self._threads = threads or os.cpu_count() or 1
        self._pool = ThreadPoolExecutor(self._threads, thread_name_prefix="house")
        self._line: deque[Asking] = deque()
        self._tasks: set[asyncio.Task[None]] = set()

    def ask(self, table: Asking) -> None:
        """Have a table's house player think, when it is its turn."""
        if table in self._line:
            return
        self._line.append(table)
        WAITING.set(len(self._line))
        if len(self._tasks) < self._threads:
            task = asyncio.create_task(self._work())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _work(self) -> None:
        while self._line:
            table = self._line.popleft()
            WAITING.set(len(self._line))
            try:
                await self._serve(table)
            except Exception:  # one table's trouble, a database that is away for instance, is not that of the others
                log.exception("a house player could not move")
                asyncio.get_running_loop().call_later(RETRY_SECONDS, self.ask, table)

    async def _serve(self, table: Asking) -> None:
        question = table.question()
        if question is None:
            return
        with THINKING.track_inprogress():
            code = await asyncio.get_running_loop().run_in_executor(self._pool, think, question)
        await table.answer(question, code)

    async def advise(self, position: Position, seat: int) -> Advice:
        """What a seat could do, for a person who asks; it takes a thread like any other thought."""
        asked = partial(advise, position.copy(), seat, ADVICE)
        return await asyncio.get_running_loop().run_in_executor(self._pool, asked)

    async def close(self) -> None:
        """Forget what is being thought: the tables ask again when they are next opened."""
        self._line.clear()
        for task in self._tasks:
            task.cancel()
        self._pool.shutdown(wait=False, cancel_futures=True)


def think(question: Question) -> int:
    """In a thread of its own: the compiled search does not hold the interpreter."""
    began = perf_counter()
    player = seat_player(question.level, secrets.randbits(32))
    code = player.choose(question.game, question.players, question.known, question.seat)
    THOUGHT.labels(question.level).observe(perf_counter() - began)
    return code
