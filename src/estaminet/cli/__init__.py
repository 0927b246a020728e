"""The `estaminet` command: the one place that wires everything together for a person."""

import os
import sys
from collections.abc import Iterable
from importlib import import_module
from typing import Annotated, Final

import typer
from rich.markup import escape

import estaminet
from estaminet.cli.output import console, errors, say
from estaminet.cli.settings import PASS_ON
from estaminet.engine.errors import EstaminetError

OPEN: Final = ("serve", "--browser", "--log", "warning")
"""The command where none is named."""
OWN_OPTIONS: Final = ("--help", "--version")
COMMANDS: Final = {
    "play": "play:play",
    "branch": "play:branch",
    "daily": "contests:daily",
    "serve": "serve:serve",
    "simulate": "records:simulate",
    "replay": "records:replay",
    "verify": "records:verify",
    "compare": "contests:compare",
    "solve": "solve:solve",
    "review": "review:review",
    "puzzles": "puzzles:puzzles",
    "arena": "arena:arena",
    "train": "train:train",
    "games": "games:games",
    "warm": "warm:warm",
    "site": "site:site",
    "contract": "games:contract",
    "backup": "database:backup",
    "restore": "database:restore",
    "doctor": "serve:doctor",
    "export": "database:export_tables",
    "import": "database:import_tables",
}
"""The modules of the commands. Each is imported when one of its commands is wanted."""
NEEDS_NOTHING: Final = ("serve", "games", "warm", "doctor")
HAS_SETTINGS: Final = ("serve", "doctor")


def make_app(names: Iterable[str] = COMMANDS) -> typer.Typer:
    """The command line with some of its commands."""
    app = typer.Typer(
        name="estaminet",
        rich_markup_mode="rich",
        pretty_exceptions_enable=False,
        add_completion=False,
    )
    app.callback()(describe)
    for name in names:
        module, _, function = COMMANDS[name].partition(":")
        command = getattr(import_module(f"{__name__}.{module}"), function)
        passed_on = PASS_ON if name in HAS_SETTINGS else None
        app.command(name, no_args_is_help=name not in NEEDS_NOTHING, context_settings=passed_on)(command)
    return app


def show_version(is_wanted: bool) -> None:  # noqa: FBT001  # how Typer calls it
    if is_wanted:
        console.print(f"estaminet {estaminet.__version__}", highlight=False)
        raise typer.Exit


def describe(
    version: Annotated[
        bool, typer.Option("--version", callback=show_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Classic German board games: play them, simulate them, check their records, rate their players.

    Without a command, the games open in your browser, with any options of `serve`: [dim]estaminet --port 8080[/]
    """


def main() -> None:
    """Run the command; an error prints a sentence, never a traceback."""
    os.environ["PYTHONSAFEPATH"] = "1"  # its child processes import nothing from the current folder
    try:
        arguments = complete(sys.argv[1:])
        make_app(arguments[:1] if arguments[0] in COMMANDS else COMMANDS)(arguments)
    except EstaminetError as error:
        say(f"[bold red]Error[/] ({error.code}): {escape(str(error))}", errors)
        sys.exit(1)
    except BrokenPipeError:
        # The reader of the output has closed it.
        sys.stderr.close()
        sys.exit(0)


def complete(arguments: list[str]) -> list[str]:
    """The arguments with a command: without one it is `serve` in the browser, with the given options."""
    has_command = arguments and (arguments[0] in OWN_OPTIONS or not arguments[0].startswith("-"))
    return arguments if has_command else [*OPEN, *arguments]
