"""The parts of a review, as it is stored and sent. Plies count actions from 0; shares are of the victory, 0 to 1."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Final

from estaminet.engine.game import AccountWeights
from estaminet.engine.options import OptionValue

FORMAT: Final = "estaminet-review/2"


class Cause(StrEnum):
    """The cause of a change of chances."""

    DRAW = "draw"
    DECISION = "decision"


@dataclass(frozen=True)
class TurningPoint:
    """The action after which the chances of a seat changed most."""

    seat: int
    ply: int
    before: float
    """The seat's expected share before the action."""
    after: float
    cause: Cause
    """A draw, or a decision: the one that changed more."""


@dataclass(frozen=True)
class Curve:
    """Everybody's chances during the game, from one point of view."""

    view: int
    """A seat: what it knew then. NOBODY: what everybody knew. POOLED: all cards open, no order of a stack."""
    shares: tuple[tuple[float, ...], ...]
    """Every seat's expected share of the victory before the first action and after each; each row adds up to 1.

    The last row is the result, if the game was played to its end.
    """
    errors: tuple[float, ...]
    """The largest standard error in each row."""
    turning_point: TurningPoint | None = None
    """Of a seat's view, its own; of the others, of any seat. None if nothing changed much."""


@dataclass(frozen=True)
class Draw:
    """An action with a draw that nobody could foresee."""

    ply: int
    gained: tuple[float, ...]
    """Every seat's gain by it, against the average of all possible draws."""


class Verdict(StrEnum):
    """The verdict on a decision."""

    BEST = "best"
    """The choice of the house."""
    CLOSE = "close"
    """Too close to judge, or no worse."""
    MISTAKE = "mistake"
    GRAVE = "grave"
    """A mistake that cost more than a tenth of the victory."""


@dataclass(frozen=True)
class Alternative:
    """Another possible turn."""

    action: str
    loss: float
    """The loss against the best, by the house's estimate."""
    continuation: tuple[str, ...]
    """The expected continuation."""


@dataclass(frozen=True)
class Explanation:
    """Why something else was better, in no language yet: a key of the game's sentences, and their arguments."""

    key: str
    arguments: Mapping[str, str | int]


@dataclass(frozen=True)
class Decision:
    """An action that was not the only one possible, against the best that the house could find."""

    ply: int
    seat: int
    verdict: Verdict
    played: tuple[str, ...]
    """The texts of this action and the rest of the seat's turn."""
    better: tuple[str, ...]
    """The same for the best turn, as far as it was searched; the played one, if that was the best."""
    gained: tuple[float, ...]
    """Every seat's gain by it; the mover's is nothing or less, as a rule. These enter the account."""
    error: float
    """The standard error of the mover's own gain."""
    loss: float
    """Its cost to the seat; of a mistake, as valued a second time on other worlds."""
    loss_error: float
    """The standard error of that."""
    hidden: tuple[float, ...]
    """Every seat's further gain by it, because of cards that the mover could not see: on average, nothing."""
    chance: float
    """The share that the seat could expect after the best turn, from what it knew: it can have lost no more."""
    turn: int
    """The turn of the game, from 1."""
    reason: Explanation | None = None
    """The reason why the other was better, if the game has one."""
    follow: tuple[str, ...] = ()
    """Of a mistake: the better turn and what would have followed it, several turns, with the cards as they lay."""
    choices: tuple[Alternative, ...] = ()
    """Of a mistake: everything that was possible, the best first."""


@dataclass(frozen=True)
class Account:
    """Where one seat's result came from: `result` is 1/players plus all terms from `place` to `judgement`."""

    seat: int
    result: float
    place: float
    """The seat's expected share before the deal, less 1/players."""
    deal: float
    """The luck of the deal, times its weight."""
    draws: float
    """The luck of the draws during the game, times its weight."""
    hidden: float
    """The effect of hidden cards on decisions, its own and the others', times its weight."""
    others: float
    """The gain by the others' decisions, times its weight."""
    decisions: float
    """The cost of its own decisions, times its weight."""
    judgement: float
    """The rest: errors of the valuation, and things that nobody could know."""
    weights: AccountWeights
    """The weights of the parts."""
    is_explained: bool
    """Whether the rest is at most half of what there is to explain: otherwise the account of one game says little."""
    stake: float
    """The stake of all its decisions: the sum of share x (1 - share)."""
    accuracy: float | None
    """The part of the stake that it kept, in percent; None if it had none."""
    error_rate: float | None
    """The part of the stake that it lost, in thousandths."""

    @property
    def luck(self) -> float:
        """Deal, draws and hidden cards together."""
        return self.deal + self.draws + self.hidden

    @property
    def terms(self) -> dict[str, float]:
        """The terms that add up to result - 1/players."""
        names = ("place", "deal", "draws", "hidden", "others", "decisions", "judgement")
        return {name: getattr(self, name) for name in names}


@dataclass(frozen=True, kw_only=True)
class Review:
    """The review of a finished game. Parts of an unfinished review are empty."""

    format: str = FORMAT
    game: str
    players: int
    options: Mapping[str, OptionValue]
    seed: int
    result: tuple[float, ...]
    """Every seat's share of the victory."""
    actions: tuple[str, ...]
    movers: tuple[int, ...]
    """The seat of each action."""
    rounds: tuple[int, ...]
    """The plies of the actions that ended a round, the last one excepted."""
    tallies: Mapping[str, tuple[tuple[int | float, ...], ...]]
    """The tallies before the first action and after each: for each thing that is counted, a number a seat."""
    curves: tuple[Curve, ...]
    """The curves: one for each reviewed seat, one for everybody together, and one with all cards open."""
    is_finished: bool = True
    """Whether the game was played to its end; otherwise somebody ended it early, with this result."""
    is_quick: bool = True
    """Whether the curves are only a first estimate."""
    accounts: tuple[Account, ...] = ()
    """One for each reviewed seat; empty until all is done."""
    draws: tuple[Draw, ...] = ()
    decisions: tuple[Decision, ...] = ()
    """The decisions of the reviewed seats."""
    done: int = 0
    """The finished steps, of `total`."""
    total: int = 1

    @property
    def is_complete(self) -> bool:
        return self.done == self.total

    def curve(self, view: int) -> Curve:
        """The curve from a point of view."""
        return next(each for each in self.curves if each.view == view)

    @property
    def mistakes(self) -> list[Decision]:
        """The marked decisions, the gravest first."""
        marked = (each for each in self.decisions if each.verdict in (Verdict.MISTAKE, Verdict.GRAVE))
        return sorted(marked, key=lambda each: -each.loss)

    def to_data(self) -> dict[str, object]:
        """Plain data for JSON."""
        return asdict(self)

    def to_json(self) -> str:
        return json.dumps(self.to_data(), ensure_ascii=False)
