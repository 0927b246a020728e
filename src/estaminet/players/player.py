"""Players: what one is, and the house's own.

A player chooses an action from what one seat may know, and from nothing else.
"""

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from estaminet.engine.game import Game
from estaminet.engine.jit.random import below, generator
from estaminet.engine.kernel import Known
from estaminet.players.ahead import find_rules, promise_actions
from estaminet.players.search import Budget
from estaminet.players.thinking import think


class Player(Protocol):
    """A house player, or one of your own."""

    def choose(self, game: Game, players: int, known: Known, seat: int) -> int:
        """The code of a legal action for the seat, which is to move. `known` holds what the seat may know."""


class Considering(Player, Protocol):
    """A player that can say what it holds to be as good as what it takes."""

    def consider(self, game: Game, players: int, known: Known, seat: int, loss: float) -> list[int]:
        """What it takes, and then whatever else it holds to be worth as much, give or take so small a share."""


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
        return self.consider(game, players, known, seat, 0)[0]

    def consider(self, game: Game, players: int, known: Known, seat: int, loss: float) -> list[int]:
        kernel, rules = game.kernel, find_rules(game.kernel)
        codes = np.empty(kernel.most_legal, np.int16)
        promises = np.zeros(max(kernel.most_legal, players))
        count = promise_actions(
            rules.legal, rules.apply, rules.evaluate, rules.determinize,
            known, seat, self._worlds, codes, promises, self._rng,
        )  # fmt: skip
        lost = promises[:count].max() - promises[:count]
        taken = self._take(lost)
        apart = np.abs(lost - lost[taken])
        apart[taken] = -1
        return [int(codes[at]) for at in np.argsort(apart, kind="stable") if apart[at] <= loss]

    def _take(self, lost: NDArray[np.float64]) -> int:
        """The place of an action, by what each gives away."""
        if self._carelessness:
            odds = np.exp(-lost / self._carelessness)
            at = np.searchsorted(np.cumsum(odds), odds.sum() * below(self._rng, 1 << 30) / (1 << 30), "right")
            return min(int(at), len(lost) - 1)
        best = np.flatnonzero(lost < 1e-12)
        return int(best[below(self._rng, len(best))])


class SearchPlayer:
    """Takes the best action it can think of."""

    def __init__(self, seed: int, budget: Budget) -> None:
        self._seed = seed
        self._budget = budget

    def choose(self, game: Game, players: int, known: Known, seat: int) -> int:
        return self.consider(game, players, known, seat, 0)[0]

    def consider(self, game: Game, players: int, known: Known, seat: int, loss: float) -> list[int]:
        codes = game.kernel.codes(known)
        if len(codes) == 1:
            return [int(codes[0])]
        return think(game, players, known, seat, self._budget, self._seed).list_near(seat, loss)
