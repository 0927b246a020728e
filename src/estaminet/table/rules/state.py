"""A table after some events: `apply` gives the next one from an event, and nothing else does."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import reduce
from typing import Any, Final, NamedTuple, Self

from estaminet.engine.fairness import Proof, mix
from estaminet.table.rules.characters import Character, seat_characters
from estaminet.table.rules.clocks import Clocks
from estaminet.table.rules.events import Event, Kind, actions_undone
from estaminet.table.rules.plan import HouseSeat, LocalSeat, Terms
from estaminet.table.rules.play import Play


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


@dataclass(frozen=True, slots=True)
class Seat:
    """A chair, and who sits on it."""

    person: str | None = None
    name: str = ""
    level: str | None = None
    """Of the house player who plays for it."""
    character: Character = "odile"
    """Who of the house plays for it, or would."""
    salt: str | None = None
    """What was added to the deal; None until somebody sits down."""
    is_local: bool = False
    has_lost: bool = False
    """Whether it resigned, or lost on time: it can no longer win."""
    seen_by: frozenset[str] = frozenset()
    """Everybody who has had it in this game, and so seen its cards."""
    is_offered: bool = False
    """Whether whoever had it last leaves it to somebody else."""
    holders: tuple[tuple[int, str], ...] = ()
    """Who has played for it in this game, since which event: a name, or nothing for a house player."""

    @property
    def is_ready(self) -> bool:
        return self.level is not None or self.salt is not None

    def rename(self, name: str) -> Self:
        """With another name; somebody who shares a device keeps the one they were given."""
        return self if self.is_local else replace(self, name=name)


Seats = tuple[Seat, ...]


class Guest(NamedTuple):
    """Somebody who asks for a seat during a game."""

    person: str
    name: str
    seat: int
    accepted: frozenset[str] = frozenset()
    """Who agrees."""


class Answered(NamedTuple):
    """The last command of a seat that changed the position: a message that comes twice is recognised by it."""

    since: int
    """The number of the event that it answered."""
    number: int
    """The number of its own event."""
    kind: Kind
    text: str


@dataclass(frozen=True, eq=False)
class State:
    """A table after some events. Never changes."""

    terms: Terms
    seats: Seats
    clocks: Clocks
    owner: str | None
    """Whoever set the table up or, after they left, the person on the first seat that is taken."""
    number: int = 0
    """Of the last event."""
    at: int = 0
    """When that was."""
    status: Status = Status.WAITING
    outcome: Outcome | None = None
    play: Play | None = None
    """None before the deal."""
    acted: int = 0
    """The number of the last event that changed the position: what a move must have seen."""
    answered: tuple[Answered | None, ...] = ()
    """For every seat."""
    agreed: frozenset[str] = frozenset()
    """Who wants to stop."""
    offered: frozenset[str] = frozenset()
    """Who has offered to stop since the last move."""
    undos: tuple[int | None, int] = (None, 0)
    """Who took back last, and how often since somebody else acted."""
    is_practice: bool = False
    """Whether somebody has taken back what they could not have against people."""
    practice_undos: int = 0
    first_salts: Mapping[str, str] = field(default_factory=dict)
    """What everybody added when they first sat down before the deal: theirs at this table for good."""
    rematch: str = ""
    """The table where the same people meet again."""
    guest: Guest | None = None
    """Who asks for a seat."""
    turned_away: frozenset[str] = frozenset()
    """Who asked for a seat, and was refused."""
    asides: Mapping[str, int] = field(default_factory=dict)
    """How much everybody has done here beside the game."""

    @classmethod
    def of(cls, terms: Terms, events: Iterable[Event] = ()) -> "State":
        """A table as it was set up, and after these events."""
        plans = terms.plan.seats
        chosen = [plan.character if isinstance(plan, HouseSeat) else None for plan in plans]
        seats = tuple(
            Seat(
                person,
                name,
                plan.level if isinstance(plan, HouseSeat) else None,
                character,
                is_local=isinstance(plan, LocalSeat),
            )
            for plan, person, name, character in zip(
                plans, terms.people, terms.names, seat_characters(terms.id, chosen), strict=True
            )
        )
        clocks = Clocks.wind(terms.plan.clock, terms.players)
        return reduce(apply, events, cls(terms, seats, clocks, terms.owner, answered=(None,) * terms.players))

    @property
    def to_move(self) -> int | None:
        """The seat that decides now; None before and after the game."""
        return self.play.to_move if self.play and self.status is Status.PLAYING else None

    @property
    def salts(self) -> tuple[str, ...]:
        return tuple(seat.salt or "" for seat in self.seats)

    @property
    def proof(self) -> Proof:
        """All that is needed to draw the deal again. Nobody gets it before the game is over."""
        terms = self.terms
        return Proof(terms.commitment, terms.seed.hex(), self.salts, terms.wording)

    @property
    def summary(self) -> dict[str, object]:
        """What lists of tables are made from. Who the people are, and what is a lesson, is for the server alone."""
        outcome = self.outcome
        return {
            "game": self.terms.game.name,
            "options": self.terms.options,
            "seats": [
                {
                    "name": seat.name,
                    "level": seat.level,
                    "character": seat.character,
                    "is_free": seat.person is None and seat.level is None,
                }
                for seat in self.seats
            ],
            "turned": self.terms.turned,
            "winners": list(outcome.winners) if outcome else None,
            "reason": outcome.reason if outcome else None,
            "scores": list(self.play.position.scores()) if outcome and self.play else None,
            "people": [seat.person for seat in self.seats],
            "is_lesson": self.terms.lesson is not None,
        }

    def seats_of(self, person: str | None) -> list[int]:
        """The seats that a person has."""
        return [number for number, seat in enumerate(self.seats) if seat.person == person] if person else []

    @property
    def people(self) -> frozenset[str]:
        """Everybody who plays: who has a seat, and has not lost it."""
        return frozenset(seat.person for seat in self.seats if seat.person and not seat.has_lost)

    def is_host(self, person: str | None) -> bool:
        """Whether somebody may start and give seats: the owner, and who sits first at the table of a big screen."""
        if person is None or person == self.owner:
            return person is not None
        first = next((seat.person for seat in self.seats if seat.person and seat.is_ready), None)
        return person == first and self.terms.plan.has_screen

    def may_sit(self, person: str | None) -> list[int]:
        """The seats that somebody without one may take. During a game: one's own, or what everybody agreed to."""
        if person is None or self.status is Status.OVER or self.seats_of(person):
            return []
        if self.status is Status.WAITING:
            return [number for number, seat in enumerate(self.seats) if seat.person is None and seat.level is None]
        own = [number for number in self.vacant if person in self.seats[number].seen_by]
        return own or [number for number in self.vacant if self.is_welcome(person, number)]

    def is_welcome(self, person: str, seat: int) -> bool:
        """Whether somebody asked for a seat, and all people at the table agree."""
        guest = self.guest
        if guest is None or (guest.person, guest.seat) != (person, seat):
            return False
        return bool(self.people) and guest.accepted >= self.people

    def may_ask(self, person: str | None) -> list[int]:
        """The seats that somebody may ask the people at the table for, during a game."""
        is_stranger = not any(person in seat.seen_by for seat in self.seats)
        if person is None or not is_stranger or self.guest or person in self.turned_away:
            return []
        return [number for number in self.vacant if self.seats[number].is_offered]

    @property
    def vacant(self) -> list[int]:
        """During a game: the seats that somebody had and left. House players of the plan keep theirs."""
        is_playing = self.status is Status.PLAYING
        seats = enumerate(self.seats) if is_playing else ()
        return [number for number, seat in seats if seat.person is None and seat.seen_by and not seat.has_lost]

    @property
    def is_undoable(self) -> bool:
        """Whether a person among people may take back the last action; against the house alone they may at any time."""
        mover = self.play.mover if self.play else None
        person = self.seats[mover].person if mover is not None else None
        return person is not None and not self.plays_alone(person) and self.can_undo(person)

    def plays_alone(self, person: str | None) -> bool:
        """Whether somebody plays against the house alone: no friend on the same device, nobody who may come back."""
        own = len(self.seats_of(person))
        return person is not None and own == 1 and all(seat.seen_by <= {person} for seat in self.seats)

    def can_undo(self, person: str | None) -> bool:
        """Whether to offer somebody to take back their last action."""
        play = self.play
        if play is None or self.status is not Status.PLAYING or play.mover is None:
            return False
        if self.plays_alone(person):
            return play.actions_since(self.seats_of(person)) > 0
        return self.seats[play.mover].person == person and play.can_be_undone()


