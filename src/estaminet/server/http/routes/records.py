"""Records of finished games, and the check of their deals.

All of it is work for strangers, in a queue of its own that counts by address, because new names cost nothing.
"""

from functools import partial
from typing import Annotated, Final

from fastapi import APIRouter, Query, Request, Response

from estaminet.engine.fairness import verify
from estaminet.engine.record import parse_line
from estaminet.server.http.access import MaybePerson, TableId, TheServer, account_of, unless_gone
from estaminet.server.http.routes.branches import find_branches
from estaminet.server.live.branches import write_variations
from estaminet.server.live.messages import ReplayMessage, VerdictMessage
from estaminet.server.live.records import describe_verification, write_record, write_replay

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
