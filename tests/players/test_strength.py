"""A level is worth its name: looking ahead beats not looking ahead. Few games here: docs/strength.md has many."""

import pytest

import estaminet
from estaminet.engine.position import Position
from estaminet.players.levels import seat_player
from estaminet.players.player import Player, SearchPlayer
from estaminet.players.search import Budget

pytestmark = pytest.mark.compiled


def play(position: Position, players: list[Player]) -> list[float]:
    while (seat := position.to_move) is not None:
        code = players[seat].choose(position.game, position.players, position.known_to(seat), seat)
        position.play_code(code)
    return position.returns()


def share(name: str, players: int, hero: Player, other: Player, deals: int) -> float:
    """The share of the victories of one against all others, each deal from every seat."""
    total = 0.0
    for deal in range(deals):
        for seat in range(players):
            position = estaminet.game(name).start(players, seed=deal)
            total += play(position, [hero if each == seat else other for each in range(players)])[seat]
    return total / deals / players


@pytest.mark.parametrize(
    ("name", "players", "at_least"), [("poule", 2, 0.95), ("reeperbahn", 2, 0.95), ("nuit", 4, 0.8)]
)
def test_one_action_ahead_beats_chance(name: str, players: int, at_least: float) -> None:
    assert share(name, players, seat_player("greedy", 1), seat_player("random", 2), 5) >= at_least


@pytest.mark.parametrize(("name", "players"), [("poule", 2), ("reeperbahn", 2), ("nuit", 3)])
def test_the_apprentice_stands_between_chance_and_the_regular(name: str, players: int) -> None:
    apprentice = seat_player("apprentice", 1)
    assert share(name, players, apprentice, seat_player("random", 2), 3) > 1.5 / players
    assert share(name, players, seat_player("regular", 1), apprentice, 4) > 1.1 / players


@pytest.mark.parametrize("name", ["poule", "reeperbahn"])
def test_a_search_beats_one_action_ahead(name: str) -> None:
    hero = SearchPlayer(1, Budget(iterations=100))
    assert share(name, 2, hero, seat_player("greedy", 2), 5) >= 0.6
