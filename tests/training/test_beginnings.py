"""The start of a network, and its opponents: lessons, weights from elsewhere, earlier selves, opponents."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")

import estaminet
from connect_four.game import GAME as CONNECT_FOUR
from estaminet.engine.observation import find_sections
from estaminet.games.reeperbahn import observation
from estaminet.players.networks.weights import Network
from estaminet.training.checkpoint import load_initial_weights
from estaminet.training.imitation import GAMES_IN_A_PART, DemonstrationPlan, Demonstrations, gather_demonstrations
from estaminet.training.learner import Learner
from estaminet.training.rollout import MOST_RIVALS, OpponentPool, Rollout
from estaminet.training.settings import Settings
from estaminet.training.trainer import Trainer
from estaminet.vector import VectorGames
from tests.refusals import raises_code

pytestmark = pytest.mark.compiled
CPU = torch.device("cpu")
SMALL = Settings(updates=2, games=32, steps=6, minibatch=96, width=16, blocks=1, seed=3)
COURSE = DemonstrationPlan("reeperbahn", 2, {}, "greedy", seed=5)


def make(file: Path, settings: Settings = SMALL) -> Trainer:
    return Trainer(VectorGames(CONNECT_FOUR, settings.games), settings, file)


def test_in_games_with_rivals_the_learner_learns_from_its_own_seat_alone() -> None:
    learner = Learner(CONNECT_FOUR, 2, SMALL, CPU)
    rivals = OpponentPool(learner, 32, 2, 0.25)
    rollout = Rollout(VectorGames(CONNECT_FOUR, 32), learner, 6, 0.9, rivals)
    rollout.deal(1)
    is_free = rollout.collect().is_free.reshape(6, 32)
    assert is_free[:, :24].all(), "without rivals, every choice is the learner's"
    own = rollout._movers[:-1, 24:] == rivals._own
    assert torch.equal(is_free[:, 24:], own)
    assert 0 < own.sum() < own.numel()


def test_an_opponent_chooses_in_its_turn_and_nowhere_else() -> None:
    learner = Learner(CONNECT_FOUR, 2, SMALL, CPU)
    stubborn = {name: values.clone() for name, values in learner.actor.state_dict().items()}
    stubborn["heads.bias"] = torch.tensor([0.0, 0, 0, 0, 0, 0, 99, 0, 0])
    rivals = OpponentPool(learner, 32, 2, 1.0, [stubborn])
    rivals.sit_down()
    environment = VectorGames(CONNECT_FOUR, 32)
    rollout = Rollout(environment, learner, 1, 0.9, rivals)
    rollout.deal(1)
    actions = torch.zeros(32, dtype=torch.int64)
    is_theirs = rivals.answer(rollout._inputs[-1], rollout._movers[-1], actions)
    assert torch.equal(actions, torch.where(is_theirs, 6, 0))
    rivals.remember()
    assert len(rivals._states) == 1, "an opponent to beat stays the only one"


@pytest.mark.parametrize(("name", "players"), [("poule", 2), ("nuit", 4)])
def test_a_network_with_one_ply_values_begins_with_the_evaluation(name: str, players: int) -> None:
    """The critic as much as the actor: neither has to find out first what a position is worth."""
    settings = replace(SMALL, one_ply_worlds=2)
    environment = VectorGames(name, 32, players=players, one_ply_worlds=2)
    learner = Learner(environment.game, players, settings, CPU)
    rollout = Rollout(environment, learner, 6, 0.9)
    rollout.deal(1)
    rollout.collect()
    inputs, movers = rollout._inputs[-1], rollout._movers[-1]
    expected = torch.as_tensor(environment.evaluate()).gather(1, (movers[:, None] + torch.arange(players)) % players)
    assert (learner.evaluate(inputs) - expected).abs().max() < 0.15
    _, shares = learner.actor(inputs[:, : learner.seen])
    seen = torch.as_tensor(environment._batch.value_prior)
    assert (torch.softmax(shares, 1) - seen).abs().max() < 0.15


def test_greedy_rivals_play_the_best_one_ply_action() -> None:
    settings = replace(SMALL, one_ply_worlds=1)
    learner = Learner(CONNECT_FOUR, 2, settings, CPU)
    rivals = OpponentPool(learner, 32, 2, 0.25, greedy=0.5)
    rollout = Rollout(VectorGames(CONNECT_FOUR, 32, one_ply_worlds=1), learner, 6, 0.9, rivals)
    rollout.deal(1)
    is_free = rollout.collect().is_free.reshape(6, 32)
    assert is_free[:, :8].all(), "the first games are the learner's alone"
    actions = torch.full((32,), -1)
    is_theirs = rivals.answer(rollout._inputs[-1], rollout._movers[-1], actions)
    assert learner.one_ply_columns
    values = rollout._inputs[-1][:, learner.one_ply_columns.start : learner.one_ply_columns.stop]
    legal = rollout._inputs[-1][:, learner.mask] > 0.5
    taken = actions[8:24][is_theirs[:16]]
    assert len(taken) > 0
    assert (values[8:24][is_theirs[:16]].gather(1, taken[:, None]) == 0).all(), "nothing is worth more"
    assert legal[8:24][is_theirs[:16]].gather(1, taken[:, None]).all()
    assert (actions[8:][~is_theirs] == -1).all()


def test_greedy_rivals_need_one_ply_values_and_no_more_games_than_there_are() -> None:
    with raises_code("training.invalid", match="greedy needs one_ply_worlds"):
        replace(SMALL, greedy=0.25)
    with raises_code("training.invalid", match=r"together 1 at most, not 1\.125"):
        replace(SMALL, greedy=1.0, one_ply_worlds=1)


def test_only_the_newest_earlier_selves_are_kept() -> None:
    learner = Learner(CONNECT_FOUR, 2, SMALL, CPU)
    rivals = OpponentPool(learner, 32, 2, 0.25)
    for number in range(MOST_RIVALS + 3):
        learner.average.get_parameter("heads.bias").data.fill_(number)
        rivals.remember()
    assert [int(state["heads.bias"][0]) for state in rivals._states] == list(range(3, MOST_RIVALS + 3))


def test_lessons_are_what_the_teacher_would_do_and_what_came_of_it() -> None:
    game = estaminet.game("reeperbahn")
    lessons = COURSE.teach(0)
    rows, at = len(lessons.actions), game.kernel.features
    assert rows > 20 * GAMES_IN_A_PART
    assert lessons.inputs[np.arange(rows), at + lessons.actions].all(), "a lesson that is illegal"
    assert (lessons.inputs[:, at : at + len(game.actions)].sum(1) > 1).all(), "nothing to choose"
    assert np.allclose(lessons.shares.sum(1), 1)
    again = COURSE.teach(0)
    assert np.array_equal(again.inputs, lessons.inputs)
    assert np.array_equal(again.actions, lessons.actions)
    assert not np.array_equal(COURSE.teach(1).actions[:50], lessons.actions[:50])


def test_as_many_lessons_are_gathered_as_are_wanted() -> None:
    parts = list(gather_demonstrations(COURSE, 300, jobs=1))
    found = Demonstrations.join(parts)
    assert len(found.actions) >= 300 > len(found.actions) - len(parts[-1].actions)


def test_a_pupil_does_what_its_teacher_does(tmp_path: Path) -> None:
    settings = replace(SMALL, width=64, rate=3e-3)
    trainer = Trainer(VectorGames("reeperbahn", 32), settings, tmp_path / "run.pt")
    lessons = Demonstrations.join([COURSE.teach(part) for part in range(4)])
    before = trainer.imitate(lessons, passes=1)
    after = trainer.imitate(lessons, passes=60)
    assert after > max(before, 0.35)


def test_the_critic_can_learn_alone(tmp_path: Path) -> None:
    trainer = make(tmp_path / "run.pt", replace(SMALL, updates=1, critic_warmup=0.5))
    actor, critic = (
        [values.clone() for values in network.parameters()]
        for network in (trainer.learner.actor, trainer.learner.critic)
    )
    list(trainer.run())
    assert all(map(torch.equal, actor, trainer.learner.actor.parameters()))
    assert not all(map(torch.equal, critic, trainer.learner.critic.parameters()))


@pytest.mark.parametrize("ending", [".pt", ".npz"])
def test_a_run_begins_with_what_another_has_learned(ending: str, tmp_path: Path) -> None:
    first = make(tmp_path / "first.pt")
    list(first.run())
    beginning = load_initial_weights((tmp_path / "first.pt").with_suffix(ending), CONNECT_FOUR.name)
    assert beginning.sizes == {"shaped": False, "width": 16, "blocks": 1, "one_ply_worlds": 0}
    second = make(tmp_path / "second.pt", replace(SMALL, seed=9))
    second.begin_like(beginning.actor, beginning.critic)
    rows = first._rollout._inputs[-1, :, : first.learner.seen]
    ours, theirs = (network(rows)[0] for network in (second.learner.actor, first.learner.average))
    assert torch.allclose(ours, theirs, atol=1e-3)
    with raises_code("checkpoint.invalid", match=r"is of .*, not of nuit"):
        load_initial_weights((tmp_path / "first.pt").with_suffix(ending), "nuit")


def test_a_network_that_gets_one_ply_values_plays_on_as_it_did() -> None:
    game = estaminet.game("reeperbahn")
    before = Learner(game, 2, SMALL, CPU)
    after = Learner(game, 2, replace(SMALL, seed=8, one_ply_worlds=1), CPU)
    after.begin_like(before.actor.state_dict(), before.critic.state_dict())
    rows = torch.rand(8, after.seen)
    assert after.seen > before.seen
    assert torch.allclose(after.actor(rows)[0], before.actor(rows[:, : before.seen])[0], atol=1e-5)


def test_what_was_learned_with_three_is_a_beginning_for_four() -> None:
    game = estaminet.game("poule")
    of_three = Learner(game, 3, SMALL, CPU)
    of_four = Learner(game, 4, replace(SMALL, seed=8), CPU)
    of_four.begin_like(of_three.actor.state_dict(), of_three.critic.state_dict())
    ours, theirs = of_four.actor.state_dict(), of_three.actor.state_dict()
    assert torch.equal(ours["piece.weight"], theirs["piece.weight"])
    assert torch.equal(ours["shares.2.weight"][:3], theirs["shares.2.weight"])
    assert of_four.critic.state_dict()["first.weight"].shape != of_three.critic.state_dict()["first.weight"].shape


def test_what_was_never_seen_says_nothing(tmp_path: Path) -> None:
    """The network of one edition does not stumble over the column of another."""
    trainer = Trainer(VectorGames("reeperbahn", 32), SMALL, tmp_path / "run.pt")
    list(trainer.run())
    column = find_sections(observation.LAYOUT)["royal_visit"][0]
    weights = Network.load(trainer.network_file).arrays["first.weight"]
    assert not weights[:, column].any()
    assert weights[:, : column - 1].any(axis=0).mean() > 0.5
