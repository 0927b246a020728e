"""Talk at the table: the remarks, and the right to make them. Nothing of it is in the log or the record."""

from typing import Final, Literal, NamedTuple

from estaminet.server.errors import Refusal
from estaminet.server.rules.names import show
from estaminet.server.rules.state import State

Phrase = Literal["hello", "luck", "nice", "thanks", "oops", "hurry", "moment", "played"]
"""A remark of one tap: everybody reads it in their own language."""
MOST_CHARACTERS: Final = 200


class Remark(NamedTuple):
    """One remark."""

    id: str
    at: int
    """Milliseconds since 1970."""
    person: str
    seat: int
    name: str
    """Their name at the time."""
    phrase: str
    """Empty for a text of their own."""
    text: str


def require_talk(state: State, person: str) -> int:
    """The seat from which somebody may talk; a typed error if they may not."""
    seats = state.seats_of(person)
    if not seats:
        raise Refusal("seat.foreign", "Only people who have a seat at this table can talk here.")
    if not state.terms.plan.lets_talk:
        raise Refusal("talk.off", "There is no talk at this table.")
    return seats[0]


def tidy_text(text: str) -> str:
    """A text for display, on one line; ``message.invalid`` if nothing is left of it, or too much."""
    shown = show(text)
    if not shown:
        raise Refusal("message.invalid", "A message needs a visible character.")
    if len(shown) > MOST_CHARACTERS:
        raise Refusal("message.invalid", f"A message has at most {MOST_CHARACTERS} characters.")
    return shown
