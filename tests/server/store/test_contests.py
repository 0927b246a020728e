"""Contests are kept in each kind of database: one try a person, and everything goes with whoever leaves."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import update

from estaminet.contests import Result
from estaminet.games import REGISTRY
from estaminet.server.errors import Refusal
from estaminet.server.rules.plan import DAY
from estaminet.server.rules.state import State
from estaminet.server.settings import Settings
from estaminet.server.store.database import Store
from estaminet.server.store.people import Person
from estaminet.server.store.rows import Challenge, HouseGame
from estaminet.server.store.schema import tables
from tests.server.postgres import Postgres
from tests.server.tables import Table

KEY, OTHER = "daily-2026-11-19-poule", "daily-2026-11-20-poule"
CHALLENGE = Challenge("abc", {"game": "poule", "players": 2}, "Anna", b"s" * 32)


@pytest.fixture(params=["sqlite", "postgres"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Of a database, of each kind."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'house.db'}"
    else:
        postgres: Postgres = request.getfixturevalue("postgres")
        yield postgres.make_database()


def with_store(address: str, work: Callable[[Store, list[Person]], Awaitable[None]]) -> None:
    async def go() -> None:
        store = Store(address, REGISTRY)
        await store.open()
        await work(store, [await store.people.add(name, 1) for name in ("Anna", "Bert")])
        await store.close()

    asyncio.run(go())


async def add_table(store: Store, name: str, person: Person, *, is_over: bool) -> None:
    """A table of somebody's, of which nothing is asked but whether its game is over."""
    terms = Table("poule", ["open", "open"]).state.terms._replace(id=name, owner=person.id)
    state = State.of(terms)
    await store.add_table(state, 1)
    if is_over:
        async with store.begin() as connection:
            await connection.execute(update(tables).where(tables.c.id == name).values(status="over"))


def test_a_person_plays_a_deal_once_and_those_who_have_finished_are_counted(address: str) -> None:
    async def work(store: Store, people: list[Person]) -> None:
        anna, bert = people
        for name, person, is_over in (("one", anna, True), ("two", anna, True), ("three", bert, False)):
            await add_table(store, name, person, is_over=is_over)
        assert await store.contests.enter(KEY, anna.id, "one", "mark", 1)
        assert not await store.contests.enter(KEY, anna.id, "two", "mark", 2)
        assert await store.contests.enter(OTHER, anna.id, "two", "mark", 2)
        assert await store.contests.enter(KEY, bert.id, "three", "other", 3)
        own = await store.contests.find_try(KEY, anna.id)
        assert own is not None
        assert (own.table.id, own.mark, own.is_listed) == ("one", "mark", False)
        assert [each.person for each in await store.contests.list_tries(KEY)] == [anna.id]
        assert await store.contests.count([KEY, OTHER, "none"]) == {KEY: 1, OTHER: 1}
        await store.contests.show_name([KEY], anna.id, is_listed=True)
        listed = [await store.contests.find_try(key, anna.id) for key in (KEY, OTHER)]
        assert [each and each.is_listed for each in listed] == [True, False]
        await store.remove_table("one")
        assert await store.contests.find_try(KEY, anna.id) is None

    with_store(address, work)


def test_who_has_left_for_good_plays_nothing_and_leaves_nothing(address: str) -> None:
    async def work(store: Store, people: list[Person]) -> None:
        anna, bert = people
        await add_table(store, "one", anna, is_over=True)
        await store.contests.enter(KEY, anna.id, "one", "mark", 1)
        await store.contests.add(CHALLENGE, anna.id, 1)
        assert await store.contests.find("abc") == CHALLENGE
        await store.people.remove(anna.id)
        assert await store.contests.list_tries(KEY) == []
        assert await store.contests.find("abc") is None
        for ask in (
            store.contests.enter(KEY, anna.id, "one", "mark", 1),
            store.contests.add(CHALLENGE, anna.id, 1),
        ):
            with pytest.raises(Refusal, match="You have left"):
                await ask
        assert await store.contests.enter(KEY, bert.id, "one", "mark", 1)

    with_store(address, work)


def test_the_houses_games_are_kept_once_each_and_forgotten_when_they_are_old(address: str) -> None:
    first, second = HouseGame(("a", "b"), Result(1.0, 4.0)), HouseGame(("c",), Result(0.5))

    async def work(store: Store, people: list[Person]) -> None:
        for number, game in ((1, second), (0, first), (0, second)):
            await store.contests.add_house_game(KEY, number, game, 1)
        assert await store.contests.list_house_games(KEY) == {0: first, 1: second}
        await store.contests.add(CHALLENGE, people[0].id, 1)
        later = 1 + 101 * DAY
        await store.retention.sweep(Settings(people_days=0, device_days=0), later)
        assert await store.contests.list_house_games(KEY) == {}
        assert await store.contests.find("abc") is None

    with_store(address, work)


def test_a_challenge_goes_with_whoever_has_not_been_here_for_long(address: str) -> None:
    async def work(store: Store, people: list[Person]) -> None:
        await store.contests.add(CHALLENGE, people[0].id, 1)
        await store.retention.sweep(Settings(contest_days=0), 1 + 91 * DAY)
        assert await store.contests.find("abc") is None

    with_store(address, work)
