"""The seats of a table: who plays for them, who asks for one, and how much time each has left."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple, Self

from estaminet.server.rules.plan import (
    DAY,
    Character,
    Clock,
    GameClock,
    HouseSeat,
    LocalSeat,
    MoveClock,
    NoClock,
    OpenSeat,
    SeatPlan,
)


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat and its player."""

    person: str | None = None
    name: str = ""
    level: str | None = None
    """Of the house player who plays for it."""
    character: Character = "odile"
    """The house player who plays for it, or would."""
    salt: str | None = None
    """What was added to the deal; None until somebody sits down."""
    is_local: bool = False
    has_lost: bool = False
    """Whether it resigned, or lost on time: it can no longer win."""
    seen_by: frozenset[str] = frozenset()
    """Everybody who has had it in this game, and so seen its cards."""
    kept_for: str | None = None
    """Who had it last, is away, and may come back."""
    kept_until: int | None = None
    """When that ends; None where they may come back until the clock has run out."""
    is_offered: bool = False
    """Whether whoever had it last leaves it to somebody else."""
    holders: tuple[tuple[int, str], ...] = ()
    """Who has played for it in this game, since which event: a name, or nothing for a house player."""
    declined_by: str = ""
    """Who was invited to it, and would rather not play: a name."""

    @property
    def is_ready(self) -> bool:
        return self.level is not None or self.salt is not None

    def rename(self, name: str) -> Self:
        """With another name; somebody who shares a device keeps the one they were given."""
        return self if self.is_local else replace(self, name=name)

    def plan_rematch(self, plan: SeatPlan) -> SeatPlan:
        """How it is planned for another game of the same people; `plan` is how it was for this one."""
        if self.is_local:
            return LocalSeat(kind="local", name=self.name)
        if self.level is None or self.person:
            return OpenSeat(kind="open")
        adapts = isinstance(plan, HouseSeat) and plan.adapts
        members = {"kind": "house", "level": self.level, "character": self.character, "adapts": adapts}
        return HouseSeat.model_validate(members)


class Seats(tuple[Seat, ...]):
    """The seats of a table. Whose they are is asked with every move and seldom changes: it is worked out once."""

    @cached_property
    def people(self) -> frozenset[str]:
        """Everybody who has a seat and has not lost it."""
        return frozenset(seat.person for seat in self if seat.person and not seat.has_lost)

    @cached_property
    def members(self) -> frozenset[str]:
        """Everybody to whom the game belongs: who has a seat, or is away and may come back to it."""
        return self.people | {seat.kept_for for seat in self if seat.kept_for}

    @cached_property
    def kept(self) -> list[int]:
        """The seats that are kept for somebody who left."""
        return [number for number, seat in enumerate(self) if seat.kept_for]

    @cached_property
    def holders(self) -> frozenset[str | None]:
        """Whose the seats are, also of people who are away; None for those of house players."""
        return frozenset(seat.person or seat.kept_for for seat in self)

    @cached_property
    def _by_person(self) -> dict[str, list[int]]:
        people = {seat.person for seat in self if seat.person}
        return {person: [number for number, seat in enumerate(self) if seat.person == person] for person in people}

    def of(self, person: str | None) -> list[int]:
        """The seats that a person has."""
        return self._by_person.get(person, []) if person else []


class Guest(NamedTuple):
    """Somebody who asks for a seat during a game."""

    person: str
    name: str
    seat: int
    accepted: frozenset[str] = frozenset()
    """Who agrees."""


# Clocks
#
# All times are milliseconds. Clocks go by the times of events alone, and time is conserved: a seat pays for the time
# during which the game, as it stands, waited for it, and for nothing else. What an undo takes back is given back to the
# seat it was taken from, and paid by whoever undid.


@dataclass(frozen=True, slots=True)
class Clocks:
    """How much time every seat has left. Never changes: what happens gives new clocks."""

    clock: Clock
    left: tuple[int, ...]
    """What every seat had left when the clock that runs was started."""
    seat: int | None = None
    """Whose clock runs."""
    since: int = 0
    """When it was started, in the table's own time: without the time during which the server was away."""
    away: int = 0
    """How long the server was away so far."""
    before: "Clocks | None" = None
    """The clocks before the last action; None before the first one, and where nothing is measured."""

    @classmethod
    def wind(cls, clock: Clock, players: int) -> "Clocks":
        """The clocks before the game."""
        return cls(clock, (clock.seconds * 1000 if isinstance(clock, GameClock) else 0,) * players)

    def act(self) -> "Clocks":
        """Somebody acts: this moment can be gone back to. Whose clock runs then, `switch` says."""
        return self if isinstance(self.clock, NoClock) else replace(self, before=self)

    def undo(self) -> "Clocks":
        """The last action is taken back: the clocks run as if it had never been."""
        return replace(self.before, away=self.away) if self.before else self

    def switch(self, seat: int | None, at: int) -> "Clocks":
        """From now on this seat's clock runs; nobody's if None. For the same seat it simply runs on."""
        if seat == self.seat or isinstance(self.clock, NoClock):
            return self
        left, at = self.left, at - self.away
        if self.seat is not None and isinstance(self.clock, GameClock):
            spent = max(0, left[self.seat] - (at - self.since))
            left = (*left[: self.seat], spent, *left[self.seat + 1 :])
        return replace(self, left=left, seat=seat, since=at)

    def resume(self, last: int, at: int) -> "Clocks":
        """The server was away since the last event: that time is nobody's. Days for a move go on."""
        return replace(self, away=self.away + at - last) if isinstance(self.clock, GameClock) else self

    @property
    def deadline(self) -> int | None:
        """When the time of the seat whose clock runs is up."""
        if self.seat is None:
            return None
        match self.clock:
            case GameClock():
                return self.since + self.left[self.seat] + self.away
            case MoveClock(days=days):
                return self.since + days * DAY
        return None
