"""What time it is; and the clocks of a table, which go by the times of its events alone."""

import time
from typing import Final

from estaminet.table.setup import Clock, GameClock, MoveClock

DAY: Final = 86_400_000
"""In milliseconds."""


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Clocks:
    """How much time every seat has left. All times are milliseconds."""

    def __init__(self, clock: Clock, players: int) -> None:
        self._clock = clock
        self._left = [clock.seconds * 1000 if isinstance(clock, GameClock) else 0] * players
        self._seat: int | None = None
        self._since = 0

    def switch(self, seat: int | None, at: int) -> None:
        """From now on this seat's clock runs; nobody's if None. For the same seat it simply runs on."""
        if seat == self._seat:
            return
        if self._seat is not None and isinstance(self._clock, GameClock):
            self._left[self._seat] = max(0, self._left[self._seat] - (at - self._since))
        self._seat, self._since = seat, at

    def resume(self, at: int) -> None:
        """The server was away: the time until now is nobody's. Days for a move go on."""
        if isinstance(self._clock, GameClock):
            self._since = at

    @property
    def deadline(self) -> int | None:
        """When the time of the seat whose clock runs is up."""
        if self._seat is None:
            return None
        match self._clock:
            case GameClock():
                return self._since + self._left[self._seat]
            case MoveClock(days=days):
                return self._since + days * DAY
        return None

    def left(self) -> list[int]:
        """What every seat had left when the clock that runs was started."""
        return list(self._left)
