"""What positions and actions are worth, averaged over imagined worlds: one compiled loop for every game."""

from typing import Annotated, Final

import numpy as np
from numba import types
from numpy.typing import NDArray

from estaminet.engine.jit.compiler import jit, jit_allocating
from estaminet.engine.jit.functions import Apply, Determinize, Legal, Redraw, Shares, ToMove
from estaminet.engine.jit.layout import Amounts, Codes, Memory, Random
from estaminet.engine.jit.random import below
from estaminet.players.tree import NONE, play_out

WorldShares = Annotated[NDArray[np.float64], types.float64[:, :, ::1]]
"""By world, line and seat."""
Lines = Annotated[NDArray[np.int16], types.int16[:, ::1]]
"""Actions that follow each other, a line a row, filled up with NONE."""

POOLED: Final = -2
"""In the place of a seat: what all seats together know, which is every hand, and no order of a stack."""
SEEDS: Final = 1 << 31


@jit
def follow_line(to_move: ToMove, legal: Legal, apply: Apply, memory: Memory, line: Codes, codes: Codes) -> None:
    """Play the actions of a line, as far as they are legal, within the mover's turn."""
    mover = to_move(memory)
    for step in range(line.size):
        is_possible = False
        if line[step] != NONE and to_move(memory) == mover:
            for at in range(legal(memory, codes)):
                is_possible = is_possible or codes[at] == line[step]
        if not is_possible:
            return
        apply(memory, line[step])


@jit_allocating
def value_worlds(
    to_move: ToMove,
    legal: Legal,
    apply: Apply,
    returns: Shares,
    evaluate: Shares,
    rollout: Shares,
    determinize: Determinize,
    redraw: Redraw,
    root: Memory,
    seat: int,
    lines: Lines,
    codes: Codes,
    settings: Amounts,
    out: WorldShares,
    rng: Random,
) -> None:
    """Write each seat's share after each of some lines, or after none (NONE), in worlds that a seat imagines.

    All lines meet the same world and the same chances after it. `codes` is scratch.
    """
    world = np.empty_like(root)
    memory = np.empty_like(root)
    imagined = np.empty_like(root)
    ahead = np.empty_like(root)
    shares = np.zeros(out.shape[2])
    chances = np.empty_like(rng)
    for number in range(out.shape[0]):
        for at in range(root.size):
            world[at] = root[at]
        if seat == POOLED:
            redraw(world, rng)
        else:
            determinize(world, seat, rng)
        seed = below(rng, SEEDS)
        for choice in range(lines.shape[0]):
            for at in range(root.size):
                memory[at] = world[at]
            chances[0] = seed
            follow_line(to_move, legal, apply, memory, lines[choice], codes)
            if to_move(memory) < 0:
                returns(memory, shares)
            else:
                play_out(
                    to_move,
                    legal,
                    apply,
                    returns,
                    evaluate,
                    rollout,
                    determinize,
                    memory,
                    codes,
                    imagined,
                    ahead,
                    shares,
                    settings,
                    chances,
                )
            for each in range(out.shape[2]):
                out[number, choice, each] = shares[each]
