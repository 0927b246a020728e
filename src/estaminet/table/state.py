"""A table as the replay of its log. Nothing else changes it; no clock, no database, no network in here."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from estaminet.engine.compiling import Memory
from estaminet.engine.fairness import Proof, commit, mix
from estaminet.engine.game import Game
from estaminet.engine.kernel import Known
from estaminet.engine.options import OptionValue
from estaminet.engine.position import OwnView, Position
from estaminet.table.clock import Clocks
from estaminet.table.events import Event, Kind
from estaminet.table.setup import HouseSeat, LocalSeat, TablePlan


class Status(StrEnum):
    """Where a table stands."""

    WAITING = "waiting"
    PLAYING = "playing"
    OVER = "over"


class Reason(StrEnum):
    """Why a game is over."""

    FINISHED = "finished"
    RESIGNED = "resigned"
    TIME = "time"
    AGREED = "agreed"
    LEFT = "left"
    EXPIRED = "expired"


class Outcome(NamedTuple):
    """How a game ended."""

    reason: Reason
    winners: tuple[int, ...]


class Terms(NamedTuple):
    """What was settled when the table was set up, and never changes."""

    id: str
    """Unguessable: who has it may watch."""
    invitation: str
    """Unguessable: who has it may sit down at a private table."""
    game: Game
    options: dict[str, OptionValue]
    plan: TablePlan
    owner: str
    """Who set it up."""
    people: tuple[str | None, ...]
    """For whom each seat is kept; None if for nobody in particular."""
    names: tuple[str, ...]
    """How those people are called."""
    seed: bytes
    """Secret until the game is over."""

    @property
    def players(self) -> int:
        return len(self.plan.seats)


@dataclass(slots=True)
class Seat:
    """A chair, and who sits on it."""

    person: str | None = None
    name: str = ""
    level: str | None = None
    """Of the house player who plays for it."""
    salt: str | None = None
    """What was added to the deal; None until somebody sits down."""
    is_local: bool = False
    has_lost: bool = False
    """Whether it gave up, or lost on time: it can no longer win."""
    seen_by: set[str] = field(default_factory=set)
    """Everybody who has seen its cards."""

    @property
    def is_ready(self) -> bool:
        return self.level is not None or self.salt is not None

    @property
    def is_free(self) -> bool:
        """Whether somebody may sit down: nobody has it, or a house player keeps it warm."""
        return self.person is None and not self.has_lost


class TableState:
    """A table after some events."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.events: list[Event] = []
        self.status = Status.WAITING
        self.outcome: Outcome | None = None
        self.position: Position | None = None
        """None before the deal."""
        self.to_move: int | None = None
        """The seat that decides now; None before and after the game."""
        self.before: Memory | None = None
        """The position before the last action; None if it was taken back, or there was none."""
        self.movers: list[int] = []
        """Whose action each one was, as many as the position has."""
        self.agreed: set[str] = set()
        """Who wants to stop."""
        self.owner: str | None = terms.owner
        """Who may start: who set the table up, or whoever has been here longest after they left."""
        self.rematch = ""
        """The table where the same people meet again."""
        self.clocks = Clocks(terms.plan.clock, terms.players)
        self.seats = [
            Seat(
                person, name, plan.level if isinstance(plan, HouseSeat) else None, is_local=isinstance(plan, LocalSeat)
            )
            for plan, person, name in zip(terms.plan.seats, terms.people, terms.names, strict=True)
        ]
        self._seen: Known | None = None
        self._own: dict[int | None, OwnView] = {}

    @property
    def number(self) -> int:
        """The number of the last event."""
        return len(self.events)

    @property
    def last_at(self) -> int:
        return self.events[-1].at if self.events else 0

    @property
    def proof(self) -> Proof:
        """All that is needed to draw the deal again. Nobody gets it before the game is over."""
        return Proof(commit(self.terms.seed), self.terms.seed.hex(), self.salts)

    @property
    def salts(self) -> tuple[str, ...]:
        return tuple(seat.salt or "" for seat in self.seats)

    def is_owner(self, person: str | None) -> bool:
        """Whether somebody may start: the owner, or anybody who sits here if the owner does not."""
        if person == self.owner or person is None:
            return person is not None
        return not self.seats_of(self.owner) and bool(self.seats_of(person))

    def seats_of(self, person: str | None) -> list[int]:
        """The seats that a person has."""
        return [number for number, seat in enumerate(self.seats) if seat.person == person] if person else []

    def seen(self) -> Known:
        """What everybody at the table may know now; worked out once."""
        if self._seen is None:
            self._seen = self._playing().known_to()
        return self._seen

    def own_view(self, seat: int | None) -> OwnView:
        """What a seat alone may know now, and what it can do; worked out once."""
        if seat not in self._own:
            self._own[seat] = self._playing().own_view(seat)
        return self._own[seat]

    def apply(self, event: Event) -> None:
        """Take in the next event of the log."""
        if event.number != self.number + 1:
            raise ValueError(f"event {event.number} cannot follow event {self.number}")
        self.events.append(event)
        getattr(self, f"_{event.kind}")(event)
        self._seen = None
        self._own.clear()
        self._settle(event)

    def _sat(self, event: Event) -> None:
        seat = self._seat(event)
        taken = [seat] if not seat.person else [self.seats[each] for each in self.seats_of(event.person)]
        self.owner = self.owner or event.person
        for each in taken:
            each.person, each.level = event.person, None
            each.name = each.name if each.is_local else event.text
            if self.status is Status.WAITING:
                each.salt = event.salt
            else:
                each.seen_by.add(event.person or "")

    def _left(self, event: Event) -> None:
        for number in self.seats_of(event.person):
            self._vacate(self.seats[number])
        if self.owner == event.person:
            self.owner = next((seat.person for seat in self.seats if seat.person), None)

    def _given(self, event: Event) -> None:
        seat = self._seat(event)
        self._vacate(seat)
        seat.level = event.text

    def _opened(self, event: Event) -> None:
        self._seat(event).level = None

    def _renamed(self, event: Event) -> None:
        for number in self.seats_of(event.person):
            seat = self.seats[number]
            seat.name = seat.name if seat.is_local else event.text

    def _started(self, event: Event) -> None:  # noqa: ARG002  # all that happens takes an event
        self.status = Status.PLAYING
        bits = mix(self.terms.seed, self.salts)
        self.position = self.terms.game.start(self.terms.players, seed=bits, options=self.terms.options)
        for seat in self.seats:
            seat.seen_by = {seat.person} if seat.person else set()

    def _moved(self, event: Event) -> None:
        position, seat = self._playing(), self._number(event)
        if event.text not in self.own_view(seat)["legal"]:
            position.copy().play(event.text)  # raises, and says why
            raise ValueError(f"event {event.number} is an action of a seat that is not to move")
        self.before = position.memory.copy()
        position.follow(position.game.code(event.text))
        self.movers.append(seat)
        self.agreed.clear()

    def _undone(self, event: Event) -> None:  # noqa: ARG002
        self._playing().undo()
        self.before = None
        self.movers.pop()

    def _resigned(self, event: Event) -> None:
        for number in self.seats_of(event.person):
            self._lose(self.seats[number])

    def _stop_offered(self, event: Event) -> None:
        self.agreed.add(event.person or "")

    _stop_accepted = _stop_offered

    def _stop_declined(self, event: Event) -> None:  # noqa: ARG002
        self.agreed.clear()

    def _flagged(self, event: Event) -> None:
        seat = self._seat(event)
        if self.terms.plan.at_zero == "loss":
            self._lose(seat)
        else:
            self._vacate(seat)

    def _resumed(self, event: Event) -> None:
        self.clocks.resume(event.at)

    def _rematched(self, event: Event) -> None:
        self.rematch = event.text

    def _expired(self, event: Event) -> None:  # noqa: ARG002
        self._end(Reason.EXPIRED, ())

    def _lose(self, seat: Seat) -> None:
        seat.has_lost = True
        seat.level = self.terms.plan.substitute

    def _vacate(self, seat: Seat) -> None:
        """Nobody sits here any more. In a game a house player takes over."""
        seat.person = None
        seat.name = seat.name if seat.is_local else ""
        if self.status is Status.PLAYING:
            seat.level = self.terms.plan.substitute
        elif self.status is Status.WAITING:
            seat.salt = None

    def _settle(self, event: Event) -> None:
        """See whether the game is over, and whose clock runs."""
        if self.status is Status.PLAYING:
            self.to_move = self._playing().to_move
            self._see_the_end(event)
        seat = self.to_move if self.status is Status.PLAYING else None
        self.to_move = seat
        self.clocks.switch(seat if seat is not None and self.seats[seat].level is None else None, event.at)

    def _see_the_end(self, event: Event) -> None:
        left = [number for number, seat in enumerate(self.seats) if not seat.has_lost]
        people = {seat.person for seat in self.seats if seat.person and not seat.has_lost}
        if self.to_move is None:
            self._end(Reason.FINISHED, self._best(left))
        elif len(left) < 2:
            self._end(Reason.TIME if event.kind is Kind.FLAGGED else Reason.RESIGNED, tuple(left))
        elif not people:
            self._end(Reason.LEFT, ())
        elif self.agreed and self.agreed >= people:
            self._end(Reason.AGREED, ())

    def _best(self, seats: list[int]) -> tuple[int, ...]:
        """Who wins among these seats: by the rules of the game, or by its points if only others won."""
        position = self._playing()
        winners = tuple(seat for seat in position.winners() or () if seat in seats)
        if winners:
            return winners
        scores = position.scores()
        most = max(scores[seat] for seat in seats)
        return tuple(seat for seat in seats if scores[seat] == most)

    def _end(self, reason: Reason, winners: tuple[int, ...]) -> None:
        self.status = Status.OVER
        self.outcome = Outcome(reason, winners)

    def _playing(self) -> Position:
        if self.position is None:
            raise ValueError("there is no game yet")
        return self.position

    def _number(self, event: Event) -> int:
        if event.seat is None:
            raise ValueError(f"event {event.number} names no seat")
        return event.seat

    def _seat(self, event: Event) -> Seat:
        return self.seats[self._number(event)]
