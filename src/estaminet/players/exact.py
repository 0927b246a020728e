"""Exact play, where it is affordable: a turn that wins at once, and the end of a game in which only draws are open.

Everybody maximises their own share. Among actions that are equally good, the one with the lowest code is
taken: with three seats or more, what is left for the others depends on it.
"""

from typing import Annotated, Final

import numpy as np
from numba import types
from numpy.typing import NDArray

from estaminet.engine.game import Game
from estaminet.engine.jit.compiler import jit, jit_allocating
from estaminet.engine.jit.functions import Functions, Scratch
from estaminet.engine.jit.layout import Amounts, Codes, Integers, Memory, Random
from estaminet.engine.jit.random import generator
from estaminet.engine.jit.structs import Struct
from estaminet.engine.kernel import Kernel, Known
from estaminet.players.one_ply import copy_memory
from estaminet.players.search import Candidate, SearchResult

Positions = Annotated[NDArray[np.uint8], types.uint8[:, ::1]]
CodeRows = Annotated[NDArray[np.int16], types.int16[:, ::1]]
AmountRows = Annotated[NDArray[np.float64], types.float64[:, ::1]]

LONGEST_LINE: Final = 16
"""The longest turn that is searched for a win."""
LINE_NODES: Final = 5_000
"""Positions that are searched for a winning turn."""
END_NODES: Final = 400_000
"""Positions that an ending may have."""
REMEMBERED: Final = 1 << 18
"""Positions in the transposition table."""
WORLDS: Final = 64
"""Imagined worlds in which a turn must win."""
IMAGINED: Final = 64
"""Imagined worlds that must all be the same. They are uniform: two worlds would look like one once in 2^63 times."""

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
"""Numbers in the key of a position."""
FACTORS: Final = (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F)
"""Odd, and half of their bits are set."""


class EndMemory(Struct):
    """Memory of the calculation of an ending: a row for every ply."""

    positions: Positions
    codes: CodeRows
    weights: AmountRows
    shares: AmountRows
    """What every seat gets from the position of this row on."""
    expected: AmountRows
    limits: Integers
    keys: Random
    values: Amounts
    """The transposition table, a power of two of rows, or none: keys, and every seat's share."""
    key: Random
    words: Random
    canonical_bytes: Memory
    """Memory for a position that is looked up."""


@jit_allocating
def find_line(functions: Functions, world: Memory, seat: int, line: Codes, shares: Amounts) -> int:
    """Write actions of the seat's own turn that win the whole victory in a world; how many, 0 if there are none."""
    positions = np.empty((LONGEST_LINE + 1, world.size), np.uint8)
    codes = np.empty((LONGEST_LINE, line.size), np.int16)
    left = np.zeros(LONGEST_LINE, np.int64)
    copy_memory(world, positions[0])
    left[0] = functions.legal(positions[0], codes[0])
    depth = 0
    for _ in range(LINE_NODES):
        while left[depth] == 0:
            if depth == 0:
                return 0
            depth -= 1
        left[depth] -= 1
        line[depth] = codes[depth, left[depth]]
        after = positions[depth + 1]
        copy_memory(positions[depth], after)
        functions.apply(after, line[depth])
        mover = functions.to_move(after)
        if mover < 0:
            functions.returns(after, shares)
            if shares[seat] == 1:
                return depth + 1
        elif mover == seat and depth + 1 < LONGEST_LINE:
            depth += 1
            left[depth] = functions.legal(after, codes[depth])
    return 0


@jit_allocating
def find_win(functions: Functions, scratch: Scratch, known: Memory, seat: int, line: Codes, rng: Random) -> int:
    """Write a turn that wins in some imagined worlds, all the same; how many actions, 0 if none was found.

    `line` has at least `most_legal` and LONGEST_LINE places.
    """
    world, codes, shares = scratch.world, scratch.codes, scratch.shares
    length = 0
    for number in range(WORLDS):
        copy_memory(known, world)
        functions.determinize(world, seat, rng)
        if number == 0:
            length = find_line(functions, world, seat, line, shares)
            continue
        for at in range(length):
            is_legal = False
            for each in range(functions.legal(world, codes) if functions.to_move(world) == seat else 0):
                is_legal = is_legal or codes[each] == line[at]
            if not is_legal:
                return 0
            functions.apply(world, line[at])
        if length > 0:
            if functions.to_move(world) >= 0:
                return 0
            functions.returns(world, shares)
            if shares[seat] < 1:
                return 0
    return length


