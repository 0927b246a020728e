"""The learned player: playouts by a network, what is tried and dropped, and when it stops."""

from time import perf_counter

import numpy as np
import pytest

import estaminet
from estaminet.engine.game import Game
from estaminet.engine.jit.random import generator
from estaminet.engine.position import Position
from estaminet.players import search as classic
from estaminet.players.networks import planning, playouts
from estaminet.players.networks.planning import VARIANTS, LearnedPlayer, Style, find_style, plan
from estaminet.players.networks.policy import Policy
from estaminet.players.networks.weights import Network
from estaminet.players.player import Player, RandomPlayer
from estaminet.players.search import Budget, Liking, Tree
from estaminet.players.thinking import win_at_once
from estaminet.players.tree import CODE, LEAST_ODDS, NODE_COUNT, WEIGHT
from tests.players.networks import describe, draw_arrays, draw_network
from tests.refusals import raises_code

pytestmark = pytest.mark.compiled

GAMES = [(estaminet.game(name), players) for name in estaminet.games() for players in estaminet.game(name).seats[:2]]


def decide(position: Position, seat: int, policy: Policy, budget: Budget, style: Style | None = None) -> list[int]:
    thoughts = plan(policy, position.game, position.known_to(seat), seat, budget, 7, style)
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
    known, style = position.known_to(seat), find_style(game, [variant])
    one, other = (plan(policy, game, known, seat, Budget(iterations=60), 7, style) for _ in range(2))
    assert one == other
    assert sum(each.visits for each in one.candidates) <= 60
    assert sum(one.shares) == pytest.approx(1)
    assert {each.code for each in one.candidates} <= set(position.legal_codes())


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_whole_games_are_played(game: Game, players: int) -> None:
    learned = LearnedPlayer(1, Budget(iterations=8), draw_network(game, players))
    others: list[Player] = [RandomPlayer(seed) for seed in range(1, players)]
    assert play(game, [learned, *others], seed=2)


def test_what_the_network_would_hardly_ever_do_is_not_tried() -> None:
    game = estaminet.game("reeperbahn")
    policy = Policy(draw_network(game, 2), game, 2)
    position = game.start(seed=3)
    seat = position.to_move
    assert seat is not None
    opinion = policy.judge(position.known_to(seat), seat)
    odds = np.exp(opinion.logits - opinion.logits.max())
    odds /= odds.sum()
    for least in (0.01, 0.1, 2.0):
        wanted = {
            int(code) for code, chance in zip(opinion.codes, odds, strict=True) if chance >= min(least, odds.max())
        }
        found = decide(position, seat, policy, Budget(iterations=1), Style(least=least, most=99))
        assert set(found) == wanted
        assert found[0] == opinion.codes[opinion.logits.argmax()]


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_a_tree_asks_the_network_at_every_action_of_the_turn(game: Game, players: int) -> None:
    """What is tried first is what it would take, from the view of who is to move, and everything else a little."""
    policy = Policy(draw_network(game, players), game, players)
    others: list[Player] = [RandomPlayer(seed) for seed in range(players)]
    deeper = 0
    for position, seat in play(game, others, 4)[4:40:6]:
        known = position.known_to(seat)
        opinion = policy.judge(known, seat)
        for prior in (0.0, 0.3, 1.0):
            tree = Tree(game, players, classic.Style(**game.search_settings), 7, Liking(policy, prior))
            tree.grow(known, seat, 64)
            root, *nodes = (
                {int(tree._edges[edge, CODE]): float(tree._values[edge, WEIGHT]) for edge in tree._edges_of(node)}
                for node in range(int(tree._counters[NODE_COUNT]))
            )
            odds = np.exp(prior * (opinion.logits - opinion.logits.max()).astype(np.float64))
            wanted = odds / odds.sum() + LEAST_ODDS
            assert root == pytest.approx(dict(zip(opinion.codes.tolist(), wanted, strict=True)), abs=1e-6)
            for weights in filter(None, nodes):
                assert sum(weights.values()) == pytest.approx(1 + LEAST_ODDS * len(weights), abs=1e-5)
                deeper += 1
    assert deeper


def test_an_action_that_wins_is_found_even_if_the_network_likes_all_alike() -> None:
    game = estaminet.game("reeperbahn")
    policy = make_indifferent(game, 2)
    style = Style(most=99)
    wins = 0
    for seed in range(30):
        for position, seat in play(game, [RandomPlayer(seed), RandomPlayer(seed + 1)], seed)[-1:]:
            known = position.known_to(seat)
            sure = win_at_once(game, 2, known, seat, 1)
            if sure and len(sure.candidates[0].continuation) == 0 and len(position.legal_codes()) > 1:
                first = plan(policy, game, known, seat, Budget(iterations=2000), 7, style).candidates[0]
                assert first.shares[seat] == 1
                wins += 1
    assert wins > 3


def test_it_stops_in_time_and_when_all_is_clear() -> None:
    game = estaminet.game("reeperbahn")
    policy = Policy(draw_network(game, 2, width=128), game, 2)
    position = game.start(seed=3)
    seat = position.to_move
    assert seat is not None
    decide(position, seat, policy, Budget(iterations=8))
    began = perf_counter()
    decide(position, seat, policy, Budget(seconds=0.2), Style(doubt=99))
    assert perf_counter() - began < 1
    thoughts = plan(policy, game, position.known_to(seat), seat, Budget(iterations=100_000), 7, Style(doubt=0.0))
    assert Style().proven <= max(each.visits for each in thoughts.candidates) < Style().proven + Style().playouts


def test_without_weights_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(planning, "find_weights", lambda *_: None)
    game = estaminet.game("reeperbahn")
    position = game.start(seed=3)
    assert position.to_move is not None
    player = LearnedPlayer(1, Budget(iterations=8))
    with raises_code("network.invalid", match="comes without a trained network"):
        player.choose(game, 2, position.known_to(position.to_move), position.to_move)
