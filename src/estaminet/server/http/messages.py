"""What HTTP routes answer with, beside the messages of a table."""

import hashlib
from typing import Any, Final, Literal, cast

from typing_extensions import TypedDict  # pydantic needs this one before Python 3.12

from estaminet.engine.options import OptionValue
from estaminet.players.hints import Risk
from estaminet.review.model import Account, Review
from estaminet.server.live.kernels import Readiness
from estaminet.server.live.messages import FrameMessage, LineMessage, SaidMessage, ViewMessage
from estaminet.server.live.tables import Turn
from estaminet.server.rules.plan import Character, Level, seat_characters
from estaminet.server.rules.reminders import Language
from estaminet.server.rules.talk import Phrase, Remark
from estaminet.server.store.database import TableSummary
from estaminet.server.store.people import DeviceKind
from estaminet.server.store.reminders import ChannelKind


class NameMessage(TypedDict):
    """Who you are."""

    name: str


class TokenMessage(TypedDict):
    """Keep it to yourself."""

    token: str


class LinkMessage(TypedDict):
    """What a personal link would do on this device."""

    name: str
    """Who you would be."""
    replaces: str | None
    """Who you are now and would cease to be; null if that is nobody or the same person."""


class DeviceMessage(TypedDict):
    """From where you come."""

    id: str
    kind: DeviceKind
    label: str
    """What we know of it, or what you called it; may be empty."""
    created: int
    seen: int
    """The day on which it was last here. Both are milliseconds since 1970."""
    is_this: bool
    """Whether it is the one that asks."""


class OffersMessage(TypedDict):
    """In which ways this server can remind people."""

    push: str | None
    """The key with which a browser subscribes; null if it cannot."""
    mail: bool
    ntfy: bool
    webhook: bool


class ChannelMessage(TypedDict):
    """Where you are reminded."""

    id: str
    kind: ChannelKind
    label: str
    """The address, the topic or the name of the browser."""
    is_confirmed: bool
    """Whether anything is sent there: not before you have followed the link that was sent."""
    is_this: bool
    """Whether it is the browser that asks."""


class RemindersMessage(TypedDict):
    """Where and how you are reminded."""

    offers: OffersMessage
    channels: list[ChannelMessage]
    language: Language | None
    """Null as long as you have settled nothing."""
    zone: str | None
    """The IANA name of your time zone."""
    quiet_from: int
    quiet_to: int
    """Minutes of the day between which nothing is sent; the same for none."""
    every: int
    """Hours between two digests; 0 if you are told of each turn."""


class CalendarMessage(TypedDict):
    """Where an application finds the deadline of your turns at a table."""

    path: str


class Farewell(TypedDict):
    """What is left of somebody who has left."""

    left: int
    """The tables from which you stood up."""
    sentence: str
    """What stays, for people."""


class NewTable(TypedDict):
    """A table that was just set up."""

    id: str
    """Anyone who has it may watch."""
    invitation: str
    """Anyone who has it may sit down."""
    commitment: str
    """SHA-256 of the seed and the terms: note it before you sit down."""
    terms: str
    """What the commitment covers beside the seed, as one exact text: note it too."""
    home: str
    """Where the table is best reached, if not here."""


class Invitation(TypedDict):
    """A table of a big screen that waits, and what one needs to sit down there."""

    id: str
    invitation: str


class NextTable(TypedDict):
    """Where the same people meet again."""

    id: str


class ListedSeat(TypedDict):
    """A seat in a list of tables."""

    name: str
    level: str | None
    character: Character
    """The house player who plays on it, or would."""
    is_free: bool


