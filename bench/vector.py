"""Many games at once against the same games one by one, both with what whoever is to move sees and can do."""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, Final

from bench import peers
from bench.harness import A_SECOND, Asked, Peer, Row, count_per_second, ours, peer
from bench.positions import SEATS, find

AT_ONCE: Final = 4096
"""Number of games in the array."""


def rows() -> Iterator[Row]:
    group = "Games in one array, with observations"
    for game, players in SEATS.items():
        one_by_one = Peer("ours in PettingZoo", ours(in_pettingzoo, game, players))
        yield Row(group, f"{game}, steps", A_SECOND, ours(vector, game, players), one_by_one, Asked("times", 20))
    yield Row(group, "poule, all cores", A_SECOND, ours(vector, "poule", 2), asked=Asked("at least", 3_000_000))
    theirs = peer("PettingZoo connect_four_v3", peers.pettingzoo, "connect_four_v3")
    yield Row(group, "connect_four, steps", A_SECOND, ours(vector, "connect_four", 2), theirs)


def vector(name: str, players: int, seconds: float) -> float:
    """Steps of all games a second, random and on all cores, with deals, checks, observations and masks."""
    return count_per_second(_stepper(name, players), seconds)


def in_pettingzoo(name: str, players: int, seconds: float) -> float:
    """Steps of our own PettingZoo environment a second, as PettingZoo's are measured."""
    return peers.step_agents(_environment(name, players), seconds)


@cache
def _stepper(name: str, players: int) -> Callable[[], int]:
    from estaminet.vector import VectorGames

    environment = VectorGames(find(name), AT_ONCE, players=players)
    environment.reset(seed=1)

    def step() -> int:
        environment.step(environment.sample())
        return AT_ONCE

    for _ in range(environment.game.kernel.longest // 4):
        step()  # games of all ages, as in a long run
    return step


@cache
def _environment(name: str, players: int) -> Any:  # noqa: ANN401  # PettingZoo has no types
    from estaminet.envs.pettingzoo.family import Environments

    return Environments(find(name)).env(players=players)
