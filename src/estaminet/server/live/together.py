"""A finished game that people look at together: its members, its leader, its moment. Never written down.

Only a moment and the name of a piece travel. Everybody keeps their own point of view, and may go their own way at once.
"""

from dataclasses import dataclass, field
from time import monotonic
from typing import Final, NamedTuple

from estaminet.server.errors import Refusal
from estaminet.server.rules import commands
from estaminet.server.rules.state import State, Status

ASKING_SECONDS: Final = 15.0
"""A leader who is silent for so long passes the lead to the one who asks for it."""
AWAY_SECONDS: Final = 10.0
"""A member whose line breaks may come back for so long."""


class Shown(NamedTuple):
    """The state that everybody with a seat is shown."""

    ply: int
    leader: int
    """A seat, like all others here."""
    members: tuple[tuple[int, str], ...]
    """Seats and people, in the order in which they came."""
    asking: int | None


class Pointing(NamedTuple):
    """Somebody points at a piece."""

    seat: int
    person: str
    target: str


@dataclass
class Together:
    """People who look at a finished game together. Times are what `monotonic` says."""

    ply: int = 0
    """How many actions have been carried out where they are."""
    members: list[str] = field(default_factory=list)
    """The members, in the order in which they came."""
    leader: str | None = None
    asking: str | None = None
    """The member who asks for the lead."""
    asked: float = 0.0
    """Since when."""
    away: dict[str, float] = field(default_factory=dict)
    """Members without a line, and since when."""

    def carry_out(self, state: State, person: str, command: commands.Look) -> None:
        """Carry out a command; a refusal if it is not allowed."""
        require_seat(state, person)
        match command:
            case commands.LookTogether(ply=ply):
                self._take_part(person, check_ply(state, ply))
            case commands.LookAlone():
                self.leave(person)
            case commands.LookAt(ply=ply):
                self._require_lead(person)
                self.ply = check_ply(state, ply)
            case commands.AskLead():
                self._require_part(person)
                if person != self.leader:
                    self.asking, self.asked = person, monotonic()
            case commands.KeepLead():
                self._require_lead(person)
                self.asking = None
            case commands.GiveLead(seat=seat):
                self._require_lead(person)
                self._hand_on(self._find_member(state, seat))

    def require_part(self, state: State, person: str) -> int:
        """The seat of a member who points; a refusal for everybody else."""
        seat = require_seat(state, person)
        self._require_part(person)
        return seat

    def leave(self, person: str) -> None:
        """A member leaves. A leader is followed by the one who asked, or else by the one there longest."""
        if person not in self.members:
            return
        self.members.remove(person)
        self.away.pop(person, None)
        if self.asking == person:
            self.asking = None
        if self.leader == person:
            here = [each for each in self.members if each not in self.away]
            self._hand_on(self.asking or next(iter(here or self.members), None))

    def show(self, state: State) -> Shown | None:
        """The state to show; None if nobody takes part."""
        seats = {person: state.seats_of(person)[0] for person in self.members}
        if self.leader is None:
            return None
        members = tuple((seat, person) for person, seat in seats.items())
        return Shown(self.ply, seats[self.leader], members, seats[self.asking] if self.asking else None)

    def lose(self, person: str) -> None:
        """Somebody's last line is gone; perhaps they come back."""
        if person in self.members:
            self.away[person] = monotonic()

    def pass_time(self) -> float | None:
        """Apply what happens by itself; the seconds until the next check, None if nothing will happen."""
        now = monotonic()
        for person, since in list(self.away.items()):
            if now - since >= AWAY_SECONDS:
                self.leave(person)
        if self.asking and (now - self.asked >= ASKING_SECONDS or self.leader in self.away):
            self._hand_on(self.asking)
        due = [since + AWAY_SECONDS for since in self.away.values()]
        due += [self.asked + ASKING_SECONDS] if self.asking else []
        return min(due) - now if due else None

    def _take_part(self, person: str, ply: int) -> None:
        self.away.pop(person, None)
        if person not in self.members:
            self.members.append(person)
        if self.leader is None:
            self.leader, self.ply = person, ply

    def _hand_on(self, person: str | None) -> None:
        self.leader, self.asking = person, None

    def _find_member(self, state: State, seat: int) -> str:
        person = state.seats[seat].person if seat < len(state.seats) else None
        if person is None or person not in self.members:
            raise Refusal("look.apart", f"Nobody on seat {seat} looks at this game with you.")
        return person

    def _require_part(self, person: str) -> None:
        if person not in self.members:
            raise Refusal("look.apart", "You are looking at this game by yourself: join the others first.")

    def _require_lead(self, person: str) -> None:
        self._require_part(person)
        if person != self.leader:
            raise Refusal("look.led", "Somebody else leads: ask for the lead.")


def require_seat(state: State, person: str) -> int:
    """The first seat of a person who may take part; a refusal if they may not, or the game goes on."""
    seats = state.seats_of(person)
    if not seats:
        raise Refusal("seat.foreign", "Only people who had a seat at this table can look at its game together.")
    if state.status is not Status.OVER or state.play is None:
        raise Refusal("table.unfinished", "A game can be looked at together once it is over.")
    return seats[0]


def check_ply(state: State, ply: int) -> int:
    """A ply of the game; a refusal if the game is shorter."""
    last = len(state.play.position.history) if state.play else 0
    if ply > last:
        raise Refusal("message.invalid", f"This game has {last} actions.")
    return ply
