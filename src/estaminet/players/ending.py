"""The end of a game, calculated action by action: what each is worth if all then play for the most of their own."""

from typing import Final, cast

import numpy as np

from estaminet.engine import compiling
from estaminet.engine.compiling import Memory
from estaminet.engine.kernel import Kernel, Known
from estaminet.engine.pointers import FunctionPointers
from estaminet.engine.random import generator
from estaminet.players import exact
from estaminet.players.pointers import Outcomes

IMAGINED: Final = 64
"""Imagined worlds that must all be the same. They are uniform: were there two, that would happen once in 2^63 times."""


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
    weights = np.empty(kernel.most_legal)
    views = [kernel.known(memory, seat) for seat in range(players)]
    return any(kernel.outcomes(known, code, weights) < 0 for known in views for code in codes)


class Ending:
    """A limit of positions that may be looked at, and what is remembered of them from one action to the next."""

    def __init__(
        self, kernel: Kernel, players: int, most_nodes: int, *, remembered: int = 0, is_open: bool = False
    ) -> None:
        """Remembers a power of two of positions, or none; with `is_open` memory is taken as it is, nothing is drawn."""
        compiling.compile_functions("estaminet.players")
        self._kernel = kernel
        self._players = players
        self._outcomes = exact.nothing_drawn if is_open else kernel.outcomes
        self._outcomes_pointer = (
            cast("Outcomes", FunctionPointers(exact).nothing_drawn) if is_open else kernel.pointers.outcomes
        )
        self._most_nodes = most_nodes
        self._limits = np.array([most_nodes, 0, 0, 0])
        self._keys = np.zeros(remembered * exact.KEY, np.uint64)
        self._values = np.zeros(remembered * players)

    @property
    def nodes(self) -> int:
        """How many positions were looked at."""
        return self._most_nodes - int(self._limits[exact.NODES_LEFT])

    @property
    def is_hidden(self) -> bool:
        """Whether more than draws was open somewhere."""
        return bool(self._limits[exact.IS_HIDDEN])

    @property
    def has_answer(self) -> bool:
        """Whether a seat other than the one to move had to choose somewhere."""
        return bool(self._limits[exact.HAS_ANSWER])

    def value(self, memory: Memory, code: int) -> tuple[float, ...] | None:
        """Every seat's share after an action; None if it cannot be calculated within the limit."""
        kernel, rules = self._kernel, self._kernel.pointers
        self._limits[exact.SEAT] = kernel.to_move(memory)
        weights = np.empty(kernel.most_legal)
        draws = self._outcomes(memory, code, weights)
        if draws < 0:
            self._limits[exact.IS_HIDDEN] = 1
            return None
        total = np.zeros(self._players)
        outcome = np.zeros(self._players)
        for number in range(max(draws, 1)):
            after = memory.copy()
            if draws:
                kernel.fix_outcome(after, code, number)
            kernel.apply(after, code)
            exact.value_end(
                rules.to_move, rules.legal, rules.apply, rules.returns, self._outcomes_pointer, rules.fix_outcome,
                rules.canonicalize, after, kernel.most_legal, self._limits, self._keys, self._values, outcome,
            )  # fmt: skip
            if self._limits[exact.NODES_LEFT] <= 0:
                return None
            total += outcome * (weights[number] if draws else 1)
        shares: list[float] = (total / (weights[:draws].sum() if draws else 1)).tolist()
        return tuple(shares)
