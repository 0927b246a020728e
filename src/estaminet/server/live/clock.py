"""The time. Where seconds count, setting the system clock changes nobody's time."""

import time
from contextlib import suppress
from typing import Final

STEP: Final = 1000
"""Milliseconds. A system clock that differs by less is corrected little by little, and followed."""


class TableClock:
    """The time at a table whose seconds are counted, in milliseconds since 1970."""

    def __init__(self, last: int) -> None:
        """`last` is the time of the last event there."""
        self._offset = max(now(), last) - read_elapsed()

    def now(self, last: int, *, is_running: bool) -> int:
        """Steadily on from before while a clock runs; else as the system clock has it, if that is not before `last`."""
        elapsed, wall = read_elapsed(), now()
        is_corrected = abs(wall - elapsed - self._offset) < STEP
        if is_corrected or (wall >= last and not is_running):
            self._offset = wall - elapsed
        return elapsed + self._offset


def now() -> int:
    """Milliseconds since 1970, as the system clock has it."""
    return time.time_ns() // 1_000_000


def read_elapsed() -> int:
    """Milliseconds. Counts on while the machine sleeps, where there is such a clock."""
    with suppress(AttributeError, OSError):  # some systems have no name for it, and in a page the name is all there is
        return time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1_000_000
    return time.monotonic_ns() // 1_000_000
