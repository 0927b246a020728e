"""The learned player: playouts by a network, what is tried and dropped, and when it stops."""

import itertools

import numpy as np
import pytest

import estaminet
from estaminet.engine.game import Game
from estaminet.engine.jit.random import generator
from estaminet.engine.position import Position
from estaminet.players import race
from estaminet.players.exact import win_at_once
from estaminet.players.networks import playouts
from estaminet.players.networks.policy import NetworkPlayer, Policy
from estaminet.players.networks.weights import Network, find_weights
from estaminet.players.player import Player, RandomPlayer
from estaminet.players.race import VARIANTS, LearnedPlayer, RaceSettings, find_race_settings, run_race
from estaminet.players.search import Budget
from tests.players.networks import describe, draw_arrays, draw_network
from tests.refusals import raises_code

pytestmark = pytest.mark.compiled

GAMES = [(estaminet.game(name), players) for name in estaminet.games() for players in estaminet.game(name).seats[:2]]


def decide(
    position: Position, seat: int, policy: Policy, budget: Budget, settings: RaceSettings | None = None
) -> list[int]:
    thoughts = run_race(policy, position.game, position.known_to(seat), seat, budget, 7, settings)
    return [each.code for each in thoughts.candidates]


def make_indifferent(game: Game, players: int) -> Policy:
    """A network that likes all actions alike and expects the same for everybody: only what ends a game counts."""
    arrays = {name: np.zeros_like(values) for name, values in draw_arrays(game, players).items()}
    return Policy(Network(describe(game, players), arrays), game, players)


def play(game: Game, players: list[Player], seed: int) -> list[tuple[Position, int]]:
    """All positions of a game in which somebody had to choose, each with the seat."""
    position = game.start(players=len(players), seed=seed)
    found = []
    while (seat := position.to_move) is not None:
        found.append((position.copy(), seat))
        position.play_code(players[seat].choose(game, len(players), position.known_to(seat), seat))
    return found


def test_actions_are_drawn_as_often_as_the_network_would_take_them() -> None:
    logits = np.log(np.array([1, 5, 4, 90], np.float32))
    numbers, codes = np.array([0, 2, 1, 3], np.int16), np.array([0, 1, 2], np.int16)
    rng, odds = generator(1), np.zeros(4)
    drawn = [playouts.draw_action(logits, numbers, codes, 3, 1.0, odds, rng) for _ in range(4000)]
    assert [drawn.count(code) / 4000 for code in range(4)] == pytest.approx([0.1, 0.4, 0.5, 0], abs=0.03)


def test_shares_are_of_true_seats() -> None:
    shares = np.zeros(3)
    playouts.write_shares(np.log(np.array([5, 3, 2], np.float32)), 2, shares)
    assert shares.tolist() == pytest.approx([0.3, 0.2, 0.5])


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(("game", "players"), GAMES)
def test_the_same_seed_and_iterations_give_the_same_thoughts(game: Game, players: int, variant: str) -> None:
    policy = Policy(draw_network(game, players), game, players)
    position = game.start(players=players, seed=4)
    while len(position.history) < 8:  # there is something to look back on
        position.play_code(position.legal_codes()[0])
    seat = position.to_move
    assert seat is not None
    known, settings = position.known_to(seat), find_race_settings(game, [variant])
    one, other = (run_race(policy, game, known, seat, Budget(iterations=60), 7, settings) for _ in range(2))
    assert one == other
    assert sum(each.visits for each in one.candidates) <= 60
    assert sum(one.shares) == pytest.approx(1)
    assert {each.code for each in one.candidates} <= set(position.legal_codes())


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_whole_games_are_played_and_the_same_again(game: Game, players: int) -> None:
    network = draw_network(game, players)
    histories = []
    for _ in range(2):
        others: list[Player] = [RandomPlayer(seed) for seed in range(1, players)]
        position, _ = play(game, [LearnedPlayer(1, Budget(iterations=8), network), *others], seed=2)[-1]
        histories.append(position.history)
    assert histories[0] == histories[1]
    assert len(histories[0]) > players


def test_what_the_network_would_hardly_ever_do_is_not_tried() -> None:
    game = estaminet.game("reeperbahn")
    policy = Policy(draw_network(game, 2), game, 2)
    position = game.start(seed=3)
    seat = position.to_move
    assert seat is not None
    output = policy.evaluate(position.known_to(seat), seat)
    odds = np.exp(output.logits - output.logits.max())
    odds /= odds.sum()
    for least in (0.01, 0.1, 2.0):
        wanted = {
            int(code) for code, chance in zip(output.codes, odds, strict=True) if chance >= min(least, odds.max())
        }
        found = decide(position, seat, policy, Budget(iterations=1), RaceSettings(least=least, most=99))
        assert set(found) == wanted
        assert found[0] == output.codes[output.logits.argmax()]


