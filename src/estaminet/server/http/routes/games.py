"""The games: what there is, their options, and what their actions point at."""

import gzip
from typing import Final, Literal, get_args

from fastapi import APIRouter, Request, Response
from typing_extensions import TypedDict  # pydantic needs this one before Python 3.12

from estaminet.engine.game import Game
from estaminet.engine.options import Choice, Number, Option, OptionValue
from estaminet.server.http.access import TheServer, account_of, unless_gone
from estaminet.server.live.kernels import Readiness
from estaminet.server.live.messages import LessonMessage
from estaminet.server.live.records import write_lesson
from estaminet.server.rules.plan import Level

router: Final = APIRouter(prefix="/api/games", tags=["games"])
PLAYABLE: Final = (Readiness.PLAYABLE, Readiness.READY)


class OptionMessage(TypedDict):
    """Something that the players agree on before the game."""

    name: str
    kind: Literal["choice", "number", "flag"]
    default: OptionValue
    values: list[OptionValue]
    """Every value that it can have; of a number the lowest and the highest."""
    rule: str
    suggests: dict[str, dict[str, OptionValue]]
    """For a value: what is proposed for other options when somebody picks it."""


class GameMessage(TypedDict):
    """A game that can be played here."""

    name: str
    title: str
    players: list[int]
    options: list[OptionMessage]
    levels: list[str]
    """Of house players, the weakest first."""
    marks: list[str]
    """The sign of each seat in a text drawing, if it has one."""
    is_ready: bool
    """Whether people can play it by now."""
    readiness: Readiness
    """How far it is: after an update the house compiles it once."""


class ActionMessage(TypedDict):
    """One thing that a player can do, whatever the position."""

    text: str
    kind: str
    targets: list[str]
    """What a person points at, one after the other."""


class GameDetails(GameMessage):
    """A game with its whole notation."""

    actions: list[ActionMessage]
    """Everything that can be done, whatever the position: what each text means and points at."""
    log_keys: dict[str, list[str]]
    """Every kind of line in the log, with the names of its arguments."""
    sentences: dict[str, str]
    """Each of them as an English sentence with its arguments in braces, if the game has sentences."""


@router.get("")
async def list_games(server: TheServer) -> list[GameMessage]:
    """Every game, with its options."""
    kernels = server.lobby.kernels
    return [describe(game, readiness=kernels.status[game.name]) for game in kernels.games()]


@router.get("/{name}")
async def show_game(name: str, server: TheServer) -> GameDetails:
    """One game, with all its actions and the sentences of its log."""
    game = server.registry.find(name)
    return {
        **describe(game, readiness=server.lobby.kernels.status[name]),
        "actions": [{"text": each.text, "kind": each.kind, "targets": list(each.targets)} for each in game.actions],
        "log_keys": {key: list(arguments) for key, arguments in game.log_keys.items()},
        "sentences": dict(game.sentences),
    }


@router.get("/{name}/lesson", response_model=LessonMessage)
async def show_lesson(name: str, server: TheServer, request: Request) -> Response:
    """The first lesson of a game, whole: it is learned without a table."""
    kernels = server.lobby.kernels
    server.registry.find(name)
    await kernels.playable(name)
    work = server.records.run(account_of(request), lambda: write_lesson(kernels.find(name)))
    packed, headers = await unless_gone(request, work), {"Vary": "Accept-Encoding"}
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(gzip.decompress(packed), headers=headers, media_type="application/json")
    return Response(packed, headers=headers | {"Content-Encoding": "gzip"}, media_type="application/json")


def describe(game: Game, *, readiness: Readiness) -> GameMessage:
    return {
        "name": game.name,
        "title": game.title,
        "players": list(game.seats),
        "options": [describe_option(option) for option in game.options],
        "levels": list(get_args(Level)),
        "marks": list(game.marks),
        "is_ready": readiness in PLAYABLE,
        "readiness": readiness,
    }


def describe_option(option: Option) -> OptionMessage:
    """What a form needs to offer it."""
    message: OptionMessage = {
        "name": option.name,
        "kind": "flag",
        "default": option.default,
        "values": [False, True],
        "rule": option.rule,
        "suggests": {},
    }
    match option:
        case Choice():
            suggests = {value: dict(others) for value, others in option.suggests.items()}
            message |= {"kind": "choice", "values": list(option.values), "suggests": suggests}
        case Number():
            message |= {"kind": "number", "values": [option.lowest, option.highest]}
    return message
