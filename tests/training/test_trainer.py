"""A training run: it learns, its files go on where it stopped, and it finds its way back from numbers that are none."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from connect_four.game import GAME as CONNECT_FOUR
from estaminet.players.networks.policy import Policy
from estaminet.players.networks.weights import Network
from estaminet.training import trainer as training
from estaminet.training.checkpoint import load_checkpoint
from estaminet.training.evaluation import Evaluation, Match
from estaminet.training.learner import Batch, Losses
from estaminet.training.settings import Settings
from estaminet.training.trainer import Trainer
from estaminet.vector import VectorGames
from tests.refusals import raises_code

if TYPE_CHECKING:
    from torch import Tensor

pytestmark = pytest.mark.compiled

SMALL = Settings(updates=4, games=64, steps=8, minibatch=256, width=32, blocks=1, seed=3)


def make(file: Path, settings: Settings = SMALL, say: Callable[[str], None] = print) -> Trainer:
    return Trainer(VectorGames(CONNECT_FOUR, settings.games), settings, file, say=say)


def weights(trainer: Trainer) -> "Tensor":
    return torch.cat([values.detach().flatten() for values in trainer.learner.actor.parameters()])


def break_once(trainer: Trainer, *, after: int, times: int = 1) -> None:
    """Make a weight no number, after some updates."""
    learn, left = trainer.learner.learn, times

    def spoil(batch: Batch, *, rate: float, entropy: float, critic_only: bool = False) -> Losses:
        nonlocal left
        losses = learn(batch, rate=rate, entropy=entropy, critic_only=critic_only)
        if trainer.progress.updates >= after and left:
            left -= 1
            with torch.no_grad():
                next(trainer.learner.actor.parameters())[0, 0] = torch.nan
            return losses._replace(policy=float("nan"))
        return losses

    trainer.learner.learn = spoil  # type: ignore[method-assign]  # that is the accident


def beat_chance(trainer: Trainer, games: int) -> float:
    """The share of the victory that the actor takes from chance."""
    environment, learner = VectorGames(trainer.environment.game, games), trainer.learner
    observation, info = environment.reset(seed=9)
    own = np.arange(games) % 2
    rows = torch.zeros(games, learner.seen)
    shares: list[float] = []
    while len(shares) < games:
        rows[:, : environment.game.kernel.features] = torch.as_tensor(observation["observation"])
        rows[:, learner.mask] = torch.as_tensor(observation["action_mask"]).float()
        with torch.no_grad():
            actions, _ = learner.act(rows)
        chosen = np.where(info["to_move"] == own, actions.numpy(), environment.sample())
        observation, _, ended, _, info = environment.step(chosen)
        shares += info["returns"][ended, own[ended]].tolist()
    return float(np.mean(shares))


def test_a_network_learns_to_play_and_its_critic_who_will_win(tmp_path: Path) -> None:
    settings = replace(SMALL, updates=22, steps=16, epochs=2, rate=3e-3)
    trainer = Trainer(VectorGames("reeperbahn", settings.games), settings, tmp_path / "run.pt")
    assert beat_chance(trainer, 100) < 0.7
    losses = [report.losses.value for report in trainer.run()]
    assert np.mean(losses[-3:]) < np.mean(losses[:3]) - 0.03
    assert np.mean(losses[-3:]) < np.log(2) - 0.03, "no better than to say that both win as often"
    assert beat_chance(trainer, 100) > 0.8


def test_a_network_with_one_ply_values_begins_with_them(tmp_path: Path) -> None:
    """Before its first update it wins as often as one action ahead does, and its file says what it wants to see."""
    settings = replace(SMALL, one_ply_worlds=1, updates=1)
    environment = VectorGames("reeperbahn", settings.games, one_ply_worlds=settings.one_ply_worlds)
    trainer = Trainer(environment, settings, tmp_path / "run.pt")
    trainer.save()
    match = Match("reeperbahn", 2, {}, ("random",), deals=20, longest=1e9)
    (before,) = match.play(trainer.network_file, 0, 0.0)
    assert before.share > 0.85
    assert len(list(trainer.run())) == 1
    network = Network.load(trainer.network_file)
    assert network.one_ply_worlds == 1
    policy = Policy(network, environment.game, 2)
    seen = [trainer._rollout._inputs[-1, game, : trainer.learner.seen].numpy() for game in range(8)]
    for game, row in enumerate(seen):
        policy.evaluate(environment.memories[game], int(trainer._rollout._movers[-1, game]))
        assert np.allclose(policy._row, row, rtol=0, atol=1e-6), "a player sees what the learner saw"


def test_games_without_one_ply_values_are_refused_by_a_network_that_sees_them(tmp_path: Path) -> None:
    with raises_code("training.invalid", match="give no one-ply values"):
        next(make(tmp_path / "run.pt", replace(SMALL, one_ply_worlds=1)).run())


def test_a_run_without_one_ply_values_does_not_go_on_with_them(tmp_path: Path) -> None:
    list(make(tmp_path / "run.pt").run())
    settings = replace(SMALL, one_ply_worlds=1)
    other = Trainer(VectorGames(CONNECT_FOUR, 64, one_ply_worlds=1), settings, tmp_path / "other.pt")
    checkpoint = load_checkpoint(tmp_path / "run.pt")
    with raises_code("checkpoint.invalid", match="with one-ply worlds 0, not 1"):
        other.resume(checkpoint)


def test_the_same_seed_gives_the_same_network(tmp_path: Path) -> None:
    runs = [make(tmp_path / f"{number}.pt", replace(SMALL, seed=seed)) for number, seed in enumerate((3, 3, 4))]
    for run in runs:
        assert len(list(run.run())) == 4
    assert torch.equal(weights(runs[0]), weights(runs[1]))
    assert not torch.equal(weights(runs[0]), weights(runs[2]))


def test_a_run_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    whole = make(tmp_path / "whole.pt")
    rates = follow_rates(whole)
    assert len(rates) == 4
    stopped = make(tmp_path / "run.pt")
    reports = stopped.run()
    first = follow_rates(stopped, lambda: next(reports))
    stopped.is_stopped = True
    assert list(reports) == []
    resumed = make(tmp_path / "run.pt")
    resumed.resume(load_checkpoint(tmp_path / "run.pt"))
    assert torch.equal(weights(resumed), weights(stopped))
    assert resumed.progress.steps == 64 * 8
    assert first + follow_rates(resumed) == rates
    assert (resumed.progress.updates, resumed.progress.steps) == (4, 4 * 64 * 8)
    assert [row["spent"] for row in resumed.progress.rows] == [0, 0.25, 0.5, 0.75]


def follow_rates(trainer: Trainer, go: Callable[[], object] | None = None) -> list[float]:
    """The learning rates of the updates that are made."""
    rates, learn = [], trainer.learner.learn

    def note(batch: Batch, *, rate: float, entropy: float, critic_only: bool = False) -> Losses:
        rates.append(rate)
        return learn(batch, rate=rate, entropy=entropy, critic_only=critic_only)

    trainer.learner.learn = note  # type: ignore[method-assign]  # to listen
    go() if go else list(trainer.run())
    trainer.learner.learn = learn  # type: ignore[method-assign]
    return rates


@pytest.mark.parametrize(
    ("name", "value"), [("game", "poule"), ("players", 4), ("features", 1), ("actions", 1), ("options", {"a": 1})]
)
def test_a_checkpoint_of_another_run_is_refused(name: str, value: object, tmp_path: Path) -> None:
    list(make(tmp_path / "run.pt", replace(SMALL, updates=1)).run())
    checkpoint = load_checkpoint(tmp_path / "run.pt")
    checkpoint["about"][name] = value
    with raises_code("checkpoint.invalid", match=f"a run with {name}"):
        make(tmp_path / "run.pt").resume(checkpoint)


def test_a_file_that_is_no_checkpoint_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "run.pt"
    with raises_code("checkpoint.invalid", match="cannot be read"):
        load_checkpoint(file)
    file.write_text("hello")
    with raises_code("checkpoint.invalid", match="no checkpoint"):
        load_checkpoint(file)
    torch.save({"format": "another"}, file)
    with raises_code("checkpoint.invalid", match="of the format"):
        load_checkpoint(file)


def test_a_checkpoint_that_cannot_be_written_leaves_the_old_one(tmp_path: Path) -> None:
    trainer = make(tmp_path / "run.pt", replace(SMALL, updates=1))
    list(trainer.run())
    before = (tmp_path / "run.pt").read_bytes()
    (tmp_path / "run.pt.new").mkdir()
    with raises_code("checkpoint.invalid", match="cannot be written"):
        trainer.save()
    assert (tmp_path / "run.pt").read_bytes() == before


def test_numbers_that_are_none_send_it_back_to_the_last_good_weights(tmp_path: Path) -> None:
    said: list[str] = []
    trainer = make(tmp_path / "run.pt", say=said.append)
    break_once(trainer, after=2)
    assert len(list(trainer.run())) == 4
    assert len(said) == 1
    assert "back to the last good weights, in full precision, with 0.5 times the learning rate" in said[0]
    assert weights(trainer).isfinite().all()
    assert load_checkpoint(tmp_path / "run.pt")["progress"]["slower"] == 0.5


def test_it_gives_up_after_some_tries_and_the_last_good_weights_are_safe(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(training, "SAVED_EVERY", 0.0)
    trainer = make(tmp_path / "run.pt", say=lambda _: None)
    break_once(trainer, after=1, times=100)
    with raises_code("training.diverged", match="resume with a lower rate"):
        list(trainer.run())
    saved = load_checkpoint(tmp_path / "run.pt")
    assert saved["progress"]["updates"] == 1
    assert all(values.isfinite().all() for values in saved["learner"]["actor"].values())


def test_a_compiler_that_fails_is_done_without(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def give_up(*_: object) -> None:
        raise RuntimeError("no compiler here")

    monkeypatch.setattr(torch, "compile", lambda *_, **__: give_up)
    said: list[str] = []
    trainer = make(tmp_path / "run.pt", say=said.append)
    trainer.learner.use_compiler(wanted=True)
    assert len(list(trainer.run())) == 4
    assert said == ["torch.compile gave up (RuntimeError); going on without it."]


def test_a_match_that_fails_does_not_stop_the_training(tmp_path: Path) -> None:
    class Failing:
        is_busy = False

        def collect(self, *, wait: bool = False) -> list[Evaluation]:
            raise RuntimeError(f"no games today, {wait}")

    said: list[str] = []
    trainer = make(tmp_path / "run.pt", say=said.append)
    trainer._evaluator = Failing()  # type: ignore[assignment]  # it has what is asked of it
    assert len(list(trainer.run())) == 4
    assert said == ["The network is not measured any more: RuntimeError: no games today, False"]


def test_a_checkpoint_of_another_size_is_refused(tmp_path: Path) -> None:
    list(make(tmp_path / "run.pt", replace(SMALL, updates=1)).run())
    with raises_code("checkpoint.invalid", match="another width"):
        make(tmp_path / "run.pt", replace(SMALL, width=16)).resume(load_checkpoint(tmp_path / "run.pt"))


def test_curves_are_drawn_beside_the_checkpoint(tmp_path: Path) -> None:
    trainer = make(tmp_path / "run.pt")
    list(trainer.run())
    assert {file.name for file in tmp_path.iterdir()} == {"run.pt", "run.npz", "run.png"}
    assert (tmp_path / "run.png").read_bytes().startswith(b"\x89PNG")


def test_a_match_says_how_strong_the_network_is_by_now(tmp_path: Path) -> None:
    settings = replace(SMALL, updates=1)
    list(Trainer(VectorGames("reeperbahn", settings.games), settings, tmp_path / "run.pt").run())
    match = Match("reeperbahn", 2, {}, ("random", "greedy"), deals=3, longest=60)
    weak, strong = match.play(tmp_path / "run.npz", 7, 1.5)
    assert (weak.opponent, weak.games, weak.steps, weak.seconds) == ("random", 6, 7, 1.5)
    assert (strong.opponent, strong.games) == ("greedy", 6)
    assert 0 <= strong.share <= weak.share <= 1


def test_a_match_that_takes_too_long_ends_with_its_first_deal(tmp_path: Path) -> None:
    settings = replace(SMALL, updates=1)
    list(Trainer(VectorGames("reeperbahn", settings.games), settings, tmp_path / "run.pt").run())
    match = Match("reeperbahn", 2, {}, ("random",), deals=50, longest=0)
    assert [each.games for each in match.play(tmp_path / "run.npz", 0, 0.0)] == [2]
