"""Order of compilation when a server starts with nothing compiled."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from estaminet.games import REGISTRY
from estaminet.server.live import kernels as module
from estaminet.server.live.kernels import Kernels
from estaminet.server.live.listing import Readiness


class Compiler:
    """A process that compiles until it is told that it is done, or terminated."""

    def __init__(self, game: str, part: str) -> None:
        self.job = f"{game} {part}".strip()
        self.returncode: int | None = None
        self._over = asyncio.Event()

    def finish(self, code: int = 0) -> None:
        self.returncode = code
        self._over.set()

    def terminate(self) -> None:
        self.finish(-15)

    kill = terminate

    async def wait(self) -> None:
        await self._over.wait()


class Machine:
    """Two cores, and what was started on them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.started: list[Compiler] = []
        monkeypatch.setattr(module, "WORKERS", 2)
        monkeypatch.setattr("estaminet.engine.jit.compiler.is_cached", lambda _: False)
        monkeypatch.setattr("asyncio.create_subprocess_exec", self.start)

    async def start(self, *program: str, start_new_session: bool) -> Compiler:
        assert start_new_session
        *_, game, part = program
        self.started.append(Compiler(game, part))
        return self.started[-1]

    def running(self) -> list[str]:
        return [each.job for each in self.started if each.returncode is None]

    async def finish(self, job: str) -> None:
        """Have a job done, and see what comes next."""
        next(each for each in self.started if each.job == job and each.returncode is None).finish()
        await self.settle()

    async def settle(self) -> None:
        for _ in range(20):
            await asyncio.sleep(0)


def warm(machine: Machine, scene: Callable[[Kernels], Awaitable[None]]) -> None:
    async def go() -> None:
        kernels = Kernels(REGISTRY)
        warming = asyncio.create_task(kernels.warm())
        async with asyncio.timeout(30):
            while len(machine.started) < 2:
                await asyncio.sleep(0.001)  # games are looked up in a thread
        await scene(kernels)
        warming.cancel()

    asyncio.run(go())


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    return Machine(monkeypatch)


def test_before_anybody_comes_house_players_and_rules_are_compiled(machine: Machine) -> None:
    async def scene(kernels: Kernels) -> None:
        assert machine.running() == ["PLAYERS", "nuit RULES"]
        await machine.finish("nuit RULES")
        assert kernels.status["nuit"] is Readiness.PLAYABLE, "by people: house players are not compiled yet"
        assert machine.running() == ["PLAYERS", "poule RULES"]
        await machine.finish("PLAYERS")
        assert machine.running() == ["poule RULES", "reeperbahn RULES"]
        await machine.finish("reeperbahn RULES")
        assert machine.running() == ["poule RULES", "nuit AI"]
        await machine.finish("nuit AI")
        assert kernels.status == {
            "nuit": Readiness.READY,
            "poule": Readiness.WARMING,
            "reeperbahn": Readiness.PLAYABLE,
        }

    warm(machine, scene)


def test_what_somebody_opens_makes_the_rest_wait(machine: Machine) -> None:
    async def scene(kernels: Kernels) -> None:
        kernels.want("reeperbahn")
        await machine.settle()
        assert machine.running() == ["PLAYERS", "reeperbahn RULES"], "nuit makes room, house players do not"
        kernels.want("poule")
        await machine.settle()
        assert machine.running() == ["reeperbahn RULES", "poule RULES"]
        await machine.finish("reeperbahn RULES")
        assert machine.running() == ["poule RULES", "PLAYERS"]
        await machine.finish("PLAYERS")
        await machine.finish("poule RULES")
        assert machine.running() == ["reeperbahn AI", "poule AI"], "what was put off comes when nobody waits"
        await machine.finish("poule AI")
        assert machine.running() == ["reeperbahn AI", "nuit RULES"]

    warm(machine, scene)


def test_somebody_waits_for_the_rules_alone(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    loaded: list[str] = []
    monkeypatch.setattr(Kernels, "_load_now", lambda _, step: loaded.append(f"{step.game} {step.part.name}"))

    async def scene(kernels: Kernels) -> None:
        playing = asyncio.create_task(kernels.playable("poule"))
        thinking = asyncio.create_task(kernels.ready("poule"))
        await machine.settle()
        await machine.finish("poule RULES")
        await playing
        assert loaded == ["poule RULES"]
        await machine.finish("PLAYERS")
        assert not thinking.done()
        await machine.finish("poule AI")
        await thinking
        assert loaded == ["poule RULES", "poule AI"]

    warm(machine, scene)
