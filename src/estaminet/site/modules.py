"""A game as a WebAssembly module: its rules, its house players' computations, and the functions a page calls."""

import hashlib
import os
from pathlib import Path
from typing import Final

from numba import types

from estaminet.engine import kernel
from estaminet.engine.game import Game
from estaminet.engine.jit import arithmetic, random
from estaminet.engine.jit.cache import cache_folder
from estaminet.engine.jit.compiler import find_signature, sources_of
from estaminet.engine.jit.twins import Function
from estaminet.engine.kernel import find_parts
from estaminet.players import exact, one_ply, playouts, reasons, shortsighted, tree
from estaminet.players.networks import forward, policy
from estaminet.players.networks import playouts as network_playouts
from estaminet.site.assembly import Assembly
from estaminet.site.target import Twins

MEMORY: Final = types.uint8[::1]
OF_PLAYERS: Final[tuple[Function, ...]] = (
    random.seed_with, random.below, arithmetic.exponential, kernel.play_randomly, kernel.playouts,
    one_ply.find_one_ply_values, shortsighted.look_ahead, playouts.imagine, playouts.value_worlds,
    tree.grow, tree.list_edges, exact.find_win, exact.value_end, reasons.write_afters,
    policy.see_all, forward.count_scratch, forward.run_network, network_playouts.play_on, network_playouts.write_shares,
)  # fmt: skip
"""Functions for house players and hints, in any game."""
MADE_BY: Final = ("target.py", "assembly.py", "modules.py")
"""A module is rebuilt when one of these changes, or one of the sources compiled into it."""


def build_module(game: Game) -> bytes:
    """Compile a game's module, in some twenty seconds."""
    twins, assembly = Twins(game), Assembly()
    parts = find_parts(game.modules)
    called = {**twins.functions, **list_called(game), **{each.__name__: each for each in OF_PLAYERS}}
    for name, function in called.items():
        assembly.add(name, twins.find(function))
    sizes = {
        "memory_bytes": parts["STATE"].itemsize,
        "most_legal": parts["MOST_LEGAL"],
        "longest": parts["LONGEST"],
        "features": parts["FEATURES"],
        "most_outcomes": parts.get("MOST_OUTCOMES", 0),
        "actions": len(game.actions),
    }
    return assembly.link(sizes)


def list_called(game: Game) -> dict[str, Function]:
    """Functions of the game's modules that take a position first: for kernel, views, logs and refusals."""
    found: dict[str, Function] = {}
    for module in game.modules:
        for name, function in vars(module).items():
            signature = find_signature(function)
            if signature is None or function.__module__ != module.__name__:
                continue
            if signature.args and signature.args[0] == MEMORY:
                found[name] = function
    return found


def place_module(game: Game) -> Path:
    """The path of a game's module built from these sources."""
    rules = sources_of(find_parts(game.modules)["apply"])
    digest = hashlib.sha256(b"".join(Path(__file__).with_name(name).read_bytes() for name in MADE_BY))
    return cache_folder(rules) / f"{game.name}-{digest.hexdigest()[:16]}.wasm"


def find_module(game: Game) -> Path:
    """The file of a game's module, rebuilt if its sources have changed."""
    file = place_module(game)
    if not file.exists():
        written = file.with_suffix(f".{os.getpid()}")  # another process may write it too
        written.write_bytes(build_module(game))
        written.replace(file)
    return file
