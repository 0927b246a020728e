"""The application: puts the parts together, and turns every error into a typed refusal.

`python -m estaminet.server.http.app` prints its OpenAPI, from which the page's types are made.
"""

import json
import logging
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache, partial
from typing import Final, cast, get_type_hints

import orjson
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.utils import get_openapi
from fastapi.responses import JSONResponse
from fastapi.routing import APIRoute
from pydantic import PydanticUserError, TypeAdapter
from starlette.exceptions import HTTPException

import estaminet
from estaminet.engine.errors import EstaminetError
from estaminet.engine.game import Game
from estaminet.engine.registry import Registry
from estaminet.games import REGISTRY
from estaminet.server.errors import Refusal, status_of
from estaminet.server.http.access import BURST_SECONDS, FRAMES_A_MESSAGE, Identities, Server
from estaminet.server.http.guard import Guard, retry_header
from estaminet.server.http.limits import FairAdmission, Limit, Lines
from estaminet.server.http.routes import contests, games, history, live, operation, people, records, reminders, tables
from estaminet.server.http.routes.pages import PagesRoute
from estaminet.server.live.contests import Contests
from estaminet.server.live.house import FairSlots, Queue
from estaminet.server.live.lobby import Lobby
from estaminet.server.live.messages import PointedMessage, RefusalMessage, refuse
from estaminet.server.live.peers import Peers, PostgresPeers
from estaminet.server.live.reviews import Reviews
from estaminet.server.operation import REFUSALS
from estaminet.server.reminders.dispatcher import Links, ReminderDispatcher, make_senders
from estaminet.server.rules.commands import LINE_ALONE
from estaminet.server.rules.plan import DAY_SECONDS
from estaminet.server.settings import Settings
from estaminet.server.store.database import Store

PEOPLE_BEHIND_AN_ADDRESS: Final = 10
MOST_RECORDS: Final = 4
"""Records that one person, or one address, may have in work or waiting."""
TRIALS_AN_HOUR: Final = 10
POINTINGS: Final = 2
"""Pieces a second that one person may point at for long."""
POINTING_SECONDS: Final = 4
REFERENCE: Final = "#/components/schemas/"
Schema = dict[str, object]
REFUSED: Final[Schema] = {
    "description": "The reason for the refusal; nothing has changed.",
    "content": {"application/json": {"schema": {"$ref": f"{REFERENCE}{RefusalMessage.__name__}"}}},
}
"""The refusals that every route may answer with."""
log = logging.getLogger(__name__)


def create_app(settings: Settings, store: Store) -> FastAPI:
    """The server as an ASGI application; the store is open while it runs."""

    @asynccontextmanager
    async def run(app: FastAPI) -> AsyncIterator[None]:
        peers = find_peers(store, settings)
        lobby = Lobby(store, REGISTRY, settings, peers)
        records_queue = Queue.with_own_thread(MOST_RECORDS, settings.records)
        looking_back = Reviews(store.reviews, settings.reviews, settings.reviews_waiting)
        contest_room = Contests(REGISTRY, store.contests, lobby, settings.house_games)
        senders = make_senders(settings, await store.key("push"))
        links = Links(await store.key("reminders"), settings.url)
        dispatcher = ReminderDispatcher(lobby, store.reminders, REGISTRY, settings, senders, links)
        confirmations = settings.confirmations
        rate, connections = settings.rate, settings.connections
        frames = rate * FRAMES_A_MESSAGE * PEOPLE_BEHIND_AN_ADDRESS
        app.state.server = Server(
            settings=settings,
            registry=REGISTRY,
            store=store,
            lobby=lobby,
            identities=Identities(store.people, await store.key("identity")),
            by_person=Limit(rate, rate * BURST_SECONDS),
            by_address=Limit(rate * PEOPLE_BEHIND_AN_ADDRESS, rate * PEOPLE_BEHIND_AN_ADDRESS * BURST_SECONDS),
            arrivals=Limit(settings.arrivals / 60, settings.arrivals),
            renames=Limit(settings.renames / 3600, settings.renames),
            words=Limit(settings.words / 60, settings.words / 3),
            pointings=Limit(POINTINGS if rate else 0, POINTINGS * POINTING_SECONDS),
            new_tables=Limit(settings.tables / 3600, settings.tables),
            new_tables_by_person=Limit(settings.tables / 2 / 3600, settings.tables / 2),
            connections=Limit(connections / 60, settings.address_lines or connections),
            frames=Limit(frames, frames * BURST_SECONDS),
            lines_by_person=Lines(settings.lines),
            lines_by_address=Lines(settings.address_lines),
            admission=FairAdmission(),
            records=records_queue,
            files=FairSlots(1),
            files_by_person=Lines(1, "Your games are already being written: wait for that download."),
            reviews=looking_back,
            contests=contest_room,
            marking=await store.key("contests"),
            dispatcher=dispatcher,
            confirmations=Limit(confirmations / DAY_SECONDS, confirmations),
            confirmations_by_address=Limit(confirmations * 10 / DAY_SECONDS, confirmations * 10),
            trials=Limit(TRIALS_AN_HOUR / 3600, TRIALS_AN_HOUR),
        )
        await peers.open(lobby.tables)
        await lobby.open()
        dispatcher.open()
        log.info("the house is open")
        yield
        log.info("the house closes")
        await dispatcher.close()
        await looking_back.close()
        await contest_room.close()
        await lobby.close()
        await peers.close()
        records_queue.close()

    app = FastAPI(
        title="Estaminet",
        version=estaminet.__version__,
        description="Tables for classic board games: sit down, play, leave, come back.",
        lifespan=run,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        openapi_url=None,
    )
    parts = live, people, history, reminders, tables, records, contests, games, operation
    others = (
        people.welcome_router, reminders.link_router, records.branch_router, records.review_router, games.puzzle_router,
    )  # fmt: skip
    for router in (*(part.router for part in parts), *others):
        app.router.routes.extend(router.routes)  # include_router would build every route a second time
    app.add_route("/api/openapi.json", show_description)
    app.router.routes.append(PagesRoute())
    app.add_exception_handler(EstaminetError, answer_error)
    app.add_exception_handler(RequestValidationError, answer_bad_request)
    app.add_exception_handler(HTTPException, answer_http_error)
    app.add_middleware(Guard)
    app.openapi = cache(partial(describe_api, app, REGISTRY))  # type: ignore[method-assign]  # FastAPI's own way to change it
    app.state.description = cache(lambda: orjson.dumps(app.openapi()))
    return app


