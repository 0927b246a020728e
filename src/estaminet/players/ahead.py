"""One action ahead: what every legal action promises the seat that is to move."""

from typing import Final

import numpy as np

from estaminet.engine.jit.compiler import compile_functions, jit, jit_allocating
from estaminet.engine.jit.functions import Apply, Determinize, Hide, KernelPointers, Legal, Shares
from estaminet.engine.jit.layout import Amounts, Codes, Memory, Random, scratch, shape_of
from estaminet.engine.jit.random import seed_with
from estaminet.engine.kernel import Kernel

ONE_WORD: Final = shape_of(np.uint64, 1)
ROOMS: Final = 3
"""How many positions `promise_from_view` works on."""


def find_rules(kernel: Kernel) -> KernelPointers:
    """A game's functions as the house's compiled ones take them, which are ready from then on."""
    compile_functions("estaminet.players")
    return kernel.pointers


@jit
def look_ahead(
    apply: Apply, evaluate: Shares, memory: Memory, action: int, mover: int, ahead: Memory, shares: Amounts
) -> float:
    """What the mover may expect after an action; `ahead` and `shares` are scratch."""
    for at in range(memory.size):
        ahead[at] = memory[at]
    apply(ahead, action)
    evaluate(ahead, shares)
    return float(shares[mover])


@jit
def average_promises(
    apply: Apply,
    evaluate: Shares,
    determinize: Determinize,
    known: Memory,
    seat: int,
    worlds: int,
    codes: Codes,
    count: int,
    promises: Amounts,
    expected: Amounts,
    world: Memory,
    ahead: Memory,
    shares: Amounts,
    rng: Random,
) -> None:
    """Write what each of some actions promises, on average over imagined worlds; `world` to `shares` are scratch.

    And what every seat may expect in them as they are, if there is room for that in `expected`.
    """
    for at in range(count):
        promises[at] = 0
    for each in range(expected.size):
        expected[each] = 0
    for _ in range(worlds):
        for at in range(known.size):
            world[at] = known[at]
        determinize(world, seat, rng)
        if expected.size > 0:
            evaluate(world, shares)
        for each in range(expected.size):
            expected[each] += shares[each] / worlds
        for at in range(count):
            promises[at] += look_ahead(apply, evaluate, world, codes[at], seat, ahead, shares) / worlds


@jit_allocating
def promise_actions(
    legal: Legal,
    apply: Apply,
    evaluate: Shares,
    determinize: Determinize,
    known: Memory,
    seat: int,
    worlds: int,
    codes: Codes,
    promises: Amounts,
    rng: Random,
) -> int:
    """Write the legal actions of the seat to move, and what each promises on average over imagined worlds; how many."""
    world = np.empty_like(known)
    ahead = np.empty_like(known)
    shares = np.zeros(promises.size)
    count = legal(known, codes)
    nobody = shares[:0]
    average_promises(
        apply, evaluate, determinize, known, seat, worlds, codes, count, promises, nobody, world, ahead, shares, rng
    )
    return count


@jit
def promise_from_view(
    hide: Hide,
    apply: Apply,
    evaluate: Shares,
    determinize: Determinize,
    memory: Memory,
    seat: int,
    worlds: int,
    codes: Codes,
    count: int,
    promises: Amounts,
    expected: Amounts,
    rooms: Memory,
    shares: Amounts,
) -> None:
    """Write what each action of the seat to move promises, from any position that looks like this one to the seat.

    And what every seat may expect. What it knows also says which worlds it imagines: the same knowledge gives the same
    numbers. `rooms`, for ROOMS positions, and `shares` are scratch.
    """
    size = memory.size
    known, world, ahead = rooms[:size], rooms[size : 2 * size], rooms[2 * size : 3 * size]
    for at in range(size):
        known[at] = memory[at]
    hide(known, seat)
    rng = scratch(ONE_WORD)
    seed_with(rng, known)
    average_promises(
        apply, evaluate, determinize, known, seat, worlds, codes, count, promises, expected, world, ahead, shares, rng
    )
