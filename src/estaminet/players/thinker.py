"""The strongest thinking that a game has: `king` moves by it; hints, reviews and puzzles ask it.

It chooses as well as it can. The values of its choice and of other turns are then measured separately: all of them are
tried in the same imagined worlds, equally often, and played out to the same end. Several threads may use one thinker.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from estaminet.engine.game import Game
from estaminet.engine.jit.layout import Memory, Random
from estaminet.engine.kernel import Known
from estaminet.players import tree
from estaminet.players.networks.policy import Policy
from estaminet.players.networks.weights import find_weights
from estaminet.players.player import GreedyPlayer, SearchPlayer
from estaminet.players.playouts import NONE, SearchSettings, imagine, value_worlds
from estaminet.players.race import LearnedPlayer
from estaminet.players.search import Budget, SearchResult, find_settings

LONGEST_TURN: Final = tree.LONGEST_PATH
Line = tuple[int, ...]
"""Actions that follow each other in one turn."""


class LineResults(NamedTuple):
    """The results of some lines in the same worlds."""

    worlds: NDArray[np.uint8]
    """(worlds, bytes): as they were imagined, before any line."""
    lines: Sequence[Line]
    shares: NDArray[np.float64]
    """(worlds, lines, seats): every seat's expected share after a line in a world."""
    ends: NDArray[np.uint8]
    """(worlds, lines, bytes): the positions to which they were played out."""

    def take(self, order: Sequence[int]) -> "LineResults":
        """Some of the lines, in this order."""
        lines = [self.lines[at] for at in order]
        return LineResults(self.worlds, lines, self.shares[:, order], self.ends[:, order])

    @property
    def means(self) -> NDArray[np.float64]:
        """(lines, seats): every seat's expected share after a line."""
        means: NDArray[np.float64] = self.shares.mean(axis=0)
        return means

    def find_error(self, line: int, seat: int) -> float:
        """The standard error of a seat's expected share after a line."""
        return _find_error(self.shares[:, line, seat])

    def compare(self, line: int, other: int, seat: int) -> tuple[float, float]:
        """The difference of a seat's expected share between two lines, and its standard error."""
        difference = self.shares[:, line, seat] - self.shares[:, other, seat]
        return float(difference.mean()), _find_error(difference)


class Thinker:
    """Thinks for one game with so many players."""

    def __init__(self, game: Game, players: int, settings: SearchSettings | None = None) -> None:
        """With settings of playouts in place of the game's own."""
        self.game, self.players = game, players
        self._network = find_weights(game, players)
        self._settings = settings or find_settings(game)

    @property
    def has_network(self) -> bool:
        """Whether it thinks with a network; else it searches."""
        return self._network is not None

    def think(self, known: Known, seat: int, budget: Budget, seed: int) -> SearchResult:
        """The actions of the seat to move, the best first, from its knowledge alone."""
        return find_strongest(self.game, self.players, seed, budget).think(self.game, self.players, known, seat)

    def finish_turn(self, memory: Memory, seat: int, line: Sequence[int]) -> Line:
        """The whole turn that a line begins, or as much of the line as is the turn.

        A turn ends before something is shown that the seat would have to think about.
        """
        game, kernel = self.game, self.game.kernel
        memory = memory.copy()
        turn: list[int] = []
        for at in range(LONGEST_TURN):
            legal = kernel.codes(memory).tolist() if kernel.to_move(memory) == seat else []
            if not legal:
                break
            if at == len(line) or line[at] not in legal:
                line = (*line[:at], self.go_on(kernel.known(memory, seat), seat, legal))
            code = line[at]
            turn.append(code)
            kernel.apply(memory, code)
            if kernel.revealed(memory) if game.pauses is None else game.actions[code].kind in game.pauses:
                break
        return tuple(turn)

    def go_on(self, known: Known, seat: int, legal: Sequence[int]) -> int:
        """A seat's quick choice of an action."""
        if len(legal) == 1:
            return legal[0]
        if self._network is None:
            return GreedyPlayer(0).choose(self.game, self.players, known, seat)
        output = Policy(self._network, self.game, self.players).evaluate(known, seat)
        return int(output.codes[output.logits.argmax()])

    def try_lines(
        self, memory: Memory, seat: int, lines: Sequence[Sequence[int]], worlds: int, rng: Random
    ) -> LineResults:
        """Try lines, or none (NONE), in so many worlds, imagined from what a seat knows.

        Or from what everybody knows (NOBODY), or all seats together (POOLED). A line goes on as far as it is possible.
        """
        return try_lines(self.game, self.players, memory, seat, lines, worlds, rng, self._settings)


def try_lines(
    game: Game,
    players: int,
    memory: Memory,
    seat: int,
    lines: Sequence[Sequence[int]],
    worlds: int,
    rng: Random,
    settings: SearchSettings,
) -> LineResults:
    """The same with playouts of any kind."""
    kernel = game.kernel
    rows = np.full((len(lines), max(map(len, lines))), NONE, np.int16)
    for row, line in zip(rows, lines, strict=True):
        row[: len(line)] = line
    imagined = np.empty((worlds, memory.size), np.uint8)
    imagine(kernel.functions, memory, seat, imagined.reshape(-1), rng)
    shares = np.zeros((worlds, len(lines), players))
    ends = np.empty((worlds, len(lines), memory.size), np.uint8)
    scratch = kernel.new_scratch(players)
    value_worlds(kernel.functions, scratch, settings, imagined.reshape(-1), rows, shares, ends.reshape(-1), rng)
    return LineResults(imagined, [tuple(map(int, line)) for line in lines], shares, ends)


def find_strongest(game: Game, players: int, seed: int, budget: Budget) -> SearchPlayer | LearnedPlayer:
    """The strongest player of a game: with the network that comes with it, where there is one."""
    if find_weights(game, players) is None:
        return SearchPlayer(seed, budget)
    return LearnedPlayer(seed, budget)


def _find_error(values: NDArray[np.float64]) -> float:
    return float(values.std(ddof=1) / np.sqrt(len(values))) if len(values) > 1 else 0.0
