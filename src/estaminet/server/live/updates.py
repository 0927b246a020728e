"""The updates for people at a table: the difference between the state that they have seen and the present one.

Updates are made of views, which know no secrets. What is the same for several people is written once.
"""

import asyncio
from array import array
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from typing import Final, NamedTuple

import orjson

from estaminet.engine.game import LogLine
from estaminet.server.live.messages import (
    ClockMessage,
    EventMessage,
    GuestMessage,
    LineMessage,
    MemberMessage,
    OpeningMessage,
    TableMessage,
    TogetherMessage,
    UndoMessage,
    YouMessage,
)
from estaminet.server.live.together import Pointing, Shown
from estaminet.server.rules.commands import Remark
from estaminet.server.rules.events import Event, EventKind
from estaminet.server.rules.names import known_as
from estaminet.server.rules.plan import NoClock
from estaminet.server.rules.play import Play
from estaminet.server.rules.seats import Guest, Seats
from estaminet.server.rules.state import State, Status

PROTOCOL: Final = 2
"""Version of the messages. It changes when an old client could misunderstand."""
MOST_EVENTS_SENT: Final = 100
"""The most events in an update, the last ones. Clients ask for earlier ones."""
MARK: Final = 250
"""Every so many events the actions of the game are noted, so that earlier events can be written from there."""
SECOND: Final = 1000


class Presence(NamedTuple):
    """The people connected."""

    seats: tuple[int, ...] = ()
    watching: int = 0
    screens: int = 0


class Company(NamedTuple):
    """The people at a table and what they share, none of which is in the log."""

    presence: Presence
    together: Shown | None
    """The people who look at the finished game together."""


class Place(NamedTuple):
    """Somebody's seats and rights at a table, which seldom change."""

    table: tuple[Seats, str | None, Guest | None, Status]
    """The table that it was computed from."""
    message: YouMessage
    """The message, without the members that change with every move."""


class Watcher:
    """A connected person, and what they have been sent."""

    def __init__(
        self,
        person: str | None,
        *,
        device: str = "",
        since: int = 0,
        wants_changes: bool = False,
        wants_drawing: bool = False,
        is_screen: bool = False,
    ) -> None:
        self.person = person
        self.device = device
        """Their device; empty if it is not known."""
        self.is_dismissed = False
        """Whether the connection is void: nothing is sent or heard any more."""
        self.wants_changes = wants_changes
        """Whether to leave out what has not changed since the last update."""
        self.wants_drawing = wants_drawing
        self.is_screen = is_screen
        """Whether everybody in the room looks on: it is shown a spectator's view, whoever owns it."""
        self.watched_seat: int | None = None
        """The seat that somebody with several seats asked to see."""
        self.number = since
        """The number of the last event that was sent."""
        self.state: State | None = None
        """The state that was last sent."""
        self.presence: Presence | None = None
        """The presence that was last sent."""
        self.answers: list[str] = []
        """Messages that were carried out but not yet answered."""
        self.tell: Callable[[], None] | None = None
        """Sends an update; set while they are connected."""
        self.hear: Callable[[Remark], None] | None = None
        """Sends a remark; set for those who listen, while they are connected."""
        self.see: Callable[[Pointing], None] | None = None
        """Sends a piece that somebody points at; set while they are connected."""
        self.looks_on = False
        """Whether they look at the finished game with others over this line."""
        self.shown: Shown | None = None
        """The shared replay that was last sent."""
        self._place: Place | None = None
        self._is_due = False

    def place_at(self, state: State) -> Place:
        """Somebody's seats, and their rights as the table's owner."""
        table = state.seats, state.owner, state.guest, state.status
        if self._place is None or self._place.table != table:
            seats, is_host = state.seats_of(self.person), state.is_host(self.person)
            player = None if self.is_screen else self.person
            message: YouMessage = {
                "seats": state.seats_of(player),
                "watched_seat": None,
                "is_owner": is_host,
                "invitation": state.terms.invitation if seats or is_host else None,
                "code": state.terms.code if (seats or is_host) and state.status is Status.WAITING else None,
                "may_sit": state.may_sit(player),
                "may_ask": state.may_ask(player),
                "can_undo": False,
                "undo_is_practice": False,
                "level": state.terms.plan.adapted_level if player == state.terms.owner else None,
            }
            self._place = Place(table, message)
        return self._place

    def notify(self) -> None:
        """Schedule one update, however much happens until it is sent."""
        if self.tell is not None and not self._is_due:
            self._is_due = True
            asyncio.get_running_loop().call_soon(self._send)

    def _send(self) -> None:
        self._is_due = False
        if self.tell is not None:
            self.tell()

    def dismiss(self) -> None:
        """Make the connection void."""
        self.is_dismissed = True
        self.notify()


