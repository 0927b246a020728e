"""What somebody sees who looks one action ahead, and not too closely."""

from collections.abc import Collection
from typing import Final

import numpy as np
from numpy.typing import NDArray

from estaminet.engine.jit.random import generator
from estaminet.engine.position import Position
from estaminet.players.one_ply import find_one_ply_values

WORLDS: Final = 32
CARELESSNESS: Final = 0.11
"""Of somebody who solves at a glance: that of an apprentice."""


def solve_carelessly(position: Position, best: Collection[int]) -> float:
    """How often one of the best is taken."""
    codes, values = _look(position)
    odds = np.exp((values - values.max()) / CARELESSNESS)
    return float(odds[np.isin(codes, list(best))].sum() / odds.sum())


def find_tempting(position: Position, number: int, *, without: Collection[int]) -> list[int]:
    """What promises most at a glance, of all that is not to be looked at."""
    codes, values = _look(position)
    order = codes[np.argsort(-values, kind="stable")].tolist()
    return [code for code in order if code not in without][:number]


def _look(position: Position) -> tuple[NDArray[np.int16], NDArray[np.float64]]:
    """Every code, and its one-ply value to the seat that is to move, from what it knows."""
    kernel, seat = position.game.kernel, position.to_move or 0
    scratch = kernel.new_scratch(position.players)
    count = find_one_ply_values(kernel.functions, scratch, position.known_to(seat), seat, WORLDS, generator(0))
    return scratch.codes[:count], scratch.values[:count]
