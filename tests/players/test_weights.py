"""The networks that come with games: small enough, for their game, and what their card says."""

import hashlib
from pathlib import Path

import pytest

import estaminet
from estaminet.players.networks.weights import find_weights, find_weights_file

LARGEST = 4 << 20
"""Bytes of all networks of a game."""
SHIPPED = [
    (name, players)
    for name in estaminet.games()
    for players in estaminet.game(name).seats
    if find_weights_file(estaminet.game(name), players)
]


def test_some_games_come_with_networks_and_they_stay_small() -> None:
    assert ("reeperbahn", 2) in SHIPPED
    for name in {name for name, _ in SHIPPED}:
        game = estaminet.game(name)
        there = [find_weights_file(game, players) for players in game.seats]
        assert sum(Path(str(file)).stat().st_size for file in there if file) <= LARGEST


@pytest.mark.parametrize(("name", "players"), SHIPPED)
def test_a_network_is_the_one_of_its_card(name: str, players: int) -> None:
    game = estaminet.game(name)
    network, file = find_weights(game, players), find_weights_file(game, players)
    assert network is not None
    assert file is not None
    network.pack(game, players)
    path = Path(str(file))
    card = (path.parent / "README.md").read_text(encoding="utf-8")
    assert hashlib.sha256(path.read_bytes()).hexdigest() in card
    assert f"{network.about['steps']:,} in" in card
    assert network.about["command"] in card
