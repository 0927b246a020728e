"""Somebody who errs as people do: small differences look alike, and of what looks alike they take what pays at once.

What others will earn, what later turns bring and what is hidden shows in the one-ply value alone. Where that differs by
less than such a player can see, it goes by what anybody sees: its own money, marks or squares just after the action.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from estaminet.engine.game import Game
from estaminet.engine.jit.compiler import jit
from estaminet.engine.jit.functions import Functions, Scratch
from estaminet.engine.jit.layout import Amounts, Codes, Memory, Random
from estaminet.engine.jit.random import below, generator, seed_with
from estaminet.engine.kernel import Known
from estaminet.players.one_ply import average_one_ply_values, copy_memory

LOOKS: Final = 1024
"""How many positions a decision looks at, about."""
LEAST_WORLDS: Final = 8
MOST_WORLDS: Final = 128
"""In how many imagined worlds each action is looked at: the more, the fewer actions there are."""
CLEAR: Final = 0.01
"""A share of the victory that nobody overlooks: for less, no money at hand is given up."""
PARTS: Final = 1 << 16
"""How finely it is drawn what a player notices."""


@jit
def look_ahead(
    functions: Functions,
    scratch: Scratch,
    known: Memory,
    seat: int,
    worlds: int,
    codes: Codes,
    gains: Amounts,
    rng: Random,
) -> None:
    """Write to `values` what each of some actions is worth, and to `gains` what the seat has just after it."""
    average_one_ply_values(functions, scratch, known, seat, worlds, codes, codes.size, False, rng)
    for at in range(codes.size):
        copy_memory(scratch.world, scratch.ahead)
        functions.apply(scratch.ahead, codes[at])
        functions.holdings(scratch.ahead, scratch.shares)
        gains[at] = scratch.shares[seat]


class ShortsightedPlayer:
    """Takes, of the actions that look alike to it, one that pays most at once. The same seed and view, the same action."""

    def __init__(self, seed: int, blur: float, notices: float = 1.0) -> None:
        """What `blur` and `notices` are, `engine.game.Shortsighted` says."""
        self._seed, self._blur, self._notices = seed, blur, notices
        self._scratches: dict[tuple[str, int], Scratch] = {}

    def choose(self, game: Game, players: int, known: Known, seat: int) -> int:
        return self.consider(game, players, known, seat, 0)[0]

    def consider(self, game: Game, players: int, known: Known, seat: int, loss: float) -> list[int]:
        rng = generator(0)
        seed_with(rng, known)
        rng[0] ^= np.uint64(self._seed % (1 << 64))
        codes = self._notice(game.kernel.codes(known), rng)
        if len(codes) == 1:
            return [int(codes[0])]
        if (game.name, players) not in self._scratches:
            self._scratches[game.name, players] = game.kernel.new_scratch(players)
        scratch, gains = self._scratches[game.name, players], np.zeros(len(codes))
        worlds = min(max(LOOKS // len(codes), LEAST_WORLDS), MOST_WORLDS)
        look_ahead(game.kernel.functions, scratch, known, seat, worlds, codes, gains, rng)
        values = scratch.values[: len(codes)]
        alike = list_alike(values, gains, self._blur)
        taken = alike[below(rng, len(alike))]
        apart = np.abs(values[alike] - values[taken])
        apart[alike == taken] = -1
        return [int(codes[alike[at]]) for at in np.argsort(apart, kind="stable") if apart[at] <= loss]

    def _notice(self, codes: Codes, rng: Random) -> Codes:
        """The actions that it thinks of at all, one at least."""
        if self._notices >= 1 or len(codes) == 1:
            return codes
        is_noticed = np.array([below(rng, PARTS) < self._notices * PARTS for _ in codes])
        is_noticed[below(rng, len(codes))] = True
        return codes[is_noticed]


def list_alike(values: NDArray[np.float64], gains: NDArray[np.float64], blur: float) -> NDArray[np.intp]:
    """The places of the actions that look alike and pay most at once.

    None of them gives up money at hand for nothing: whatever pays more is worth clearly less.
    """
    is_beaten = (gains[None, :] > gains[:, None]) & (values[None, :] > values[:, None] - CLEAR)
    lost = np.where(is_beaten.any(axis=1), np.inf, values.max() - values)
    looks_best = lost <= max(blur, lost.min())
    return np.flatnonzero(looks_best & (gains == gains[looks_best].max()))
