"""Tables: setup, lists, views and commands."""

from typing import Annotated, Final
from urllib.parse import urlencode

from fastapi import APIRouter, Path, Query, Request, Response

from estaminet.server.errors import Refusal, UnknownTable
from estaminet.server.http.access import (
    MaybePerson,
    Server,
    TableId,
    ThePerson,
    TheServer,
    TheSession,
    address_of,
    unless_gone,
)
from estaminet.server.http.messages import CalendarMessage, Invitation, NextTable, said
from estaminet.server.live.listing import ListedTable, listed
from estaminet.server.live.messages import EventMessage, SaidMessage, UpdateMessage, ViewsMessage
from estaminet.server.live.reader import MOST_EVENTS_ASKED, MOST_VIEWS_ASKED
from estaminet.server.live.records import HintMessage, describe_hint
from estaminet.server.live.session import Session
from estaminet.server.live.setup import NewTable, describe_new
from estaminet.server.live.updates import Watcher
from estaminet.server.reminders.words import write_calendar
from estaminet.server.rules.commands import Command, require_talk
from estaminet.server.rules.plan import CODE_LENGTH, TablePlan, Terms
from estaminet.server.store.people import Person

router: Final = APIRouter(prefix="/api/tables", tags=["tables"])
COST: Final = 10
"""The cost of earlier events or views, in requests: the game is replayed for them."""
Since = Annotated[int, Query(ge=0, le=10_000_000, description="Only events after this number.")]
Drawing = Annotated[bool, Query(description="Whether the view comes with a text drawing.")]


