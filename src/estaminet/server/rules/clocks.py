"""The time that every seat has left, in milliseconds.

Clocks go by the times of events alone, and time is conserved: a seat pays for the time during which the game, as it
stands, waited for it, and for nothing else. An undo gives time back to the seat it was taken from, and the seat that
undoes pays it.
"""

from dataclasses import dataclass, replace
from typing import Final

from estaminet.server.rules.plan import Clock, GameClock, MoveClock, NoClock

DAY: Final = 86_400_000


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
