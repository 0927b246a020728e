"""The seats of a table: their players, guests who ask for one, and the time that each has left."""

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
    """The level of its house player."""
    character: Character = "odile"
    """The name of its house player, present or future."""
    salt: str | None = None
    """Its part of the deal's seed; None until somebody sits down."""
    is_local: bool = False
    has_lost: bool = False
    """Whether it resigned or lost on time, and can no longer win."""
    seen_by: frozenset[str] = frozenset()
    """Everybody who has had it in this game, and has seen its cards."""
    kept_for: str | None = None
    """The last player, who is away and may come back."""
    kept_until: int | None = None
    """The end of that; None where they may come back until the clock has run out."""
    is_offered: bool = False
    """Whether its last player leaves it to somebody else."""
    holders: tuple[tuple[int, str], ...] = ()
    """Its players in this game: the first event and the name, empty for a house player."""
    declined_by: str = ""
    """The name of a guest who declined the invitation to it."""

    @property
    def is_ready(self) -> bool:
        return self.level is not None or self.salt is not None

    def rename(self, name: str) -> Self:
        """The seat with another name; somebody who shares a device keeps theirs."""
        return self if self.is_local else replace(self, name=name)

    def plan_rematch(self, plan: SeatPlan) -> SeatPlan:
        """Its plan for the next game of the same people; `plan` is that of this game."""
        if self.is_local:
            return LocalSeat(kind="local", name=self.name)
        if self.level is None or self.person:
            return OpenSeat(kind="open")
        adapts = isinstance(plan, HouseSeat) and plan.adapts
        members = {"kind": "house", "level": self.level, "character": self.character, "adapts": adapts}
        return HouseSeat.model_validate(members)


class Seats(tuple[Seat, ...]):
    """The seats of a table. Their owners are needed at every move and seldom change: they are computed once."""

    @cached_property
    def people(self) -> frozenset[str]:
        """Everybody who has a seat and has not lost it."""
        return frozenset(seat.person for seat in self if seat.person and not seat.has_lost)

    @cached_property
    def members(self) -> frozenset[str]:
        """Everybody to whom the game belongs: people with a seat, and people who may come back to one."""
        return self.people | {seat.kept_for for seat in self if seat.kept_for}

    @cached_property
    def kept(self) -> list[int]:
        """The seats that are kept for somebody who left."""
        return [number for number, seat in enumerate(self) if seat.kept_for]

    @cached_property
    def holders(self) -> frozenset[str | None]:
        """The owners of the seats, also people who are away; None for house players."""
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
    """The people who agree."""


# Clocks
#
# All times are milliseconds. Clocks go by the times of events alone, and time is conserved: a seat pays for the time
# during which the game, as it stands, waited for it, and for nothing else. What an undo takes back is given back to the
# seat it was taken from, and paid by whoever undid.


@dataclass(frozen=True, slots=True)
class Clocks:
    """The time that every seat has left. Never changes: events give new clocks."""

    clock: Clock
    left: tuple[int, ...]
    """The time of every seat when the running clock was started."""
    seat: int | None = None
    """The seat whose clock runs."""
    since: int = 0
    """The start of that clock, in the table's own time: without the server's absences."""
    away: int = 0
    """The server's absences so far."""
    before: "Clocks | None" = None
    """The clocks before the last action; None before the first one, and without clocks."""

    @classmethod
    def wind(cls, clock: Clock, players: int) -> "Clocks":
        """The clocks before the game."""
        return cls(clock, (clock.seconds * 1000 if isinstance(clock, GameClock) else 0,) * players)

    def act(self) -> "Clocks":
        """Somebody acts: an undo can return here. `switch` decides which clock runs next."""
        return self if isinstance(self.clock, NoClock) else replace(self, before=self)

    def undo(self) -> "Clocks":
        """The last action is taken back: the clocks run as if it had never been."""
        return replace(self.before, away=self.away) if self.before else self

    def switch(self, seat: int | None, at: int) -> "Clocks":
        """Start this seat's clock, or none. For the same seat it simply runs on."""
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
        """The time at which the running clock reaches zero."""
        if self.seat is None:
            return None
        match self.clock:
            case GameClock():
                return self.since + self.left[self.seat] + self.away
            case MoveClock(days=days):
                return self.since + days * DAY
        return None
