"""Arguments that several commands share."""

from typing import Annotated

import typer

from estaminet.engine.errors import EstaminetError
from estaminet.engine.game import Game
from estaminet.engine.options import OptionValue

GameName = Annotated[str, typer.Argument(metavar="GAME", help="poule, reeperbahn, nuit, or a game you installed.")]
Players = Annotated[int | None, typer.Option(help="Number of players; left out, the game's smallest.")]
OptionTexts = Annotated[
    list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="An option of the game; may be repeated.")
]


def read_options(game: Game, texts: list[str] | None) -> dict[str, OptionValue]:
    """The options as a person typed them, checked."""
    given: dict[str, str] = {}
    for text in texts or []:
        name, equals, value = text.partition("=")
        if not equals:
            raise EstaminetError("option.value", f"Write an option as name=value, not {text!r:.60}.")
        given[name] = value
    return game.options.parse(given)
