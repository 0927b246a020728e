"""How much is measured, and for how long."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Scale:
    """Sizes and times of one run."""

    repetitions: int
    """Of ours and theirs in turn, and of starts."""
    tables: int
    """At which people play as fast as it goes."""
    spares: int
    """Tables more, ready for when a game ends."""
    warm_seconds: float
    seconds: float
    many_tables: int
    """At which people play slowly, all at the same time."""
    pause: float
    """Seconds from one move to the next, at each of them."""
    slow_seconds: float
    moves_before: int
    """Moves of each of the many tables before it is measured: the middle of a game."""


FULL: Final = Scale(
    repetitions=2, tables=100, spares=500, warm_seconds=2, seconds=8,
    many_tables=1000, pause=10, slow_seconds=60, moves_before=50,
)  # fmt: skip
QUICK: Final = Scale(
    repetitions=1, tables=5, spares=30, warm_seconds=0.5, seconds=2,
    many_tables=20, pause=1, slow_seconds=4, moves_before=20,
)  # fmt: skip
