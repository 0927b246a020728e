"""Gets the games ready while the server already answers: compiled in processes of their own, then loaded.

What people wait for comes first: the rules of their game, then the house players, then the rest.
"""

import asyncio
import gc
import logging
import os
import sys
from contextlib import suppress
from enum import IntEnum
from threading import Lock
from typing import Final, NamedTuple

from estaminet import players
from estaminet.engine.errors import BrokenGame
from estaminet.engine.game import Game
from estaminet.engine.jit import compiler
from estaminet.engine.kernel import Kernel
from estaminet.engine.registry import Registry
from estaminet.server.live.listing import Readiness

COMPILE: Final = """
import os, sys
if hasattr(os, "nice"): os.nice(int(sys.argv[1]))
try:  # of several servers one compiles, and the others load what it has compiled
    import fcntl
    from estaminet.engine.jit.cache import cache_root
    cache_root().mkdir(parents=True, exist_ok=True)
    lock = open(cache_root() / f"{sys.argv[2] or 'players'}.lock", "w")
    fcntl.flock(lock, fcntl.LOCK_EX)
except (ImportError, OSError):  # not on every system, nor without a place to write to
    pass
if sys.argv[2]:
    import estaminet
    estaminet.game(sys.argv[2]).compile(only_play=sys.argv[3] == "RULES")
else:
    from estaminet.engine.jit import compiler
    compiler.compile_functions("estaminet.players")
"""
MODEST: Final = 10
"""The niceness of a process that compiles what nobody waits for."""
WORKERS: Final = max(1, min(4, os.cpu_count() or 1))
LOADING: Final = Lock()
"""Games are loaded one at a time."""
RARELY: Final = 50_000, 20, 50
"""Objects between two runs of the garbage collector: seventy times the default."""
log = logging.getLogger(__name__)


class Part(IntEnum):
    """A unit of compilation, in the order in which a player needs them."""

    RULES = 0
    PLAYERS = 1
    AI = 2
    """What house players and hints need as well: evaluation, outcomes, observations."""


class Job(NamedTuple):
    """A part of a game; house players are of none."""

    game: str
    part: Part


HOUSE_PLAYERS: Final = Job("", Part.PLAYERS)


