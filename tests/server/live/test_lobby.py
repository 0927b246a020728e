"""All tables together: what is wrong with one game, one table or the database is no matter of the others."""

import asyncio
from pathlib import Path
from typing import Any, cast

import pytest
from sqlalchemy import insert

from estaminet.engine.errors import BrokenGame
from estaminet.engine.game import Game
from estaminet.engine.registry import Registry
from estaminet.games import REGISTRY
from estaminet.server.errors import StoreUnreachable
from estaminet.server.live import lobby as lobby_module
from estaminet.server.live import tables as tables_module
from estaminet.server.live.clock import now
from estaminet.server.live.kernels import Kernels
from estaminet.server.live.listing import Readiness
from estaminet.server.live.lobby import Lobby
from estaminet.server.live.peers import Peers
from estaminet.server.rules.commands import Leave, Sit, Start
from estaminet.server.rules.events import EventKind
from estaminet.server.rules.state import KEPT, Reason, State, Status, Turn
from estaminet.server.settings import Settings
from estaminet.server.store.database import Store
from estaminet.server.store.rows import Entry
from estaminet.server.store.schema import people
from tests.server.tables import Table


def make_lobby(store: object, peers: Peers | None = None, **settings: Any) -> Lobby:  # noqa: ANN401  # fields by name
    return Lobby(cast("Store", store), REGISTRY, Settings(**settings), peers or Peers())


class WithTwoBroken(Registry):
    """The games of the house, between one that does not load and one that does not compile."""

    def __init__(self) -> None:
        self.broken = cast("Game", type("Broken", (), {"kernel": property(self.fail)})())

    def names(self) -> list[str]:
        return ["missing", "crooked", *REGISTRY.names()]

    def find(self, name: str) -> Game:
        if name == "missing":
            raise ImportError("there is no such module")
        return self.broken if name == "crooked" else REGISTRY.find(name)

    def fail(self, _game: object) -> None:
        raise TypeError("this cannot be compiled")


def test_a_game_that_does_not_compile_holds_up_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("estaminet.engine.jit.compiler.is_cached", lambda _: True)
    monkeypatch.setattr("gc.freeze", lambda: None)
    monkeypatch.setattr("gc.set_threshold", lambda *_: None)

    async def go() -> Kernels:
        kernels = Kernels(WithTwoBroken())
        await kernels.warm()
        for name in REGISTRY.names():
            await kernels.ready(name)
        for name in ("missing", "crooked"):
            with pytest.raises(BrokenGame):
                await kernels.ready(name)
        return kernels

    status = asyncio.run(go()).status
    assert status == {"missing": Readiness.BROKEN, "crooked": Readiness.BROKEN} | dict.fromkeys(
        REGISTRY.names(), Readiness.READY
    )


class Flaky:
    """A database that is away for a long time, and has one table in play."""

    def __init__(self, failures: int) -> None:
        self.failures = failures

    async def list_playing(self) -> list[str]:
        self._fail()
        return ["broken", "table"]

    async def find_table(self, table_id: str) -> None:
        self._fail()
        raise ValueError(f"the log of {table_id} is damaged")

    def _fail(self) -> None:
        self.failures -= 1
        if self.failures >= 0 and self.failures != 2000:
            raise StoreUnreachable("The database does not answer.")


