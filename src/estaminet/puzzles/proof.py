"""Whether a position is a puzzle: one best action, by a clear margin, for any search.

The result of the search must hold at ten times its budget, with two other seeds, and on fresh worlds not used for
the choice; an exact calculation of the end is proof enough.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from estaminet.arena.solver import solve
from estaminet.engine.errors import HiddenPosition, LargePosition
from estaminet.engine.game import Game
from estaminet.engine.jit.random import generator
from estaminet.engine.kernel import Known
from estaminet.engine.position import Position
from estaminet.players.exact import calculate_end
from estaminet.players.search import Budget, Candidate, SearchResult, search
from estaminet.players.thinker import Thinker
from estaminet.puzzles.model import GOOD_ENOUGH, Puzzle

SCREEN: Final = 100
"""Iterations of the search at every decision."""
BUDGET: Final = 400
"""Iterations of the search that finds a puzzle."""
LONGER: Final = 10
"""The budget of the confirming searches, as a multiple."""
CONFIRMING_SEEDS: Final = (1, 2)
SECOND_LOOK: Final = 3
"""The seed of another search of the same length, which saves most of the long ones."""
WORLDS: Final = 200
"""Fresh worlds in which the best meets its rivals."""
FEW_WORLDS: Final = 60
"""For rough estimates."""
CLOSE: Final = 0.12
"""Smaller losses on those are checked again."""
RIVALS: Final = 6
"""Their number: the others that looked best."""
LEAST_MARGIN: Final = 0.08
"""Least lead of the best over all that the search tried often."""
LEAST_FRESH_MARGIN: Final = 0.04
"""The same on fresh worlds. There the rest of the turn is played greedily, which costs the best most."""
LEAST_ERRORS: Final = 2.5
"""The margin on fresh worlds, in standard errors."""
MOST_BEST: Final = 3
"""The most actions that may be equally good: the cards of a turn can often be played in any order."""
SEEN: Final = 20
"""The tries that an action needs for a reliable value."""
DIGITS: Final = 3
END_NODES: Final = 300_000
"""The most positions in an end of a game that is calculated."""
UNSEEN: Final = -1.0
"""The value of others until they meet the best on fresh worlds: below everything."""


@dataclass(frozen=True)
class PuzzleProof:
    """The values of a position's actions, in shares of the victory of the seat to move."""

    values: Mapping[int, float]
    """By action code."""
    is_exact: bool
    continuation: tuple[int, ...] = ()
    """The rest of the best turn, as far as examined."""

    @property
    def order(self) -> list[int]:
        """The codes, the best first."""
        return sorted(self.values, key=lambda code: (-self.values[code], code))

    @property
    def best(self) -> list[int]:
        """The codes that are good enough."""
        return [code for code in self.order if self.loss(code) < GOOD_ENOUGH]

    @property
    def margin(self) -> float:
        """The lead of the best over all that is not good enough, as far as it was examined."""
        losses = [self.loss(code) for code, value in self.values.items() if value != UNSEEN]
        return min((loss for loss in losses if loss >= GOOD_ENOUGH), default=1.0 if self.unseen else 0.0)

    @property
    def unseen(self) -> list[int]:
        """The codes not examined closely."""
        return [code for code, value in self.values.items() if value == UNSEEN]

    @property
    def is_clear(self) -> bool:
        """Whether few actions are good and the others clearly worse."""
        return self.margin >= LEAST_MARGIN and len(self.best) <= min(MOST_BEST, len(self.values) // 2)

    def loss(self, code: int) -> float:
        """The loss from an action, as exact as is known."""
        return round(max(self.values.values()) - self.values[code], DIGITS)


def screen(position: Position, seed: int) -> PuzzleProof | None:
    """A quick check; None if there is clearly no puzzle here."""
    game, players, seat = position.game, position.players, position.to_move
    if seat is None or len(position.legal_codes()) < 3:
        return None
    known = position.known_to(seat)
    solved = calculate_end(game, players, known, seat)
    if solved is not None and solved.is_exact:
        proof = PuzzleProof({each.code: each.shares[seat] for each in solved.candidates}, is_exact=True)
        return proof if proof.is_clear else None

    def look(iterations: int, own_seed: int) -> PuzzleProof | None:
        proof = _pool([search(game, players, known, seat, Budget(iterations=iterations), own_seed)], seat)
        return proof if proof is not None and proof.is_clear else None

    if not look(SCREEN, seed) or not (second := look(BUDGET, seed + SECOND_LOOK)):
        return None
    found = look(BUDGET, seed)
    return found if found and set(found.best) == set(second.best) else None


def calculate(position: Position) -> PuzzleProof | None:
    """The exact value of every action, where possible."""
    try:
        solution = solve(position, most_nodes=END_NODES)
    except (HiddenPosition, LargePosition):
        return None
    return PuzzleProof({position.game.code(text): value for text, value in solution.values.items()}, is_exact=True)


def prove(position: Position, found: PuzzleProof, seed: int) -> PuzzleProof | None:
    """The same with reliable values; None if a check disagrees."""
    exact = found if found.is_exact else calculate(position)
    if exact is not None:
        return exact if exact.is_clear else None
    game, players, seat = position.game, position.players, position.to_move or 0
    known = position.known_to(seat)
    long: list[SearchResult] = []
    for other in CONFIRMING_SEEDS:
        long.append(search(game, players, known, seat, Budget(iterations=LONGER * BUDGET), seed + other))
        again = _pool(long[-1:], seat)
        if again is None or not again.is_clear or set(again.best) != set(found.best):
            return None
    pooled = _pool(long, seat)
    if pooled is None or not pooled.is_clear or set(pooled.best) != set(found.best):
        return None
    thinker = Thinker(game, players)
    if thinker.think(known, seat, Budget(iterations=BUDGET), seed).candidates[0].code not in pooled.best:
        return None
    fresh = _Fresh(thinker, known, seat, pooled, seed)
    unseen = fresh.value_unseen()
    if unseen is None or not fresh.is_ahead():
        return None
    return replace(pooled, values={**pooled.values, **unseen})


def still_holds(puzzle: Puzzle, game: Game, *, iterations: int, seed: int) -> bool:
    """Whether the strongest player, with this budget and a seed of its own, takes one of the best actions."""
    known = puzzle.position(game).known_to(puzzle.seat)
    thoughts = Thinker(game, puzzle.players).think(known, puzzle.seat, Budget(iterations=iterations), seed)
    return game.actions[thoughts.candidates[0].code].text in puzzle.best


def _pool(thoughts: list[SearchResult], seat: int) -> PuzzleProof | None:
    """The pooled searches; None if the most tried action is not the one with the best value.

    A rarely tried action is not assumed to be good.
    """
    by_code: dict[int, list[Candidate]] = {}
    for each in thoughts:
        for candidate in each.candidates:
            by_code.setdefault(candidate.code, []).append(candidate)
    visits = {code: sum(each.visits for each in same) for code, same in by_code.items()}
    values = {
        code: sum(each.shares[seat] * each.visits for each in same) / max(visits[code], 1)
        for code, same in by_code.items()
    }
    top = max(visits, key=lambda code: visits[code])
    values |= {code: UNSEEN for code in values if visits[code] < SEEN and code != top}
    if max(values.values()) - values[top] >= GOOD_ENOUGH:
        return None
    longest = max(by_code[max(values, key=lambda code: values[code])], key=lambda each: each.visits)
    return PuzzleProof(values, is_exact=False, continuation=longest.continuation)


class _Fresh:
    """The best of a position against the others, all on the same fresh worlds."""

    def __init__(self, thinker: Thinker, known: Known, seat: int, proof: PuzzleProof, seed: int) -> None:
        self._thinker = thinker
        self._known, self._seat, self._proof, self._seed = known, seat, proof, seed

    def is_ahead(self) -> bool:
        """Whether the best is ahead of its rivals."""
        rivals = [code for code in self._proof.order if code not in self._proof.best][:RIVALS]
        ahead = self._compare(rivals, WORLDS)
        errors = ahead.std(axis=0, ddof=1) / np.sqrt(WORLDS)
        return bool(np.all(ahead.mean(axis=0) >= np.maximum(LEAST_FRESH_MARGIN, LEAST_ERRORS * errors)))

    def value_unseen(self) -> dict[int, float] | None:
        """Values for the actions not examined closely; None if some may be good after all."""
        unseen = self._proof.unseen
        if not unseen:
            return {}
        losses = self._lose(unseen, FEW_WORLDS)
        if close := [code for code in unseen if losses[code] < CLOSE]:
            losses |= self._lose(close, WORLDS)
        if min(losses.values()) < LEAST_FRESH_MARGIN:
            return None
        top = max(self._proof.values.values())
        return {code: max(0.0, top - loss) for code, loss in losses.items()}

    def _lose(self, codes: list[int], worlds: int) -> dict[int, float]:
        """Losses from actions, on average over so many worlds."""
        return dict(zip(codes, self._compare(codes, worlds).mean(axis=0).tolist(), strict=True))

    def _compare(self, codes: list[int], worlds: int) -> NDArray[np.float64]:
        """The lead of the best, by world and code."""
        lines = [[code] for code in (self._proof.best[0], *codes)]
        trial = self._thinker.try_lines(self._known, self._seat, lines, worlds, generator(self._seed))
        own: NDArray[np.float64] = trial.shares[:, :, self._seat]
        return own[:, :1] - own[:, 1:]
