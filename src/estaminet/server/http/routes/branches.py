"""What if: branches of finished games. Each list of them is for its owner alone."""

from typing import Annotated, Final, cast

from fastapi import APIRouter, Query, Request

from estaminet.engine.record import parse_line
from estaminet.server.errors import Refusal
from estaminet.server.http.access import Server, TableId, ThePerson, TheServer, account_of, unless_gone
from estaminet.server.http.messages import NewTable
from estaminet.server.http.routes.tables import count_table, describe_new
from estaminet.server.live.branches import (
    BranchMessage,
    BranchPlan,
    Members,
    describe_branch,
    list_below,
    list_family,
    seat_branch,
)
from estaminet.server.live.records import write_record
from estaminet.server.live.setup import TableSetup
from estaminet.server.store.people import Person
from estaminet.server.store.rows import TableSummary

router: Final = APIRouter(prefix="/api/branches", tags=["branches"])
MOST_BRANCHES: Final = 500
"""Branches of one person that are searched, the latest."""


@router.get("")
async def list_branches(
    person: ThePerson,
    server: TheServer,
    source: Annotated[str, Query(max_length=40, description="Only those of this table's game.")] = "",
) -> list[BranchMessage]:
    """Your branches, the oldest first: of the game that a table shows or comes from, of a record, or all of them."""
    found = await find_branches(person, server)
    return [describe_branch(each) for each in (list_family(found, source) if source else found)]


@router.post("", status_code=201)
async def set_up_branch(plan: BranchPlan, person: ThePerson, server: TheServer, request: Request) -> NewTable:
    """Set up a table for a branch of a finished game: you sit there, and it is your turn.

    It is practice. You need the right to the game's record.
    """
    await count_table(person, server, request)
    if (plan.table is None) == (plan.record is None):
        raise Refusal("message.invalid", "A branch belongs to a table or to a record: name one of them.")
    find_game, you = server.lobby.kernels.find, (person.id, person.name)
    state = (await server.lobby.tables.session(plan.table)).state if plan.table else None
    if state:
        await server.contests.may_name(state, person.id)

    def work() -> TableSetup:
        members = parse_line(write_record(state)) if state else plan.record
        return seat_branch(plan, cast("Members", members), find_game, you)

    seating = await unless_gone(request, server.records.run(account_of(request), work))
    return describe_new(await server.lobby.set_up_branch(person, seating), server)


@router.delete("/{table_id}", status_code=204)
async def remove_branch(table_id: TableId, person: ThePerson, server: TheServer) -> None:
    """Remove one of your branches from your lists, with the branches below it."""
    for each in list_below(await find_branches(person, server), table_id):
        await server.lobby.remove_branch(person.id, each.id)
    await server.lobby.remove_branch(person.id, table_id)


async def find_branches(person: Person, server: Server) -> list[TableSummary]:
    return (await server.store.list_of(person.id, MOST_BRANCHES, branches=True))[::-1]
