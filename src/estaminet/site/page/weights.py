"""Trained networks in a page: those with fetched weights, packed as `estaminet.site.kit` packs them."""

import json
from array import array
from struct import iter_unpack, unpack_from
from typing import Any, Final

import numpy as np

from estaminet.engine.game import Game
from estaminet.players.networks.forward import PackedNetwork

AT_ONCE: Final = 1 << 12
_found: Final[dict[tuple[str, int], "Network"]] = {}
"""By game and number of players."""


class Network:
    """A network for one game and number of players."""

    def __init__(self, packed: PackedNetwork) -> None:
        self._packed = packed

    def pack(self, game: Game, players: int) -> PackedNetwork:
        """As compiled code takes it."""
        return self._packed


def add_weights(game: str, players: int, data: Any) -> None:
    """Make this network available to a game's house players; called by JavaScript."""
    _found[game, players] = Network(read_weights(data.to_bytes()))


def find_weights(game: Game, players: int) -> Network | None:
    """The network of a game; None if it has none for so many players, or if its weights were not added."""
    return _found.get((game.name, players))


def read_weights(data: bytes) -> PackedNetwork:
    """Unpack `pack_weights`: half-precision numbers, and some full ones."""
    head, _, body = data.partition(b"\n")
    about = json.loads(head)
    count, exact = about["weights"], about["exact"]
    weights = array("f")
    for first in range(0, count, AT_ONCE):
        weights.extend(unpack_from(f"<{min(AT_ONCE, count - first)}e", body, 2 * first))
    for place, number in iter_unpack("<If", body[2 * count : 2 * count + 8 * exact]):
        weights[place] = number
    return PackedNetwork(
        weights=np.ndarray(count, np.float32, weights),
        layout=np.array(about["layout"], np.int64),
        numbers=np.array(about["numbers"], np.int16),
        features=about["features"],
    )
