"""How well somebody solves: Glicko, with the puzzle as the opponent, whose own rating stays.

Glickman, Parameter estimation in large dynamic paired comparison experiments (1999). Ratings are kept on the scale on
which the arena has everybody begin at 25; a page shows sixty times this, so that 400 points are odds of ten to one.
"""

from dataclasses import dataclass
from math import exp, log, pi, sqrt
from typing import Final

POINTS: Final = 60
"""So many points of a page are one here."""
ODDS: Final = 400 / log(10) / POINTS
"""A rating better by this much has e times the odds."""
BEGINNING: Final = 25.0
DOUBT: Final = 175 / POINTS
"""How unsure a rating is at the beginning: one standard deviation, and nineteen in twenty are within two."""
DRIFT: Final = 10 / POINTS
"""By how much it becomes less sure from one try to the next: people learn."""
PUZZLE_DOUBT: Final = 120 / POINTS
"""How unsure the difficulty of a puzzle is."""


@dataclass(frozen=True)
class Rating:
    """A solver's rating."""

    mu: float = BEGINNING
    """The strength that is most likely."""
    sigma: float = DOUBT
    """One standard deviation of it. Nobody is less known than a beginner: more than that is read as that."""


def expect(rating: Rating, difficulty: float) -> float:
    """How likely somebody is to solve a puzzle of this difficulty."""
    return 1 / (1 + exp(_soften() * (difficulty - rating.mu) / ODDS))


def rate_try(rating: Rating, difficulty: float, *, is_right: bool) -> Rating:
    """The rating after a puzzle was solved or not: what was expected changes little, what surprises much.

    >>> easy, hard = (rate_try(Rating(), difficulty, is_right=True) for difficulty in (17, 33))
    >>> [round(POINTS * each.mu) for each in (Rating(), easy, hard)]
    [1500, 1511, 1645]
    """
    variance = min(sqrt(rating.sigma**2 + DRIFT**2), DOUBT) ** 2
    expected = expect(rating, difficulty)
    told = _soften() / ODDS
    information = told**2 * expected * (1 - expected)
    after = 1 / (1 / variance + information)
    return Rating(rating.mu + after * told * (is_right - expected), sqrt(after))


def _soften() -> float:
    """How much less a result tells because the difficulty is not known exactly; g(RD) in the paper."""
    return 1 / sqrt(1 + 3 * (PUZZLE_DOUBT / ODDS / pi) ** 2)
