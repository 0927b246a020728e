"""A word at the table: what may be said, and by whom. None of it belongs to the game, its log or its record."""

from typing import Final, Literal, NamedTuple

from estaminet.server.errors import Refusal
from estaminet.server.rules.names import show
from estaminet.server.rules.state import State

Phrase = Literal["hello", "luck", "nice", "thanks", "oops", "hurry", "moment", "played"]
"""What can be said with one tap: every reader has it in their own language."""
MOST_CHARACTERS: Final = 200


class Remark(NamedTuple):
    """What somebody said."""

    id: str
    at: int
    """Milliseconds since 1970."""
    person: str
    seat: int
    name: str
    """Their name at the time."""
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
