"""The parameters of routes: the server, the person, the table."""

import asyncio
from collections.abc import Coroutine
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Annotated, Final, TypeVar

from fastapi import Depends, Path, Request
from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.types import Scope

from estaminet.engine.registry import Registry
from estaminet.server.errors import Refusal
from estaminet.server.http.identity import COOKIE, Identities
from estaminet.server.http.limits import FairAdmission, Limit, Lines
from estaminet.server.live.accounts import Account
from estaminet.server.live.contests import Contests
from estaminet.server.live.lobby import Lobby
from estaminet.server.live.queue import FairSlots, Queue
from estaminet.server.live.reviews import Reviews
from estaminet.server.live.session import Session
from estaminet.server.reminders.dispatcher import ReminderDispatcher
from estaminet.server.settings import Settings
from estaminet.server.store.database import Store
from estaminet.server.store.people import Person

T = TypeVar("T")
BURST_SECONDS: Final = 10
"""Seconds' worth of requests that may come at once."""
FRAMES_A_MESSAGE: Final = 3
"""Frames for each message: browsers answer pings, and libraries send some themselves."""
SITE_BITS: Final = 64
"""The prefix of an IPv6 address that a household or a host is given as a whole."""


@dataclass
class Server:
    """The parts of a running server."""

    settings: Settings
    registry: Registry
    store: Store
    lobby: Lobby
    identities: Identities
    by_person: Limit
    by_address: Limit
    """All requests, by address."""
    arrivals: Limit
    """New people, by address."""
    renames: Limit
    """By person."""
    words: Limit
    """Remarks at tables, by person."""
    pointings: Limit
    """Pieces pointed at, by person."""
    new_tables: Limit
    """By address."""
    new_tables_by_person: Limit
    connections: Limit
    """New live lines, by address."""
    frames: Limit
    """Frames of live lines, whatever they carry, by address."""
    lines_by_person: Lines
    lines_by_address: Lines
    admission: FairAdmission
    records: Queue
    """Strangers' records that are read, replayed and verified."""
    files: FairSlots
    """Tables that are read for a download."""
    files_by_person: Lines
    reviews: Reviews
    contests: Contests
    marking: bytes
    """The key of marks that recognise entries from one connection."""
    dispatcher: ReminderDispatcher
    confirmations: Limit
    """Confirmation messages, by person and by recipient."""
    confirmations_by_address: Limit
    """The same, by the address that asks for them."""
    trials: Limit
    """Test reminders, by person."""

    def new_frame_limit(self) -> Limit:
        """A limit for the frames of one line."""
        rate = self.settings.rate * FRAMES_A_MESSAGE
        return Limit(rate, rate * BURST_SECONDS)

    async def recognize(self, connection: HTTPConnection) -> Person | None:
        """The person at the other end; None if unknown."""
        person = await self.identities.recognize(
            cookie=connection.cookies.get(COOKIE), authorization=connection.headers.get("authorization")
        )
        if person:
            self.lobby.house.accounts.note(person.id, address_of(connection))
        return person

    async def require(self, connection: HTTPConnection) -> Person:
        """The person at the other end; ``person.unknown`` if there is none. Counts against their limits."""
        person = await self.recognize(connection)
        if person is None:
            raise Refusal("person.unknown", "You are not known here yet: say your name first.")
        self.by_person.take(person.id)
        return person


def account_of(connection: HTTPConnection, person: Person | None = None) -> Account:
    """The account of a request."""
    return Account(address_of(connection), person.id if person else "")


def address_of(connection: HTTPConnection) -> str:
    """The address that a request is counted under."""
    return site_of(connection.client.host) if connection.client else ""


async def unless_gone(request: Request, work: Coroutine[None, None, T]) -> T:
    """Work for a client while it waits; a client that hangs up leaves the queue."""
    working, leaving = asyncio.create_task(work), asyncio.create_task(wait_until_gone(request))
    try:
        await asyncio.wait((working, leaving), return_when=asyncio.FIRST_COMPLETED)
        if leaving.done() and not working.done():
            raise ClientDisconnect
        return await working
    finally:
        working.cancel()
        leaving.cancel()


async def wait_until_gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


@lru_cache(maxsize=1024)
def site_of(host: str) -> str:
    """An IPv4 address, or the /64 of an IPv6 one: whoever has one of its addresses has all of them."""
    try:
        address = ip_address(host)
    except ValueError:  # a proxy may say anything, and a local socket says nothing
        return host
    if not isinstance(address, IPv6Address):
        return host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(IPv6Network((int(address), SITE_BITS), strict=False))


def server_of(scope: Scope) -> Server:
    """The server that a request reached."""
    server: Server = scope["app"].state.server
    return server


def find_server(request: Request) -> Server:
    return server_of(request.scope)


TheServer = Annotated[Server, Depends(find_server)]
TableId = Annotated[str, Path(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_-]+$")]


async def require_person(request: Request, server: TheServer) -> Person:
    return await server.require(request)


async def recognize_person(request: Request, server: TheServer) -> Person | None:
    return await server.recognize(request)


async def find_session(table_id: TableId, server: TheServer, request: Request) -> Session:
    session = await server.lobby.tables.session(table_id)
    if session.state.terms.opening:
        person = await server.recognize(request)
        await server.contests.require_open(session.state, person.id if person else "")
    return session


ThePerson = Annotated[Person, Depends(require_person)]
MaybePerson = Annotated[Person | None, Depends(recognize_person)]
TheSession = Annotated[Session, Depends(find_session)]
