"""The levels of the house: names under which a person chooses a player, the same in every game."""

from typing import Final, get_args

from estaminet.engine.errors import EstaminetError
from estaminet.engine.game import LEVELS, Game, Ladder, Search, Shortsighted, Strength
from estaminet.engine.kernel import Known
from estaminet.players.player import GreedyPlayer, Player, RandomPlayer, RankingPlayer, SearchPlayer
from estaminet.players.search import Budget
from estaminet.players.shortsighted import ShortsightedPlayer
from estaminet.players.styles import Style, StyledPlayer
from estaminet.players.thinker import find_strongest

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
