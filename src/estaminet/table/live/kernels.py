"""Gets the games ready while the server already answers: compiled in a process of its own, then loaded."""

import asyncio
import gc
import logging
import subprocess
import sys
from contextlib import suppress
from enum import StrEnum
from typing import Final

from estaminet import players
from estaminet.engine import compiling
from estaminet.engine.errors import BrokenGame
from estaminet.engine.game import Game
from estaminet.engine.registry import Registry

COMPILE: Final = "import sys, estaminet; estaminet.game(sys.argv[1]).compile(lambda *_: None)"
COMPILE_PLAYERS: Final = (
    "from estaminet import players; from estaminet.engine import compiling; "
    "import estaminet.players.player; compiling.compile_functions(players.__name__)"
)
RARELY: Final = 50_000, 20, 50
"""How often the garbage collector looks, in objects: seventy times less than usual."""
log = logging.getLogger(__name__)


class Readiness(StrEnum):
    """How far a game is."""

    WARMING = "warming"
    READY = "ready"
    BROKEN = "broken"


class Kernels:
    """Which games are ready to be played."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._done = {name: asyncio.Event() for name in registry.names()}
        self.status = dict.fromkeys(self._done, Readiness.WARMING)
        """Of every game."""

    def games(self) -> list[Game]:
        """All games but those that are known to be broken."""
        found = []
        for name, status in self.status.items():
            with suppress(BrokenGame):
                if status is not Readiness.BROKEN:
                    found.append(self._registry.find(name))
        return found

    async def ready(self, name: str) -> None:
        """Wait until a game is ready; BrokenGame if it never will be."""
        await self._done[name].wait()
        if self.status[name] is Readiness.BROKEN:
            raise BrokenGame(f"{name} cannot be played on this server: it does not compile.")

    async def warm(self) -> None:
        """Get everything ready, one after the other. What is wrong with one game is no matter of the others."""
        await self._prepare(players.__name__, [COMPILE_PLAYERS])
        await asyncio.to_thread(compiling.compile_functions, players.__name__)
        for name, done in self._done.items():
            try:
                await self._load(name)
                self.status[name] = Readiness.READY
            except Exception:
                log.exception("a game could not be made ready")
                self.status[name] = Readiness.BROKEN
            done.set()
        # What is there now stays, and views come and go without cycles: the garbage collector has little to do.
        gc.collect()
        gc.freeze()
        gc.set_threshold(*RARELY)

    async def _load(self, name: str) -> None:
        game = await asyncio.to_thread(self._registry.find, name)
        await self._prepare(type(game).__module__.rpartition(".")[0], [COMPILE, name])
        await asyncio.to_thread(getattr, game, "kernel")

    async def _prepare(self, package: str, program: list[str]) -> None:
        """Compile what is not in the cache, elsewhere: a compiler in this process would keep everybody waiting."""
        if not compiling.is_cached(package):
            await asyncio.to_thread(subprocess.run, [sys.executable, "-c", *program], check=False)
