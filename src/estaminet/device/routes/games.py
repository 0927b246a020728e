"""The games, and their lessons."""

import gzip

from estaminet.device.house import House
from estaminet.device.paths import Arguments, route
from estaminet.server.live.games import Readiness, describe_details, describe_game
from estaminet.server.live.records import write_lesson


@route("GET", "/api/games")
async def list_games(house: House, _arguments: Arguments, _body: str) -> object:
    """Every game, with its options."""
    return [describe_game(house.registry.find(name), readiness=Readiness.READY) for name in house.registry.names()]


@route("GET", "/api/games/NAME")
async def show_game(house: House, arguments: Arguments, _body: str) -> object:
    """One game, with all its actions and the sentences of its log."""
    return describe_details(house.registry.find(arguments.names[0]), readiness=Readiness.READY)


@route("GET", "/api/games/NAME/lesson")
async def show_lesson(house: House, arguments: Arguments, _body: str) -> object:
    """The first lesson of a game, whole."""
    game = house.registry.find(arguments.names[0])
    await house.kit.load(game.name)
    return gzip.decompress(write_lesson(game))
