"""Reviews of finished games: begun by one request, followed by others until they are done."""

from typing import Annotated, Final

import orjson
from fastapi import APIRouter, Path, Request, Response

from estaminet.engine.record import Record, parse_line
from estaminet.server.errors import Refusal
from estaminet.server.http.access import MaybePerson, Server, TheServer, TheSession, account_of, address_of, unless_gone
from estaminet.server.http.messages import ReviewMessage
from estaminet.server.http.routes.records import RECORD_BODY
from estaminet.server.live.history import EVERYBODY, TurningPointMessage, game_of, read_turning_point
from estaminet.server.live.reviews import Progress

router: Final = APIRouter(prefix="/api", tags=["reviews"])
COST: Final = 5
"""The cost of a review, in requests: the whole record is written, and a stored review is unpacked."""
Key = Annotated[str, Path(pattern=r"^[0-9a-f]{64}$")]


@router.post("/tables/{table_id}/review", response_model=ReviewMessage)
async def review_table(request: Request, session: TheSession, person: MaybePerson, server: TheServer) -> Response:
    """Review the game of a table: skill and luck. It must be over, and have a winner."""
    server.by_address.take(address_of(request), COST - 1)
    record, result = game_of(session.state)
    await server.lobby.kernels.ready(record.start.game.name)
    payer = account_of(request, person)
    key = await server.reviews.ask(record, payer, result=result, table_id=session.state.terms.id)
    return describe(key, await server.reviews.look(key))


@router.post("/reviews", response_model=ReviewMessage, openapi_extra=RECORD_BODY)
async def review_record(request: Request, person: MaybePerson, server: TheServer) -> Response:
    """Review the game of a record."""
    body = await request.body()
    read = server.records.run(account_of(request), lambda: read_finished(body, server))
    record = await unless_gone(request, read)
    await server.lobby.kernels.ready(record.start.game.name)
    key = await server.reviews.ask(record, account_of(request, person))
    return describe(key, await server.reviews.look(key))


@router.get("/reviews/{key}", response_model=ReviewMessage)
async def show_review(key: Key, server: TheServer) -> Response:
    """The progress of a review, and its finished parts. It is dropped when nobody asks any more."""
    return describe(key, await server.reviews.look(key))


@router.get("/tables/{table_id}/turning-point")
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
