"""The parts of training: returns, advantages, losses, settings."""

import math

import pytest

torch = pytest.importorskip("torch")

from connect_four.game import GAME as CONNECT_FOUR
from estaminet.training.learner import Batch, Learner
from estaminet.training.rollout import Rollout, from_true_seats, lambda_returns, normalize, to_true_seats
from estaminet.training.settings import Settings
from estaminet.vector import VectorGames
from tests.refusals import raises_code

pytestmark = pytest.mark.compiled
CPU = torch.device("cpu")


def look_back_slowly(
    values: list[float], ended: list[bool], outcomes: list[float], gae_lambda: float
) -> list[float]:  # fmt: skip
    """Of one seat in one game, from the definition: every later forecast, weighted by how far away it is."""
    returns = []
    for step in range(len(ended)):
        weight, total = 1.0, 0.0
        for later in range(step, len(ended)):
            if ended[later]:
                total += weight * outcomes[later]
                break
            is_last = later == len(ended) - 1
            total += weight * (1.0 if is_last else 1 - gae_lambda) * values[later + 1]
            weight *= gae_lambda
        returns.append(total)
    return returns


@pytest.mark.parametrize("gae_lambda", [0.0, 0.9, 1.0])
def test_returns_are_those_of_the_definition(gae_lambda: float) -> None:
    generator = torch.Generator().manual_seed(3)
    values = torch.rand(8, 5, 3, generator=generator)
    ended = torch.rand(7, 5, generator=generator) < 0.3
    outcomes = torch.rand(7, 5, 3, generator=generator)
    assert ended.any()
    found = lambda_returns(values, ended, outcomes, gae_lambda)
    for game in range(5):
        for seat in range(3):
            columns = (column[:, game, seat].tolist() for column in (values, outcomes))
            known, shares = columns
            slowly = look_back_slowly(known, ended[:, game].tolist(), shares, gae_lambda)
            assert found[:, game, seat].tolist() == pytest.approx(slowly, abs=1e-5)


def test_seats_counted_from_the_mover_are_turned_there_and_back() -> None:
    relative = torch.tensor([[0.5, 0.3, 0.2]])
    true = to_true_seats(relative, torch.tensor([2]))
    assert true.tolist() == torch.tensor([[0.3, 0.2, 0.5]]).tolist()
    assert torch.equal(from_true_seats(true, torch.tensor([2])), relative)


def test_advantages_are_measured_among_free_choices() -> None:
    surprise = torch.tensor([1.0, 3.0, 100.0])
    assert normalize(surprise, torch.tensor([True, True, False]))[:2].tolist() == pytest.approx([-1, 1], abs=1e-4)


def test_where_nobody_has_a_choice_nothing_is_divided_by_nothing() -> None:
    assert normalize(torch.ones(2), torch.zeros(2, dtype=torch.bool)).isfinite().all()


def test_what_all_seats_see_is_stored_in_turn_from_the_mover_on() -> None:
    settings = Settings(games=3, steps=2, minibatch=6, width=8, blocks=1)
    environment = VectorGames("nuit", 3, players=4)
    rollout = Rollout(environment, Learner(environment.game, 4, settings, CPU), settings.steps, settings.gae_lambda)
    rollout.deal(5)
    rollout.collect()
    features, actions = environment.game.kernel.features, len(environment.game.actions)
    inputs, movers = rollout._inputs[-1], rollout._movers[-1]
    assert torch.equal(inputs[:, :features], torch.as_tensor(environment._batch.observations))
    assert torch.equal(inputs[:, features : features + actions], torch.as_tensor(environment._batch.masks).float())
    others = inputs[:, -(-(features + actions) // 8) * 8 :]
    for other in range(1, 4):
        seen = torch.as_tensor(environment.observe(((movers + other) % 4).numpy()))
        assert torch.equal(others[:, (other - 1) * features : other * features], seen)


def test_games_of_a_run_do_not_begin_together() -> None:
    """Else all would end together, too, and an update would see nothing but beginnings, or ends."""
    settings = Settings(games=64, steps=2, width=8, blocks=1)
    environment = VectorGames("poule", 64, players=2)
    rollout = Rollout(environment, Learner(environment.game, 2, settings, CPU), settings.steps, settings.gae_lambda)
    rollout.deal(5)
    assert {environment.game.round_of(memory) for memory in environment.memories} == {0}
    rollout.scatter(5)
    rounds = [environment.game.round_of(memory) for memory in environment.memories]
    assert min(rounds.count(each) for each in range(3)) >= 18


def make_batch(learner: Learner, *, is_free: bool) -> Batch:
    environment = VectorGames(CONNECT_FOUR, 16)
    rollout = Rollout(environment, learner, 4, 0.9)
    rollout.deal(1)
    batch = rollout.collect()
    everywhere = torch.full_like(batch.is_free, is_free)
    return Batch(batch.inputs, batch.actions, batch.log_odds, everywhere, batch.advantages, batch.returns)


@pytest.mark.parametrize("is_free", [True, False])
def test_the_policy_learns_from_choices_alone(*, is_free: bool) -> None:
    settings = Settings(minibatch=64, width=16, blocks=1, share_weight=0.0)
    learner = Learner(CONNECT_FOUR, 2, settings, CPU)
    before = [values.clone() for values in learner.actor.parameters()]
    learner.learn(make_batch(learner, is_free=is_free), rate=0.01, entropy=0.01)
    decay = 1 - 0.01 * 1e-4  # what AdamW takes from every weight, whatever its gradient
    is_same = all(
        torch.allclose(now, was * decay, atol=1e-7)
        for now, was in zip(learner.actor.parameters(), before, strict=True)
    )  # fmt: skip
    assert is_same == (not is_free)


def test_actions_are_drawn_with_the_odds_of_the_policy() -> None:
    learner = Learner(CONNECT_FOUR, 2, Settings(width=8, blocks=1), CPU)
    features, actions = CONNECT_FOUR.kernel.features, len(CONNECT_FOUR.actions)
    row = torch.zeros(1, learner.seen)
    row[:, features : features + 3] = 1
    with torch.no_grad():
        chances = learner.score(row)[0].exp()[0, :actions]
        drawn, _ = learner.act(row.expand(20_000, -1))
    counts = torch.bincount(drawn, minlength=actions) / 20_000
    assert counts[3:].sum() == 0
    assert torch.allclose(counts, chances, atol=0.015)


def test_the_schedule_goes_from_the_first_to_the_last() -> None:
    settings = Settings(minutes=2, rate=1e-3, last_rate=1e-5, entropy=0.04, last_entropy=0.01)
    assert [settings.spent(seconds, 0) for seconds in (0, 60, 120, 500)] == [0, 0.5, 1, 1]
    assert [settings.rate_at(spent) for spent in (0, 0.5, 1)] == pytest.approx([1e-3, 5.05e-4, 1e-5])
    assert [settings.entropy_at(spent) for spent in (0, 0.5, 1)] == pytest.approx([0.04, 0.02, 0.01])
    assert Settings(updates=4).spent(1e9, 1) == 0.25
    assert Settings(updates=4).change({"minutes": 2}).spent(60, 1) == 0.5


@pytest.mark.parametrize(
    "wrong", [{"minutes": 0}, {"minutes": math.nan}, {"updates": 0}, {"games": -1}, {"rate": -1.0}, {"gae_lambda": 2.0}]
)
def test_settings_that_make_no_sense_are_refused(wrong: dict[str, float]) -> None:
    with raises_code("training.invalid", match=next(iter(wrong))):
        Settings().change(wrong)
