"""The OpenAPI of the server: what a client's types are made from. `python -m estaminet.table.web.openapi` prints it."""

import json
import sys
from collections.abc import Iterable
from typing import Final, cast, get_type_hints

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import TypeAdapter

from estaminet.engine.game import Game
from estaminet.table.live.messages import RefusalMessage
from estaminet.table.rules.commands import WatchSeat

Schema = dict[str, object]
REFERENCE: Final = "#/components/schemas/"


def describe(app: FastAPI, games: Iterable[Game]) -> Schema:
    """FastAPI's own description, and what it cannot know: the boards, and what only the live line carries."""
    whole: Schema = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
    schemas = cast("dict[str, Schema]", cast("Schema", whole["components"])["schemas"])
    boards = [board_schemas(game, schemas) for game in games]
    view = cast("dict[str, Schema]", schemas["ViewMessage"]["properties"])
    view["board"] = {"anyOf": [{"$ref": REFERENCE + name} for name in boards]}
    for message in (WatchSeat, RefusalMessage):
        schemas[message.__name__] = TypeAdapter(message).json_schema(ref_template=REFERENCE + "{model}")
    return whole


def board_schemas(game: Game, schemas: dict[str, Schema]) -> str:
    """Add the types of a game's board, each named after its game, and give the name of the whole."""
    kind = get_type_hints(game.view)["return"]
    prefix = game.name.capitalize()
    schema = TypeAdapter(kind).json_schema(ref_template=REFERENCE + prefix + "{model}")
    for name, part in schema.pop("$defs", {}).items():
        schemas[prefix + name] = part
    schemas[kind.__name__] = schema
    return str(kind.__name__)


if __name__ == "__main__":
    from estaminet.table.settings import Settings
    from estaminet.table.web.app import create_app

    json.dump(create_app(Settings(database="sqlite://")).openapi(), sys.stdout, indent=1, sort_keys=True)
    sys.stdout.write("\n")
