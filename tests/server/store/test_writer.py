"""The log of a table has one event of each number, and whoever wrote it alone is told so."""

import asyncio
from pathlib import Path

import pytest

from estaminet.games import REGISTRY
from estaminet.server.rules.apply import apply
from estaminet.server.rules.events import EventKind
from estaminet.server.rules.permissions import next_event
from estaminet.server.store.database import Store
from estaminet.server.store.rows import Entry
from tests.server.tables import started


def test_of_two_events_with_one_number_in_a_batch_one_is_told_that_it_is_written(tmp_path: Path) -> None:
    table = started()
    first = next_event(table.state, table.now, EventKind.RENAMED, person="anna", text="Anne")
    second = first._replace(text="Annabel")

    async def go() -> tuple[list[bool], list[str]]:
        store = Store(f"sqlite:///{tmp_path / 'log.db'}", REGISTRY)
        await store.open()
        await store.add_table(table.state, 1, table.events)
        entries = [Entry(each, table.state, apply(table.state, each)) for each in (first, second)]
        told = await asyncio.gather(*(store.writer.append(entry) for entry in entries))
        kept = await store.load_events(table.state.terms.id, table.state.number)
        await store.close()
        return told, [event.text for event in kept]

    assert asyncio.run(go()) == ([True, False], ["Anne"])


def test_of_two_moves_with_one_number_in_a_batch_one_is_told_that_it_is_written(tmp_path: Path) -> None:
    """Moves alone take the short way, which writes all of a batch or nothing; then the long one goes through it."""
    table = started()
    before, seat = table.state, table.state.to_move
    assert before.play is not None
    game = before.terms.game
    first, second = (
        next_event(before, table.now, EventKind.MOVED, seat=seat, text=game.action(code).text)
        for code in before.play.legal[:2]
    )

    async def go() -> tuple[list[bool], list[bool], list[str]]:
        store = Store(f"sqlite:///{tmp_path / 'log.db'}", REGISTRY)
        await store.open()
        await store.add_table(before, 1, table.events)
        entries = [Entry(each, before, apply(before, each)) for each in (first, second)]
        told = await asyncio.gather(*(store.writer.append(entry) for entry in entries))
        again = [await store.writer.append(entries[0])]
        kept = await store.load_events(before.terms.id, before.number)
        await store.close()
        return told, again, [event.text for event in kept]

    assert asyncio.run(go()) == ([True, False], [False], [first.text])


def test_moves_are_written_in_one_trip_and_survive_the_writer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The short way is taken, and what it wrote is there for another connection at once."""
    table = started()
    before = table.state
    assert before.play is not None
    text = before.terms.game.action(before.play.legal[0]).text
    moved = next_event(before, table.now, EventKind.MOVED, seat=before.to_move, text=text)

    async def go() -> tuple[bool, list[str]]:
        store = Store(f"sqlite:///{tmp_path / 'log.db'}", REGISTRY)
        await store.open()
        await store.add_table(before, 1, table.events)
        monkeypatch.setattr(store.writer, "_write", None)  # the long way would fail
        is_written = await store.writer.append(Entry(moved, before, apply(before, moved)))
        other = Store(f"sqlite:///{tmp_path / 'log.db'}", REGISTRY)
        kept = await other.load_events(before.terms.id, before.number)
        await other.close()
        await store.close()
        return is_written, [event.text for event in kept]

    assert asyncio.run(go()) == (True, [text])
