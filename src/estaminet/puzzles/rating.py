"""Ratings of those who solve: a puzzle is an opponent whose strength is known. The formulas are openskill's."""

from dataclasses import dataclass
from typing import Final

BEGINNING: Final = 25.0, 25 / 3
"""Where everybody begins, and how unsure that is."""
PUZZLE_SIGMA: Final = 2.0
"""How unsure the difficulty of a puzzle is."""


@dataclass(frozen=True)
class Rating:
    """How well somebody solves."""

    mu: float = BEGINNING[0]
    """The strength that is most likely; a page shows sixty times this."""
    sigma: float = BEGINNING[1]
    """One standard deviation of it."""


def rate_try(rating: Rating, difficulty: float, *, is_right: bool) -> Rating:
    """The rating after a puzzle was solved or not. The puzzle keeps its own.

    >>> better = rate_try(Rating(), 25, is_right=True)
    >>> better.mu > 25, better.sigma < 25 / 3
    (True, True)
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    person = model.rating(mu=rating.mu, sigma=rating.sigma)
    puzzle = model.rating(mu=difficulty, sigma=PUZZLE_SIGMA)
    [[after], _] = model.rate([[person], [puzzle]], ranks=[0, 1] if is_right else [1, 0])
    return Rating(after.mu, after.sigma)
