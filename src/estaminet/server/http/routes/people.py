"""People: no account, a name and a cookie, a personal link for another device, a token for a bot."""

from typing import Annotated, Final

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from pydantic import Field

from estaminet.server.errors import Refusal
from estaminet.server.http.access import (
    COOKIE,
    LIFETIMES,
    MaybePerson,
    Server,
    ThePerson,
    TheServer,
    address_of,
    describe_browser,
)
from estaminet.server.http.messages import DeviceMessage, Farewell, LinkMessage, NameMessage, TokenMessage, Welcome
from estaminet.server.live.clock import now
from estaminet.server.live.listing import ListedTable, listed
from estaminet.server.rules.names import tidy_name
from estaminet.server.rules.plan import DAY, Name, Strict
from estaminet.server.rules.state import Status
from estaminet.server.store.people import Person, new_id
from estaminet.server.store.rows import TableSummary


def refuse_bots(request: Request) -> None:
    """A bot's token only plays: it makes no other tokens and no cookie."""
    if request.headers.get("authorization", "").lower().startswith("bearer"):
        raise Refusal("person.bot", "A bot's token is for tables alone.")


router: Final = APIRouter(prefix="/api/me", tags=["people"], dependencies=[Depends(refuse_bots)])
welcome_router: Final = APIRouter(tags=["people"])
MOST_LISTED: Final = 200
MOST_WELCOMING: Final = 20
MOST_WATCHED: Final = 8
OLD_TOKENS: Final = ""
"""In place of a device: all of somebody's tokens from before there were devices."""


class Introduction(Strict):
    """A person's name."""

    name: Name


class Link(Strict):
    """The token of a personal link."""

    token: str = Field(max_length=400)


class Claim(Link):
    """A personal link to use."""

    replace: bool = False
    """Whether this device's present person may be replaced."""


class BotPlan(Strict):
    """A bot that needs a token."""

    label: Name | None = None
    """A name by which you recognise it."""


@router.post("")
async def introduce(
    body: Introduction, person: MaybePerson, server: TheServer, request: Request, response: Response
) -> NameMessage:
    """Say your name: you are known from now on. Again: change it."""
    name = tidy_name(body.name)
    if person is None:
        server.arrivals.take(address_of(request))
        person = await server.store.people.add(name, now(), label_of(request))
    else:
        server.by_person.take(person.id, 4)  # every table where they sit hears of it
    if name != person.name:
        server.renames.take(person.id)
        await server.lobby.rename(person, name, await server.store.people.rename(person.id, name))
    await renew_cookie(server, person, request, response)
    return {"name": name}


@router.get("")
async def who_am_i(person: ThePerson, server: TheServer, request: Request, response: Response) -> NameMessage:
    """Your name, and a cookie for another year."""
    await renew_cookie(server, person, request, response)
    return {"name": person.name}


@welcome_router.get("/api/welcome")
async def welcome(person: MaybePerson, server: TheServer) -> Welcome:
    """The content of the first page: your name if we know you, your tables, and those of others."""
    server.lobby.kernels.expect_somebody()
    waiting = await server.lobby.list_public(MOST_WELCOMING, Status.WAITING)
    playing = await server.lobby.list_public(MOST_WATCHED, Status.PLAYING)
    mine = await server.store.list_of(person.id, MOST_WELCOMING, unfinished=True, branches=False) if person else []
    own = {each.id for each in mine}
    return {
        "name": person.name if person else None,
        "mine": await list_own(server, person, mine),
        "waiting": [listed(each) for each in waiting],
        "watching": [listed(each) for each in playing if each.id not in own],
        "games": [
            {"name": game.name, "title": game.title, "players": list(game.seats)}
            for game in server.lobby.kernels.games()
        ],
        "addresses": list(server.settings.addresses),
    }


@router.delete("")
async def leave(person: ThePerson, server: TheServer, response: Response) -> Farewell:
    """Leave for good: your cookies, links and tokens are void, you stand up everywhere, your name is forgotten."""
    devices = await server.store.people.remove(person.id)
    server.lobby.void(person.id, [*devices, OLD_TOKENS])
    left = await server.lobby.leave(person.id)
    response.delete_cookie(COOKIE, f"{server.settings.base}/")
    kept = "Your moves, and the names under which you played, stay in the logs of the tables where you sat."
    return {"left": left, "sentence": kept}


# Personal links


@router.post("/link")
async def make_link(person: ThePerson, server: TheServer) -> TokenMessage:
    """A personal link for one device, valid for a day; that device is you from then on. The token goes behind a #."""
    link = await server.store.people.add_device(person.id, "link", "", now())
    return {"token": server.identities.sign(person.id, link, "link")}