def test_an_action_that_wins_is_found_even_if_the_network_likes_all_alike() -> None:
    game = estaminet.game("reeperbahn")
    policy = make_indifferent(game, 2)
    settings = RaceSettings(most=99)
    wins = 0
    for seed in range(30):
        for position, seat in play(game, [RandomPlayer(seed), RandomPlayer(seed + 1)], seed)[-1:]:
            known = position.known_to(seat)
            sure = win_at_once(game, 2, known, seat, 1)
            if sure and len(sure.candidates[0].continuation) == 0 and len(position.legal_codes()) > 1:
                first = run_race(policy, game, known, seat, Budget(iterations=2000), 7, settings).candidates[0]
                assert first.shares[seat] == 1
                wins += 1
    assert wins > 3


@pytest.mark.parametrize(("seconds", "runs"), [(3.5, 1), (6.5, 3)])
def test_it_stops_before_its_time_is_over(seconds: float, runs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock on which every look takes a second, so that a run and the look after it take two."""
    game = estaminet.game("reeperbahn")
    policy = Policy(draw_network(game, 2), game, 2)
    position = game.start(seed=3)
    seat = position.to_move
    assert seat is not None
    ticks = itertools.count()
    monkeypatch.setattr(race, "perf_counter", lambda: next(ticks))
    settings = RaceSettings(doubt=99, least=0.0, most=4)
    thoughts = run_race(policy, game, position.known_to(seat), seat, Budget(seconds=seconds), 7, settings)
    assert [each.visits for each in thoughts.candidates] == [runs * settings.playouts // 4] * 4


def test_it_stops_when_all_is_clear() -> None:
    game = estaminet.game("reeperbahn")
    policy = Policy(draw_network(game, 2), game, 2)
    position = game.start(seed=3)
    seat = position.to_move
    assert seat is not None
    settings = RaceSettings(doubt=0.0)
    thoughts = run_race(policy, game, position.known_to(seat), seat, Budget(iterations=100_000), 7, settings)
    assert settings.proven <= max(each.visits for each in thoughts.candidates) < settings.proven + settings.playouts


def test_every_number_of_players_has_its_own_network() -> None:
    """A player that was asked about a game of two must not answer for four with the network of two."""
    game = estaminet.game("poule")
    asked = LearnedPlayer(1, Budget(iterations=24))
    for players in (2, 4):
        position = game.start(players=players, seed=3)
        seat = position.to_move or 0
        fresh = LearnedPlayer(1, Budget(iterations=24))
        known = position.known_to(seat)
        assert asked.consider(game, players, known, seat, 0) == fresh.consider(game, players, known, seat, 0)
        assert asked._find_policy(game, players).players == players
    two = find_weights(game, 2)
    assert two is not None
    player, position = NetworkPlayer(two), game.start(players=4, seed=3)
    first = game.start(players=2, seed=3)
    player.choose(game, 2, first.known_to(first.to_move or 0), first.to_move or 0)
    with raises_code("network.invalid", match="trained with players 2, not 4"):
        player.choose(game, 4, position.known_to(position.to_move or 0), position.to_move or 0)


@pytest.mark.parametrize("turns", [0, 1])
def test_a_playout_of_no_turns_is_no_finished_game(turns: int) -> None:
    """Its worth is what the game's `evaluate` says after the action, not the shares of a victory that is open."""
    game = estaminet.game("reeperbahn")
    policy = Policy(draw_network(game, 2), game, 2)
    position = game.start(seed=3)
    world, values, expected = position.memory.copy(), np.zeros(2), np.zeros(2)
    while True:  # until an action hands the turn over
        code = position.legal_codes()[0]
        mover = position.to_move
        position.play_code(code)
        if position.to_move != mover:
            break
        world = position.memory.copy()
    game.kernel.evaluate(position.memory, expected)
    playouts.play_on(
        policy.functions,
        policy.scratch,
        policy.packed,
        playouts.Rows.new(policy.packed, game.kernel),
        playouts.PlayoutSettings(turns=turns, sharpness=1.0, asks_network=False),
        world,
        np.array([code], np.int16),
        generator(1),
        values,
    )
    assert values.tolist() == expected.tolist()


def test_without_weights_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(race, "find_weights", lambda *_: None)
    game = estaminet.game("reeperbahn")
    position = game.start(seed=3)
    assert position.to_move is not None
    player = LearnedPlayer(1, Budget(iterations=8))
    with raises_code("network.invalid", match="comes without a trained network"):
        player.choose(game, 2, position.known_to(position.to_move), position.to_move)
