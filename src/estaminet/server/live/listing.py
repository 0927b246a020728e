"""Tables and games in lists."""

from typing import Any, Final, Literal

from typing_extensions import TypedDict  # pydantic needs this one before Python 3.12

from estaminet.engine.options import OptionValue
from estaminet.server.rules.opening import OpeningKind
from estaminet.server.rules.plan import Character, seat_characters
from estaminet.server.rules.state import Turn
from estaminet.server.store.rows import TableSummary


class ListedSeat(TypedDict):
    """A seat in a list of tables."""

    name: str
    level: str | None
    character: Character
    """The house player who plays on it, or would."""
    is_free: bool


class ListedTable(TypedDict):
    """A table in a list."""

    id: str
    game: str
    options: dict[str, OptionValue]
    status: Literal["waiting", "playing", "over"]
    seats: list[ListedSeat]
    turned: int
    """By how many seats everybody has moved on since the first of several games."""
    winners: list[int] | None
    reason: Literal["finished", "resigned", "time", "agreed", "left", "expired"] | None
    """Why the game is over."""
    scores: list[int | float] | None
    """At the end."""
    yours: list[int]
    """The seats that you have, or had when the game was over."""
    turn: int | None
    """At your own tables: the seat that is to move, if it is known without opening the table."""
    opening: OpeningKind | None
    """How the game began, if its deal was not drawn at the table."""
    touched: int
    """When it last changed, in milliseconds since 1970."""


class ListedGame(TypedDict):
    """A game in a list."""

    name: str
    title: str
    players: list[int]


SHOWN: Final[dict[str, Any]] = {
    "game": "", "options": {}, "seats": [], "winners": None, "turned": 0, "reason": None, "scores": None,
    "opening": None,
}  # fmt: skip
"""The public part of a summary, and its defaults for older ones."""


def listed(table: TableSummary, person: str | None = None, turn: Turn | None = None) -> ListedTable:
    """A table for a list. It tells its reader which seats are theirs, and nothing about other people."""
    shown: dict[str, Any] = {name: table.summary.get(name, blank) for name, blank in SHOWN.items()}
    people: Any = table.summary.get("people", ())
    house = seat_characters(table.id, [None] * len(shown["seats"]))  # for older tables
    shown["seats"] = [{"character": each, **seat} for each, seat in zip(house, shown["seats"], strict=True)]
    return {
        "id": table.id,
        "status": table.status,
        "yours": [number for number, each in enumerate(people) if person and each == person],
        "turn": turn.seat if turn else None,
        "touched": turn.at if turn else table.touched,
        **shown,  # type: ignore[typeddict-item]  # as `State.summarize` says it
    }
