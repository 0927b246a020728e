"""Storage of a device: tables with their logs, and a few values. In a browser that is IndexedDB."""

import json
from collections.abc import Iterable, Sequence
from typing import Any, Final, Protocol

from estaminet.contests import Result
from estaminet.engine.registry import Registry
from estaminet.server.errors import BrokenTable, Refusal, StoreUnreachable, UnknownTable
from estaminet.server.live.listing import listed
from estaminet.server.rules.events import Event, read_event
from estaminet.server.rules.plan import Terms
from estaminet.server.rules.results import HintNote
from estaminet.server.rules.state import State, Status, Turn
from estaminet.server.store.rows import Challenge, Entry, HouseGame, TableSummary, Try, read_terms, write_terms

PREFIX: Final = "device-"
"""The prefix of a device's table and review ids: it tells a page where to send requests."""
ALL: Final = 1_000_000
"""No log has as many events."""


class KeyValueStore(Protocol):
    """The device's own store. All values are JSON texts; what is written survives a power failure.

    It refuses with an error whose `code` is "store.full" or "store.none", and stores nothing then.
    """

    async def add_table(self, table_id: str, terms: str, summary: str, events: str) -> None:
        """A new table; `events` is the list of its events so far."""

    async def append(self, table_id: str, number: int, event: str, summary: str) -> bool:
        """Add an event to a log. False if the number is taken: another page was faster."""

    async def events(self, table_id: str, after: int, most: int) -> Iterable[str]:
        """The events after a number, in their order."""

    async def table(self, table_id: str) -> str | None:
        """The terms of a table."""

    async def tables(self) -> Iterable[str]:
        """The summaries of all tables, the latest change first."""

    async def remove(self, table_id: str) -> None:
        """Forget a table."""

    async def get(self, name: str) -> str | None:
        """A value."""

    async def put(self, name: str, value: str) -> None:
        """Keep a value, in place of an older one."""


