"""The `estaminet` command: the one place that wires everything together for a person."""

import os
import sys
from typing import Annotated, Final

import typer
from rich.markup import escape

import estaminet
from estaminet.cli import (
    arena,
    database,
    doctor,
    games,
    play,
    puzzles,
    records,
    review,
    serve,
    solve,
    train,
    warm,
)
from estaminet.cli.output import console, errors
from estaminet.cli.settings import PASS_ON
from estaminet.engine.errors import EstaminetError

OPEN: Final = ("serve", "--browser", "--log", "warning")
"""What is done where no command is named."""
OWN_OPTIONS: Final = ("--help", "--version")

app = typer.Typer(
    name="estaminet",
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    add_completion=False,
)
for command in (
    play.play,
    serve.serve,
    records.simulate,
    records.replay,
    records.verify,
    solve.solve,
    review.review,
    puzzles.puzzles,
    arena.arena,
    train.train,
    games.games,
    warm.warm,
    games.contract,
    database.backup,
    database.restore,
    doctor.doctor,
):
    needs_nothing = command in (serve.serve, games.games, warm.warm, doctor.doctor)
    passed_on = PASS_ON if command in (serve.serve, doctor.doctor) else None
    app.command(no_args_is_help=not needs_nothing, context_settings=passed_on)(command)
app.command("export", no_args_is_help=True)(database.export_tables)
app.command("import", no_args_is_help=True)(database.import_tables)


def show_version(is_wanted: bool) -> None:  # noqa: FBT001  # how Typer calls it
    if is_wanted:
        console.print(f"estaminet {estaminet.__version__}", highlight=False)
        raise typer.Exit


@app.callback()
def describe(
    version: Annotated[
        bool, typer.Option("--version", callback=show_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Classic German board games: play them, simulate them, check their records, rate their players.

    Without a command, the games open in your browser, with any options of `serve`: [dim]estaminet --port 8080[/]
    """


def main() -> None:
    """Run the command; a mistake gets a sentence, never a traceback."""
    os.environ["PYTHONSAFEPATH"] = "1"  # what it starts imports nothing from the folder that somebody happens to be in
    try:
        app(complete(sys.argv[1:]))
    except EstaminetError as error:
        errors.print(f"[bold red]Error[/] ({error.code}): {escape(str(error))}", soft_wrap=True, highlight=False)
        sys.exit(1)
    except BrokenPipeError:
        # Whoever read the output has seen enough.
        sys.stderr.close()
        sys.exit(0)


def complete(arguments: list[str]) -> list[str]:
    """What was typed, with a command: without one it is `serve` in the browser, with the options that were given."""
    has_command = arguments and (arguments[0] in OWN_OPTIONS or not arguments[0].startswith("-"))
    return arguments if has_command else [*OPEN, *arguments]
