"""Search: its budget, its threads and its result."""

import os
import sys
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import reduce
from operator import add
from time import perf_counter
from typing import Final, NamedTuple

import numpy as np

from estaminet.engine.game import Game
from estaminet.engine.jit.random import generator
from estaminet.engine.kernel import Known
from estaminet.players import tree
from estaminet.players.playouts import NONE, SearchSettings

MOST_NODES: Final = 100_000
MOST_EDGES: Final = 600_000
BATCH: Final = 64
"""Iterations between two looks at the clock."""
CORES: Final = 1 if sys.platform == "emscripten" else os.cpu_count() or 1
"""Threads that can run at once; in a web page, one."""
CONTINUATION_VISITS: Final = 4
"""Visits that an action needs to be reported."""
SAME: Final = 1e-9
"""Shares that differ by less are equal."""
STEADY_VISITS: Final = 64
"""Visits that an action needs for its mean to be meaningful."""


@dataclass(frozen=True)
class Budget:
    """The budget of a search: iterations for each thread, or seconds, whichever ends first."""

    iterations: int | None = None
    seconds: float | None = None
    threads: int = 1


class Candidate(NamedTuple):
    """One action at the root."""

    code: int
    visits: int
    shares: tuple[float, ...]
    """Every seat's expected share after it."""
    continuation: tuple[int, ...] = ()
    """The expected continuation, as far as it was searched."""


class SearchResult(NamedTuple):
    """The result of a search."""

    candidates: list[Candidate]
    """The actions, the best first; none if somebody else is to move and the tree holds own turns alone."""
    shares: tuple[float, ...]
    """Every seat's expected share."""
    is_exact: bool = False
    """Whether this was calculated to the end."""
    lines: Sequence[Candidate] = ()
    """What was tried most, and then all that departs from it somewhere, the most tried first; for a search in several
    threads, as one of them saw it. Where nothing was searched, the candidates."""

    def list_near(self, seat: int, loss: float) -> list[int]:
        """The best action, and then those that give away no more than so small a share; of what was calculated, none.

        What was tried less than half as often as the best is not known well enough.
        """
        best, *others = self.candidates
        least = best.shares[seat] - (loss if best.visits else SAME)
        near = (each for each in others if each.visits * 2 >= best.visits and each.shares[seat] >= least)
        return [best.code, *(each.code for each in near)]