class ListedTable(TypedDict):
    """A table in a list."""

    id: str
    game: str
    options: dict[str, OptionValue]
    status: Literal["waiting", "playing", "over"]
    seats: list[ListedSeat]
    turned: int
    """How many seats further on everybody sits than in the first of several games."""
    winners: list[int] | None
    reason: Literal["finished", "resigned", "time", "agreed", "left", "expired"] | None
    """Why the game is over."""
    scores: list[int | float] | None
    """At the end."""
    yours: list[int]
    """The seats that you have, or had when the game was over."""
    turn: int | None
    """Among your own tables: the seat that is to move, if that is known at once."""
    touched: int
    """When it last changed, in milliseconds since 1970."""


class SuitingLevel(TypedDict):
    """Which level of the house suits you."""

    level: Level


class ListedGame(TypedDict):
    """A game in a list."""

    name: str
    title: str
    players: list[int]


class Welcome(TypedDict):
    """What a first page shows."""

    name: str | None
    """Yours, if we know you."""
    mine: list[ListedTable]
    """Where you sit and the game is not over, the latest first."""
    waiting: list[ListedTable]
    """Public tables that wait for somebody."""
    watching: list[ListedTable]
    """Public tables with a game in progress at which you do not sit, the latest first."""
    games: list[ListedGame]
    """Every game that is installed."""
    addresses: list[str]
    """Where other devices reach this server; empty if none can."""


class SuggestionMessage(TypedDict):
    """One thing that you could do."""

    action: str
    share: float
    """The share of the victory that you may expect after it."""
    continuation: list[str]
    """What is expected to follow."""


class TurnMessage(TypedDict):
    """What you could do with your whole turn."""

    actions: list[str]
    """One after the other, until somebody else is to move or something is shown that you would have to think about."""
    effects: list[dict[str, object]]
    """What each of them will do for certain, like those of a view; empty if the game does not say."""
    share: float
    """The share of the victory that you may expect after it."""
    error: float
    """The standard error of the share; 0 if it was calculated."""
    lead: float | None
    """By how much you would be ahead of the best of the others, in the game's own unit; null if it has none."""
    is_as_good: bool
    """Not the first, and as good as it, as far as can be told."""
    risk: Risk | None
    """Why its chance is better than that of a turn with a better lead; null where it has not."""


class FollowingMessage(TypedDict):
    """One action of a likely continuation."""

    seat: int
    action: str
    lines: list[LineMessage]


class AdviceMessage(TypedDict):
    """What the house thinks, from what you may know and nothing else."""

    turns: list[TurnMessage]
    """Up to three that differ in what matters, the best first; all of them were tried in the same imagined worlds."""
    reason: LineMessage | None
    """Why the first of them is better than the second; null if there is no second."""
    follow: list[FollowingMessage]
    """What is likely to follow the first turn, itself included, in a world that you could imagine."""
    suggestions: list[SuggestionMessage]
    """Everything that you can do now, the best first."""
    win_shares: list[float]
    """The share of the victory that every seat may expect, if you play the first turn; they add up to 1."""
    is_exact: bool
    """Whether this was calculated to the end."""


class VerdictMessage(TypedDict):
    """What was checked, and holds."""

    game: str
    players: int
    commitment: str
    actions: int
    is_finished: bool


HealthStatus = Literal["ok", "warming", "degraded", "read_only", "down"]


class Health(TypedDict):
    """How the server is."""

    status: HealthStatus
    """Degraded: a game does not compile, all others are played. Read-only: nothing can be written, the disk is full."""
    version: str
    games: dict[str, Readiness]
    """How far each game is."""


SHOWN: Final[dict[str, Any]] = {
    "game": "", "options": {}, "seats": [], "winners": None, "turned": 0, "reason": None, "scores": None,
}  # fmt: skip
"""What of a summary everybody may see, and what it is where it was not noted yet."""