def find_peers(store: Store, settings: Settings) -> Peers:
    """The processes that share the database."""
    if not store.is_postgres:
        return Peers()
    return PostgresPeers(store, settings.url, settings.heartbeat, settings.process)


async def answer_error(_request: Request, error: Exception) -> JSONResponse:
    """A typed refusal."""
    assert isinstance(error, EstaminetError)  # noqa: S101  # this is how handlers are registered
    REFUSALS.labels(error.code).inc()
    return JSONResponse(refuse(error), status_of(error), retry_header(error))


async def answer_bad_request(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)  # noqa: S101
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"])
    sentence = f"This request is not well formed: {place[:80]}: {first['msg'][:300]}."
    return await answer_error(request, Refusal("message.invalid", sentence))


async def answer_http_error(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)  # noqa: S101
    if isinstance(error.__cause__, Refusal):  # too large, or too slow
        return await answer_error(request, error.__cause__)
    if error.status_code == 400:
        return await answer_error(request, Refusal("message.invalid", "This request is malformed."))
    refusal = {"type": "refusal", "code": f"http.{error.status_code}", "sentence": f"{error.detail}.", "rule": None}
    return JSONResponse({**refusal, "id": None, "retry_after": None}, error.status_code, headers=error.headers)


# OpenAPI


async def show_description(request: Request) -> Response:
    return Response(request.app.state.description(), media_type="application/json")


def describe_api(app: FastAPI, registry: Registry) -> Schema:
    """FastAPI's description, with the boards and the messages of the live line added."""
    for route in app.routes:
        if isinstance(route, APIRoute):
            route.responses["default"] = REFUSED
    whole: Schema = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
    schemas = cast("dict[str, Schema]", cast("Schema", whole["components"])["schemas"])
    boards = [describe_board(registry, name, schemas) for name in registry.names()]
    view = cast("dict[str, Schema]", schemas["ViewMessage"]["properties"])
    view["board"] = {"anyOf": [board for board in boards if board is not None]}
    for message in (*LINE_ALONE, PointedMessage, RefusalMessage):
        schemas[message.__name__] = TypeAdapter(message).json_schema(ref_template=REFERENCE + "{model}")
    return whole


def describe_board(registry: Registry, name: str, schemas: dict[str, Schema]) -> Schema | None:
    """The schema of a game's board; any object if pydantic cannot describe it, None if the game cannot be loaded."""
    try:
        game = registry.find(name)
    except Exception:  # a broken package of somebody else, which is in the log already
        return None
    try:
        return {"$ref": REFERENCE + board_schemas(game, schemas)}
    except PydanticUserError:
        return {"type": "object"}


def board_schemas(game: Game, schemas: dict[str, Schema]) -> str:
    """Add the types of a game's board, each named after its game; the name of the whole."""
    kind = get_type_hints(game.view)["return"]
    prefix = game.name.capitalize()
    schema = TypeAdapter(kind).json_schema(ref_template=REFERENCE + prefix + "{model}")
    for name, part in schema.pop("$defs", {}).items():
        schemas[prefix + name] = part
    name = kind.__name__ if kind.__name__ not in schemas else prefix + kind.__name__
    schemas[name] = schema
    return str(name)


if __name__ == "__main__":
    json.dump(create_app(Settings(), Store("sqlite://", REGISTRY)).openapi(), sys.stdout, indent=1, sort_keys=True)
    sys.stdout.write("\n")
