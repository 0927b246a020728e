"""What positions and actions are worth: a few turns are played out in many worlds, then the game's evaluate."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from estaminet.engine.game import Game
from estaminet.engine.jit.layout import Memory, Random
from estaminet.engine.jit.random import generator
from estaminet.players.playouts import NONE, SearchSettings, value_worlds

TRIES: Final = 8
"""How many redrawn worlds are looked at to see whether an action draws something."""


class Valuation(NamedTuple):
    """How a game is valued. A game says in `reviewing` what suits it better than this."""

    turns: int = 4
    """So many turns are played, each action the one that promises most, before a position is judged."""
    worlds: int = 64
    """In so many worlds."""
    doubted_from: int = 99
    """With so many players or more a mistake must be one in the eyes of the game's own search, too."""


@dataclass(frozen=True)
class Effort:
    """How much work a review takes. The same effort and seed give the same review, on any number of threads."""

    turns: int | None = None
    """How far a position is played out; as far as the game wants if left out."""
    worlds: int | None = None
    """For each position; as many as the game wants if left out."""
    iterations: int = 400
    """Of the search for the best action."""
    comparisons: int = 400
    """Worlds in which what was played meets the best."""
    confirmations: int = 400
    """Others, in which what looks like a mistake meets it again."""
    deals: int = 200
    """For what a seat may expect before the deal."""
    threads: int = 2


class Valuer:
    """Values positions of one game with so many players. Several threads may use it."""

    def __init__(self, game: Game, players: int, settings: SearchSettings) -> None:
        self._game = game
        self._players = players
        self._settings = settings

    def try_lines(
        self, memory: Memory, seat: int, lines: Sequence[Sequence[int]], worlds: int, rng: Random
    ) -> NDArray[np.float64]:
        """Each seat's share in every world after every line: actions in one turn, as far as they are possible there.

        All lines meet the same worlds, as a seat imagines them, or, for POOLED, as all seats together do.
        """
        kernel = self._game.kernel
        out = np.zeros((worlds, len(lines), self._players))
        rows = np.full((len(lines), max(map(len, lines))), NONE, np.int16)
        for row, line in zip(rows, lines, strict=True):
            row[: len(line)] = line
        scratch = kernel.new_scratch(self._players)
        value_worlds(kernel.functions, scratch, self._settings, memory, seat, rows, out, rng)
        return out

    def value(self, memory: Memory, seat: int, worlds: int, rng: Random, action: int = NONE) -> NDArray[np.float64]:
        """Each seat's expected share, after an action if one is given."""
        means: NDArray[np.float64] = self.try_lines(memory, seat, [[action]], worlds, rng).mean(axis=0)[0]
        return means


def find_valuation(game: Game, effort: Effort) -> Valuation:
    """How a game is valued with so much effort."""
    own = Valuation(**game.reviewing)
    turns = own.turns if effort.turns is None else effort.turns
    return own._replace(turns=turns, worlds=own.worlds if effort.worlds is None else effort.worlds)


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