class Views:
    """Writes views. The part that everybody sees is written once."""

    def __init__(self) -> None:
        self._moment = 0, 0
        """The serials of the last written position, and of its predecessor."""
        self._board: dict[str, object] = {}
        """The members of its board that everybody sees."""

    def write(
        self, play: Play, seat: int | None, since: Play | None = None, drawing: str | None = None
    ) -> dict[str, object]:
        """The common part and the viewer's own; `GET /api/games` lists the targets of actions.

        For a viewer who has seen an earlier position, the board is written only where it has changed.
        """
        own = play.own_view(seat)
        moment = play.serial, since.serial if since else 0
        if self._moment != moment:
            self._moment, self._board = moment, changes_of(play.board, since.board if since else {})
        view = {"seat": seat, "legal": own["legal"], "effects": own["effects"], **play.standing}
        if drawing is not None:
            view["drawing"] = drawing
        if since is None:
            position = play.position
            view |= {"game": position.game.name, "players": position.players, "options": position.options}
        view["board"] = {**self._board, **own["board"]}
        return view


def changes_of(board: Mapping[str, object], before: Mapping[str, object]) -> dict[str, object]:
    """The changed members of a board."""
    return {name: part for name, part in board.items() if name not in before or part != before[name]}


def write_once(part: object) -> orjson.Fragment:
    """A part of several messages."""
    return orjson.Fragment(shrink(orjson.dumps(part)))


def shrink(data: bytes) -> bytes:
    """The same bytes in as little memory as they need: fresh from orjson they hold four kilobytes and more."""
    return bytes(memoryview(data))


def line_messages(lines: Iterable[LogLine]) -> list[LineMessage]:
    return [{"key": each.key, "arguments": dict(each.arguments)} for each in lines]


class Log:
    """The last events of a table, written once for everybody, and marks from which to write earlier ones."""

    def __init__(self) -> None:
        self._written: deque[orjson.Fragment] = deque(maxlen=MOST_EVENTS_SENT)
        self._marks: list[array[int]] = []
        self._number = 0

    def add(self, event: Event, play: Play | None, *, is_sent: bool = True) -> None:
        """Add an event, and the game after it; whether it is among the last."""
        self._number = event.number
        if event.number % MARK == 0:
            self._marks.append(array("i", play.position.history if play else ()))
        if is_sent:
            self._written.append(write_event(event, play))

    def mark_before(self, number: int) -> tuple[int, Iterable[int]]:
        """An event not long before this one, and the actions that had led to the game after it."""
        marks = (number - 1) // MARK
        return marks * MARK, self._marks[marks - 1] if marks else ()

    def since(self, number: int) -> list[orjson.Fragment]:
        """The events after a number, or the last of them if there are too many."""
        new = min(len(self._written), self._number - number)
        return [self._written[place] for place in range(-new, 0)]


def write_event(event: Event, play: Play | None) -> orjson.Fragment:
    """An event without its person, whom the seat names, and without its exact duration."""
    message: EventMessage = {
        "number": event.number,
        "at": event.at - event.at % SECOND,
        "kind": event.kind,
        "seat": event.seat,
        "text": event.text,
        "lines": line_messages(play.lines) if event.kind is EventKind.MOVED and play else [],
    }
    return write_once(message)


class Updates:
    """Writes the updates of one table."""

    def __init__(self) -> None:
        self._views = Views()
        self._table: tuple[tuple[object, ...], orjson.Fragment] | None = None

    def write(self, state: State, log: Log, company: Company, watcher: Watcher, now: int) -> bytes:
        """The update for somebody, whole or as changes, with the last events that they have not seen."""
        presence, together = company.presence, company.together
        place = watcher.place_at(state).message
        seat = find_watched_seat(state, watcher, place["seats"])
        seen = watcher.state if watcher.wants_changes else None
        update: dict[str, object] = {
            "type": "update",
            "protocol": PROTOCOL,
            "number": state.number,
            "events": log.since(watcher.number),
        }
        if seen is None or shown(seen) != shown(state):
            update["table"] = self._write_table(state)
        if seen is None or watcher.presence != presence:
            update["presence"] = presence._asdict()
        shown_together = together if place["seats"] else None
        if seen is None or watcher.shown != shown_together:
            update["together"] = together_message(shown_together, watcher.person or "")
        can_undo = bool(place["seats"]) and state.can_undo(watcher.person)
        is_practice = can_undo and state.undo_is_practice(watcher.person)
        update["you"] = {**place, "watched_seat": seat, "can_undo": can_undo, "undo_is_practice": is_practice}
        update["clock"] = clock_message(state, now)
        if watcher.answers:
            update["answers"], watcher.answers = watcher.answers, []
        update["view"] = None
        if state.play:
            drawing = state.play.position.render(seat) if watcher.wants_drawing else None
            update["view"] = self._views.write(state.play, seat, seen.play if seen else None, drawing)
        watcher.number, watcher.state, watcher.presence = state.number, state, presence
        watcher.shown = shown_together
        return orjson.dumps(update)

    def _write_table(self, state: State) -> orjson.Fragment:
        if self._table is None or self._table[0] != shown(state):
            self._table = shown(state), write_once(table_message(state))
        return self._table[1]


