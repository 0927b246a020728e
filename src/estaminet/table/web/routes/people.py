"""People: no account, a name and a cookie, a personal link for another device, a token for a bot."""

from typing import Annotated, Final

from fastapi import APIRouter, Query, Request, Response
from pydantic import Field

from estaminet.table.live.clock import now
from estaminet.table.rules.plan import Name, Strict
from estaminet.table.rules.state import Status
from estaminet.table.store.database import Person
from estaminet.table.web.access import MaybePerson, Server, ThePerson, TheServer, address_of
from estaminet.table.web.identity import COOKIE, LIFETIMES
from estaminet.table.web.messages import ListedTable, NameMessage, TokenMessage, Welcome, listed

router: Final = APIRouter(prefix="/api/me", tags=["people"])
welcome_router: Final = APIRouter(tags=["people"])
MOST_LISTED: Final = 200
MOST_WELCOMING: Final = 20
MOST_WATCHED: Final = 8


class Introduction(Strict):
    """What somebody wants to be called."""

    name: Name


class Claim(Strict):
    """The token of a personal link."""

    token: str = Field(max_length=400)


@router.post("")
async def introduce(
    body: Introduction, person: MaybePerson, server: TheServer, request: Request, response: Response
) -> NameMessage:
    """Say your name: you are known from now on. Again: change it."""
    name = body.name.strip()
    if person is None:
        server.arrivals.take(address_of(request))
        person = await server.store.add_person(name, now())
    else:
        server.by_person.take(person.id, 4)  # every table where they sit hears of it
    if name != person.name:
        server.renames.take(person.id)
        await server.store.rename_person(person.id, name)
        await server.lobby.rename(person, name)
    set_cookie(server, person, response)
    return {"name": name}


@router.get("")
async def who_am_i(person: ThePerson, server: TheServer, response: Response) -> NameMessage:
    """Your name, and a cookie that is good for another year."""
    set_cookie(server, person, response)
    return {"name": person.name}


@welcome_router.get("/api/welcome")
async def welcome(person: MaybePerson, server: TheServer) -> Welcome:
    """All that a first page needs, for everybody: your name if we know you, your tables, and those of others."""
    server.lobby.kernels.expect_somebody()
    waiting = await server.store.list_public(MOST_WELCOMING, Status.WAITING)
    playing = await server.store.list_public(MOST_WATCHED, Status.PLAYING)
    mine = await server.store.list_of(person.id, MOST_WELCOMING, unfinished=True) if person else []
    own = {each.id for each in mine}
    return {
        "name": person.name if person else None,
        "mine": [listed(each) for each in mine],
        "waiting": [listed(each) for each in waiting],
        "watching": [listed(each) for each in playing if each.id not in own],
        "games": [
            {"name": game.name, "title": game.title, "players": list(game.seats)}
            for game in server.lobby.kernels.games()
        ],
    }


@router.delete("", status_code=204)
async def leave(person: ThePerson, server: TheServer, response: Response) -> None:
    """Leave for good: your cookies, links and tokens are void, you stand up everywhere, your name is forgotten."""
    await server.lobby.leave(person)
    await server.store.remove_person(person.id)
    response.delete_cookie(COOKIE)


@router.post("/link")
async def make_link(person: ThePerson, server: TheServer) -> TokenMessage:
    """A personal link, for a day: whoever opens it is you on that device. The token goes behind the # of a link."""
    return {"token": server.identities.sign(person, "link")}


@router.post("/claim")
async def claim(body: Claim, person: MaybePerson, server: TheServer, response: Response) -> NameMessage:
    """Be on this device who the personal link says."""
    person = await server.identities.claim(body.token)
    set_cookie(server, person, response)
    return {"name": person.name}


@router.post("/token")
async def make_token(person: ThePerson, server: TheServer) -> TokenMessage:
    """A token for a bot that plays in your name: `Authorization: Bearer ...`."""
    return {"token": server.identities.sign(person, "bot")}


@router.get("/tables")
async def my_tables(
    person: ThePerson, server: TheServer, limit: Annotated[int, Query(ge=1, le=MOST_LISTED)] = 50
) -> list[ListedTable]:
    """The tables at which you have sat, the latest first."""
    return [listed(each) for each in await server.store.list_of(person.id, limit)]


def set_cookie(server: Server, person: Person, response: Response) -> None:
    """Not for scripts, not for other sites, and over an encrypted line where there is one."""
    response.set_cookie(
        COOKIE,
        server.identities.sign(person, "cookie"),
        max_age=LIFETIMES["cookie"],
        httponly=True,
        samesite="lax",
        secure=server.settings.is_secure,
    )
