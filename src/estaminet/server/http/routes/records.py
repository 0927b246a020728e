"""Records of finished games, checks of their deals, branches, and reviews.

Strangers can ask for all of these. The work waits in its own queue, which counts by address, because new names cost
nothing.
"""

from functools import partial
from typing import Annotated, Final, cast

from fastapi import APIRouter, Path, Query, Request, Response

from estaminet.engine.fairness import verify
from estaminet.engine.record import parse_line
from estaminet.server.http.access import (
    MaybePerson,
    Server,
    TableId,
    ThePerson,
    TheServer,
    TheSession,
    account_of,
    address_of,
    unless_gone,
)
from estaminet.server.http.messages import ReviewMessage
from estaminet.server.http.routes.tables import count_table, show_new
from estaminet.server.live.branches import (
    BranchMessage,
    BranchPlan,
    Members,
    describe_branch,
    list_below,
    list_family,
    seat_branch,
    write_variations,
)
from estaminet.server.live.history import (
    EVERYBODY,
    Progress,
    TurningPointMessage,
    game_of,
    read_finished,
    read_turning_point,
    write_progress,
)
from estaminet.server.live.messages import ReplayMessage, VerdictMessage
from estaminet.server.live.records import describe_verification, write_record, write_replay
from estaminet.server.live.setup import NewTable, TableSetup
from estaminet.server.store.people import Person
from estaminet.server.store.rows import TableSummary

router: Final = APIRouter(prefix="/api", tags=["records"])
JSON: Final = "application/json"
Drawing = Annotated[bool, Query(description="Whether views come with a text drawing.")]
RECORD_BODY: Final = {"requestBody": {"required": True, "content": {JSON: {"schema": {"type": "object"}}}}}


@router.get(
    "/tables/{table_id}/record",
    response_class=Response,
    responses={200: {"content": {"application/json": {"schema": {"type": "object"}}}}},
)
async def download_record(
    request: Request,
    table_id: TableId,
    person: MaybePerson,
    server: TheServer,
    *,
    variations: Annotated[bool, Query(description="Whether to include your finished branches of it.")] = False,
) -> Response:
    """The record of a finished game, with the proof of its deal."""
    state = (await server.lobby.tables.session(table_id)).state
    has_names = await server.contests.may_name(state, person.id if person else "")
    branches = await find_branches(person, server) if variations and person else []

    def write() -> bytes:
        return write_record(state, write_variations(branches, state.terms.id), has_names=has_names)

    written = await unless_gone(request, server.records.run(account_of(request), write))
    headers = {"Content-Disposition": f'attachment; filename="{state.terms.game.name}.json"'}
    return Response(written, media_type="application/json", headers=headers)


@router.post("/replay", response_model=ReplayMessage, openapi_extra=RECORD_BODY)
async def replay_record(
    request: Request,
    server: TheServer,
    seat: Annotated[
        int | None, Query(ge=0, le=9, description="The seat to see it from; a spectator if left out.")
    ] = None,
    *,
    drawing: Drawing = False,
) -> Response:
    """Every position of a record, as somebody at the table saw it."""
    body = await request.body()
    work = partial(write_replay, body, server.lobby.kernels.find, seat, with_drawing=drawing)
    written = await unless_gone(request, server.records.run(account_of(request), work))
    return Response(written, media_type=JSON)


@router.post(
    "/verify",
    openapi_extra=RECORD_BODY,
)
async def verify_record(request: Request, server: TheServer) -> VerdictMessage:
    """Check a record: the commitment, the deal and every action. A refusal names the fault."""
    body = await request.body()
    work = server.records.run(account_of(request), lambda: verify(parse_line(body), server.lobby.kernels.find))
    verdict = await unless_gone(request, work)
    return describe_verification(verdict)


# Branches: only whoever tries them has them in a list


branch_router: Final = APIRouter(prefix="/api/branches", tags=["branches"])
MOST_BRANCHES: Final = 500
"""Branches of one person that are searched, the latest."""


