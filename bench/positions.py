# ruff: noqa: S311  # a benchmark needs no secret numbers
"""Start of our measurements: the games, the same few deals, and the middle of a random game."""

import random
from functools import cache
from typing import Final

import estaminet
from connect_four.game import GAME as CONNECT_FOUR
from estaminet.engine.game import Game
from estaminet.engine.position import Position

SEATS: Final = {"poule": 2, "reeperbahn": 2, "nuit": 3}
"""The games of the house, with the smallest number of players, which is the default."""
GAMES: Final = {**SEATS, CONNECT_FOUR.name: 2}
DEALS: Final = 8
"""The deals that a measurement cycles through."""


@cache
def find(name: str) -> Game:
    return CONNECT_FOUR if name == CONNECT_FOUR.name else estaminet.game(name)


@cache
def positions(name: str, players: int) -> tuple[Position, ...]:
    return tuple(find(name).start(players, seed) for seed in range(DEALS))


@cache
def played(name: str, players: int) -> tuple[int, ...]:
    """The actions of a random game of the first deal."""
    position = positions(name, players)[0].copy()
    rng = random.Random(1)
    while codes := position.legal_codes():
        position.play_code(rng.choice(codes))
    return tuple(position.history)


def middle(name: str, players: int) -> Position:
    """The middle of a random game."""
    position = positions(name, players)[0].copy()
    actions = played(name, players)
    for action in actions[: len(actions) // 2]:
        position.play_code(action)
    return position
