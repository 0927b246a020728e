"""Three classic German board games: exact rules, fast engines, one friendly face.

>>> import estaminet
>>> position = estaminet.game("poule").start(players=3, seed=7)
>>> position.play("stall III c4")
"""

from estaminet.engine.game import Game
from estaminet.engine.position import Position
from estaminet.engine.record import Record, parse_record
from estaminet.games import REGISTRY

__all__ = ["Game", "Position", "Record", "game", "games", "read_record"]

__version__ = "0.1.0"


def game(name: str) -> Game:
    """The game of that name: ``poule``, ``reeperbahn``, ``nuit``, or one that somebody installed."""
    return REGISTRY.find(name)


def games() -> list[str]:
    """The names of all games."""
    return REGISTRY.names()


def read_record(line: bytes | str) -> Record:
    """Read a game back from a line of JSON; `Record.replay` then checks every action."""
    return parse_record(line, game)