@branch_router.get("")
async def list_branches(
    person: ThePerson,
    server: TheServer,
    source: Annotated[str, Query(max_length=40, description="Only those of this table's game.")] = "",
) -> list[BranchMessage]:
    """Your branches, the oldest first: of the game that a table shows or comes from, of a record, or all of them."""
    found = await find_branches(person, server)
    return [describe_branch(each) for each in (list_family(found, source) if source else found)]


@branch_router.post("", status_code=201)
async def set_up_branch(plan: BranchPlan, person: ThePerson, server: TheServer, request: Request) -> NewTable:
    """Set up a table for a branch of a finished game: you sit there, and it is your turn.

    It is practice. You need the right to the game's record.
    """
    await count_table(person, server, request)
    plan.check()
    find_game, you = server.lobby.kernels.find, (person.id, person.name)
    state = (await server.lobby.tables.session(plan.table)).state if plan.table else None
    if state:
        await server.contests.may_name(state, person.id)

    def work() -> TableSetup:
        members = parse_line(write_record(state)) if state else plan.record
        return seat_branch(plan, cast("Members", members), find_game, you)

    seating = await unless_gone(request, server.records.run(account_of(request), work))
    game = server.registry.find(seating.plan.game)
    return show_new(await server.lobby.add_table(game, seating, person.id), server)


@branch_router.delete("/{table_id}", status_code=204)
async def remove_branch(table_id: TableId, person: ThePerson, server: TheServer) -> None:
    """Remove one of your branches from your lists, with the branches below it."""
    for each in list_below(await find_branches(person, server), table_id):
        await server.lobby.remove_branch(person.id, each.id)
    await server.lobby.remove_branch(person.id, table_id)


async def find_branches(person: Person, server: Server) -> list[TableSummary]:
    return (await server.store.list_of(person.id, MOST_BRANCHES, branches=True))[::-1]


# Reviews: asked for, then looked at until they are done


review_router: Final = APIRouter(prefix="/api", tags=["reviews"])
COST: Final = 5
"""The cost of a review, in requests: the whole record is written, and a stored review is unpacked."""
Key = Annotated[str, Path(pattern=r"^[0-9a-f]{64}$")]


@review_router.post("/tables/{table_id}/review", response_model=ReviewMessage)
async def review_table(request: Request, session: TheSession, person: MaybePerson, server: TheServer) -> Response:
    """Review the game of a table: skill and luck. It must be over, and have a winner."""
    server.by_address.take(address_of(request), COST - 1)
    record, result = game_of(session.state)
    await server.lobby.kernels.ready(record.start.game.name)
    payer = account_of(request, person)
    key = await server.reviews.ask(record, payer, result=result, table_id=session.state.terms.id)
    return describe(key, await server.reviews.look(key))


@review_router.post("/reviews", response_model=ReviewMessage, openapi_extra=RECORD_BODY)
async def review_record(request: Request, person: MaybePerson, server: TheServer) -> Response:
    """Have the game of a record looked back on."""
    body = await request.body()
    read = server.records.run(account_of(request), lambda: read_finished(body, server.lobby.kernels.find))
    record = await unless_gone(request, read)
    await server.lobby.kernels.ready(record.start.game.name)
    key = await server.reviews.ask(record, account_of(request, person))
    return describe(key, await server.reviews.look(key))


@review_router.get("/reviews/{key}", response_model=ReviewMessage)
async def show_review(key: Key, server: TheServer) -> Response:
    """The progress of a review, and its finished parts. It is dropped when nobody asks any more."""
    return describe(key, await server.reviews.look(key))


@review_router.get("/tables/{table_id}/turning-point")
async def show_turning_point(
    request: Request, session: TheSession, person: MaybePerson, server: TheServer
) -> TurningPointMessage | None:
    """The turning point of a table's game for your seat; null if there is none, or not yet.

    Without a seat, or with several, it is that of the spectators.
    """
    server.by_address.take(address_of(request), COST - 1)
    kept = await server.store.reviews.find_of_table(session.state.terms.id)
    own = session.state.seats_of(person.id if person else None)
    return read_turning_point(kept, own[0] if len(own) == 1 else EVERYBODY) if kept else None


def describe(key: str, progress: Progress) -> Response:
    return Response(write_progress(key, progress), media_type=JSON)
