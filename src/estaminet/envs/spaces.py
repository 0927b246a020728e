"""The Gymnasium space of an observation: the same for one game at a time and for many at once."""

from typing import Any, Final

import numpy as np
from gymnasium import spaces

from estaminet.engine.game import Game

ONE_PLY_NAMES: Final = ("one_ply_values", "value_prior")
FORMER_NAMES: Final = ("promises", "outlook")
"""For callers who use the former name."""


def observation_space(
    game: Game, *, one_ply_seats: int = 0, one_ply_names: tuple[str, str] = ONE_PLY_NAMES
) -> spaces.Dict:
    """The space of an observation; with one-ply values and a value prior for so many seats.

    Numbers are finite, but money has no bound that holds for all games.
    """
    parts: dict[str, spaces.Space[Any]] = {
        "observation": spaces.Box(-np.inf, np.inf, (game.kernel.features,), np.float32),
        "action_mask": spaces.Box(0, 1, (len(game.actions),), np.int8),
    }
    if one_ply_seats:
        parts[one_ply_names[0]] = spaces.Box(0, 1, (len(game.actions),), np.float32)
        parts[one_ply_names[1]] = spaces.Box(0, 1, (one_ply_seats,), np.float32)
    return spaces.Dict(parts)
