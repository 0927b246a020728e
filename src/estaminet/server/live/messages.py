"""The messages of a table, as types: the OpenAPI and the page's own types are made from them."""

from collections.abc import Mapping
from typing import (
    Literal,
    NotRequired,  # pydantic needs this one before Python 3.12
)

from typing_extensions import TypedDict

from estaminet.engine.errors import EstaminetError
from estaminet.engine.options import OptionValue
from estaminet.server.errors import retry_after
from estaminet.server.rules.commands import Phrase
from estaminet.server.rules.plan import Character, Level, OpeningKind


class LineMessage(TypedDict):
    """A line of the log, in no language yet."""

    key: str
    arguments: dict[str, str | int]


class EventMessage(TypedDict):
    """Something that happened at the table."""

    number: int
    at: int
    """Milliseconds since 1970."""
    kind: str
    seat: int | None
    text: str
    """The action, the name, the level or the table that the event is about."""
    lines: list[LineMessage]
    """What an action did, as anybody at the table saw it."""


class HolderMessage(TypedDict):
    """A player of a seat from some event on."""

    since: int
    """The number of that event."""
    name: str
    """Empty for a house player."""


class SeatMessage(TypedDict):
    """A seat and who has it."""

    name: str
    level: str | None
    """The level of its house player."""
    character: Character
    """The name of its house player, present or future."""
    is_taken: bool
    """Whether a person has it."""
    is_ready: bool
    """Whether it can begin: somebody sat down, or a house player has it."""
    is_local: bool
    """Whether it shares the device of the person who set up the table."""
    has_lost: bool
    is_kept: bool
    """Whether its former player may come back: they still belong to the game."""
    kept_until: int | None
    """The end of that, in milliseconds since 1970; null if only a clock ends it."""
    is_offered: bool
    """Whether its former player leaves it to somebody else: ask for it."""
    holders: list[HolderMessage]
    """Its players in this game, in order: the log names the one of the time."""
    salt: str | None
    """What it added to the deal."""
    declined_by: str
    """Before the game: the name of the guest who declined the invitation."""


class GuestMessage(TypedDict):
    """Somebody who asks for a seat during the game."""

    name: str
    seat: int
    accepted_by: list[int]
    """The seats whose people agree."""


class UndoMessage(TypedDict):
    """A request to take back."""

    seat: int
    """The one that would decide anew."""
    actions: int
    """How many would be taken back."""
    accepted_by: list[int]
    """The seats whose people agree, the asker's included."""


class OutcomeMessage(TypedDict):
    """How the game ended."""

    reason: Literal["finished", "resigned", "time", "agreed", "left", "expired"]
    winners: list[int]


class ProofMessage(TypedDict):
    """The proof of the deal, as the record has it."""

    version: NotRequired[int]
    """2; left out at tables whose commitment covers the seed alone."""
    commitment: str
    seed: str
    terms: NotRequired[str]
    """As the table showed them; left out with the version."""
    salts: list[str]


class OpeningMessage(TypedDict):
    """How a game began whose deal was not drawn at its table."""

    kind: OpeningKind
    """`lesson`, `contest`, or `branch`: another way that a game could have gone."""
    source: str
    """The key of the contest; the table from which a game branches, if it has one."""
    actions: int
    """How many had been carried out when somebody sat down."""
    is_imagined: bool
    """Whether hidden cards of a branch lie as its seat may imagine them, not as they lay."""
    title: str
    """What a branch is called; empty if nothing."""


class TableMessage(TypedDict):
    """The public state of a table, without the game itself."""

    id: str
    game: str
    options: dict[str, OptionValue]
    status: Literal["waiting", "playing", "over"]
    is_public: bool
    has_talk: bool
    """Whether people with a seat may write to each other."""
    owner: int | None
    """A seat of the person who may start; None if they have none."""
    turned: int
    """By how many seats everybody has moved on since the first of several games."""
    seats: list[SeatMessage]
    clock: dict[str, str | int]
    at_zero: str
    substitute: Level
    """Level of a house player who takes over a seat."""
    commitment: str
    """SHA-256 of the server's seed and the terms, published before anybody sat."""
    terms: str
    """What the commitment covers beside the seed, as one exact text; empty if it covers the seed alone."""
    stop_wanted_by: list[int]
    """The seats that want to stop."""
    undo_wanted: UndoMessage | None
    guest: GuestMessage | None
    is_practice: bool
    """Whether the game is practice: somebody alone against the house took back more than is possible against people, or
    it is a branch, or a contest played once more."""
    opening: OpeningMessage | None
    """If the deal was not drawn at this table."""
    outcome: OutcomeMessage | None
    proof: ProofMessage | None
    """None until the game is over, and where the deal was not drawn at this table."""
    rematch: str
    """The table where the same people meet again."""


class PresenceMessage(TypedDict):
    """The people connected now."""

    seats: list[int]
    """The seats whose people are here."""
    watching: int
    """How many are here without a seat."""
    screens: int
    """How many big screens show the table: hands lie on the phones then."""


class MemberMessage(TypedDict):
    """A person who looks at a finished game with others."""

    seat: int
    author: str
    """The id by which you alone know them, the same as in the talk."""


