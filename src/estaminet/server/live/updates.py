"""What is sent to people at a table: the difference between the state that they have seen and the present one.

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
"""An update has no more: the last ones. Earlier ones are asked for."""
MARK: Final = 250
"""After every so many events the actions of the game are noted, so that earlier events can be told from there."""
SECOND: Final = 1000


class Presence(NamedTuple):
    """Who is connected."""

    seats: tuple[int, ...] = ()
    watching: int = 0
    screens: int = 0


class Company(NamedTuple):
    """Who is at a table besides those who play, and what they do there: nothing of it is in the log."""

    presence: Presence
    together: Shown | None
    """Who looks at the finished game together."""


class Place(NamedTuple):
    """Where somebody has their place at a table, which seldom changes."""

    table: tuple[Seats, str | None, Guest | None, Status]
    """What it was worked out from."""
    message: YouMessage
    """Without what changes with every move."""


class Watcher:
    """Somebody who is connected to a table, and what they have been sent."""

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
        """From which of their devices; empty if that is not known."""
        self.is_dismissed = False
        """Whether nothing more is sent to them nor heard from them."""
        self.wants_changes = wants_changes
        """Whether to leave out what is as it was in the update before."""
        self.wants_drawing = wants_drawing
        self.is_screen = is_screen
        """Whether everybody in the room looks on: whoever it belongs to, it is shown what a spectator sees."""
        self.watched_seat: int | None = None
        """The seat that somebody with several seats asked to see."""
        self.number = since
        """Of the last event that was sent."""
        self.state: State | None = None
        """The state that was last sent."""
        self.presence: Presence | None = None
        """Who was said to be connected."""
        self.answers: list[str] = []
        """Messages that were carried out and not yet answered."""
        self.tell: Callable[[], None] | None = None
        """Sends what is new; set as long as they are connected."""
        self.hear: Callable[[Remark], None] | None = None
        """Sends what somebody said at the table; set for those who listen as long as they are connected."""
        self.see: Callable[[Pointing], None] | None = None
        """Sends at what somebody points who looks at the game with them; set as long as they are connected."""
        self.looks_on = False
        """Whether over this line they look at the finished game with others."""
        self.shown: Shown | None = None
        """What they were told of those who do."""
        self._place: Place | None = None
        self._is_due = False

    def place_at(self, state: State) -> Place:
        """Which seats somebody has, and what they may do as the table's owner."""
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
        """There is something to send: once, however much happens until it is sent."""
        if self.tell is not None and not self._is_due:
            self._is_due = True
            asyncio.get_running_loop().call_soon(self._send)

    def _send(self) -> None:
        self._is_due = False
        if self.tell is not None:
            self.tell()

    def dismiss(self) -> None:
        """They are no longer who they were."""
        self.is_dismissed = True
        self.notify()


class Views:
    """Writes views. What everybody sees of a position is put together once."""

    def __init__(self) -> None:
        self._moment = 0, 0
        """The serials of the position that was written last, and of the one since which."""
        self._board: dict[str, object] = {}
        """The members of its board that are the same for everybody."""

    def write(
        self, play: Play, seat: int | None, since: Play | None = None, drawing: str | None = None
    ) -> dict[str, object]:
        """What everybody sees, and what is a viewer's own; `GET /api/games` says what actions point at.

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
    """The members of a board that are not as they were."""
    return {name: part for name, part in board.items() if name not in before or part != before[name]}


def write_once(part: object) -> orjson.Fragment:
    """A part of several messages."""
    return orjson.Fragment(shrink(orjson.dumps(part)))


def shrink(data: bytes) -> bytes:
    """The same bytes in as much memory as they need: fresh from orjson they hold on to four kilobytes and more."""
    return bytes(memoryview(data))


def line_messages(lines: Iterable[LogLine]) -> list[LineMessage]:
    return [{"key": each.key, "arguments": dict(each.arguments)} for each in lines]


class Log:
    """The last events of a table, written once for everybody, and where to begin to tell earlier ones."""

    def __init__(self) -> None:
        self._written: deque[orjson.Fragment] = deque(maxlen=MOST_EVENTS_SENT)
        self._marks: list[array[int]] = []
        self._number = 0

    def add(self, event: Event, play: Play | None, *, is_sent: bool = True) -> None:
        """Note an event, and the game after it; whether it is among the last."""
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
    """An event without who it was, as people are known by their seats, and without how long exactly it took."""
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
        """The update for somebody, whole or what has changed, with the last events that they have not seen."""
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
    """With one seat, one sees what it sees; with several, one of them while it is that one's turn."""
    if len(seats) <= 1:
        return seats[0] if seats else None
    if watcher.watched_seat not in seats or (state.to_move in seats and watcher.watched_seat != state.to_move):
        watcher.watched_seat = None
    return watcher.watched_seat


def shown(state: State) -> tuple[object, ...]:
    """All that `table_message` depends on."""
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
