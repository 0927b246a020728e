"""What a person at a table is told: the whole picture in one message. Made of views, which know no secrets."""

import asyncio
from collections.abc import Mapping, Set
from typing import Final

import orjson

from estaminet.engine.fairness import commit
from estaminet.engine.game import LogLine
from estaminet.engine.kernel import Known
from estaminet.engine.position import OwnView, Position, View
from estaminet.table.clock import now
from estaminet.table.decisions import can_undo
from estaminet.table.events import Event, Kind
from estaminet.table.messages import ClockMessage, EventMessage, LineMessage, TableMessage, YouMessage
from estaminet.table.setup import NoClock
from estaminet.table.state import Status, TableState

PROTOCOL: Final = 2
"""Version of the messages. It changes when an old client could misunderstand."""
OWN_MEMBERS: Final = OwnView.__annotations__.keys()
"""What of a view is written for each viewer."""


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
            name: part
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


def event_message(event: Event, told: list[LogLine]) -> EventMessage:
    """An event without who it was: people are known by their seats."""
    return {
        "number": event.number,
        "at": event.at,
        "kind": event.kind,
        "seat": event.seat,
        "text": event.text,
        "lines": line_messages(told),
    }


def line_messages(told: list[LogLine]) -> list[LineMessage]:
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

    def add(self, event: Event, told: list[LogLine]) -> None:
        self._lines.append(shrink(orjson.dumps(event_message(event, told))))

    def since(self, number: int) -> orjson.Fragment:
        """All events after a number."""
        return orjson.Fragment(b"[" + b",".join(self._lines[number:]) + b"]")


class Watcher:
    """Somebody who is connected to a table."""

    def __init__(self, person: str | None, *, wants_changes: bool = False) -> None:
        self.person = person
        self.wants_changes = wants_changes
        """Whether to leave out what is as it was in the picture before."""
        self.watched_seat: int | None = None
        """The seat that somebody with several seats asked to see."""
        self.has = 0
        """The number of the last event that was sent."""
        self.table: orjson.Fragment | None = None
        """The table as it was last sent."""
        self.view: View | None = None
        """The view of everybody that was last sent."""
        self.news = asyncio.Event()
        self.news.set()


class Pictures:
    """The pictures of a table, for all who are connected. What is the same for several is written once."""

    def __init__(self, state: TableState, watchers: Set[Watcher]) -> None:
        self._state, self._watchers = state, watchers
        self._log: Log | None = None
        self._views = Views()
        self._table: orjson.Fragment | None = None
        self._moment: tuple[int, int, orjson.Fragment | None, bool] = 0, 0, None, False
        """What decides on the common part."""
        self._common = b""

    def take_in(self, event: Event) -> None:
        """Have the table take in an event, and note what is to be told of it."""
        state = self._state
        before = state.seen() if event.kind is Kind.MOVED and self._log is not None else None
        status = state.status
        state.apply(event)
        if event.kind is not Kind.MOVED or state.status is not status:
            self.see_who_is_here()
        if self._log is not None:
            self._log.add(event, tell(state, before) if before is not None else [])

    def see_who_is_here(self) -> None:
        """Somebody came or went, or the table has changed otherwise: it is written anew."""
        self._table = None

    def draw(self, watcher: Watcher) -> bytes:
        """The picture for somebody, whole or what has changed of it, with the events that they have not seen."""
        state, person = self._state, watcher.person
        seats = state.seats_of(person)
        seat = self._looking_at(watcher, seats)
        you: YouMessage = {
            "seats": seats,
            "watched_seat": seat,
            "is_owner": state.is_owner(person),
            "invitation": state.terms.invitation if seats else None,
            "can_undo": can_undo(state, person),
        }
        common = self._write_common(watcher)
        own = orjson.dumps({"clock": clock_message(state, now()), "you": you})
        view = b"null"
        if state.position:
            view = self._views.write(state.position, state.seen(), state.own_view(seat), watcher.view)
        watcher.has = state.number
        if watcher.wants_changes:
            watcher.table, watcher.view = self._table, self._views.view
        return b"".join((common, b",", memoryview(own)[1:-1], b',"view":', view, b"}"))

    def _write_common(self, watcher: Watcher) -> bytes:
        """What of a picture is the same for all who have seen the same before: most often everybody."""
        table = self._table_part()
        moment = watcher.has, self._state.number, table, watcher.table is table
        if moment != self._moment:
            common: dict[str, object] = {
                "type": "update",
                "protocol": PROTOCOL,
                "number": self._state.number,
                "events": self._events().since(watcher.has),
            }
            if watcher.table is not table:
                common["table"] = table
            self._moment = moment
            self._common = opened(common)
        return self._common

    def _looking_at(self, watcher: Watcher, seats: list[int]) -> int | None:
        """Who has one seat sees what it sees. Who has several sees one of them while it is that one's turn."""
        if len(seats) <= 1:
            return seats[0] if seats else None
        to_move = self._state.to_move
        if watcher.watched_seat not in seats or (to_move in seats and watcher.watched_seat != to_move):
            watcher.watched_seat = None
        return watcher.watched_seat

    def _table_part(self) -> orjson.Fragment:
        if self._table is None:
            here = {watcher.person for watcher in self._watchers if watcher.person}
            watching = sum(not self._state.seats_of(watcher.person) for watcher in self._watchers)
            self._table = kept(table_message(self._state, here, watching))
        return self._table

    def _events(self) -> Log:
        """The log in words: made when somebody first wants it, then kept up."""
        if self._log is None:
            self._log = Log()
            replay = TableState(self._state.terms)
            for event in self._state.events:
                before = replay.seen() if event.kind is Kind.MOVED else None
                replay.apply(event)
                self._log.add(event, tell(replay, before) if before is not None else [])
        return self._log


def tell(state: TableState, before: Known) -> list[LogLine]:
    """What the last action did, as anybody at the table saw it."""
    game = state.terms.game
    return game.describe(before, game.actions[game.code(state.events[-1].text)], state.seen())