class TogetherMessage(TypedDict):
    """People who look at a finished game together."""

    ply: int
    """How many actions have been carried out where they are."""
    leader: int
    """The leader's seat."""
    members: list[MemberMessage]
    """The members, in the order in which they came."""
    asking: int | None
    """The seat of the member who asks for the lead."""


class ClockMessage(TypedDict):
    """The clocks at the moment of the message."""

    now: int
    """Milliseconds since 1970, as the server sees it."""
    deadline: int | None
    """When the time of the seat to move is up."""
    left: list[int]
    """Milliseconds that each seat had left when the clock that runs was started."""


class YouMessage(TypedDict):
    """The part for the receiver alone."""

    seats: list[int]
    watched_seat: int | None
    """The seat of the view; None for what everybody may know."""
    is_owner: bool
    """Whether you may start and give seats: you own the table, or have the first taken seat at that of a big screen."""
    invitation: str | None
    """For those who sit at the table or own it: with it, others may sit down."""
    code: str | None
    """At a waiting table of a big screen, for the same people: the code to type after ``/j/`` to sit down."""
    may_sit: list[int]
    """Without a seat: those that you may take; during a game the one that was yours, or that you were given."""
    may_ask: list[int]
    """During a game: those that you may ask for."""
    can_undo: bool
    undo_is_practice: bool
    """Whether taking back now makes the game practice: something came to light, or others have acted since."""
    level: Level | None
    """Of the house players who play as well as suits you; None if there are none."""


class ViewMessage(TypedDict):
    """The game, as far as the receiver may see it."""

    game: str
    players: int
    options: dict[str, OptionValue]
    seat: int | None
    ply: int
    to_move: int | None
    scores: list[int | float]
    winners: list[int] | None
    board: Mapping[str, object]
    """The game's own part."""
    legal: list[str]
    """The receiver's legal actions, as texts."""
    effects: list[dict[str, object]]
    """What each of them will do for certain, in the game's own words; empty where the game does not say."""
    drawing: NotRequired[str]
    """The same as a text drawing, if asked for."""


class UpdateMessage(TypedDict):
    """The state of the table, and the events since the last update."""

    type: Literal["update"]
    protocol: int
    number: int
    """The number of the last event: a move names it."""
    events: list[EventMessage]
    table: TableMessage
    presence: PresenceMessage
    together: NotRequired[TogetherMessage | None]
    """For people with a seat: who looks at the finished game together."""
    clock: ClockMessage | None
    you: YouMessage
    answers: NotRequired[list[str]]
    """The ids of the receiver's own messages that have been carried out since the last update."""
    view: ViewMessage | None
    """None before the deal."""


class SaidMessage(TypedDict):
    """A remark of somebody with a seat."""

    type: Literal["said"]
    id: str
    at: int
    """Milliseconds since 1970."""
    seat: int
    name: str
    """Their name at the time."""
    author: str
    """The id by which you alone know this person, the same at every table."""
    is_mine: bool
    phrase: Phrase | None
    """Said in the reader's own language; None for a text."""
    text: str


class PointedMessage(TypedDict):
    """A piece that somebody points at while you look at a finished game together."""

    type: Literal["pointed"]
    seat: int
    author: str
    """The id by which you alone know them."""
    target: str


class ViewsMessage(TypedDict):
    """The last positions of a game that is going on, as the receiver saw them."""

    number: int
    """The number of the last event."""
    views: list[ViewMessage]
    """One after each action that was not taken back, the present one last; none before the deal."""


class FrameMessage(TypedDict):
    """One position of a replay."""

    view: ViewMessage
    action: str
    """The action that led to it; empty for the first one."""
    lines: list[LineMessage]


class ReplayMessage(TypedDict):
    """The replay of a whole game."""

    game: str
    names: list[str]
    """As far as the record tells them."""
    frames: list[FrameMessage]
    fingerprint: str
    """The key of a record without a table, as the `source` of branches."""


class StepMessage(TypedDict):
    """A text of a lesson, shown until the next step."""

    at: int
    """The ply from which it is shown."""
    key: str


class LessonMessage(TypedDict):
    """A whole first lesson: a game with a prepared deal, and its texts."""

    game: str
    seat: int
    """The learner's: the positions are seen from here."""
    steps: list[StepMessage]
    frames: list[FrameMessage]
    """Every position, the deal first."""


class ListedPuzzle(TypedDict):
    """A puzzle that can be solved."""

    id: str
    difficulty: float
    """On the scale of ratings: a solver with this rating solves it half the time."""


class VerdictMessage(TypedDict):
    """The facts that were checked, and hold."""

    game: str
    players: int
    commitment: str
    actions: int
    is_finished: bool


class RefusalMessage(TypedDict):
    """The reason for a refusal. Nothing has changed."""

    type: Literal["refusal"]
    code: str
    """Stable name of this kind of error."""
    sentence: str
    rule: str | None
    """Number of the rule of the game that forbids it."""
    id: str | None
    """Of the message that was refused."""
    retry_after: int | None
    """Seconds after which it may be worth trying again; None if waiting does not help."""


def refuse(error: EstaminetError, reference: str | None = None) -> RefusalMessage:
    """An error as it is sent; `reference` is the id of the message that is refused."""
    return {
        "type": "refusal",
        "code": error.code,
        "sentence": error.sentence,
        "rule": error.rule,
        "id": reference,
        "retry_after": retry_after(error),
    }
