"""Tables and games as lists send them, with the options of a game and the targets of its actions."""

from enum import StrEnum
from typing import Any, Final, Literal, get_args

from typing_extensions import TypedDict  # pydantic needs this one before Python 3.12

from estaminet.engine.game import Game
from estaminet.engine.options import Choice, Number, Option, OptionValue
from estaminet.server.rules.plan import Character, Level, OpeningKind, seat_characters
from estaminet.server.rules.state import Turn
from estaminet.server.store.rows import TableSummary


class ListedSeat(TypedDict):
    """A seat in a list of tables."""

    name: str
    level: str | None
    character: Character
    """The house player who plays on it, or would."""
    is_free: bool


class ListedTable(TypedDict):
    """A table in a list."""

    id: str
    game: str
    options: dict[str, OptionValue]
    status: Literal["waiting", "playing", "over"]
    seats: list[ListedSeat]
    turned: int
    """By how many seats everybody has moved on since the first of several games."""
    winners: list[int] | None
    reason: Literal["finished", "resigned", "time", "agreed", "left", "expired"] | None
    """Why the game is over."""
    scores: list[int | float] | None
    """At the end."""
    decisions: int | None
    """How many were made by the end, where that was noted."""
    yours: list[int]
    """The seats that you have, or had when the game was over."""
    turn: int | None
    """At your own tables: the seat that is to move, if it is known without opening the table."""
    opening: OpeningKind | None
    """How the game began, if its deal was not drawn at the table."""
    touched: int
    """When it last changed, in milliseconds since 1970."""


class ListedGame(TypedDict):
    """A game in a list."""

    name: str
    title: str
    players: list[int]


SHOWN: Final[dict[str, Any]] = {
    "game": "", "options": {}, "seats": [], "winners": None, "turned": 0, "reason": None, "scores": None,
    "opening": None,
}  # fmt: skip
"""The public part of a summary, and its defaults for older ones."""


def listed(table: TableSummary, person: str | None = None, turn: Turn | None = None) -> ListedTable:
    """A table for a list. It tells its reader which seats are theirs, and nothing about other people."""
    shown: dict[str, Any] = {name: table.summary.get(name, blank) for name, blank in SHOWN.items()}
    people: Any = table.summary.get("people", ())
    decisions: Any = table.summary.get("decisions")
    house = seat_characters(table.id, [None] * len(shown["seats"]))  # for older tables
    shown["seats"] = [{"character": each, **seat} for each, seat in zip(house, shown["seats"], strict=True)]
    return {
        "id": table.id,
        "status": table.status,
        "yours": [number for number, each in enumerate(people) if person and each == person],
        "turn": turn.seat if turn else None,
        "touched": turn.at if turn else table.touched,
        "decisions": None if decisions is None else sum(decisions),
        **shown,  # type: ignore[typeddict-item]  # as `State.summarize` says it
    }


# Games


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