OFFERED: Final = "offered"
"""Said by who leaves their seat to somebody else."""
MOST_HOLDERS: Final = 20
"""So many of a seat are remembered."""
PLAYS: Final = {Kind.MOVED, Kind.UNDONE}
Changes = dict[str, Any]
"""Fields of the state that an event changes."""


def apply(state: State, event: Event) -> State:
    """The table after its next event."""
    if event.number != state.number + 1:
        raise ValueError(f"event {event.number} cannot follow event {state.number}")
    changes = CHANGES[event.kind](state, event)
    if event.person and event.kind not in PLAYS:
        changes["asides"] = {**state.asides, event.person: state.asides.get(event.person, 0) + 1}
    after = evolve(state, number=event.number, at=event.at, **changes)
    if after.seats is not state.seats and after.play:
        after = evolve(after, seats=tuple(note_holder(seat, event.number) for seat in after.seats))
    outcome = find_outcome(after, event) if after.status is Status.PLAYING else None
    if outcome:
        after = evolve(after, status=Status.OVER, outcome=outcome)
    clocks = after.clocks.switch(find_clock(after), event.at)
    return after if clocks is after.clocks else evolve(after, clocks=clocks)


def find_clock(state: State) -> int | None:
    """The seat whose clock runs: the one to move, unless a house player has it."""
    seat = state.to_move
    return seat if seat is not None and state.seats[seat].level is None else None


