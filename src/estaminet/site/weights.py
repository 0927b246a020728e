"""The weights of a trained network as a file for a page, which unpacks it without NumPy (`page/weights.py`).

They were trained to be half numbers. What is computed from them, or from the shape of a board, is not always: such
numbers follow with their places, so that all of them are exactly those that play natively.
"""

import json
import struct

import numpy as np

from estaminet.engine.game import Game
from estaminet.players.networks.weights import find_weights


def name_weights(game: Game, players: int) -> str:
    """The name of the file."""
    return f"{game.name}-{players}.weights"


def pack_weights(game: Game, players: int) -> bytes | None:
    """A line of JSON, the weights, and those that are no half numbers; None if the game has no network for so many."""
    network = find_weights(game, players)
    if network is None:
        return None
    packed = network.pack(game, players)
    with np.errstate(over="ignore"):
        halves = packed.weights.astype("<f2")
    places = np.flatnonzero(halves.astype(np.float32) != packed.weights).tolist()
    about = {
        "weights": packed.weights.size,
        "exact": len(places),
        "features": packed.features,
        "layout": packed.layout.tolist(),
        "numbers": packed.numbers.tolist(),
    }
    exact = (struct.pack("<If", place, packed.weights[place]) for place in places)
    return b"".join([json.dumps(about, separators=(",", ":")).encode(), b"\n", halves.tobytes(), *exact])
