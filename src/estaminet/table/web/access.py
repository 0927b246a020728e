"""What routes ask for by type: the server, who is there, which table."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Path, Request
from starlette.requests import HTTPConnection

from estaminet.engine.registry import Registry
from estaminet.table.live.lobby import Lobby
from estaminet.table.live.session import Session
from estaminet.table.settings import Settings
from estaminet.table.store.database import Person, Store
from estaminet.table.web.identity import COOKIE, Identities
from estaminet.table.web.limits import Limit


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
    arrivals: Limit
    """New people, by address."""

    async def recognize(self, connection: HTTPConnection) -> Person | None:
        """Who is at the other end; counts against what their address may ask for."""
        self.by_address.take(address_of(connection))
        return await self.identities.recognize(
            cookie=connection.cookies.get(COOKIE), authorization=connection.headers.get("authorization")
        )

    async def require(self, connection: HTTPConnection) -> Person:
        """Who is at the other end; NobodyKnown if nobody that we know. Counts against what they may ask for."""
        self.by_address.take(address_of(connection))
        person = await self.identities.require(
            cookie=connection.cookies.get(COOKIE), authorization=connection.headers.get("authorization")
        )
        self.by_person.take(person.id)
        return person


def address_of(connection: HTTPConnection) -> str:
    """Where a request comes from."""
    return connection.client.host if connection.client else ""


def server_of(request: Request) -> Server:
    """The server that a request reached."""
    server: Server = request.app.state.server
    return server


TheServer = Annotated[Server, Depends(server_of)]
TableId = Annotated[str, Path(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_-]+$")]


async def require_person(request: Request, server: TheServer) -> Person:
    return await server.require(request)


async def recognize_person(request: Request, server: TheServer) -> Person | None:
    return await server.recognize(request)


async def find_session(table_id: TableId, server: TheServer) -> Session:
    return await server.lobby.session(table_id)


ThePerson = Annotated[Person, Depends(require_person)]
MaybePerson = Annotated[Person | None, Depends(recognize_person)]
TheSession = Annotated[Session, Depends(find_session)]
