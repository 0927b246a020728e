"""Ray: the same games again; where it is not installed or not there, a sentence."""

import socket
import sys
from pathlib import Path

import pytest

from estaminet.arena.arena import Arena
from estaminet.arena.workers import join_cluster
from tests.arena.conftest import bot, read_games
from tests.refusals import raises_code

pytestmark = pytest.mark.compiled


def test_the_games_of_a_cluster_are_the_same_and_a_failure_is_named(tmp_path: Path) -> None:
    pytest.importorskip("ray")
    players = [bot("First"), "regular"]
    for _ in Arena("reeperbahn", players, folder=tmp_path / "here", seed=3).play(4, jobs=0):
        pass
    failing = Arena("poule", ["random", bot("Raises")], folder=tmp_path / "failing")
    with join_cluster("local", jobs=1):  # it takes seconds to start: once for both
        for _ in Arena("reeperbahn", players, folder=tmp_path / "there", seed=3).play(4, ray="local"):
            pass
        with raises_code("player.failed", match="RuntimeError: no idea"):
            list(failing.play(2, ray="local"))
    assert read_games(tmp_path / "here") == read_games(tmp_path / "there")


@pytest.mark.parametrize("address", ["127.0.0.1:{port}", "ray://127.0.0.1:{port}", "127.0.0.1:door"])
def test_an_address_without_a_cluster_is_said(tmp_path: Path, address: str) -> None:
    pytest.importorskip("ray")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # nobody listens at it, and nobody else can
        arena = Arena("poule", ["random", "random"], folder=tmp_path)
        with raises_code("cluster.unreachable", match="There is no Ray cluster at"):
            list(arena.play(2, ray=address.format(port=taken.getsockname()[1])))


def test_without_ray_its_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with raises_code("extra.missing", match=r"needs ray, .*pip install 'estaminet\[ray\]'"):
        list(Arena("poule", ["random", "random"], folder=tmp_path).play(2, ray="local"))
