"""Records of finished games, and the check of their deals."""

from typing import Final

from fastapi import APIRouter, Request, Response
from fastapi.concurrency import run_in_threadpool

from estaminet.engine.fairness import verify
from estaminet.table.api.access import MaybePerson, TheRoom, TheServer
from estaminet.table.api.answers import VerdictMessage
from estaminet.table.records import write_record

router: Final = APIRouter(prefix="/api", tags=["records"])


@router.get(
    "/tables/{table_id}/record",
    response_class=Response,
    responses={200: {"content": {"application/json": {"schema": {"type": "object"}}}}},
)
async def download_record(room: TheRoom, person: MaybePerson) -> Response:  # noqa: ARG001  # counts the request
    """The record of a finished game, with the proof of its deal."""
    headers = {"Content-Disposition": f'attachment; filename="{room.state.terms.game.name}.json"'}
    return Response(write_record(room.state), media_type="application/json", headers=headers)


@router.post(
    "/verify",
    openapi_extra={"requestBody": {"required": True, "content": {"application/json": {"schema": {"type": "object"}}}}},
)
async def verify_record(request: Request, person: MaybePerson, server: TheServer) -> VerdictMessage:  # noqa: ARG001
    """Check a record: the commitment, the deal and every action. A refusal says what does not hold."""
    body = await request.body()
    verdict = await run_in_threadpool(verify, body, server.registry.find)
    return {
        "game": verdict.game,
        "players": verdict.players,
        "commitment": verdict.commitment,
        "actions": verdict.actions,
        "is_finished": verdict.is_finished,
    }
