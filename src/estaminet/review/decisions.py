"""The values of decisions: the played turn against the best turn that the house finds, in the same fresh worlds.

The thinker chooses the best; both are then tried in other worlds than those it was chosen in. Imagined from what the
seat knew, they say what the decision cost; with all cards open, what nobody could see made of it besides. After what
was played the turn goes on with the best that could still follow: what a later action of the same turn spoiled counts
there, and once.
"""

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from estaminet.engine.game import LogLine
from estaminet.players.hints import play_likely, try_turns, value_all_actions
from estaminet.players.playouts import POOLED
from estaminet.players.reasons import find_reason
from estaminet.players.search import Budget, SearchResult
from estaminet.players.thinker import Line, LineResults, Thinker
from estaminet.review.model import Alternative, Decision, Explanation, Verdict
from estaminet.review.replay import DOUBTED_TURNS, Effort, Replay, Valuation, make_thinker, stream

LEAST_LOSS: Final = 0.05
"""The least cost of a mistake, as a share of the victory."""
GRAVE_LOSS: Final = 0.1
LEAST_ERRORS: Final = 3.0
"""And in standard errors."""
LONGER: Final = 4
"""The factor of the budget that confirms a mistake."""
SEEDS: Final = 1 << 31
Shares = NDArray[np.float64]
"""One of every seat."""


class Loss(NamedTuple):
    """The loss of a decision."""

    gained: Shares
    """Every seat's gain."""
    lost: float
    """The loss of the seat that decided."""
    error: float
    chance: float
    """The seat's expected share after the best."""
    trial: LineResults | None = None
    """The results of the best line and the played one; None if there was nothing to try."""

    @property
    def is_sure(self) -> bool:
        """Whether it is large, hardly chance, and would be as large again."""
        return self.lost - self.error > LEAST_LOSS and self.lost > LEAST_ERRORS * self.error


class ReviewedPly(NamedTuple):
    """The review of one ply."""

    decision: Decision | None
    """None if there was nothing to decide."""
    own: Shares
    errors: Shares
    """Every seat's expected share after the best turn, from the mover's knowledge; and the standard errors."""
    pooled: Shares
    pooled_errors: Shares
    """The same with all cards open."""


