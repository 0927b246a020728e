"""Levels below host err as people do: they overlook what is small, give nothing away for nothing, and roll no dice."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import pytest

import estaminet
from estaminet.engine.game import Game, Shortsighted
from estaminet.engine.jit.random import generator
from estaminet.engine.kernel import Known
from estaminet.players.levels import LOSS, LevelPlayer, find_strength, seat_player
from estaminet.players.one_ply import find_one_ply_values
from estaminet.players.player import GreedyPlayer, RandomPlayer, RankingPlayer
from estaminet.players.shortsighted import ShortsightedPlayer, list_alike

pytestmark = pytest.mark.compiled

TABLES = [("poule", 2), ("poule", 3), ("poule", 4), ("reeperbahn", 2), ("nuit", 3), ("nuit", 4), ("nuit", 5)]
STEADY = ("regular", "waiter")
"""The levels whose every decision is held against what one look ahead shows."""
MOST_LOST = 0.15
WORLDS, MORE_WORLDS = 128, 4096


class Decision(NamedTuple):
    """The one-ply value of an action that was taken, or held to be as good."""

    lost: float
    """The share of the victory that it gives away."""
    better: float
    """By how much the best action is better that brings more at once; negative, if all of these are worse."""

    @property
    def is_steady(self) -> bool:
        return self.lost <= MOST_LOST and self.better < 0


def judge(game: Game, players: int, seats: list[RankingPlayer], deal: int) -> Iterator[Decision]:
    """Every decision of a game, and what a style may take instead, in other worlds than the player imagined.

    What looks bad may be chance: it is looked at again in many more worlds.
    """
    position = game.start(players, seed=deal)
    while (seat := position.to_move) is not None:
        known = position.known_to(seat)
        chosen = seats[seat].consider(game, players, known, seat, LOSS)
        seen = list(look(game, players, known, seat, chosen, WORLDS))
        is_steady = all(each.is_steady for each in seen)
        yield from seen if is_steady else look(game, players, known, seat, chosen, MORE_WORLDS)
        position.play_code(chosen[0])


def look(game: Game, players: int, known: Known, seat: int, chosen: Sequence[int], worlds: int) -> Iterator[Decision]:
    """One action ahead, in so many worlds."""
    kernel, rng = game.kernel, generator(worlds)
    scratch, amounts = kernel.new_scratch(players), np.zeros(players)
    count = find_one_ply_values(kernel.functions, scratch, known, seat, worlds, rng)
    codes, values, gains = scratch.codes[:count].tolist(), scratch.values[:count], np.zeros(count)
    for at, code in enumerate(codes):
        after = scratch.world.copy()
        kernel.apply(after, code)
        kernel.holdings(after, amounts)
        gains[at] = amounts[seat]
    for at in map(codes.index, chosen):
        richer = values[gains > gains[at]]
        yield Decision(values.max() - values[at], richer.max() - values[at] if richer.size else -1)


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
            assert decision.is_steady, decision


@pytest.mark.parametrize(("name", "players"), [TABLES[0], TABLES[3], TABLES[5]])
def test_no_decision_gives_much_away_or_gives_up_what_it_could_have_at_once(name: str, players: int) -> None:
    """Of those that a style may take, too."""
    hold(name, players, range(1 if name == "poule" else 2))


@pytest.mark.thorough
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_none_does_in_many_games(name: str, players: int) -> None:
    hold(name, players, range(1000, 1100))


@pytest.mark.parametrize(("name", "players", "carelessness"), [("reeperbahn", 2, 0.045), ("nuit", 3, 0.045)])
def test_whoever_rolls_dice_does_both(name: str, players: int, carelessness: float) -> None:
    """So that the tests above can fail."""
    game = estaminet.game(name)
    seats: list[RankingPlayer] = [GreedyPlayer(seat, carelessness=carelessness) for seat in range(players)]
    is_dear = is_for_nothing = False
    for decision in (each for deal in range(16) for each in judge(game, players, seats, deal)):
        is_dear, is_for_nothing = is_dear or decision.lost > MOST_LOST, is_for_nothing or decision.better >= 0
        if is_dear and is_for_nothing:
            return
    pytest.fail("both promises hold for somebody who rolls dice")


@pytest.mark.parametrize("level", ["guest", "apprentice", "regular", "waiter"])
@pytest.mark.parametrize(
    ("name", "players"),
    [
        pytest.param(*table, marks=() if table in (TABLES[0], TABLES[3], TABLES[5]) else pytest.mark.thorough)
        for table in TABLES
    ],
)
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
    return [int(at) for at in list_alike(np.array(values), np.array(gains), blur)]


def test_what_looks_alike_is_worth_nearly_as_much_or_pays_more_at_once() -> None:
    assert alike([0.50, 0.47, 0.44], [0, 4, 9], blur=0) == [0]
    assert alike([0.50, 0.47, 0.44], [0, 4, 9], blur=0.04) == [0, 1]
    assert alike([0.50, 0.47, 0.44], [0, 4, 9], blur=0.07) == [0, 1, 2]
    assert alike([0.50, 0.47, 0.44], [4, 0, 4], blur=0.07) == [0, 2]


def test_in_doubt_it_keeps_what_it_has() -> None:
    """A bird in the hand: what hardly helps is not worth money."""
    assert alike([0.50, 0.495], [0, 1], blur=0) == [1]
    assert alike([0.50, 0.49, 0.479], [0, 1, 2], blur=0) == [2]


@pytest.mark.parametrize("name", ["poule", "nuit"])
def test_what_people_count_is_the_score_in_the_end(name: str) -> None:
    game, player = estaminet.game(name), RandomPlayer(4)
    position = game.start(3, seed=2)
    while (seat := position.to_move) is not None:
        position.play_code(player.choose(game, 3, position.known_to(seat), seat))
    assert game.holdings(position.known_to(0)) == position.scores()