class DeviceStore:
    """A device's tables, for sessions."""

    is_shared = True
    """Other pages of the same browser write to the same logs."""

    def __init__(self, keeper: KeyValueStore, registry: Registry, person: str) -> None:
        self._keeper, self._registry, self._person = keeper, registry, person
        self.writer = self
        self.hints = self

    # For sessions

    async def append(self, entry: Entry) -> bool:
        """Write an event into the log of its table."""
        event, after = entry.event, entry.after
        hints = await self.list_hints(entry.table_id) if after.status is Status.OVER else ()
        summary = self._summarize(after, hints)
        return bool(await self._ask(self._keeper.append(entry.table_id, event.number, write_event(event), summary)))

    async def load_events(self, table_id: str, after: int = 0, limit: int | None = None) -> list[Event]:
        """The events of a table after a number."""
        rows = await self._ask(self._keeper.events(table_id, after, limit or ALL))
        try:
            return [read_event(json.loads(row)) for row in rows]
        except (ValueError, TypeError) as error:
            raise BrokenTable("This table cannot be opened: its log is damaged.") from error

    async def note(self, table_id: str, hint: HintNote) -> None:
        """Store a note on a given hint."""
        hints = [each for each in await self.list_hints(table_id) if (each.person, each.ply) != hint[:2]]
        await self.put(f"hints/{table_id}", [*hints, hint])

    async def list_hints(self, table_id: str) -> list[HintNote]:
        """The hints given at a table."""
        return [HintNote(*each) for each in await self.get(f"hints/{table_id}") or ()]

    # Tables

    async def add_table(self, state: State, events: Sequence[Event] = ()) -> None:
        """A new table, with its events so far."""
        terms = json.dumps({"terms": write_terms(state.terms), "seed": state.terms.seed.hex()})
        written = json.dumps([write_event(event) for event in events])
        await self._ask(self._keeper.add_table(state.terms.id, terms, self._summarize(state), written))

    async def remove(self, table_id: str) -> None:
        """Forget a table, with its hints."""
        await self.put(f"hints/{table_id}", None)
        await self._ask(self._keeper.remove(table_id))

    async def find_terms(self, table_id: str) -> Terms:
        """The terms of a table."""
        found = await self._ask(self._keeper.table(table_id))
        if not found:
            raise UnknownTable("There is no such table on this device, or it was deleted.")
        try:
            members = json.loads(found)
            return read_terms(members["terms"], bytes.fromhex(members["seed"]), self._registry)
        except (ValueError, KeyError, TypeError) as error:
            raise BrokenTable("This table cannot be opened: its terms are damaged.") from error

    async def list_tables(self) -> list[TableSummary]:
        """All tables, the latest change first."""
        rows = [json.loads(each) for each in await self._ask(self._keeper.tables())]
        members = ((each["id"], each["status"], each["summary"], each["touched"]) for each in rows)
        return [TableSummary(*each, self._person) for each in members]

    async def list_branches(self) -> list[TableSummary]:
        """The tables of branches, the oldest first."""
        return [each for each in await self.list_tables() if each.summary.get("opening") == "branch"][::-1]

    async def list_listed(self) -> list[dict[str, Any]]:
        """All tables but branches, as in lists."""
        tables = [json.loads(each)["listed"] for each in await self._ask(self._keeper.tables())]
        return [each for each in tables if each.get("opening") != "branch"]

    def _summarize(self, state: State, hints: Sequence[HintNote] = ()) -> str:
        """The data of lists: `listed` is the table for a page, which need not ask this house."""
        summary = state.summarize(hints)
        table = TableSummary(state.terms.id, state.status, summary, state.at, state.owner)
        members = {
            "id": table.id,
            "status": table.status,
            "touched": table.touched,
            "summary": summary,
            "listed": listed(table, self._person, Turn.of(state)),
        }
        return json.dumps(members)

    # Contests: the player is the only contestant

    async def find(self, challenge_id: str) -> Challenge | None:  # noqa: ARG002  # others are needed for one
        """There are no challenges."""
        return None

    async def enter(self, key: str, person: str, table_id: str, mark: str, now: int) -> bool:  # noqa: ARG002
        """Record the table of a deal; False if it is or was played already."""
        if await self.find_try(key, person):
            return False
        await self.put(f"contest/{key}", table_id)
        return True

    async def find_try(self, key: str, person: str) -> Try | None:
        """The try at a deal, if any."""
        table_id = await self.get(f"contest/{key}")
        tables = await self.list_tables() if table_id else ()
        return next((Try(person, each, "", is_listed=False) for each in tables if each.id == table_id), None)

    async def list_tries(self, key: str) -> list[Try]:
        """The same, if the game is over."""
        own = await self.find_try(key, self._person)
        return [own] if own and own.table.status == Status.OVER else []

    async def count(self, keys: list[str]) -> dict[str, int]:
        """The number of games of each deal."""
        return {key: len(await self.list_tries(key)) for key in keys}

    async def add_house_game(self, key: str, number: int, game: HouseGame, now: int) -> None:  # noqa: ARG002
        """Add a game of `king`."""
        games = await self.get(f"house-games/{key}") or {}
        await self.put(f"house-games/{key}", {**games, str(number): game})

    async def list_house_games(self, key: str) -> dict[int, HouseGame]:
        """The games of `king`, by their numbers."""
        games = await self.get(f"house-games/{key}") or {}
        return {int(number): HouseGame(tuple(actions), Result(*result)) for number, (actions, result) in games.items()}

    # Values

    async def get(self, name: str) -> Any:  # noqa: ANN401  # whatever was kept
        """A value; None if there is none."""
        found = await self._ask(self._keeper.get(name))
        return json.loads(found) if found else None

    async def put(self, name: str, value: object) -> None:
        """Keep a value."""
        await self._ask(self._keeper.put(name, json.dumps(value)))

    async def _ask(self, work: Any) -> Any:  # noqa: ANN401  # whatever the keeper gives
        """The store's answer; its refusals become the house's."""
        try:
            return await work
        except Exception as error:
            match getattr(error, "code", ""):
                case "store.full":
                    raise Refusal(
                        "store.full", "This device has no room left: delete finished games, or make room on it."
                    ) from error
                case "store.none":
                    raise Refusal(
                        "store.none", "This browser keeps nothing: a private window, for instance, cannot keep games."
                    ) from error
            raise StoreUnreachable("What is kept on this device cannot be read right now. Try again.") from error


def write_event(event: Event) -> str:
    return json.dumps(list(event))
