"""A player who errs as people do: of actions that look alike to it, it takes the one that pays at once.

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

LOOKS: Final = 512
"""The approximate number of positions that a decision looks at first."""
CLOSE_LOOKS: Final = 2048
"""And again for close actions."""
LEAST_WORLDS: Final = 8
MOST_WORLDS: Final = 1024
"""The most imagined worlds for each action: fewer actions get more of them."""
DOUBT: Final = 0.04
"""The share of the victory by which a first look may err."""
CLEAR: Final = 0.015
"""A share that nobody overlooks: money at hand is not given up for less."""
Shares = NDArray[np.float64]


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
    """Write the values of some actions to `values`, and the seat's holdings just after them to `gains`."""
    average_one_ply_values(functions, scratch, known, seat, worlds, codes, codes.size, False, rng)
    for at in range(codes.size):
        copy_memory(scratch.world, scratch.ahead)
        functions.apply(scratch.ahead, codes[at])
        functions.holdings(scratch.ahead, scratch.shares)
        gains[at] = scratch.shares[seat]


class ShortsightedPlayer:
    """Takes, of the actions that look alike to it, one that pays most at once; the same one from the same knowledge."""

    def __init__(self, seed: int, blur: float, is_misled: bool = False) -> None:  # noqa: FBT001, FBT002  # a ladder's
        """For the parameters see `engine.game.Shortsighted`."""
        self._seed, self._blur, self._is_misled = seed, blur, is_misled
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
        values, gains = look(game.kernel.functions, scratch, known, seat, codes, LOOKS, rng)
        codes = codes[is_close(values, gains, self._blur)]
        if len(codes) == 1:
            return [int(codes[0])]
        values, gains = look(game.kernel.functions, scratch, known, seat, codes, CLOSE_LOOKS, rng)
        alike = list_alike(values, gains, self._blur)
        if self._is_misled:
            taken = alike[values[alike].argmin()]
        else:
            alike = alike[gains[alike] == gains[alike].max()]
            taken = alike[below(rng, len(alike))]
        apart = np.abs(values[alike] - values[taken])
        apart[alike == taken] = -1
        return [int(codes[alike[at]]) for at in np.argsort(apart, kind="stable") if apart[at] <= loss]


def look(
    functions: Functions, scratch: Scratch, known: Known, seat: int, codes: Codes, looks: int, rng: Random
) -> tuple[Shares, Shares]:
    """The values of some actions, and the seat's holdings just after them."""
    gains = np.zeros(len(codes))
    worlds = min(max(looks // len(codes), LEAST_WORLDS), MOST_WORLDS)
    look_ahead(functions, scratch, known, seat, worlds, codes, gains, rng)
    return scratch.values[: len(codes)].copy(), gains


def is_beaten(values: Shares, gains: Shares, margin: float) -> NDArray[np.bool_]:
    """The actions that give up money at hand and are worth no more than this for it."""
    beats = (gains[None, :] > gains[:, None]) & (values[None, :] > values[:, None] - margin)
    found: NDArray[np.bool_] = np.asarray(beats.any(axis=1))
    return found


def is_close(values: Shares, gains: Shares, blur: float) -> NDArray[np.bool_]:
    """The actions that may be among those that look alike, by a first look."""
    found: NDArray[np.bool_] = np.logical_and(values.max() - values <= blur + DOUBT, ~is_beaten(values, gains, -DOUBT))
    return found


def list_alike(values: Shares, gains: Shares, blur: float) -> NDArray[np.intp]:
    """The places of the actions that look alike.

    None of them gives up money at hand for nothing: whatever pays more is worth clearly less.
    """
    lost = np.where(is_beaten(values, gains, CLEAR), np.inf, values.max() - values)
    return np.flatnonzero(lost <= max(blur, lost.min()))
