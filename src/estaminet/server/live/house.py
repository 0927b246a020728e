"""House players at tables: they think in threads, few at a time, and nobody's tables wait for somebody else's."""

import asyncio
import logging
import os
import secrets
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from math import ceil
from time import monotonic, perf_counter
from typing import Final, NamedTuple, Protocol, TypeVar

from estaminet.engine.game import LEVELS, Game
from estaminet.engine.kernel import Known
from estaminet.engine.position import Position
from estaminet.players import Advice, Budget, advise
from estaminet.players.levels import LevelPlayer
from estaminet.players.styles import Style
from estaminet.server.live.queue import FairSlots, Queue
from estaminet.server.operation import THINKING, THOUGHT, WAITING

ADVICE: Final = Budget(seconds=1.0)
MOST_HINTS: Final = 2
"""How many hints one person may wait for at once."""
RETRY_SECONDS: Final = 2.0
LONGEST_THOUGHT: Final = 0.9
"""In paces: nobody thinks longer, unless the machine is very busy."""
PACES: Final[Mapping[str, float]] = {**dict.fromkeys(LEVELS, 0.7), "king": 1.25}
"""After how many seconds a house player answers, whatever it was that it thought about: longer than it ever thinks."""
UNDO_SECONDS: Final = 1.5
"""How long a person among people has to take back a move before a house player answers it."""
log = logging.getLogger(__name__)
T = TypeVar("T")


class Question(NamedTuple):
    """What a house player is asked, with all that it may know: what its seat knows."""

    level: str
    game: Game
    players: int
    known: Known
    seat: int
    acted: int
    """The number of the event that led to this position."""
    arose: float
    """When somebody first had to decide this, as `monotonic` counts."""
    is_undoable: bool = False
    """Whether somebody may take back what led to it: they are given a moment."""
    style: Style | None = None


class Asking(Protocol):
    """A table whose house player is to move."""

    @property
    def payer(self) -> str:
        """On whose account the house player thinks."""

    def question(self) -> Question | None:
        """What is to be decided; None if nothing is, any more."""

    async def answer(self, question: Question, code: int) -> None:
        """What was decided."""


class House:
    """All that is thought at this server, for tables and for people who want a hint."""

    def __init__(
        self,
        threads: int | None = None,
        hints_waiting: int = 0,
        *,
        pace: float = 0,
        ready: Callable[[str], Awaitable[None]] | None = None,
    ) -> None:
        """With a pace of 0, answers come when they are found, and their time tells of what was thought about.

        `ready` waits until house players can play the game of a name, if that takes time.
        """
        threads = threads or os.cpu_count() or 1
        self._ready = ready
        self._pace = pace
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="house")
        self._slots = FairSlots(threads, WAITING)
        self._thinking: dict[tuple[Asking, int], asyncio.Task[None]] = {}
        """By table, and by the event that led to the position: for a new position nobody waits for the old one."""
        self._hints = Queue(self._slots, self._pool, MOST_HINTS, hints_waiting, THINKING)

    def ask(self, table: Asking, question: Question) -> None:
        """Have a table's house player think, and move when it is time."""
        key = table, question.acted
        if key not in self._thinking:
            task = self._thinking[key] = asyncio.create_task(self._serve(*key))
            task.add_done_callback(lambda _: self._finish(*key))

    def _finish(self, table: Asking, acted: int) -> None:
        task = self._thinking.pop((table, acted))
        question = table.question()
        if not task.cancelled() and question:
            self.ask(table, question)

    async def _serve(self, table: Asking, acted: int) -> None:
        try:
            if (asked := table.question()) and self._ready:
                await self._ready(asked.game.name)
            async with self._slots.hold(table.payer):
                question = table.question()
                if question is None or question.acted != acted:
                    return
                waited = monotonic() - question.arose
                code = await self._think(lambda: think(question))
            elapsed = monotonic() - question.arose
            grace = UNDO_SECONDS * self._pace - elapsed if question.is_undoable else 0
            await asyncio.sleep(max(grace, find_wait(waited, elapsed, PACES[question.level] * self._pace)))
            await table.answer(question, code)
        except Exception:  # one table's trouble, a database that is away for instance, is not that of the others
            log.exception("a house player could not move")
            await asyncio.sleep(RETRY_SECONDS)

    async def advise(self, person: str, position: Position, seat: int) -> Advice:
        """What a seat could do, for a person who asks; they wait in line like everybody else."""
        if self._ready:
            await self._ready(position.game.name)
        return await self._hints.run(person, lambda: advise(position, seat, ADVICE))

    async def _think(self, work: Callable[[], T]) -> T:
        with THINKING.track_inprogress():
            return await asyncio.get_running_loop().run_in_executor(self._pool, work)

    async def close(self) -> None:
        """Forget what is being thought: the tables ask again when they are next opened."""
        tasks = list(self._thinking.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._pool.shutdown(wait=False, cancel_futures=True)


def find_wait(waited: float, elapsed: float, pace: float) -> float:
    """How long an answer is kept back, if thinking began so long after the question arose, and ended so long after it.

    To a whole multiple of the pace, and to the one that a long thought would have needed too.
    """
    if not pace:
        return 0
    longest = max(elapsed, waited + LONGEST_THOUGHT * pace)
    return ceil(longest / pace) * pace - elapsed


def think(question: Question) -> int:
    """In a thread of its own: the compiled search does not hold the interpreter."""
    began = perf_counter()
    player = LevelPlayer(question.level, secrets.randbits(32), question.style)
    code = player.choose(question.game, question.players, question.known, question.seat)
    THOUGHT.labels(question.level).observe(perf_counter() - began)
    return code
