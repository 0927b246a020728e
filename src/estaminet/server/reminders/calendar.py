"""The deadline of a turn as a calendar (RFC 5545), for applications that look again from time to time."""

import hashlib
from datetime import UTC, datetime

from estaminet.server.reminders.words import enumerate_names, speak
from estaminet.server.rules.reminders import mover_of, others_at
from estaminet.server.rules.state import State


def write_calendar(state: State, person: str, language: str, url: str) -> bytes:
    """The deadline of a person at a table; called off when it is not, or no longer, their turn."""
    from icalendar import Calendar, Event  # loading it takes a while, and few ask for a calendar

    say = speak(language)
    deadline = state.clocks.deadline if mover_of(state) == person else None
    identity = hashlib.sha256(f"{state.terms.id} {person}".encode()).hexdigest()[:32]
    others = enumerate_names(others_at(state, person), say.and_)
    event = Event()
    event.add("uid", f"{identity}@estaminet")
    event.add("sequence", state.number)
    event.add("dtstamp", datetime.fromtimestamp(state.at // 1000, UTC))
    event.add("dtstart", datetime.fromtimestamp((deadline or state.at) // 1000, UTC))
    event.add("summary", say.calendar.format(game=state.terms.game.title, others=others))
    event.add("url", f"{url}/t/{state.terms.id}")
    event.add("status", "CONFIRMED" if deadline else "CANCELLED")
    event.add("transp", "TRANSPARENT")
    calendar = Calendar()
    for name, value in (("version", "2.0"), ("prodid", "-//Estaminet//Deadlines//EN"), ("method", "PUBLISH")):
        calendar.add(name, value)
    calendar.add_component(event)
    return bytes(calendar.to_ical())
