"""A table after some events, with its seats, its clocks and people's rights. `apply` makes the next one.

All times are milliseconds.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import takewhile
from typing import Final, NamedTuple

from estaminet.engine.fairness import Proof
from estaminet.server.rules.events import EventKind
from estaminet.server.rules.plan import DAY, HouseSeat, LocalSeat, Terms, seat_characters
from estaminet.server.rules.play import PRACTICE_WORLDS, Play
from estaminet.server.rules.results import HintNote, find_hinted
from estaminet.server.rules.seats import Clocks, Guest, Seat, Seats

KEPT: Final = 7 * DAY
"""How long a seat is kept for its former player while a house player plays on."""


class Status(StrEnum):
    """The stage of a table."""

    WAITING = "waiting"
    PLAYING = "playing"
    OVER = "over"


class Reason(StrEnum):
    """The reason why a game is over."""

    FINISHED = "finished"
    RESIGNED = "resigned"
    TIME = "time"
    AGREED = "agreed"
    LEFT = "left"
    EXPIRED = "expired"


class Outcome(NamedTuple):
    """The outcome of a game."""

    reason: Reason
    winners: tuple[int, ...]


class UndoRequest(NamedTuple):
    """A request to take back."""

    person: str
    seat: int
    """The seat that would decide anew."""
    actions: int
    """The actions to take back."""
    number: int
    """The number of its event."""
    accepted: frozenset[str]
    """The people who agree, the asker included."""


class LastCommand(NamedTuple):
    """The last command of a seat that changed the position, to recognise a message that comes twice."""

    since: int
    """The number of the event that it answered."""
    number: int
    """The number of its own event."""
    kind: EventKind
    text: str


@dataclass(frozen=True, eq=False)
class State:
    """A table after some events. Never changes."""

    terms: Terms
    seats: Seats
    clocks: Clocks
    owner: str | None
    """The person who set the table up or, after they left, the one on the first taken seat."""
    number: int = 0
    """The number of the last event."""
    at: int = 0
    """Its time."""
    status: Status = Status.WAITING
    outcome: Outcome | None = None
    play: Play | None = None
    """None before the deal."""
    acted: int = 0
    """The number of the last event that changed the position, which a move must answer."""
    last_commands: tuple[LastCommand | None, ...] = ()
    """For every seat."""
    agreed: frozenset[str] = frozenset()
    """The people who want to stop."""
    offered: frozenset[str] = frozenset()
    """The people who have offered to stop since the last move."""
    undo_request: UndoRequest | None = None
    """The request to take back; until the next move, and until somebody comes or goes."""
    undo_askers: frozenset[str] = frozenset()
    """The people who have asked for that since the last move."""
    undos: tuple[int | None, int] = (None, 0)
    """The person who took back last, and how often since somebody else acted."""
    is_practice: bool = False
    """Whether the game counts for nothing, for instance after somebody took back more than is possible among people."""
    practice_undos: int = 0
    first_salts: Mapping[str, str] = field(default_factory=dict)
    """Everybody's first salt at this table, which they keep for good."""
    rematch: str = ""
    """The table where the same people meet again."""
    title: str = ""
    """The name of a branch; empty without one."""
    guest: Guest | None = None
    """The guest who asks for a seat."""
    turned_away: frozenset[str] = frozenset()
    """The people whose request for a seat was refused."""
    non_move_counts: Mapping[str, int] = field(default_factory=dict)
    """Everybody's actions beside the game."""

    @classmethod
    def of(cls, terms: Terms) -> "State":
        """A new table."""
        plans = terms.plan.seats
        chosen = [plan.character if isinstance(plan, HouseSeat) else None for plan in plans]
        seats = Seats(
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
        is_practice = terms.opening is not None and terms.opening.is_practice
        last_commands = (None,) * terms.players
        return cls(terms, seats, clocks, terms.owner, last_commands=last_commands, is_practice=is_practice)

    @property
    def to_move(self) -> int | None:
        """The seat that decides now; None before and after the game."""
        return self.play.to_move if self.play and self.status is Status.PLAYING else None

    @property
    def salts(self) -> tuple[str, ...]:
        return tuple(seat.salt or "" for seat in self.seats)

    @property
    def proof(self) -> Proof:
        """Everything needed to draw the deal again, which nobody gets before the game is over."""
        terms = self.terms
        return Proof(terms.commitment, terms.seed.hex(), self.salts, terms.wording)

    def summarize(self, hints: Collection[HintNote] = ()) -> dict[str, object]:
        """The summary that lists of tables are made from. From `people` on it is for the server alone.

        Hints count for people who still have their seat at the end.
        """
        outcome = self.outcome
        ended = self.play if outcome else None
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
            "turned": self.terms.seat_rotation,
            "winners": list(outcome.winners) if outcome else None,
            "reason": outcome.reason if outcome else None,
            "scores": list(ended.position.scores()) if ended else None,
            "people": [seat.person for seat in self.seats],
            "had_by": [min(seat.seen_by) if len(seat.seen_by) == 1 else None for seat in self.seats],
            "opening": self.terms.opening and self.terms.opening.kind,
            "is_practice": self.is_practice,
            "lead": self.find_lead(),
            "branch": self._summarize_branch(),
            "decisions": ended and [len(ended.decisions_of(number)) for number in range(len(self.seats))],
            "hinted": ended and [find_hinted(ended, n, seat.person, hints) for n, seat in enumerate(self.seats)],
        }

    def find_lead(self) -> float | None:
        """At the end of a contest: the player's lead over the best of the others; None elsewhere."""
        opening, play, outcome = self.terms.opening, self.play, self.outcome
        if not opening or not self.is_contest or not play or not outcome or outcome.reason is not Reason.FINISHED:
            return None
        return play.position.game.lead(play.position.memory, opening.seat)

    def _summarize_branch(self) -> dict[str, object] | None:
        """The ply at which a branch leaves its game, and its actions from there once it is over."""
        opening = self.terms.opening
        if opening is None or not self.is_branch:
            return None
        played = self.play.position.actions if self.play and self.outcome else opening.actions
        pairs = zip(played, opening.actions, strict=False)
        # After taking back more than its own actions, the branch leaves the game earlier.
        at = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        return {
            "source": opening.source,
            "title": self.title,
            "seat": opening.seat,
            "is_imagined": opening.is_imagined,
            "at": at,
            "actions": played[at:] if self.outcome else [],
            "deal": opening.deal if self.outcome and opening.is_imagined else None,
        }

    def seats_of(self, person: str | None) -> list[int]:
        """The seats that a person has."""
        return self.seats.of(person)

    @property
    def people(self) -> frozenset[str]:
        """Everybody who has a seat and has not lost it."""
        return self.seats.people

    @property
    def members(self) -> frozenset[str]:
        """Everybody to whom the game belongs: people with a seat, and people who may come back to one."""
        return self.seats.members

    @property
    def is_paused(self) -> bool:
        """Whether house players wait because all people are away. A deciding clock runs on."""
        return bool(self.vacant) and not self.people and not self.terms.plan.is_lost_at_zero

    @property
    def deadline(self) -> int | None:
        """The next time at which something happens by itself: a clock runs out, or a kept seat is released."""
        clock, vacant = self.clocks.deadline, self.vacant
        if not vacant:
            return clock
        ends = (clock, *(self.seats[number].kept_until for number in vacant))
        return min((each for each in ends if each is not None), default=None)

    def is_host(self, person: str | None) -> bool:
        """Whether somebody may start and give seats, as the owner or as the first person at a big screen's table."""
        if person is None or person == self.owner:
            return person is not None
        first = next((seat.person for seat in self.seats if seat.person and seat.is_ready), None)
        return person == first and self.terms.plan.has_screen

    def may_sit(self, person: str | None) -> list[int]:
        """The seats that somebody without one may take. During a game: their own, or one that everybody agreed to."""
        if person is None or self.status is Status.OVER or self.seats_of(person):
            return []
        if self.status is Status.WAITING:
            return [number for number, seat in enumerate(self.seats) if seat.person is None and seat.level is None]
        own = [number for number in self.vacant if self.seats[number].kept_for == person]
        return own or [number for number in self.vacant if self.is_welcome(person, number)]

    def is_welcome(self, person: str, seat: int) -> bool:
        """Whether everybody agrees to somebody's request for a seat, its last holder aside, who offered it."""
        guest = self.guest
        if guest is None or (guest.person, guest.seat) != (person, seat):
            return False
        return bool(guest.accepted) and guest.accepted >= self.members - {self.seats[seat].kept_for}

    def may_ask(self, person: str | None) -> list[int]:
        """The seats that somebody may ask the people at the table for, during a game."""
        is_stranger = not any(person in seat.seen_by for seat in self.seats)
        if person is None or not is_stranger or self.guest or person in self.turned_away:
            return []
        return [number for number in self.vacant if self.seats[number].is_offered]

    @property
    def is_contest(self) -> bool:
        """Whether others play the same deal, and this game is compared with theirs."""
        return self.terms.opening is not None and self.terms.opening.kind == "contest" and not self.is_practice

    @property
    def is_branch(self) -> bool:
        """Whether this is a branch of another game."""
        return self.terms.opening is not None and self.terms.opening.kind == "branch"

    @property
    def vacant(self) -> list[int]:
        """During a game: the seats kept for people who left."""
        return self.seats.kept if self.status is Status.PLAYING else []

    @property
    def is_undoable(self) -> bool:
        """Whether a person among people may take back the last action. Alone against the house they always may."""
        mover = self.play.mover if self.play else None
        person = self.seats[mover].person if mover is not None else None
        return person is not None and not self.plays_alone(person) and self.can_undo(person)

    def plays_alone(self, person: str | None) -> bool:
        """Whether somebody is alone against the house: no friend on the same device, nobody who may come back."""
        return len(self.seats.of(person)) == 1 and self.seats.holders <= {None, person}

    def can_undo(self, person: str | None) -> bool:
        """Whether to offer somebody an undo."""
        play = self.play
        if play is None or self.status is not Status.PLAYING or play.mover is None or self.is_contest:
            return False
        if self.plays_alone(person):
            return play.actions_since(self.seats_of(person)) > 0
        return self.seats[play.mover].person == person and play.can_be_undone()

    def undo_is_practice(self, person: str | None) -> bool:
        """Whether an undo would make the game practice: it goes past a revelation, or past others' actions."""
        play = self.play
        if play is None or not self.plays_alone(person):
            return False
        if play.actions_since(self.seats_of(person)) != 1:
            return True
        return not play.can_be_undone(alone=True, worlds=PRACTICE_WORLDS)


class Turn(NamedTuple):
    """The turn at a table, and its beginning."""

    seat: int
    at: int
    number: int
    """The number of the last event."""

    @classmethod
    def of(cls, state: State) -> "Turn | None":
        return None if state.to_move is None else cls(state.to_move, state.at, state.number)
