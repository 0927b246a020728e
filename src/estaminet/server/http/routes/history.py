"""A person's finished games, the reviews of them, and a file of all records."""

from asyncio import shield
from collections.abc import AsyncIterator
from contextlib import ExitStack
from functools import partial
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from estaminet.engine.errors import EstaminetError
from estaminet.server.errors import StoreUnreachable
from estaminet.server.http.access import Server, ThePerson, TheServer, account_of, unless_gone
from estaminet.server.http.messages import SuitingLevel
from estaminet.server.http.routes.people import refuse_bots
from estaminet.server.live.history import OwnRecord, PlayMessage, describe_page
from estaminet.server.live.question import Account
from estaminet.server.store.rows import Place

router: Final = APIRouter(prefix="/api/me", tags=["people"], dependencies=[Depends(refuse_bots)])
MOST_GAMES: Final = 200
"""Games in one answer, and games read together for a file."""
MOST_RECORDS: Final = 1000
Before = Annotated[str, Query(max_length=80, description="The earlier ones: `next` of the last answer.")]


@router.get("/play")
async def show_play(
    request: Request,
    person: ThePerson,
    server: TheServer,
    before: Before = "",
    limit: Annotated[int, Query(ge=1, le=MOST_GAMES)] = MOST_GAMES,
) -> PlayMessage:
    """Your finished games at this server, the latest first, page by page."""
    place = Place.read(before) if before else None
    games = await server.store.reviews.list_of(person.id, limit, place)
    total = await server.store.reviews.count_of(person.id)
    work = server.records.run(account_of(request), partial(describe_page, games, person.id, limit, total))
    return await unless_gone(request, work)


class Records(StreamingResponse):
    """A file that is written while it is sent."""

    def __init__(self, lines: AsyncIterator[bytes], held: ExitStack) -> None:
        """The hold is released once the file is sent, or nobody waits for it any more."""
        headers = {"Content-Disposition": 'attachment; filename="estaminet-records.jsonl"'}
        super().__init__(lines, media_type="application/jsonl", headers=headers)
        self._held = held

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self._held:
            await super().__call__(scope, receive, send)


@router.get(
    "/records",
    response_class=StreamingResponse,
    responses={200: {"content": {"application/jsonl": {"schema": {"type": "string"}}}}},
)
async def download_records(
    request: Request,
    person: ThePerson,
    server: TheServer,
    before: Annotated[
        str, Query(max_length=80, description="The earlier ones: `ENDED.TABLE` of the last line that you have.")
    ] = "",
    limit: Annotated[int, Query(ge=1, le=MOST_RECORDS)] = MOST_RECORDS,
) -> Records:
    """The records of your finished games, a line each, the latest first. Fewer than `limit` lines mean the end."""
    place = Place.read(before) if before else None
    held = ExitStack()
    held.enter_context(server.files_by_person.hold(person.id))
    return Records(write_records(server, person.id, account_of(request, person), place, limit), held)


async def write_records(
    server: Server, person: str, account: Account, place: Place | None, limit: int
) -> AsyncIterator[bytes]:
    """The lines of a file. One table is read at a time for everybody; a damaged one is left out.

    A client that hangs up interrupts no read of the database.
    """
    written = 0
    while games := await shield(server.store.reviews.list_of(person, MOST_GAMES, place, with_reviews=False)):
        place = Place.of(games[-1])
        for own in filter(None, (OwnRecord.of(game, person) for game in games)):
            try:
                line = await shield(write_record(server, account, own))
            except StoreUnreachable:
                raise
            except EstaminetError:
                continue
            yield line
            written += 1
            if written == limit:
                return


async def write_record(server: Server, account: Account, own: OwnRecord) -> bytes:
    async with server.files.hold(account):
        return own.write(await server.lobby.tables.look_at(own.game.table))


@router.get("/level")
async def show_level(
    person: ThePerson,
    server: TheServer,
    game: Annotated[str, Query(max_length=60)],
    players: Annotated[int, Query(ge=1, le=10)],
) -> SuitingLevel:
    """The level that suits you in a game with so many players, by your finished games here."""
    chosen = server.registry.find(game)
    return {"level": await server.lobby.find_level(person.id, chosen, chosen.check_players(players))}
