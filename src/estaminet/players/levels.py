"""The levels of the house, and its styles: names by which people choose a player.

Styles are equally strong, but different. A style chooses among the actions that its player considers as good as the
best. It compares them by playing them on in the same imagined worlds, so that a style knows no more than its seat.
"""

from typing import Final, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from estaminet.engine.errors import EstaminetError
from estaminet.engine.game import LEVELS, Game, Ladder, Search, Shortsighted, Strength
from estaminet.engine.jit.random import generator
from estaminet.engine.kernel import Known
from estaminet.players.player import GreedyPlayer, Player, RandomPlayer, RankingPlayer, SearchPlayer
from estaminet.players.playouts import SearchSettings
from estaminet.players.search import Budget, find_settings
from estaminet.players.shortsighted import ShortsightedPlayer
from estaminet.players.thinker import find_strongest, try_lines

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


HOST_SECONDS: Final = 0.2
"""The longest short search, on a very busy machine."""
STYLE_SECONDS: Final = 0.1
"""Seconds of a long search that are left for a style."""
COMPARISONS: Final = ("random", "greedy")
"""Not levels for people, but for comparisons: any action, and the best one-ply action."""
NAMES: Final = (*COMPARISONS, *LEVELS)
STYLES: Final[tuple[Style, ...]] = get_args(Style)


class LevelPlayer:
    """Plays as strongly as a game with so many players says that this level does."""

    def __init__(self, level: str, seed: int, style: Style | None = None, *, is_timed: bool = True) -> None:
        """Without time limits on short searches, games are the same on every machine, however busy."""
        self._level, self._seed, self._style, self._is_timed = level, seed, style, is_timed
        self._players: dict[tuple[str, int], Player] = {}

    def choose(self, game: Game, players: int, known: Known, seat: int) -> int:
        key = game.name, players
        if key not in self._players:
            self._players[key] = self._seat(game, players)
        return self._players[key].choose(game, players, known, seat)

    def _seat(self, game: Game, players: int) -> Player:
        player = self._find(game, players, find_strength(game, players, self._level))
        return player if self._style is None else StyledPlayer(player, self._style, self._seed)

    def _find(self, game: Game, players: int, strength: Strength) -> RankingPlayer:
        match strength:
            case Shortsighted():
                return ShortsightedPlayer(self._seed, *strength)
            case Search(iterations=iterations):
                return SearchPlayer(self._seed, Budget(iterations, HOST_SECONDS if self._is_timed else None))
        seconds = strength.seconds
        if seconds is not None and self._style is not None:
            seconds -= STYLE_SECONDS
        budget = Budget(strength.iterations, seconds)
        return find_strongest(game, players, self._seed, budget)


def find_strength(game: Game, players: int, level: str) -> Strength:
    """The strength of a level in a game with so many players."""
    strength: Strength = getattr(game.ladders.get(players, Ladder()), level)
    return strength


def is_level(name: str) -> bool:
    """Whether a house player has this name: a level, and perhaps its style: ``regular+bold``."""
    level, plus, style = name.partition("+")
    return name in NAMES or (bool(plus) and level in LEVELS and style in STYLES)


def seat_player(name: str, seed: int) -> Player:
    """A house player of this level, and of this style if it says one."""
    if not is_level(name):
        raise EstaminetError(
            "level.unknown",
            f"There is no level {name!r:.60}; the levels are: {', '.join(NAMES)};"
            f" a style may follow, as in regular+bold: {', '.join(STYLES)}.",
        )
    if name in COMPARISONS:
        return RandomPlayer(seed) if name == "random" else GreedyPlayer(seed)
    level, _, style = name.partition("+")
    return LevelPlayer(level, seed, next((each for each in STYLES if each == style), None))
