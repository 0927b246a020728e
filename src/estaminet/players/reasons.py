"""Why one turn is better than another: what explains most of the difference in the playouts that measured it.

A game names facts, such as what a seat earns by the end of the round. What each is worth is measured: among playouts of
the same turn, which differ by chance alone, by how much the share of the victory goes up with it. Times the difference
that the better turn makes to it, that is how much of the gain it explains.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from estaminet.engine.game import Fact, Game, LogLine
from estaminet.engine.jit.compiler import jit
from estaminet.engine.jit.functions import Functions, Scratch
from estaminet.engine.jit.layout import Memory
from estaminet.players.one_ply import copy_memory
from estaminet.players.playouts import NONE, Lines, follow_line
from estaminet.players.thinker import LineResults

REASON_KEYS: Final = {"reason.close": (), "reason.later": (), "reason.won": ()}
"""The reasons of every game: the two are as good, the gain comes after the playouts, or all win at once."""
CLOSE_CALL: Final = LogLine("reason.close", {})
WON: Final = LogLine("reason.won", {})
CLOSE: Final = 0.01
"""Closer actions are as good."""
LEAST_PART: Final = 1 / 3
"""The least part of the gain that a reason explains."""
MOST: Final = 2 / 3
"""How much of a fact a part of it makes up to be named in its place."""
SURE: Final = 3.0
"""Standard errors that make a difference significant: the best of many facts is easily chance."""
RIVAL_SHARE: Final = 0.03
"""With a smaller share a seat cannot win any more."""
RIDGE: Final = 0.003
"""The ridge penalty: how far correlated facts share their weight."""
STEPS: Final = (1, 2, 5)
"""Units to which a figure may be rounded, times powers of ten; not finer than it is known."""

Numbers = NDArray[np.float64]


class Difference(NamedTuple):
    """The difference of a fact between two turns."""

    mean: float
    error: float

    @property
    def is_sure(self) -> bool:
        return abs(self.mean) > SURE * self.error and self.mean != 0


class Cause(NamedTuple):
    """A fact, and how much of the gain it explains."""

    fact: Fact
    gain: float


def find_reason(
    game: Game, trial: LineResults, seat: int, better: int = 0, worse: int = 1, *, calculated: float | None = None
) -> LogLine:
    """Why a seat does better with one line of a trial than with another.

    By how much, the playouts say, unless it was calculated.
    """
    gain, error = trial.compare(better, worse, seat) if calculated is None else (calculated, 0.0)
    if gain < max(CLOSE, error):
        return CLOSE_CALL
    facts = [
        fact
        for fact in game.find_facts(follow_lines(game, trial), trial.ends, seat)
        if fact.rival is None or trial.means[:, fact.rival].max() >= RIVAL_SHARE
    ]
    shares = trial.shares[:, :, seat]
    together = weigh_facts(facts, shares, better, worse)
    # Where one thing leads to another, each explains little beside the other; then each is asked alone.
    alone = (cause for fact in facts for cause in weigh_facts([fact], shares, better, worse))
    for causes in (together, alone):
        for fact, explained in sorted(causes, key=lambda cause: -cause.gain):
            if explained >= LEAST_PART * gain and (line := say(game.reason_keys, fact, better, worse)):
                return line
    return LogLine("reason.later", {})


def wins_at_once(game: Game, trial: LineResults, seat: int) -> bool:
    """Whether the first line of a trial wins the whole victory, and ends the game, in every world."""
    if trial.shares[:, 0, seat].min() < 1:
        return False
    return all(game.kernel.to_move(after) < 0 for after in follow_lines(game, trial)[:, 0])


def follow_lines(game: Game, trial: LineResults) -> NDArray[np.uint8]:
    """(worlds, lines, bytes): the positions right after each line."""
    rows = np.full((len(trial.lines), max(map(len, trial.lines))), NONE, np.int16)
    for row, line in zip(rows, trial.lines, strict=True):
        row[: len(line)] = line
    kernel, afters = game.kernel, np.empty(trial.ends.shape, np.uint8)
    scratch = kernel.new_scratch(trial.shares.shape[2])
    write_afters(kernel.functions, scratch, trial.worlds.reshape(-1), rows, afters.reshape(-1))
    return afters


@jit
def write_afters(functions: Functions, scratch: Scratch, worlds: Memory, lines: Lines, afters: Memory) -> None:
    size = scratch.memory.size
    for number in range(worlds.size // size):
        for choice in range(lines.shape[0]):
            begin = (number * lines.shape[0] + choice) * size
            copy_memory(worlds[number * size : (number + 1) * size], scratch.memory)
            follow_line(functions, scratch, scratch.memory, lines[choice])
            copy_memory(scratch.memory, afters[begin : begin + size])


def weigh_facts(facts: Sequence[Fact], shares: Numbers, better: int, worse: int) -> Iterator[Cause]:
    """How much of the gain each fact explains.

    A fact that does not change by chance has no weight that could be measured, and explains nothing.
    """
    unexplained = shares.copy()
    for fact in facts:
        if fact.weight is not None:
            unexplained -= fact.weight * fact.numbers
            yield Cause(fact, fact.weight * compare(fact.numbers, better, worse).mean)
    facts = [fact for fact in facts if fact.weight is None and fact.numbers.std(axis=0).max() > 0]
    if not facts:
        return
    changes = np.stack([_center(fact.numbers) for fact in facts], axis=1)
    scales = changes.std(axis=0)
    weights, errors = _regress(changes / scales, _center(unexplained))
    for fact, weight, error in zip(facts, weights / scales, errors / scales, strict=True):
        if abs(weight) > SURE * error:
            yield Cause(fact, weight * compare(fact.numbers, better, worse).mean)


def _center(numbers: Numbers) -> Numbers:
    """Residuals: each playout's distance from the mean of its line."""
    changes: Numbers = numbers - numbers.mean(axis=0)
    return changes.ravel()


