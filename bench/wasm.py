"""How fast the games are in WebAssembly, in Node.js, beside the same games compiled for this machine."""

import json
import shutil
import subprocess
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter
from typing import Final

from bench.harness import A_SECOND, Asked, CannotMeasure, Peer, Row, ours
from bench.positions import GAMES, SEATS, find, middle
from bench.search import HOUSE_SIMULATIONS, searches
from estaminet.engine.jit.random import generator
from estaminet.engine.kernel import playouts
from estaminet.engine.position import Position
from estaminet.extras import EXTRAS
from estaminet.players import tree
from estaminet.players.search import MOST_EDGES, MOST_NODES, find_settings
from estaminet.site.modules import find_module

SCRIPT: Final = Path(__file__).with_name("wasm.mjs")
AT_ONCE: Final = 100
"""Random games in one call."""
SHARE: Final = Asked("times", 0.75)


def rows() -> Iterator[Row]:
    group = "In WebAssembly, one thread"
    for game, players in SEATS.items():
        native = Peer("native", ours(searches, game, players, "middle", "house", HOUSE_SIMULATIONS, 1))
        yield Row(group, f"{game}, search", A_SECOND, ours(searches_in_node, game, players), native, SHARE)
    for game, players in GAMES.items():
        native = Peer("native", ours(games, game, players))
        yield Row(group, f"{game}, random games", A_SECOND, ours(games_in_node, game, players), native)


def searches_in_node(name: str, players: int, seconds: float) -> float:
    """Iterations a second, in searches from the middle of a game, each with a tree of its own."""
    return _measure("search", middle(name, players), seconds)


def games_in_node(name: str, players: int, seconds: float) -> float:
    return _measure("play", find(name).start(players, 0), seconds)


def games(name: str, players: int, seconds: float) -> float:
    """Random games a second, as in Node."""
    kernel, rng = find(name).kernel, generator(1)
    memory, choices = find(name).start(players, 0).memory, kernel.new_scratch(players).codes
    begin, count = perf_counter(), 0
    while perf_counter() - begin < seconds:
        playouts(kernel.functions, memory, AT_ONCE, choices, rng)
        count += AT_ONCE
    return count / (perf_counter() - begin)


def _measure(what: str, position: Position, seconds: float) -> float:
    node = shutil.which("node")
    if node is None or not all(map(find_spec, EXTRAS["site"])):
        raise CannotMeasure("this needs Node.js and estaminet[site]")
    seat, settings = position.to_move, find_settings(position.game)
    about = {
        "seconds": seconds,
        "players": position.players,
        "seat": seat,
        "memory": (position.memory if what == "play" else position.known_to(seat)).tolist(),
        "iterations": HOUSE_SIMULATIONS,
        "games": AT_ONCE,
        "settings": {member: getattr(settings, member) for member in settings._names},
        "nodes": [MOST_NODES, tree.NODE_COLUMNS],
        "edges": [MOST_EDGES, tree.EDGE_COLUMNS],
        "values": [MOST_EDGES, tree.SUMS + position.players],
        "counters": tree.COUNTERS,
        "path": tree.LONGEST_PATH,
    }
    command: list[str | Path] = [node, SCRIPT, find_module(position.game), what]
    done = subprocess.run(command, input=json.dumps(about), capture_output=True, text=True, check=False)
    if done.returncode:
        raise CannotMeasure(done.stderr.strip().splitlines()[-1])
    return float(done.stdout)
