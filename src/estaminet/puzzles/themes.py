"""The themes of a puzzle, found by playing: the best turn against the most tempting other one, in imagined worlds.

Everything is judged from the seat's knowledge, as elsewhere in a puzzle.
"""

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Final

import numpy as np
from numpy.typing import NDArray

from estaminet.engine.jit.layout import Memory
from estaminet.engine.jit.random import generator
from estaminet.engine.position import Position
from estaminet.players import exact
from estaminet.players.player import GreedyPlayer
from estaminet.players.thinker import Thinker
from estaminet.puzzles.proof import PuzzleProof

WORLDS: Final = 24
OFTEN: Final = 0.5
"""Part of the worlds in which a threat must exist."""
CLEARLY: Final = 0.25
"""The least difference in how often a threat exists."""
MUCH: Final = 0.13
"""Least share of the victory that only others' answers show."""
LEAST_TAKEN: Final = 2
"""A block takes this many times as much from a rival as the other turn."""
A_LITTLE: Final = 0.03
FEW: Final = 6
"""Number of hands to keep in mind."""
COUNTED_WORLDS: Final = 240
"""The worlds in which the turns meet, to see whether another hand changes the best turn."""
RIVALS: Final = 4
"""Rivals of the best turn."""
LEAST_SHARE: Final = 0.08
"""Less likely hands are ignored."""
SURELY: Final = 3.0
"""Standard errors by which another turn must be better."""
LONGEST_TURN: Final = 20


class Theme(StrEnum):
    """A theme of a puzzle."""

    WIN = "win"
    """The best turn wins at once."""
    BLOCK = "block"
    """It costs a rival more than it gains, or removes an answer that would have hurt."""
    SACRIFICE = "sacrifice"
    """It costs something, or at first looks worse than another turn."""
    DOUBLE_THREAT = "double_threat"
    """Whatever the others answer, the next turn will often win."""
    COUNTING = "counting"
    """The others' hands can be counted, and it matters: few are possible, and with one of them another turn
    is better."""


def name_themes(position: Position, proof: PuzzleProof, line: Sequence[str] = ()) -> tuple[Theme, ...]:
    """The themes of a puzzle, if any. The line is the continuation of the best turn."""
    seat = position.to_move or 0
    best, plan = proof.order[0], [position.game.code(text) for text in line]
    tempting = next(code for code in proof.order if code not in proof.best)
    scout = _Simulator(position, seat)
    good = [scout.finish_turn(world, best, plan) for world in scout.worlds]
    bad = [scout.finish_turn(world, tempting, []) for world in scout.worlds]
    good_later, bad_later = ([scout.answer(world) for world in worlds] for worlds in (good, bad))
    before = scout.count(scout.worlds)
    gained, otherwise = (scout.count(worlds) - before for worlds in (good, bad))
    ahead = scout.expect(good) - scout.expect(bad)
    ahead_later = scout.expect(good_later) - scout.expect(bad_later)
    parried = scout.share(bad, scout.rival_wins) - scout.share(good, scout.rival_wins)
    threat, other_threat = scout.share(good_later, scout.seat_wins), scout.share(bad_later, scout.seat_wins)
    wins = scout.share(good, scout.is_won)
    checks = {
        Theme.WIN: wins == 1,
        Theme.BLOCK: wins < 1
        and (_takes_more(gained, otherwise, seat) or parried >= CLEARLY or ahead_later - ahead >= MUCH),
        Theme.SACRIFICE: ahead <= -A_LITTLE or (gained.size > 0 and bool(gained[seat] < 0)),
        Theme.DOUBLE_THREAT: wins < CLEARLY and threat >= OFTEN and threat - other_threat >= CLEARLY,
        Theme.COUNTING: needs_counting(position, proof),
    }
    return tuple(theme for theme, holds in checks.items() if holds)


def _takes_more(gained: NDArray[np.float64], otherwise: NDArray[np.float64], seat: int) -> bool:
    """Whether a rival loses more than the seat gains, and more than the other turn would take."""
    if not gained.size or (rival := int(gained.argmin())) == seat:
        return False
    return bool(-gained[rival] > max(0.0, float(gained[seat]), LEAST_TAKEN * -otherwise[rival]))


