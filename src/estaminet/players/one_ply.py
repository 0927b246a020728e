"""One ply ahead: the value of every legal action for the seat to move, by the game's `evaluate` just after it."""

from estaminet.engine.jit.compiler import jit
from estaminet.engine.jit.functions import Functions, Scratch
from estaminet.engine.jit.layout import Codes, Memory, Random
from estaminet.engine.jit.random import seed_with


@jit
def copy_memory(source: Memory, target: Memory) -> None:
    for at in range(source.size):
        target[at] = source[at]


@jit
def find_one_ply_value(functions: Functions, scratch: Scratch, memory: Memory, action: int, mover: int) -> float:
    """The mover's expected share after an action."""
    copy_memory(memory, scratch.ahead)
    functions.apply(scratch.ahead, action)
    functions.evaluate(scratch.ahead, scratch.shares)
    return float(scratch.shares[mover])


@jit
def average_one_ply_values(
    functions: Functions,
    scratch: Scratch,
    known: Memory,
    seat: int,
    worlds: int,
    codes: Codes,
    count: int,
    expects: bool,  # noqa: FBT001  # compiled functions take no keywords
    rng: Random,
) -> None:
    """Write the values of some actions to `values`, averaged over imagined worlds.

    And to `expected`, unless it is empty, every seat's expected share before them.
    """
    values, expected, shares = scratch.values, scratch.expected, scratch.shares
    for at in range(count):
        values[at] = 0
    for each in range(expected.size):
        expected[each] = 0
    for _ in range(worlds):
        copy_memory(known, scratch.world)
        functions.determinize(scratch.world, seat, rng)
        if expects:
            functions.evaluate(scratch.world, shares)
            for each in range(expected.size):
                expected[each] += shares[each] / worlds
        for at in range(count):
            values[at] += find_one_ply_value(functions, scratch, scratch.world, codes[at], seat) / worlds


@jit
def find_one_ply_values(
    functions: Functions, scratch: Scratch, known: Memory, seat: int, worlds: int, rng: Random
) -> int:
    """Write the legal actions of the seat to move to `codes`, and to `values` what each is worth; how many."""
    count = functions.legal(known, scratch.codes)
    average_one_ply_values(functions, scratch, known, seat, worlds, scratch.codes, count, False, rng)
    return count


@jit
def find_values_from_view(
    functions: Functions, scratch: Scratch, memory: Memory, seat: int, worlds: int, codes: Codes, count: int
) -> None:
    """Write the value of each action of the seat to move, from any position that looks like this one to the seat.

    And what every seat may expect. What it knows also says which worlds it imagines: the same knowledge gives the same
    numbers.
    """
    copy_memory(memory, scratch.known)
    functions.hide(scratch.known, seat)
    seed_with(scratch.chances, scratch.known)
    average_one_ply_values(functions, scratch, scratch.known, seat, worlds, codes, count, True, scratch.chances)
