"""The events of a table as they are sent to people."""

from array import array
from collections import deque
from collections.abc import Iterable
from itertools import islice
from typing import Final

import orjson

from estaminet.engine.game import LogLine
from estaminet.server.live.messages import EventMessage, LineMessage
from estaminet.server.rules.events import Event, Kind
from estaminet.server.rules.play import Play

MOST_EVENTS_SENT: Final = 100
"""An update has no more: the last ones. Earlier ones are asked for."""
MARK: Final = 250
"""After every so many events the actions of the game are noted, so that earlier events can be told from there."""
SECOND: Final = 1000


class Log:
    """The last events of a table, written once for everybody, and where to begin to tell earlier ones."""

    def __init__(self) -> None:
        self._written: deque[bytes] = deque(maxlen=MOST_EVENTS_SENT)
        self._marks: list[array[int]] = []
        self._number = 0

    def add(self, event: Event, play: Play | None, *, is_sent: bool = True) -> None:
        """Note an event, and the game after it; whether it is among the last."""
        self._number = event.number
        if event.number % MARK == 0:
            self._marks.append(array("i", play.position.history if play else ()))
        if is_sent:
            self._written.append(shrink(write_event(event, play)))

    def mark_before(self, number: int) -> tuple[int, Iterable[int]]:
        """An event not long before this one, and the actions that had led to the game after it."""
        marks = (number - 1) // MARK
        return marks * MARK, self._marks[marks - 1] if marks else ()

    def since(self, number: int) -> orjson.Fragment:
        """The events after a number, or the last of them if there are too many."""
        known = max(0, len(self._written) - (self._number - number))
        return orjson.Fragment(write_list(islice(self._written, known, None)))


def write_event(event: Event, play: Play | None) -> bytes:
    lines = play.lines if event.kind is Kind.MOVED and play else []
    return orjson.dumps(event_message(event, lines))


def write_list(written: Iterable[bytes]) -> bytes:
    return b"[" + b",".join(written) + b"]"


def event_message(event: Event, lines: list[LogLine]) -> EventMessage:
    """An event without who it was, as people are known by their seats, and without how long exactly it took."""
    return {
        "number": event.number,
        "at": event.at - event.at % SECOND,
        "kind": event.kind,
        "seat": event.seat,
        "text": event.text,
        "lines": line_messages(lines),
    }


def line_messages(lines: list[LogLine]) -> list[LineMessage]:
    return [{"key": each.key, "arguments": dict(each.arguments)} for each in lines]


def shrink(data: bytes) -> bytes:
    """The same bytes in as much memory as they need: fresh from orjson they hold on to four kilobytes and more."""
    return bytes(memoryview(data))
