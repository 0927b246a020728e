"""House players are fair by construction: what a seat cannot know cannot change what they choose."""

from collections.abc import Callable

import numpy as np
import pytest

import estaminet
from estaminet.engine.contract import Case
from estaminet.engine.game import LEVELS, Game
from estaminet.engine.jit.random import generator
from estaminet.players.levels import COMPARISONS, STYLES, LevelPlayer, seat_player
from estaminet.players.networks.policy import NetworkPlayer, Policy
from estaminet.players.networks.weights import find_weights
from estaminet.players.player import Player, SearchPlayer
from estaminet.players.race import LearnedPlayer
from estaminet.players.search import Budget
from estaminet.players.styles import Style
from tests.players.networks import draw_network

BUDGET = Budget(iterations=40)


def make(name: str, style: Style | None = None) -> Callable[[Game, int], Player]:
    return lambda _, __: seat_player(name, 7) if name in COMPARISONS else LevelPlayer(name, 7, style, is_timed=False)


def make_king(game: Game, players: int) -> Player:
    """As `king` is made, but with so many iterations in place of its seconds."""
    return SearchPlayer(7, BUDGET) if find_weights(game, players) is None else LearnedPlayer(7, BUDGET)


PLAYERS: dict[str, Callable[[Game, int], Player]] = {
    **{name: make(name) for name in (*COMPARISONS, *LEVELS) if name != "king"},
    "king": make_king,
    **{f"{name}+{style}": make(name, style) for name in ("regular", "host") for style in STYLES},
    "search": lambda _, __: SearchPlayer(7, BUDGET),
    "net": lambda game, players: NetworkPlayer(draw_network(game, players)),
    "net-one-ply": lambda game, players: NetworkPlayer(draw_network(game, players, worlds=2)),
    "learned": lambda game, players: LearnedPlayer(7, BUDGET, draw_network(game, players)),
    "learned-one-ply": lambda game, players: LearnedPlayer(7, BUDGET, draw_network(game, players, worlds=1)),
    "learned-rollout": lambda game, players: LearnedPlayer(7, BUDGET, draw_network(game, players), ["rollout"]),
}


TABLES = [(name, players) for name in estaminet.games() for players in estaminet.game(name).seats]


def param(name: str, game: str, players: int) -> object:
    """Styles and kinds of networks are the same code with any number of players."""
    is_more_of_the_same = ("+" in name or "-" in name) and players > estaminet.game(game).seats[0]
    return pytest.param(name, game, players, marks=pytest.mark.thorough if is_more_of_the_same else ())


@pytest.mark.parametrize(("name", "game", "players"), [param(name, *table) for table in TABLES for name in PLAYERS])
@pytest.mark.compiled
def test_two_positions_that_look_the_same_give_the_same_choice(name: str, game: str, players: int) -> None:
    """After the same last turns: they are part of what a seat knows."""
    kernel = estaminet.game(game).kernel
    rng = generator(3)
    for truth in Case(estaminet.game(game), players, {}, seed=5).sample():
        seat = truth.to_move
        if seat is None:
            continue
        other = truth.copy()
        kernel.determinize(other.memory, seat, rng)
        chosen, again = (
            PLAYERS[name](truth.game, players).choose(truth.game, players, world.known_to(seat), seat)
            for world in (truth, other)
        )
        assert chosen == again
        assert chosen in truth.legal_codes()


@pytest.mark.parametrize("name", ["poule", "reeperbahn", "nuit"])
@pytest.mark.compiled
def test_the_worlds_that_were_compared_really_differ(name: str) -> None:
    """Without this, the test above could pass because nothing was hidden."""
    game = estaminet.game(name)
    truth = game.start(seed=5)
    other = truth.copy()
    game.kernel.determinize(other.memory, truth.to_move or 0, generator(3))
    assert truth.memory.tobytes() != other.memory.tobytes()


@pytest.mark.parametrize(
    ("name", "players"), [(name, players) for name in estaminet.games() for players in estaminet.game(name).seats]
)
@pytest.mark.parametrize("worlds", [0, 2])
@pytest.mark.compiled
def test_a_network_in_a_playout_sees_no_more_than_its_seat_knows(name: str, players: int, worlds: int) -> None:
    """A playout goes on in a whole world: whatever is hidden from the mover there must not reach the network."""
    game = estaminet.game(name)
    policy = Policy(draw_network(game, players, worlds=worlds), game, players)
    rng = generator(3)
    for truth in Case(game, players, {}, seed=5).sample():
        seat = truth.to_move
        if seat is None:
            continue
        other = truth.copy()
        game.kernel.determinize(other.memory, seat, rng)
        known = policy.evaluate(truth.known_to(seat), seat)
        for world in (truth.memory, other.memory):
            seen = policy.evaluate(world, seat)
            assert np.array_equal(seen.codes, known.codes)
            assert np.array_equal(seen.logits, known.logits)
            assert np.array_equal(seen.shares, known.shares)
