"""The level that suits somebody: the one against which they may expect their fair share, by their finished games.

Somebody's strength is a place on the ladder of the levels. Before the first game it is believed to be somewhere in the
lower middle; every result moves that belief, most at first.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from estaminet.engine.game import LEVELS
from estaminet.server.rules.hints import is_mostly_hinted
from estaminet.server.rules.opening import is_own_game
from estaminet.server.rules.plan import Level

MOST_GAMES: Final = 20
"""Games that count, the latest: people learn."""
STEP: Final = 0.95
"""The growth of the logarithmic odds from one level to the next: 72 % against the one below, with two players."""
FIRST_PLACE: Final = 1.5
"""Between apprentice and regular."""
FIRST_SPREAD: Final = 1.5
"""In levels: one standard deviation of what is believed before the first game."""
PLACES: Final = tuple(-2 + 0.1 * number for number in range(91))
"""From far below the first level to far above the last one."""


class GameResult(NamedTuple):
    """A finished game against the house."""

    share: float
    """Of the victory."""
    levels: tuple[str, ...]
    """Of the others."""


def find_level(games: Sequence[GameResult]) -> Level:
    """The level that suits somebody, from their games, the latest first."""
    weights = [math.exp(weigh_place(place, games[:MOST_GAMES])) for place in PLACES]
    mean = sum(place * weight for place, weight in zip(PLACES, weights, strict=True)) / sum(weights)
    level: Level = LEVELS[max(0, min(len(LEVELS) - 1, round(mean)))]  # type: ignore[assignment]  # the same names
    return level


def weigh_place(place: float, games: Sequence[GameResult]) -> float:
    """The log-likelihood of a place on the ladder, up to a constant."""
    weight = -(((place - FIRST_PLACE) / FIRST_SPREAD) ** 2) / 2
    for share, levels in games:
        mine = math.exp(STEP * place)
        chance = mine / (mine + sum(math.exp(STEP * LEVELS.index(level)) for level in levels))
        weight += share * math.log(chance) + (1 - share) * math.log(1 - chance)
    return weight


def read_game(summary: Mapping[str, object], person: str, game: str, players: int) -> GameResult | None:
    """The result of somebody's game alone against the house, from the table's summary; None if it was another game.

    A lesson that was played on does not count: its beginning was not their own. Nor does a game that was won by taking
    back what cannot be taken back against people, or with hints for more than a third of the decisions; one that was
    lost all the same does, and so does one that was left.
    """
    people, seats, winners = (summary.get(name) for name in ("people", "seats", "winners"))
    if not (isinstance(people, list) and isinstance(seats, list) and isinstance(winners, list)):
        return None
    if summary["game"] != game or len(people) != players or not is_own_game(summary):
        return None
    had_by = summary.get("had_by")
    holders = had_by if summary.get("reason") == "left" and isinstance(had_by, list) else people
    if not winners and holders is people:
        return None
    if holders.count(person) != 1 or any(each not in (None, person) for each in holders):
        return None
    mine = holders.index(person)
    levels = tuple(str(seat["level"]) for number, seat in enumerate(seats) if number != mine)
    if not set(levels) <= set(LEVELS):
        return None
    share = (mine in winners) / len(winners) if winners else 0.0
    is_own = not summary.get("is_practice") and not is_mostly_hinted(summary, mine)
    return GameResult(share, levels) if is_own or not share else None
