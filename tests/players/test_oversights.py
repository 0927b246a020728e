"""Levels below host err as people do: they overlook what is small, give nothing away for nothing, and roll no dice."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import pytest

import estaminet
from estaminet.engine.game import Game, Shortsighted
from estaminet.engine.jit.random import generator
from estaminet.players.levels import LevelPlayer, find_strength, seat_player
from estaminet.players.one_ply import find_one_ply_values
from estaminet.players.player import GreedyPlayer, RankingPlayer
from estaminet.players.shortsighted import ShortsightedPlayer, list_alike
from estaminet.players.styles import LOSS

pytestmark = pytest.mark.compiled

TABLES = [("poule", 2), ("poule", 3), ("poule", 4), ("reeperbahn", 2), ("nuit", 3), ("nuit", 4), ("nuit", 5)]
STEADY = ("regular", "waiter")
"""The levels whose every decision is held against what one look ahead shows."""
MOST_LOST = 0.15
WORLDS = 128


class Decision(NamedTuple):
    """What one look ahead shows of an action that was taken, or held to be as good."""

    lost: float
    """The share of the victory that it gives away."""
    better: float
    """By how much the best action is better that brings more at once; negative, if all of these are worse."""


def judge(game: Game, players: int, seats: list[RankingPlayer], deal: int) -> Iterator[Decision]:
    """Every decision of a game that leaves a choice, seen in other imagined worlds than the player's own."""
    kernel, position, rng = game.kernel, game.start(players, seed=deal), generator(deal)
    scratch, amounts = kernel.new_scratch(players), np.zeros(players)
    while (seat := position.to_move) is not None:
        known = position.known_to(seat)
        chosen = seats[seat].consider(game, players, known, seat, LOSS)
        count = find_one_ply_values(kernel.functions, scratch, known, seat, WORLDS, rng)
        codes, values, gains = scratch.codes[:count].tolist(), scratch.values[:count].copy(), np.zeros(count)
        for at, code in enumerate(codes):
            after = scratch.world.copy()
            kernel.apply(after, code)
            kernel.holdings(after, amounts)
            gains[at] = amounts[seat]
        for at in map(codes.index, chosen):
            richer = values[gains > gains[at]]
            yield Decision(values.max() - values[at], richer.max() - values[at] if richer.size else -1)
        position.play_code(chosen[0])


def seat_levels(game: Game, players: int, deal: int) -> list[RankingPlayer]:
    """Both levels in turn, as they sit down without a style."""
    names = [STEADY[(deal + seat) % len(STEADY)] for seat in range(players)]
    strengths = [find_strength(game, players, name) for name in names]
    assert all(isinstance(strength, Shortsighted) for strength in strengths)
    return [ShortsightedPlayer(deal * players + seat, *strengths[seat]) for seat in range(players)]


def hold(name: str, players: int, deals: range) -> None:
    """Hold every decision of some games to both promises."""
    game = estaminet.game(name)
    for deal in deals:
        for decision in judge(game, players, seat_levels(game, players, deal), deal):
            assert decision.lost <= MOST_LOST
            assert decision.better < 0


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_no_decision_gives_much_away_or_gives_up_what_it_could_have_at_once(name: str, players: int) -> None:
    """Of those that a style may take, too."""
    hold(name, players, range(8 if name == "poule" else 24))


@pytest.mark.thorough
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_none_does_in_many_games(name: str, players: int) -> None:
    hold(name, players, range(1000, 1100))


@pytest.mark.parametrize(
    ("name", "players", "carelessness"), [("poule", 2, 0.017), ("reeperbahn", 2, 0.045), ("nuit", 3, 0.045)]
)
def test_whoever_rolls_dice_does_both(name: str, players: int, carelessness: float) -> None:
    """So that the tests above can fail."""
    game = estaminet.game(name)
    seats: list[RankingPlayer] = [GreedyPlayer(seat, carelessness=carelessness) for seat in range(players)]
    decisions = [decision for deal in range(16) for decision in judge(game, players, seats, deal)]
    assert any(decision.better >= 0 for decision in decisions)
    assert any(decision.lost > MOST_LOST for decision in decisions)


@pytest.mark.parametrize("level", ["guest", "apprentice", "regular", "waiter"])
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_same_seed_and_the_same_knowledge_give_the_same_action(level: str, name: str, players: int) -> None:
    """Whatever the player decided before."""
    game = estaminet.game(name)
    position, experienced = game.start(players, seed=3), LevelPlayer(level, 5)
    while (seat := position.to_move) is not None:
        known = position.known_to(seat)
        code = experienced.choose(game, players, known, seat)
        assert seat_player(level, 5).choose(game, players, known, seat) == code
        position.play_code(code)


def alike(values: list[float], gains: list[float], blur: float) -> list[int]:
    return list_alike(np.array(values), np.array(gains), blur).tolist()


def test_of_what_looks_alike_it_takes_what_pays_most_at_once() -> None:
    assert alike([0.50, 0.47, 0.44], [0, 4, 9], blur=0) == [0]
    assert alike([0.50, 0.47, 0.44], [0, 4, 9], blur=0.04) == [1]
    assert alike([0.50, 0.47, 0.44], [0, 4, 9], blur=0.07) == [2]
    assert alike([0.50, 0.47, 0.46], [0, 4, 4], blur=0.05) == [1, 2]


def test_in_doubt_it_keeps_what_it_has() -> None:
    """A bird in the hand: what hardly helps is not worth money."""
    assert alike([0.50, 0.495], [0, 1], blur=0) == [1]
    assert alike([0.50, 0.495, 0.489], [0, 1, 2], blur=0) == [2]


def test_whoever_notices_little_takes_the_best_of_that() -> None:
    game = estaminet.game("nuit")
    position = game.start(3, seed=1)
    seat = position.to_move or 0
    known = position.known_to(seat)
    taken = {
        notices: {ShortsightedPlayer(seed, 0, notices).choose(game, 3, known, seat) for seed in range(200)}
        for notices in (0, 0.5, 1)
    }
    assert taken[0] == set(position.legal_codes())
    assert len(taken[1]) < len(taken[0.5]) <= len(taken[0])
