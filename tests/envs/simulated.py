"""Games on a GPU that numba's simulator plays: ``python -m tests.envs.simulated CASE...``.

A process of its own, since numba decides when it is imported whether a GPU is simulated, and whether it compiles:
NUMBA_ENABLE_CUDASIM=1 NUMBA_DISABLE_JIT=1.
"""

import sys
from collections.abc import Callable
from typing import Any, Final

import numpy as np
from gymnasium.error import InvalidAction, ResetNeeded
from gymnasium.vector import AutoresetMode

from connect_four.game import GAME as CONNECT_FOUR
from estaminet.engine.errors import EstaminetError
from estaminet.envs.vector.verify import compare, compare_one_ply_values, find_difference
from estaminet.vector import VectorGames

SHORT: Final = {"poule": 2, "reeperbahn": 2, "nuit": 3}
"""Enough players of each game."""


def every_number() -> None:
    """The simulated GPU and the CPU agree in every array of every step, of two games of each kind."""
    assert compare(CONNECT_FOUR, 2, games=3, steps=60) is None
    for name, players in SHORT.items():
        found = compare(name, players, games=2, steps=40)
        assert found is None, (name, found)


def one_ply_values() -> None:
    """The one-ply value of every action is the same as on the CPU, in games that are compared after every step."""
    for name, players in SHORT.items():
        both = [VectorGames(name, 2, players=players, one_ply_worlds=2, device=device) for device in ("cpu", "cuda")]
        results: list[Any] = [each.reset(seed=4) for each in both]
        for step in range(8):
            assert find_difference(step, *results) is None, (name, step)
            assert results[0][0]["one_ply_values"].any()
            expected, there = both[0].evaluate(), both[1].evaluate().numpy()
            assert np.array_equal(expected, there), (name, step)
            assert np.allclose(expected.sum(1), 1)
            for _ in range(3):
                results = [each.step_randomly() for each in both]
    assert compare_one_ply_values(CONNECT_FOUR, 2, games=2, steps=3) is None


def modes() -> None:
    """Whenever a finished game is dealt anew, both do it alike, and go on with the same deals."""
    for mode in AutoresetMode:
        both = [
            VectorGames("reeperbahn", 2, device=device, autoreset_mode=mode, final_observations=False)
            for device in ("cpu", "cuda")
        ]
        results: list[Any] = [each.reset(seed=3) for each in both]
        ended = 0
        for step in range(250):
            over = results[0][-1]["to_move"] < 0
            if mode == AutoresetMode.DISABLED and over.any():
                results = [each.reset(options={"reset_mask": over}) for each in both]
            else:
                results = [each.step_randomly() for each in both]
                ended += int(results[0][2].sum())
            assert find_difference(step, *results) is None, (mode, step)
            if ended == 3:
                break
        assert ended == 3
        assert both[0].deal_seed(0) == both[1].deal_seed(0)


def late_deals() -> None:
    """A game that ends twice before deals were drawn ahead draws its own."""
    on_cpu, on_gpu = (VectorGames("reeperbahn", 1, device=device) for device in ("cpu", "cuda"))
    results: list[Any] = [on_cpu.reset(seed=5), on_gpu.reset(seed=5)]
    on_gpu._batch._draw_every = sys.maxsize
    ended = 0
    while ended < 3:
        results = [each.step_randomly() for each in (on_cpu, on_gpu)]
        ended += int(results[0][2].sum())
        assert find_difference(ended, *results) is None


def illegal_actions() -> None:
    """An action that is not legal raises what it raises on the CPU, at once or at the next check; no game moves."""
    on_cpu = VectorGames(CONNECT_FOUR, 3)
    at_once, later = (VectorGames(CONNECT_FOUR, 3, device="cuda", check_every=often) for often in (1, 0))
    for each in (on_cpu, at_once, later):
        each.reset(seed=1)
    before = at_once.memories
    for actions in (np.array([0, 9, -1]), np.array([7, 0, 0])):
        sentences = [refusal_of(each.step, actions) for each in (on_cpu, at_once)]
        assert sentences[0] == sentences[1] != ""
        later.step(actions)
        later.step(np.array([1, 1, 1]))  # not carried out: somebody has to hear of the first one
        later.step_randomly()  # nor this
        assert refusal_of(later.check) == sentences[0]
        assert np.array_equal(at_once.memories, before)
        assert np.array_equal(later.memories, before)
    for each in (at_once, later):
        each.step(np.array([1, 2, 3]))
        each.check()
        assert not np.array_equal(each.memories, before)


def refusal_of(call: Callable[..., object], *arguments: object) -> str:
    try:
        call(*arguments)
    except (InvalidAction, ResetNeeded, EstaminetError, ValueError) as error:
        return f"{type(error).__name__}: {error}"
    return ""


def seats() -> None:
    """What every seat sees is the same as on the CPU, also in an array of the caller; no other seats are seen."""
    on_cpu, on_gpu = (VectorGames("reeperbahn", 2, device=device) for device in ("cpu", "cuda"))
    for each in (on_cpu, on_gpu):
        each.reset(seed=2)
    for wanted in (0, np.array([1, 0])):
        assert np.array_equal(on_cpu.observe(wanted), on_gpu.observe(wanted).numpy())
    for wrong in (2, np.array([0, -1]), np.array([0.5, 0.5]), np.array([0, 0, 0])):
        assert refusal_of(on_cpu.observe, wrong) == refusal_of(on_gpu.observe, wrong) != ""
    assert "where the games are" in refusal_of(on_gpu.observe, 0, np.zeros((2, 212), np.float32))
    other = on_gpu.sample()
    own = type(other)(other.array)
    assert "where the games are" in refusal_of(on_gpu.observe, 0, own)
    assert refusal_of(on_gpu.step, np.array([0.5, 1.0])) == refusal_of(on_cpu.step, np.array([0.5, 1.0])) != ""


CASES: Final = {
    case.__name__: case for case in (every_number, one_ply_values, modes, late_deals, illegal_actions, seats)
}

if __name__ == "__main__":
    for case in sys.argv[1:]:
        CASES[case]()