@router.get("")
async def list_tables(
    server: TheServer,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> list[ListedTable]:
    """The public tables: those that wait for somebody first, then those where a game is going on."""
    return [listed(each) for each in await server.lobby.list_public(limit)]


@router.post("", status_code=201)
async def set_up_table(plan: TablePlan, person: ThePerson, server: TheServer, request: Request) -> NewTable:
    """Set up a table. Sit down after that: the salt of every seat comes after the commitment."""
    await count_table(person, server, request)
    return show_new(await server.lobby.set_up(person, plan), server)


@router.get("/codes/{code}")
async def find_code(
    code: Annotated[str, Path(min_length=CODE_LENGTH, max_length=CODE_LENGTH)], server: TheServer, request: Request
) -> Invitation:
    """The waiting table of a big screen, by its code."""
    server.by_address.take(address_of(request), COST - 1)
    terms = await server.store.find_code(code.lower())
    if terms is None:
        raise UnknownTable("No table with this code waits for players.")
    return {"id": terms.id, "invitation": terms.invitation}


@router.post("/lessons/{game}", status_code=201)
async def set_up_lesson(game: str, person: ThePerson, server: TheServer, request: Request) -> NewTable:
    """Set up a table that continues the first lesson of a game: you sit there, and play on."""
    await count_table(person, server, request)
    return show_new(await server.lobby.set_up_lesson(person, server.registry.find(game)), server)


async def count_table(person: Person, server: Server, request: Request) -> None:
    """Count one more table of somebody; a refusal if they have too many."""
    server.by_person.take(person.id, 4)
    most = server.settings.open_tables
    if most and await server.store.count_open(person.id) >= most:
        raise Refusal(
            "tables.too_many", f"You have {most} tables that are not over: finish a game or leave a table first."
        )
    take_table(person, server, request)


def take_table(person: Person, server: Server, request: Request) -> None:
    server.new_tables_by_person.take(person.id)
    server.new_tables.take(address_of(request))


def show_new(terms: Terms, server: Server) -> NewTable:
    return describe_new(terms, server.lobby.peers.home_of(terms.id))


@router.get("/{table_id}", response_model=UpdateMessage)
async def show_table(
    session: TheSession, person: MaybePerson, since: Since = 0, *, drawing: Drawing = False
) -> Response:
    """The table, as you may see it."""
    return write_update(session, person, since, with_drawing=drawing)


@router.get("/{table_id}/home")
async def find_home(table_id: TableId, server: TheServer) -> dict[str, str]:
    """The best address of the table; empty if it is this one."""
    return {"url": server.lobby.peers.home_of(table_id)}


@router.post("/{table_id}/commands", response_model=UpdateMessage)
async def command_table(command: Command, session: TheSession, person: ThePerson, since: Since = 0) -> Response:
    """Send a command to a table, just as over its WebSocket. The answer is the table afterwards."""
    await session.command(person.id, person.name, command)
    return write_update(session, person, since)


@router.get("/{table_id}/talk")
async def list_remarks(session: TheSession, person: ThePerson, server: TheServer) -> list[SaidMessage]:
    """The last hundred remarks at the table, for people with a seat."""
    require_talk(session.state, person.id)
    return [said(each, person.id) for each in await server.store.talk.list_of(session.state.terms.id)]


@router.post("/{table_id}/rematch")
async def play_again(session: TheSession, person: ThePerson, server: TheServer, request: Request) -> NextTable:
    """A new table for the same people, each one seat further on; one for all who ask."""
    if not session.state.rematch:
        take_table(person, server, request)
    return {"id": await server.lobby.rematch(session, person)}


@router.post("/{table_id}/advice")
async def advise(request: Request, session: TheSession, person: ThePerson, server: TheServer) -> HintMessage:
    """A hint: the turns that the house would play in your place, and everybody's chances. Not against people."""
    server.by_person.take(person.id, 5)
    hint, position = await unless_gone(request, session.advise(person.id))
    return describe_hint(hint, position)


def write_update(session: Session, person: Person | None, since: int, *, with_drawing: bool = False) -> Response:
    number = min(since, session.state.number)
    watcher = Watcher(person.id if person else None, since=number, wants_drawing=with_drawing)
    return Response(session.update(watcher), media_type="application/json")


@router.post("/{table_id}/calendar")
async def make_calendar(session: TheSession, person: ThePerson, server: TheServer) -> CalendarMessage:
    """A calendar address for your deadlines at this table, without your cookie. Keep it to yourself."""
    require_seat(session, person.id)
    table_id = session.state.terms.id
    number = await server.store.reminders.find_calendar(person.id, table_id)
    token = server.dispatcher.links.sign("calendar", person.id, table_id, str(number))
    return {"path": f"/api/tables/{table_id}/deadline.ics?{urlencode({'token': token})}"}


@router.delete("/{table_id}/calendar", status_code=204)
async def revoke_calendar(table_id: TableId, person: ThePerson, server: TheServer) -> None:
    """Revoke all your calendar links of this table. The next one will be new."""
    await server.store.reminders.revoke_calendar(person.id, table_id)


@router.get("/{table_id}/deadline.ics", response_class=Response, responses={200: {"content": {"text/calendar": {}}}})
async def show_deadline(
    request: Request, table_id: TableId, server: TheServer, token: Annotated[str, Query(max_length=1000)] = ""
) -> Response:
    """The deadline of your turn as a calendar, for people with a seat or with their link."""
    if token:
        identity, table, *number = server.dispatcher.links.read("calendar", token)
        if table != table_id:
            raise Refusal("link.invalid", "This link is for another table.")
        if (number or ["0"]) != [str(await server.store.reminders.find_calendar(identity, table_id))]:
            raise Refusal("link.invalid", "This link has been revoked: ask for a new one at the table.")
    else:
        identity = (await server.require(request)).id
    session = await server.lobby.tables.session(table_id)
    require_seat(session, identity)
    choice = await server.store.reminders.find_choice(identity)
    calendar = write_calendar(session.state, identity, choice.language if choice else "en", server.settings.url)
    name = {"Content-Disposition": 'attachment; filename="deadline.ics"'}
    return Response(calendar, media_type="text/calendar; charset=utf-8", headers=name)


def require_seat(session: Session, person: str) -> None:
    if not session.state.seats_of(person):
        raise Refusal("seat.foreign", "You have no seat at this table.")


# Before the events of updates


@router.get("/{table_id}/events", response_model=list[EventMessage])
async def show_events(
    request: Request,
    session: TheSession,
    server: TheServer,
    before: Annotated[int, Query(ge=1, le=10_000_000, description="Only events before this number.")],
    limit: Annotated[
        int, Query(ge=1, le=MOST_EVENTS_ASKED, description="The number of events, the latest ones.")
    ] = 100,
) -> Response:
    """Earlier events of a table, in their order."""
    server.by_address.take(address_of(request), COST - 1)
    found = await server.lobby.tables.reader.read_earlier(session.state, session.log, before, limit)
    return Response(found, media_type="application/json")


@router.get("/{table_id}/views", response_model=ViewsMessage)
async def show_views(
    request: Request,
    session: TheSession,
    server: TheServer,
    person: MaybePerson,
    count: Annotated[
        int, Query(ge=1, le=MOST_VIEWS_ASKED, description="The number of positions, with the present one.")
    ],
    *,
    drawing: Drawing = False,
) -> Response:
    """The last positions of the game, each as you saw it then."""
    server.by_address.take(address_of(request), COST - 1)
    reader, identity = server.lobby.tables.reader, person.id if person else None
    found = await reader.read_views(session.state, identity, count, with_drawing=drawing)
    return Response(found, media_type="application/json")
