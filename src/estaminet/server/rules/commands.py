"""What people ask of a table, and what they say there. The same messages go over WebSocket and HTTP."""

from typing import Annotated, Final, Literal, NamedTuple

from pydantic import Field, TypeAdapter, ValidationError

from estaminet.engine.fairness import SALT_PATTERN
from estaminet.server.errors import Refusal
from estaminet.server.rules.names import show
from estaminet.server.rules.plan import Level, Strict
from estaminet.server.rules.state import State

Phrase = Literal["hello", "luck", "nice", "thanks", "oops", "hurry", "moment", "played"]
"""What can be said with one tap: every reader has it in their own language."""
SeatNumber = Annotated[int, Field(ge=0, le=9)]
EventNumber = Annotated[int, Field(ge=0, le=10_000_000)]
PlyNumber = Annotated[int, Field(ge=0, le=1_000_000)]


class Request(Strict):
    """What every message of a client may carry."""

    id: str | None = Field(default=None, max_length=40)
    """Comes back with a refusal, so that the sender knows what was refused."""


class Move(Request):
    """Carry out an action of the seat that is to move."""

    type: Literal["move"]
    number: EventNumber
    """The number of the last event that the sender has seen: what this answers."""
    action: str = Field(max_length=100)


class Undo(Request):
    """Take back one's own last action."""

    type: Literal["undo"]
    number: EventNumber


class AskUndo(Request):
    """Ask the others at the table to let you take back your last action, whoever has moved since."""

    type: Literal["ask_undo"]
    number: EventNumber


class AcceptUndo(Request):
    """Let whoever asks take back; it is done when everybody agrees."""

    type: Literal["accept_undo"]
    number: EventNumber
    """The number of the last event that the sender has seen: the request is among what they answer."""


class DeclineUndo(Request):
    """Have it stay as it is."""

    type: Literal["decline_undo"]


class Sit(Request):
    """Sit down, and add a salt to the deal."""

    type: Literal["sit"]
    seat: SeatNumber | None = None
    """The first free one if left out."""
    salt: str = Field(default="", pattern=SALT_PATTERN)
    invitation: str = Field(default="", max_length=60)


class Leave(Request):
    """Stand up. During a game a house player takes the seat, and it is kept for you for seven days.

    Before one has sat down it declines the invitation to that seat.
    """

    type: Literal["leave"]
    offers_seat: bool = False
    """Whether somebody else may have it, with its hidden cards, if everybody agrees."""


class AskSeat(Request):
    """During a game: ask for a seat that its owner offered when they left. Everybody must agree."""

    type: Literal["ask_seat"]
    seat: SeatNumber
    invitation: str = Field(default="", max_length=60)


class AcceptGuest(Request):
    """Agree that whoever asks for a seat gets it. They may sit down when everybody agrees, also who is away."""

    type: Literal["accept_guest"]


class DeclineGuest(Request):
    """Turn away whoever asks for a seat, for the rest of the game."""

    type: Literal["decline_guest"]


class Give(Request):
    """Give a seat on which nobody sits to a house player, or change who plays it. During a game: one's own alone."""

    type: Literal["give"]
    seat: SeatNumber
    level: Level = "host"


class Open(Request):
    """Make a house player's seat free again, before the game."""

    type: Literal["open"]
    seat: SeatNumber


class Start(Request):
    """Deal, and begin."""

    type: Literal["start"]


class Resign(Request):
    """Give up. With three or more a house player plays on for the seat, which can no longer win."""

    type: Literal["resign"]
    seat: SeatNumber | None = None
    """Of several seats on one device, the one that gives up; all of them if left out."""


class OfferStop(Request):
    """Propose to end the game without a winner."""

    type: Literal["offer_stop"]


class AcceptStop(Request):
    """Agree to end the game; it ends when everybody agrees, also who is away and may come back."""

    type: Literal["accept_stop"]


class DeclineStop(Request):
    """Play on: decline an offer, or withdraw one's own."""

    type: Literal["decline_stop"]


class NameBranch(Request):
    """Call a branch of a game something; an empty name takes it away."""

    type: Literal["name_branch"]
    name: str = Field(max_length=200)


