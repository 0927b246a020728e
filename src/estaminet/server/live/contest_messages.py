"""The messages of contests."""

from typing import Annotated, Final, Literal

from pydantic import Field
from typing_extensions import TypedDict  # pydantic needs this one before Python 3.12

from estaminet.engine.options import OptionValue
from estaminet.server.rules.plan import Strict

MOST_DEALS: Final = 9
ChallengeLevel = Literal["guest", "apprentice", "regular", "waiter", "host"]


class ChallengePlan(Strict):
    """A challenge to set up."""

    game: str = Field(max_length=60)
    players: int = Field(ge=1, le=10)
    options: dict[str, OptionValue] = Field(default_factory=dict, max_length=40)
    level: ChallengeLevel = "host"
    """Of the house players: those levels that decide alike on every machine."""
    deals: Annotated[int, Field(ge=1, le=MOST_DEALS)] = 1


class OwnTry(TypedDict):
    """How you play a deal, or have played it."""

    table: str
    is_over: bool
    share: float | None
    """Of the victory; null while the game goes on."""
    lead: float | None
    """Over the best of the others at the end, in the game's own unit; null if you gave up."""


class ContestMessage(TypedDict):
    """A contest, and how far you are."""

    id: str
    kind: Literal["daily", "challenge"]
    game: str
    players: int
    options: dict[str, OptionValue]
    seats: list[int]
    """For each deal: the seat that everybody plays from."""
    level: str
    """Of the house players."""
    date: str
    """Of a deal of the day; otherwise empty."""
    author: str
    """The name of the person who set up a challenge; otherwise empty."""
    deals: int
    finished: list[int]
    """For each deal: how many have finished it."""
    mine: list[OwnTry | None]
    """For each deal."""
    is_listed: bool
    """Whether your name stands in the list of a deal of the day; in a challenge everybody's does."""


class DailyMessage(TypedDict):
    """The deals of a day, in UTC."""

    date: str
    ends: int
    """When the next ones come, in milliseconds since 1970."""
    contests: list[ContestMessage]


class EntryMessage(TypedDict):
    """One person's result."""

    name: str
    """Empty if they do not want to be named."""
    is_you: bool
    author: str
    """The id by which you alone know this person, the same at every table; empty without a name."""
    table: str
    share: float
    lead: float | None
    scores: list[int | float] | None
    has_same_connection: bool
    """Whether somebody else in the list began from the same connection: it may be the same person."""


class ResultMessage(TypedDict):
    """The result of a game."""

    share: float
    lead: float | None


class HouseGamesMessage(TypedDict):
    """The results of `king` from your seat, each time with another seed."""

    done: int
    total: int
    results: list[ResultMessage]


class WayMessage(TypedDict):
    """An action that some of these took at a decision, and their mean result."""

    action: str
    count: int
    share: float
    lead: float | None


class PartingMessage(TypedDict):
    """The first decision at which you left most of those who had come as far."""

    ply: int
    """How many actions came before it."""
    yours: str
    house: list[WayMessage]


class DealMessage(TypedDict):
    """Everybody's results with a deal, for those who have finished it."""

    entries: list[EntryMessage]
    """The best first."""
    percentile: float | None
    """The share of the others who reached less than you, those who reached the same by half; null without others."""
    house: HouseGamesMessage
    parting: PartingMessage | None
