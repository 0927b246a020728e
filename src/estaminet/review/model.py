"""What a review says, as it is stored and sent. Plies count actions from 0; shares are of the victory, 0 to 1."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Final

from estaminet.engine.game import AccountWeights
from estaminet.engine.options import OptionValue

FORMAT: Final = "estaminet-review/2"


class Cause(StrEnum):
    """What changed everybody's chances."""

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
    """Whether what was drawn changed more, or what was chosen."""


@dataclass(frozen=True)
class Curve:
    """What everybody could expect all along, from one point of view."""

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
    """An action after which everybody sees what nobody could foresee."""

    ply: int
    gained: tuple[float, ...]
    """What every seat gained by it, against the average of all that might have come."""


class Verdict(StrEnum):
    """What can be said about a decision."""

    BEST = "best"
    """What the house would have done."""
    CLOSE = "close"
    """Too close to judge, or no worse."""
    MISTAKE = "mistake"
    GRAVE = "grave"
    """A mistake that cost more than a tenth of the victory."""


@dataclass(frozen=True)
class Alternative:
    """Something that could have been done."""

    action: str
    loss: float
    """Against the best, as the house sees it."""
    continuation: tuple[str, ...]
    """What is expected to follow."""


@dataclass(frozen=True)
class Explanation:
    """Why something else was better, in no language yet: a key of the game's sentences, and what fills its gaps."""

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
    """The same for the best, as far as it was thought through; what was played, if that was the best."""
    gained: tuple[float, ...]
    """What every seat gained by it: the seat itself, as a rule, nothing or less. These enter the account."""
    error: float
    """The standard error of what the seat itself gained."""
    loss: float
    """What it cost the seat; of a mistake, as valued a second time on other worlds."""
    loss_error: float
    """The standard error of that."""
    hidden: tuple[float, ...]
    """What every seat gained by it besides, because of cards that the seat could not see: on average, nothing."""
    chance: float
    """What share the seat could expect if it had played the best, from what it knew: it can have lost no more."""
    turn: int
    """In which turn of the game it was taken, from 1."""
    reason: Explanation | None = None
    """Why the other was better, where the game can say."""
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
    """What the seat may expect before the deal, less 1/players."""
    deal: float
    """What the deal gave it, times its weight."""
    draws: float
    """What was drawn during the game gave it, times its weight."""
    hidden: float
    """What cards that nobody could see made of decisions, its own and the others', times its weight."""
    others: float
    """What the others' decisions gave it, times its weight."""
    decisions: float
    """What its own decisions cost it, times its weight."""
    judgement: float
    """The rest: what the valuation got wrong, and what nobody could know."""
    weights: AccountWeights
    """How much of each part was counted."""
    is_explained: bool
    """Whether the rest is no larger than half of what there is to explain: else the account of one game says little."""
    stake: float
    """How much there was to lose, over all its decisions: the sum of share x (1 - share)."""
    accuracy: float | None
    """In percent: how much of the stake it did not lose by its decisions; None if it had none."""
    error_rate: float | None
    """In thousandths of the stake: how much it did lose."""

    @property
    def luck(self) -> float:
        """Deal, draws and hidden cards together."""
        return self.deal + self.draws + self.hidden

    @property
    def terms(self) -> dict[str, float]:
        """All that adds up to result - 1/players."""
        names = ("place", "deal", "draws", "hidden", "others", "decisions", "judgement")
        return {name: getattr(self, name) for name in names}


@dataclass(frozen=True, kw_only=True)
class Review:
    """A finished game, looked back on. While it is made, some of it is still missing."""

    format: str = FORMAT
    game: str
    players: int
    options: Mapping[str, OptionValue]
    seed: int
    result: tuple[float, ...]
    """Every seat's share of the victory."""
    actions: tuple[str, ...]
    movers: tuple[int, ...]
    """Who took each action."""
    rounds: tuple[int, ...]
    """The plies of the actions that ended a round, the last one excepted."""
    tallies: Mapping[str, tuple[tuple[int | float, ...], ...]]
    """How it stood, before the first action and after each: for each thing that is counted, a number a seat."""
    curves: tuple[Curve, ...]
    """From the point of view of each seat that is looked at, of everybody together, and with all cards open."""
    is_finished: bool = True
    """Whether the game was played to its end; else somebody ended it there, and the result is what that made of it."""
    is_quick: bool = True
    """Whether the curves are only a first glance."""
    accounts: tuple[Account, ...] = ()
    """For each seat that is looked at; empty until all is done."""
    draws: tuple[Draw, ...] = ()
    decisions: tuple[Decision, ...] = ()
    """Of the seats that are looked at."""
    done: int = 0
    """How many steps of the work are done, of `total`."""
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