@jit
def nothing_drawn(memory: Memory, action: int, weights: Amounts) -> int:  # noqa: ARG001  # the same for every position
    """The `outcomes` for players who see everything: 0."""
    return 0


@jit
def find_place(functions: Functions, end: EndMemory, memory: Memory) -> int:
    """Write a position's key, two numbers that hardly ever coincide for different positions; its place in the table."""
    copy_memory(memory, end.canonical_bytes)
    functions.canonicalize(end.canonical_bytes)
    shift = np.uint64(29)
    one, two = np.uint64(FACTORS[0]), np.uint64(FACTORS[1])
    for at in range(end.words.size):
        word = end.words[at]
        one = (one ^ word) * np.uint64(FACTORS[0])
        one ^= one >> shift
        two = (two ^ word) * np.uint64(FACTORS[1])
        two ^= two >> shift
    end.key[0] = one
    end.key[1] = two
    return int(np.int64(one & np.uint64(end.keys.size // KEY - 1)))


@jit
def value_end(functions: Functions, end: EndMemory, depth: int) -> None:
    """Write every seat's share if all play to the end for the most of their own, from the position of this row on.

    If that takes too long, or more than draws is open, no nodes are left and the shares mean nothing.
    """
    memory, limits, shares = end.positions[depth], end.limits, end.shares[depth]
    seats = shares.size
    mover = functions.to_move(memory)
    limits[NODES_LEFT] -= 1
    if mover < 0:
        functions.returns(memory, shares)
        return
    place = 0
    one, two = np.uint64(0), np.uint64(0)
    if end.keys.size > 0:
        place = find_place(functions, end, memory)
        one, two = end.key[0], end.key[1]
        if end.keys[place * KEY] == one and end.keys[place * KEY + 1] == two:
            for seat in range(seats):
                shares[seat] = end.values[place * seats + seat]
            return
    codes, weights, expected = end.codes[depth], end.weights[depth], end.expected[depth]
    after, outcome = end.positions[depth + 1], end.shares[depth + 1]
    best = -1.0
    count = functions.legal(memory, codes)
    if count > 1 and mover != limits[SEAT]:
        limits[HAS_ANSWER] = 1
    for at in range(count):
        draws = functions.outcomes(memory, codes[at], weights)
        if draws < 0:
            limits[IS_HIDDEN] = 1
            limits[NODES_LEFT] = 0
            return
        total = 0.0
        for seat in range(seats):
            expected[seat] = 0
        for number in range(max(draws, 1)):
            copy_memory(memory, after)
            weight = 1.0
            if draws > 0:
                functions.fix_outcome(after, codes[at], number)
                weight = weights[number]
            functions.apply(after, codes[at])
            value_end(functions, end, depth + 1)
            if limits[NODES_LEFT] <= 0:
                return
            total += weight
            for seat in range(seats):
                expected[seat] += weight * outcome[seat]
        if expected[mover] / total > best + SAME:
            best = expected[mover] / total
            for seat in range(seats):
                shares[seat] = expected[seat] / total
            if best >= 1:
                break
    if end.keys.size > 0:
        end.keys[place * KEY] = one
        end.keys[place * KEY + 1] = two
        for seat in range(seats):
            end.values[place * seats + seat] = shares[seat]


def find_only_world(kernel: Kernel, known: Known, seat: int) -> Memory | None:
    """The position, if it follows from what a seat (or NOBODY) knows; None if there are several."""
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
    """Whether more than draws is open to any seat: a secret matters whoever is to move."""
    codes = kernel.codes(memory).tolist()
    weights = np.empty(kernel.most_outcomes)
    views = [kernel.known(memory, seat) for seat in range(players)]
    return any(kernel.outcomes(known, code, weights) < 0 for known in views for code in codes)


class Ending:
    """The calculation of an ending, with its limit and its transposition table."""

    def __init__(
        self, kernel: Kernel, players: int, most_nodes: int, *, remembered: int = 0, is_open: bool = False
    ) -> None:
        """Remembers a power of two of positions, or none; with `is_open` memory is taken as it is, nothing is drawn."""
        self._kernel = kernel
        self._players = players
        self._functions = kernel.functions.replace(outcomes=nothing_drawn) if is_open else kernel.functions
        self._most_nodes = most_nodes
        rows = kernel.longest + 1
        words = np.zeros((kernel.memory_bytes + 7) // 8, np.uint64)
        self._end = EndMemory(
            positions=np.empty((rows, kernel.memory_bytes), np.uint8),
            codes=np.empty((rows, kernel.most_legal), np.int16),
            weights=np.empty((rows, kernel.most_outcomes)),
            shares=np.empty((rows, players)),
            expected=np.empty((rows, players)),
            limits=np.array([most_nodes, 0, 0, 0]),
            keys=np.zeros(remembered * KEY, np.uint64),
            values=np.zeros(remembered * players),
            key=np.empty(KEY, np.uint64),
            words=words,
            canonical_bytes=words.view(np.uint8)[: kernel.memory_bytes],
        )

    @property
    def nodes(self) -> int:
        """The number of positions searched."""
        return self._most_nodes - int(self._end.limits[NODES_LEFT])

    @property
    def is_hidden(self) -> bool:
        """Whether more than draws was open somewhere."""
        return bool(self._end.limits[IS_HIDDEN])

    @property
    def has_answer(self) -> bool:
        """Whether a seat other than the one to move had to choose somewhere."""
        return bool(self._end.limits[HAS_ANSWER])

    def value(self, memory: Memory, code: int) -> tuple[float, ...] | None:
        """Every seat's share after an action; None if it cannot be calculated within the limit."""
        kernel, functions, end = self._kernel, self._functions, self._end
        end.limits[SEAT] = kernel.to_move(memory)
        weights = np.empty(kernel.most_outcomes)
        draws = functions.outcomes(memory, code, weights)
        if draws < 0:
            end.limits[IS_HIDDEN] = 1
            return None
        total = np.zeros(self._players)
        after = end.positions[0]
        for number in range(max(draws, 1)):
            after[:] = memory
            if draws:
                kernel.fix_outcome(after, code, number)
            kernel.apply(after, code)
            value_end(functions, end, 0)
            if end.limits[NODES_LEFT] <= 0:
                return None
            total += end.shares[0] * (weights[number] if draws else 1)
        shares: list[float] = (total / (weights[:draws].sum() if draws else 1)).tolist()
        return tuple(shares)


def win_at_once(game: Game, players: int, known: Known, seat: int, seed: int) -> SearchResult | None:
    """A turn that wins in every imagined world, if there is one; exact if nothing that is hidden can spoil it."""
    kernel = game.kernel
    line = np.empty(max(kernel.most_legal, LONGEST_LINE), np.int16)
    length = find_win(kernel.functions, kernel.new_scratch(players), known, seat, line, generator(seed))
    if length == 0:
        return None
    codes = line[:length].tolist()
    first, *others = codes
    shares = tuple(float(each == seat) for each in range(players))
    is_exact = is_certain(kernel, players, known, seat, codes)
    return SearchResult([Candidate(first, 0, shares, tuple(others))], shares, is_exact=is_exact)


def is_certain(kernel: Kernel, players: int, known: Known, seat: int, codes: list[int]) -> bool:
    """Whether actions win the whole victory in every world, not only in those that were imagined.

    Either nothing drawn or hidden matters to them, or there is only one world.
    """
    only = find_only_world(kernel, known, seat)
    memory = known.copy() if only is None else only
    weights = np.empty(kernel.most_outcomes)
    for code in codes:
        if only is None and kernel.outcomes(memory, code, weights) != 0:
            return False
        kernel.apply(memory, code)
    shares = np.zeros(players)
    if kernel.to_move(memory) < 0:
        kernel.returns(memory, shares)
    return bool(shares[seat] == 1)


def calculate_end(game: Game, players: int, known: Known, seat: int) -> SearchResult | None:
    """The value of every action if all maximise their own share, if that can be calculated.

    The others then play as if they knew what the seat knows: where they do not and have to choose, it is not exact.
    """
    if not game.kernel.is_end_near(known):
        return None
    ending = Ending(game.kernel, players, END_NODES, remembered=REMEMBERED)
    candidates = []
    for code in game.kernel.codes(known).tolist():
        shares = ending.value(known, code)
        if shares is None:
            return None
        candidates.append(Candidate(code, 0, shares))
    candidates.sort(key=lambda each: (-each.shares[seat], each.code))
    is_exact = not ending.has_answer or not has_secrets(game.kernel, players, known)
    return SearchResult(candidates, candidates[0].shares, is_exact)