def evolve(state: State, **changes: Any) -> State:  # noqa: ANN401  # fields by name
    """The state with some fields changed: what `replace` does, at a tenth of its cost."""
    after = object.__new__(State)
    after.__dict__.update(state.__dict__, **changes)
    return after


def sat(state: State, event: Event) -> Changes:
    seat = number_of(state, event)
    taken = [seat] if not state.seats[seat].person else state.seats_of(event.person)
    person = event.person or ""

    def take(each: Seat) -> Seat:
        each = replace(each.rename(event.text), person=event.person, level=None, is_offered=False)
        if state.status is Status.WAITING:
            return replace(each, salt=event.salt)
        return replace(each, seen_by=each.seen_by | {person})

    first_salts = state.first_salts
    if state.status is Status.WAITING and person not in first_salts:
        first_salts = {**first_salts, person: event.salt}
    return {
        "owner": state.owner or event.person,
        "seats": change(state.seats, taken, take),
        "first_salts": first_salts,
        "guest": None if state.guest and state.guest.seat == seat else state.guest,
    }


def left(state: State, event: Event) -> Changes:
    is_offered = event.text == OFFERED and state.status is Status.PLAYING

    def leave(seat: Seat) -> Seat:
        return replace(vacate(state, seat), is_offered=is_offered)

    seats = change(state.seats, state.seats_of(event.person), leave)
    owner, guest = state.owner, state.guest
    if owner == event.person:
        owner = next((seat.person for seat in seats if seat.person), None)
    return {"seats": seats, "owner": owner, "guest": None if guest and guest.person == event.person else guest}


