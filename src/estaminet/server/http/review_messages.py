"""What is said about reviews of finished games; docs/review.md explains it."""

from typing import Literal

from typing_extensions import TypedDict  # pydantic needs this one before Python 3.12

from estaminet.engine.options import OptionValue


class TurningPointMessage(TypedDict):
    """The action that changed what a seat could expect most, for good."""

    seat: int
    ply: int
    """The place of the action among all, from 0."""
    before: float
    """The share of the victory that the seat could expect before it."""
    after: float
    kept: float


class CurveMessage(TypedDict):
    """What one seat could expect all along, from what it knew then."""

    seat: int
    shares: list[float]
    """Before the first action and after each."""
    turning_point: TurningPointMessage | None


class DrawMessage(TypedDict):
    """An action after which everybody saw what nobody could foresee."""

    ply: int
    gained: list[float]
    """What every seat gained by it."""


class ChoiceMessage(TypedDict):
    """Something that could have been done instead."""

    action: str
    loss: float
    """Against the best."""
    continuation: list[str]
    """What is expected to follow."""


class ReasonMessage(TypedDict):
    """Why something else was better, in no language yet."""

    key: str
    arguments: dict[str, str | int]


class DecisionMessage(TypedDict):
    """An action that was not the only one possible, against the best that the house could find."""

    ply: int
    seat: int
    verdict: Literal["best", "close", "mistake", "grave"]
    played: list[str]
    """The action and the rest of the seat's turn."""
    better: list[str]
    gained: list[float]
    error: float
    loss: float
    loss_error: float
    reason: ReasonMessage | None
    choices: list[ChoiceMessage]
    """Of a mistake: everything that was possible, the best first."""


class AccountMessage(TypedDict):
    """Where one seat's result came from: 1/players plus all from `place` to `judgement`."""

    seat: int
    result: float
    place: float
    deal: float
    draws: float
    others: float
    decisions: float
    judgement: float
    luck_weight: float
    stake: float
    accuracy: float | None
    error_rate: float | None


class ReviewData(TypedDict):
    """A finished game, looked back on; docs/review.md explains it. While it is made, some of it is still missing."""

    format: str
    game: str
    players: int
    options: dict[str, OptionValue]
    seed: int
    result: list[float]
    actions: list[str]
    movers: list[int]
    rounds: list[int]
    """The plies of the actions that ended a round."""
    tallies: dict[str, list[list[float]]]
    """How it stood all along: for each thing that is counted, a number a seat."""
    curve: list[CurveMessage]
    is_quick: bool
    """Whether the curve is only a first glance."""
    accounts: list[AccountMessage]
    draws: list[DrawMessage]
    decisions: list[DecisionMessage]
    done: int
    total: int
    turning_point: TurningPointMessage | None


class ReviewMessage(TypedDict):
    """How far a review is."""

    key: str
    """By which to ask again."""
    done: int
    total: int
    """0 while it waits for its turn."""
    is_done: bool
    review: ReviewData | None


class OwnMistake(TypedDict):
    """A marked decision of yours."""

    ply: int
    verdict: Literal["mistake", "grave"]
    kind: str
    """What was done, by the first word of the action."""
    loss: float
    reason: str | None
    """The key of why something else was better."""


class OwnReview(TypedDict):
    """What a review says about you."""

    account: AccountMessage
    decisions: int
    """How many were not forced."""
    mistakes: list[OwnMistake]


class PlayedGame(TypedDict):
    """A finished game at which you had one seat."""

    table: str
    game: str
    players: int
    seat: int
    share: float | None
    """Of the victory; null if there was no winner."""
    touched: int
    """When it ended, in milliseconds since 1970."""
    review: OwnReview | None
    """Null if nobody has had the table's game looked back on, or that is not done yet."""


class PlayMessage(TypedDict):
    """Your finished games, the latest first."""

    games: list[PlayedGame]
