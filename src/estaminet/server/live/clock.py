"""What time it is, for games: a system clock that is set back or forward changes nobody's time."""

import time
from typing import Final

STEP: Final = 1000
"""Milliseconds. A system clock that differs by less is corrected little by little, and followed."""


class Clock:
    """Milliseconds since 1970, as the system clock had it when this began, and steadily on from there."""

    def __init__(self) -> None:
        self._offset = read_wall() - read_elapsed()

    def now(self) -> int:
        elapsed, wall = read_elapsed(), read_wall()
        if abs(wall - elapsed - self._offset) < STEP:
            self._offset = wall - elapsed
        return elapsed + self._offset


def read_wall() -> int:
    return time.time_ns() // 1_000_000


def read_elapsed() -> int:
    """Counts on while the machine sleeps, where there is such a clock."""
    if hasattr(time, "CLOCK_BOOTTIME"):
        return time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1_000_000
    return time.monotonic_ns() // 1_000_000


now = Clock().now
"""Milliseconds since 1970."""