def seat_asked(state: State, event: Event) -> Changes:
    return {"guest": Guest(event.person or "", event.text, number_of(state, event))}


def guest_accepted(state: State, event: Event) -> Changes:
    guest = state.guest
    return {"guest": guest and guest._replace(accepted=guest.accepted | {event.person or ""})}


def guest_declined(state: State, _event: Event) -> Changes:
    away = {state.guest.person} if state.guest else frozenset()
    return {"guest": None, "turned_away": state.turned_away | away}


def given(state: State, event: Event) -> Changes:
    return {"seats": change_one(state, event, lambda seat: replace(vacate(state, seat), level=event.text))}


def opened(state: State, event: Event) -> Changes:
    return {"seats": change_one(state, event, lambda seat: replace(seat, level=None))}


def renamed(state: State, event: Event) -> Changes:
    return {"seats": change(state.seats, state.seats_of(event.person), lambda seat: seat.rename(event.text))}


def started(state: State, event: Event) -> Changes:
    terms = state.terms
    bits = mix(terms.seed, state.salts)
    deal = terms.lesson.deal if terms.lesson else None
    return {
        "status": Status.PLAYING,
        "play": Play(terms.game.start(terms.players, seed=bits, options=terms.options, deal=deal)),
        "acted": event.number,
        "seats": tuple(replace(seat, seen_by=frozenset((seat.person,) if seat.person else ())) for seat in state.seats),
    }


def moved(state: State, event: Event) -> Changes:
    play, seat = playing(state), number_of(state, event)
    game = play.position.game
    code = game.code(event.text)
    if seat != play.to_move:
        raise ValueError(f"event {event.number} is an action of a seat that is not to move")
    if code not in play.legal:
        raise game.refuse(play.knowledge.of(seat), seat, code)
    undoer, undos = state.undos
    return {
        "play": play.after(code),
        "clocks": state.clocks.act(),
        "agreed": frozenset(),
        "offered": frozenset(),
        "undos": (undoer, undos) if undoer == seat else (None, 0),
        **acted(state, event),
    }


def undone(state: State, event: Event) -> Changes:
    seat, (undoer, undos), clocks = number_of(state, event), state.undos, state.clocks
    actions = actions_undone(event)
    for _ in range(actions):
        clocks = clocks.undo()
    return {
        "play": playing(state).undone(actions),
        "clocks": clocks,
        "undos": (seat, undos + 1 if undoer == seat else 1),
        "is_practice": state.is_practice or bool(event.text),
        "practice_undos": state.practice_undos + bool(event.text),
        **acted(state, event),
    }


def acted(state: State, event: Event) -> Changes:
    """Note whose doing the position is."""
    seat = number_of(state, event)
    mine = Answered(state.acted, event.number, event.kind, event.text)
    return {"acted": event.number, "answered": (*state.answered[:seat], mine, *state.answered[seat + 1 :])}


def resigned(state: State, event: Event) -> Changes:
    given_up = state.seats_of(event.person) if event.seat is None else [number_of(state, event)]
    return {"seats": change(state.seats, given_up, lambda seat: lose(state, seat))}


def stop_offered(state: State, event: Event) -> Changes:
    return {"offered": state.offered | {event.person or ""}, **stop_accepted(state, event)}


def stop_accepted(state: State, event: Event) -> Changes:
    return {"agreed": state.agreed | {event.person or ""}}


def stop_declined(_state: State, _event: Event) -> Changes:
    return {"agreed": frozenset()}


def flagged(state: State, event: Event) -> Changes:
    end = lose if state.terms.plan.is_lost_at_zero else vacate
    return {"seats": change_one(state, event, lambda seat: end(state, seat))}


def resumed(state: State, event: Event) -> Changes:
    return {"clocks": state.clocks.resume(state.at, event.at)}


def rematched(_state: State, event: Event) -> Changes:
    return {"rematch": event.text}


