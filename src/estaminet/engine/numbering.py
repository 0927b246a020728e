"""How environments number actions: by their codes, or by the codes they would have if the seat that acts were seat 0.

A code is absolute: in `reeperbahn`, ``guard1 w`` moves the near guard of seat 0 and the far guard of seat 1. But what
a seat observes is seen from its own side, so that a learner who is offered codes cannot know which guard is which.
Canonical numbers go with the observation: what looks the same has the same number. Records, positions and players at a
table use codes.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from estaminet.engine.errors import ContractBroken, UnknownAction
from estaminet.engine.game import Game


class Numbering(NamedTuple):
    """The numbers of all actions, for every seat that may act."""

    numbers: NDArray[np.int16]
    """(players, actions): the number of each code."""
    codes: NDArray[np.int16]
    """(players, actions): the code of each number."""


def number_actions(game: Game, players: int, *, canonical: bool = True) -> Numbering:
    """The canonical numbers of a game's actions, or their codes; ContractBroken if two actions had the same."""
    seats = [_list_numbers(game, players, seat if canonical else 0) for seat in range(players)]
    return Numbering(np.array(seats, np.int16), np.argsort(seats, axis=1).astype(np.int16))


def _list_numbers(game: Game, players: int, seat: int) -> list[int]:
    try:
        numbers = [game.code(game.seen_from(action.text, players, seat)) for action in game.actions]
    except UnknownAction as error:
        raise ContractBroken(f"`seen_from` leads to no action: {error}") from None
    if len(set(numbers)) < len(numbers):
        raise ContractBroken(f"`seen_from` makes two actions of seat {seat} the same.")
    if seat == 0 and numbers != sorted(numbers):
        raise ContractBroken("`seen_from` renames actions of seat 0.")
    return numbers
