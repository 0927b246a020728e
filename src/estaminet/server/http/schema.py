"""What the server says of itself in OpenAPI: FastAPI's own description, and what FastAPI cannot know."""

from typing import Final, cast, get_type_hints

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import PydanticUserError, TypeAdapter

from estaminet.engine.game import Game
from estaminet.engine.registry import Registry
from estaminet.server.live.messages import RefusalMessage
from estaminet.server.rules.commands import WatchSeat

Schema = dict[str, object]
REFERENCE: Final = "#/components/schemas/"


def describe(app: FastAPI, registry: Registry) -> Schema:
    """FastAPI's own description, and what it cannot know: the boards, and what only the live line carries."""
    whole: Schema = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
    schemas = cast("dict[str, Schema]", cast("Schema", whole["components"])["schemas"])
    boards = [describe_board(registry, name, schemas) for name in registry.names()]
    view = cast("dict[str, Schema]", schemas["ViewMessage"]["properties"])
    view["board"] = {"anyOf": [board for board in boards if board is not None]}
    for message in (WatchSeat, RefusalMessage):
        schemas[message.__name__] = TypeAdapter(message).json_schema(ref_template=REFERENCE + "{model}")
    return whole


def describe_board(registry: Registry, name: str, schemas: dict[str, Schema]) -> Schema | None:
    """The board of a game; anything, if pydantic cannot describe it, and nothing, if the game cannot be loaded."""
    try:
        game = registry.find(name)
    except Exception:  # a package of somebody else: whatever is wrong with it was logged when it was made ready
        return None
    try:
        return {"$ref": REFERENCE + board_schemas(game, schemas)}
    except PydanticUserError:
        return {"type": "object"}


def board_schemas(game: Game, schemas: dict[str, Schema]) -> str:
    """Add the types of a game's board, each named after its game, and give the name of the whole."""
    kind = get_type_hints(game.view)["return"]
    prefix = game.name.capitalize()
    schema = TypeAdapter(kind).json_schema(ref_template=REFERENCE + prefix + "{model}")
    for name, part in schema.pop("$defs", {}).items():
        schemas[prefix + name] = part
    name = kind.__name__ if kind.__name__ not in schemas else prefix + kind.__name__
    schemas[name] = schema
    return str(name)
