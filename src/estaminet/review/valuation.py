"""The effort of a review, and the random numbers of its parts."""

import hashlib
from dataclasses import dataclass
from typing import Final, NamedTuple

from estaminet.engine.game import Game
from estaminet.engine.jit.layout import Memory, Random
from estaminet.engine.jit.random import generator
from estaminet.players.playouts import SearchSettings
from estaminet.players.thinker import Thinker

TRIES: Final = 8
"""Redrawn worlds that show whether an action draws something."""
DOUBTED_TURNS: Final = 4
"""The turns that the second model plays out."""


class Valuation(NamedTuple):
    """The valuation of a game, whose `reviewing` may change it."""

    worlds: int = 128
    """The number of worlds."""
    iterations: int = 400
    """The iterations for a decision."""
    doubted_from: int = 99
    """With so many players or more greedy playouts must confirm a mistake."""


@dataclass(frozen=True)
class Effort:
    """How much work a review takes. The same effort and seed give the same review, on any number of threads."""

    turns: int | None = None
    """Turns that greedy players play out a position; the thinker's way if left out."""
    worlds: int | None = None
    """Worlds for each position; the game's number if left out."""
    iterations: int | None = None
    """Iterations for a decision; the game's number if left out."""
    comparisons: int = 256
    """Worlds in which the played turn meets the best."""
    confirmations: int = 400
    """Other worlds, in which a suspected mistake meets it again."""
    deals: int = 200
    """Deals for a seat's expected share before the deal."""
    threads: int = 2


def find_valuation(game: Game, effort: Effort) -> Valuation:
    """The valuation of a game with so much effort."""
    own = Valuation(**game.reviewing)
    return own._replace(
        worlds=own.worlds if effort.worlds is None else effort.worlds,
        iterations=own.iterations if effort.iterations is None else effort.iterations,
    )


def make_thinker(game: Game, players: int, turns: int | None = None) -> Thinker:
    """The thinker that values positions; with a number, by so many greedy turns."""
    return Thinker(game, players, None if turns is None else greedy_settings(game, turns))


def greedy_settings(game: Game, turns: int) -> SearchSettings:
    """The settings of playouts of so many greedy turns."""
    return SearchSettings(playout_turns=turns, candidates=game.kernel.most_legal)


def stream(seed: int, *names: object) -> Random:
    """Independent random numbers for every purpose, the same on any number of threads."""
    digest = hashlib.sha256("/".join(map(str, (seed, *names))).encode()).digest()
    return generator(int.from_bytes(digest[:8]))


def draws_something(game: Game, players: int, memory: Memory, action: int, rng: Random) -> bool:
    """Whether what the seats see after an action depends on an order that nobody knew.

    Only redrawn worlds are asked: if the true one had a say, draws that show something rare would be looked at more
    often than the same draw when it shows something usual, and luck would no longer be zero on average.
    """
    kernel = game.kernel
    seen = set()
    for _ in range(TRIES):
        world = memory.copy()
        kernel.redraw(world, rng)
        kernel.apply(world, action)
        seen.add(b"".join(kernel.known(world, seat).tobytes() for seat in range(players)))
        if len(seen) > 1:
            return True
    return False
