"""Hints are noted for whoever had them, and for nobody else: not at the table, not in the log, not in the record."""

import asyncio
from pathlib import Path
from typing import Any, cast

import pytest

from estaminet.players.hints import Hint
from estaminet.server.live.session import Session
from estaminet.server.live.updates import Log
from estaminet.server.rules.commands import Start
from estaminet.server.rules.results import HintNote
from tests.cli.conftest import Run, run
from tests.server.conftest import Meet
from tests.server.pairs import wait_until
from tests.server.people import Json, Refused, Visitor
from tests.server.servers import RunningServer
from tests.server.tables import Table, sit

__all__ = ["run"]
NOTED = "SELECT person, ply, actions FROM hints WHERE table_id = ?"


def begin(anna: Visitor, **plan: object) -> str:
    """A game of Anna's against the house, and it is her turn."""
    table: str = anna.set_up("reeperbahn", ["me", "apprentice"], **plan)["id"]
    anna.command(table, "sit")
    anna.command(table, "start")
    wait_for_turn(anna, table)
    return table


def wait_for_turn(anna: Visitor, table: str) -> Json:
    def is_hers() -> bool:
        update = anna.watch(table)
        return bool(update["table"]["status"] == "over" or update["view"]["to_move"] == 0)

    wait_until(is_hers)
    return anna.watch(table)


def act(anna: Visitor, table: str) -> Json:
    update = wait_for_turn(anna, table)
    return anna.command(table, "move", number=update["number"], action=update["view"]["legal"][0])


def ask(server: RunningServer, anna: Visitor, table: str) -> None:
    """Ask for a hint, and wait until it is noted: it is shown before."""
    before = len(server.query(NOTED, table))
    assert anna.post(f"/api/tables/{table}/advice")["suggestions"]
    wait_until(lambda: len(server.query(NOTED, table)) == before + 1)


def played(anna: Visitor, table: str) -> Json:
    (found,) = (game for game in anna.get("/api/me/play")["games"] if game["table"] == table)
    return cast("Json", found)


@pytest.mark.compiled
def test_nobody_learns_that_somebody_had_a_hint(server: RunningServer, meet: Meet) -> None:
    anna, spectator, known = meet(server, "Anna"), meet(server), meet(server, "Bert")
    table = begin(anna, is_public=True)
    lines = [person.sit_live(table) for person in (spectator, known)]
    for line in lines:
        line.next_update()
        while line.update["presence"]["watching"] < 2:
            line.next_update()
    before, log = spectator.watch(table), server.events(table)
    ask(server, anna, table)
    assert server.events(table) == log
    assert spectator.watch(table) == before
    act(anna, table)
    for line in lines:
        update = line.next_update()
        assert update["number"] == before["number"] + 1, "nothing was sent before the move was"
        assert [event["kind"] for event in update["events"]] == ["moved"]
    anna.command(table, "resign")
    for person in (anna, spectator, known):
        person.get(f"/api/tables/{table}/record")
        person.get(f"/api/tables/{table}/events", before=1000)
        person.get("/api/tables")
    known.get("/api/me/play")
    anna.get("/api/me/tables")
    assert not [heard for person in (anna, spectator, known) for heard in person.heard if b"hinted" in heard]


@pytest.mark.compiled
def test_hints_outlive_the_server_and_are_told_to_whoever_had_them(tmp_path: Path, meet: Meet, run: Run) -> None:
    with RunningServer(tmp_path) as server:
        anna = meet(server, "Anna")
        table = begin(anna)
        ask(server, anna, table)
        ply = anna.watch(table)["view"]["ply"]
        ((_, noted, shown),) = server.query(NOTED, table)
        assert noted == ply
        assert shown >= 1
        for _ in range(shown):
            act(anna, table)
        server.kill()
        server.start().ready()
        act(anna, table)
        anna.command(table, "resign")
        game = played(anna, table)
        assert 1 <= game["hinted"] <= shown
        assert game["is_practice"] is False
        server.stop()
        exported = tmp_path / "tables"
        assert run("export", exported, "--database", server.database).code == 0
        other = f"sqlite:///{tmp_path / 'other.db'}"
        assert run("import", exported, "--database", other).code == 0
    with RunningServer(tmp_path, database=other) as moved:
        assert moved.query(NOTED, table) == server.query(NOTED, table)
        summaries = [each.query("SELECT summary FROM tables WHERE id = ?", table) for each in (server, moved)]
        assert summaries[0] == summaries[1]