def expired(_state: State, _event: Event) -> Changes:
    return {"status": Status.OVER, "outcome": Outcome(Reason.EXPIRED, ())}


CHANGES: Final[Mapping[Kind, Callable[[State, Event], Changes]]] = {
    Kind.SAT: sat,
    Kind.LEFT: left,
    Kind.SEAT_ASKED: seat_asked,
    Kind.GUEST_ACCEPTED: guest_accepted,
    Kind.GUEST_DECLINED: guest_declined,
    Kind.GIVEN: given,
    Kind.OPENED: opened,
    Kind.RENAMED: renamed,
    Kind.STARTED: started,
    Kind.MOVED: moved,
    Kind.UNDONE: undone,
    Kind.RESIGNED: resigned,
    Kind.STOP_OFFERED: stop_offered,
    Kind.STOP_ACCEPTED: stop_accepted,
    Kind.STOP_DECLINED: stop_declined,
    Kind.FLAGGED: flagged,
    Kind.RESUMED: resumed,
    Kind.REMATCHED: rematched,
    Kind.EXPIRED: expired,
}


def find_outcome(state: State, event: Event) -> Outcome | None:
    """How the game has ended, if it has."""
    if event.kind is Kind.MOVED and state.to_move is not None:
        return None
    left = [number for number, seat in enumerate(state.seats) if not seat.has_lost]
    if state.to_move is None:
        return Outcome(Reason.FINISHED, find_winners(state, left))
    if len(left) < 2:
        return Outcome(Reason.TIME if event.kind is Kind.FLAGGED else Reason.RESIGNED, tuple(left))
    if not state.people:
        return Outcome(Reason.LEFT, ())
    return Outcome(Reason.AGREED, ()) if state.agreed and state.agreed >= state.people else None


def find_winners(state: State, seats: list[int]) -> tuple[int, ...]:
    """Who wins among these seats: by the rules of the game, or by its points if only others won."""
    position = playing(state).position
    winners = tuple(seat for seat in position.winners() or () if seat in seats)
    if winners:
        return winners
    scores = position.scores()
    most = max(scores[seat] for seat in seats)
    return tuple(seat for seat in seats if scores[seat] == most)


def lose(state: State, seat: Seat) -> Seat:
    return replace(seat, has_lost=True, level=state.terms.plan.substitute)


def vacate(state: State, seat: Seat) -> Seat:
    """Nobody sits here any more. In a game a house player takes over, or the clock runs on if zero means loss."""
    seat = replace(seat.rename(""), person=None)
    if state.status is Status.PLAYING:
        return seat if state.terms.plan.is_lost_at_zero else replace(seat, level=state.terms.plan.substitute)
    return replace(seat, salt=None) if state.status is Status.WAITING else seat


def note_holder(seat: Seat, number: int) -> Seat:
    """The seat, with who plays for it from now on if that is somebody else than before."""
    name = seat.name if seat.level is None else ""
    if seat.holders and seat.holders[-1][1] == name:
        return seat
    return replace(seat, holders=(*seat.holders[1 - MOST_HOLDERS :], (number, name)))


def change(seats: Seats, numbers: Iterable[int], how: Callable[[Seat], Seat]) -> Seats:
    """The seats, some of them changed."""
    chosen = set(numbers)
    return tuple(how(seat) if number in chosen else seat for number, seat in enumerate(seats))


def change_one(state: State, event: Event, how: Callable[[Seat], Seat]) -> Seats:
    return change(state.seats, [number_of(state, event)], how)


def number_of(state: State, event: Event) -> int:
    """The seat that an event is about."""
    if event.seat is None or not 0 <= event.seat < len(state.seats):
        raise ValueError(f"event {event.number} names no seat of this table")
    return event.seat


def playing(state: State) -> Play:
    if state.play is None:
        raise ValueError("there is no game yet")
    return state.play
