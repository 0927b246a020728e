"""Expiry of old data: people, devices, addresses and reviews. Tables are removed one by one, elsewhere.

Nothing of somebody with an unfinished table ever expires.
"""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from sqlalchemy import Column, ColumnElement, Table, and_, delete, func, select

from estaminet.server.rules.plan import DAY
from estaminet.server.rules.state import Status
from estaminet.server.settings import Settings
from estaminet.server.store.people import Connect
from estaminet.server.store.schema import (
    challenges,
    channels,
    devices,
    hints,
    house_games,
    people,
    remarks,
    reminder_choices,
    reminders,
    reviews,
    tables,
    tries,
    visits,
)

BATCH: Final = 100
"""Rows removed in one transaction: a move waits for no more."""


def _was_here(person: Column[str], since: int) -> ColumnElement[bool]:
    return select(devices.c.id).where(devices.c.person == person, devices.c.seen >= since).exists()


def _owns_a_table(person: Column[str]) -> ColumnElement[bool]:
    return select(tables.c.id).where(tables.c.owner == person, tables.c.status != Status.OVER).exists()


def _plays(person: Column[str]) -> ColumnElement[bool]:
    unfinished = tables.c.id == visits.c.table_id, tables.c.status != Status.OVER
    return select(visits.c.person).where(visits.c.person == person, *unfinished).exists()


def _is_old_person(before: int) -> ColumnElement[bool]:
    has_sat = select(visits.c.person).where(visits.c.person == people.c.id).exists()
    gone = people.c.created < before, ~_was_here(people.c.id, before)
    return and_(*gone, ~has_sat, ~_owns_a_table(people.c.id))


def _is_old_device(before: int) -> ColumnElement[bool]:
    person = devices.c.person
    return and_(devices.c.seen < before, ~_plays(person), ~_owns_a_table(person))


def _is_old_channel(before: int) -> ColumnElement[bool]:
    person = channels.c.person
    return and_(channels.c.created < before, ~_was_here(person, before), ~_plays(person), ~_owns_a_table(person))


def _is_old_review(before: int) -> ColumnElement[bool]:
    return reviews.c.created < before


def _is_old_challenge(before: int) -> ColumnElement[bool]:
    return challenges.c.created < before


def _is_old_house_game(before: int) -> ColumnElement[bool]:
    return house_games.c.created < before


class Expiry(NamedTuple):
    """A kind of data that expires."""

    setting: str
    """The setting that says how long it is kept."""
    name: str
    table: Table
    key: Column[str]
    is_old: Callable[[int], ColumnElement[bool]]


KINDS: Final = (
    Expiry("review_days", "reviews", reviews, reviews.c.key, _is_old_review),
    Expiry("people_days", "people without a table", people, people.c.id, _is_old_person),
    Expiry("device_days", "devices", devices, devices.c.id, _is_old_device),
    Expiry("reminder_days", "addresses for reminders", channels, channels.c.id, _is_old_channel),
    Expiry("contest_days", "challenges", challenges, challenges.c.id, _is_old_challenge),
    Expiry("contest_days", "games of the house in contests", house_games, house_games.c.contest, _is_old_house_game),
)
FINISHED: Final = "finished tables"


def oldest_kept(settings: Settings, name: str, now: int) -> int:
    """The moment before which data expires, by a setting in days; 0 if it never does."""
    days: float = getattr(settings, name)
    return now - int(days * DAY) if days else 0


class Retention:
    """Expiry in the database."""

    def __init__(self, begin: Connect, connect: Connect) -> None:
        self._begin, self._connect = begin, connect

    async def sweep(self, settings: Settings, now: int) -> None:
        """Remove expired data, in small batches."""
        for kind in KINDS:
            before = oldest_kept(settings, kind.setting, now)
            while old := await self._find(kind, before):
                await self._remove(kind, before, old)
                if len(old) < BATCH:
                    break

    async def count(self, settings: Settings, now: int) -> dict[str, int]:
        """The number of expired rows, by kind; finished tables, too."""
        before = oldest_kept(settings, "finished_days", now)
        is_old_table = tables.c.status == Status.OVER, tables.c.touched < before
        async with self._connect() as connection:
            counts = {FINISHED: await connection.scalar(select(func.count(tables.c.id)).where(*is_old_table))}
            for kind in KINDS:
                is_old = kind.is_old(oldest_kept(settings, kind.setting, now))
                counts[kind.name] = await connection.scalar(select(func.count(kind.key)).where(is_old))
        return {name: count or 0 for name, count in counts.items()}

    async def _find(self, kind: Expiry, before: int) -> Sequence[str]:
        """Find expired rows: the search may take long, and holds no writer up."""
        async with self._connect() as connection:
            return (await connection.scalars(select(kind.key).where(kind.is_old(before)).limit(BATCH))).all()

    async def _remove(self, kind: Expiry, before: int, keys: Sequence[str]) -> None:
        async with self._begin() as connection:
            is_one = kind.key.in_(keys), kind.is_old(before)  # people who came in the meantime stay
            gone = (await connection.scalars(delete(kind.table).where(*is_one).returning(kind.key))).all()
            if kind.table is people and gone:
                for theirs in (devices, channels, reminder_choices, reminders, remarks, hints, tries):
                    await connection.execute(delete(theirs).where(theirs.c.person.in_(gone)))
                await connection.execute(delete(challenges).where(challenges.c.owner.in_(gone)))
