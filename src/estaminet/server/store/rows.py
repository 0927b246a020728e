"""What is kept of tables, whatever keeps it: a database here, or the browser's own where a page is the house."""

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
        """The person who sits down by it, and must exist to do so."""
        return self.event.person if self.event.kind is EventKind.SAT else None

    @property
    def changes_lists(self) -> bool:
        """Whether lists of tables must learn of it; of moves only the last one concerns them."""
        is_play = self.event.kind in (EventKind.MOVED, EventKind.UNDONE)
        return not is_play or self.before.status is not self.after.status


class EventWriter(Protocol):
    """Writes events into logs."""

    async def append(self, entry: Entry) -> bool:
        """Whether the event is in the log now; not, if another has its number."""


class HintNotes(Protocol):
    """Notes which hints people had."""

    async def note(self, table_id: str, hint: HintNote) -> None: ...


class TableStore(Protocol):
    """What keeps the logs of tables."""

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
    """Deals that somebody challenges others to."""

    id: str
    plan: dict[str, object]
    """What is played, as it was asked for."""
    author: str
    """The name of whoever set it up."""
    seed: bytes
    """Secret: the deals follow from it."""


class Try(NamedTuple):
    """How somebody plays the deal of a contest, or has played it."""

    person: str
    table: TableSummary
    mark: str
    """From which connection it was begun: the same for all that come from one, and says nothing else."""
    is_listed: bool
    """Whether their name stands in the list."""


class HouseGame(NamedTuple):
    """How `king` played the deal of a contest."""

    actions: tuple[str, ...]
    result: Result


class ContestKeeper(Protocol):
    """What keeps contests."""

    async def find(self, challenge_id: str) -> Challenge | None:
        """A challenge."""

    async def enter(self, key: str, person: str, table_id: str, mark: str, now: int) -> bool:
        """Have somebody play a deal at a table; False if they play it already, or have."""

    async def find_try(self, key: str, person: str) -> Try | None:
        """How somebody plays a deal, or has played it."""

    async def list_tries(self, key: str) -> list[Try]:
        """How everybody has played a deal who has finished it."""

    async def count(self, keys: list[str]) -> dict[str, int]:
        """How many have finished each of these deals."""

    async def add_house_game(self, key: str, number: int, game: HouseGame, now: int) -> None:
        """Keep how `king` has played a deal."""

    async def list_house_games(self, key: str) -> dict[int, HouseGame]:
        """How `king` has played a deal, by the numbers of the games."""


PLACE: Final = re.compile(r"([0-9]{1,15})\.([A-Za-z0-9_-]{1,60})")


class Place(NamedTuple):
    """Where somebody who reads their finished games page by page has come to: the last one they were told."""

    touched: int
    table: str

    @classmethod
    def of(cls, game: FinishedGame) -> Self:
        return cls(game.touched, game.table)

    @classmethod
    def read(cls, text: str) -> Self:
        """What was told as text; ``message.invalid`` if it is none."""
        found = PLACE.fullmatch(text)
        if not found:
            raise Refusal("message.invalid", "This is no place among your games: ask for the next one you were told.")
        return cls(int(found[1]), found[2])

    def __str__(self) -> str:
        return f"{self.touched}.{self.table}"


def write_terms(terms: Terms) -> str:
    """Terms as they are stored, but for the seed."""
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