TableCommand = (
    Move | Undo | AskUndo | AcceptUndo | DeclineUndo | Sit | Leave | AskSeat | AcceptGuest | DeclineGuest
    | Give | Open | Start | Resign | OfferStop | AcceptStop | DeclineStop | NameBranch
)  # fmt: skip
Command = Annotated[TableCommand, Field(discriminator="type")]


class WatchSeat(Request):
    """With several seats: see what this one sees. None: what everybody may know. WebSocket only."""

    type: Literal["watch_seat"]
    seat: SeatNumber | None = None


class Say(Request):
    """A word to everybody who has a seat at the table: a phrase, or a text of one's own. WebSocket only."""

    type: Literal["say"]
    phrase: Phrase | None = None
    text: str = Field(default="", max_length=1000)
    """At most 200 characters once what cannot be seen is left out."""


# Looking at a finished game together: over a live line alone, and never written down


class LookTogether(Request):
    """Look at a finished game with the others at the table. Whoever is first leads."""

    type: Literal["look_together"]
    ply: PlyNumber = 0
    """Where whoever is first begins: after so many actions."""


class LookAlone(Request):
    """Look at it by oneself from now on."""

    type: Literal["look_alone"]


class LookAt(Request):
    """As whoever leads: go to a moment, with all others."""

    type: Literal["look_at"]
    ply: PlyNumber


class AskLead(Request):
    """Ask for the lead. Who leads hands it on, keeps it, or says nothing for fifteen seconds, and so hands it on."""

    type: Literal["ask_lead"]


class KeepLead(Request):
    """As whoever leads: keep the lead that somebody asks for."""

    type: Literal["keep_lead"]


class GiveLead(Request):
    """As whoever leads: hand on the lead."""

    type: Literal["give_lead"]
    seat: SeatNumber


class PointAt(Request):
    """Point at a piece, for all who take part."""

    type: Literal["point_at"]
    target: str = Field(max_length=60, pattern=r"^[A-Za-z0-9_:.+-]+$")
    """What an action would point at: `GET /api/games/NAME` lists these; or what else a board has a name for."""


Look = LookTogether | LookAlone | LookAt | AskLead | KeepLead | GiveLead
LINE_ALONE: Final = (
    WatchSeat, Say, LookTogether, LookAlone, LookAt, AskLead, KeepLead, GiveLead, PointAt,
)  # fmt: skip
"""What only a live line carries."""

Message = Annotated[TableCommand | WatchSeat | Say | Look | PointAt, Field(discriminator="type")]
MESSAGES: Final[TypeAdapter[Message]] = TypeAdapter(Message)


def read_message(text: bytes | str) -> Message:
    """A message of the protocol, checked."""
    try:
        return MESSAGES.validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        sentence = f"This is no message of the protocol: {place[:80] or 'the whole'}: {first['msg'][:300]}."
        raise Refusal("message.invalid", sentence) from None


# What is said at a table: none of it belongs to the game, its log or its record

MOST_CHARACTERS: Final = 200


class Remark(NamedTuple):
    """What somebody said."""

    id: str
    at: int
    """Milliseconds since 1970."""
    person: str
    seat: int
    name: str
    """As they were called then."""
    phrase: str
    """Empty if it is a text of their own."""
    text: str


def require_talk(state: State, person: str) -> int:
    """The seat from which somebody may talk; a typed error if they may not, here or at all."""
    seats = state.seats_of(person)
    if not seats:
        raise Refusal("seat.foreign", "Only people who have a seat at this table talk here.")
    if not state.terms.plan.lets_talk:
        raise Refusal("talk.off", "At this table nobody talks.")
    return seats[0]


def tidy_text(text: str) -> str:
    """A text as it is shown, on one line; ``message.invalid`` if nothing is left of it, or too much."""
    shown = show(text)
    if not shown:
        raise Refusal("message.invalid", "A message needs a visible character.")
    if len(shown) > MOST_CHARACTERS:
        raise Refusal("message.invalid", f"A message has at most {MOST_CHARACTERS} characters.")
    return shown
