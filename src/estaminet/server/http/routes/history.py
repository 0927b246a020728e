"""How somebody has played: their finished games, and what reviews say about them."""

from functools import partial
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Query, Request

from estaminet.server.http.access import ThePerson, TheServer, account_of, unless_gone
from estaminet.server.http.messages import SuitingLevel
from estaminet.server.http.routes.people import refuse_bots
from estaminet.server.live.history import PlayMessage, tell_games

router: Final = APIRouter(prefix="/api/me", tags=["people"], dependencies=[Depends(refuse_bots)])
MOST_GAMES: Final = 200


@router.get("/play")
async def show_play(request: Request, person: ThePerson, server: TheServer) -> PlayMessage:
    """How you have played at this server, game by game; the latest 200."""
    games = await server.store.reviews.list_of(person.id, MOST_GAMES)
    work = server.records.run(account_of(request), partial(tell_games, games, person.id))
    return {"games": await unless_gone(request, work)}


@router.get("/level")
async def show_level(
    person: ThePerson,
    server: TheServer,
    game: Annotated[str, Query(max_length=60)],
    players: Annotated[int, Query(ge=1, le=10)],
) -> SuitingLevel:
    """Which level of the house suits you in a game with so many players, by what you have finished here."""
    chosen = server.registry.find(game)
    return {"level": await server.lobby.find_level(person.id, chosen, chosen.check_players(players))}
