"""`estaminet train`: from the command to a network that takes a seat in an arena."""

import signal
from pathlib import Path

import pytest

import estaminet
from estaminet import extras
from estaminet.players.networks.weights import Network, find_weights
from tests.cli.conftest import Run
from tests.training.conftest import alone  # noqa: F401  # a fixture

pytestmark = pytest.mark.compiled

TINY = ("--games", 16, "--steps", 8, "--minibatch", 64, "--width", 16, "--blocks", 1, "--device", "cpu")


def test_without_torch_it_says_what_to_install(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda module: None if module == "torch" else "there")
    result = run("train", "reeperbahn", "--out", tmp_path / "run.pt")
    assert result.code == 1
    assert "needs torch" in result.err
    assert "pip install 'estaminet[train]'" in result.err


def test_a_network_is_trained_measured_and_seated(run: Run, tmp_path: Path) -> None:
    pytest.importorskip("torch")
    file = tmp_path / "mine.pt"
    result = run(
        "train",
        "reeperbahn",
        *TINY,
        "--updates",
        2,
        "--seed",
        1,
        "--promises",
        1,
        "--evaluate",
        "random",
        "--out",
        file,
    )
    assert result.code == 0, result.err
    assert "Done after 256 steps" in result.err
    assert "Against random: " in result.err
    assert {each.name for each in tmp_path.iterdir()} == {"mine.pt", "mine.npz", "mine.png"}
    players = f"net:{tmp_path / 'mine.npz'},random"
    contest = run("arena", "reeperbahn", "--players", players, "--games", 2, "--jobs", 0, "--out", tmp_path / "arena")
    assert contest.code == 0, contest.err
    longer = run("train", "reeperbahn", "--resume", file, "--updates", 3, "--evaluate", "", "--out", file)
    assert longer.code == 0, longer.err
    assert "Done after 384 steps" in longer.err
    again = run("train", "reeperbahn", "--resume", file, "--out", file)
    assert again.code == 1
    assert "is over; with more --minutes it goes on" in again.err


def test_ctrl_c_leaves_a_checkpoint(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("torch")
    from estaminet.cli import train

    def interrupt(_: object) -> str:
        signal.raise_signal(signal.SIGINT)
        return ""

    monkeypatch.setattr(train, "describe", interrupt)
    handler = signal.getsignal(signal.SIGINT)
    file = tmp_path / "run.pt"
    command = ("train", "reeperbahn", *TINY, "--minutes", 60, "--evaluate", "", "--out", file)
    result = run(*command)
    assert result.code == 130
    assert "Stopped after 128 steps" in result.err
    assert f"--resume {file} goes on" in result.err
    again = run(*command, "--resume", file)
    assert "Stopped after 256 steps" in again.err
    assert signal.getsignal(signal.SIGINT) is handler


def test_whoever_learns_to_beat_king_is_of_the_same_size(run: Run, tmp_path: Path) -> None:
    pytest.importorskip("torch")
    few = ("--games", 8, "--steps", 4, "--minibatch", 32, "--updates", 1, "--device", "cpu", "--evaluate", "")
    result = run("train", "poule", "--players", 2, *few, "--against", "king", "--out", tmp_path / "mine.pt")
    assert result.code == 0, result.err
    mine, kings = Network.load(tmp_path / "mine.npz"), find_weights(estaminet.game("poule"), 2)
    assert kings is not None
    assert mine.one_ply_worlds == kings.one_ply_worlds > 0
    assert {name: mine.arrays[name].shape for name in kings.arrays} == {
        name: values.shape for name, values in kings.arrays.items()
    }


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("chess",), "game.unknown"),
        (("reeperbahn", "--players", 5), "players.range"),
        (("poule", "--option", "rounds=many"), "option.value"),
        (("reeperbahn", "--device", "tpu"), "A device is cuda or cpu"),
        (("reeperbahn", "--device", "cpu", "--minutes", 0), "minutes is a number above 0"),
        (("reeperbahn", "--device", "cpu", "--games", 0), "games is a whole number from 1 on"),
        (("reeperbahn", "--device", "cpu", "--greedy", 0.2), "greedy needs one_ply_worlds"),
        (("reeperbahn", "--device", "cpu", "--one-ply-worlds", -1), "one_ply_worlds is a whole number from 0 to 64"),
        (("reeperbahn", "--device", "cpu", "--evaluate", "nobody"), "entrant.unknown"),
        (("reeperbahn", "--device", "cpu", "--resume", __file__), "no checkpoint"),
        (("reeperbahn", "--device", "cpu", "--start", __file__), "no checkpoint"),
        (("reeperbahn", "--device", "cpu", "--against", "nobody.npz"), "no network 'nobody.npz'"),
        (("nuit", "--device", "cpu", "--against", "king"), "without a network: name one"),
        (("reeperbahn", "--device", "cpu", "--against", "king", "--one-ply-worlds", 2), "sees the same one-ply values"),
    ],
)
def test_what_cannot_be_trained_is_said_before_anything_is_written(
    arguments: tuple[object, ...], complaint: str, run: Run, tmp_path: Path
) -> None:
    pytest.importorskip("torch")
    result = run("train", *arguments, "--out", tmp_path / "run.pt")
    assert result.code == 1
    assert complaint in result.err
    assert not list(tmp_path.iterdir())


def test_nothing_is_written_over_and_no_folder_is_made(run: Run, tmp_path: Path) -> None:
    pytest.importorskip("torch")
    file = tmp_path / "run.pt"
    file.write_text("precious")
    assert "is there already" in run("train", "reeperbahn", "--device", "cpu", "--out", file).err
    assert file.read_text() == "precious"
    file.rename(tmp_path / "run.npz")
    assert "is there already" in run("train", "reeperbahn", "--device", "cpu", "--out", file).err
    assert "call the checkpoint" in run("train", "reeperbahn", "--device", "cpu", "--out", tmp_path / "run.npz").err
    assert "no folder" in run("train", "reeperbahn", "--device", "cpu", "--out", tmp_path / "no" / "run.pt").err


@pytest.mark.thorough
def test_a_run_begins_with_lessons_and_another_learns_to_beat_it(run: Run, tmp_path: Path) -> None:
    pytest.importorskip("torch")
    pupil, rival = tmp_path / "pupil.pt", tmp_path / "rival.pt"
    once = (*TINY, "--updates", 1, "--evaluate", "")
    taught = run("train", "reeperbahn", *once, "--imitate", "greedy", "--lessons", 100, "--out", pupil)
    assert taught.code == 0, taught.err
    assert "greedy made" in taught.err
    network = pupil.with_suffix(".npz")
    beaten = run("train", "reeperbahn", *once, "--start", pupil, "--against", network, "--out", rival)
    assert beaten.code == 0, beaten.err
    assert rival.with_suffix(".npz").exists()
    both = run("train", "reeperbahn", "--device", "cpu", "--resume", pupil, "--start", pupil, "--out", pupil)
    assert "choose one of them" in both.err


@pytest.mark.parametrize("end", ["last-rate", "last-entropy"])
def test_a_schedule_that_would_end_at_nought_is_refused(run: Run, tmp_path: Path, end: str) -> None:
    pytest.importorskip("torch")
    result = run("train", "reeperbahn", *TINY, "--updates", 1, f"--{end}", 0, "--out", tmp_path / "mine.pt")
    assert result.code == 1
    assert f"{end.replace('-', '_')} is a number above 0" in result.err
