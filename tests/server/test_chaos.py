"""The server is killed again and again, lines break, messages come twice, late and out of order: nothing is lost."""

import asyncio
import random
from contextlib import suppress
from pathlib import Path

import pytest

import estaminet
from estaminet.games import REGISTRY
from estaminet.server.rules.apply import replay
from estaminet.server.rules.events import Event, EventKind
from estaminet.server.rules.plan import Terms
from estaminet.server.rules.state import State
from estaminet.server.store.database import Store
from tests.server.conftest import Meet
from tests.server.pairs import OFTEN
from tests.server.people import Visitor
from tests.server.postgres import Postgres
from tests.server.servers import RunningServer
from tests.server.trouble import Killer, Moment, Stubborn

pytestmark = [pytest.mark.compiled, pytest.mark.thorough]
PATIENCE = 300
"""Seconds; on a machine with nothing else to do it takes a tenth of it."""
TABLES = [
    ("poule", ["me", "open"], {"rounds": 1}),
    ("reeperbahn", ["me", "open"], {}),
    ("poule", ["me", "host", "open"], {"rounds": 1}),
    ("reeperbahn", ["host", "me"], {}),
]
MOMENTS: list[Moment] = ["move", "thought", "move", "thought"]
SPACING = 18
"""How many moves people send between two kills, about."""


def test_on_sqlite_every_acknowledged_move_survives(tmp_path: Path, meet: Meet) -> None:
    endure(RunningServer(tmp_path), meet, random.Random(4))


def test_on_postgresql_every_acknowledged_move_survives(tmp_path: Path, meet: Meet, postgres: Postgres) -> None:
    endure(RunningServer(tmp_path, postgres.make_database(), heartbeat=OFTEN), meet, random.Random(5))


def endure(server: RunningServer, meet: Meet, rng: random.Random) -> None:
    """Play several tables to the end through all of it, and compare what everybody has."""
    with server:
        killer = Killer(server, rng, list(MOMENTS), SPACING)
        tables = [
            [Stubborn(each, table, killer, random.Random(rng.random())) for each in people]
            for table, people in (seat(server, meet, *plan) for plan in TABLES)
        ]
        asyncio.run(play_all(killer, [player for table in tables for player in table]))
        if server.process is None or server.process.poll() is not None:
            server.start()
        assert killer.kills == len(MOMENTS)
        for players in tables:
            compare(server, meet(server), players)
        everybody = [player for table in tables for player in table]
        assert sum(len(player.acknowledged) for player in everybody) > 100
        assert sum(player.connections for player in everybody) > len(everybody) * 2
        assert "Traceback" not in server.log()


def seat(
    server: RunningServer, meet: Meet, game: str, seats: list[str], options: dict[str, int]
) -> tuple[str, list[Visitor]]:
    """A table where the game has begun, and the people at it."""
    owner = meet(server, "Anna")
    table = owner.set_up(game, seats, options=options)
    people = [owner, *(meet(server, "Bert") for each in seats if each == "open")]
    for each in people:
        each.command(table["id"], "sit", invitation=table["invitation"])
    owner.command(table["id"], "start")
    return table["id"], people


async def play_all(killer: Killer, players: list[Stubborn]) -> None:
    reviving = asyncio.create_task(killer.revive())
    try:
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*(player.play() for player in players))
    finally:
        reviving.cancel()
        with suppress(asyncio.CancelledError):
            await reviving


def compare(server: RunningServer, stranger: Visitor, players: list[Stubborn]) -> None:
    """The log in the database, what every client was told, and the replay of the record are one game."""
    table = players[0].table
    state, events = replay_log(server.database, table)
    moves = [event for event in events if event.kind is EventKind.MOVED]
    written = [(event.number, event.kind, event.seat, event.text) for event in events]
    record = estaminet.read_record(stranger.http.get(f"/api/tables/{table}/record").text).replay()
    assert [record.game.actions[code].text for code in record.history] == [event.text for event in moves]
    for player in players:
        heard = [(event["number"], event["kind"], event["seat"], event["text"]) for event in player.events.values()]
        assert sorted(heard) == written
        (seat,) = player.update["you"]["seats"]
        mine = {event.number: event.text for event in moves if event.seat == seat}
        assert mine == player.acknowledged
        assert {(number - 1, text) for number, text in mine.items()} <= set(player.sent)
        assert state.play is not None
        for position in (state.play.position, record):
            assert position.view(seat)["board"] == player.update["view"]["board"]
            assert list(position.scores()) == player.update["view"]["scores"]


def replay_log(database: str, table: str) -> tuple[State, list[Event]]:
    """A table and its log as the database has them, replayed here."""

    async def load() -> tuple[Terms, list[Event]]:
        store = Store(database, REGISTRY)
        try:
            found = await store.load_table(table)
        finally:
            await store.close()
        assert found is not None
        return found

    terms, events = asyncio.run(load())
    assert [event.number for event in events] == list(range(1, len(events) + 1))
    return replay(terms, events), events
