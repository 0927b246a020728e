"""Games on a GPU: the same as on the CPU, in numba's simulator; and what is said where there is no GPU."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

import numpy as np
import pytest

from estaminet.vector import VectorGames
from tests.envs.simulated import CASES
from tests.refusals import raises_code

pytestmark = pytest.mark.compiled

ROOT: Final = Path(__file__).parents[2]
SIMULATOR: Final = {
    "NUMBA_ENABLE_CUDASIM": "1",
    "NUMBA_DISABLE_JIT": "1",
    "PYTHONPATH": str(ROOT / "examples" / "connect_four" / "src"),
}


SLOW: Final = {"one_ply_values", "every_number"}
QUICK: Final = [case for case in CASES if case not in SLOW]
"""They take less time than the simulator to begin: one process has them all."""


@pytest.mark.parametrize(
    "cases",
    [QUICK, *(pytest.param([case], marks=pytest.mark.thorough) for case in sorted(SLOW))],
    ids=lambda cases: " ".join(cases),
)
def test_a_simulated_gpu_plays_as_the_cpu_does(cases: list[str]) -> None:
    command = [sys.executable, "-m", "tests.envs.simulated", *cases]
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, **SIMULATOR}, capture_output=True, text=True, check=False, timeout=600
    )
    assert done.returncode == 0, done.stderr


def test_without_a_gpu_the_games_stay_on_the_cpu(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numba.cuda.is_available", lambda: False)
    with raises_code("device.missing", match="no GPU"):
        VectorGames("poule", 2, device="cuda")


def test_without_numba_for_gpus_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("estaminet.extras.find_spec", lambda module: None if module == "numba_cuda" else "there")
    with raises_code("extra.missing", match=r"estaminet\[cuda\]"):
        VectorGames("poule", 2, device="cuda")


def test_there_are_two_devices() -> None:
    with raises_code("device.missing", match="'cpu' or 'cuda', not on 'tpu'"):
        VectorGames("poule", 2, device="tpu")
    with raises_code("device.missing", match="Streams are for games on a GPU"):
        VectorGames("poule", 2).use_stream(1)


def test_observations_are_written_where_somebody_wants_them() -> None:
    games = VectorGames("reeperbahn", 3)
    games.reset(seed=1)
    out = np.empty((3, games.game.kernel.features), np.float32)
    assert games.observe(1, out) is out
    assert (out == games.observe(1)).all()
    for wrong in (out[:2], out.astype(np.float64), np.asfortranarray(out), out.tolist()):
        with pytest.raises(ValueError, match="an array of float32"):
            games.observe(1, wrong)


def test_random_steps_are_steps_with_sampled_actions() -> None:
    one, other = VectorGames("nuit", 8, players=3), VectorGames("nuit", 8, players=3, final_observations=False)
    one.reset(seed=1)
    other.reset(seed=1)
    for _ in range(40):
        expected, found = one.step(one.sample()), other.step_randomly()
    assert (expected[0]["observation"] == found[0]["observation"]).all()
    assert "final_obs" in expected[-1]
    assert "final_obs" not in found[-1]
    assert "final_info" in found[-1]


def test_numba_cuda_finds_what_newer_numpy_no_longer_has() -> None:
    """NumPy 2.5 is without `row_stack`, which numba-cuda 0.30 asks for when it is imported."""
    program = "import numpy; del numpy.row_stack; import {}numba.cuda.np.arrayobj"
    with_ours = program.format("estaminet.envs.vector.cuda, ")
    done = subprocess.run([sys.executable, "-c", with_ours], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
