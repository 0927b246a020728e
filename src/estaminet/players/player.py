"""Players: the protocol, and the house's own.

A player chooses an action from what one seat may know, and from nothing else.
"""

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from estaminet.engine.game import Game
from estaminet.engine.jit.arithmetic import exponential
from estaminet.engine.jit.functions import Scratch
from estaminet.engine.jit.random import below, generator
from estaminet.engine.kernel import Known
from estaminet.players.exact import calculate_end, win_at_once
from estaminet.players.one_ply import find_one_ply_values
from estaminet.players.search import Budget, SearchResult, search


class Player(Protocol):
    """A house player, or one of your own."""

    def choose(self, game: Game, players: int, known: Known, seat: int) -> int:
        """The code of a legal action for the seat, which is to move. `known` holds what the seat may know."""


class RankingPlayer(Player, Protocol):
    """A player that can name actions that it considers as good as its choice."""

    def consider(self, game: Game, players: int, known: Known, seat: int, loss: float) -> list[int]:
        """Its choice, and then the actions that it values as highly, within so small a share."""


class RandomPlayer:
    """Takes any legal action."""

    def __init__(self, seed: int) -> None:
        self._rng = generator(seed)

    def choose(self, game: Game, players: int, known: Known, seat: int) -> int:  # noqa: ARG002  # chance sees nothing
        codes = game.kernel.codes(known)
        return int(codes[below(self._rng, len(codes))])


class GreedyPlayer:
    """Takes the action with the best one-ply value, or now and then one that is worth a little less."""

    def __init__(self, seed: int, *, carelessness: float = 0.0, worlds: int = 8) -> None:
        """With carelessness, an action that gives away so large a share is taken about a third as often as the best."""
        self._rng = generator(seed)
        self._carelessness = carelessness
        self._worlds = worlds
        self._scratches: dict[tuple[str, int], Scratch] = {}

    def choose(self, game: Game, players: int, known: Known, seat: int) -> int:
        return self.consider(game, players, known, seat, 0)[0]

    def consider(self, game: Game, players: int, known: Known, seat: int, loss: float) -> list[int]:
        if (game.name, players) not in self._scratches:
            self._scratches[game.name, players] = game.kernel.new_scratch(players)
        scratch = self._scratches[game.name, players]
        count = find_one_ply_values(game.kernel.functions, scratch, known, seat, self._worlds, self._rng)
        codes, values = scratch.codes, scratch.values[:count]
        lost = values.max() - values
        taken = self._take(lost)
        apart = np.abs(lost - lost[taken])
        apart[taken] = -1
        return [int(codes[at]) for at in np.argsort(apart, kind="stable") if apart[at] <= loss]

    def _take(self, lost: NDArray[np.float64]) -> int:
        """The place of an action, by what each gives away."""
        if self._carelessness:
            odds = np.array([exponential(-float(each) / self._carelessness) for each in lost])
            at = np.searchsorted(np.cumsum(odds), odds.sum() * below(self._rng, 1 << 30) / (1 << 30), "right")
            return min(int(at), len(lost) - 1)
        best = np.flatnonzero(lost < 1e-12)
        return int(best[below(self._rng, len(best))])


class SearchPlayer:
    """Takes the best action that it finds."""

    def __init__(self, seed: int, budget: Budget) -> None:
        self._seed = seed
        self._budget = budget

    def choose(self, game: Game, players: int, known: Known, seat: int) -> int:
        return self.consider(game, players, known, seat, 0)[0]

    def consider(self, game: Game, players: int, known: Known, seat: int, loss: float) -> list[int]:
        codes = game.kernel.codes(known)
        if len(codes) == 1:
            return [int(codes[0])]
        return self.think(game, players, known, seat).list_near(seat, loss)

    def think(self, game: Game, players: int, known: Known, seat: int) -> SearchResult:
        """The seat's actions, the best first: calculated where that is affordable, otherwise searched."""
        return (
            calculate_end(game, players, known, seat)
            or win_at_once(game, players, known, seat, self._seed)
            or search(game, players, known, seat, self._budget, self._seed)
        )
