"""What a trainer needs of an environment, and its arrays as tensors. `estaminet.vector.VectorGames` is such a one."""

from collections.abc import Mapping
from typing import Any, Protocol

import torch
from torch import Tensor

from estaminet.engine.game import Game
from estaminet.engine.options import OptionValue


class Environment(Protocol):
    """Many games at once, each of which deals itself anew when it is over.

    Arrays may be NumPy's, or lie on the GPU. The next step may overwrite the observations of this one.
    """

    @property
    def game(self) -> Game: ...
    @property
    def players(self) -> int: ...
    @property
    def options(self) -> Mapping[str, OptionValue]: ...
    @property
    def num_envs(self) -> int: ...

    def reset(self, *, seed: int, options: dict[str, Any] | None = None) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
        """Deal all games, or those of ``options["reset_mask"]``."""

    def step_randomly(self) -> tuple[Mapping[str, Any], Any, Any, Any, Mapping[str, Any]]:
        """Any action in every game."""

    def step(self, actions: Tensor) -> tuple[Mapping[str, Any], Any, Any, Any, Mapping[str, Any]]:
        """One action in every game, by its canonical number."""

    def observe(self, seats: Tensor) -> Any:  # noqa: ANN401  # an array of whatever kind
        """What one seat of each game sees."""

    def evaluate(self) -> Any:  # noqa: ANN401  # an array of whatever kind
        """What share every seat of each game may expect, by the game's own judgement of the true position."""


def to_tensor(array: Any, device: torch.device) -> Tensor:  # noqa: ANN401  # an array of whatever kind
    """The array as a tensor: the same memory if it is on the device already, a copy on it if not."""
    return torch.as_tensor(array, device=device)
