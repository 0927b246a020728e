"""What a table sends, as types: the OpenAPI is made from them, and from that the page's own types."""

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
    """A sentence of the log, in no language yet."""

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
    """Who played for a seat from some event on."""

    since: int
    """The number of that event."""
    name: str
    """Empty for a house player."""


class SeatMessage(TypedDict):
    """A seat and who has it."""

    name: str
    level: str | None
    """Of the house player who plays for it."""
    character: Character
    """The house player who plays for it, or would."""
    is_taken: bool
    """Whether a person has it."""
    is_ready: bool
    """Whether it can begin: somebody sat down, or a house player has it."""
    is_local: bool
    """Whether it shares the device of the person who set up the table."""
    has_lost: bool
    is_kept: bool
    """Whether whoever left it during the game may come back: they belong to the game."""
    kept_until: int | None
    """When that ends, in milliseconds since 1970; null if only a clock ends it."""
    is_offered: bool
    """Whether whoever had it leaves it to somebody else: ask for it."""
    holders: list[HolderMessage]
    """Who has played for it in this game, one after the other: a log names who moved then."""
    salt: str | None
    """What it added to the deal."""
    declined_by: str
    """Before the game: the name of whoever was invited to it, and would rather not play."""


class GuestMessage(TypedDict):
    """Somebody who asks for a seat during the game."""

    name: str
    seat: int
    accepted_by: list[int]
    """The seats whose people agree."""


class UndoMessage(TypedDict):
    """Somebody who asks the others to let them take back."""

    seat: int
    """The one that would decide anew."""
    actions: int
    """How many would be taken back."""
    accepted_by: list[int]
    """The seats whose people agree, with whoever asks."""


class OutcomeMessage(TypedDict):
    """How the game ended."""

    reason: Literal["finished", "resigned", "time", "agreed", "left", "expired"]
    winners: list[int]


class ProofMessage(TypedDict):
    """All that is needed to draw the deal again, as the record has it."""

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
    """What everybody may know of a table, but for the game itself."""

    id: str
    game: str
    options: dict[str, OptionValue]
    status: Literal["waiting", "playing", "over"]
    is_public: bool
    has_talk: bool
    """Whether people with a seat may write to each other."""
    owner: int | None
    """A seat of whoever may start; None if they have none."""
    turned: int
    """How many seats further on everybody sits than in the first of several games."""
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
    """Whether the game counts for nothing: whoever plays against the house alone took back what cannot be taken back
    against people, or it is a branch, or a contest played once more."""
    opening: OpeningMessage | None
    """If the deal was not drawn at this table."""
    outcome: OutcomeMessage | None
    proof: ProofMessage | None
    """None until the game is over, and where the deal was not drawn at this table."""
    rematch: str
    """The table where the same people meet again."""


class PresenceMessage(TypedDict):
    """Who is connected now."""

    seats: list[int]
    """The seats whose people are here."""
    watching: int
    """How many are here without a seat."""
    screens: int
    """How many big screens show the table: hands lie on the phones then."""


class MemberMessage(TypedDict):
    """Somebody who looks at a finished game with others."""

    seat: int
    author: str
    """By what you alone know them: the same as of what they say."""


class TogetherMessage(TypedDict):
    """People who look at a finished game together."""

    ply: int
    """How many actions have been carried out where they are."""
    leader: int
    """The seat of whoever leads them there."""
    members: list[MemberMessage]
    """Who takes part, in the order in which they came."""
    asking: int | None
    """The seat of whoever asks for the lead."""


class ClockMessage(TypedDict):
    """The clocks at the moment of the message."""

    now: int
    """Milliseconds since 1970, as the server sees it."""
    deadline: int | None
    """When the time of the seat to move is up."""
    left: list[int]
    """Milliseconds that each seat had left when the clock that runs was started."""


class YouMessage(TypedDict):
    """What concerns the receiver alone."""

    seats: list[int]
    watched_seat: int | None
    """Whose view this is; None for what everybody may know."""
    is_owner: bool
    """Whether you may start and give seats: you own the table, or have the first taken seat at that of a big screen."""
    invitation: str | None
    """For those who sit at the table or own it: with it, others may sit down."""
    code: str | None
    """At the table of a big screen that waits, for the same people: what is typed after ``/j/`` to sit down."""
    may_sit: list[int]
    """Without a seat: those that you may take; during a game the one that was yours, or that you were given."""
    may_ask: list[int]
    """During a game: those that you may ask the people at the table for."""
    can_undo: bool
    undo_is_practice: bool
    """Whether taking back now makes the game practice: something came to light, or others have acted since."""
    level: Level | None
    """Of the house players who play as well as suits you; None if there are none."""


class ViewMessage(TypedDict):
    """The game as the receiver may see it."""

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
    """What the receiver can do now: texts of the game's actions."""
    effects: list[dict[str, object]]
    """What each of them will do for certain, in the game's own words; empty where the game does not say."""
    drawing: NotRequired[str]
    """The same as a text drawing, if asked for."""


class UpdateMessage(TypedDict):
    """How the table stands, and what happened since the last update."""

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
    """What somebody with a seat said at the table."""

    type: Literal["said"]
    id: str
    at: int
    """Milliseconds since 1970."""
    seat: int
    name: str
    """As they were called then."""
    author: str
    """The same for all that this person ever says to you, at whatever table; others have another name for them."""
    is_mine: bool
    phrase: Phrase | None
    """Said in the reader's own language; None for a text."""
    text: str


class PointedMessage(TypedDict):
    """At what somebody points who looks at a finished game with you."""

    type: Literal["pointed"]
    seat: int
    author: str
    """By what you alone know them."""
    target: str


class ViewsMessage(TypedDict):
    """The last positions of a game that is going on, as the receiver saw them."""

    number: int
    """The number of the last event."""
    views: list[ViewMessage]
    """One after each action that was not taken back, the present one last; none before the deal."""


class FrameMessage(TypedDict):
    """A position of a game that is looked at again."""

    view: ViewMessage
    action: str
    """What led to it; empty for the first one."""
    lines: list[LineMessage]


class ReplayMessage(TypedDict):
    """A whole game, to be looked at again."""

    game: str
    names: list[str]
    """As far as the record tells them."""
    frames: list[FrameMessage]
    fingerprint: str
    """What a record without a table is known by as the `source` of branches."""


class StepMessage(TypedDict):
    """Something that is said in a lesson, from one action on until the next step."""

    at: int
    """How many actions have been played when it is said."""
    key: str


class LessonMessage(TypedDict):
    """A whole first lesson: a game with a prepared deal, and what is said on the way."""

    game: str
    seat: int
    """The learner's, who sees the positions."""
    steps: list[StepMessage]
    frames: list[FrameMessage]
    """Every position, the deal first."""


class ListedPuzzle(TypedDict):
    """A puzzle that can be solved."""

    id: str
    difficulty: float
    """On the scale of ratings: a solver with this rating solves it half the time."""


class VerdictMessage(TypedDict):
    """What was checked, and holds."""

    game: str
    players: int
    commitment: str
    actions: int
    is_finished: bool


class RefusalMessage(TypedDict):
    """Why something was not done. Nothing has changed."""

    type: Literal["refusal"]
    code: str
    """Stable name of this kind of error."""
    sentence: str
    rule: str | None
    """Number of the rule of the game that forbids it."""
    id: str | None
    """Of the message that was refused."""
    retry_after: int | None
    """After how many seconds it may be worth trying again; None if waiting does not help."""


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
