"""Code that lies in the folder where a server or a command is started is never run."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from estaminet.games import REGISTRY
from estaminet.server.live.kernels import HOUSE_PLAYERS, Kernels
from tests.server.conftest import Meet
from tests.server.live.test_reviews import play_a_game, wait_until_done
from tests.server.servers import RunningServer

pytestmark = [pytest.mark.compiled, pytest.mark.thorough]
INSTALLED = "import sys; sys.path.remove(''); from estaminet.cli import main; main()"
"""As a command that is installed: Python itself looks into no folder."""
NAMES = ("numpy", "orjson", "pickle", "socket", "tempfile", "estaminet")


@pytest.fixture
def trap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The current folder, full of modules that leave a trace; there must be none at the end."""
    for name in NAMES:
        (tmp_path / f"{name}.py").write_text("from os import mkdir\nmkdir(__file__ + '.ran')\n")
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    assert not [each.name for each in tmp_path.glob("*.ran")]


def test_a_review_runs_nothing_from_the_folder_of_the_server(
    trap: Path, tmp_path_factory: pytest.TempPathFactory, meet: Meet
) -> None:
    with RunningServer(tmp_path_factory.mktemp("house"), program=INSTALLED) as server:
        anna = meet(server, "Anna")
        answers = wait_until_done(anna, anna.post("/api/reviews", play_a_game())["key"])
    assert answers[-1]["review"]["curves"], f"nothing in {trap} is in the way"


@pytest.mark.usefixtures("trap")
def test_compiling_for_a_server_runs_nothing_from_its_folder() -> None:
    assert asyncio.run(Kernels(REGISTRY)._compile(HOUSE_PLAYERS))


@pytest.mark.usefixtures("trap")
def test_the_processes_of_a_command_run_nothing_from_its_folder() -> None:
    done = subprocess.run([sys.executable, "-c", INSTALLED, "warm", "poule"], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
