"""Networks in a page have exactly the weights that they have natively."""

import numpy as np
import pytest

from connect_four.game import GAME as CONNECT_FOUR
from estaminet.games import REGISTRY
from estaminet.players.networks.weights import find_weights
from estaminet.site.kit import pack_weights
from estaminet.site.page.weights import read_weights

TRAINED = [("poule", 2), ("poule", 3), ("poule", 4), ("reeperbahn", 2)]


@pytest.mark.parametrize(("name", "players"), TRAINED)
def test_weights_are_exactly_the_same(name: str, players: int) -> None:
    game = REGISTRY.find(name)
    network = find_weights(game, players)
    assert network is not None
    packed = network.pack(game, players)
    data = pack_weights(game, players)
    assert data is not None
    found = read_weights(data)
    for member in ("weights", "layout", "numbers"):
        assert np.array_equal(getattr(found, member), getattr(packed, member))
        assert getattr(found, member).dtype == getattr(packed, member).dtype
    assert found.features == packed.features
    assert len(data) < 2.2 * packed.weights.size


def test_a_game_without_a_network_has_no_file() -> None:
    assert pack_weights(CONNECT_FOUR, 2) is None
