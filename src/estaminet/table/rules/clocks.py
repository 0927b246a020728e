"""The clocks of a table. They go by the times of its events alone; all times are milliseconds."""

from dataclasses import dataclass, replace
from typing import Final, Self

from estaminet.table.rules.plan import Clock, GameClock, MoveClock, NoClock

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
    """When it was started."""

    @classmethod
    def wind(cls, clock: Clock, players: int) -> Self:
        """The clocks before the game."""
        return cls(clock, (clock.seconds * 1000 if isinstance(clock, GameClock) else 0,) * players)

    def switch(self, seat: int | None, at: int) -> Self:
        """From now on this seat's clock runs; nobody's if None. For the same seat it simply runs on."""
        if seat == self.seat or isinstance(self.clock, NoClock):
            return self
        left = self.left
        if self.seat is not None and isinstance(self.clock, GameClock):
            spent = max(0, left[self.seat] - (at - self.since))
            left = (*left[: self.seat], spent, *left[self.seat + 1 :])
        return replace(self, left=left, seat=seat, since=at)

    def resume(self, at: int) -> Self:
        """The server was away: the time until now is nobody's. Days for a move go on."""
        return replace(self, since=at) if isinstance(self.clock, GameClock) else self

    @property
    def deadline(self) -> int | None:
        """When the time of the seat whose clock runs is up."""
        if self.seat is None:
            return None
        match self.clock:
            case GameClock():
                return self.since + self.left[self.seat]
            case MoveClock(days=days):
                return self.since + days * DAY
        return None
