"""What a person at a table is told: the whole picture in one message. Made of views, which know no secrets."""

from collections.abc import Mapping
from typing import Final, Literal

import orjson
from typing_extensions import TypedDict  # pydantic needs this one before Python 3.12

from estaminet.engine.fairness import commit
from estaminet.engine.game import Message
from estaminet.engine.kernel import Known
from estaminet.engine.options import OptionValue
from estaminet.engine.position import OwnView, Position, View
from estaminet.table.events import Event
from estaminet.table.setup import NoClock
from estaminet.table.state import Status, TableState

PROTOCOL: Final = 1
"""Version of the messages. It changes when an old client could misunderstand."""
OWN_MEMBERS: Final = OwnView.__annotations__.keys()
"""What of a view is written for each viewer."""
LARGE: Final = (list, dict)
"""What may be worth keeping as it was written."""
SHORTEST_PART: Final = 3
"""What has fewer members is written anew each time."""
LASTING: Final = 3
"""What has been shown so often without a change will be shown again."""


class ToldMessage(TypedDict):
    """A sentence of the log, in no language yet."""

    key: str
    arguments: dict[str, str | int]


class EventMessage(TypedDict):
    """Something that happened at the table."""

    number: int
    at: int
    """Milliseconds since 1970."""
    kind: str
    seat: int | None
    text: str
    """The action, the name, the level or the table that the event is about."""
    told: list[ToldMessage]
    """What an action did, as anybody at the table saw it."""


class SeatMessage(TypedDict):
    """A seat and who has it."""

    name: str
    level: str | None
    """Of the house player who plays for it."""
    is_taken: bool
    """Whether a person has it."""
    is_ready: bool
    """Whether it can begin: somebody sat down, or a house player has it."""
    is_here: bool
    """Whether its person is connected now."""
    is_local: bool
    """Whether it shares the device of who set up the table."""
    has_lost: bool
    salt: str | None
    """What it added to the deal."""


class OutcomeMessage(TypedDict):
    """How the game ended."""

    reason: Literal["finished", "resigned", "time", "agreed", "left", "expired"]
    winners: list[int]


class ProofMessage(TypedDict):
    """All that is needed to draw the deal again."""

    commitment: str
    seed: str
    salts: list[str]


class TableMessage(TypedDict):
    """What everybody may know of a table, but for the game itself."""

    id: str
    game: str
    options: dict[str, OptionValue]
    status: Literal["waiting", "playing", "over"]
    is_public: bool
    seats: list[SeatMessage]
    clock: dict[str, str | int]
    at_zero: str
    commitment: str
    """SHA-256 of the server's seed, published before anybody sat."""
    stop_wanted_by: list[int]
    """The seats that want to stop."""
    outcome: OutcomeMessage | None
    proof: ProofMessage | None
    """None until the game is over."""
    rematch: str
    """The table where the same people meet again."""
    watching: int
    """How many are connected without a seat."""


class ClockMessage(TypedDict):
    """The clocks at the moment of the message."""

    now: int
    """Milliseconds since 1970, as the server sees it."""
    deadline: int | None
    """When the time of the seat to move is up."""
    left: list[int]
    """Milliseconds that each seat had left when the clock that runs was started."""


class YouMessage(TypedDict):
    """What concerns the receiver alone."""

    seats: list[int]
    looking_at: int | None
    """Whose view this is; None for what nobody in particular may know."""
    is_owner: bool
    invitation: str | None
    """For who sits at the table: with it, others may sit down."""
    can_undo: bool


class ViewMessage(TypedDict):
    """The game as the receiver may see it."""

    game: str
    players: int
    options: dict[str, OptionValue]
    seat: int | None
    ply: int
    to_move: int | None
    scores: list[int | float]
    winners: list[int] | None
    board: Mapping[str, object]
    """The game's own part."""
    legal: list[str]
    """What the receiver can do now: texts of the game's actions."""


class UpdateMessage(TypedDict):
    """The whole picture, and what happened since the last one."""

    type: Literal["update"]
    protocol: int
    number: int
    """The number of the last event: a move names it."""
    events: list[EventMessage]
    table: TableMessage
    clock: ClockMessage | None
    you: YouMessage
    view: ViewMessage | None
    """None before the deal."""


class FrameMessage(TypedDict):
    """A position of a game that is looked at again."""

    view: ViewMessage
    action: str
    """What led to it; empty for the first one."""
    told: list[ToldMessage]


class ReplayMessage(TypedDict):
    """A whole game, to be looked at again."""

    game: str
    names: list[str]
    """As far as the record tells them."""
    frames: list[FrameMessage]


class RefusalMessage(TypedDict):
    """Why something was not done. Nothing has changed."""

    type: Literal["refusal"]
    code: str
    """Stable name of this kind of error."""
    sentence: str
    rule: str | None
    """Number of the rule of the game that forbids it."""
    id: str | None
    """Of the message that was refused."""


def shrink(data: bytes) -> bytes:
    """The same bytes in as much memory as they need: fresh from orjson they hold on to four kilobytes and more."""
    return bytes(memoryview(data))


def kept(data: object) -> orjson.Fragment:
    """Something written, to be part of many messages."""
    return orjson.Fragment(shrink(orjson.dumps(data)))


