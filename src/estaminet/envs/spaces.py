"""The Gymnasium space of an observation: the same for one game at a time and for many at once."""

from typing import Any

import numpy as np
from gymnasium import spaces

from estaminet.engine.game import Game


def observation_space(game: Game, *, promises_to: int = 0) -> spaces.Dict:
    """What a seat sees and what it may do, and perhaps what that promises and what so many players may expect.

    Numbers are finite, but money has no bound that holds for all games.
    """
    parts: dict[str, spaces.Space[Any]] = {
        "observation": spaces.Box(-np.inf, np.inf, (game.kernel.features,), np.float32),
        "action_mask": spaces.Box(0, 1, (len(game.actions),), np.int8),
    }
    if promises_to:
        parts["promises"] = spaces.Box(0, 1, (len(game.actions),), np.float32)
        parts["outlook"] = spaces.Box(0, 1, (promises_to,), np.float32)
    return spaces.Dict(parts)
