"""Finding puzzles: house games of mixed levels are played, and every decision in them is examined."""

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
from estaminet.players.player import Player
from estaminet.players.thinker import Thinker
from estaminet.puzzles.answer import solve_carelessly
from estaminet.puzzles.model import BEGINNING, ODDS, Puzzle, Try, imagine
from estaminet.puzzles.proof import DIGITS, PuzzleProof, prove, screen
from estaminet.puzzles.themes import name_themes
from estaminet.review.replay import stream

LEVELS: Final = ("apprentice", "regular", "greedy", "host")
MOST_OF_A_GAME: Final = 2
LEAST_DISTANCE: Final = 8
"""Actions between two puzzles of one game."""
OBVIOUS: Final = 0.5
"""Limit on the chance to solve it at a glance."""
EASY: Final = 0.8
"""The same, in every fourth game: some are for beginners."""
ALIKE: Final = 0.05
"""Puzzles with the same solution are alike if their views differ less, on average over all that is not 0 in both."""
SEEDS: Final = 1 << 31
USUAL: Final = 1 / 3
"""The odds of solving at a glance what a beginner solves half the time: one in four."""
SHOWN_WORLDS: Final = 16
"""The worlds searched for one in which a mistake costs what it should."""


@dataclass(frozen=True)
class PuzzleCandidate:
    """A position that may be a puzzle."""

    position: Position
    found: PuzzleProof
    glance: float
    """The chance to solve it at a glance."""


def find_puzzles(
    game: Game,
    numbers: Iterable[int],
    *,
    players: int,
    options: dict[str, OptionValue] | None = None,
    seed: int = 0,
    earlier: Sequence[Puzzle] = (),
) -> Iterator[tuple[int, list[Puzzle]]]:
    """For every house game by number, its puzzles. None of them is like another, or like an earlier one."""
    seen = [_Signature.of(each.position(game), each.best) for each in earlier]
    for number in numbers:
        puzzles: list[Puzzle] = []
        for candidate in _rank(_look_through(game, number, players, options, seed)):
            if len(puzzles) == MOST_OF_A_GAME:
                break
            ply = len(candidate.position.history)
            if any(abs(ply - len(each.actions)) < LEAST_DISTANCE for each in puzzles):
                continue
            signature = _Signature.of(candidate.position, [game.actions[code].text for code in candidate.found.best])
            if any(map(signature.is_alike, seen)):
                continue
            proof = prove(candidate.position, candidate.found, _draw_seed(seed, number, ply))
            if proof is not None:
                puzzles.append(make_puzzle(candidate, proof, number))
                seen.append(signature)
        yield number, sorted(puzzles, key=lambda each: len(each.actions))


def make_puzzle(candidate: PuzzleCandidate, proof: PuzzleProof, number: int) -> Puzzle:
    """The complete puzzle."""
    position = candidate.position
    game, actions = position.game, position.game.actions
    world, seat = choose_world(position, proof), position.to_move or 0
    line = (proof.order[0], *proof.continuation)
    _, *plan = Thinker(game, position.players).finish_turn(imagine(position, world), seat, line)
    return Puzzle(
        game=game.name,
        number=number,
        players=position.players,
        options=position.options,
        deal=position.deal.values,
        actions=tuple(position.actions),
        seat=seat,
        share=round(max(proof.values.values()), DIGITS),
        margin=proof.margin,
        is_exact=proof.is_exact,
        difficulty=rate_difficulty(candidate.glance),
        themes=name_themes(position, proof, [actions[code].text for code in plan]),
        tries=tuple(Try(actions[code].text, proof.loss(code)) for code in proof.order),
        plan=tuple(actions[code].text for code in plan),
        world=world,
    )


def rate_difficulty(glance: float) -> float:
    """A rating from the chance to solve it at a glance."""
    odds = min(max(glance, 0.001), 0.999)
    return round(BEGINNING - ODDS * (math.log(odds / (1 - odds)) - math.log(USUAL)), 1)


def choose_world(position: Position, proof: PuzzleProof) -> int:
    """The world in which the closest mistake costs about its average."""
    seat = position.to_move or 0
    wrong = next(code for code in proof.order if code not in proof.best)
    thinker, known = Thinker(position.game, position.players), position.known_to(seat)

    def measure(world: int) -> float:
        trial = thinker.try_lines(known, seat, [[proof.best[0]], [wrong]], 1, generator(world))
        return abs(trial.compare(0, 1, seat)[0] - proof.loss(wrong))

    return min(range(1, SHOWN_WORLDS + 1), key=measure)


def _look_through(
    game: Game, number: int, players: int, options: dict[str, OptionValue] | None, seed: int
) -> Iterator[PuzzleCandidate]:
    """Play a game, and yield the possible puzzles in it."""
    position = game.start(players, seed=f"puzzles/{seed}/{players}/{number}", options=options)
    rng = stream(seed, "levels", players, number)
    people = [_seat(LEVELS[below(rng, len(LEVELS))], below(rng, SEEDS)) for _ in range(players)]
    most = EASY if number % 4 == 0 else OBVIOUS
    while (seat := position.to_move) is not None:
        found = screen(position, _draw_seed(seed, number, len(position.history)))
        if found is not None and (glance := solve_carelessly(position, found.best)) < most:
            yield PuzzleCandidate(position.copy(), found, glance)
        position.play_code(people[seat].choose(game, players, position.known_to(seat), seat))


def _rank(candidates: Iterable[PuzzleCandidate]) -> list[PuzzleCandidate]:
    """Hardest to see first."""
    return sorted(candidates, key=lambda each: each.glance)


def _seat(level: str, seed: int) -> Player:
    """A house player whose games are the same on every machine, however busy."""
    return LevelPlayer(level, seed, is_timed=False) if level == "host" else seat_player(level, seed)


def _draw_seed(*names: object) -> int:
    return int(stream(0, "puzzle", *names)[0]) % SEEDS


@dataclass(frozen=True)
class _Signature:
    """The signature of a puzzle."""

    best: frozenset[str]
    observation: NDArray[np.float32]
    """The view of the seat to move, by any path."""

    @classmethod
    def of(cls, position: Position, best: Iterable[str]) -> "_Signature":
        kernel, seat = position.game.kernel, position.to_move or 0
        features = np.zeros(kernel.features, np.float32)
        known = position.known_to(seat)
        kernel.canonicalize(known)
        kernel.encode(known, seat, features)
        return cls(frozenset(best), features)

    def is_alike(self, other: "_Signature") -> bool:
        """Whether two puzzles are nearly the same."""
        if not self.best & other.best:
            return False
        told = (self.observation != 0) | (other.observation != 0)
        return bool(np.abs(self.observation - other.observation)[told].mean() < ALIKE)