def opened(data: Mapping[str, object]) -> bytes:
    """An object as it is written, up to where more members may follow."""
    return orjson.dumps(data)[:-1]


class Views:
    """Views as they are sent. What everybody sees of a position is written once."""

    def __init__(self) -> None:
        self.view: View | None = None
        """What everybody sees now."""
        self._seen: Known | None = None
        self._written: tuple[View, View | None] | None = None
        """What was written last, and since which view."""
        self._shared = b""
        """What follows on the viewer's own members."""
        self._board = b""
        """The same of the board."""
        self._parts: dict[str, Part] = {}

    def write(self, position: Position, seen: Known, own: OwnView, since: View | None = None) -> bytes:
        """What everybody has seen, and what is a viewer's own; `GET /api/games` says what actions point at.

        To a viewer who has an earlier view, what everybody sees is written only where it has changed.
        """
        if self.view is None or seen is not self._seen:
            self.view, self._seen = position.view(known=seen), seen
        if self._written is None or self._written[0] is not self.view or self._written[1] is not since:
            self._share(self.view, since, own["board"])
            self._written = self.view, since
        first = opened({"seat": own["seat"], "legal": own["legal"]})
        return b"".join((first, self._shared, opened(own["board"]), self._board, b"}"))

    def _share(self, view: View, since: View | None, own: Mapping[str, object]) -> None:
        """Write what everybody sees, without the members of the board that are each viewer's own."""
        old = since["board"] if since else {}
        board = {
            name: self._part(name, part) if isinstance(part, LARGE) and len(part) >= SHORTEST_PART else part
            for name, part in view["board"].items()
            if name not in own and (since is None or old[name] != part)
        }
        self._board = (b"," if board and own else b"") + orjson.dumps(board)[1:]
        shared = {
            name: part
            for name, part in view.items()
            if name not in OWN_MEMBERS and (since is None or since[name] != part)  # type: ignore[literal-required]
        }
        self._shared = (b"," + opened(shared)[1:] if shared else b"") + b',"board":'

    def _part(self, name: str, data: object) -> object:
        """Games hand out the very same list or object as long as it has not changed: what lasts is written once."""
        part = self._parts.get(name)
        if part is None or part.data is not data:
            self._parts[name] = Part(data)
            return data
        part.times += 1
        if part.times == LASTING:
            part.written = kept(data)
        return part.written or data


class Part:
    """A member of a view that may stay as it is for a while."""

    __slots__ = "data", "times", "written"

    def __init__(self, data: object) -> None:
        self.data = data
        self.times = 1
        """How often it has been shown."""
        self.written: orjson.Fragment | None = None


def event_message(event: Event, told: list[Message]) -> EventMessage:
    """An event without who it was: people are known by their seats."""
    return {
        "number": event.number,
        "at": event.at,
        "kind": event.kind,
        "seat": event.seat,
        "text": event.text,
        "told": told_messages(told),
    }


def told_messages(told: list[Message]) -> list[ToldMessage]:
    return [{"key": each.key, "arguments": dict(each.arguments)} for each in told]


def table_message(state: TableState, here: set[str], watching: int) -> TableMessage:
    terms, outcome = state.terms, state.outcome
    proof = state.proof if state.status is Status.OVER and state.position else None
    return {
        "id": terms.id,
        "game": terms.game.name,
        "options": terms.options,
        "status": state.status.value,
        "is_public": terms.plan.is_public,
        "seats": [
            {
                "name": seat.name,
                "level": seat.level,
                "is_taken": seat.person is not None,
                "is_ready": seat.is_ready,
                "is_here": seat.person in here,
                "is_local": seat.is_local,
                "has_lost": seat.has_lost,
                "salt": seat.salt,
            }
            for seat in state.seats
        ],
        "clock": terms.plan.clock.model_dump(),
        "at_zero": terms.plan.at_zero,
        "commitment": commit(terms.seed),
        "stop_wanted_by": [number for number, seat in enumerate(state.seats) if seat.person in state.agreed],
        "outcome": {"reason": outcome.reason.value, "winners": list(outcome.winners)} if outcome else None,
        "proof": {"commitment": proof.commitment, "seed": proof.seed, "salts": list(proof.salts)} if proof else None,
        "rematch": state.rematch,
        "watching": watching,
    }


def clock_message(state: TableState, now: int) -> ClockMessage | None:
    if isinstance(state.terms.plan.clock, NoClock):
        return None
    return {"now": now, "deadline": state.clocks.deadline, "left": state.clocks.left()}


def summarize(state: TableState) -> dict[str, object]:
    """What a list shows of a table."""
    return {
        "game": state.terms.game.name,
        "options": state.terms.options,
        "seats": [
            {"name": seat.name, "level": seat.level, "is_free": seat.person is None and seat.level is None}
            for seat in state.seats
        ],
        "winners": list(state.outcome.winners) if state.outcome else None,
    }


class Log:
    """The events of a table as they are sent, each written once."""

    def __init__(self) -> None:
        self._lines: list[bytes] = []

    def add(self, event: Event, told: list[Message]) -> None:
        self._lines.append(shrink(orjson.dumps(event_message(event, told))))

    def since(self, number: int) -> orjson.Fragment:
        """All events after a number."""
        return orjson.Fragment(b"[" + b",".join(self._lines[number:]) + b"]")

    def __len__(self) -> int:
        return len(self._lines)
