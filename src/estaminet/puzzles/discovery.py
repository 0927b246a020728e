"""Finding puzzles: house games of mixed levels are played, and every decision in them is looked at.

What may follow an action is played on in one imagined world, which the seat to move cannot tell from the true one.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from estaminet.engine.game import Game
from estaminet.engine.jit.random import below, generator
from estaminet.engine.options import OptionValue
from estaminet.engine.position import Position
from estaminet.players.levels import LevelPlayer, seat_player
from estaminet.players.one_ply import find_one_ply_values
from estaminet.players.player import Player, think
from estaminet.players.search import Budget
from estaminet.puzzles.model import Puzzle, Try, imagine
from estaminet.puzzles.proof import DIGITS, Proof, prove, screen
from estaminet.puzzles.themes import name_themes
from estaminet.review.valuation import Effort, Valuer, find_valuation, greedy_settings, stream

LEVELS: Final = ("apprentice", "regular", "greedy", "host")
MOST_OF_A_GAME: Final = 2
LEAST_DISTANCE: Final = 8
"""Actions between two puzzles of one game."""
GLANCE_WORLDS: Final = 32
CARELESSNESS: Final = 0.11
"""Of somebody who solves at a glance: that of an apprentice."""
OBVIOUS: Final = 0.5
"""How often a puzzle may be solved at a glance."""
EASY: Final = 0.8
"""The same, in every fourth game: some are for beginners."""
ALIKE: Final = 0.05
"""Puzzles with the same solution are alike if what is seen differs less, on average over all that is not 0 in both."""
SEEDS: Final = 1 << 31
MIDDLE: Final = 25.0
"""The difficulty of a puzzle that is solved at a glance one time in four."""
STEP: Final = 4.0
"""How much it changes for an e-fold change of those odds."""
LINE_WORLDS: Final = 16
"""So many worlds are asked which of them shows a mistake for what it is."""
LINE_LENGTH: Final = 6
"""Actions after the one that was tried."""
LINE_ITERATIONS: Final = 40
"""How long everybody thinks about each of them."""


@dataclass(frozen=True)
class Prospect:
    """A position that may be a puzzle."""

    position: Position
    found: Proof
    glance: float
    """How often it is solved at a glance."""


def find_puzzles(
    game: Game,
    numbers: Iterable[int],
    *,
    players: int,
    options: dict[str, OptionValue] | None = None,
    seed: int = 0,
    earlier: Sequence[Puzzle] = (),
) -> Iterator[tuple[int, list[Puzzle]]]:
    """For every house game by its number, the puzzles in it. None of them is like another, or like an earlier one."""
    seen = [_Likeness.of(each.position(game), each.best) for each in earlier]
    for number in numbers:
        puzzles: list[Puzzle] = []
        for prospect in _rank(_look_through(game, number, players, options, seed)):
            if len(puzzles) == MOST_OF_A_GAME:
                break
            ply = len(prospect.position.history)
            if any(abs(ply - len(each.actions)) < LEAST_DISTANCE for each in puzzles):
                continue
            likeness = _Likeness.of(prospect.position, [game.actions[code].text for code in prospect.found.best])
            if any(map(likeness.is_alike, seen)):
                continue
            proof = prove(prospect.position, prospect.found, _draw_seed(seed, number, ply))
            if proof is not None:
                puzzles.append(make_puzzle(prospect, proof, number))
                seen.append(likeness)
        yield number, sorted(puzzles, key=lambda each: len(each.actions))


def make_puzzle(prospect: Prospect, proof: Proof, number: int) -> Puzzle:
    """A puzzle with everything that is told about it."""
    position = prospect.position
    world = choose_world(position, proof)
    tries = write_lines(position, proof, world)
    return Puzzle(
        game=position.game.name,
        number=number,
        players=position.players,
        options=position.options,
        deal=position.deal.values,
        actions=tuple(position.actions),
        seat=position.to_move or 0,
        share=round(max(proof.values.values()), DIGITS),
        margin=proof.margin,
        is_exact=proof.is_exact,
        difficulty=rate_difficulty(prospect.glance),
        themes=name_themes(position, proof, tries[0].line),
        tries=tries,
        world=world,
    )


def rate_difficulty(glance: float) -> float:
    """A rating from how often a puzzle is solved at a glance."""
    odds = min(max(glance, 0.001), 0.999)
    return round(MIDDLE - STEP * (math.log(odds / (1 - odds)) - math.log(1 / 3)), 1)


def choose_world(position: Position, proof: Proof) -> int:
    """The world in which the most tempting mistake costs about what it costs on average."""
    seat = position.to_move or 0
    game = position.game
    wrong = next(code for code in proof.order if code not in proof.best)
    valuer = Valuer(game, position.players, greedy_settings(game, find_valuation(game, Effort()).turns))
    known = position.known_to(seat)

    def measure(world: int) -> float:
        shares = valuer.try_lines(known, seat, [[proof.best[0]], [wrong]], 1, generator(world))[0, :, seat]
        return abs(float(shares[0] - shares[1]) - proof.loss(wrong))

    return min(range(1, LINE_WORLDS + 1), key=measure)


def write_lines(position: Position, proof: Proof, world: int) -> tuple[Try, ...]:
    """Every action with what it gives away and what may follow it."""
    return tuple(
        Try(
            position.game.actions[code].text,
            proof.loss(code),
            play_on(position, code, world, proof.continuation if code == proof.order[0] else ()),
        )
        for code in proof.order
    )


def play_on(position: Position, code: int, world: int, plan: tuple[int, ...] = ()) -> tuple[str, ...]:
    """What may follow an action: first what was planned, then everybody does what they think best."""
    game, kernel = position.game, position.game.kernel
    memory, seat = imagine(position, world), position.to_move
    kernel.apply(memory, code)
    planned = list(plan)
    line: list[str] = []
    while len(line) < LINE_LENGTH and (mover := kernel.to_move(memory)) >= 0:
        codes = kernel.codes(memory).tolist()
        if planned and mover == seat and planned[0] in codes:
            choice = planned.pop(0)
        else:
            planned.clear()
            known = kernel.known(memory, mover)
            budget = Budget(iterations=LINE_ITERATIONS)
            choice = codes[0]
            if len(codes) > 1:
                choice = think(game, position.players, known, mover, budget, world).candidates[0].code
        kernel.apply(memory, choice)
        line.append(game.actions[choice].text)
    return tuple(line)


def _look_through(
    game: Game, number: int, players: int, options: dict[str, OptionValue] | None, seed: int
) -> Iterator[Prospect]:
    """Play a game, and stop wherever there may be a puzzle."""
    position = game.start(players, seed=f"puzzles/{seed}/{players}/{number}", options=options)
    rng = stream(seed, "levels", players, number)
    people = [_seat(LEVELS[below(rng, len(LEVELS))], below(rng, SEEDS)) for _ in range(players)]
    most = EASY if number % 4 == 0 else OBVIOUS
    while (seat := position.to_move) is not None:
        found = screen(position, _draw_seed(seed, number, len(position.history)))
        if found is not None and (glance := solve_at_a_glance(position, found.best)) < most:
            yield Prospect(position.copy(), found, glance)
        position.play_code(people[seat].choose(game, players, position.known_to(seat), seat))


def _rank(prospects: Iterable[Prospect]) -> list[Prospect]:
    """The hardest to see first."""
    return sorted(prospects, key=lambda each: each.glance)


def _seat(level: str, seed: int) -> Player:
    """A house player whose games are the same on every machine, however busy."""
    return LevelPlayer(level, seed, is_timed=False) if level == "host" else seat_player(level, seed)


def solve_at_a_glance(position: Position, best: Sequence[int]) -> float:
    """How often somebody who looks one action ahead, and not too closely, takes one of the best."""
    kernel, seat = position.game.kernel, position.to_move or 0
    scratch = kernel.new_scratch(position.players)
    known, rng = position.known_to(seat), stream(0, "glance")
    count = find_one_ply_values(kernel.functions, scratch, known, seat, GLANCE_WORLDS, rng)
    values = scratch.values[:count]
    odds = np.exp((values - values.max()) / CARELESSNESS)
    return float(odds[np.isin(scratch.codes[:count], best)].sum() / odds.sum())


def _draw_seed(*names: object) -> int:
    return int(stream(0, "puzzle", *names)[0]) % SEEDS


@dataclass(frozen=True)
class _Likeness:
    """By what a puzzle is recognised."""

    best: frozenset[str]
    observation: NDArray[np.float32]
    """What the seat to move sees, however it came about."""

    @classmethod
    def of(cls, position: Position, best: Iterable[str]) -> "_Likeness":
        kernel, seat = position.game.kernel, position.to_move or 0
        features = np.zeros(kernel.features, np.float32)
        known = position.known_to(seat)
        kernel.canonicalize(known)
        kernel.encode(known, seat, features)
        return cls(frozenset(best), features)

    def is_alike(self, other: "_Likeness") -> bool:
        """Whether two puzzles are nearly the same."""
        if not self.best & other.best:
            return False
        told = (self.observation != 0) | (other.observation != 0)
        return bool(np.abs(self.observation - other.observation)[told].mean() < ALIKE)
