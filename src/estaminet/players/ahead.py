"""One action ahead: what every legal action promises the seat that is to move."""

import numpy as np

from estaminet.engine.compiling import compile_functions, jit, jit_allocating
from estaminet.engine.kernel import Kernel
from estaminet.engine.layout import Amounts, Codes, Memory, Random
from estaminet.engine.pointers import Apply, Determinize, KernelPointers, Legal, Shares


def find_rules(kernel: Kernel) -> KernelPointers:
    """A game's functions as the house's compiled ones take them, which are ready from then on."""
    compile_functions("estaminet.players")
    return kernel.pointers


@jit
def look_ahead(
    apply: Apply, estimate: Shares, memory: Memory, action: int, mover: int, ahead: Memory, shares: Amounts
) -> float:
    """What the mover may expect after an action; `ahead` and `shares` are scratch."""
    for at in range(memory.size):
        ahead[at] = memory[at]
    apply(ahead, action)
    estimate(ahead, shares)
    return float(shares[mover])


@jit_allocating
def promise_actions(
    legal: Legal,
    apply: Apply,
    estimate: Shares,
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
    for at in range(count):
        promises[at] = 0
    for _ in range(worlds):
        for at in range(known.size):
            world[at] = known[at]
        determinize(world, seat, rng)
        for at in range(count):
            promises[at] += look_ahead(apply, estimate, world, codes[at], seat, ahead, shares) / worlds
    return count
