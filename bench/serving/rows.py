"""The rows of the table: what each one is called, what is asked of it, and which numbers it has."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, NamedTuple

from bench.table import A_SECOND, COUNT, MEMORY, SECONDS, Asked, Row, TimesAsGood, Under, Unit
from bench.worker import CannotMeasure

AIM: Final = 2.5


class AimingHigher(NamedTuple):
    """At least so many times as good as the peer, and better still so many."""

    times: float
    aim: float

    def is_kept_by(self, row: Row) -> bool | None:
        return TimesAsGood(self.times).is_kept_by(row)

    def text(self, _unit: Unit) -> str:
        return f"≥ {self.times:g}×, aim {self.aim:g}×"


class Line(NamedTuple):
    """A row to be: its own numbers and the peer's are known by names."""

    group: str
    what: str
    unit: Unit
    name: str
    peer: str | None = None
    """What the peer is called."""
    peer_name: str = ""
    """Under which name its numbers are."""
    asked: Asked | None = None


def lines(version: str, tables: int, many_tables: int, pause: float) -> Iterator[Line]:
    """All rows, in the order of the table."""
    group = f"Moves a second, {tables} tables of two, both clients told"
    peer = f"boardgame.io {version}, in memory"
    for what, name, tiny, padded in (
        ("poule, one process, SQLite", "moves", 1.3, 1.6),
        ("poule, two processes, PostgreSQL", "home", 1.5, 2.2),
    ):
        yield Line(group, what, A_SECOND, name, f"{peer}, tiny state", "tiny", AimingHigher(tiny, AIM))
        yield Line(group, what, A_SECOND, name, f"{peer}, 3 kB views", "padded", AimingHigher(padded, AIM))
    yield Line(group, "the same, every move crossing", A_SECOND, "crossing", "two processes, at home", "home")
    group = f"{many_tables:,} tables, {2 * many_tables:,} clients, a move a table every {pause:g} s"
    yield Line(group, "to the opponent, half of all moves", SECONDS, "middle")
    yield Line(group, "to the opponent, 99 of 100", SECONDS, "slowest", asked=Under(0.150))
    yield Line(group, "to the opponent, the slowest", SECONDS, "longest")
    yield Line(group, "lost updates", COUNT, "lost", asked=Under(1))
    yield Line(group, "memory of a table with two clients", MEMORY, "memory", asked=Under(110e3))
    group = "Start, everything compiled before"
    yield Line(group, "until it answers", SECONDS, "answers", asked=Under(1.5))
    yield Line(group, "until all games are ready", SECONDS, "ready")
    yield Line(group, "until it answers, new database", SECONDS, "new")
    yield Line(group, "memory when idle", MEMORY, "idle", asked=Under(200e6))


class Rows:
    """Collects numbers by name, and makes the rows of them."""

    def __init__(self) -> None:
        self._numbers: dict[str, list[float]] = {}
        self.limits: dict[str, str] = {}
        """For each subject what limited it, the last time."""
        self._troubles: dict[str, str] = {}

    def add(self, name: str, number: float) -> None:
        """One more measurement."""
        self._numbers.setdefault(name, []).append(number)

    @contextmanager
    def noting(self, *names: str) -> Iterator[None]:
        """What cannot be measured is noted, and the rest goes on."""
        try:
            yield
        except (CannotMeasure, OSError, ImportError) as error:
            for name in names:
                self._troubles[name] = str(error)

    def make(self, plan: Iterator[Line]) -> list[Row]:
        return [
            Row(
                line.group, line.what, line.unit, line.peer, line.asked,
                ours=self._numbers.get(line.name, []), theirs=self._numbers.get(line.peer_name, []),
                trouble=self._troubles.get(line.name), peer_trouble=self._troubles.get(line.peer_name),
            )
            for line in plan
        ]  # fmt: skip