@pytest.mark.compiled
def test_a_hint_is_given_where_it_cannot_be_noted(tmp_path: Path, meet: Meet) -> None:
    with RunningServer(tmp_path) as server:
        anna = meet(server, "Anna")
        table = begin(anna)
        server.query("CREATE TRIGGER full BEFORE INSERT ON hints BEGIN SELECT RAISE(ABORT, 'disk is full'); END")
        assert anna.post(f"/api/tables/{table}/advice")["suggestions"]
        act(anna, table)
        anna.command(table, "resign")
        assert played(anna, table)["hinted"] == 0
        assert "traceback" not in server.log().lower()


def test_a_hint_does_not_wait_until_it_is_noted() -> None:
    table = Table("reeperbahn", ["me", "host"])
    table.ask("anna", sit())
    table.ask("anna", Start(type="start"))
    while table.state.to_move == 1:
        table.house_moves(table.legal[0])
    hint = Hint.__new__(Hint)
    object.__setattr__(hint, "turns", ())
    noted: list[HintNote] = []

    class Hints:
        async def note(self, _: str, note: HintNote) -> None:
            noted.append(note)
            await asyncio.Event().wait()  # for ever

    class House:
        async def advise(self, *_: object) -> Hint:
            return hint

    class Store:
        hints = Hints()

    async def go() -> None:
        session = Session(
            table.state, Log(), cast("Any", Store()), cast("Any", House()), lambda *_: None, is_home=False
        )
        assert (await session.advise("anna"))[0] is hint
        await asyncio.sleep(0)
        assert noted == [HintNote("anna", len(table.position.history), 1)]

    asyncio.run(go())


@pytest.mark.compiled
def test_what_is_refused_is_not_noted(server: RunningServer, meet: Meet) -> None:
    anna, bert = meet(server, "Anna"), meet(server, "Bert")
    table = begin(anna)
    with pytest.raises(Refused):
        bert.post(f"/api/tables/{table}/advice")
    assert server.query(NOTED, table) == []


@pytest.mark.compiled
def test_hints_go_with_the_person_and_with_the_table(tmp_path: Path, meet: Meet) -> None:
    with RunningServer(tmp_path) as server:
        anna, bert = meet(server, "Anna"), meet(server, "Bert")
        hers, his = begin(anna), begin(bert)
        ask(server, anna, hers)
        ask(server, bert, his)
        anna.delete("/api/me")
        assert [len(server.query(NOTED, table)) for table in (hers, his)] == [0, 1]
        bert.command(his, "resign")
        server.stop()
        server.query("UPDATE tables SET touched = touched - ?", 800 * 86_400_000)
        server.query("UPDATE events SET at = at - ?", 800 * 86_400_000)
        server.start()
        server.wait(lambda: server.query("SELECT * FROM hints") == [], "clear away")


@pytest.mark.compiled
def test_who_asks_again_and_again_at_one_place_is_noted_once(server: RunningServer, meet: Meet) -> None:
    anna = meet(server, "Anna")
    table = begin(anna)
    ask(server, anna, table)
    anna.post(f"/api/tables/{table}/advice")
    act(anna, table)
    anna.command(table, "undo", number=anna.watch(table)["number"])
    anna.post(f"/api/tables/{table}/advice")
    assert len(server.query(NOTED, table)) == 1