@router.post("/link/look")
async def look_at_link(body: Link, person: MaybePerson, server: TheServer) -> LinkMessage:
    """The name that a personal link would give this device, and the one it would replace. Changes nothing."""
    owner = await server.identities.read_link(body.token)
    return {"name": owner.name, "replaces": person.name if person and person.id != owner.id else None}


@router.post("/claim")
async def claim(
    body: Claim, person: MaybePerson, server: TheServer, request: Request, response: Response
) -> NameMessage:
    """Use up a personal link: this device becomes its person."""
    owner = await server.identities.read_link(body.token)
    if person and person.id == owner.id:  # the link stays good for the device that it was made for
        await renew_cookie(server, person, request, response)
        return {"name": owner.name}
    if person and not body.replace:
        raise Refusal(
            "person.other", f"On this device you are {person.name}: say that {owner.name} may take the place."
        )
    replaced = person.device if person else ""
    if not await server.store.people.claim(owner.device, label_of(request), now(), replaced):
        raise Refusal("link.invalid", "This personal link has just been used: make a new one.")
    if person and replaced:
        server.lobby.void(person.id, [replaced])
    await renew_cookie(server, owner, request, response)
    return {"name": owner.name}


# Devices


@router.post("/token")
async def make_token(person: ThePerson, server: TheServer, body: BotPlan | None = None) -> TokenMessage:
    """A token for a bot that plays in your name: `Authorization: Bearer ...`."""
    label = tidy_name(body.label) if body and body.label else ""
    bot = await server.store.people.add_device(person.id, "bot", label, now())
    return {"token": server.identities.sign(person.id, bot, "bot")}


@router.get("/devices")
async def list_devices(person: ThePerson, server: TheServer) -> list[DeviceMessage]:
    """Your browsers, your bots, and personal links that nobody has opened yet; the latest first."""
    return [
        {
            "id": device.id,
            "kind": device.kind,
            "label": device.label,
            "created": device.created,
            "seen": device.seen // DAY * DAY,
            "is_this": device.id == person.device,
        }
        for device in await server.store.people.list_devices(person.id, now())
    ]


@router.delete("/devices/{device}", status_code=204)
async def revoke(
    device: Annotated[str, Path(min_length=1, max_length=40)], person: ThePerson, server: TheServer, response: Response
) -> None:
    """Revoke a device, and close its lines."""
    if not await server.store.people.remove_device(person.id, device):
        raise Refusal("device.unknown", "You have no such device, or no longer.")
    server.lobby.void(person.id, [device])
    if device == person.device:
        response.delete_cookie(COOKIE, f"{server.settings.base}/")


@router.delete("/devices", status_code=204)
async def revoke_others(person: ThePerson, server: TheServer, request: Request, response: Response) -> None:
    """Sign out everywhere else: revoke all devices but this one, bots and links too."""
    browser = person.device or new_id()
    others = await server.store.people.remove_others(person, browser, label_of(request), now())
    server.lobby.void(person.id, [*others, OLD_TOKENS])
    set_cookie(server, person, browser, response)


@router.get("/tables")
async def my_tables(
    person: ThePerson, server: TheServer, limit: Annotated[int, Query(ge=1, le=MOST_LISTED)] = 50
) -> list[ListedTable]:
    """The tables at which you have sat, the latest first."""
    return await list_own(server, person, await server.store.list_of(person.id, limit, branches=False))


async def list_own(server: Server, person: Person | None, tables: list[TableSummary]) -> list[ListedTable]:
    """Somebody's tables, with the turn at each."""
    identity = person.id if person else None
    return [listed(each, identity, await server.lobby.tables.find_turn(each)) for each in tables]


def label_of(request: Request) -> str:
    return describe_browser(request.headers.get("user-agent", ""))


async def renew_cookie(server: Server, person: Person, request: Request, response: Response) -> None:
    """Replace a cookie from before there were devices, unless there are too many devices."""
    device = person.device
    if not device:
        try:
            device = await server.store.people.add_device(person.id, "browser", label_of(request), now())
        except Refusal as error:
            if error.code != "device.limit":
                raise
    if device:
        set_cookie(server, person, device, response)


def set_cookie(server: Server, person: Person, device: str, response: Response) -> None:
    """Set the cookie: not for scripts, not for other sites, and encrypted where possible."""
    response.set_cookie(
        COOKIE,
        server.identities.sign(person.id, device, "browser"),
        max_age=LIFETIMES["browser"],
        path=f"{server.settings.base}/",
        httponly=True,
        samesite="lax",
        secure=server.settings.is_secure,
    )
