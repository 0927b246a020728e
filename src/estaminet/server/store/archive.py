"""All tables of a server as JSON Lines, to keep or to carry to another server. Holds every secret: for operators."""

from collections.abc import AsyncIterator
from typing import Final, NamedTuple

import orjson

from estaminet.engine.errors import BadRecord, EstaminetError
from estaminet.server.errors import StoreUnreachable
from estaminet.server.rules.apply import replay
from estaminet.server.rules.events import Event, read_event
from estaminet.server.rules.plan import Terms
from estaminet.server.rules.state import State, Status
from estaminet.server.store.database import Store, write_terms

FORMAT: Final = "estaminet-table/1"


class Damaged(NamedTuple):
    """A table that cannot be read, and why."""

    table_id: str
    sentence: str


async def export_tables(store: Store, *, finished_only: bool) -> AsyncIterator[bytes | Damaged]:
    """One line for every table, the oldest first. Those that are damaged are named, and left out."""
    for table_id in await store.list_all():
        try:
            found = await store.load_table(table_id)
            state = replay(*found) if found else None
        except StoreUnreachable:
            raise
        except EstaminetError as error:
            yield Damaged(table_id, error.sentence)
        except ValueError as error:
            yield Damaged(table_id, f"Its log is damaged: {error}.")
        else:
            if found and state and (state.status is Status.OVER or not finished_only):
                yield write_line(*found)


def write_line(terms: Terms, events: list[Event]) -> bytes:
    """A table as it is exported."""
    line = {
        "format": FORMAT,
        "terms": orjson.Fragment(write_terms(terms)),
        "seed": terms.seed.hex(),
        "events": [list(event) for event in events],
    }
    return orjson.dumps(line)


async def import_table(store: Store, line: bytes) -> bool:
    """Add the table of a line, after every event has been checked; False if it is there already."""
    state, events = read_line(store, line)
    if await store.load_table(state.terms.id) is not None:
        return False
    await store.add_table(state, state.at, events)
    return True


def read_line(store: Store, line: bytes) -> tuple[State, list[Event]]:
    """The table of a line, and how it came about; BadRecord says what is wrong with it."""
    try:
        members = orjson.loads(line)
        if members["format"] != FORMAT:
            raise BadRecord(f"The format of a table is {FORMAT!r}, not {members['format']!r:.60}.")
        terms = store.read_terms(orjson.dumps(members["terms"]).decode(), bytes.fromhex(members["seed"]))
        events = [read_event(event) for event in members["events"]]
        return replay(terms, events), events
    except EstaminetError:
        raise
    except (ValueError, KeyError, TypeError, IndexError, AttributeError) as error:
        raise BadRecord(f"This is no table of a server: {error}.") from error