def listed(table: TableSummary, person: str | None = None, turn: Turn | None = None) -> ListedTable:
    """A table for a list. Whoever sees it learns which seats are theirs, and of nobody else who they are."""
    shown: dict[str, Any] = {name: table.summary.get(name, blank) for name, blank in SHOWN.items()}
    people: Any = table.summary.get("people", ())
    house = seat_characters(table.id, [None] * len(shown["seats"]))  # for tables that were listed before it was noted
    shown["seats"] = [{"character": each, **seat} for each, seat in zip(house, shown["seats"], strict=True)]
    return {
        "id": table.id,
        "status": table.status,
        "yours": [number for number, each in enumerate(people) if person and each == person],
        "turn": turn.seat if turn else None,
        "touched": turn.at if turn else table.touched,
        **shown,  # type: ignore[typeddict-item]  # as `State.summarize` says it
    }


def said(remark: Remark, reader: str) -> SaidMessage:
    """What somebody said, for a reader: who says it is known by a name that only this reader has for them."""
    return {
        "type": "said",
        "id": remark.id,
        "at": remark.at,
        "seat": remark.seat,
        "name": remark.name,
        "author": hashlib.sha256(f"{reader} {remark.person}".encode()).hexdigest()[:16],
        "is_mine": remark.person == reader,
        "phrase": cast("Phrase | None", remark.phrase or None),
        "text": remark.text,
    }


class ListedPuzzle(TypedDict):
    """A puzzle that can be solved."""

    id: str
    difficulty: float
    """On the scale of ratings: a solver with this rating solves it half the time."""


class PuzzleMessage(ListedPuzzle):
    """A position to be solved."""

    game: str
    view: ViewMessage
    """What the seat that is to move sees."""


class RatingMessage(TypedDict):
    """How well somebody solves."""

    mu: float
    """The strength that is most likely: 25 at the beginning. A page shows sixty times this."""
    sigma: float
    """One standard deviation of it."""


class PuzzleRow(TypedDict):
    """A turn that could have been played."""

    actions: list[str]
    """Until the turn is over, or something is shown that one would have to think about."""
    effects: list[dict[str, object]]
    """What each of them would have done for certain, like those of a view; empty if the game does not say."""
    share: float
    """The share of the victory that the seat may expect after it."""
    cost: float | None
    """How much of its lead it costs against the best, in the game's own unit; null of the best, or without a unit."""
    is_right: bool
    is_tried: bool


class PuzzleAnswer(TypedDict):
    """What comes of a try."""

    is_right: bool
    is_exact: bool
    """Whether chances were calculated to the end."""
    themes: list[str]
    """What the puzzle is about."""
    best: list[str]
    """Everything that is right."""
    rows: list[PuzzleRow]
    """The best, and then what was tried and what is tempting, by their shares."""
    reason: LineMessage
    """Why the best is better than what was tried; if that was right, why it is better than the first that is not."""
    frames: list[FrameMessage]
    """After the try, and what may follow it, as the seat sees it, in a world that agrees with what the seat knows."""
    best_frames: list[FrameMessage]
    """The same for the best."""
    rating: RatingMessage | None
    """After the try; null if none came with it."""


class ReviewMessage(TypedDict):
    """How far a review is."""

    key: str
    """By which to ask again."""
    done: int
    total: int
    """0 while it waits for its turn."""
    is_done: bool
    review: Review | None


class TurningPointMessage(TypedDict):
    """The action that decided a game, as its review says."""

    ply: int
    """How many actions came before it."""
    seat: int
    """Whose chance it changed."""
    before: float
    """Their expected share of the victory before it."""
    after: float
    cause: Literal["draw", "decision"]
    """Whether it was what was drawn, or what somebody did."""


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

    account: Account
    """Of the whole game, with what was decided with a hint."""
    decisions: int
    """How many were neither forced nor made with a hint."""
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
    is_practice: bool
    """Whether somebody took back what they could not have against people."""
    hinted: int
    """For how many of your decisions you had a hint."""
    review: OwnReview | None
    """Null if nobody has had the table's game looked back on, or that is not done yet; and where it would say little of
    you: in practice, after a lesson, and if you had a hint for more than a third of your decisions."""


class PlayMessage(TypedDict):
    """Your finished games, the latest first."""

    games: list[PlayedGame]