def _regress(changes: Numbers, outcome: Numbers) -> tuple[Numbers, Numbers]:
    """The regression weights, and their standard errors."""
    rows, columns = changes.shape
    inverse = np.linalg.inv(changes.T @ changes + RIDGE * rows * np.eye(columns))
    weights = inverse @ changes.T @ outcome
    left = outcome - changes @ weights
    return weights, np.sqrt(np.diag(inverse) * (left @ left) / rows)


def compare(numbers: Numbers, better: int, worse: int) -> Difference:
    """Compare two lines world by world, with the same chances."""
    differences = numbers[:, better] - numbers[:, worse]
    error = differences.std(ddof=1) / np.sqrt(len(differences)) if len(differences) > 1 else 0.0
    return Difference(float(differences.mean()), float(error))


def say(keys: Mapping[str, tuple[str, ...]], fact: Fact, better: int, worse: int) -> LogLine | None:
    """The line for a fact that explains the gain; None if nobody would give that as a reason, or it is not sure."""
    difference = compare(fact.numbers, better, worse)
    for part in fact.parts:
        own = compare(part.numbers, better, worse)
        if own.is_sure and own.mean / difference.mean > MOST and (line := say(keys, part, better, worse)):
            return line
    key = fact.more if difference.mean > 0 else fact.less
    if not key or not difference.is_sure:
        return None
    least = max(difference.error, fact.step)
    step = next(step * 10**tens for tens in count() for step in STEPS if step * 10**tens >= least)
    figures = {
        "amount": abs(difference.mean),
        "this": float(fact.numbers[:, better].mean()),
        "other": float(fact.numbers[:, worse].mean()),
    }
    rounded = {name: round(figure / step) * step for name, figure in figures.items()}
    if not rounded["amount"] and "amount" in keys[key]:
        return None
    arguments = {**rounded, **fact.arguments}
    return LogLine(key, {name: arguments[name] for name in keys[key]})