def find_watched_seat(state: State, watcher: Watcher, seats: list[int]) -> int | None:
    """The seat whose view somebody gets: their own, or of several the one whose turn it is."""
    if len(seats) <= 1:
        return seats[0] if seats else None
    if watcher.watched_seat not in seats or (state.to_move in seats and watcher.watched_seat != state.to_move):
        watcher.watched_seat = None
    return watcher.watched_seat


def shown(state: State) -> tuple[object, ...]:
    """Everything that `table_message` depends on."""
    return (
        state.status, state.seats, state.agreed, state.outcome, state.rematch, state.guest, state.is_practice,
        state.undo_request, state.owner, state.title,
    )  # fmt: skip


def table_message(state: State) -> TableMessage:
    terms, outcome = state.terms, state.outcome
    kept = state.vacant
    proof = state.proof if state.status is Status.OVER and state.play and not terms.opening else None
    return {
        "id": terms.id,
        "game": terms.game.name,
        "options": terms.options,
        "status": state.status.value,
        "is_public": terms.plan.is_public,
        "has_talk": terms.plan.lets_talk,
        "owner": next((number for number, seat in enumerate(state.seats) if state.is_host(seat.person)), None),
        "turned": terms.seat_rotation,
        "seats": [
            {
                "name": seat.name,
                "level": seat.level,
                "character": seat.character,
                "is_taken": seat.person is not None,
                "is_ready": seat.is_ready,
                "is_local": seat.is_local,
                "has_lost": seat.has_lost,
                "is_kept": number in kept,
                "kept_until": seat.kept_until,
                "is_offered": seat.is_offered,
                "holders": [{"since": since, "name": name} for since, name in seat.holders],
                "salt": seat.salt,
                "declined_by": seat.declined_by,
            }
            for number, seat in enumerate(state.seats)
        ],
        "clock": terms.plan.clock.model_dump(),
        "at_zero": terms.plan.at_zero,
        "substitute": terms.plan.substitute,
        "commitment": terms.commitment,
        "terms": terms.wording,
        "stop_wanted_by": [number for number, seat in enumerate(state.seats) if seat.person in state.agreed],
        "undo_wanted": undo_message(state),
        "guest": guest_message(state),
        "is_practice": state.is_practice,
        "opening": opening_message(state),
        "outcome": {"reason": outcome.reason.value, "winners": list(outcome.winners)} if outcome else None,
        "proof": proof.to_data() if proof else None,  # type: ignore[typeddict-item]  # just what `ProofMessage` says
        "rematch": state.rematch,
    }


def opening_message(state: State) -> OpeningMessage | None:
    opening = state.terms.opening
    if opening is None:
        return None
    return {
        "kind": opening.kind,
        "source": opening.source,
        "actions": len(opening.actions),
        "is_imagined": opening.is_imagined,
        "title": state.title,
    }


def together_message(shown: Shown | None, reader: str) -> TogetherMessage | None:
    if shown is None:
        return None
    members: list[MemberMessage] = [
        {"seat": seat, "author": known_as(reader, person)} for seat, person in shown.members
    ]
    return {"ply": shown.ply, "leader": shown.leader, "members": members, "asking": shown.asking}


def guest_message(state: State) -> GuestMessage | None:
    guest = state.guest
    if guest is None:
        return None
    agree = [number for number, seat in enumerate(state.seats) if seat.person in guest.accepted]
    return {"name": guest.name, "seat": guest.seat, "accepted_by": agree}


def undo_message(state: State) -> UndoMessage | None:
    request = state.undo_request
    if request is None:
        return None
    agree = [number for number, seat in enumerate(state.seats) if seat.person in request.accepted]
    return {"seat": request.seat, "actions": request.actions, "accepted_by": agree}


def clock_message(state: State, now: int) -> ClockMessage | None:
    if isinstance(state.terms.plan.clock, NoClock):
        return None
    return {"now": now, "deadline": state.clocks.deadline, "left": list(state.clocks.left)}
