"""`estaminet games` lists the games. `estaminet contract` checks a game against the engine's contract."""

import sys
from importlib import import_module
from typing import Annotated

import typer

from estaminet.cli.output import console, say, with_progress
from estaminet.engine.contract import CONTRACT, cases
from estaminet.engine.errors import EstaminetError
from estaminet.engine.game import Game
from estaminet.games import REGISTRY


def games() -> None:
    """List the games with their players and options."""
    for name in REGISTRY.names():
        game = REGISTRY.find(name)
        players = f"{game.seats[0]} to {game.seats[-1]}" if len(game.seats) > 1 else str(game.seats[0])
        console.print(f"[bold]{name}[/]  {game.title}, {players} players", highlight=False)
        for option in game.options:
            setting = f"{option.name}={str(option.default).lower()}"
            say(f"    {setting:<24} {option.allowed}  ({option.rule})")


def contract(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game's name, or module:ATTRIBUTE for your own.")],
    seeds: Annotated[int, typer.Option(min=1, help="The number of games of each kind.")] = 1,
) -> None:
    """Check that a game keeps the engine's contract, with every number of players and every option.

    [dim]estaminet contract poule[/]

    [dim]estaminet contract mygame.game:GAME --seeds 5[/]
    """
    chosen = find(game)
    chosen.kernel  # noqa: B018  # compiled before the bar starts
    wanted = list(cases(chosen, seeds))
    for case in with_progress(wanted, f"checking {chosen.name}", len(wanted)):
        for check in CONTRACT:
            check(case)
    console.print(f"{chosen.name} keeps the contract: {len(CONTRACT)} checks on {len(wanted)} games.", highlight=False)


def find(name: str) -> Game:
    """A registered game, or one given as ``module:ATTRIBUTE``."""
    module, colon, attribute = name.partition(":")
    if not colon:
        return REGISTRY.find(name)
    sys.path.insert(0, "")  # a game that is not installed is in the current folder
    try:
        found = getattr(import_module(module), attribute)
    except (ImportError, AttributeError, ValueError) as error:
        raise EstaminetError("game.unknown", f"{name!r} cannot be loaded: {error}.") from None
    if not isinstance(found, Game):
        raise EstaminetError("game.unknown", f"{name!r} is no game but a {type(found).__name__}.")
    return found
