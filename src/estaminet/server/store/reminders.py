"""People's reminders: places, settings, and messages that were sent."""

import hashlib
from collections.abc import Collection, Iterable, Sequence
from typing import Final, Literal, NamedTuple

import orjson
from sqlalchemy import ColumnElement, Executable, delete, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from estaminet.server.errors import Refusal
from estaminet.server.rules.plan import DAY
from estaminet.server.rules.reminders import Key, ReminderKind, ReminderSettings
from estaminet.server.rules.state import Status
from estaminet.server.store.people import Connect
from estaminet.server.store.schema import channels, devices, people, reminder_choices, reminders, tables, visits

ChannelKind = Literal["push", "mail", "ntfy", "webhook"]
MOST_CHANNELS: Final = 10
UNCONFIRMED_DAYS: Final = 3
"""Days after which an unconfirmed address is forgotten."""
HERE: Final = "here"


class Channel(NamedTuple):
    """A place where somebody wants to be reminded."""

    id: str
    person: str
    kind: ChannelKind
    address: str
    """A mail address, a topic, or the subscription of a browser as JSON."""
    label: str
    device: str
    """The browser that subscribed; empty for others."""
    is_confirmed: bool
    created: int


class EndedGame(NamedTuple):
    """A game among people that is over."""

    table: str
    game: str
    at: int
    people: list[str | None]
    names: list[str]


