"""A table at which very much has happened: it costs its own people nothing, and nobody else."""

import asyncio
import json
import random
import sqlite3
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import orjson
import pytest

from estaminet.games import REGISTRY
from estaminet.server.live import reader as reader_module
from estaminet.server.live.reader import LogReader
from estaminet.server.live.updates import MOST_EVENTS_SENT, Company, Log, Presence, Updates, Watcher, write_event
from estaminet.server.rules.apply import apply
from estaminet.server.rules.commands import Move, Start, Undo
from estaminet.server.rules.events import Event, EventKind
from estaminet.server.rules.state import State
from estaminet.server.store.database import Store
from tests.server.conftest import Meet
from tests.server.games import play_on, seat_two
from tests.server.people import Json, Refused, Visitor
from tests.server.servers import RunningServer
from tests.server.tables import Table, move, sit, started

LONG = 20_000
pytestmark = pytest.mark.compiled


def repeat(table: Table, times: int) -> None:
    """A client moves and takes it back, again and again, with a new name each time."""
    state = table.state
    assert state.play is not None
    seat, action = state.play.to_move, table.legal[0]
    for _ in range(times):
        for kind, text in ((EventKind.MOVED, action), (EventKind.UNDONE, ""), (EventKind.RENAMED, "Anne")):
            person = "anna" if kind is EventKind.RENAMED else None
            table.happen(Event(table.state.number + 1, table.now, kind, None if person else seat, person, text))


def halfway() -> Table:
    """A game in the middle of which much was tried and taken back."""
    table = started()
    for times in (2, 70, 30):
        for _ in range(11):
            move(table)
        repeat(table, times)
    return table


def messages(table: Table) -> list[Json]:
    """All events of a table as they are sent, from its beginning."""
    state, found = State.of(table.state.terms), []
    for event in table.events:
        state = apply(state, event)
        found.append(json.loads(orjson.dumps(write_event(event, state.play))))
    return found


def with_reader(folder: Path, table: Table, work: Callable[[LogReader], Awaitable[None]]) -> None:
    async def go() -> None:
        store = Store(f"sqlite:///{folder / 'long.db'}", REGISTRY)
        await store.open()
        await store.add_table(State.of(table.state.terms), 1, table.events)
        try:
            await work(LogReader(store))
        finally:
            await store.close()

    asyncio.run(go())


def test_a_table_that_was_read_tells_its_last_events_as_if_it_had_been_there(tmp_path: Path) -> None:
    table = halfway()
    expected = messages(table)

    async def read(reader: LogReader) -> None:
        state, log = await reader.read(table.state.terms, len(table.events))
        assert (state.number, state.seats, state.acted) == (table.state.number, table.state.seats, table.state.acted)
        assert sent(state, log, since=0) == expected[-MOST_EVENTS_SENT:]
        assert sent(state, log, since=state.number - 3) == expected[-3:]
        assert sent(state, log, since=state.number) == []

    with_reader(tmp_path, table, read)


def test_earlier_events_are_right_after_several_actions_were_taken_back_at_once(tmp_path: Path) -> None:
    """As in practice: an undo that takes back moves of the house too."""
    table = Table("poule", ["me", "host"])
    table.ask("anna", sit())
    table.ask("anna", Start(type="start"))
    for number in range(60):
        seat = table.state.to_move
        if seat == 0:
            table.ask("anna", Move(type="move", number=table.state.number, action=table.legal[0]))
        else:
            table.house_moves(table.legal[0])
            if number % 3 == 0 and table.state.can_undo("anna"):
                table.ask("anna", Undo(type="undo", number=table.state.number))
    assert any(event.text not in ("", "1") for event in table.events if event.kind is EventKind.UNDONE)
    expected = messages(table)

    async def ask(reader: LogReader) -> None:
        state, log = await reader.read(table.state.terms, len(table.events))
        told = json.loads(await reader.read_earlier(state, log, len(expected) + 1, 200))
        assert told == expected[-200:]

    with_reader(tmp_path, table, ask)


def sent(state: State, log: Log, since: int) -> list[Json]:
    update = Updates().write(state, log, Company(Presence(), None), Watcher(None, since=since), state.at)
    events: list[Json] = json.loads(update)["events"]
    return events


def test_earlier_events_are_told_as_they_were_told_then(tmp_path: Path) -> None:
    """With the sentences of every move, also of those that were taken back, wherever one begins."""
    table = halfway()
    expected = messages(table)
    assert sum(bool(event["lines"]) for event in expected) > 100

    async def ask(reader: LogReader) -> None:
        state, log = await reader.read(table.state.terms, len(table.events))
        for before, limit in (
            (1, 5),
            (2, 5),
            (40, 200),
            (170, 33),
            (251, 1),
            (252, 1),
            (300, 40),
            (len(expected) + 1, 7),
            (10_000, 200),
        ):
            found = json.loads(await reader.read_earlier(state, log, before, limit))
            last = min(before - 1, len(expected))
            assert found == expected[max(0, last - limit) : last]

    with_reader(tmp_path, table, ask)


