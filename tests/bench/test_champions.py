"""The networks that come with the games: each has a run, and what a run makes is installed with a card that is true."""

import hashlib
from pathlib import Path

import pytest
from typer.testing import CliRunner

import estaminet
from bench.champions import RUNS, Run, install, make
from estaminet.cli import make_app
from estaminet.players.networks.weights import Network

pytestmark = pytest.mark.compiled
TINY = {"one_ply_worlds": 1, "greedy": 0.25, "shaped": False, "width": 16, "games": 16, "steps": 4, "minibatch": 32}


def test_every_game_has_a_run_for_every_number_of_players() -> None:
    tables = [(name, players) for name in estaminet.games() for players in estaminet.game(name).seats]
    assert sorted((run.game, run.players) for run in RUNS) == sorted(tables)


def test_whoever_begins_with_another_network_comes_after_it() -> None:
    for at, run in enumerate(RUNS):
        assert run.start in ["", *(before.name for before in RUNS[:at] if before.game == run.game)]


@pytest.mark.parametrize("run", RUNS, ids=lambda run: run.name)
def test_the_command_of_a_card_is_one_that_can_be_typed(run: Run) -> None:
    """It is refused for its folder, and for nothing before that."""
    pytest.importorskip("torch")
    words = run.command.split()[1:]
    if "--start" in words:
        del words[(at := words.index("--start")) : at + 2]
    words[words.index("--out") + 1] = "nowhere/at/all.pt"
    assert "There is no folder nowhere/at" in str(CliRunner().invoke(make_app(), words).exception)


@pytest.mark.thorough
def test_what_was_trained_is_measured_and_installed_with_its_card(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    runs = [
        Run("reeperbahn", 2, 10, settings=TINY | {"updates": 2}),
        Run("poule", 3, 10, settings=TINY | {"updates": 1}),
        Run("poule", 2, 10, "poule-3", settings=TINY | {"updates": 1}),
    ]
    made = tmp_path / "made"
    for run in runs:
        make(run, made, "cpu", 0, deals=0.004, thinking="2")
    first = (made / "poule-2.npz").read_bytes()
    make(runs[2], made, "cpu", 0, deals=0.004, thinking="2")
    assert (made / "poule-2.npz").read_bytes() == first, "what is there is not trained again"
    for name in ("reeperbahn", "poule"):
        (tmp_path / name).mkdir()
    written = install(runs, made, "two cores", tmp_path, tmp_path)
    assert all(file.stat().st_size for file in written)
    assert [file.name for file in written if file.suffix == ".npz"] == ["2.npz", "2.npz", "3.npz"]
    card = (tmp_path / "poule" / "weights" / "README.md").read_text()
    assert runs[2].command in card
    assert hashlib.sha256(first).hexdigest() in card
    assert "two cores" in card
    assert "| `learned@2` | `classic@2` | 2 |" in card
    assert str(tmp_path) not in card
    assert f"{Network.load(made / 'poule-2.npz').about['steps']:,} in" in card
