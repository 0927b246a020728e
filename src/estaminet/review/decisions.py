"""What decisions were worth: what was played against the best that the house finds, on the same fresh worlds.

The best is chosen by a search; both are then valued on other worlds than those it was chosen on, all of them
imagined from what the seat knew. After what was played the turn goes on with the best that could still follow: what a
later action of the same turn spoiled counts there, and once.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from estaminet.engine.kernel import Known
from estaminet.players.hints import find_reason
from estaminet.players.player import think
from estaminet.players.playouts import SearchSettings
from estaminet.players.search import Budget, Candidate, Thoughts, find_settings
from estaminet.review.model import Alternative, Decision, Explanation, Verdict
from estaminet.review.replay import Replay
from estaminet.review.valuation import Effort, Valuation, Valuer, greedy_settings, stream

LEAST_LOSS: Final = 0.05
"""What a mistake costs at least, as a share of the victory."""
GRAVE_LOSS: Final = 0.1
LEAST_ERRORS: Final = 3.0
"""And in standard errors."""
LONGER: Final = 4
"""How many times as long the search is that confirms a mistake."""
SEEDS: Final = 1 << 31


class Loss(NamedTuple):
    """What a decision cost."""

    gained: NDArray[np.float64]
    """What every seat gained by it."""
    lost: float
    """What the seat that decided lost."""
    error: float

    @property
    def is_sure(self) -> bool:
        """Whether it is large, hardly chance, and would be as large again."""
        return self.lost - self.error > LEAST_LOSS and self.lost > LEAST_ERRORS * self.error


@dataclass(frozen=True)
class DecisionReviewer:
    """Looks at the decisions of one game."""

    replay: Replay
    valuer: Valuer
    second_model: Valuer | None
    """Where there is one, it must agree that a mistake is one."""
    settings: SearchSettings
    """Of the search. It plays on as the valuer does: else what it finds would not be the best in the valuer's eyes."""
    effort: Effort
    seed: int
    thoughts: dict[tuple[int, int], Thoughts] = field(default_factory=dict, compare=False)
    """By ply and how long was thought, since the same are asked for again. Two threads that think the same agree."""

    def look(self, ply: int, *, is_marked: bool) -> Decision | None:
        """One decision; None if it was forced. Whether it was a mistake is asked only where it is to be marked."""
        replay, seat, code = self.replay, self.replay.movers[ply], self.replay.codes[ply]
        if len(replay.game.kernel.codes(replay.memory(ply))) == 1:
            return None
        thoughts = self._think(ply)
        best = thoughts.candidates[0]
        verdict = Verdict.BEST
        first = second = Loss(np.zeros(replay.players), 0.0, 0.0)
        if best.code != code:
            verdict = Verdict.CLOSE
            first = second = self._weigh(ply, thoughts, self.effort.comparisons, "compare")
            if is_marked and first.is_sure:
                thoughts, second = self._confirm(ply, thoughts)
                best = thoughts.candidates[0]
                if second.is_sure:
                    verdict = Verdict.GRAVE if second.lost > GRAVE_LOSS else Verdict.MISTAKE
        known, played = replay.known(ply, seat), replay.turn(ply)
        better = played if verdict is Verdict.BEST else self._turn_of(known, seat, best)
        is_mistake = verdict in (Verdict.MISTAKE, Verdict.GRAVE)
        return Decision(
            ply=ply,
            seat=seat,
            verdict=verdict,
            played=self._texts(played),
            better=self._texts(better),
            gained=tuple(first.gained.tolist()),
            error=first.error,
            loss=second.lost,
            loss_error=second.error,
            reason=self._explain(known, seat, better, played, second) if is_mistake else None,
            choices=self._list_alternatives(seat, thoughts) if is_mistake else (),
        )

    def compare(
        self, ply: int, best: Sequence[int], worlds: int, purpose: str, times: int = 1, valuer: Valuer | None = None
    ) -> Loss:
        """What was played against the best turn, on fresh worlds; what follows is thought about `times` as long."""
        replay, seat = self.replay, self.replay.movers[ply]
        lines = [self._line_played(ply, times), best]
        rng = stream(self.seed, purpose, ply)
        shares = (valuer or self.valuer).try_lines(replay.known(ply, seat), seat, lines, worlds, rng)
        differences = shares[:, 0] - shares[:, 1]
        gained = differences.mean(axis=0)
        return Loss(gained, -float(gained[seat]), float(differences[:, seat].std(ddof=1) / np.sqrt(worlds)))

    def _line_played(self, ply: int, times: int) -> tuple[int, ...]:
        """What was played, and the best that could follow in the same turn."""
        replay = self.replay
        if replay.movers[ply : ply + 2] != (replay.movers[ply],) * 2:
            return (replay.codes[ply],)
        return replay.codes[ply], *_line_of(self._think(ply + 1, times).candidates[0])

    def _think(self, ply: int, times: int = 1) -> Thoughts:
        if (ply, times) not in self.thoughts:
            replay, seat = self.replay, self.replay.movers[ply]
            seed = int(stream(self.seed, "think", times, ply)[0]) % SEEDS
            budget = Budget(iterations=times * self.effort.iterations)
            known = replay.known(ply, seat)
            self.thoughts[ply, times] = think(replay.game, replay.players, known, seat, budget, seed, self.settings)
        return self.thoughts[ply, times]

    def _weigh(
        self, ply: int, thoughts: Thoughts, worlds: int, purpose: str, times: int = 1, valuer: Valuer | None = None
    ) -> Loss:
        """What was played against the best, as calculated, or on fresh worlds."""
        seat, code, best = self.replay.movers[ply], self.replay.codes[ply], thoughts.candidates[0]
        if thoughts.is_exact:
            for each in thoughts.candidates:
                if each.code == code:
                    gained = np.subtract(each.shares, best.shares)
                    return Loss(gained, -float(gained[seat]), 0.0)
        return self.compare(ply, _line_of(best), worlds, purpose, times, valuer)

    def _confirm(self, ply: int, thoughts: Thoughts) -> tuple[Thoughts, Loss]:
        """The second look, with a longer search; where somebody does not agree, a loss that is not sure."""
        if not thoughts.is_exact:
            thoughts = self._think(ply, LONGER)
        best = thoughts.candidates[0]
        if best.code == self.replay.codes[ply] or (not thoughts.is_exact and self._is_advised(ply)):
            return thoughts, Loss(np.zeros(self.replay.players), 0.0, 0.0)
        worlds = self.effort.confirmations
        second = self._weigh(ply, thoughts, worlds, "confirm", LONGER)
        if self.second_model is not None and second.is_sure:
            doubted = self._weigh(ply, thoughts, worlds, "doubt", LONGER, self.second_model)
            return thoughts, second if doubted.is_sure else doubted
        return thoughts, second

    def _is_advised(self, ply: int) -> bool:
        """Whether a search as a hint makes it would do the same: then it is no mistake, whatever the valuer says."""
        replay, seat = self.replay, self.replay.movers[ply]
        seed = int(stream(self.seed, "advise", ply)[0]) % SEEDS
        budget = Budget(iterations=LONGER * self.effort.iterations)
        advised = think(replay.game, replay.players, replay.known(ply, seat), seat, budget, seed)
        return advised.candidates[0].code == replay.codes[ply]

    def _list_alternatives(self, seat: int, thoughts: Thoughts) -> tuple[Alternative, ...]:
        best = thoughts.candidates[0].shares[seat]
        choices = [
            Alternative(self._texts([each.code])[0], max(0.0, best - each.shares[seat]), self._texts(each.continuation))
            for each in thoughts.candidates
        ]
        return tuple(choices)

    def _turn_of(self, known: Known, seat: int, best: Candidate) -> tuple[int, ...]:
        """The best action and what the seat would go on with in its turn, as far as that is possible in some world."""
        kernel = self.replay.game.kernel
        world = known.copy()
        kernel.determinize(world, seat, stream(self.seed, "turn"))
        codes: list[int] = []
        for code in _line_of(best):
            if kernel.to_move(world) != seat or code not in kernel.codes(world).tolist():
                break
            kernel.apply(world, code)
            codes.append(code)
        return tuple(codes)

    def _explain(
        self, known: Known, seat: int, better: Sequence[int], played: Sequence[int], loss: Loss
    ) -> Explanation:
        line = find_reason(self.replay.game, known, seat, better, played, gain=loss.lost, seed=self.seed)
        return Explanation(line.key, dict(line.arguments))

    def _texts(self, codes: Sequence[int]) -> tuple[str, ...]:
        return tuple(self.replay.game.actions[code].text for code in codes)


def _line_of(best: Candidate) -> tuple[int, ...]:
    return best.code, *best.continuation


def make_reviewer(replay: Replay, valuation: Valuation, valuer: Valuer, effort: Effort, seed: int) -> DecisionReviewer:
    """A reviewer for a game, with a second model where the game wants one."""
    own, greedy = find_settings(replay.game), greedy_settings(replay.game, valuation.turns)
    second_model = Valuer(replay.game, replay.players, own) if replay.players >= valuation.doubted_from else None
    settings = own.replace(playout_turns=greedy.playout_turns, candidates=greedy.candidates, rollout=False)
    return DecisionReviewer(replay, valuer, second_model, settings, effort, seed)
