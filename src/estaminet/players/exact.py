"""Exact play, where it is affordable: a turn that wins at once, and the end of a game in which only draws are open."""

from typing import Final

import numpy as np

from estaminet.engine.compiling import Amounts, Codes, Memory, Random, Settings, jit_allocating
from estaminet.engine.play import Apply, Legal, ToMove
from estaminet.players.pointers import Chances, Determinize, Settle, Shares

LONGEST_LINE: Final = 16
"""No turn that wins at once is longer."""
LINE_NODES: Final = 5_000
"""How many positions are looked at for a turn that wins."""
END_NODES: Final = 300_000
"""How many positions the end of a game may have."""
WORLDS: Final = 8
"""In how many imagined worlds a turn must win."""
NONE: Final = -1


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
    """Write a turn that wins whatever is hidden; how many actions, 0 if none was found.

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


@jit_allocating
def value_end(
    to_move: ToMove,
    legal: Legal,
    apply: Apply,
    returns: Shares,
    chances: Chances,
    settle: Settle,
    memory: Memory,
    most_legal: int,
    nodes_left: Settings,
    shares: Amounts,
) -> None:
    """Write every seat's share if all play to the end for the most of their own.

    If that takes too long, or more than draws is open, no nodes are left and the shares mean nothing.
    """
    mover = to_move(memory)
    nodes_left[0] -= 1
    if mover < 0:
        returns(memory, shares)
        return
    codes = np.empty(most_legal, np.int16)
    weights = np.empty(most_legal)
    after = np.empty_like(memory)
    outcome = np.empty_like(shares)
    expected = np.empty_like(shares)
    best = -1.0
    for at in range(legal(memory, codes)):
        draws = chances(memory, codes[at], weights)
        if draws < 0:
            nodes_left[0] = 0
            return
        total = 0.0
        expected[:] = 0
        for number in range(max(draws, 1)):
            after[:] = memory
            weight = 1.0
            if draws > 0:
                settle(after, number)
                weight = weights[number]
            apply(after, codes[at])
            value_end(
                to_move, legal, apply, returns, chances, settle, after, most_legal, nodes_left, outcome
            )  # fmt: skip
            if nodes_left[0] <= 0:
                return
            total += weight
            for seat in range(shares.size):
                expected[seat] += weight * outcome[seat]
        if expected[mover] / total > best:
            best = expected[mover] / total
            for seat in range(shares.size):
                shares[seat] = expected[seat] / total
