"""Exact play, where it is affordable: a turn that wins at once, and the end of a game in which only draws are open.

Everybody plays for the most of their own share. Among actions that are equally good, the one with the lowest code is
taken: with three seats or more, what is left for the others depends on it.
"""

from typing import Final

import numpy as np

from estaminet.engine.compiling import Amounts, Codes, Integers, Memory, Random, jit, jit_allocating
from estaminet.engine.play import Apply, Legal, ToMove
from estaminet.players.pointers import Canonicalize, Determinize, FixOutcome, Outcomes, Shares

LONGEST_LINE: Final = 16
"""No turn that wins at once is longer."""
LINE_NODES: Final = 5_000
"""How many positions are looked at for a turn that wins."""
END_NODES: Final = 300_000
"""How many positions the end of a game may have."""
WORLDS: Final = 64
"""In how many imagined worlds a turn must win."""
NONE: Final = -1

SAME: Final = 1e-12
"""Shares that differ by less are equal: sums of fractions are rounded."""
NODES_LEFT: Final = 0
"""Place of the number of positions that may still be looked at."""
IS_HIDDEN: Final = 1
"""Place of a mark that more than draws is open."""
SEAT: Final = 2
"""Place of the seat that asks."""
HAS_ANSWER: Final = 3
"""Place of a mark that another seat had to choose."""
KEY: Final = 2
"""How many numbers tell a position from all others."""
FACTORS: Final = (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F)
"""Odd, and half of their bits are set."""


@jit_allocating
def find_line(
    to_move: ToMove, legal: Legal, apply: Apply, returns: Shares, world: Memory, seat: int, line: Codes, shares: Amounts
) -> int:
    """Write actions of the seat's own turn that win the whole victory in a world; how many, 0 if there are none."""
    positions = np.empty((LONGEST_LINE + 1, world.size), np.uint8)
    codes = np.empty((LONGEST_LINE, line.size), np.int16)
    left = np.zeros(LONGEST_LINE, np.int64)
    positions[0, :] = world
    left[0] = legal(positions[0], codes[0])
    depth = 0
    for _ in range(LINE_NODES):
        while left[depth] == 0:
            if depth == 0:
                return 0
            depth -= 1
        left[depth] -= 1
        line[depth] = codes[depth, left[depth]]
        after = positions[depth + 1]
        after[:] = positions[depth]
        apply(after, line[depth])
        mover = to_move(after)
        if mover < 0:
            returns(after, shares)
            if shares[seat] == 1:
                return depth + 1
        elif mover == seat and depth + 1 < LONGEST_LINE:
            depth += 1
            left[depth] = legal(after, codes[depth])
    return 0


@jit_allocating
def find_win(
    to_move: ToMove,
    legal: Legal,
    apply: Apply,
    returns: Shares,
    determinize: Determinize,
    known: Memory,
    seat: int,
    line: Codes,
    shares: Amounts,
    rng: Random,
) -> int:
    """Write a turn that wins in some imagined worlds, all the same; how many actions, 0 if none was found.

    `line` has room for `most_legal` actions and for the LONGEST_LINE.
    """
    world = known.copy()
    codes = np.empty_like(line)
    length = 0
    for number in range(WORLDS):
        world[:] = known
        determinize(world, seat, rng)
        if number == 0:
            length = find_line(to_move, legal, apply, returns, world, seat, line, shares)
            continue
        for at in range(length):
            is_legal = False
            for each in range(legal(world, codes) if to_move(world) == seat else 0):
                is_legal = is_legal or codes[each] == line[at]
            if not is_legal:
                return 0
            apply(world, line[at])
        if length > 0:
            if to_move(world) >= 0:
                return 0
            returns(world, shares)
            if shares[seat] < 1:
                return 0
    return length


@jit
def nothing_drawn(memory: Memory, action: int, weights: Amounts) -> int:  # noqa: ARG001  # the same for every position
    """The `outcomes` of somebody who sees everything: 0."""
    return 0


@jit_allocating
def find_place(canonicalize: Canonicalize, memory: Memory, places: int, key: Random) -> int:
    """Write a position's key, two numbers that hardly ever are both the same for different positions; its place."""
    words = np.zeros((memory.size + 7) // 8, np.uint64)
    likeness = words.view(np.uint8)[: memory.size]
    likeness[:] = memory
    canonicalize(likeness)
    shift = np.uint64(29)
    one, two = np.uint64(FACTORS[0]), np.uint64(FACTORS[1])
    for word in words:
        one = (one ^ word) * np.uint64(FACTORS[0])
        one ^= one >> shift
        two = (two ^ word) * np.uint64(FACTORS[1])
        two ^= two >> shift
    key[0] = one
    key[1] = two
    return int(np.int64(key[0] & np.uint64(places - 1)))


@jit_allocating
def value_end(
    to_move: ToMove,
    legal: Legal,
    apply: Apply,
    returns: Shares,
    outcomes: Outcomes,
    fix_outcome: FixOutcome,
    canonicalize: Canonicalize,
    memory: Memory,
    most_legal: int,
    limits: Integers,
    keys: Random,
    values: Amounts,
    shares: Amounts,
) -> None:
    """Write every seat's share if all play to the end for the most of their own.

    If that takes too long, or more than draws is open, no nodes are left and the shares mean nothing. `keys` and
    `values` remember positions; there is room for a power of two of them, or for none.
    """
    mover = to_move(memory)
    limits[NODES_LEFT] -= 1
    if mover < 0:
        returns(memory, shares)
        return
    key = np.empty(KEY, np.uint64)
    place = 0
    if keys.size > 0:
        place = find_place(canonicalize, memory, keys.size // KEY, key)
        if keys[place * KEY] == key[0] and keys[place * KEY + 1] == key[1]:
            for seat in range(shares.size):
                shares[seat] = values[place * shares.size + seat]
            return
    codes = np.empty(most_legal, np.int16)
    weights = np.empty(most_legal)
    after = np.empty_like(memory)
    outcome = np.empty_like(shares)
    expected = np.empty_like(shares)
    best = -1.0
    count = legal(memory, codes)
    if count > 1 and mover != limits[SEAT]:
        limits[HAS_ANSWER] = 1
    for at in range(count):
        draws = outcomes(memory, codes[at], weights)
        if draws < 0:
            limits[IS_HIDDEN] = 1
            limits[NODES_LEFT] = 0
            return
        total = 0.0
        expected[:] = 0
        for number in range(max(draws, 1)):
            after[:] = memory
            weight = 1.0
            if draws > 0:
                fix_outcome(after, codes[at], number)
                weight = weights[number]
            apply(after, codes[at])
            value_end(
                to_move, legal, apply, returns, outcomes, fix_outcome, canonicalize,
                after, most_legal, limits, keys, values, outcome,
            )  # fmt: skip
            if limits[NODES_LEFT] <= 0:
                return
            total += weight
            for seat in range(shares.size):
                expected[seat] += weight * outcome[seat]
        if expected[mover] / total > best + SAME:
            best = expected[mover] / total
            for seat in range(shares.size):
                shares[seat] = expected[seat] / total
            if best >= 1:
                break
    if keys.size > 0:
        keys[place * KEY] = key[0]
        keys[place * KEY + 1] = key[1]
        for seat in range(shares.size):
            values[place * shares.size + seat] = shares[seat]
