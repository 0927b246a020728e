"""The answers of HTTP routes, beside the messages of a table."""

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
    """Your name."""

    name: str


class TokenMessage(TypedDict):
    """Keep it to yourself."""

    token: str


class LinkMessage(TypedDict):
    """What a personal link would do on this device."""

    name: str
    """The name that you would have."""
    replaces: str | None
    """Your present name, which you would lose; null if you have none or are the same person."""


class DeviceMessage(TypedDict):
    """One of your devices."""

    id: str
    kind: DeviceKind
    label: str
    """Its kind, or the name that you gave it; may be empty."""
    created: int
    seen: int
    """The day on which it was last here. Both are milliseconds since 1970."""
    is_this: bool
    """Whether this request comes from it."""


class OffersMessage(TypedDict):
    """The ways in which this server can remind people."""

    push: str | None
    """The key for a browser's subscription; null without push."""
    mail: bool
    ntfy: bool
    webhook: bool


class ChannelMessage(TypedDict):
    """One place where you are reminded."""

    id: str
    kind: ChannelKind
    label: str
    """The address, the topic or the name of the browser."""
    is_confirmed: bool
    """Whether reminders go there: not before you have followed the link that was sent."""
    is_this: bool
    """Whether this request comes from that browser."""


class RemindersMessage(TypedDict):
    """Your reminders: places and settings."""

    offers: OffersMessage
    channels: list[ChannelMessage]
    language: Language | None
    """Null until you choose."""
    zone: str | None
    """The IANA name of your time zone."""
    quiet_from: int
    quiet_to: int
    """Minutes of the day between which nothing is sent; the same for none."""
    every: int
    """Hours between two digests; 0 for a reminder of each turn."""


class CalendarMessage(TypedDict):
    """The address of a calendar with your deadlines at a table."""

    path: str


class Farewell(TypedDict):
    """The answer to somebody who has left for good."""

    left: int
    """The tables from which you stood up."""
    sentence: str
    """What stays, in words."""


class Invitation(TypedDict):
    """A waiting table of a big screen, with the means to sit down there."""

    id: str
    invitation: str


class NextTable(TypedDict):
    """The next table of the same people."""

    id: str


class SuitingLevel(TypedDict):
    """The level that suits you."""

    level: Level


class Welcome(TypedDict):
    """The content of the first page."""

    name: str | None
    """Yours, if we know you."""
    mine: list[ListedTable]
    """Your unfinished tables, the latest first."""
    waiting: list[ListedTable]
    """Public tables that wait for somebody."""
    watching: list[ListedTable]
    """Public tables with a game in progress at which you do not sit, the latest first."""
    games: list[ListedGame]
    """Every game that is installed."""
    addresses: list[str]
    """Addresses at which other devices reach this server; empty if none can."""


HealthStatus = Literal["ok", "warming", "degraded", "read_only", "down"]


class Health(TypedDict):
    """The health of the server."""

    status: HealthStatus
    """Degraded: a game does not compile, all others can be played. Read-only: nothing can be written, the disk is
    full."""
    version: str
    games: dict[str, Readiness]
    """The readiness of each game."""


def said(remark: Remark, reader: str) -> SaidMessage:
    """A remark for one reader, its author under an id that only this reader has."""
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
    """A piece that somebody points at, for one reader."""
    author = known_as(reader, pointing.person)
    return {"type": "pointed", "seat": pointing.seat, "author": author, "target": pointing.target}


class PuzzleMessage(ListedPuzzle):
    """A position to solve."""

    game: str
    view: ViewMessage
    """The view of the seat to move."""


class RatingMessage(TypedDict):
    """A solver's rating."""

    mu: float
    """The most likely strength: 25 at the beginning. The page shows sixty times this."""
    sigma: float
    """One standard deviation of it."""


class PuzzleRow(TypedDict):
    """A turn that could have been played."""

    actions: list[str]
    """Up to the end of the turn, or until something new is revealed."""
    effects: list[dict[str, object]]
    """The certain effects of each, like those of a view; empty if the game does not say."""
    share: float
    """The share of the victory that the seat may expect after it."""
    cost: float | None
    """The lead that it costs against the best, in the game's own unit; null for the best, or without a unit."""
    is_right: bool
    is_tried: bool


class PuzzleAnswer(TypedDict):
    """The answer to a try."""

    is_right: bool
    is_exact: bool
    """Whether chances were calculated to the end."""
    themes: list[str]
    """What the puzzle is about."""
    best: list[str]
    """Everything that is right."""
    rows: list[PuzzleRow]
    """The best, then the try and tempting turns, by their shares."""
    reason: LineMessage
    """Why the best is better than the try; after a right try, why it is better than the best wrong one."""
    frames: list[FrameMessage]
    """The try and a continuation, as the seat sees it, in a world that agrees with the seat's knowledge."""
    best_frames: list[FrameMessage]
    """The same for the best."""
    rating: RatingMessage | None
    """After the try; null if none came with it."""


class ReviewMessage(TypedDict):
    """The progress of a review."""

    key: str
    """The key to ask for it again."""
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
