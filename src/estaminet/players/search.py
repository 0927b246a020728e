"""Search: how much thinking, on how many cores, and what came of it."""

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from time import perf_counter
from typing import Final, NamedTuple

import numpy as np

from estaminet.engine import compiling
from estaminet.engine.game import Game
from estaminet.engine.kernel import Known
from estaminet.engine.random import generator
from estaminet.players import tree

MOST_NODES: Final = 100_000
MOST_EDGES: Final = 600_000
BATCH: Final = 32
"""Iterations between two looks at the clock."""


class Style(NamedTuple):
    """How a tree grows. The defaults are first guesses, the same for every game."""

    exploration: float = 0.6
    """How much an action that was tried little is worth a try."""
    sharpness: float = 25.0
    """How much more often an action is tried whose promise is better."""
    trust: float = 2.0
    """For how many visits the promise of an action counts."""
    playout_plies: float = 0.0
    """How many plies are played before a leaf is judged."""
    candidates: float = 1.0
    """Of how many random actions a playout takes the one that promises most."""
    expand_at: float = 1.0
    """After how many visits a leaf grows."""


DEFAULT_STYLE: Final = Style()


@dataclass(frozen=True)
class Budget:
    """When a search stops: after so many iterations a thread, or seconds, whichever comes first."""

    iterations: int | None = None
    seconds: float | None = None
    threads: int = 1


class Candidate(NamedTuple):
    """One action that was thought about."""

    code: int
    visits: int
    shares: tuple[float, ...]
    """What every seat may expect after it."""


class Tree:
    """The tree of one thread."""

    def __init__(self, game: Game, players: int, style: Style, seed: int) -> None:
        self._kernel = game.kernel
        self._players = players
        self._nodes = np.empty((MOST_NODES, tree.NODE_COLUMNS), np.int64)
        self._edges = np.empty((MOST_EDGES, tree.EDGE_COLUMNS), np.int32)
        self._values = np.empty((MOST_EDGES, tree.SUMS + players), np.float32)
        self._counters = np.zeros(tree.COUNTERS, np.int32)
        self._slots = np.empty(len(game.actions), np.int32)
        self._codes = np.empty(game.kernel.most_legal, np.int16)
        self._style = np.array(style, np.float64)
        self._rng = generator(seed)
        self.iterations = 0

    def grow(self, known: Known, seat: int, iterations: int) -> None:
        """Think for so many iterations more."""
        kernel = self._kernel
        tree.grow(
            kernel.to_move, kernel.legal, kernel.apply, kernel.revealed, kernel.returns, kernel.estimate,
            kernel.determinize, known, seat, iterations, self._nodes, self._edges, self._values, self._counters,
            self._slots, self._codes, self._style, self._rng,
        )  # fmt: skip
        self.iterations += iterations

    def think(self, known: Known, seat: int, budget: Budget) -> None:
        """Think until the budget is used up."""
        end = None if budget.seconds is None else perf_counter() + budget.seconds
        while budget.iterations is None or self.iterations < budget.iterations:
            left = BATCH if budget.iterations is None else budget.iterations - self.iterations
            self.grow(known, seat, min(BATCH, left))
            if end is not None and perf_counter() > end:
                break

    def candidates(self) -> dict[int, tuple[int, "np.ndarray[tuple[int], np.dtype[np.float32]]"]]:
        """For every action at the root how often it was tried, and the sum of every seat's shares."""
        found = {}
        edge = int(self._nodes[0, tree.FIRST_EDGE])
        while edge != tree.NONE:
            visits = int(self._edges[edge, tree.EDGE_VISITS])
            found[int(self._edges[edge, tree.CODE])] = (visits, self._values[edge, tree.SUMS :])
            edge = int(self._edges[edge, tree.NEXT_EDGE])
        return found


def search(
    game: Game, players: int, known: Known, seat: int, budget: Budget, seed: int, style: Style = DEFAULT_STYLE
) -> list[Candidate]:
    """What the seat can do, the best first, from what it knows and nothing else."""
    compiling.compile_functions("estaminet.players")
    trees = [Tree(game, players, style, seed + number) for number in range(budget.threads)]
    if budget.threads == 1:
        trees[0].think(known, seat, budget)
    else:
        with ThreadPoolExecutor(min(budget.threads, os.cpu_count() or 1)) as pool:
            list(pool.map(lambda each: each.think(known, seat, budget), trees))
    visits: dict[int, int] = {}
    sums: dict[int, np.ndarray[tuple[int], np.dtype[np.float64]]] = {}
    for each in trees:
        for code, (count, shares) in each.candidates().items():
            visits[code] = visits.get(code, 0) + count
            sums[code] = sums.get(code, np.zeros(players)) + shares
    found = [Candidate(code, count, tuple((sums[code] / max(count, 1)).tolist())) for code, count in visits.items()]
    return sorted(found, key=lambda candidate: (-candidate.visits, candidate.code))


class SearchPlayer:
    """Takes the action that a search tried most often."""

    def __init__(self, seed: int, budget: Budget) -> None:
        self._seed = seed
        self._budget = budget

    def choose(self, game: Game, players: int, known: Known, seat: int) -> int:
        codes = game.kernel.codes(known)
        if len(codes) == 1:
            return int(codes[0])
        return search(game, players, known, seat, self._budget, self._seed)[0].code
