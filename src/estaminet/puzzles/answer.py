"""The answer to a try at a puzzle: why the best turn is better, other tempting turns, and what may follow.

All of it is computed from the seat's knowledge, in worlds that do not depend on the true one.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from estaminet.engine.game import Game, LogLine
from estaminet.engine.jit.layout import Memory
from estaminet.engine.jit.random import generator
from estaminet.engine.kernel import Known
from estaminet.engine.position import Position
from estaminet.players import reasons
from estaminet.players.hints import find_leads, play_likely, round_lead
from estaminet.players.one_ply import find_one_ply_values
from estaminet.players.search import Budget, search
from estaminet.players.thinker import Line, LineResults, Thinker
from estaminet.puzzles.model import Puzzle, imagine

TEMPTING: Final = 2
"""The number of others shown beside the best and the try."""
WORLDS: Final = 240
"""Worlds in which the turns shown meet."""
ITERATIONS: Final = 60
"""The search budget for the rest of a turn after a mistake."""
LONGEST: Final = 20
"""The most actions that may follow a try."""


@dataclass(frozen=True)
class Row:
    """One turn that could be played."""

    actions: tuple[str, ...]
    """Up to the end of the turn, or until something new is revealed."""
    share: float
    """The seat's expected share of the victory after it."""
    cost: float | None
    """Its cost in lead, in the game's own unit; None for the best, and without such a unit."""
    is_right: bool
    is_tried: bool


@dataclass(frozen=True)
class Answer:
    """The answer to a try."""

    rows: tuple[Row, ...]
    """The best, then the try and tempting turns, by their shares."""
    reason: LogLine
    """Why the best is better than the try; or why the try is better than the first wrong one."""
    tried: tuple[str, ...]
    """The try, and its likely continuation."""
    best: tuple[str, ...]
    """The same for the best."""


def find_answer(puzzle: Puzzle, game: Game, action: str) -> Answer:
    """The answer to a legal action."""
    position = puzzle.position(game)
    known, seat = position.known_to(puzzle.seat), puzzle.seat
    thinker, world = Thinker(game, puzzle.players), imagine(position, puzzle.world)
    right = [game.code(text) for text in puzzle.best]
    best, tried = right[0], game.code(action)
    wrong = [] if tried in right else [tried]
    wrong += find_tempting(position, TEMPTING, without=[*right, *wrong])
    plan = tuple(game.code(text) for text in puzzle.plan)
    first = thinker.finish_turn(world, seat, (best, *plan))
    own = [] if tried == best or wrong[0] == tried else [tried]
    lines = [first, *(_complete(thinker, world, known, seat, code) for code in (*own, *wrong))]
    trial = thinker.try_lines(known, seat, lines, WORLDS, generator(puzzle.world))
    rows = _write_rows(puzzle, game, trial, tried)
    mistakes = range(1 + len(own), len(lines))
    worse = mistakes[0] if wrong[0] == tried else max(mistakes, key=lambda at: rows[at].share)
    return Answer(
        (rows[0], *sorted(rows[1:], key=lambda row: -row.share)),
        explain(game, trial, seat, better=len(own), worse=worse),
        _play_on(thinker, world, next(line for line in lines if line[0] == tried)),
        _play_on(thinker, world, first),
    )


def explain(game: Game, trial: LineResults, seat: int, *, better: int, worse: int) -> LogLine:
    """Why one line of a trial is better than another."""
    return reasons.find_reason(game, trial, seat, better, worse)


def _write_rows(puzzle: Puzzle, game: Game, trial: LineResults, tried: int) -> list[Row]:
    """The lines of a trial: chances and costs come from the same playouts, except for calculated chances."""
    leads = find_leads(game, trial, puzzle.seat)
    losses = {each.action: each.loss for each in puzzle.tries}
    rows = []
    for at, line in enumerate(trial.lines):
        first = game.actions[line[0]].text
        rows.append(
            Row(
                tuple(game.actions[code].text for code in line),
                puzzle.share - losses[first] if puzzle.is_exact else float(trial.means[at, puzzle.seat]),
                None if leads is None or at == 0 else round_lead(leads[:, 0] - leads[:, at]),
                is_right=first in puzzle.best,
                is_tried=line[0] == tried,
            )
        )
    return rows


def _complete(thinker: Thinker, world: Memory, known: Known, seat: int, code: int) -> Line:
    """A turn that begins with this action, completed by a short search."""
    begun = thinker.finish_turn(world, seat, (code,))
    if len(begun) == 1:
        return begun
    kernel = thinker.game.kernel
    after = known.copy()
    kernel.apply(after, code)
    if kernel.to_move(after) != seat or kernel.revealed(after):
        return begun
    thoughts = search(
        thinker.game, thinker.players, kernel.known(after, seat), seat, Budget(iterations=ITERATIONS), seed=0
    )
    chosen = thoughts.candidates[0]
    return thinker.finish_turn(world, seat, (code, chosen.code, *chosen.continuation))


def _play_on(thinker: Thinker, world: Memory, line: Line) -> tuple[str, ...]:
    return tuple(each.action for each in play_likely(thinker, world, line))[:LONGEST]


# A careless one-ply player


GLANCE_WORLDS: Final = 32
CARELESSNESS: Final = 0.11
"""The carelessness of solving at a glance: an apprentice's."""


def solve_carelessly(position: Position, best: Collection[int]) -> float:
    """The chance of taking a best one."""
    codes, values = _look(position)
    odds = np.exp((values - values.max()) / CARELESSNESS)
    return float(odds[np.isin(codes, list(best))].sum() / odds.sum())


def find_tempting(position: Position, number: int, *, without: Collection[int]) -> list[int]:
    """The most promising actions at a glance, with exclusions."""
    codes, values = _look(position)
    order = codes[np.argsort(-values, kind="stable")].tolist()
    return [code for code in order if code not in without][:number]


def _look(position: Position) -> tuple[NDArray[np.int16], NDArray[np.float64]]:
    """Every code, and its one-ply value to the seat to move, from its knowledge."""
    kernel, seat = position.game.kernel, position.to_move or 0
    scratch = kernel.new_scratch(position.players)
    count = find_one_ply_values(kernel.functions, scratch, position.known_to(seat), seat, GLANCE_WORLDS, generator(0))
    return scratch.codes[:count], scratch.values[:count]
