"""Reviews of finished games: asked for, then looked at until they are done."""

from typing import Annotated, Final

import orjson
from fastapi import APIRouter, Path, Request, Response

from estaminet.engine.record import Record, parse_line
from estaminet.review import find_turning_point
from estaminet.review.model import TurningPoint
from estaminet.server.errors import Refusal
from estaminet.server.http.access import MaybePerson, Server, TheServer, TheSession, account_of, address_of, unless_gone
from estaminet.server.http.messages import ReviewMessage
from estaminet.server.http.routes.records import RECORD_BODY
from estaminet.server.live.queue import Account
from estaminet.server.live.reviews import Progress
from estaminet.server.live.session import Session
from estaminet.server.rules.state import Reason, Status

router: Final = APIRouter(prefix="/api", tags=["reviews"])
COST: Final = 5
"""Requests that one for a review counts for: the whole record is written, and a review that is kept is unpacked."""
Key = Annotated[str, Path(pattern=r"^[0-9a-f]{64}$")]


@router.post("/tables/{table_id}/review", response_model=ReviewMessage)
async def review_table(request: Request, session: TheSession, person: MaybePerson, server: TheServer) -> Response:
    """Have the game of a table looked back on: what was skill, what was luck. Only one that was played to its end."""
    server.by_address.take(address_of(request), COST - 1)
    terms = session.state.terms
    return await ask(account_of(request, person), server, record_of(session), "" if terms.lesson else terms.id)


@router.post("/reviews", response_model=ReviewMessage, openapi_extra=RECORD_BODY)
async def review_record(request: Request, person: MaybePerson, server: TheServer) -> Response:
    """Have the game of a record looked back on."""
    body = await request.body()
    read = server.records.run(account_of(request), lambda: read_finished(body, server))
    return await ask(account_of(request, person), server, await unless_gone(request, read))


@router.get("/reviews/{key}", response_model=ReviewMessage)
async def show_review(key: Key, server: TheServer) -> Response:
    """The progress of a review, and what there is of it. If nobody asks any more, it is dropped unless done."""
    return describe(key, await server.reviews.look(key))


@router.get("/tables/{table_id}/turning-point")
async def show_turning_point(request: Request, session: TheSession, server: TheServer) -> TurningPoint | None:
    """Where a finished game was decided, at a first glance; null if nothing that happened lasted."""
    record = record_of(session)
    await server.lobby.kernels.ready(record.start.game.name)
    work = server.records.run(account_of(request), lambda: find_turning_point(record))
    return await unless_gone(request, work)


def record_of(session: Session) -> Record:
    """The record of a game that was played to its end."""
    state = session.state
    if state.status is not Status.OVER or state.play is None:
        raise Refusal("table.unfinished", "A game can be reviewed when it is over.")
    if state.outcome is None or state.outcome.reason is not Reason.FINISHED:
        raise Refusal("table.unfinished", "Only a game that was played to its end can be reviewed.")
    return Record.of(state.play.position)


async def ask(payer: Account, server: Server, record: Record, table_id: str = "") -> Response:
    await server.lobby.kernels.ready(record.start.game.name)
    key = await server.reviews.ask(record, payer, table_id)
    return describe(key, await server.reviews.look(key))


def read_finished(body: bytes, server: Server) -> Record:
    """A record, after every action has been checked."""
    record = Record.read(parse_line(body), server.lobby.kernels.find)
    if not record.replay().is_over:
        raise Refusal("table.unfinished", "Only a game that was played to its end can be reviewed.")
    return Record(record.start, record.actions, record.scores, record.winners)


def describe(key: str, progress: Progress) -> Response:
    if progress.refusal:
        raise progress.refusal
    members = {
        "key": key,
        "done": progress.done,
        "total": progress.total,
        "is_done": progress.is_done,
        "review": orjson.Fragment(progress.review) if progress.review else None,
    }
    return Response(orjson.dumps(members), media_type="application/json")
