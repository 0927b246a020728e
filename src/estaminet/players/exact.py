"""Exact play, where it is affordable: a turn that wins at once, and the end of a game in which only draws are open.

Everybody plays for the most of their own share. Among actions that are equally good, the one with the lowest code is
taken: with three seats or more, what is left for the others depends on it.
"""

from typing import Final, cast

import numpy as np

from estaminet.engine.jit.compiler import jit, jit_allocating
from estaminet.engine.jit.functions import (
    Apply,
    Canonicalize,
    Determinize,
    FixOutcome,
    Legal,
    Outcomes,
    Shares,
    ToMove,
    point_to,
)
from estaminet.engine.jit.layout import Amounts, Codes, Integers, Memory, Random
from estaminet.engine.jit.random import generator
from estaminet.engine.kernel import Kernel, Known
from estaminet.players.ahead import find_rules

LONGEST_LINE: Final = 16
"""No turn that wins at once is longer."""
LINE_NODES: Final = 5_000
"""How many positions are looked at for a turn that wins."""
END_NODES: Final = 300_000
"""How many positions the end of a game may have."""
WORLDS: Final = 64
"""In how many imagined worlds a turn must win."""
NONE: Final = -1
IMAGINED: Final = 64
"""Imagined worlds that must all be the same. They are uniform: were there two, that would happen once in 2^63 times."""

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

    `line` has at least `most_legal` and LONGEST_LINE places.
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
    canonical_bytes = words.view(np.uint8)[: memory.size]
    canonical_bytes[:] = memory
    canonicalize(canonical_bytes)
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
    most_outcomes: int,
    limits: Integers,
    keys: Random,
    values: Amounts,
    shares: Amounts,
) -> None:
    """Write every seat's share if all play to the end for the most of their own.

    If that takes too long, or more than draws is open, no nodes are left and the shares mean nothing. `keys` and
    `values` remember positions: a power of two of them, or none.
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
    weights = np.empty(most_outcomes)
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
                after, most_legal, most_outcomes, limits, keys, values, outcome,
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


def find_only_world(kernel: Kernel, known: Known, seat: int) -> Memory | None:
    """What the position must be, if a seat (or NOBODY) can see it or count it out; None if it may be different ones."""
    rng = generator(1)
    only = None
    for _ in range(IMAGINED):
        world: Memory = known.copy()
        kernel.determinize(world, seat, rng)
        if only is not None and not np.array_equal(world, only):
            return None
        only = world
    return only


def has_secrets(kernel: Kernel, players: int, memory: Memory) -> bool:
    """Whether for any seat more than draws is open. A secret would be one to somebody, whoever is to move."""
    codes = kernel.codes(memory).tolist()
    weights = np.empty(kernel.most_outcomes)
    views = [kernel.known(memory, seat) for seat in range(players)]
    return any(kernel.outcomes(known, code, weights) < 0 for known in views for code in codes)


class Ending:
    """A limit of positions that may be looked at, and what is remembered of them from one action to the next."""

    def __init__(
        self, kernel: Kernel, players: int, most_nodes: int, *, remembered: int = 0, is_open: bool = False
    ) -> None:
        """Remembers a power of two of positions, or none; with `is_open` memory is taken as it is, nothing is drawn."""
        self._kernel = kernel
        self._players = players
        self._rules = find_rules(kernel)
        self._outcomes = nothing_drawn if is_open else kernel.outcomes
        self._outcomes_pointer = cast("Outcomes", point_to(nothing_drawn)) if is_open else self._rules.outcomes
        self._most_nodes = most_nodes
        self._limits = np.array([most_nodes, 0, 0, 0])
        self._keys = np.zeros(remembered * KEY, np.uint64)
        self._values = np.zeros(remembered * players)

    @property
    def nodes(self) -> int:
        """How many positions were looked at."""
        return self._most_nodes - int(self._limits[NODES_LEFT])

    @property
    def is_hidden(self) -> bool:
        """Whether more than draws was open somewhere."""
        return bool(self._limits[IS_HIDDEN])

    @property
    def has_answer(self) -> bool:
        """Whether a seat other than the one to move had to choose somewhere."""
        return bool(self._limits[HAS_ANSWER])

    def value(self, memory: Memory, code: int) -> tuple[float, ...] | None:
        """Every seat's share after an action; None if it cannot be calculated within the limit."""
        kernel, rules = self._kernel, self._rules
        self._limits[SEAT] = kernel.to_move(memory)
        weights = np.empty(kernel.most_outcomes)
        draws = self._outcomes(memory, code, weights)
        if draws < 0:
            self._limits[IS_HIDDEN] = 1
            return None
        total = np.zeros(self._players)
        outcome = np.zeros(self._players)
        for number in range(max(draws, 1)):
            after = memory.copy()
            if draws:
                kernel.fix_outcome(after, code, number)
            kernel.apply(after, code)
            value_end(
                rules.to_move, rules.legal, rules.apply, rules.returns, self._outcomes_pointer, rules.fix_outcome,
                rules.canonicalize, after, kernel.most_legal, kernel.most_outcomes, self._limits,
                self._keys, self._values, outcome,
            )  # fmt: skip
            if self._limits[NODES_LEFT] <= 0:
                return None
            total += outcome * (weights[number] if draws else 1)
        shares: list[float] = (total / (weights[:draws].sum() if draws else 1)).tolist()
        return tuple(shares)