class Kernels:
    """The games that are ready to be played. A game takes no memory before somebody wants it."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._wanted: set[str] = set()
        self._done = {job: asyncio.Event() for job in (HOUSE_PLAYERS, *self._jobs(registry.names()))}
        self._running: dict[Job, asyncio.subprocess.Process | None] = {}
        self._put_off: set[Job] = set()
        """Jobs that were stopped to make room."""
        self._loading: dict[Job, asyncio.Task[None]] = {}
        self.status = dict.fromkeys(registry.names(), Readiness.WARMING)
        """Of every game."""

    @staticmethod
    def _jobs(names: list[str]) -> list[Job]:
        return [Job(name, part) for part in (Part.RULES, Part.AI) for name in names]

    def games(self) -> list[Game]:
        """All games that are not known to be broken."""
        found = []
        for name, status in self.status.items():
            with suppress(BrokenGame):
                if status is not Readiness.BROKEN:
                    found.append(self._registry.find(name))
        return found

    def find(self, name: str) -> Game:
        """A game with its kernel. For threads: two must not load the same game at once."""
        game = self._registry.find(name)
        with LOADING:
            getattr(game, "kernel")  # noqa: B009  # loaded when it is first asked for
        return game

    # For people who wait

    async def playable(self, name: str) -> None:
        """Wait until people can play a game; BrokenGame if they never will."""
        await self._wait(name, Job(name, Part.RULES))

    async def ready(self, name: str) -> None:
        """Wait until house players can play a game, too; BrokenGame if they never will."""
        await self._wait(name, Job(name, Part.RULES), HOUSE_PLAYERS, Job(name, Part.AI))

    async def _wait(self, name: str, *jobs: Job) -> None:
        self.want(name)
        for job in jobs:
            await self._done[job].wait()
        await asyncio.shield(self._load(jobs[-1]))
        if self.status[name] is Readiness.BROKEN:
            raise BrokenGame(f"{name} cannot be played on this server: it does not compile.")

    def want(self, name: str) -> None:
        """Hurry with a game that somebody is about to play: other work makes room for it."""
        if name in self._wanted:
            return
        self._wanted.add(name)
        job = Job(name, Part.RULES)
        if self._done[job].is_set() or job in self._running or len(self._running) < WORKERS:
            return
        last = max(self._running, key=self._urgency)
        process = self._running[last]
        if process and process.returncode is None and self._urgency(last) > self._urgency(job):
            self._put_off.add(last)
            process.terminate()  # what it has compiled stays compiled; the rest comes later

    def expect_somebody(self) -> None:
        """Load the games while a visitor looks around."""
        for name, status in self.status.items():
            if status is Readiness.READY:
                self._load(Job(name, Part.AI))

    # Compiling

    async def warm(self) -> None:
        """Compile what is not in the cache, in another process: here it would keep everybody waiting."""
        compiler.forbid_compiling()
        for name in self.status:
            await self._look_up(name)
        await asyncio.gather(*(self._work() for _ in range(WORKERS)))

    async def _look_up(self, name: str) -> None:
        """Find a game, and which parts of it are compiled."""
        try:
            game = await asyncio.to_thread(self._registry.find, name)
            if compiler.is_cached(package_of(game)):
                self._finish(Job(name, Part.RULES))
                self._finish(Job(name, Part.AI))
        except Exception:  # one broken game leaves the others alone
            self._give_up(name)
        if compiler.is_cached(players.__name__):
            self._finish(HOUSE_PLAYERS)

    async def _work(self) -> None:
        """Do one job after the other, the most urgent first; a game's rules come first."""
        while True:
            jobs = [job for job, done in self._done.items() if not done.is_set() and job not in self._running]
            open_jobs = [job for job in jobs if job.part != Part.AI or self._rules_of(job).is_set()]
            if not jobs:
                return
            if not open_jobs:  # another worker is about to open one
                await asyncio.sleep(0.05)
                continue
            job = min(open_jobs, key=self._urgency)
            self._running[job] = None
            try:
                if await self._compile(job):
                    self._finish(job)
            finally:
                del self._running[job]

    def _rules_of(self, job: Job) -> asyncio.Event:
        return self._done[Job(job.game, Part.RULES)]

    def _urgency(self, job: Job) -> tuple[bool, Part]:
        """The lower, the sooner. Everybody wants house players."""
        return job.game not in {"", *self._wanted}, job.part

    async def _compile(self, job: Job) -> bool:
        """Compile it; whether that is over, with success or without. False if it made room for another."""
        niceness = MODEST if self._urgency(job)[0] else 0
        program = sys.executable, "-P", "-c", COMPILE, str(niceness), job.game, job.part.name
        try:
            # In a session of its own: Ctrl-C reaches the server alone, which ends this process.
            process = await asyncio.create_subprocess_exec(*program, start_new_session=True)
        except OSError:
            return True
        self._running[job] = process
        try:
            await process.wait()
        finally:
            if process.returncode is None:
                process.kill()
        was_put_off = job in self._put_off
        self._put_off.discard(job)
        return not was_put_off

    def _finish(self, job: Job) -> None:
        self._done[job].set()
        has_players = self._done[HOUSE_PLAYERS].is_set()
        for name, status in self.status.items():
            if status is not Readiness.BROKEN and self._done[Job(name, Part.RULES)].is_set():
                is_whole = has_players and self._done[Job(name, Part.AI)].is_set()
                self.status[name] = Readiness.READY if is_whole else Readiness.PLAYABLE

    # Loading

    def _load(self, job: Job) -> asyncio.Task[None]:
        if job not in self._loading:
            self._loading[job] = asyncio.create_task(self._load_elsewhere(job))
        return self._loading[job]

    async def _load_elsewhere(self, job: Job) -> None:
        try:
            await asyncio.to_thread(self._load_now, job)
        except Exception:
            self._give_up(job.game)

    def _load_now(self, job: Job) -> None:
        with LOADING:
            game = self._registry.find(job.game)
            if job.part is Part.RULES:
                if "kernel" not in vars(game):
                    game.compile(only_play=True)
                for name in Kernel.PLAY:
                    compiler.load(getattr(game.kernel, name))
                return
            compiler.load_functions(players.__name__)
            compiler.load_functions(package_of(game))
            getattr(game.kernel, "functions")  # noqa: B009  # their addresses are looked up when first asked for
            # What is there now stays, and views come and go without cycles: the garbage collector has little to do.
            gc.collect()
            gc.freeze()
            gc.set_threshold(*RARELY)

    def _give_up(self, name: str) -> None:
        log.exception("a game could not be made ready")
        self.status[name] = Readiness.BROKEN
        for part in (Part.RULES, Part.AI):
            self._done[Job(name, part)].set()


def package_of(game: Game) -> str:
    """The package with the functions of a game."""
    return game.modules[0].__package__ or game.modules[0].__name__