class Tree:
    """The tree of one thread."""

    def __init__(
        self, game: Game, players: int, settings: SearchSettings, seed: int, most_iterations: int | None = None
    ) -> None:
        """An iteration adds one node at most, and a node has one edge for an action: few iterations need little."""
        nodes = MOST_NODES if most_iterations is None else min(MOST_NODES, most_iterations + 1)
        edges = min(MOST_EDGES, nodes * len(game.actions))
        self._functions = game.kernel.functions
        self._scratch = game.kernel.new_scratch(players)
        self._settings = settings
        self._tree = tree.TreeMemory(
            nodes=np.empty((nodes, tree.NODE_COLUMNS), np.int64),
            edges=np.empty((edges, tree.EDGE_COLUMNS), np.int32),
            values=np.empty((edges, tree.SUMS + players), np.float32),
            counters=np.zeros(tree.COUNTERS, np.int32),
            slots=np.empty(len(game.actions), np.int32),
            path=np.empty(tree.LONGEST_PATH, np.int32),
            totals=np.zeros(players),
        )
        self._rows = np.empty((len(game.actions), tree.ROW), np.int32)
        self._rng = generator(seed)
        self.totals = self._tree.totals
        """The sum of every seat's shares over all iterations."""
        self.iterations = 0

    def grow(self, known: Known, seat: int, iterations: int) -> None:
        """Think for so many iterations more."""
        tree.grow(self._functions, self._scratch, self._settings, self._tree, known, seat, iterations, self._rng)
        self.iterations += iterations

    def think(self, known: Known, seat: int, budget: Budget) -> None:
        """Think until the budget is used up, or until no time that is left could change the choice."""
        began = perf_counter()
        while budget.iterations is None or self.iterations < budget.iterations:
            left = BATCH if budget.iterations is None else budget.iterations - self.iterations
            self.grow(known, seat, min(BATCH, left))
            if budget.seconds is not None:
                elapsed = perf_counter() - began
                if elapsed >= budget.seconds or self._lead() > self.iterations * (budget.seconds / elapsed - 1):
                    break

    def _lead(self) -> int:
        """The lead in visits of the first action at the root."""
        visits = sorted(visits for _, _, visits in self._edges_of(0))
        return visits[-1] - visits[-2] if len(visits) > 1 else 0

    def candidates(self) -> list[Candidate]:
        """Every action at the root; shares are sums, not yet means."""
        return [
            Candidate(step.code, step.visits, step.sums, tuple(each.code for each in self._follow(step)))
            for step in self._steps_of([0])
        ]

    def lines(self) -> list[Candidate]:
        """The principal variation, then the others by their visits where they part."""
        nodes = [0]
        begun: list[ActionStatistics] = []
        found: list[tuple[int, Candidate]] = []
        while steps := self._steps_of(nodes):
            found += ((step.visits, self._finish([*begun, step], len(begun))) for step in steps[1:])
            begun.append(steps[0])
            nodes = self._outcomes_of(steps[0])
        if not begun:
            return []
        found.sort(key=lambda each: -each[0])
        return [self._finish(begun, 0), *(line for _, line in found)]

    def _finish(self, begun: list["ActionStatistics"], parting: int) -> Candidate:
        """A line that begins like this, with the shares of its last step that has enough visits."""
        first, *others = steps = [*begun, *self._follow(begun[-1])]
        steady = [step for step in steps[parting:] if step.visits >= STEADY_VISITS]
        last = steady[-1] if steady else steps[parting]
        shares = tuple(total / max(last.visits, 1) for total in last.sums)
        return Candidate(first.code, last.visits, shares, tuple(step.code for step in others))

    def _follow(self, step: "ActionStatistics") -> list["ActionStatistics"]:
        """The most visited steps after a step, whatever it revealed."""
        found: list[ActionStatistics] = []
        while step.visits >= CONTINUATION_VISITS and (steps := self._steps_of(self._outcomes_of(step))):
            step = steps[0]
            found.append(step)
        return found

    def _steps_of(self, nodes: list[int]) -> list["ActionStatistics"]:
        """The steps with enough visits at these nodes together, the most visited first."""
        by_code: dict[int, list[int]] = {}
        visits: dict[int, int] = {}
        for node in nodes:
            for edge, code, number in self._edges_of(node):
                by_code.setdefault(code, []).append(edge)
                visits[code] = visits.get(code, 0) + number
        steps = [
            ActionStatistics(code, visits[code], self._add_up(edges), edges)
            for code, edges in by_code.items()
            if visits[code] >= CONTINUATION_VISITS or nodes == [0]
        ]
        return sorted(steps, key=lambda step: (-step.visits, step.code))

    def _add_up(self, edges: list[int]) -> tuple[float, ...]:
        """Every seat's shares, over all iterations that went along one of these edges."""
        return add_rows(self._tree.values[edge, tree.SUMS :].tolist() for edge in edges)

    def _edges_of(self, node: int) -> list[list[int]]:
        """The edges of a node: place, code and visits."""
        rows: list[list[int]] = self._rows[: tree.list_edges(self._tree, node, self._rows)].tolist()
        return rows

    def _outcomes_of(self, step: "ActionStatistics") -> list[int]:
        """The nodes to which a step has led."""
        found = []
        for edge in step.edges:
            node = int(self._tree.edges[edge, tree.FIRST_OUTCOME])
            while node != NONE:
                found.append(node)
                node = int(self._tree.nodes[node, tree.NEXT_OUTCOME])
        return found


class ActionStatistics(NamedTuple):
    """The statistics of one action over several nodes."""

    code: int
    visits: int
    sums: tuple[float, ...]
    edges: list[int]


def add_rows(rows: Iterable[Sequence[float]]) -> tuple[float, ...]:
    """The sum of each column, in the order of the rows."""
    return tuple(reduce(add, column) for column in zip(*rows, strict=True))


def find_settings(game: Game) -> SearchSettings:
    """The search settings of a game."""
    return SearchSettings(**game.search_settings)


def search(
    game: Game,
    players: int,
    known: Known,
    seat: int,
    budget: Budget,
    seed: int,
    settings: SearchSettings | None = None,
) -> SearchResult:
    """Search a position from what the seat knows and nothing else."""
    chosen = find_settings(game) if settings is None else settings
    trees = [Tree(game, players, chosen, seed + number, budget.iterations) for number in range(budget.threads)]
    if min(budget.threads, CORES) == 1:
        for each in trees:
            each.think(known, seat, budget)
    else:
        with ThreadPoolExecutor(min(budget.threads, CORES)) as pool:
            list(pool.map(lambda each: each.think(known, seat, budget), trees))
    found: dict[int, list[Candidate]] = {}
    for each in trees:
        for candidate in each.candidates():
            found.setdefault(candidate.code, []).append(candidate)
    merged = sorted((_merge(same) for same in found.values()), key=lambda each: (-each.visits, each.code))
    iterations = sum(each.iterations for each in trees)
    totals = add_rows(each.totals.tolist() for each in trees)
    return SearchResult(merged, tuple(total / max(iterations, 1) for total in totals), lines=trees[0].lines())


def _merge(same: list[Candidate]) -> Candidate:
    """One action of several trees."""
    visits = sum(each.visits for each in same)
    shares = tuple(total / max(visits, 1) for total in add_rows(each.shares for each in same))
    longest = max(same, key=lambda each: each.visits)
    return Candidate(same[0].code, visits, shares, longest.continuation)