def needs_counting(position: Position, proof: PuzzleProof) -> bool:
    """Whether few hands are possible, and one of them changes the best turn."""
    seat, kernel = position.to_move or 0, position.game.kernel
    others = [each for each in range(position.players) if each != seat]
    rivals = [code for code in proof.order if code not in proof.best][:RIVALS]
    trial = Thinker(position.game, position.players).try_lines(
        position.known_to(seat), seat, [[code] for code in (proof.order[0], *rivals)], COUNTED_WORLDS, generator(0)
    )
    hands: dict[bytes, list[int]] = {}
    for at, world in enumerate(trial.worlds):
        hands.setdefault(b"".join(kernel.known(world, each).tobytes() for each in others), []).append(at)
    if not 1 < len(hands) <= FEW:
        return False
    own = trial.shares[:, :, seat]
    for worlds in hands.values():
        ahead = own[worlds, 1:] - own[worlds, :1]
        error = ahead.std(axis=0, ddof=1) / np.sqrt(len(worlds)) if len(worlds) > LEAST_SHARE * COUNTED_WORLDS else 1
        if np.any(ahead.mean(axis=0) > np.maximum(A_LITTLE, SURELY * error)):
            return True
    return False


class _Simulator:
    """Plays on in worlds that a seat imagines."""

    def __init__(self, position: Position, seat: int) -> None:
        self._game, self._players, self._seat = position.game, position.players, seat
        self._kernel = position.game.kernel
        self._line = np.empty(max(self._kernel.most_legal, exact.LONGEST_LINE), np.int16)
        self.worlds: list[Memory] = []
        for number in range(WORLDS):
            world: Memory = position.known_to(seat).copy()
            self._kernel.determinize(world, seat, generator(number + 1))
            self.worlds.append(world)

    def finish_turn(self, world: Memory, code: int, plan: Sequence[int]) -> Memory:
        """The world after an action and the rest of the seat's turn."""
        after, planned = world.copy(), list(plan)
        self._kernel.apply(after, code)
        for _ in range(LONGEST_TURN):
            if self._kernel.to_move(after) != self._seat:
                break
            codes = self._kernel.codes(after).tolist()
            self._kernel.apply(after, planned.pop(0) if planned and planned[0] in codes else self._choose(after))
        return after

    def answer(self, world: Memory) -> Memory:
        """The world at the seat's next turn, after the others' most promising actions."""
        after = world.copy()
        for _ in range(LONGEST_TURN):
            if self._kernel.to_move(after) in (self._seat, -1):
                break
            self._kernel.apply(after, self._choose(after))
        return after

    def share(self, worlds: Sequence[Memory], holds: Callable[[Memory], bool]) -> float:
        """The share of the worlds in which something holds."""
        return sum(map(holds, worlds)) / len(worlds)

    def count(self, worlds: Sequence[Memory]) -> NDArray[np.float64]:
        """Each seat's holdings, on average; empty if the game has none."""
        seen = [self._game.holdings(self._kernel.known(world, self._seat)) for world in worlds]
        return np.mean(seen, axis=0) if seen[0] else np.zeros(0)

    def expect(self, worlds: Sequence[Memory]) -> float:
        """The seat's expected share, at a glance."""
        return float(np.mean([self._estimate(world)[self._seat] for world in worlds]))

    def is_won(self, world: Memory) -> bool:
        return self._kernel.to_move(world) < 0 and bool(self._estimate(world)[self._seat] == 1)

    def rival_wins(self, world: Memory) -> bool:
        """Whether a rival has won, or could in the next turn."""
        mover = self._kernel.to_move(world)
        if mover < 0:
            return bool(self._estimate(world)[self._seat] == 0)
        return mover != self._seat and self._can_win(world, mover)

    def seat_wins(self, world: Memory) -> bool:
        """Whether the seat has won, or could in its next turn."""
        mover = self._kernel.to_move(world)
        return self.is_won(world) if mover < 0 else mover == self._seat and self._can_win(world, mover)

    def _estimate(self, world: Memory) -> NDArray[np.float64]:
        """Each seat's share; the true one after the game."""
        shares = np.zeros(self._players)
        self._kernel.evaluate(world, shares)
        return shares

    def _can_win(self, world: Memory, seat: int) -> bool:
        return exact.find_line(self._kernel.functions, world, seat, self._line, np.zeros(self._players)) > 0

    def _choose(self, world: Memory) -> int:
        mover = int(self._kernel.to_move(world))
        known = self._kernel.known(world, mover)
        return GreedyPlayer(1).choose(self._game, self._players, known, mover)
