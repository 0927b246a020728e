"""The deadline of a turn as a calendar (RFC 5545), for applications that look again from time to time."""

import hashlib
from datetime import UTC, datetime
from typing import Final

from estaminet.server.reminders.words import enumerate_names, speak
from estaminet.server.rules.reminders import mover_of, others_at
from estaminet.server.rules.state import State

MOST_BYTES: Final = 75
"""Of a line."""
ESCAPES: Final = str.maketrans({"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n", "\r": None})


def write_calendar(state: State, person: str, language: str, url: str) -> str:
    """The deadline of a person at a table; called off when it is not, or no longer, their turn."""
    say = speak(language)
    deadline = state.clocks.deadline if mover_of(state) == person else None
    identity = hashlib.sha256(f"{state.terms.id} {person}".encode()).hexdigest()[:32]
    names = enumerate_names(others_at(state, person), say.and_)
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Estaminet//Deadlines//EN",
        "METHOD:PUBLISH",
        "BEGIN:VEVENT",
        f"UID:{identity}@estaminet",
        f"SEQUENCE:{state.number}",
        f"DTSTAMP:{write_time(state.at)}",
        f"DTSTART:{write_time(deadline or state.at)}",
        f"SUMMARY:{escape(say.calendar.format(game=state.terms.game.title, others=names))}",
        f"URL:{url}/t/{state.terms.id}",
        f"STATUS:{'CONFIRMED' if deadline else 'CANCELLED'}",
        "TRANSP:TRANSPARENT",
        "END:VEVENT",
        "END:VCALENDAR",
    ]
    return "".join(fold(line) + "\r\n" for line in lines)


def write_time(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y%m%dT%H%M%SZ")


def escape(text: str) -> str:
    return text.translate(ESCAPES)


def fold(line: str) -> str:
    """A line in pieces of 75 bytes at most, none of which ends within a character."""
    pieces, piece, size = [], "", 0
    for character in line:
        width = len(character.encode())
        if size + width > MOST_BYTES:
            pieces.append(piece)
            piece, size = "", 1  # the space before it counts
        piece, size = piece + character, size + width
    return "\r\n ".join((*pieces, piece))
