"""The games as they are sent: their options, and the targets of their actions."""

from enum import StrEnum
from typing import Final, Literal, get_args

from typing_extensions import TypedDict  # pydantic needs this one before Python 3.12

from estaminet.engine.game import Game
from estaminet.engine.options import Choice, Number, Option, OptionValue
from estaminet.server.rules.plan import Level


class Readiness(StrEnum):
    """Whether a game can be played yet."""

    WARMING = "warming"
    PLAYABLE = "playable"
    """By people; house players are not ready."""
    READY = "ready"
    BROKEN = "broken"


class OptionMessage(TypedDict):
    """Something that the players agree on before the game."""

    name: str
    kind: Literal["choice", "number", "flag"]
    default: OptionValue
    values: list[OptionValue]
    """Every value that it can have; of a number the lowest and the highest."""
    rule: str
    suggests: dict[str, dict[str, OptionValue]]
    """For a value: the values that it proposes for other options."""


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
    """Whether it is compiled: after an update the house compiles it once."""


class ActionMessage(TypedDict):
    """An action of the notation, legal or not."""

    text: str
    kind: str
    targets: list[str]
    """The targets that a person points at, in order."""


class GameDetails(GameMessage):
    """A game with its whole notation."""

    actions: list[ActionMessage]
    """Everything that can be done, whatever the position: what each text means and points at."""
    log_keys: dict[str, list[str]]
    """Every kind of line in the log, with the names of its arguments."""
    sentences: dict[str, str]
    """Each of them as an English sentence with its arguments in braces, if the game has sentences."""


PLAYABLE: Final = (Readiness.PLAYABLE, Readiness.READY)


def describe_game(game: Game, *, readiness: Readiness) -> GameMessage:
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
    """An option, as a form offers it."""
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


def describe_details(game: Game, *, readiness: Readiness) -> GameDetails:
    """A game with all its actions and the sentences of its log."""
    return {
        **describe_game(game, readiness=readiness),
        "actions": [{"text": each.text, "kind": each.kind, "targets": list(each.targets)} for each in game.actions],
        "log_keys": {key: list(arguments) for key, arguments in game.log_keys.items()},
        "sentences": dict(game.sentences),
    }
