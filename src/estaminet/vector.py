"""Thousands of games in one array; ``gymnasium.make_vec("estaminet/poule-v0", 4096)`` makes the same.

>>> from estaminet.vector import VectorGames
>>> environment = VectorGames("poule", 64)
>>> observation, info = environment.reset(seed=7)
>>> observation["observation"].shape, observation["action_mask"].shape
((64, 576), (64, 182))
>>> observation, rewards, terminations, truncations, info = environment.step(environment.sample())
>>> environment.close()
"""

from estaminet.extras import require_extra
from estaminet.games import REGISTRY

require_extra("gymnasium")

import gymnasium  # noqa: E402  # with the error above if it cannot be

from estaminet.envs.vector.afterstates import Afterstates, look_ahead  # noqa: E402
from estaminet.envs.vector.environment import VectorGames  # noqa: E402

__all__ = ["Afterstates", "VectorGames", "look_ahead"]

for _name in REGISTRY.names():
    gymnasium.register(
        f"estaminet/{_name}-v0",
        vector_entry_point="estaminet.envs.vector.environment:VectorGames",
        kwargs={"game": _name},
    )
