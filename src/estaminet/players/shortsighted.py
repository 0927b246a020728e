"""Somebody who errs as people do: small differences look alike, and of what looks alike they take what pays at once.

What others will earn, what later turns bring and what is hidden shows in the one-ply value alone. Where that differs by
less than the player can see, it goes by what everybody sees: its own money, marks or squares after the action.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from estaminet.engine.game import Game
from estaminet.engine.jit.compiler import jit
from estaminet.engine.jit.functions import Functions, Scratch
from estaminet.engine.jit.layout import Amounts, Memory, Random
from estaminet.engine.jit.random import below, generator, seed_with
from estaminet.engine.kernel import Known
from estaminet.players.one_ply import average_one_ply_values, copy_memory

LOOKS: Final = 1024
"""How many positions a decision looks at."""
WORLDS: Final = range(8, 128)
"""In how many imagined worlds: more, where there is less to choose from."""
CLEAR: Final = 0.01
"""A share of the victory that nobody mistakes: for less than it gains, no money at hand is given up."""


@jit
def look_ahead(functions: Functions, scratch: Scratch, known: Memory, seat: int, worlds: int, gains: Amounts, rng: Random) -> None:
    """Write what each legal action is worth to `values`, and to `gains` what the seat has just after it."""
    count = functions.legal(known, scratch.codes)
    average_one_ply_values(functions, scratch, known, seat, worlds, scratch.codes, count, False, rng)
    for at in range(count):
        copy_memory(scratch.world, scratch.ahead)
        functions.apply(scratch.ahead, scratch.codes[at])
        functions.holdings(scratch.ahead, scratch.shares)
        gains[at] = scratch.shares[seat]


class ShortsightedPlayer:
    """Takes, of the actions that look alike to it, one that pays most at once."""

    def __init__(self, seed: int, blur: float) -> None:
        """Actions look alike whose shares of the victory differ by no more than `blur`."""
        self._seed, self._blur = seed, blur
        self._scratches: dict[tuple[str, int], Scratch] = {}

    def choose(self, game: Game, players: int, known: Known, seat: int) -> int:
        return self.consider(game, players, known, seat, 0)[0]

    def consider(self, game: Game, players: int, known: Known, seat: int, loss: float) -> list[int]:
        codes = game.kernel.codes(known)
        if len(codes) == 1:
            return [int(codes[0])]
        rng = generator(0)
        seed_with(rng, known)
        rng[0] ^= np.uint64(self._seed % (1 << 64))
        if (game.name, players) not in self._scratches:
            self._scratches[game.name, players] = game.kernel.new_scratch(players)
        scratch = self._scratches[game.name, players]
        gains = np.zeros(len(codes))
        worlds = min(max(LOOKS // len(codes), WORLDS.start), WORLDS.stop)
        look_ahead(game.kernel.functions, scratch, known, seat, worlds, gains, rng)
        values = scratch.values[: len(codes)].copy()
        equal = np.flatnonzero(list_equal(values, gains, self._blur))
        taken = equal[below(rng, len(equal))]
        apart = np.abs(values[equal] - values[taken])
        apart[equal == taken] = -1
        return [int(codes[equal[at]]) for at in np.argsort(apart, kind="stable") if apart[at] <= loss]


def list_equal(values: NDArray[np.float64], gains: NDArray[np.float64], blur: float) -> NDArray[np.bool_]:
    """Which actions a player takes alike."""
    is_beaten = (gains[None, :] > gains[:, None]) & (values[None, :] >= values[:, None] - CLEAR)
    lost = np.where(is_beaten.any(axis=1), np.inf, values.max() - values)
    alike = lost <= max(blur, lost.min())
    best: NDArray[np.bool_] = alike & (gains == gains[alike].max())
    return best
