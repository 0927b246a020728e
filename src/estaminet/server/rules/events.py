"""The events of a table. Their log is the table; all else follows from it."""

from enum import StrEnum
from typing import Any, NamedTuple


class EventKind(StrEnum):
    """The kinds of events, and the meaning of their `seat`, `person`, `text` and `salt`."""

    SAT = "sat"
    """`person` took `seat`, is called `text`, and added `salt` to the deal."""
    LEFT = "left"
    """`person` stood up from every seat they had; with the `text` "offered" somebody else may have them.

    Also: a guest withdraws their request, and an owner without a seat leaves.
    """
    SEAT_ASKED = "seat_asked"
    """`person`, who is called `text`, asks for `seat`."""
    GUEST_ACCEPTED = "guest_accepted"
    """`person`, who has `seat`, agrees to the guest."""
    GUEST_DECLINED = "guest_declined"
    """`person`, who has `seat`, does not."""
    GIVEN = "given"
    """`seat` went to a house player of the level `text`."""
    OPENED = "opened"
    """`seat` became free again."""
    RENAMED = "renamed"
    """`person` is now called `text`."""
    STARTED = "started"
    MOVED = "moved"
    """`seat` carried out the action `text`."""
    UNDONE = "undone"
    """`seat` took back its last action; in practice as many as `text` says, those of others too."""
    UNDO_ASKED = "undo_asked"
    """`person`, who has `seat`, asks to take back as many actions as `text` says. If all agree, `seat` has `UNDONE`."""
    UNDO_ACCEPTED = "undo_accepted"
    """`person`, who has `seat`, agrees; somebody else has yet to."""
    UNDO_DECLINED = "undo_declined"
    """`person`, who has `seat`, does not."""
    RESIGNED = "resigned"
    """`person` gave up `seat`; without one, every seat they had."""
    STOP_OFFERED = "stop_offered"
    STOP_ACCEPTED = "stop_accepted"
    STOP_DECLINED = "stop_declined"
    FLAGGED = "flagged"
    """The time of `seat` was up."""
    LAPSED = "lapsed"
    """`seat` is no longer kept for its former player."""
    RESUMED = "resumed"
    """The server is back: clocks run on from here."""
    REMATCHED = "rematched"
    """The same people meet again at the table `text`; `seat` asked for it."""
    NAMED = "named"
    """`person`, whose branch of a game this is, calls it `text`."""
    EXPIRED = "expired"
    """Nobody came for too long."""


class Event(NamedTuple):
    """One line of a table's log."""

    number: int
    """From 1, without gaps."""
    at: int
    """Milliseconds since 1970, never less than that of the event before."""
    kind: EventKind
    seat: int | None = None
    person: str | None = None
    text: str = ""
    salt: str = ""


def read_event(members: list[Any]) -> Event:
    """An event from the list of its members."""
    number, at, kind, *rest = members
    return Event(number, at, EventKind(kind), *rest)


def actions_undone(event: Event) -> int:
    """How many actions an undo took back."""
    return int(event.text or 1)
