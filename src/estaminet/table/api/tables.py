"""Tables: set up, list, look, and everything that is asked of one."""

from typing import Annotated, Final

from fastapi import APIRouter, Query, Response

from estaminet.engine.fairness import commit
from estaminet.table.api.access import MaybePerson, TableId, ThePerson, TheRoom, TheServer
from estaminet.table.api.answers import AdviceMessage, ListedTable, NewTable, NextTable, listed
from estaminet.table.commands import Command
from estaminet.table.decisions import require_game
from estaminet.table.errors import NoAdvice
from estaminet.table.messages import UpdateMessage
from estaminet.table.picture import Watcher
from estaminet.table.room import Room
from estaminet.table.setup import TablePlan
from estaminet.table.store import Person

router: Final = APIRouter(prefix="/api/tables", tags=["tables"])
Since = Annotated[int, Query(ge=0, le=10_000_000, description="Only events after this number.")]


@router.get("")
async def list_tables(
    server: TheServer,
    person: MaybePerson,  # noqa: ARG001  # counts the request
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> list[ListedTable]:
    """The public tables: those that wait for somebody first, then those where a game is going on."""
    return [listed(each) for each in await server.store.list_public(limit)]


@router.post("", status_code=201)
async def set_up_table(plan: TablePlan, person: ThePerson, server: TheServer) -> NewTable:
    """Set up a table. Then sit down: the salt of every seat comes after the commitment."""
    server.by_person.take(person.id, 4)
    terms = await server.hall.set_up(person, plan)
    return {
        "id": terms.id,
        "invitation": terms.invitation,
        "commitment": commit(terms.seed),
        "home": server.hall.peers.home_of(terms.id),
    }


@router.get("/{table_id}", response_model=UpdateMessage)
async def look_at_table(room: TheRoom, person: MaybePerson, since: Since = 0) -> Response:
    """The whole picture, as you may see it."""
    return picture(room, person, since)


@router.get("/{table_id}/home")
async def find_home(table_id: TableId, server: TheServer) -> dict[str, str]:
    """Where the table is best reached; empty if here."""
    return {"url": server.hall.peers.home_of(table_id)}


@router.post("/{table_id}/commands", response_model=UpdateMessage)
async def command_table(command: Command, room: TheRoom, person: ThePerson, since: Since = 0) -> Response:
    """Ask something of a table, just as over its WebSocket. The answer is the whole picture after it."""
    await room.command(person.id, person.name, command)
    return picture(room, person, since)


@router.post("/{table_id}/rematch")
async def play_again(room: TheRoom, person: ThePerson, server: TheServer) -> NextTable:
    """A new table for the same people, each one seat further on; the same one for everybody who asks."""
    return {"id": await server.hall.rematch(room, person)}


@router.post("/{table_id}/advice")
async def advise(room: TheRoom, person: ThePerson, server: TheServer) -> AdviceMessage:
    """What the house would do in your place, and how everybody's chances stand. Not while you play against people."""
    server.by_person.take(person.id, 5)
    position, seat = require_game(room.state), room.state.to_move
    if seat is None or seat not in room.state.seats_of(person.id):
        raise NoAdvice("The house gives a hint when it is your turn.")
    if sum(other.person is not None for other in room.state.seats) > 1:
        raise NoAdvice("The house gives no hints while you play against people.")
    advice = await server.hall.house.advise(position, seat)
    return {
        "suggestions": [
            {"action": each.action, "share": each.share, "continuation": list(each.continuation)}
            for each in advice.suggestions
        ],
        "win_shares": list(advice.win_shares),
        "is_exact": advice.is_exact,
    }


def picture(room: Room, person: Person | None, since: int) -> Response:
    watcher = Watcher(person.id if person else None)
    watcher.has = min(since, room.state.number)
    return Response(room.picture(watcher), media_type="application/json")
