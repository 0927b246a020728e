"""Three classic German board games: exact rules, fast engines, one friendly face.

>>> import estaminet
>>> position = estaminet.game("poule").start(players=3, seed=7)
>>> position.play("stall III c4")
"""

from typing import TYPE_CHECKING

from estaminet.engine.game import Game
from estaminet.engine.position import Position
from estaminet.engine.record import Record, parse_record
from estaminet.games import REGISTRY

if TYPE_CHECKING:
    from datetime import date

    from estaminet.contests import Contest

__all__ = ["Game", "Position", "Record", "daily", "game", "games", "read_record"]

__version__ = "0.1.0"


def game(name: str) -> Game:
    """The game of that name: ``poule``, ``reeperbahn``, ``nuit``, or one that somebody installed."""
    return REGISTRY.find(name)


def games() -> list[str]:
    """The names of all games."""
    return REGISTRY.names()


def daily(name: str, day: "date | str | None" = None) -> "Contest":
    """The deal of a day, today's in UTC if none is named: the same for everybody, from the same seat.

    >>> import estaminet
    >>> deal = estaminet.daily("poule", "2026-11-19")
    >>> deal.seat, deal.players, deal.level
    (2, 3, 'host')
    """
    from datetime import UTC, date, datetime

    from estaminet.contests import Contest  # with the house players, which not everybody needs

    chosen = date.fromisoformat(day) if isinstance(day, str) else day or datetime.now(UTC).date()
    return Contest.daily(game(name), chosen)


def read_record(line: bytes | str) -> Record:
    """Read a game back from a line of JSON; `Record.replay` then checks every action."""
    return parse_record(line, game)
