"""All tables of a server as JSON Lines, to keep or to carry to another server. Holds every secret: for operators."""

from collections.abc import AsyncIterator
from typing import Final

import orjson
from sqlalchemy import insert

from estaminet.engine.errors import BadRecord, EstaminetError
from estaminet.table import schema
from estaminet.table.events import Event, Kind, read_event
from estaminet.table.picture import summarize
from estaminet.table.state import Status, TableState
from estaminet.table.store import Store, Summary, write_terms

FORMAT: Final = "estaminet-table/1"


async def export_tables(store: Store, *, finished_only: bool) -> AsyncIterator[bytes]:
    """One line for every table, the oldest first."""
    for table_id in await store.list_all():
        found = await store.load_table(table_id)
        if found is None:
            continue
        terms, events = found
        state = replay(TableState(terms), events)
        if finished_only and state.status is not Status.OVER:
            continue
        line = {
            "format": FORMAT,
            "terms": orjson.Fragment(write_terms(terms)),
            "seed": terms.seed.hex(),
            "events": [list(event) for event in events],
        }
        yield orjson.dumps(line)


async def import_table(store: Store, line: bytes) -> bool:
    """Add the table of a line, after every event has been checked; False if it is there already."""
    state = read_line(store, line)
    terms = state.terms
    if await store.load_table(terms.id) is not None:
        return False
    first = state.events[0].at if state.events else 0
    await store.add_table(terms, Summary(state.status, summarize(state)), max(first, state.last_at))
    rows = [{"table_id": terms.id, **event._asdict()} for event in state.events]
    people = {event.person for event in state.events if event.kind is Kind.SAT and event.person} - set(terms.people)
    async with store.engine.begin() as connection:
        if rows:
            await connection.execute(insert(schema.events), rows)
        for person in sorted(people):
            await connection.execute(insert(schema.visits), {"person": person, "table_id": terms.id})
    return True


def read_line(store: Store, line: bytes) -> TableState:
    """The table of a line; BadRecord says what is wrong with it."""
    try:
        members = orjson.loads(line)
        if members["format"] != FORMAT:
            raise BadRecord(f"The format of a table is {FORMAT!r}, not {members['format']!r:.60}.")
        terms = store.read_terms(orjson.dumps(members["terms"]).decode(), bytes.fromhex(members["seed"]))
        events = [read_event(event) for event in members["events"]]
        return replay(TableState(terms), events)
    except EstaminetError:
        raise
    except (ValueError, KeyError, TypeError, IndexError, AttributeError) as error:
        raise BadRecord(f"This is no table of a server: {error}.") from error


def replay(state: TableState, events: list[Event]) -> TableState:
    for event in events:
        state.apply(event)
    return state
