"""The games, their options, and the targets of their actions."""

import gzip
from typing import Final

from fastapi import APIRouter, Request, Response

from estaminet.server.http.access import TheServer, account_of, unless_gone
from estaminet.server.live.games import GameDetails, GameMessage, describe_details, describe_game
from estaminet.server.live.messages import LessonMessage
from estaminet.server.live.records import write_lesson

router: Final = APIRouter(prefix="/api/games", tags=["games"])


@router.get("")
async def list_games(server: TheServer) -> list[GameMessage]:
    """Every game, with its options."""
    kernels = server.lobby.kernels
    return [describe_game(game, readiness=kernels.status[game.name]) for game in kernels.games()]


@router.get("/{name}")
async def show_game(name: str, server: TheServer) -> GameDetails:
    """One game, with all its actions and the sentences of its log."""
    game = server.registry.find(name)
    return describe_details(game, readiness=server.lobby.kernels.status[name])


@router.get("/{name}/lesson", response_model=LessonMessage)
async def show_lesson(name: str, server: TheServer, request: Request) -> Response:
    """The whole first lesson of a game, which needs no table."""
    kernels = server.lobby.kernels
    server.registry.find(name)
    await kernels.playable(name)
    work = server.records.run(account_of(request), lambda: write_lesson(kernels.find(name)))
    packed, headers = await unless_gone(request, work), {"Vary": "Accept-Encoding"}
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(gzip.decompress(packed), headers=headers, media_type="application/json")
    return Response(packed, headers=headers | {"Content-Encoding": "gzip"}, media_type="application/json")
