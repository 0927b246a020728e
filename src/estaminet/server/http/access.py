"""The parameters of routes: the server, the person, the table.

People need no account. A signed token identifies them: in a cookie, a personal link, or a bot's header.
"""

import asyncio
from collections.abc import Coroutine
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Annotated, Final, TypeVar

from fastapi import Depends, Path, Request
from itsdangerous import BadSignature, URLSafeTimedSerializer
from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.types import Scope

from estaminet.engine.registry import Registry
from estaminet.server.errors import Refusal
from estaminet.server.http.limits import FairAdmission, Limit, Lines
from estaminet.server.live.clock import now
from estaminet.server.live.contests import Contests
from estaminet.server.live.house import FairSlots, Queue
from estaminet.server.live.lobby import Lobby
from estaminet.server.live.question import Account
from estaminet.server.live.reviews import Reviews
from estaminet.server.live.session import Session
from estaminet.server.reminders.dispatcher import ReminderDispatcher
from estaminet.server.rules.plan import DAY, DAY_SECONDS
from estaminet.server.settings import Settings
from estaminet.server.store.database import Store
from estaminet.server.store.people import DeviceKind, People, Person

LIFETIMES: Final[dict[DeviceKind, int]] = {"browser": 400 * DAY_SECONDS, "link": DAY_SECONDS, "bot": 400 * DAY_SECONDS}
"""In seconds."""
PURPOSES: Final[dict[DeviceKind, str]] = {"browser": "cookie", "link": "link", "bot": "bot"}
"""Signed with the token, so that none can be used for another purpose."""
COOKIE: Final = "estaminet"
BROWSERS: Final = {"Edg": "Edge", "OPR/": "Opera", "Firefox/": "Firefox", "Chrome/": "Chrome", "Safari/": "Safari"}
SYSTEMS: Final = {
    "Android": "Android", "iPhone": "iPhone", "iPad": "iPad", "Windows": "Windows", "Mac OS": "macOS",
    "CrOS": "ChromeOS", "Linux": "Linux",
}  # fmt: skip
"""Browsers by their own word and by their usual names. Most claim to be several: the first counts."""


class Identities:
    """Makes tokens and reads them.

    A token signs a person and one of their devices, and is good for as long as the device is in the database.
    Those from before there were devices sign a person and an epoch.
    """

    def __init__(self, people: People, key: bytes) -> None:
        self._people = people
        self._signers = {
            kind: URLSafeTimedSerializer(key.hex(), salt=f"estaminet {purpose}") for kind, purpose in PURPOSES.items()
        }

    def sign(self, person: str, device: str, kind: DeviceKind) -> str:
        """A token of somebody's identity."""
        return self._signers[kind].dumps([person, device])

    async def recognize(self, *, cookie: str | None, authorization: str | None) -> Person | None:
        """The sender of a request; None if unknown."""
        if authorization is not None:
            scheme, _, token = authorization.partition(" ")
            person = await self._read(token, "bot") if scheme.lower() == "bearer" else None
        else:
            person = await self._read(cookie, "browser") if cookie else None
        if person and person.device and now() - person.seen > DAY:
            await self._people.see(person.device, now())
        return person

    async def refresh_person(self, person: Person) -> Person:
        """A person recognized some time ago, by their present name; ``person.unknown`` if they have left since."""
        found = await self._people.find(person.id, person.device)
        if found is None or not (person.device or found.epoch == person.epoch):
            raise Refusal("person.unknown", "You have left: say your name again.")
        return found

    async def read_link(self, token: str) -> Person:
        """The owner of a personal link; its device is the link itself."""
        person = await self._read(token, "link")
        if person is None or not person.device:
            raise Refusal("link.invalid", "This personal link is not valid, or no longer: make a new one.")
        return person

    async def _read(self, token: str, kind: DeviceKind) -> Person | None:
        try:
            (identity, proof), signed = self._signers[kind].loads(token, return_timestamp=True)
        except (BadSignature, ValueError, TypeError):
            return None
        # A signature from the future is valid all the same: a clock was set back, or another one is ahead.
        if (datetime.now(UTC) - signed).total_seconds() > LIFETIMES[kind]:
            return None
        if isinstance(proof, str):
            return await self._people.find(identity, proof, kind) if proof else None
        person = await self._people.find(identity)
        return person if person and person.epoch == proof else None


def describe_browser(agent: str) -> str:
    """A browser by its usual name: "Firefox, Linux"."""
    names = (next((name for sign, name in signs.items() if sign in agent), "") for signs in (BROWSERS, SYSTEMS))
    return ", ".join(filter(None, names))


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
