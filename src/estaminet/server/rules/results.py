"""The results of finished games for each player: which decisions had a hint, and which level of the house suits them.

A hint is no event. Nobody else at the table learns of it, the log and the record leave it out, and an undo does not
remove it.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import takewhile
from typing import Final, NamedTuple

from estaminet.engine.game import LEVELS
from estaminet.server.rules.plan import Level
from estaminet.server.rules.play import Play


class HintNote(NamedTuple):
    """A hint that somebody was given."""

    person: str
    ply: int
    """The ply at which they asked."""
    actions: int
    """How many actions of the turn it showed."""


def find_hinted(play: Play, seat: int, person: str | None, hints: Iterable[HintNote]) -> list[int]:
    """The plies of a seat's decisions that a hint showed, asked for then or earlier in that turn."""
    shown = {ply for hint in hints if hint.person == person for ply in _list_shown(play, seat, hint)}
    return [ply for ply in play.decisions_of(seat) if ply in shown]


def _list_shown(play: Play, seat: int, hint: HintNote) -> Iterable[int]:
    end = min(hint.ply + hint.actions, len(play.movers))
    return takewhile(lambda ply: play.movers[ply] == seat, range(hint.ply, end))


def hinted_of(summary: Mapping[str, object], seat: int) -> list[int]:
    """The plies of a seat's decisions after a hint, from the table's summary; older summaries have none."""
    hinted = summary.get("hinted")
    return list(hinted[seat]) if isinstance(hinted, list) else []


def is_own_game(summary: Mapping[str, object]) -> bool:
    """Whether a finished game was played from its deal on, by its summary."""
    return not summary.get("is_lesson") and summary.get("opening") not in ("lesson", "branch")


def is_mostly_hinted(summary: Mapping[str, object], seat: int) -> bool:
    """Whether a seat had a hint for more than a third of its decisions: then the game says little about its player."""
    decisions = summary.get("decisions")
    return isinstance(decisions, list) and 3 * len(hinted_of(summary, seat)) > decisions[seat]


# The level that suits somebody: the one against which they may expect their fair share
#
# Somebody's strength is a place on the ladder of the levels. Before the first game it is believed to be somewhere in
# the lower middle; every game that was won or lost moves that belief, most at first.


MOST_GAMES: Final = 20
"""So many count, the latest: people learn."""
STEP: Final = 0.95
"""By how much the logarithm of the odds grows from one level to the next: 72 % against the one below, of two."""
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
    """The logarithm of how likely a place on the ladder is, but for a constant."""
    weight = -(((place - FIRST_PLACE) / FIRST_SPREAD) ** 2) / 2
    for share, levels in games:
        mine = math.exp(STEP * place)
        chance = mine / (mine + sum(math.exp(STEP * LEVELS.index(level)) for level in levels))
        weight += share * math.log(chance) + (1 - share) * math.log(1 - chance)
    return weight


def read_game(summary: Mapping[str, object], person: str, game: str, players: int) -> GameResult | None:
    """What the summary of a table tells of somebody's game against the house alone; None if it was none.

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
