"""The games in PettingZoo: ``from estaminet.pettingzoo import poule_v0``, and likewise every other installed game."""

from functools import cache

from estaminet.extras import require_extra
from estaminet.games import REGISTRY

require_extra("pettingzoo")

from estaminet.envs.pettingzoo.environment import VERSION  # noqa: E402  # with the error above if it cannot be
from estaminet.envs.pettingzoo.family import Environments  # noqa: E402  # likewise


def __getattr__(name: str) -> Environments:
    game, _, version = name.rpartition("_")
    if version != VERSION or game not in REGISTRY.names():
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}; it has {', '.join(__dir__())}")
    return _environments(game)


def __dir__() -> list[str]:
    return [f"{name}_{VERSION}" for name in REGISTRY.names()]


@cache
def _environments(game: str) -> Environments:
    return Environments(REGISTRY.find(game))
