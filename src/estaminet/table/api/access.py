"""What routes ask for by type: who is there, which table, which server."""

from typing import Annotated

from fastapi import Depends, Path, Request

from estaminet.table.api.server import Server, server_of
from estaminet.table.room import Room
from estaminet.table.store import Person

TheServer = Annotated[Server, Depends(server_of)]
TableId = Annotated[str, Path(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_-]+$")]


async def require_person(request: Request, server: TheServer) -> Person:
    return await server.require(request)


async def recognize_person(request: Request, server: TheServer) -> Person | None:
    return await server.recognize(request)


async def find_room(table_id: TableId, server: TheServer) -> Room:
    return await server.hall.room(table_id)


ThePerson = Annotated[Person, Depends(require_person)]
MaybePerson = Annotated[Person | None, Depends(recognize_person)]
TheRoom = Annotated[Room, Depends(find_room)]