def test_tables_are_adopted_after_an_outage_of_any_length(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two thousand tries, before the list and again before a table: nobody counts, and nothing grows with them."""
    monkeypatch.setattr(tables_module, "RETRY_SECONDS", 0)
    store = Flaky(4000)
    asyncio.run(make_lobby(store).tables.adopt())
    assert store.failures < 0


def test_a_sweep_that_fails_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    swept = []

    async def sweep(_lobby: Lobby) -> None:
        swept.append(1)
        if len(swept) == 3:
            raise asyncio.CancelledError
        raise RuntimeError("something else than the database")

    monkeypatch.setattr(Lobby, "sweep", sweep)
    monkeypatch.setattr(lobby_module, "SWEEP_SECONDS", 0)
    with pytest.raises(asyncio.CancelledError):
        asyncio.run(make_lobby(None).keep_sweeping())
    assert len(swept) == 3


class Watched(Peers):
    """Another process beside this one, where somebody looks at a table."""

    watched = True

    def is_watched(self, table_id: str) -> bool:  # noqa: ARG002
        return self.watched


def test_an_unused_table_stays_while_somebody_looks_at_it_elsewhere(tmp_path: Path) -> None:
    async def go() -> list[int]:
        store, peers = Store(f"sqlite:///{tmp_path / 'lobby.db'}", REGISTRY), Watched()
        await store.open()
        await store.add_table(State.of(Table("poule", ["open", "open"]).state.terms), 1)
        lobby, left = make_lobby(store, peers), []
        for peers.watched in (True, False):
            await lobby.sweep()
            left.append(len(await store.list_unused(Status.WAITING, 10, 10)))
        await store.close()
        return left

    assert asyncio.run(go()) == [1, 0]


@pytest.mark.compiled
def test_whose_turn_it_is_stays_known_when_a_table_leaves_the_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The log is not read again for that; and nobody who asks waits for a game that is being compiled."""
    table = Table("poule", ["me", "open"])
    for person in ("anna", "bert"):
        table.ask(person, Sit(type="sit", invitation="come-in"))
    table.ask("anna", Start(type="start"))
    monkeypatch.setattr("gc.freeze", lambda: None)
    monkeypatch.setattr("gc.set_threshold", lambda *_: None)

    async def go() -> list[Turn | None]:
        store = Store(f"sqlite:///{tmp_path / 'lobby.db'}", REGISTRY)
        await store.open()
        await store.add_table(table.state, 1, table.events)
        lobby = make_lobby(store, idle_seconds=0)
        (listed,) = await store.list_of("anna")
        found = [await lobby.tables.find_turn(listed)]
        await lobby.kernels.warm()
        found.append(await lobby.tables.find_turn(listed))
        tidying = asyncio.create_task(lobby.tables.keep_tidy())
        while lobby.tables:
            await asyncio.sleep(0)
        tidying.cancel()
        monkeypatch.setattr(store, "load_table", None)
        found.append(await lobby.tables.find_turn(listed))
        mover = "bert" if table.state.to_move else "anna"
        assert [each.person for each in lobby.tables.take_snapshot({"anna", "bert"}).waiting] == [mover], (
            "can be reminded"
        )
        await store.close()
        return found

    turn = Turn(table.state.to_move or 0, table.state.at, table.state.number)
    assert asyncio.run(go()) == [None, turn, turn]


@pytest.mark.compiled
def test_a_game_that_all_have_left_rests_until_no_seat_is_kept_any_longer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table("poule", ["me", "open"])
    table.now = now()
    for person in ("anna", "bert"):
        table.ask(person, Sit(type="sit", invitation="come-in"))
    table.ask("anna", Start(type="start"))
    for person in ("anna", "bert"):
        table.ask(person, Leave(type="leave"))
    monkeypatch.setattr("gc.freeze", lambda: None)
    monkeypatch.setattr("gc.set_threshold", lambda *_: None)

    async def go() -> State:
        store = Store(f"sqlite:///{tmp_path / 'lobby.db'}", REGISTRY)
        await store.open()
        async with store.begin() as connection:
            known = [{"id": each, "name": each, "epoch": 0, "created": now()} for each in ("anna", "bert")]
            await connection.execute(insert(people), known)
        await store.add_table(table.state, 1, table.events)
        lobby = make_lobby(store, idle_seconds=0)
        await lobby.kernels.warm()
        assert not (await lobby.tables.session("table")).is_needed, "no house player thinks"
        tidying = asyncio.create_task(lobby.tables.keep_tidy())
        while lobby.tables:
            await asyncio.sleep(0)
        tidying.cancel()
        await lobby.sweep()
        assert not lobby.tables
        for module in ("lobby", "session"):
            monkeypatch.setattr(f"estaminet.server.live.{module}.now", lambda: table.now + KEPT)
        await lobby.sweep()
        session = await lobby.tables.session("table")
        while session.state.status is not Status.OVER:
            await asyncio.sleep(0)
        await store.close()
        return session.state

    assert asyncio.run(go()).outcome == (Reason.LEFT, ())


def test_people_who_never_sat_down_are_forgotten_in_the_end(tmp_path: Path) -> None:
    """A big screen has no seat: it stays while it is used, or keeps a table."""

    async def go() -> list[str]:
        store = Store(f"sqlite:///{tmp_path / 'lobby.db'}", REGISTRY)
        await store.open()
        names = ("Stranger", "Guest", "Screen", "Owner")
        _, guest, screen, owner = found = [await store.people.add(name, 1) for name in names]
        await store.people.see(screen.device, now())
        terms = Table("poule", ["me", "open"]).state.terms
        await store.add_table(State.of(terms._replace(people=(guest.id, None), owner=guest.id)), now())
        terms = terms._replace(id="of-a-screen", people=(None, None), owner=owner.id)
        await store.add_table(State.of(terms), now())
        await make_lobby(store).sweep()
        known = [await store.people.find(each.id, each.device) for each in found]
        await store.close()
        return [each.name for each in known if each]

    assert asyncio.run(go()) == ["Guest", "Screen", "Owner"]


class Elsewhere(Peers):
    """Another process that has all tables, and has been up for a while."""

    def __init__(self, up_since: int) -> None:
        super().__init__()
        self.up_since = up_since
        self.is_here = False
        self.watched: list[str] = []

    def is_home(self, table_id: str) -> bool:  # noqa: ARG002
        return self.is_here

    def watch(self, table_id: str, number: int) -> None:  # noqa: ARG002
        self.watched.append(table_id)


def play_on_the_clock() -> Table:
    table = Table("poule", ["me", "open"], clock={"kind": "game", "seconds": 60})
    for person in ("anna", "bert"):
        table.ask(person, Sit(type="sit", invitation="come-in"))
    table.now = now() - 3_000
    table.ask("anna", Start(type="start"))
    return table


async def open_lobby(store: Store, table: Table, peers: Peers) -> Lobby:
    await store.open()
    await store.add_table(table.state, 1, table.events)
    lobby = make_lobby(store, peers)
    await lobby.kernels.warm()
    return lobby


@pytest.mark.compiled
@pytest.mark.parametrize("was_down", [False, True])
def test_a_clock_is_given_time_back_when_the_house_was_down_and_not_when_its_table_changes_homes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, was_down: bool
) -> None:
    monkeypatch.setattr("gc.freeze", lambda: None)
    monkeypatch.setattr("gc.set_threshold", lambda *_: None)
    table = play_on_the_clock()

    async def go() -> tuple[int, list[EventKind]]:
        store, peers = Store(f"sqlite:///{tmp_path / 'lobby.db'}", REGISTRY), Elsewhere(now() if was_down else 1)
        peers.is_here = True
        lobby = await open_lobby(store, table, peers)
        session = await lobby.tables.session(table.state.terms.id)
        written = await store.load_events(table.state.terms.id, len(table.events))
        session.rest()
        await store.close()
        deadline = session.state.clocks.deadline
        assert deadline is not None
        return deadline - (table.state.clocks.deadline or 0), [event.kind for event in written]

    moved, written = asyncio.run(go())
    assert (moved >= 3_000, written) == ((True, [EventKind.RESUMED]) if was_down else (False, []))
    assert was_down or moved == 0


