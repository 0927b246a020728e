"""The stored parts of a table, in this database or in a browser's own."""

import re
from typing import Final, NamedTuple, Protocol, Self

import orjson

from estaminet.contests import Result
from estaminet.engine.registry import Registry
from estaminet.server.errors import Refusal
from estaminet.server.rules.events import Event, EventKind
from estaminet.server.rules.plan import Opening, TablePlan, Terms
from estaminet.server.rules.results import HintNote
from estaminet.server.rules.state import State


class Entry(NamedTuple):
    """An event on its way into the log."""

    event: Event
    before: State
    after: State

    @property
    def table_id(self) -> str:
        return self.after.terms.id

    @property
    def guest(self) -> str | None:
        """The person who sits down by it, who must exist."""
        return self.event.person if self.event.kind is EventKind.SAT else None

    @property
    def changes_lists(self) -> bool:
        """Whether it changes lists of tables; only the last of several moves does."""
        is_play = self.event.kind in (EventKind.MOVED, EventKind.UNDONE)
        return not is_play or self.before.status is not self.after.status


class EventWriter(Protocol):
    """Writes events into logs."""

    async def append(self, entry: Entry) -> bool:
        """Write an event; False if another one has its number."""


class HintNotes(Protocol):
    """Notes the hints that people had."""

    async def note(self, table_id: str, hint: HintNote) -> None: ...


class TableStore(Protocol):
    """The store of the logs of tables."""

    @property
    def is_shared(self) -> bool:
        """Whether others write into the same logs."""

    @property
    def writer(self) -> EventWriter: ...

    @property
    def hints(self) -> HintNotes: ...

    async def load_events(self, table_id: str, after: int = 0, limit: int | None = None) -> list[Event]: ...


class TableSummary(NamedTuple):
    """A table in a list."""

    id: str
    status: str
    summary: dict[str, object]
    touched: int
    owner: str | None


class FinishedGame(NamedTuple):
    """A finished game of somebody."""

    table: str
    summary: dict[str, object]
    touched: int
    review: bytes | None
    """Compressed, as it is stored; None if nobody has looked back on it."""


class Challenge(NamedTuple):
    """A challenge to others."""

    id: str
    plan: dict[str, object]
    """The game and its terms, as they were asked for."""
    author: str
    """The name of whoever set it up."""
    seed: bytes
    """Secret: the deals follow from it."""


class Try(NamedTuple):
    """How somebody plays the deal of a contest, or has played it."""

    person: str
    table: TableSummary
    mark: str
    """A mark of its connection: the same for all from one connection, and otherwise meaningless."""
    is_listed: bool
    """Whether their name stands in the list."""


class HouseGame(NamedTuple):
    """A game of `king` in a contest."""

    actions: tuple[str, ...]
    result: Result


class ContestKeeper(Protocol):
    """The store of contests."""

    async def find(self, challenge_id: str) -> Challenge | None:
        """A challenge."""

    async def enter(self, key: str, person: str, table_id: str, mark: str, now: int) -> bool:
        """Enter somebody's try at a deal; False if there is one already."""

    async def find_try(self, key: str, person: str) -> Try | None:
        """Somebody's try at a deal."""

    async def list_tries(self, key: str) -> list[Try]:
        """All finished tries at a deal."""

    async def count(self, keys: list[str]) -> dict[str, int]:
        """The number of finished tries at each of these deals."""

    async def add_house_game(self, key: str, number: int, game: HouseGame, now: int) -> None:
        """Add a game of `king`."""

    async def list_house_games(self, key: str) -> dict[int, HouseGame]:
        """The games of `king`, by their numbers."""


PLACE: Final = re.compile(r"([0-9]{1,15})\.([A-Za-z0-9_-]{1,60})")


class Place(NamedTuple):
    """A place in somebody's list of finished games, which they read page by page: the last one they got."""

    touched: int
    table: str

    @classmethod
    def of(cls, game: FinishedGame) -> Self:
        return cls(game.touched, game.table)

    @classmethod
    def read(cls, text: str) -> Self:
        """From its text; ``message.invalid`` if it is none."""
        found = PLACE.fullmatch(text)
        if not found:
            raise Refusal("message.invalid", "This is no place among your games: use `next` of the last answer.")
        return cls(int(found[1]), found[2])

    def __str__(self) -> str:
        return f"{self.touched}.{self.table}"


def write_terms(terms: Terms) -> str:
    """Terms as they are stored, without the seed."""
    members = {
        "id": terms.id,
        "invitation": terms.invitation,
        "plan": terms.plan.model_dump(mode="json"),
        "owner": terms.owner,
        "people": terms.people,
        "names": terms.names,
        "wording": terms.wording,
        "turned": terms.seat_rotation,
        "opening": terms.opening and terms.opening.to_data(),
    }
    return orjson.dumps(members).decode()


def read_terms(data: str, seed: bytes, registry: Registry) -> Terms:
    """Terms as they were stored."""
    members = orjson.loads(data)
    plan = TablePlan.model_validate_json(orjson.dumps(members["plan"]))
    game = registry.find(plan.game)
    opening = members.get("opening") or members.get("lesson")
    return Terms(
        id=members["id"], invitation=members["invitation"], game=game, options=game.options.resolve(plan.options),
        plan=plan, owner=members["owner"], people=tuple(members["people"]), names=tuple(members["names"]),
        seed=bytes(seed), wording=str(members.get("wording", "")), seat_rotation=int(members.get("turned", 0)),
        opening=Opening.read(opening) if opening else None,
    )  # fmt: skip
