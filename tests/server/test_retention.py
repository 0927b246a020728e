"""What is kept, and for how long: what is old goes, and nothing that somebody may still want."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from sqlalchemy import insert, select, update

from estaminet.games import REGISTRY
from estaminet.server.live.clock import now
from estaminet.server.rules.plan import DAY
from estaminet.server.rules.state import State, Status
from estaminet.server.settings import Settings
from estaminet.server.store import schema
from estaminet.server.store.database import Store
from estaminet.server.store.people import Person
from estaminet.server.store.reminders import Channel
from estaminet.server.store.retention import BATCH
from tests.cli.conftest import Run, run
from tests.server.conftest import Meet
from tests.server.games import seat_two
from tests.server.people import Refused
from tests.server.postgres import Postgres
from tests.server.servers import RunningServer
from tests.server.tables import Table

__all__ = ["run"]
FOREVER = Settings(finished_days=0, review_days=0, people_days=0, device_days=0, reminder_days=0, contest_days=0)


@pytest.fixture(params=["sqlite", "postgres"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Of a database, of each kind."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'house.db'}"
    else:
        postgres: Postgres = request.getfixturevalue("postgres")
        yield postgres.make_database()


class House(NamedTuple):
    """People of a house, none of whom has been there for a year and a half."""

    stranger: Person
    """Sat nowhere."""
    former: Person
    """Has a finished table."""
    player: Person
    """Has a game that goes on."""
    owner: Person
    """Has set up a table and sits nowhere, as a big screen does."""
    people: list[Person]


async def furnish(store: Store, at: int) -> House:
    names = ("Stranger", "Former", "Player", "Owner")
    stranger, former, player, owner = people = [await store.people.add(name, at) for name in names]
    for each in people:
        mail = Channel(f"mail-{each.id}", each.id, "mail", "someone@example.org", "", "", True, at)
        await store.reminders.put_channel(mail)
        await store.reviews.put(f"review of {each.name}", b"{}", at)
    for status, person, sits in (("over", former, True), ("playing", player, True), ("waiting", owner, False)):
        terms = Table("poule", ["open", "open"]).state.terms
        people_there = (person.id if sits else None, None)
        await store.add_table(State.of(terms._replace(id=status, owner=person.id, people=people_there)), at)
        async with store.begin() as connection:
            is_this = schema.tables.c.id == status
            await connection.execute(update(schema.tables).where(is_this).values(status=status, owner=person.id))
    return House(stranger, former, player, owner, people)


async def names_of(store: Store, column: str) -> set[str]:
    """The names of the people who have something."""
    found = {"people": schema.people.c.id, "devices": schema.devices.c.person, "channels": schema.channels.c.person}
    async with store.connect() as connection:
        wanted = select(schema.people.c.name).where(schema.people.c.id.in_(select(found[column])))
        return set((await connection.scalars(wanted)).all())


def test_what_is_old_goes_unless_somebody_has_an_unfinished_table(address: str) -> None:
    async def go() -> None:
        store, time = Store(address, REGISTRY), now()
        await store.open()
        house = await furnish(store, time - 500 * DAY)
        everybody = {each.name for each in house.people}
        await store.retention.sweep(FOREVER, time)
        for what in ("people", "devices", "channels"):
            assert await names_of(store, what) == everybody, "0 is for ever"
        counted = await store.retention.count(Settings(), time)
        assert [counted[name] for name in ("reviews", "people without a table", "devices")] == [4, 1, 2]
        assert counted["addresses for reminders"] == 2
        assert counted["finished tables"] == counted["challenges"] == 0
        await store.retention.sweep(Settings(), time)
        assert await names_of(store, "people") == {"Former", "Player", "Owner"}, "a finished table counts as a table"
        assert await names_of(store, "devices") == {"Player", "Owner"}
        assert await names_of(store, "channels") == {"Player", "Owner"}
        assert await store.reviews.find("review of Former") is None
        assert not any((await store.retention.count(Settings(), time)).values())
        async with store.connect() as connection:
            for rows in (schema.devices, schema.channels):
                theirs = select(rows.c.id).where(rows.c.person == house.stranger.id)
                assert await connection.scalar(theirs) is None, "what belongs to nobody is gone, too"
        await store.close()

    asyncio.run(go())


def test_whoever_came_lately_keeps_everything(address: str) -> None:
    async def go() -> None:
        store, time = Store(address, REGISTRY), now()
        await store.open()
        house = await furnish(store, time - 500 * DAY)
        for each in house.people:
            await store.people.see(each.device, time - 80 * DAY)
        await store.retention.sweep(Settings(review_days=0), time)
        for what in ("people", "devices", "channels"):
            assert len(await names_of(store, what)) == 4
        await store.close()

    asyncio.run(go())


def test_much_that_is_old_goes_in_small_batches(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def go() -> None:
        store, time = Store(address, REGISTRY), now()
        await store.open()
        rows = [{"key": str(number), "data": b"", "created": 1} for number in range(2 * BATCH + 1)]
        async with store.begin() as connection:
            await connection.execute(insert(schema.reviews), rows)
        sizes: list[int] = []
        remove = store.retention._remove

        async def note(kind: object, before: int, keys: list[str]) -> None:
            sizes.append(len(keys))
            await remove(kind, before, keys)  # type: ignore[arg-type]

        monkeypatch.setattr(store.retention, "_remove", note)
        await store.retention.sweep(Settings(), time)
        assert sizes == [BATCH, BATCH, 1]
        await store.close()

    asyncio.run(go())


@pytest.mark.compiled
@pytest.mark.thorough
def test_a_finished_table_goes_with_its_review_and_a_running_one_never(tmp_path: Path, meet: Meet, run: Run) -> None:
    """Whoever follows a link to it hears why it is not there; its record was exported before."""
    with RunningServer(tmp_path) as server:
        (old, ended), (new, over), (playing, lines) = (seat_two(server, meet) for _ in range(3))
        ended[0].ask("resign")
        over[0].ask("resign")
        for line in (*ended, *over, *lines):
            line.close()
        server.stop()
        server.query("INSERT INTO reviews VALUES ('of the old one', x'00', ?)", now())
        server.query("UPDATE tables SET review = 'of the old one' WHERE id = ?", old)
        for table in (old, playing):
            server.query("UPDATE tables SET touched = touched - ? WHERE id = ?", 800 * DAY, table)
            server.query("UPDATE events SET at = at - ? WHERE table_id = ?", 800 * DAY, table)
    options = ("--database", server.database)
    doctor = run("doctor", *options).out
    assert "old data: The server clears away: 1 finished tables older than 730 days, 0 more soon" in doctor
    for file, kind, count in (("tables", (), 2), ("finished", ("--finished",), 1), ("records", ("--records",), 1)):
        exported = tmp_path / file
        assert run("export", exported, *options, "--older-than", 700, *kind).code == 0
        assert len(exported.read_text().splitlines()) == count
    assert run("replay", tmp_path / "records").code == 0
    with RunningServer(tmp_path, playing_days=0) as server:
        server.wait(lambda: server.query("SELECT count(*) FROM tables") == [(2,)], "clear away")
        visitor = meet(server)
        for path in (f"/api/tables/{old}", f"/api/tables/{old}/record", f"/api/tables/{old}/events?before=9"):
            with pytest.raises(Refused, match=r"404.*table\.unknown.*kept for 730 days"):
                visitor.get(path)
        assert visitor.watch(new)["table"]["status"] == Status.OVER
        assert visitor.watch(playing)["table"]["status"] == Status.PLAYING
        assert server.events(old) == []
        assert server.query("SELECT * FROM reviews") == []
        assert server.query("SELECT * FROM visits WHERE table_id = ?", old) == []
    record = json.loads((tmp_path / "records").read_text())
    assert record["outcome"]["reason"] == "resigned"
