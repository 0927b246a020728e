"""A player that sees every card, to measure what hidden cards are worth. It has no seat at a table.

It is handed the true position, by the arena and by nobody else. What it searches is a game in which nothing is hidden
from its own seat; the others still know what their seats know, also in its imagination.
"""

from collections.abc import Callable
from copy import copy
from functools import cache

import numba

from estaminet.engine.game import Game
from estaminet.engine.jit.compiler import find_signature
from estaminet.engine.jit.layout import JIT_IS_OFF, Memory, Random
from estaminet.engine.kernel import Known
from estaminet.players.player import Player

Determinize = Callable[[Memory, int, Random], None]


class OpenPlayer:
    """Thinks as another player does, about the true position."""

    def __init__(self, player: Player) -> None:
        self._player = player

    def choose(self, game: Game, players: int, known: Known, seat: int) -> int:
        """The code of a legal action; `known` is the true position."""
        return self._player.choose(lay_open(game, seat), players, known, seat)


@cache
def lay_open(game: Game, seat: int) -> Game:
    """The same game, in which a seat has nothing to imagine.

    No end is calculated: without draws that would stop it, it would be tried all along.
    """
    kernel = copy(game.kernel)
    vars(kernel).pop("functions", None)
    kernel.determinize = leave_to_others(game.kernel.determinize, seat)
    kernel.is_end_near = lambda _: False
    opened = copy(game)
    opened.kernel = kernel
    return opened


def leave_to_others(determinize: Determinize, seat: int) -> Determinize:
    """Imagines for every seat but this one."""

    def imagine(memory: Memory, mover: int, rng: Random) -> None:
        if mover != seat:
            determinize(memory, mover, rng)

    if JIT_IS_OFF:
        return imagine
    compiled: Determinize = numba.njit(find_signature(determinize), nogil=True, error_model="numpy")(imagine)
    return compiled
