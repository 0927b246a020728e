"""How somebody has played: their finished games, and what reviews say about them."""

import zlib
from collections.abc import Collection
from functools import partial
from typing import Annotated, Any, Final

import orjson
from fastapi import APIRouter, Depends, Query, Request

from estaminet.review.model import FORMAT, Verdict
from estaminet.server.http.access import ThePerson, TheServer, account_of, unless_gone
from estaminet.server.http.messages import OwnReview, PlayedGame, PlayMessage, SuitingLevel
from estaminet.server.http.routes.people import refuse_bots
from estaminet.server.rules.hints import hinted_of, is_mostly_hinted
from estaminet.server.store.reviews import FinishedGame

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


def tell_games(games: list[FinishedGame], person: str) -> list[PlayedGame]:
    """Those at which a person had one seat: several seats against each other neither win nor lose."""
    return [told for each in games if (told := tell_game(each, person)) is not None]


def tell_game(game: FinishedGame, person: str) -> PlayedGame | None:
    people, winners = game.summary.get("people") or (), game.summary.get("winners") or []
    if not isinstance(people, list) or not isinstance(winners, list) or people.count(person) != 1:
        return None
    seat = people.index(person)
    is_practice, hinted = bool(game.summary.get("is_practice")), hinted_of(game.summary, seat)
    says_little = is_practice or game.summary.get("is_lesson") or is_mostly_hinted(game.summary, seat)
    review = None if says_little else game.review
    return {
        "table": game.table,
        "game": str(game.summary["game"]),
        "players": len(people),
        "seat": seat,
        "share": (seat in winners) / len(winners) if winners else None,
        "touched": game.touched,
        "is_practice": is_practice,
        "hinted": len(hinted),
        "review": tell_review(orjson.loads(zlib.decompress(review)), seat, hinted) if review else None,
    }


def tell_review(review: dict[str, Any], seat: int, hinted: Collection[int]) -> OwnReview | None:
    """What concerns a seat, without decisions for which it had a hint; nothing if another version made the review."""
    if review["format"] != FORMAT:
        return None
    own = [each for each in review["decisions"] if each["seat"] == seat and each["ply"] not in hinted]
    return {
        "account": next(each for each in review["accounts"] if each["seat"] == seat),
        "decisions": len(own),
        "mistakes": [
            {
                "ply": each["ply"],
                "verdict": each["verdict"],
                "kind": each["played"][0].split()[0],
                "loss": each["loss"],
                "reason": each["reason"]["key"] if each["reason"] else None,
            }
            for each in own
            if each["verdict"] in (Verdict.MISTAKE, Verdict.GRAVE)
        ],
    }
