"""The memory left after a house has thought for long in a page, and after errors on the way."""

import gc
import json
from importlib import import_module

import numpy as np

import estaminet
from estaminet.engine.jit.random import generator
from estaminet.engine.kernel import playouts
from estaminet.players import Budget, find_hint
from estaminet.players.levels import LevelPlayer

FIRST, MORE = 2, 6


def answer(wanted: str) -> str:
    """Python's memory after a few thoughts, and after many; whether an error left anything."""
    position = estaminet.game(json.loads(wanted)["name"]).start(seed=5)
    think(position, FIRST)
    before = find_size()
    think(position, MORE)
    return json.dumps([before, find_size() - before, *go_wrong(position)])


def think(position: estaminet.Position, times: int) -> None:
    """Searches with trees of the greatest size, and players that keep nothing."""
    seat = position.to_move or 0
    for number in range(times):
        find_hint(position, seat, Budget(seconds=0.05))
        find_hint(position, seat, Budget(iterations=60))
        known = position.known_to(seat)
        for level in ("guest", "host"):
            LevelPlayer(level, number, is_timed=False).choose(position.game, position.players, known, seat)


def find_size() -> int:
    """All memory of Pyodide."""
    gc.collect()
    return int(import_module("pyodide_js")._module.HEAPU8.length)


def go_wrong(position: estaminet.Position) -> tuple[bool, bool]:
    """Whether a function that wants too much memory is an error, and whether all is well again after it."""
    kernel, codes = position.game.kernel, position.legal_codes()
    try:
        playouts(kernel.functions, np.zeros(1 << 22, np.uint8), 1, np.zeros(1, np.int16), generator(1))
    except Exception:
        is_error = True
    else:
        is_error = False
    seat = position.to_move or 0
    hint = find_hint(position, seat, Budget(iterations=60))
    return is_error, position.legal_codes() == codes and hint == find_hint(position, seat, Budget(iterations=60))