class ReminderStore:
    """The reminders in the database."""

    def __init__(self, begin: Connect, connect: Connect, add_reminder: Executable) -> None:
        self._begin, self._connect = begin, connect
        self._add_reminder = add_reminder
        """Returns the row unless it existed."""

    # Channels

    async def put_channel(self, channel: Channel) -> None:
        """Add or replace a channel; ``channel.limit`` if somebody has enough."""
        async with self._begin() as connection:
            held = select(people.c.id).where(people.c.id == channel.person).with_for_update(key_share=True)
            if await connection.scalar(held) is None:
                raise Refusal("person.unknown", "You have left: say your name again.")
            await connection.execute(delete(channels).where(channels.c.id == channel.id))
            count = await connection.scalar(select(func.count()).where(channels.c.person == channel.person))
            if (count or 0) >= MOST_CHANNELS:
                raise Refusal("channel.limit", f"You have {MOST_CHANNELS} reminder channels: remove one first.")
            await connection.execute(insert(channels), channel._asdict())

    async def list_channels(self, person: str) -> list[Channel]:
        """Somebody's channels, the latest first."""
        wanted = select(channels).where(channels.c.person == person, _is_theirs()).order_by(channels.c.created.desc())
        async with self._connect() as connection:
            return [Channel(*row) for row in await connection.execute(wanted)]

    async def find_channel(self, person: str, channel: str) -> Channel | None:
        return next((each for each in await self.list_channels(person) if each.id == channel), None)

    async def confirm(self, person: str, channel: str, address: str) -> bool:
        """Confirm an address; whether it was waiting for that."""
        is_this = channels.c.id == channel, channels.c.person == person, channels.c.address == address
        async with self._begin() as connection:
            changed = await connection.execute(update(channels).where(*is_this).values(is_confirmed=True))
        return bool(changed.rowcount)

    async def remove_channel(self, person: str, channel: str) -> bool:
        """Remove a channel; whether there was one."""
        async with self._begin() as connection:
            is_this = channels.c.person == person, channels.c.id == channel
            return bool((await connection.execute(delete(channels).where(*is_this))).rowcount)

    async def remove_channels(self, person: str) -> None:
        """Remove all of somebody's channels."""
        async with self._begin() as connection:
            await connection.execute(delete(channels).where(channels.c.person == person))

    # Calendars

    async def find_calendar(self, person: str, table_id: str) -> int:
        """The number of somebody's valid calendar link at a table."""
        is_this = visits.c.person == person, visits.c.table_id == table_id
        async with self._connect() as connection:
            return await connection.scalar(select(visits.c.calendar).where(*is_this)) or 0

    async def revoke_calendar(self, person: str, table_id: str) -> None:
        """Revoke all of somebody's calendar links at a table."""
        is_this = visits.c.person == person, visits.c.table_id == table_id
        async with self._begin() as connection:
            await connection.execute(update(visits).where(*is_this).values(calendar=visits.c.calendar + 1))

    # Choices

    async def find_choice(self, person: str) -> ReminderSettings | None:
        wanted = select(reminder_choices).where(reminder_choices.c.person == person)
        async with self._connect() as connection:
            row = (await connection.execute(wanted)).first()
        return ReminderSettings(*row) if row else None

    async def put_choice(self, choice: ReminderSettings) -> None:
        """Store somebody's settings; the time of their last digest stays."""
        new = choice._asdict()
        settled = {name: value for name, value in new.items() if name not in ("person", "last")}
        is_theirs = reminder_choices.c.person == choice.person
        async with self._begin() as connection:
            changed = await connection.execute(update(reminder_choices).where(is_theirs).values(settled))
            if not changed.rowcount:
                await connection.execute(insert(reminder_choices), new)

    async def list_reachable(self, kinds: Collection[ChannelKind]) -> dict[str, ReminderSettings]:
        """Everybody who can be reached in one of these ways, with their settings."""
        wanted = (
            select(channels.c.person, *(each for each in reminder_choices.c if each.name != "person"))
            .outerjoin(reminder_choices, reminder_choices.c.person == channels.c.person)
            .where(_can_be_used(kinds))
            .distinct()
        )
        async with self._connect() as connection:
            rows = (await connection.execute(wanted)).all()
        return {row[0]: ReminderSettings(*row) if row[1] is not None else ReminderSettings(row[0]) for row in rows}

    async def list_usable(self, person: str, kinds: Collection[ChannelKind]) -> list[Channel]:
        """Somebody's channels that work now."""
        wanted = select(channels).where(channels.c.person == person, _can_be_used(kinds))
        async with self._connect() as connection:
            return [Channel(*row) for row in await connection.execute(wanted)]

    # Sent reminders

    async def claim(self, keys: Sequence[Key], now: int) -> set[Key]:
        """Claim those of these reminders that nobody has sent: they are the caller's alone."""
        won = set()
        async with self._begin() as connection:
            for key in sorted(keys):  # in one order, or two processes might wait for each other
                if await self._add(connection, key, now):
                    won.add(key)
        return won

    async def claim_digest(self, choice: ReminderSettings, now: int) -> bool:
        """Claim somebody's next digest; whether it is the caller's to send."""
        stored = reminder_choices.c.last
        is_this = reminder_choices.c.person == choice.person, stored == choice.last
        async with self._begin() as connection:
            changed = await connection.execute(update(reminder_choices).where(*is_this).values(last=now))
        return bool(changed.rowcount)

    async def _add(self, connection: AsyncConnection, key: Key, now: int) -> bool:
        row = {"person": key.person, "table_id": key.table, "turn": key.turn, "kind": str(key.kind), "at": now}
        added = await connection.execute(self._add_reminder, row)
        return added.first() is not None

    async def list_told(self, people_told: Collection[str]) -> set[Key]:
        """The reminders that these people have been sent."""
        wanted = select(reminders).where(reminders.c.person.in_(people_told), reminders.c.kind != HERE)
        async with self._connect() as connection:
            rows = (await connection.execute(wanted)).all()
        return {Key(row.person, row.table_id, row.turn, ReminderKind(row.kind)) for row in rows}

    async def see(self, sights: Iterable[tuple[str, str]], now: int) -> None:
        """Note the people at tables, for the process that would remind them."""
        async with self._begin() as connection:
            for person, table in sorted(sights):
                is_this = reminders.c.person == person, reminders.c.table_id == table, reminders.c.kind == HERE
                await connection.execute(delete(reminders).where(*is_this))
                row = {"person": person, "table_id": table, "turn": 0, "kind": HERE, "at": now}
                await connection.execute(self._add_reminder, row)

    async def list_seen(self, after: int) -> set[tuple[str, str]]:
        """The people that other processes saw at tables since a time."""
        wanted = select(reminders.c.person, reminders.c.table_id).where(
            reminders.c.kind == HERE, reminders.c.at > after
        )
        async with self._connect() as connection:
            return {(row.person, row.table_id) for row in await connection.execute(wanted)}

    async def list_ended(self, after: int) -> list[EndedGame]:
        """Games of reachable people, among people and without a running clock, that ended since a time."""
        wanted = (
            select(tables.c.id, tables.c.terms, tables.c.summary, tables.c.touched)
            .join(visits, visits.c.table_id == tables.c.id)
            .where(visits.c.person.in_(select(channels.c.person).where(channels.c.is_confirmed)))
            .where(tables.c.status == Status.OVER, tables.c.touched > after)
            .distinct()
        )
        async with self._connect() as connection:
            rows = (await connection.execute(wanted)).all()
        return [ended for row in rows if (ended := _read_ended(row.id, row.terms, row.summary, row.touched))]

    async def sweep(self, now: int) -> None:
        """Forget unconfirmed addresses, rows without a person, and reminders of games that are over."""
        gone = ~select(people.c.id).where(people.c.id == channels.c.person).exists()
        old = (~channels.c.is_confirmed) & (channels.c.created < now - UNCONFIRMED_DAYS * DAY)
        settled_by = select(people.c.id).where(people.c.id == reminder_choices.c.person)
        goes_on = select(tables.c.id).where(tables.c.id == reminders.c.table_id, tables.c.status == Status.PLAYING)
        async with self._begin() as connection:
            await connection.execute(delete(channels).where(or_(gone, old, ~_is_theirs())))
            await connection.execute(delete(reminder_choices).where(~settled_by.exists()))
            is_past = reminders.c.at < now - 2 * DAY
            await connection.execute(delete(reminders).where(is_past, ~goes_on.exists()))


def channel_id(*parts: str) -> str:
    """The id of a channel: a browser belongs to one person, and a person has one address of a kind."""
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:40]


def _is_theirs() -> ColumnElement[bool]:
    """Whether the browser that subscribed is still its person's."""
    own = select(devices.c.id).where(devices.c.id == channels.c.device, devices.c.person == channels.c.person)
    return or_(channels.c.device == "", own.exists())


def _can_be_used(kinds: Collection[ChannelKind]) -> ColumnElement[bool]:
    is_known = select(people.c.id).where(people.c.id == channels.c.person).exists()
    return channels.c.is_confirmed & channels.c.kind.in_(kinds) & _is_theirs() & is_known


def _read_ended(table: str, terms: str, summary: str, at: int) -> EndedGame | None:
    plan, shown = orjson.loads(terms)["plan"], orjson.loads(summary)
    if plan["clock"]["kind"] == "game":
        return None
    names = [each["name"] for each in shown["seats"]]
    return EndedGame(table, shown["game"], at, shown.get("people") or [None] * len(names), names)
