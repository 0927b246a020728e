"""What every route needs: the hall, the store, who people are, and how much they may ask for."""

from dataclasses import dataclass

from fastapi import Request
from starlette.requests import HTTPConnection

from estaminet.engine.registry import Registry
from estaminet.table.hall import Hall
from estaminet.table.identity import COOKIE, Identities
from estaminet.table.limits import Limit
from estaminet.table.settings import Settings
from estaminet.table.store import Person, Store


@dataclass
class Server:
    """The parts of a running server."""

    settings: Settings
    registry: Registry
    store: Store
    hall: Hall
    identities: Identities
    by_person: Limit
    by_address: Limit

    async def recognize(self, connection: HTTPConnection) -> Person | None:
        """Who is at the other end; counts against what their address may ask for."""
        self.by_address.take(connection.client.host if connection.client else "")
        return await self.identities.recognize(
            cookie=connection.cookies.get(COOKIE), authorization=connection.headers.get("authorization")
        )

    async def require(self, connection: HTTPConnection) -> Person:
        """Who is at the other end; NobodyKnown if nobody that we know. Counts against what they may ask for."""
        self.by_address.take(connection.client.host if connection.client else "")
        person = await self.identities.require(
            cookie=connection.cookies.get(COOKIE), authorization=connection.headers.get("authorization")
        )
        self.by_person.take(person.id)
        return person


def server_of(request: Request) -> Server:
    """The server that a request reached."""
    server: Server = request.app.state.server
    return server