def test_others_have_their_turn_while_a_log_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if many want one at once: no two of them work in the same turn of the event loop."""
    monkeypatch.setattr(reader_module, "SLICE_SECONDS", 0)
    table = halfway()

    async def read(reader: LogReader) -> None:
        turns = 0

        async def take_turns() -> None:
            nonlocal turns
            while True:
                turns += 1
                await asyncio.sleep(0)

        others = asyncio.create_task(take_turns())
        await asyncio.gather(*(reader.read(table.state.terms, len(table.events)) for _ in range(3)))
        others.cancel()
        assert turns >= 3 * len(table.events)

    with_reader(tmp_path, table, read)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    running = RunningServer(tmp_path_factory.mktemp("server")).start().ready()
    yield running
    running.kill()


def prolong(server: RunningServer, table: str, events: int) -> None:
    """Have very much happen at a table while the server is down."""
    people = server.query("SELECT person FROM events WHERE table_id = ? AND kind = 'sat' ORDER BY number", table)
    position = server.query("SELECT seat, text, at FROM events WHERE table_id = ? ORDER BY number DESC", table)
    seat, action, at = position[0]
    number = len(position)
    rows = []
    for each in range(events):
        row: tuple[object, ...] = (table, number + each + 1, at)
        match each % 3:
            case 0:
                row += ("undone", seat, None, "", "")
            case 1:
                row += ("moved", seat, None, action, "")
            case _:
                row += ("renamed", None, people[0][0], "Anna", "")
        rows.append(row)
    with closing(sqlite3.connect(server.database.removeprefix("sqlite:///"))) as connection, connection:
        connection.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)


class Stopwatch:
    """A client at another table who repeats a request, and notes the longest wait."""

    def __init__(self, server: RunningServer, meet: Meet) -> None:
        anna = meet(server, "Ute")
        self._line = anna.sit_live(anna.set_up("poule", ["me", "open"])["id"])
        self._line.next_update()
        self._ended = threading.Event()
        self.longest = 0.0

    def _ask(self) -> None:
        while not self._ended.is_set():
            began = time.perf_counter()
            self._line.send("watch_seat")
            self._line.receive()
            self.longest = max(self.longest, time.perf_counter() - began)

    def during(self, work: Callable[[], None]) -> float:
        asking = threading.Thread(target=self._ask)
        asking.start()
        work()
        self._ended.set()
        asking.join()
        return self.longest


def test_a_table_of_very_many_events_stops_nobody_and_sends_little(house: RunningServer, meet: Meet) -> None:
    """Its owner changes her name, and a stranger looks at it: first a table of few events, then the long one."""
    lengths = 30, LONG
    tables: list[tuple[str, Visitor]] = []
    for _ in lengths:
        table, lines = seat_two(house, meet)
        play_on(lines, random.Random(1), moves=8)
        tables.append((table, lines[0].visitor))
    house.stop()
    for length, (table, _) in zip(lengths, tables, strict=True):
        prolong(house, table, length)
    house.start().ready()
    stranger = meet(house)
    stops = []
    for length, (table, owner) in zip(lengths, tables, strict=True):
        stops.append(Stopwatch(house, meet).during(partial(look_at, length, table, owner, stranger)))
    assert max(map(len, stranger.heard)) < 200 * 1024
    assert stops[1] < 5 * stops[0] + 0.5, "it was more than a second when logs were read at once"


def look_at(length: int, table: str, owner: Visitor, stranger: Visitor) -> None:
    for name in ("Anne", "Anna"):
        owner.post("/api/me", {"name": name})
    update = stranger.watch(table)
    assert update["number"] > length
    assert update["table"]["seats"][0]["name"] == "Anna"
    assert len(update["events"]) == min(update["number"], MOST_EVENTS_SENT)
    earlier = stranger.get(f"/api/tables/{table}/events", before=length, limit=200)
    assert [event["number"] for event in earlier] == list(range(max(1, length - 200), length))


def test_events_are_asked_for_within_limits(house: RunningServer, meet: Meet) -> None:
    table, lines = seat_two(house, meet)
    play_on(lines, random.Random(1), moves=5)
    stranger = meet(house)
    found = stranger.get(f"/api/tables/{table}/events", before=7, limit=3)
    assert found == [event for event in stranger.watch(table)["events"] if 4 <= event["number"] < 7]
    for query in ({"before": 0}, {"before": 5, "limit": 201}, {"limit": 5}):
        with pytest.raises(Refused, match=r"422.*message\.invalid"):
            stranger.get(f"/api/tables/{table}/events", **query)


def test_earlier_positions_are_shown_as_a_seat_saw_them_then(house: RunningServer, meet: Meet) -> None:
    """Without what was taken back; as many as there are, and none before the deal."""
    anna, bert = meet(house, "Anna"), meet(house, "Bert")
    table = anna.set_up("poule", ["me", "open"])
    views = f"/api/tables/{table['id']}/views"
    assert anna.get(views, count=5) == {"number": 0, "views": []}
    anna.command(table["id"], "sit")
    bert.command(table["id"], "sit", invitation=table["invitation"])
    seen = [anna.command(table["id"], "start")["view"]]
    for _ in range(3):
        mover = (anna, bert)[seen[-1]["to_move"]]
        stalls = [action for action in mover.watch(table["id"])["view"]["legal"] if action.startswith("stall")]
        for kind, action in (("move", stalls[0]), ("undo", None), ("move", stalls[1])):
            named = {"action": action} if action else {}
            mover.command(table["id"], kind, number=anna.watch(table["id"])["number"], **named)
        seen.append(anna.watch(table["id"])["view"])
    assert anna.get(views, count=100) == {"number": anna.watch(table["id"])["number"], "views": seen}
    assert anna.get(views, count=2)["views"] == seen[-2:]
    assert [view["seat"] for view in meet(house).get(views, count=3)["views"]] == [None] * 3
    for count in (0, 101):
        with pytest.raises(Refused, match=r"422.*message\.invalid"):
            anna.get(views, count=count)
