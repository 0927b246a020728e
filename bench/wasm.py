"""How fast the games are in WebAssembly, in Node.js, beside the same games compiled for this machine.

Both are measured in process time.
"""

import json
import shutil
import subprocess
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from time import process_time
from typing import Final

from bench.harness import A_SECOND, Asked, CannotMeasure, Peer, Row, ours
from bench.positions import GAMES, SEATS, find, middle
from bench.search import HOUSE_SIMULATIONS, think
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
        native = Peer("native", ours(searches, game, players))
        yield Row(group, f"{game}, search", A_SECOND, ours(searches_in_node, game, players), native, SHARE)
    for game, players in GAMES.items():
        native = Peer("native", ours(games, game, players))
        yield Row(group, f"{game}, random games", A_SECOND, ours(games_in_node, game, players), native)


def searches_in_node(name: str, players: int, seconds: float) -> float:
    """Iterations a second, in searches from the middle of a game, each with a tree of its own."""
    return _measure("search", middle(name, players), seconds)


def games_in_node(name: str, players: int, seconds: float) -> float:
    return _measure("play", find(name).start(players, 0), seconds)


def searches(name: str, players: int, seconds: float) -> float:
    """Iterations a second natively."""
    position = middle(name, players)
    return _count(lambda: think(position, find_settings(position.game), HOUSE_SIMULATIONS, 1).iterations, seconds)


def games(name: str, players: int, seconds: float) -> float:
    """Random games a second natively."""
    kernel, rng = find(name).kernel, generator(1)
    memory, choices = find(name).start(players, 0).memory, kernel.new_scratch(players).codes

    def play() -> int:
        playouts(kernel.functions, memory, AT_ONCE, choices, rng)
        return AT_ONCE

    return _count(play, seconds)


def _count(work: Callable[[], int], seconds: float) -> float:
    """The count per second."""
    work()  # compiles, or loads compiled code
    begin, count = process_time(), 0
    while process_time() - begin < seconds:
        count += work()
    return count / (process_time() - begin)


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
