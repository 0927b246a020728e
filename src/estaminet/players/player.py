"""Players: what one is, the house's own, and the names under which a person chooses them, the same in every game.

A player chooses an action from what one seat may know, and from nothing else.
"""

from collections.abc import Callable, Mapping
from typing import Final, Protocol

import numpy as np

from estaminet.engine.errors import UnknownLevel
from estaminet.engine.game import Game
from estaminet.engine.kernel import Known
from estaminet.engine.random import below, generator
from estaminet.players.ahead import find_rules, promise_actions
from estaminet.players.search import Budget
from estaminet.players.thinking import think

HOST_SECONDS: Final = 0.2
KING_SECONDS: Final = 1.0


class Player(Protocol):
    """A house player, or one of your own."""

    def choose(self, game: Game, players: int, known: Known, seat: int) -> int:
        """The code of a legal action for the seat, which is to move. `known` holds what the seat may know."""


class RandomPlayer:
    """Takes any legal action."""

    def __init__(self, seed: int) -> None:
        self._rng = generator(seed)

    def choose(self, game: Game, players: int, known: Known, seat: int) -> int:  # noqa: ARG002  # chance sees nothing
        codes = game.kernel.codes(known)
        return int(codes[below(self._rng, len(codes))])


class GreedyPlayer:
    """Takes the action that promises most, or now and then one that promises a little less."""

    def __init__(self, seed: int, *, carelessness: float = 0.0, worlds: int = 8) -> None:
        """With carelessness, an action that gives away so large a share is taken about a third as often as the best."""
        self._rng = generator(seed)
        self._carelessness = carelessness
        self._worlds = worlds

    def choose(self, game: Game, players: int, known: Known, seat: int) -> int:
        kernel, rules = game.kernel, find_rules(game.kernel)
        codes = np.empty(kernel.most_legal, np.int16)
        promises = np.zeros(max(kernel.most_legal, players))
        count = promise_actions(
            rules.legal, rules.apply, rules.estimate, rules.determinize,
            known, seat, self._worlds, codes, promises, self._rng,
        )  # fmt: skip
        lost = promises[:count].max() - promises[:count]
        if self._carelessness:
            odds = np.exp(-lost / self._carelessness)
            at = np.searchsorted(np.cumsum(odds), odds.sum() * below(self._rng, 1 << 30) / (1 << 30), "right")
            return int(codes[min(int(at), count - 1)])
        best = np.flatnonzero(lost < 1e-12)
        return int(codes[best[below(self._rng, len(best))]])


class SearchPlayer:
    """Takes the best action it can think of."""

    def __init__(self, seed: int, budget: Budget) -> None:
        self._seed = seed
        self._budget = budget

    def choose(self, game: Game, players: int, known: Known, seat: int) -> int:
        codes = game.kernel.codes(known)
        if len(codes) == 1:
            return int(codes[0])
        return think(game, players, known, seat, self._budget, self._seed).candidates[0].code


class HostPlayer:
    """Thinks as long as the game says a host does; on a machine that is very busy a little less."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def choose(self, game: Game, players: int, known: Known, seat: int) -> int:
        budget = Budget(iterations=game.host_iterations, seconds=HOST_SECONDS)
        return SearchPlayer(self._seed, budget).choose(game, players, known, seat)


LEVELS: Final[Mapping[str, Callable[[int], Player]]] = {
    "random": RandomPlayer,
    "greedy": GreedyPlayer,
    "apprentice": lambda seed: GreedyPlayer(seed, carelessness=0.11),
    "regular": lambda seed: GreedyPlayer(seed, carelessness=0.035),
    "host": HostPlayer,
    "king": lambda seed: SearchPlayer(seed, Budget(seconds=KING_SECONDS)),
}
"""From a seed, a player. To compare with: at random, the best one action ahead. For people: one action ahead with large
errors on purpose, with small ones, a short search, a long one."""


def seat_player(level: str, seed: int) -> Player:
    """A house player of this level."""
    if level not in LEVELS:
        raise UnknownLevel(f"There is no level {level!r:.60}; the levels are: {', '.join(LEVELS)}.")
    return LEVELS[level](seed)
