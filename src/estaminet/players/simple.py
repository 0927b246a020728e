"""Players who hardly think: at random, or one action ahead."""

import numpy as np

from estaminet.engine import compiling
from estaminet.engine.game import Game
from estaminet.engine.kernel import Known
from estaminet.engine.random import below, generator
from estaminet.players.ahead import promise_actions


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
        compiling.compile_functions("estaminet.players")
        kernel, rules = game.kernel, game.kernel.pointers
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
