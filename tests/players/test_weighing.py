"""Imagined worlds and what was seen: turns taken back, how likely they were, and which worlds are drawn."""

from itertools import islice

import numpy as np
import pytest

import estaminet
from estaminet.engine.contract import Case
from estaminet.engine.game import Game
from estaminet.engine.jit.layout import Memory
from estaminet.engine.jit.random import generator
from estaminet.engine.position import Position
from estaminet.players.networks import weighing
from estaminet.players.networks.policy import Policy
from estaminet.players.networks.weighing import CARELESSNESS, Floats
from tests.players.networks import draw_network

pytestmark = pytest.mark.compiled

GAMES = [
    (estaminet.game(name), players)
    for name in estaminet.games()
    if estaminet.game(name).kernel.can_rewind
    for players in estaminet.game(name).seats
]


def imagine(position: Position, seat: int, number: int) -> list[Memory]:
    rng = generator(3)
    worlds = [position.memory.copy() for _ in range(number)]
    for world in worlds:
        position.game.kernel.determinize(world, seat, rng)
    return worlds


def weigh(policy: Policy, game: Game, worlds: list[Memory], seat: int, past: int) -> Floats:
    odds, rules, kernel = np.zeros(len(worlds)), policy.rules, game.kernel
    weighing.weigh(
        rules.to_move, rules.legal, rules.apply, rules.encode, rules.rewind, rules.hide, rules.determinize,
        rules.evaluate, *policy.packed, kernel.features, kernel.most_legal, policy.numbers.reshape(-1),
        np.concatenate(worlds), seat, past, odds, generator(4),
    )  # fmt: skip
    return odds


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_a_network_in_a_rebuilt_position_sees_no_more_than_its_seat_knew(game: Game, players: int) -> None:
    policy, kernel = Policy(draw_network(game, players), game, players), game.kernel
    actions = np.zeros(kernel.most_legal, np.int16)
    rebuilt = 0
    for truth in Case(game, players, {}, seed=5).sample():
        if truth.to_move is None:
            continue
        (past,) = imagine(truth, truth.to_move, 1)
        while kernel.rewind(past, actions, generator(1)) > 0:
            mover = kernel.to_move(past)
            other = past.copy()
            kernel.determinize(other, mover, generator(2))
            seen, known = (policy.judge(each, mover) for each in (past, kernel.known(other, mover)))
            assert np.array_equal(seen.codes, known.codes)
            assert np.array_equal(seen.logits, known.logits)
            rebuilt += 1
    assert rebuilt > 10


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_what_worlds_weigh_does_not_depend_on_the_truth(game: Game, players: int) -> None:
    policy = Policy(draw_network(game, players), game, players)
    spread = 0.0
    for truth in islice(Case(game, players, {}, seed=5).walk(), 40):
        seat = truth.to_move
        if seat is None:
            continue
        other = truth.copy()
        game.kernel.determinize(other.memory, seat, generator(9))
        one, same = (weigh(policy, game, imagine(each, seat, 12), seat, 2) for each in (truth, other))
        assert one.tolist() == same.tolist()
        spread = max(spread, float(np.ptp(one)))
    assert spread > 0


def test_a_world_weighs_what_the_network_would_have_done() -> None:
    """In poule nothing of the first turns is lost: all of them can be looked at again as they were."""
    game = estaminet.game("poule")
    policy = Policy(draw_network(game, 2), game, 2)
    position = game.start(players=2, seed=4)
    observer = 1 - (position.to_move or 0)
    wanted = 1.0
    rng = np.random.default_rng(1)
    while position.to_move is not None and len(position.history) < 8:
        seat, code = position.to_move, int(rng.choice(position.legal_codes()))
        opinion = policy.judge(position.memory, seat)
        odds = np.exp(opinion.logits - opinion.logits.max(), dtype=np.float64)
        liked = float(odds[opinion.codes == code][0] / odds.sum())
        if seat != observer and len(opinion.codes) > 1:
            wanted *= (1 - CARELESSNESS) * liked + CARELESSNESS / len(opinion.codes)
        position.play_code(code)
    assert weigh(policy, game, [position.memory], observer, 99).tolist() == pytest.approx([wanted])


def test_a_few_worlds_never_decide_everything() -> None:
    weights = weighing.temper(np.array([1e-30, 1e-3, 1e-3, 1.0]), 2.0)
    assert weights.sum() == pytest.approx(1)
    assert 1 / (weights**2).sum() >= 2
    assert weights.argmax() == 3
    assert weighing.temper(np.array([1.0, 3.0]), 1.0).tolist() == [0.25, 0.75]


def test_worlds_are_drawn_by_weight() -> None:
    rng = generator(1)
    drawn = np.concatenate([weighing.draw_worlds(np.array([0.1, 0.0, 0.6, 0.3]), 10, rng) for _ in range(50)])
    assert (np.bincount(drawn, minlength=4) / 500).tolist() == pytest.approx([0.1, 0, 0.6, 0.3], abs=0.01)
