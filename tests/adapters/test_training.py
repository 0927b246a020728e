"""docs/examples/train.py: the network learns, the targets are right, and the whole script runs."""

import runpy
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import estaminet
from connect_four.game import GAME as CONNECT_FOUR
from estaminet.lab.entrants import find_entrant

pytestmark = pytest.mark.compiled

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
SCRIPT = EXAMPLES / "train.py"


@pytest.fixture
def example(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """The script as a module, with its neighbour."""
    monkeypatch.syspath_prepend(str(EXAMPLES))
    return SimpleNamespace(**runpy.run_path(str(SCRIPT), run_name="train"))


def test_a_step_goes_where_the_loss_falls_fastest(example: SimpleNamespace) -> None:
    rng = np.random.default_rng(1)
    network = example.Network.draw((4, 6, 5, 1), rng)
    network.weights = [weight.astype(np.float64) for weight in network.weights]
    rows, shares = rng.normal(size=(20, 4)), rng.random(20)
    slopes = {}
    network._mend = lambda number, slope, _rate: slopes.update({number: slope})
    before = network.learn(rows, shares, 0)
    for number, weight in enumerate(network.weights):
        place = tuple(size // 2 for size in weight.shape)
        weight[place] += 1e-5
        after = network.learn(rows, shares, 0)
        weight[place] -= 1e-5
        network.learn(rows, shares, 0)
        assert (after - before) / 1e-5 == pytest.approx(slopes[number][place], abs=1e-4)


def test_the_network_learns_what_can_be_learned(example: SimpleNamespace) -> None:
    rng = np.random.default_rng(1)
    network = example.Network.draw((2, 16, 1), rng)
    rows = rng.choice(np.array([-1, 1], np.float32), (200, 2))
    shares = (rows[:, 0] == rows[:, 1]).astype(np.float32)
    for _ in range(300):
        network.learn(rows, shares, 0.01)
    assert (np.abs(network.judge(rows) - shares) < 0.1).all()


def test_a_saved_network_judges_the_same(example: SimpleNamespace, tmp_path: Path) -> None:
    network = example.Network.draw((3, 4, 1), np.random.default_rng(1))
    network.save(tmp_path / "small.npz")
    rows = np.eye(3, dtype=np.float32)
    assert (example.Network.load(tmp_path / "small.npz").judge(rows) == network.judge(rows)).all()


def test_a_decision_is_worth_what_came_of_it(example: SimpleNamespace) -> None:
    school = example.School(1, (4,), 1, capacity=10)
    for step, (seat, best, is_wild) in enumerate([(0, 0.5, False), (0, 0.6, False), (1, 0.3, True), (0, 0.9, False)]):
        school._seats[step], school._best[step], school._wild[step], school._seen[step] = seat, best, is_wild, step
    school._step = 4
    school._store(0, [1.0, 0.0])
    assert school._rows[:3, 0].tolist() == [2, 1, 0]
    trust = example.TRUST
    last = trust * 1 + (1 - trust) * 0.9
    assert school._worth[:3].tolist() == pytest.approx([0, last, trust * last + (1 - trust) * 0.6])
    assert (school.stored, school.finished) == (3, 1)


def test_the_best_action_is_taken_and_all_but_the_last_decision_stored(example: SimpleNamespace) -> None:
    school = example.School(2, (4,), 1, capacity=1000)
    environment = school.environment
    afterstates = environment.look_ahead()
    promises = example.promise(school.network, afterstates)
    school.environment.reset(seed=1)
    school.play()
    ends = [*afterstates.starts[1:], len(promises)]
    for game, (start, end) in enumerate(zip(afterstates.starts, ends, strict=True)):
        assert school._best[0, game] == promises[start:end].max()
    while not school.finished:
        school.play()
    assert school.stored == school.finished * (school._step - 1)


def test_the_bot_wins_where_it_can(example: SimpleNamespace) -> None:
    position = CONNECT_FOUR.start()
    for column in "ababab":
        position.play(f"drop {column}")
    network = example.Network.draw((CONNECT_FOUR.kernel.features, 4, 1), np.random.default_rng(1))
    code = example.Bot(1, network).choose(CONNECT_FOUR, 2, position.known_to(0), 0)
    assert CONNECT_FOUR.actions[code].text == "drop a"


def test_the_script_trains_saves_and_says_how_strong_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.syspath_prepend(str(EXAMPLES))
    saved = tmp_path / "train.npz"
    arguments = ["--minutes", "0.02", "--games", "64", "--deals", "2", "--file", str(saved)]
    monkeypatch.setattr(sys, "argv", [str(SCRIPT), *arguments])
    runpy.run_path(str(SCRIPT), run_name="__main__")
    output = capsys.readouterr().out
    assert " 0.0 min         0 games  log-loss 0.693" in output.splitlines()
    assert "chance is 50.0%" in output
    for name in ("train.py", "small_network.py"):
        (tmp_path / name).write_text((EXAMPLES / name).read_text())
    position = estaminet.game("reeperbahn").start(seed=1)
    player = find_entrant(f"{tmp_path}/train.py:Bot").seat(5)
    assert (
        player.choose(position.game, 2, position.known_to(position.to_move), position.to_move or 0)
        in position.legal_codes()
    )