@pytest.mark.compiled
def test_a_list_of_tables_that_are_elsewhere_opens_none_of_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whose turn it is there is read from the log, and once for each event."""
    monkeypatch.setattr("gc.freeze", lambda: None)
    monkeypatch.setattr("gc.set_threshold", lambda *_: None)
    table = play_on_the_clock()

    async def go() -> list[Turn | None]:
        store, peers = Store(f"sqlite:///{tmp_path / 'lobby.db'}", REGISTRY), Elsewhere(1)
        lobby = await open_lobby(store, table, peers)
        (listed,) = await store.list_of("anna")
        found = [await lobby.tables.find_turn(listed)]
        monkeypatch.setattr(store, "load_events", None)
        found.append(await lobby.tables.find_turn(listed))
        assert (dict(lobby.tables), peers.watched) == ({}, [])
        await store.close()
        return found

    turn = Turn(table.state.to_move or 0, table.state.at, table.state.number)
    assert asyncio.run(go()) == [turn, turn]


def test_a_table_that_was_used_meanwhile_is_not_cleared_away(tmp_path: Path) -> None:
    table = Table("poule", ["open", "open"])

    async def go() -> list[bool]:
        store = Store(f"sqlite:///{tmp_path / 'lobby.db'}", REGISTRY)
        await store.open()
        await store.add_table(table.state, 1)
        assert await store.list_unused(Status.WAITING, 1000, 10) == ["table"]
        event = table.ask("anna", Sit(type="sit", invitation="come-in"))
        async with store.begin() as connection:
            row = {"id": "anna", "name": "Anna", "epoch": 0, "created": 1}
            await connection.execute(insert(people), row)
        assert event is not None
        assert await store.writer.append(Entry(event, State.of(table.state.terms), table.state))
        kept = [await store.remove_table("table", 1000), await store.find_table("table") is not None]
        await store.close()
        return kept

    assert asyncio.run(go()) == [False, True]
