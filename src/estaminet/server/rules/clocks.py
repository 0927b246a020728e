"""How much time every seat has left.

All times are milliseconds. Clocks go by the times of events alone, and time is conserved: a seat pays for the time
during which the game, as it stands, waited for it, and for nothing else. What an undo takes back is given back to the
seat it was taken from, and paid by whoever undid.
"""

from dataclasses import dataclass, replace
from typing import Final

from estaminet.server.rules.plan import Clock, GameClock, MoveClock, NoClock

DAY: Final = 86_400_000


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
