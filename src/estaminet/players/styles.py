"""Styles: ways to play that are equally strong, but different.

A style chooses among the actions that its player considers as good as the best. It compares them by playing them on in
the same imagined worlds, so that a style knows no more than its seat does.
"""

from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from estaminet.engine.game import Game
from estaminet.engine.jit.random import generator
from estaminet.engine.kernel import Known
from estaminet.players.player import RankingPlayer
from estaminet.players.playouts import SearchSettings
from estaminet.players.search import find_settings
from estaminet.players.thinker import try_lines

Style = Literal["bold", "careful", "teasing"]
LOSS: Final = 0.01
"""Actions are equally good if a seat's expected shares after them differ by no more."""
MOST_ACTIONS: Final = 6
WORLDS: Final = 256
"""Imagined worlds for their comparison: with few, chance alone makes one of them stand out."""
AT_ONCE: Final = SearchSettings()
"""A position is evaluated as it is, before anybody answers."""
Shares = NDArray[np.float64]
"""By world, action and seat."""


class StyledPlayer:
    """Plays as another player does, and takes of equal actions the one that suits its style.

    bold: the one whose outcome differs most from world to world. careful: the one whose outcome differs least. teasing:
    the one after which the strongest rival has the least at once, before anybody has answered.
    """

    def __init__(self, player: RankingPlayer, style: Style, seed: int) -> None:
        self._player, self._style, self._seed = player, style, seed

    def choose(self, game: Game, players: int, known: Known, seat: int) -> int:
        codes = self._player.consider(game, players, known, seat, LOSS)[:MOST_ACTIONS]
        if len(codes) == 1:
            return codes[0]
        lines = [(code,) for code in codes]

        def try_with(settings: SearchSettings) -> Shares:
            return try_lines(game, players, known, seat, lines, WORLDS, generator(self._seed), settings).shares

        later = try_with(find_settings(game))
        means = later[:, :, seat].mean(axis=0)
        equal = np.flatnonzero(np.abs(means - means[0]) <= LOSS)
        if self._style == "teasing":
            at_once = try_with(AT_ONCE)
            worth = -at_once[:, :, find_rival(at_once, seat)].mean(axis=0)
        else:
            worth = later[:, :, seat].std(axis=0) * (1 if self._style == "bold" else -1)
        return codes[int(equal[worth[equal].argmax()])]


def find_rival(shares: Shares, seat: int) -> int:
    """The strongest of the other seats."""
    chances = shares.mean(axis=(0, 1))
    chances[seat] = -1
    return int(chances.argmax())
