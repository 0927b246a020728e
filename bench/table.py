"""From measured numbers to the table: ratios, verdicts, and how a number is written."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from statistics import median
from typing import Final, NamedTuple, Protocol

from rich.table import Table


class Unit(NamedTuple):
    """What a number counts."""

    name: str
    more_is_better: bool


A_SECOND: Final = Unit("/s", more_is_better=True)
SECONDS: Final = Unit("s", more_is_better=False)
BYTES: Final = Unit("bytes", more_is_better=False)
MEMORY: Final = Unit("bytes of memory", more_is_better=False)
COUNT: Final = Unit("times", more_is_better=False)
PERCENT: Final = Unit("of all", more_is_better=True)
LOST: Final = Unit("of the victory", more_is_better=False)

MISSING: Final = "not measured"
RATE_SCALES: Final = ((1e6, "M/s"), (1e3, "k/s"), (1.0, "/s"))
TIME_SCALES: Final = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns"))
MEMORY_SCALES: Final = ((1e6, "MB"), (1e3, "kB"), (1.0, "bytes"))


@dataclass
class Row:
    """One line of the table: numbers of ours and, measured in turn with them, numbers of a peer."""

    group: str
    what: str
    unit: Unit
    peer: str | None = None
    asked: "Asked | None" = None
    ours: list[float] = field(default_factory=list)
    theirs: list[float] = field(default_factory=list)
    trouble: str | None = None
    """Why ours could not be measured."""
    peer_trouble: str | None = None

    @property
    def value(self) -> float | None:
        """Ours, in the middle of all repetitions."""
        return median(self.ours) if self.ours else None

    @property
    def peer_value(self) -> float | None:
        return median(self.theirs) if self.theirs else None

    @property
    def ratio(self) -> float | None:
        """How many times as good as the peer: the middle of the ratios of neighbouring measurements."""
        pairs = list(zip(self.ours, self.theirs, strict=False))
        if not pairs:
            return None
        return median(ours / theirs if self.unit.more_is_better else theirs / ours for ours, theirs in pairs)

    @property
    def verdict(self) -> str:
        """``ok``, ``below``, or nothing where nothing is asked."""
        if self.asked is None:
            return ""
        kept = self.asked.is_kept_by(self)
        return MISSING if kept is None else "ok" if kept else "below"


class Asked(Protocol):
    """What a row should reach."""

    def is_kept_by(self, row: Row) -> bool | None:
        """None if it was not measured."""

    def text(self, unit: Unit) -> str: ...


class TimesAsGood(NamedTuple):
    """At least so many times as good as the peer."""

    times: float

    def is_kept_by(self, row: Row) -> bool | None:
        return None if row.ratio is None else row.ratio >= self.times

    def text(self, _unit: Unit) -> str:
        return f"≥ {self.times:g}×"


class AtLeast(NamedTuple):
    """So much or more."""

    limit: float

    def is_kept_by(self, row: Row) -> bool | None:
        return None if row.value is None else row.value >= self.limit

    def text(self, unit: Unit) -> str:
        return f"≥ {write(self.limit, unit)}"


class Under(NamedTuple):
    """Less than so much."""

    limit: float

    def is_kept_by(self, row: Row) -> bool | None:
        return None if row.value is None else row.value < self.limit

    def text(self, unit: Unit) -> str:
        return f"< {write(self.limit, unit)}"


def write(value: float, unit: Unit) -> str:
    """A number with three figures and the scale that suits it: ``1.41 M/s``, ``850 ns``."""
    if unit == BYTES:
        return f"{value:.0f} bytes"
    if unit == COUNT:
        return f"{value:.0f}"
    if unit == PERCENT:
        return f"{value:.0%}"
    if unit == LOST:
        return f"{value:.4f}"
    scales = MEMORY_SCALES if unit == MEMORY else RATE_SCALES if unit.more_is_better else TIME_SCALES
    scale, name = next((pair for pair in scales if value >= pair[0]), scales[-1])
    return f"{_three_figures(value / scale)} {name}"


def _three_figures(value: float) -> str:
    return f"{value:.2f}" if value < 9.995 else f"{value:.1f}" if value < 99.95 else f"{value:.0f}"


def lay_out(rows: Iterable[Row], title: str) -> Table:
    """The table that `make bench` prints."""
    table = Table("what", "ours", "peer", "ratio", "asked", "verdict", title=title, title_justify="left")
    for column in (1, 3, 4):
        table.columns[column].justify = "right"
    for column in (1, 2, 3, 4):
        table.columns[column].no_wrap = True
    group = None
    for row in rows:
        if row.group != group:
            group = row.group
            table.add_section()
            table.add_row(f"[bold]{group}[/]")
        table.add_row(f"  {row.what}", _ours(row), _peer(row), _ratio(row), _asked(row), _verdict(row))
    return table


def summary(rows: Iterable[Row]) -> str:
    """How many of the things asked for are kept."""
    verdicts = [row.verdict for row in rows if row.asked is not None]
    counted = f"{verdicts.count('ok')} of {len(verdicts)} asked for are ok"
    others = ", ".join(f"{verdicts.count(name)} {name}" for name in ("below", MISSING) if name in verdicts)
    return f"{counted}; {others}." if others else f"{counted}."


def troubles(rows: Iterable[Row]) -> list[str]:
    """What could not be measured, and why, each once."""
    found: dict[str, None] = {}
    for row in rows:
        for who, trouble in ((row.what, row.trouble), (row.peer, row.peer_trouble)):
            if trouble is not None:
                found[f"{who}: {trouble.splitlines()[0]}"] = None
    return list(found)


def to_json(row: Row) -> dict[str, object]:
    """Everything about a row, with every single measurement."""
    return {
        "group": row.group,
        "what": row.what,
        "unit": row.unit.name,
        "ours": row.value,
        "peer": row.peer,
        "theirs": row.peer_value,
        "ratio": row.ratio,
        "asked": row.asked.text(row.unit) if row.asked else None,
        "verdict": row.verdict or None,
        "trouble": row.trouble or row.peer_trouble,
        "all_ours": row.ours,
        "all_theirs": row.theirs,
    }


def _ours(row: Row) -> str:
    return MISSING if row.value is None else write(row.value, row.unit)


def _peer(row: Row) -> str:
    if row.peer is None:
        return ""
    return f"{row.peer}  {MISSING if row.peer_value is None else write(row.peer_value, row.unit)}"


def _ratio(row: Row) -> str:
    return "" if row.ratio is None else f"{_three_figures(row.ratio)}×"


def _asked(row: Row) -> str:
    return row.asked.text(row.unit) if row.asked else ""


def _verdict(row: Row) -> str:
    color = {"ok": "green", "below": "red", MISSING: "yellow"}.get(row.verdict)
    return f"[{color}]{row.verdict}[/]" if color else row.verdict
