"""Gets the games ready while the server already answers: compiled in a process of its own, then loaded."""

import asyncio
import gc
import subprocess
import sys

from estaminet import players
from estaminet.engine import compiling
from estaminet.engine.registry import Registry

COMPILE = "import sys, estaminet; estaminet.game(sys.argv[1]).compile(lambda *_: None)"
COMPILE_PLAYERS = (
    "from estaminet import players; from estaminet.engine import compiling; "
    "import estaminet.players.levels; compiling.compile_functions(players.__name__)"
)


RARELY = 50_000, 20, 50
"""How often the garbage collector looks, in objects: seventy times less than usual."""


class Kernels:
    """Which games are ready to be played."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._ready = {name: asyncio.Event() for name in registry.names()}

    def status(self) -> dict[str, bool]:
        """For every game whether it is ready."""
        return {name: ready.is_set() for name, ready in self._ready.items()}

    async def ready(self, name: str) -> None:
        """Wait until a game is ready."""
        await self._ready[name].wait()

    async def warm(self) -> None:
        """Get everything ready, one after the other."""
        await self._prepare(players.__name__, [COMPILE_PLAYERS])
        await asyncio.to_thread(compiling.compile_functions, players.__name__)
        for name, ready in self._ready.items():
            await self._prepare(type(self._registry.find(name)).__module__.rpartition(".")[0], [COMPILE, name])
            await asyncio.to_thread(getattr, self._registry.find(name), "kernel")
            ready.set()
        # What is there now stays, and views come and go without cycles: the garbage collector has little to do.
        gc.collect()
        gc.freeze()
        gc.set_threshold(*RARELY)

    async def _prepare(self, package: str, program: list[str]) -> None:
        """Compile what is not in the cache, elsewhere: a compiler in this process would keep everybody waiting."""
        if not compiling.is_cached(package):
            await asyncio.to_thread(subprocess.run, [sys.executable, "-c", *program], check=False)
