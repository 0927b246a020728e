"""People and their devices. A token is valid as long as its device exists."""

import secrets
from collections.abc import Callable, Collection
from contextlib import AbstractAsyncContextManager
from typing import Final, Literal, NamedTuple

from sqlalchemy import bindparam, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from estaminet.server.errors import Refusal
from estaminet.server.rules.plan import DAY
from estaminet.server.rules.state import Status
from estaminet.server.store.schema import (
    challenges,
    channels,
    devices,
    hints,
    people,
    remarks,
    reminder_choices,
    reminders,
    tables,
    tries,
    visits,
)

DeviceKind = Literal["browser", "bot", "link"]
MOST_DEVICES: Final = 20
# Made once: building a statement takes as long as running it.
RENAME: Final = update(people).where(people.c.id == bindparam("identity")).values(name=bindparam("new_name"))
UNFINISHED: Final = (
    select(tables.c.id)
    .join(visits, visits.c.table_id == tables.c.id)
    .where(visits.c.person == bindparam("identity"), tables.c.status != Status.OVER)
)
Connect = Callable[[], AbstractAsyncContextManager[AsyncConnection]]


class Person(NamedTuple):
    """A known person, and the way they are known."""

    id: str
    name: str
    epoch: int
    """A token from before there were devices is good for one epoch."""
    device: str = ""
    """Their device; empty if their token is older than devices."""
    seen: int = 0
    """The last day of that device."""


class Device(NamedTuple):
    """A browser, a bot, or a personal link that nobody has opened yet."""

    id: str
    kind: DeviceKind
    label: str
    created: int
    seen: int


class People:
    """People in the database."""

    def __init__(self, begin: Connect, connect: Connect) -> None:
        self._begin, self._connect = begin, connect

    async def add(self, name: str, now: int, label: str = "") -> Person:
        """Add a person, with their browser."""
        person = Person(new_id(), name, 0, new_id(), now)
        row = {"id": person.id, "name": name, "epoch": 0, "created": now}
        async with self._begin() as connection:
            await connection.execute(insert(people), row)
            await connection.execute(insert(devices), _row(person.id, person.device, "browser", label, now))
        return person

    async def find(self, identity: str, device: str = "", kind: DeviceKind | None = None) -> Person | None:
        """A person, if the device is theirs, and of this kind where one is named."""
        known = select(people.c.id, people.c.name, people.c.epoch).where(people.c.id == identity)
        if device:
            known = known.add_columns(devices.c.id, devices.c.seen)
            known = known.where(devices.c.person == people.c.id, devices.c.id == device)
        if kind:
            known = known.where(devices.c.kind == kind)
        async with self._connect() as connection:
            row = (await connection.execute(known)).first()
        return Person(*row) if row else None

    async def rename(self, identity: str, name: str) -> list[str]:
        """Rename somebody; the unfinished tables where they have sat."""
        async with self._begin() as connection:
            await connection.execute(RENAME, {"identity": identity, "new_name": name})
            return list((await connection.scalars(UNFINISHED, {"identity": identity})).all())

    async def remove(self, identity: str) -> list[str]:
        """Forget somebody, and make their tokens void; their devices."""
        async with self._begin() as connection:
            await connection.execute(delete(people).where(people.c.id == identity))
            for theirs in (channels, reminder_choices, reminders, remarks, hints, tries):
                await connection.execute(delete(theirs).where(theirs.c.person == identity))
            await connection.execute(delete(challenges).where(challenges.c.owner == identity))
            gone = delete(devices).where(devices.c.person == identity).returning(devices.c.id)
            return list((await connection.scalars(gone)).all())

    async def known(self, identities: Collection[str]) -> set[str]:
        """Those of these people who exist."""
        async with self._connect() as connection:
            return set((await connection.scalars(select(people.c.id).where(people.c.id.in_(identities)))).all())

    async def hold(self, connection: AsyncConnection, identities: Collection[str]) -> set[str]:
        """Those of these people who exist; none of them leaves before the transaction is over."""
        here = select(people.c.id).where(people.c.id.in_(identities))
        # SQLite has one writer, and needs no lock.
        return set((await connection.scalars(here.with_for_update(read=True, key_share=True))).all())

    # Devices

    async def add_device(self, identity: str, kind: DeviceKind, label: str, now: int) -> str:
        """A new device of somebody's; a refusal if they have enough."""
        device = new_id()
        async with self._begin() as connection:
            # Adding a device waits for the lock; sitting down need not.
            held = select(people.c.id).where(people.c.id == identity).with_for_update(key_share=True)
            if await connection.scalar(held) is None:
                raise Refusal("person.unknown", "You have left: say your name again.")
            old = devices.c.person == identity, devices.c.kind == "link", devices.c.created < now - DAY
            await connection.execute(delete(devices).where(*old))
            count = await connection.scalar(select(func.count()).where(devices.c.person == identity))
            if (count or 0) >= MOST_DEVICES:
                raise Refusal(
                    "device.limit", f"You have {MOST_DEVICES} devices, bots and open links: revoke one first."
                )
            await connection.execute(insert(devices), _row(identity, device, kind, label, now))
        return device

    async def list_devices(self, identity: str, now: int) -> list[Device]:
        """Somebody's devices, the latest first, without expired links."""
        is_good = (devices.c.kind != "link") | (devices.c.created >= now - DAY)
        wanted = (
            select(devices.c.id, devices.c.kind, devices.c.label, devices.c.created, devices.c.seen)
            .where(devices.c.person == identity, is_good)
            .order_by(devices.c.created.desc(), devices.c.id)
        )
        async with self._connect() as connection:
            return [Device(*row) for row in await connection.execute(wanted)]

    async def see(self, device: str, now: int) -> None:
        """Note that a device was here."""
        async with self._begin() as connection:
            await connection.execute(update(devices).where(devices.c.id == device).values(seen=now))

    async def claim(self, link: str, label: str, now: int, replaced: str = "") -> bool:
        """Turn a personal link into the browser that opened it; False if it is used up."""
        changes = {"kind": "browser", "label": label, "created": now, "seen": now}
        is_open = devices.c.id == link, devices.c.kind == "link"
        async with self._begin() as connection:
            claimed = await connection.execute(update(devices).where(*is_open).values(changes))
            if claimed.rowcount and replaced:
                await connection.execute(delete(devices).where(devices.c.id == replaced))
        return bool(claimed.rowcount)

    async def remove_device(self, identity: str, device: str) -> bool:
        """Revoke a device; False if somebody has no such device."""
        async with self._begin() as connection:
            is_this = devices.c.person == identity, devices.c.id == device
            return bool((await connection.execute(delete(devices).where(*is_this))).rowcount)

    async def remove_others(self, person: Person, browser: str, label: str, now: int) -> list[str]:
        """Revoke all of somebody's devices but one browser, which is new if they came with an old token."""
        async with self._begin() as connection:
            later = update(people).where(people.c.id == person.id).values(epoch=people.c.epoch + 1)
            await connection.execute(later)
            others = delete(devices).where(devices.c.person == person.id, devices.c.id != browser)
            gone = list((await connection.scalars(others.returning(devices.c.id))).all())
            if not person.device:
                await connection.execute(insert(devices), _row(person.id, browser, "browser", label, now))
        return gone


def new_id() -> str:
    """Unguessable."""
    return secrets.token_urlsafe(12)


def _row(person: str, device: str, kind: DeviceKind, label: str, now: int) -> dict[str, object]:
    return {"id": device, "person": person, "kind": kind, "label": label, "created": now, "seen": now}
