"""What HTTP routes answer with, beside the messages of a table."""

from typing import Literal, cast

from typing_extensions import TypedDict  # pydantic needs this one before Python 3.12

from estaminet.review.model import Review
from estaminet.server.live.listing import ListedGame, ListedTable, Readiness
from estaminet.server.live.messages import (
    FrameMessage,
    LineMessage,
    ListedPuzzle,
    PointedMessage,
    SaidMessage,
    ViewMessage,
)
from estaminet.server.live.together import Pointing
from estaminet.server.rules.commands import Phrase, Remark
from estaminet.server.rules.names import known_as
from estaminet.server.rules.plan import Level, Strict
from estaminet.server.rules.reminders import Language
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


class Invitation(TypedDict):
    """A table of a big screen that waits, and what one needs to sit down there."""

    id: str
    invitation: str


class NextTable(TypedDict):
    """Where the same people meet again."""

    id: str


class SuitingLevel(TypedDict):
    """Which level of the house suits you."""

    level: Level


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


HealthStatus = Literal["ok", "warming", "degraded", "read_only", "down"]


class Health(TypedDict):
    """How the server is."""

    status: HealthStatus
    """Degraded: a game does not compile, all others are played. Read-only: nothing can be written, the disk is full."""
    version: str
    games: dict[str, Readiness]
    """How far each game is."""


def said(remark: Remark, reader: str) -> SaidMessage:
    """What somebody said, for a reader: who says it is known by a name that only this reader has for them."""
    return {
        "type": "said",
        "id": remark.id,
        "at": remark.at,
        "seat": remark.seat,
        "name": remark.name,
        "author": known_as(reader, remark.person),
        "is_mine": remark.person == reader,
        "phrase": cast("Phrase | None", remark.phrase or None),
        "text": remark.text,
    }


def pointed(pointing: Pointing, reader: str) -> PointedMessage:
    """At what somebody points, for a reader."""
    author = known_as(reader, pointing.person)
    return {"type": "pointed", "seat": pointing.seat, "author": author, "target": pointing.target}


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


class NewContest(TypedDict):
    """A challenge that was set up."""

    id: str


class ListingChoice(Strict):
    """Whether your name stands in a list."""

    is_listed: bool
