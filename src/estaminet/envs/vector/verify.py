"""Plays the same games on the GPU and on the CPU, and compares every number.

``python -m estaminet.envs.vector.verify``: whoever owns a GPU can see that it follows the same rules, bit by bit.
"""

import argparse
import sys
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from estaminet.engine.errors import EstaminetError
from estaminet.engine.game import Game
from estaminet.envs.spaces import ONE_PLY_NAMES
from estaminet.envs.vector.environment import VectorGames
from estaminet.games import REGISTRY

LOOKING_AHEAD: Final = 64
"""In so many games everything that each legal action leads to is compared, at the end: there is a lot of it."""
WORLDS: Final = 2
VALUED: Final = 1000
"""In so many games the one-ply value of every legal action is compared."""
CLOSE: Final = 1e-5
"""One-ply values are made of products and exponentials, which a GPU rounds in its own way: by so much,"""
SELDOM: Final = 1e-3
"""and by more in so small a part of them, where what was rounded stood just between two levels."""


class Difference(NamedTuple):
    """Where the two are not the same."""

    step: int
    what: str
    games: list[int]


def compare(game: Game | str, players: int, games: int, steps: int, seed: int = 1) -> Difference | None:
    """The first difference between the GPU and the CPU in random games; None if there is none."""
    on_cpu = VectorGames(game, games, players=players)
    on_gpu = VectorGames(game, games, players=players, device="cuda")
    for step in range(steps + 1):
        if step == 0:
            results: tuple[Any, Any] = on_cpu.reset(seed=seed), on_gpu.reset(seed=seed)
        else:
            actions = on_cpu.sample()
            if found := _differ(step, {"sample": actions}, {"sample": on_gpu.sample()}):
                return found
            results = on_cpu.step(actions), on_gpu.step(actions)
        if found := find_difference(step, *results):
            return found
    positions = [
        {"positions": each.memories, "seeds": np.array([list(each.deal_seed(at)) for at in range(games)])}
        for each in (on_cpu, on_gpu)
    ]
    return _differ(steps, *positions) or _compare_ahead(game, players, min(games, LOOKING_AHEAD), seed)


def _compare_ahead(game: Game | str, players: int, games: int, seed: int) -> Difference | None:
    """What every action leads to, and what every seat sees, in the middle of some games."""
    on_cpu, on_gpu = (VectorGames(game, games, players=players, device=device) for device in ("cpu", "cuda"))
    on_cpu.reset(seed=seed)
    on_gpu.reset(seed=seed)
    for step in range(on_cpu.game.kernel.longest // 10):
        actions = on_cpu.sample()
        on_cpu.step(actions)
        on_gpu.step(actions)
        if step % 4:
            continue
        ahead = [
            dict(zip(("ahead", "outcomes", "codes", "starts"), e.look_ahead(WORLDS), strict=True))
            for e in (on_cpu, on_gpu)
        ]
        seen = [{f"seat {seat}": _to_numpy(e.observe(seat)) for seat in range(players)} for e in (on_cpu, on_gpu)]
        if found := _differ(step, *ahead) or _differ(step, *seen):
            return found
    return None


def compare_one_ply_values(game: Game | str, players: int, games: int, steps: int, seed: int = 1) -> Difference | None:
    """Where one-ply values or evaluations on the GPU are too far from those on the CPU, in random games."""
    both = [
        VectorGames(game, games, players=players, one_ply_worlds=WORLDS, device=device) for device in ("cpu", "cuda")
    ]
    results: list[Any] = [each.reset(seed=seed) for each in both]
    for step in range(steps + 1):
        expected = [_to_numpy(each.evaluate()) for each in both]
        if found := _are_far(step, "evaluations", *expected):
            return found
        for name in ONE_PLY_NAMES:
            if found := _are_far(step, name, *(_to_numpy(result[0][name]) for result in results)):
                return found
        actions = both[0].sample()
        results = [each.step(actions) for each in both]
    return None


def _are_far(step: int, what: str, on_cpu: NDArray[Any], on_gpu: NDArray[Any]) -> Difference | None:
    is_far = np.abs(on_cpu - on_gpu) > CLOSE
    if is_far.sum() > SELDOM * np.count_nonzero(on_cpu):
        return Difference(step, what, np.flatnonzero(is_far.any(axis=1)).tolist())
    return None


def find_difference(step: int, on_cpu: Any, on_gpu: Any) -> Difference | None:  # noqa: ANN401  # as environments return it
    """Where two results of the same step are not the same."""
    return _differ(step, dict(_flatten("", on_cpu)), dict(_flatten("", on_gpu)))


def _differ(step: int, ours: dict[str, Any], theirs: dict[str, Any]) -> Difference | None:
    for name, array in ours.items():
        other = _to_numpy(theirs[name])
        if array.shape != other.shape or array.dtype != other.dtype:
            return Difference(step, f"{name}: {array.dtype} {array.shape} and {other.dtype} {other.shape}", [])
        same = array == other
        if array.dtype.kind == "f":
            same |= np.isnan(array) & np.isnan(other)
        if not same.all():
            return Difference(step, name, np.unique(np.argwhere(~same)[:, 0]).tolist())
    return None


def _flatten(name: str, found: Any) -> Iterator[tuple[str, NDArray[Any]]]:  # noqa: ANN401  # nested as an environment returns it
    """Every array in what an environment returned, with its name."""
    if isinstance(found, dict):
        for key, value in found.items():
            yield from _flatten(f"{name} {key}".strip(), value)
    elif isinstance(found, tuple):
        for at, value in enumerate(found):
            yield from _flatten(f"{name} {at}".strip(), value)
    else:
        yield name, found


def _to_numpy(array: Any) -> NDArray[Any]:  # noqa: ANN401  # on the CPU or the GPU
    found: NDArray[Any] = array if isinstance(array, np.ndarray) else array.numpy()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m estaminet.envs.vector.verify", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="GAME", help="which games; all, if none is named")
    parser.add_argument("--players", type=int, help="for so many players; for every number, if none is given")
    parser.add_argument("--games", type=int, default=10_000, help="so many at once (10,000)")
    parser.add_argument("--steps", type=int, default=400, help="so many steps of each (400)")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    differs = False
    try:
        for game in [REGISTRY.find(name) for name in arguments.names or REGISTRY.names()]:
            for players in [arguments.players] if arguments.players else game.seats:
                title = f"{game.name}, {players} players, {arguments.games:,} games x {arguments.steps} steps"
                print(f"{title}: ", end="", flush=True)
                found = compare(
                    game, players, arguments.games, arguments.steps, arguments.seed
                ) or compare_one_ply_values(
                    game, players, min(arguments.games, VALUED), arguments.steps, arguments.seed
                )
                print(
                    "the same"
                    if found is None
                    else f"DIFFERENT at step {found.step}: {found.what}, games {found.games[:5]}"
                )
                differs = differs or found is not None
    except EstaminetError as error:
        sys.exit(str(error))
    sys.exit(1 if differs else 0)


if __name__ == "__main__":
    main()
