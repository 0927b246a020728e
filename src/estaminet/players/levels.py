"""The house players that a person can choose, with the same names in every game."""

from collections.abc import Callable, Mapping
from typing import Final

from estaminet.engine.errors import UnknownLevel
from estaminet.players.player import Player
from estaminet.players.search import Budget
from estaminet.players.simple import GreedyPlayer, RandomPlayer
from estaminet.players.thinking import HostPlayer, SearchPlayer

LEVELS: Final[Mapping[str, Callable[[int], Player]]] = {
    "random": RandomPlayer,
    "greedy": GreedyPlayer,
    "apprentice": lambda seed: GreedyPlayer(seed, carelessness=0.11),
    "regular": lambda seed: GreedyPlayer(seed, carelessness=0.035),
    "host": HostPlayer,
    "king": lambda seed: SearchPlayer(seed, Budget(seconds=2.0)),
}
"""From a seed, a player. To compare with: at random, the best one action ahead. For people: one action ahead with large
errors on purpose, with small ones, a short search, a long one."""


def seat_player(level: str, seed: int) -> Player:
    """A house player of this level."""
    if level not in LEVELS:
        raise UnknownLevel(f"There is no level {level!r:.60}; the levels are: {', '.join(LEVELS)}.")
    return LEVELS[level](seed)
