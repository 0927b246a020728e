"""Whoever plays here: their name, their tables, how they have played."""

import zlib
from contextlib import suppress
from typing import Any, Final

import orjson

from estaminet.device.house import PERSON, House
from estaminet.device.paths import Arguments, read_body, route
from estaminet.engine.errors import EstaminetError
from estaminet.server.live.history import OwnRecord, describe_page
from estaminet.server.rules.names import tidy_name
from estaminet.server.rules.state import Status

MOST_GAMES: Final = 200
MOST_RECORDS: Final = 20
"""While they are written nothing else is answered."""


@route("GET", "/api/welcome")
async def welcome(house: House, _arguments: Arguments, _body: str) -> object:
    """All that a first page needs."""
    games = [house.registry.find(name) for name in house.registry.names()]
    return {
        "name": await house.find_name() or None,
        "mine": [each for each in await list_mine(house) if each["status"] != Status.OVER],
        "waiting": [],
        "watching": [],
        "games": [{"name": game.name, "title": game.title, "players": list(game.seats)} for game in games],
        "addresses": [],
    }


@route("POST", "/api/me")
async def introduce(house: House, _arguments: Arguments, body: str) -> object:
    """Say your name, or change it."""
    name = tidy_name(str(read_body(body).get("name", "")))
    await house.rename(name)
    return {"name": name}


@route("GET", "/api/me")
async def who_am_i(house: House, _arguments: Arguments, _body: str) -> object:
    """Your name."""
    return {"name": await house.find_name()}


@route("GET", "/api/me/tables")
async def my_tables(house: House, _arguments: Arguments, _body: str) -> object:
    """Your tables, the latest first."""
    return await list_mine(house)


async def list_mine(house: House) -> list[dict[str, Any]]:
    """All tables but branches."""
    return [each for each in await house.store.list_listed() if each.get("opening") != "branch"]


@route("GET", "/api/me/play")
async def show_play(house: House, arguments: Arguments, _body: str) -> object:
    """How you have played here, game by game, the latest first; so many at a time."""
    finished = await house.list_finished()
    limit = arguments.number("limit", MOST_GAMES, MOST_GAMES)
    chosen = arguments.find_page(finished)[:limit]
    games = []
    for game in chosen:
        review = await house.reviews.find_of_table(game.table)
        games.append(game._replace(review=zlib.compress(orjson.dumps(review)) if review else None))
    return describe_page(games, PERSON, limit, len(finished))


@route("GET", "/api/me/records")
async def download_records(house: House, arguments: Arguments, _body: str) -> object:
    """The records of your finished games, a line each, the latest first. Fewer than `limit` lines mean the end."""
    found = arguments.find_page(await house.list_finished())
    limit = arguments.number("limit", MOST_RECORDS, MOST_RECORDS)
    lines: list[bytes] = []
    for own in filter(None, (OwnRecord.of(game, PERSON) for game in found)):
        if len(lines) == limit:
            break
        with suppress(EstaminetError):  # a damaged one is left out
            lines.append(own.write(await house.look_at(own.game.table)))
    return b"".join(lines)


@route("GET", "/api/me/level")
async def show_level(house: House, arguments: Arguments, _body: str) -> object:
    """The level that suits you."""
    game = house.registry.find(arguments.query.get("game", ""))
    return {"level": await house.find_level(game, game.check_players(arguments.number("players", 2, 10)))}
