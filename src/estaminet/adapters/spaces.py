"""The Gymnasium space of an observation: the same for one game at a time and for many at once."""

import numpy as np
from gymnasium import spaces

from estaminet.engine.game import Game


def observation_space(game: Game) -> spaces.Dict:
    """What a seat sees and what it may do. Numbers are finite, but money has no bound that holds for all games."""
    return spaces.Dict(
        observation=spaces.Box(-np.inf, np.inf, (game.kernel.features,), np.float32),
        action_mask=spaces.Box(0, 1, (len(game.actions),), np.int8),
    )
