"""What happened at a table before what its updates still tell."""

from typing import Annotated, Final

from fastapi import APIRouter, Query, Request, Response

from estaminet.server.http.access import MaybePerson, TheServer, TheSession, address_of
from estaminet.server.live.messages import EventMessage, ViewsMessage
from estaminet.server.live.updates import Watcher, find_watched_seat

router: Final = APIRouter(prefix="/api/tables", tags=["tables"])
MOST_EVENTS_ASKED: Final = 200
MOST_VIEWS_ASKED: Final = 100
Drawing = Annotated[bool, Query(description="Whether views come with a text drawing.")]
COST: Final = 10
"""Requests that one of these counts for: the game is played through again for it."""


@router.get("/{table_id}/events", response_model=list[EventMessage])
async def show_events(
    request: Request,
    session: TheSession,
    server: TheServer,
    person: MaybePerson,  # noqa: ARG001  # counts the request
    before: Annotated[int, Query(ge=1, le=10_000_000, description="Only events before this number.")],
    limit: Annotated[int, Query(ge=1, le=MOST_EVENTS_ASKED, description="How many, the latest of them.")] = 100,
) -> Response:
    """Earlier events of a table, in their order."""
    server.by_address.take(address_of(request), COST - 1)
    found = await server.lobby.reader.read_earlier(session.state, session.log, before, limit)
    return Response(found, media_type="application/json")


@router.get("/{table_id}/views", response_model=ViewsMessage)
async def show_views(
    request: Request,
    session: TheSession,
    server: TheServer,
    person: MaybePerson,
    count: Annotated[int, Query(ge=1, le=MOST_VIEWS_ASKED, description="How many, with the present one.")],
    *,
    drawing: Drawing = False,
) -> Response:
    """The last positions of the game, each as you saw it then: what happened since you looked."""
    server.by_address.take(address_of(request), COST - 1)
    state = session.state
    number, views = state.number, b"[]"
    if state.play:
        watcher = Watcher(person.id if person else None)
        seat = find_watched_seat(state, watcher, state.seats_of(watcher.person))
        views = await server.lobby.reader.read_views(state.play, seat, count, with_drawing=drawing)
    return Response(b'{"number":%d,"views":%b}' % (number, views), media_type="application/json")
