"""What chance did: the deal, and everything that was drawn, against what might have been.

Valued with what all seats together know. Whatever the players' habits, the order of a stack is uniform given that,
because nobody's action can depend on it. So the true draw is to the redrawn ones as they are to each other, and luck
is zero on average, however poor the valuation. Given what *one* seat knows it would not be: what the others did tells
about their hands, and so about what is left in the stack.
"""

from collections.abc import Mapping
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from estaminet.engine.game import Game
from estaminet.engine.options import OptionValue
from estaminet.players.playouts import POOLED, SearchSettings
from estaminet.review.course import Course
from estaminet.review.valuing import Valuer, draws_something, stream

DEAL_WORLDS: Final = 8
"""For each of the deals that might have been."""


def value_draw(course: Course, valuer: Valuer, worlds: int, seed: int, ply: int) -> NDArray[np.float64] | None:
    """What every seat gained by what an action drew; None if it draws nothing."""
    before, code = course.memory(ply), course.codes[ply]
    if not draws_something(course.game, course.players, before, code, stream(seed, "draws", ply)):
        return None
    expected = valuer.value(before, POOLED, worlds, stream(seed, "before", ply), code)
    if ply + 1 == len(course.codes):
        return np.array(course.result) - expected
    return valuer.value(course.memory(ply + 1), POOLED, worlds, stream(seed, "after", ply)) - expected


def value_deal(course: Course, valuer: Valuer, worlds: int, seed: int) -> NDArray[np.float64]:
    """What every seat may expect when all is dealt."""
    return valuer.value(course.memory(0), POOLED, worlds, stream(seed, "deal"))


def value_place(course: Course, settings: SearchSettings, deals: int) -> NDArray[np.float64]:
    """What every seat may expect before the deal: the mean over other deals, the same for all games of these terms."""
    return np.array(_value_place(course.game, course.players, _pack(course.options), settings, deals))


def _pack(options: Mapping[str, OptionValue]) -> tuple[tuple[str, OptionValue], ...]:
    return tuple(sorted(options.items()))


@cache
def _value_place(
    game: Game, players: int, options: tuple[tuple[str, OptionValue], ...], settings: SearchSettings, deals: int
) -> tuple[float, ...]:
    valuer = Valuer(game, players, settings)
    total = np.zeros(players)
    for number in range(deals):
        start = game.start(players, seed=f"review/{number}", options=dict(options))
        total += valuer.value(start.memory, POOLED, DEAL_WORLDS, stream(number, "place"))
    return tuple((total / deals).tolist())
