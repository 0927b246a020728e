"""Gets the games ready while the server already answers: compiled in a process of its own, then loaded."""

import asyncio
import gc
import logging
import subprocess
import sys
from contextlib import suppress
from enum import StrEnum
from threading import Lock
from typing import Final

from estaminet import players
from estaminet.engine import compiling
from estaminet.engine.errors import BrokenGame
from estaminet.engine.game import Game
from estaminet.engine.registry import Registry

COMPILE: Final = "import sys, estaminet; estaminet.game(sys.argv[1]).compile(lambda *_: None)"
COMPILE_PLAYERS: Final = (
    "from estaminet import players; from estaminet.engine import compiling; "
    "import estaminet.players.player, estaminet.players.worlds; compiling.compile_functions(players.__name__)"
)
LOADING: Final = Lock()
"""Games are loaded one at a time."""
RARELY: Final = 50_000, 20, 50
"""How often the garbage collector looks, in objects: seventy times less than usual."""
log = logging.getLogger(__name__)


class Readiness(StrEnum):
    """How far a game is."""

    WARMING = "warming"
    READY = "ready"
    BROKEN = "broken"


class Kernels:
    """Which games are ready to be played. A game takes memory from when somebody first wants it."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._compiled = {name: asyncio.Event() for name in registry.names()}
        self._loading: dict[str, asyncio.Task[None]] = {}
        self.status = dict.fromkeys(self._compiled, Readiness.WARMING)
        """Of every game."""

    def games(self) -> list[Game]:
        """All games but those that are known to be broken."""
        found = []
        for name, status in self.status.items():
            with suppress(BrokenGame):
                if status is not Readiness.BROKEN:
                    found.append(self._registry.find(name))
        return found

    def find(self, name: str) -> Game:
        """A game with its kernel, for work in threads: two that load the same one at once would disturb each other."""
        game = self._registry.find(name)
        with LOADING:
            getattr(game, "kernel")  # noqa: B009  # loaded when it is first asked for
        return game

    async def ready(self, name: str) -> None:
        """Wait until a game is compiled and loaded; BrokenGame if it never will be."""
        await self._compiled[name].wait()
        if name not in self._loading:
            self._loading[name] = asyncio.create_task(self._load(name))
        await asyncio.shield(self._loading[name])
        if self.status[name] is Readiness.BROKEN:
            raise BrokenGame(f"{name} cannot be played on this server: it does not compile.")

    def expect_somebody(self) -> None:
        """Somebody has come: load what they may want to play while they look around."""
        for name, status in self.status.items():
            if status is Readiness.READY and name not in self._loading:
                self._loading[name] = asyncio.create_task(self._load(name))

    async def warm(self) -> None:
        """Compile what is not in the cache, one after the other, house players first."""
        await self._compile(players.__name__, [COMPILE_PLAYERS])
        for name, compiled in self._compiled.items():
            try:
                game = await asyncio.to_thread(self._registry.find, name)
                await self._compile(type(game).__module__.rpartition(".")[0], [COMPILE, name])
                self.status[name] = Readiness.READY
            except Exception:  # what is wrong with one game is no matter of the others
                self._give_up(name)
            compiled.set()

    async def _load(self, name: str) -> None:
        try:
            await asyncio.to_thread(self._load_now, name)
        except Exception:
            self._give_up(name)

    def _load_now(self, name: str) -> None:
        with LOADING:
            compiling.compile_functions(players.__name__)
            getattr(self._registry.find(name), "kernel")  # noqa: B009  # loaded when it is first asked for
            # What is there now stays, and views come and go without cycles: the garbage collector has little to do.
            gc.collect()
            gc.freeze()
            gc.set_threshold(*RARELY)

    def _give_up(self, name: str) -> None:
        log.exception("a game could not be made ready")
        self.status[name] = Readiness.BROKEN

    async def _compile(self, package: str, program: list[str]) -> None:
        """Compile what is not in the cache, elsewhere: a compiler in this process would keep everybody waiting."""
        if not compiling.is_cached(package):
            await asyncio.to_thread(subprocess.run, [sys.executable, "-c", *program], check=False)
