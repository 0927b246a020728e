"""How much work a review takes, and the random numbers of each of its parts."""

import hashlib
from dataclasses import dataclass
from typing import Final, NamedTuple

from estaminet.engine.game import Game
from estaminet.engine.jit.layout import Memory, Random
from estaminet.engine.jit.random import generator
from estaminet.players.playouts import SearchSettings
from estaminet.players.thinker import Thinker

TRIES: Final = 8
"""How many redrawn worlds are looked at to see whether an action draws something."""
DOUBTED_TURNS: Final = 4
"""How far the second model looks ahead."""


class Valuation(NamedTuple):
    """How a game is valued. A game says in `reviewing` what suits it better than this."""

    worlds: int = 128
    """In so many worlds."""
    iterations: int = 400
    """So long is thought about a decision."""
    doubted_from: int = 99
    """With so many players or more a mistake must be one in the eyes of greedy playouts, too."""


@dataclass(frozen=True)
class Effort:
    """How much work a review takes. The same effort and seed give the same review, on any number of threads."""

    turns: int | None = None
    """How far a position is played out by greedy players; as the thinker does it if left out."""
    worlds: int | None = None
    """For each position; as many as the game wants if left out."""
    iterations: int | None = None
    """Of thinking about a decision; as many as the game wants if left out."""
    comparisons: int = 256
    """Worlds in which what was played meets the best."""
    confirmations: int = 400
    """Others, in which what looks like a mistake meets it again."""
    deals: int = 200
    """For what a seat may expect before the deal."""
    threads: int = 2


def find_valuation(game: Game, effort: Effort) -> Valuation:
    """How a game is valued with so much effort."""
    own = Valuation(**game.reviewing)
    return own._replace(
        worlds=own.worlds if effort.worlds is None else effort.worlds,
        iterations=own.iterations if effort.iterations is None else effort.iterations,
    )


def make_thinker(game: Game, players: int, turns: int | None = None) -> Thinker:
    """Who values positions; with a number, by so many greedy turns."""
    return Thinker(game, players, None if turns is None else greedy_settings(game, turns))


def greedy_settings(game: Game, turns: int) -> SearchSettings:
    """A playout of so many turns."""
    return SearchSettings(playout_turns=turns, candidates=game.kernel.most_legal)


def stream(seed: int, *names: object) -> Random:
    """Random numbers of their own for every purpose, whatever is asked for before: threads change nothing."""
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