@dataclass(frozen=True)
class DecisionReviewer:
    """Looks at the decisions of one game."""

    replay: Replay
    thinker: Thinker
    second_model: Thinker | None
    """If there is one, it must confirm mistakes."""
    valuation: Valuation
    effort: Effort
    seed: int
    thoughts: dict[tuple[int, int], tuple[SearchResult, LineResults]] = field(default_factory=dict, compare=False)
    """A cache by ply and budget. Two threads that think the same agree."""

    def look(self, ply: int, *, is_marked: bool) -> ReviewedPly:
        """Review one ply. Mistakes are looked for only where they are to be marked."""
        parts = self.look_in_parts(ply, is_marked=is_marked)
        while True:
            try:
                next(parts)
            except StopIteration as end:
                found: ReviewedPly = end.value
                return found

    def look_in_parts(self, ply: int, *, is_marked: bool) -> Generator[None, None, ReviewedPly]:
        """The same in parts, so that the caller can do other things in between."""
        replay, seat, code = self.replay, self.replay.movers[ply], self.replay.codes[ply]
        is_forced = len(replay.game.kernel.codes(replay.memory(ply))) == 1
        if not is_forced:
            yield from self._think_in_parts(ply)
        best = self.find_best(ply)
        yield
        is_compared = not is_forced and best[0] != code
        lines = [best, self._find_played(ply)] if is_compared else [best]
        yield
        worlds = self.effort.comparisons if is_compared else self.valuation.worlds
        own = self.thinker.try_lines(replay.known(ply, seat), seat, lines, worlds, self._stream("own", ply))
        yield
        pooled = self.thinker.try_lines(replay.memory(ply), POOLED, lines, worlds, self._stream("pooled", ply))
        yield
        if is_marked and is_compared and self._find_loss(ply, self._think(ply)[0], own).is_sure:
            yield from self._think_in_parts(ply, LONGER)
        decision = None if is_forced else self._judge(ply, own, pooled, is_marked=is_marked)
        return ReviewedPly(decision, *_sum_up(own), *_sum_up(pooled))

    def _judge(self, ply: int, own: LineResults, pooled: LineResults, *, is_marked: bool) -> Decision:
        """The decision whose turns were tried, the best first."""
        replay, seat = self.replay, self.replay.movers[ply]
        nothing = np.zeros(replay.players)
        first = second = Loss(nothing, 0.0, 0.0, float(own.means[0, seat]))
        hidden = nothing
        verdict, better, played = Verdict.BEST, own.lines[0], replay.turn(ply)
        if len(own.lines) > 1:
            verdict = Verdict.CLOSE
            first = second = self._find_loss(ply, self._think(ply)[0], own)
            hidden = pooled.means[1] - pooled.means[0] - _subtract(own)
            if is_marked and first.is_sure:
                better, second = self._confirm(ply)
                if second.is_sure:
                    verdict = Verdict.GRAVE if second.lost > GRAVE_LOSS else Verdict.MISTAKE
        is_mistake = verdict in (Verdict.MISTAKE, Verdict.GRAVE)
        return Decision(
            ply=ply,
            seat=seat,
            verdict=verdict,
            played=self._texts(played),
            better=self._texts(played if verdict is Verdict.BEST else better),
            gained=tuple(first.gained.tolist()),
            error=first.error,
            loss=second.lost,
            loss_error=second.error,
            hidden=tuple(hidden.tolist()),
            chance=second.chance,
            turn=replay.turn_number(ply),
            reason=self._explain(ply, second) if is_mistake else None,
            follow=self._continue(ply, better) if is_mistake else (),
            choices=self._list_alternatives(seat, self._think(ply, LONGER)[0]) if is_mistake else (),
        )

    def find_best(self, ply: int, times: int = 1) -> Line:
        """The best whole turn from here on; forced actions are followed by the best ones after them."""
        if len(self.replay.game.kernel.codes(self.replay.memory(ply))) == 1:
            return self._find_played(ply, times)
        return self._think(ply, times)[1].lines[0]

    def _find_played(self, ply: int, times: int = 1) -> Line:
        """The played action with the best rest of its turn, unless something had to be revealed first."""
        replay = self.replay
        code, seat, game = replay.codes[ply], replay.movers[ply], replay.game
        is_shown = game.pauses is None and game.kernel.revealed(replay.memory(ply + 1))
        is_pause = game.pauses is not None and game.actions[code].kind in game.pauses
        if is_shown or is_pause or replay.movers[ply + 1 : ply + 2] != (seat,):
            return (code,)
        return code, *self.find_best(ply + 1, times)

    def _think(self, ply: int, times: int = 1) -> tuple[SearchResult, LineResults]:
        """The search of a hint, from what the seat knew."""
        for _ in self._think_in_parts(ply, times):
            pass
        return self.thoughts[ply, times]

    def _think_in_parts(self, ply: int, times: int = 1) -> Iterator[None]:
        if (ply, times) in self.thoughts:
            return
        replay, seat = self.replay, self.replay.movers[ply]
        seed = int(self._stream("think", times, ply)[0]) % SEEDS
        budget = Budget(iterations=times * self.valuation.iterations)
        known, worlds = replay.known(ply, seat), times * self.valuation.worlds
        thoughts = value_all_actions(self.thinker, known, seat, budget, seed)
        yield
        self.thoughts[ply, times] = thoughts, try_turns(self.thinker, known, seat, thoughts, seed, worlds)
        yield

    def _find_loss(self, ply: int, thoughts: SearchResult, trial: LineResults) -> Loss:
        """The loss of the played turn against the best, as calculated, or as tried."""
        seat, code, best = self.replay.movers[ply], self.replay.codes[ply], thoughts.candidates[0]
        if thoughts.is_exact:
            for each in thoughts.candidates:
                if each.code == code:
                    gained = np.subtract(each.shares, best.shares)
                    return Loss(gained, -float(gained[seat]), 0.0, best.shares[seat], trial)
        lost, error = trial.compare(0, 1, seat)
        return Loss(_subtract(trial), lost, error, float(trial.means[0, seat]), trial)

    def _confirm(self, ply: int) -> tuple[Line, Loss]:
        """A second look, with a larger budget; without agreement, a loss that is not sure."""
        replay, seat = self.replay, self.replay.movers[ply]
        times = 1 if self._think(ply)[0].is_exact else LONGER
        thoughts, best = self._think(ply, times)[0], self.find_best(ply, times)
        if best[0] == replay.codes[ply]:
            chance = thoughts.candidates[0].shares[seat]
            return best, Loss(np.zeros(replay.players), 0.0, 0.0, chance)
        lines, worlds = [best, self._find_played(ply, LONGER)], self.effort.confirmations
        known = replay.known(ply, seat)
        trial = self.thinker.try_lines(known, seat, lines, worlds, self._stream("confirm", ply))
        second = self._find_loss(ply, thoughts, trial)
        if self.second_model is not None and second.is_sure:
            doubted = self.second_model.try_lines(known, seat, lines, worlds, self._stream("doubt", ply))
            doubt = self._find_loss(ply, thoughts, doubted)
            return best, second if doubt.is_sure else doubt
        return best, second

    def _list_alternatives(self, seat: int, thoughts: SearchResult) -> tuple[Alternative, ...]:
        best = thoughts.candidates[0].shares[seat]
        return tuple(
            Alternative(self._texts([each.code])[0], max(0.0, best - each.shares[seat]), self._texts(each.continuation))
            for each in thoughts.candidates
        )

    def _continue(self, ply: int, better: Line) -> tuple[str, ...]:
        return tuple(each.action for each in play_likely(self.thinker, self.replay.memory(ply), better))

    def _explain(self, ply: int, loss: Loss) -> Explanation | None:
        trial = loss.trial
        if trial is None:
            return None
        calculated = loss.lost if loss.error == 0 else None
        line: LogLine = find_reason(self.replay.game, trial, self.replay.movers[ply], calculated=calculated)
        return Explanation(line.key, dict(line.arguments))

    def _stream(self, *names: object) -> NDArray[np.uint64]:
        return stream(self.seed, *names)

    def _texts(self, codes: Sequence[int]) -> tuple[str, ...]:
        return tuple(self.replay.game.actions[code].text for code in codes)


def _sum_up(trial: LineResults) -> tuple[Shares, Shares]:
    """Every seat's expected share after the first line, and the standard errors."""
    shares = trial.shares[:, 0]
    return shares.mean(axis=0), shares.std(axis=0, ddof=1) / np.sqrt(len(shares))


def _subtract(trial: LineResults) -> Shares:
    """Every seat's gain by the second line, against the first."""
    gained: Shares = trial.means[1] - trial.means[0]
    return gained


def make_reviewer(
    replay: Replay, thinker: Thinker, valuation: Valuation, effort: Effort, seed: int
) -> DecisionReviewer:
    """A reviewer for a game, with a second model where the game wants one."""
    is_doubted = replay.players >= valuation.doubted_from
    second_model = make_thinker(replay.game, replay.players, DOUBTED_TURNS) if is_doubted else None
    return DecisionReviewer(replay, thinker, second_model, valuation, effort, seed)
