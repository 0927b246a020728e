"""Hints are kept beside the logs, in each kind of database, and the summary of a finished game takes them in."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import orjson
import pytest
from sqlalchemy import insert, select

from estaminet.games import REGISTRY
from estaminet.server.rules.apply import apply
from estaminet.server.rules.commands import Resign, Start
from estaminet.server.rules.results import HintNote
from estaminet.server.rules.state import State
from estaminet.server.store.database import Store
from estaminet.server.store.rows import Entry
from estaminet.server.store.schema import people, tables
from tests.server.conftest import Meet
from tests.server.pairs import OFTEN, run_pair, wait_until
from tests.server.postgres import Postgres
from tests.server.store.test_backup import come_back
from tests.server.tables import Table, move, sit

FIRST, SECOND = HintNote("anna", 0, 2), HintNote("anna", 4, 1)


@pytest.fixture(params=["sqlite", "postgres"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Of a database, of each kind."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'house.db'}"
    else:
        postgres: Postgres = request.getfixturevalue("postgres")
        yield postgres.make_database()


def with_store(address: str, work: Callable[[Store], Awaitable[None]]) -> None:
    async def go() -> None:
        store = Store(address, REGISTRY)
        await store.open()
        async with store.begin() as connection:
            await connection.execute(insert(people), {"id": "anna", "name": "Anna", "epoch": 0, "created": 1})
        await work(store)
        await store.close()

    asyncio.run(go())


def test_the_longest_hint_for_a_decision_is_kept_for_whoever_is_here(address: str) -> None:
    async def work(store: Store) -> None:
        for hint in (SECOND, *(FIRST._replace(actions=count) for count in (1, 2, 1)), FIRST._replace(person="gone")):
            await store.hints.note("table", hint)
        await store.hints.note("other", SECOND)
        assert await store.hints.list_of("table") == [FIRST, SECOND]
        await store.people.remove("anna")
        assert await store.hints.list_of("table") == []
        assert await store.hints.list_of("other") == []

    with_store(address, work)


def test_the_summary_of_a_finished_game_has_what_is_known_when_it_ends(address: str) -> None:
    table = Table("poule", ["me", "host"])
    table.ask("anna", sit())
    table.ask("anna", Start(type="start"))
    for _ in range(6):
        if table.state.to_move == 0:
            move(table, "anna")
        else:
            table.house_moves(table.legal[0])
    play = table.state.play
    assert play is not None
    ply = play.decisions_of(0)[0]
    table.ask("anna", Resign(type="resign"))

    async def work(store: Store) -> None:
        state = State.of(table.state.terms)
        await store.add_table(state, 1)
        for event in table.events:
            if event is table.events[-1]:
                await store.hints.note("table", HintNote("anna", ply, 1))
            after = apply(state, event)
            assert await store.writer.append(Entry(event, state, after))
            state = after
        async with store.connect() as connection:
            summary = orjson.loads(str(await connection.scalar(select(tables.c.summary))))
        assert summary["hinted"] == [[ply], []]
        assert summary["decisions"] == table.state.summarize()["decisions"]
        await store.remove_table("table")
        assert await store.hints.list_of("table") == []

    with_store(address, work)


@pytest.mark.compiled
@pytest.mark.thorough
def test_a_hint_of_one_process_is_known_to_the_one_that_ends_the_game(
    tmp_path: Path, postgres: Postgres, meet: Meet
) -> None:
    database = postgres.make_database()
    with run_pair(tmp_path, database, OFTEN) as (one, other):
        anna = meet(one, "Anna")
        elsewhere = come_back(other, anna, meet)
        table = anna.set_up("reeperbahn", ["me", "apprentice"])["id"]
        anna.command(table, "sit")
        anna.command(table, "start")
        wait_until(lambda: anna.watch(table)["view"]["to_move"] == 0)
        anna.post(f"/api/tables/{table}/advice")

        async def count() -> int:
            store = Store(database, REGISTRY)
            found = await store.hints.list_of(table)
            await store.close()
            return len(found)

        wait_until(lambda: asyncio.run(count()) == 1)
        update = elsewhere.watch(table)
        elsewhere.command(table, "move", number=update["number"], action=update["view"]["legal"][0])
        elsewhere.command(table, "resign")
        (game,) = elsewhere.get("/api/me/play")["games"]
        assert game["hinted"] == 1
