"""The log of a table has one event of each number, and whoever wrote it alone is told so."""

import asyncio
from pathlib import Path

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
