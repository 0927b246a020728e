"""The texts of reminders, in the recipient's language: short, and nothing secret."""

import hashlib
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final, NamedTuple

from estaminet.server.rules.reminders import Occasion, Reminder, ReminderKind, find_zone, mover_of, others_at
from estaminet.server.rules.state import State


class Notification(NamedTuple):
    """One message for any channel."""

    title: str
    text: str
    link: str
    """The link to open."""
    game: str
    tag: str
    """A later notification with the same tag replaces an earlier one."""
    language: str


class Phrases(NamedTuple):
    """The words of one language."""

    and_: str
    colon: str
    turn: str
    waits: str
    wait: str
    deadline: str
    until: str
    time: str
    over: str
    ended: str
    digest: str
    digest_one: str
    test: str
    tested: str
    confirm: str
    confirming: str
    confirmed_by: str
    not_you: str
    stop: str
    open: str
    calendar: str


PHRASES: Final[dict[str, Phrases]] = {
    "en": Phrases(
        and_=" and ",
        colon=": ",
        turn="{game}: your turn",
        waits="{others} is waiting for you.",
        wait="{others} are waiting for you.",
        deadline="{game}: your time is running out",
        until="You have until {time} to play. {waits}",
        time="%H:%M on {day} %b",
        over="{game}: the game is over",
        ended="Your game with {others} has ended.",
        digest="Your turn at {count} tables",
        digest_one="Your turn at one table",
        test="Estaminet",
        tested="This is how the house will remind you.",
        confirm="Confirm your reminders",
        confirming="Somebody at Estaminet would like to be reminded here when it is their turn to play.",
        confirmed_by="If that is you, confirm it here:",
        not_you="If not, do nothing: you will not hear from us again.",
        stop="Stop these reminders",
        open="Open the table",
        calendar="{game}: deadline for your turn ({others})",
    ),
    "fr": Phrases(
        and_=" et ",
        colon="\u00a0: ",
        turn="{game}\u00a0: à vous de jouer",
        waits="{others} vous attend.",
        wait="{others} vous attendent.",
        deadline="{game}\u00a0: le temps presse",
        until="Vous avez jusqu’au {time} pour jouer. {waits}",
        time="{day}/{month} à %H\u00a0h\u00a0%M",
        over="{game}\u00a0: la partie est finie",
        ended="Votre partie avec {others} est terminée.",
        digest="À vous de jouer à {count} tables",
        digest_one="À vous de jouer à une table",
        test="Estaminet",
        tested="Voici comment la maison vous préviendra.",
        confirm="Confirmez vos rappels",
        confirming="Quelqu’un souhaite recevoir ici un rappel quand c’est son tour de jouer à l’Estaminet.",
        confirmed_by="Si c’est bien vous, confirmez ici\u00a0:",
        not_you="Sinon, ne faites rien\u00a0: vous n’entendrez plus parler de nous.",
        stop="Ne plus recevoir ces rappels",
        open="Ouvrir la table",
        calendar="{game}\u00a0: fin du délai pour jouer ({others})",
    ),
    "de": Phrases(
        and_=" und ",
        colon=": ",
        turn="{game}: Du bist am Zug",
        waits="{others} wartet auf dich.",
        wait="{others} warten auf dich.",
        deadline="{game}: Deine Zeit wird knapp",
        until="Du hast bis zum {time} Zeit für deinen Zug. {waits}",
        time="{day}.{month}. um %H:%M Uhr",
        over="{game}: Die Partie ist zu Ende",
        ended="Deine Partie mit {others} ist zu Ende.",
        digest="Du bist an {count} Tischen am Zug",
        digest_one="Du bist an einem Tisch am Zug",
        test="Estaminet",
        tested="So erinnert dich das Haus.",
        confirm="Bestätige deine Erinnerungen",
        confirming="Jemand möchte hier Erinnerungen an die eigenen Züge im Estaminet bekommen.",
        confirmed_by="Wenn du das bist, bestätige es hier:",
        not_you="Wenn nicht, brauchst du nichts zu tun: Du hörst nicht mehr von uns.",
        stop="Keine Erinnerungen mehr",
        open="Zum Tisch",
        calendar="{game}: Frist für deinen Zug ({others})",
    ),
}


def speak(language: str) -> Phrases:
    return PHRASES.get(language, PHRASES["en"])


def write_notification(reminder: Reminder, url: str) -> Notification:
    """The text of a reminder. In a digest: one line a table."""
    choice, first = reminder.choice, reminder.occasions[0]
    if not reminder.is_digest:
        title, text = describe(first, choice.language, choice.zone)
        return Notification(title, text, f"{url}/t/{first.table}", first.game, first.table, choice.language)
    say = speak(choice.language)
    lines = [
        describe(each, choice.language, choice.zone)[0] + f" ({', '.join(each.others)})" for each in reminder.occasions
    ]
    turns = len({each.table for each in reminder.occasions if each.kind is not ReminderKind.OVER})
    title = say.digest.format(count=turns) if turns > 1 else say.digest_one if turns else lines[0]
    games = ", ".join(dict.fromkeys(each.game for each in reminder.occasions))
    link = f"{url}/mine" if len(lines) > 1 else f"{url}/t/{first.table}"
    return Notification(title, "\n".join(lines), link, games, "digest", choice.language)


def describe(occasion: Occasion, language: str, zone: str) -> tuple[str, str]:
    """A title and a sentence."""
    say = speak(language)
    others = enumerate_names(occasion.others, say.and_)
    waits = (say.waits if len(occasion.others) == 1 else say.wait).format(others=others)
    match occasion.kind:
        case ReminderKind.OVER:
            return say.over.format(game=occasion.game), say.ended.format(others=others)
        case ReminderKind.DEADLINE:
            time = write_time(occasion.deadline or 0, language, zone)
            return say.deadline.format(game=occasion.game), say.until.format(time=time, waits=waits)
    return say.turn.format(game=occasion.game), waits


def write_time(at: int, language: str, zone: str) -> str:
    local = datetime.fromtimestamp(at / 1000, find_zone(zone))
    return local.strftime(speak(language).time).format(day=local.day, month=local.month)


def enumerate_names(names: Sequence[str], and_: str) -> str:
    """Names in a sentence."""
    return and_.join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def write_test(language: str, url: str) -> Notification:
    say = speak(language)
    return Notification(say.test, say.tested, f"{url}/settings", "Estaminet", "test", language)


def write_confirmation(language: str, link: str) -> Notification:
    """The only message to an address before somebody there confirms it. No word of it is a stranger's."""
    say = speak(language)
    text = "\n\n".join((say.confirming, f"{say.confirmed_by}\n{link}", say.not_you))
    return Notification(say.confirm, text, link, "Estaminet", "confirm", language)


# Calendars (RFC 5545), for applications that look again from time to time


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
