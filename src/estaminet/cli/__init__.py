"""The `estaminet` command: the one place that wires everything together for a person."""

import sys

import typer
from rich.markup import escape

from estaminet.cli import (
    archive,
    arena,
    contract,
    games,
    play,
    puzzles,
    replay,
    review,
    serve,
    simulate,
    solve,
    verify,
    warm,
)
from estaminet.cli.output import errors
from estaminet.engine.errors import EstaminetError

app = typer.Typer(
    name="estaminet",
    help="Classic German board games: play them, simulate them, check their records, rate their players.",
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    add_completion=False,
)
for command in (
    play.play,
    serve.serve,
    simulate.simulate,
    replay.replay,
    verify.verify,
    solve.solve,
    review.review,
    puzzles.puzzles,
    arena.arena,
    games.games,
    warm.warm,
    contract.contract,
):
    app.command(no_args_is_help=command not in (serve.serve, games.games, warm.warm))(command)
app.command("export", no_args_is_help=True)(archive.export_tables)
app.command("import", no_args_is_help=True)(archive.import_tables)


def main() -> None:
    """Run the command; a mistake gets a sentence, never a traceback."""
    try:
        app()
    except EstaminetError as error:
        errors.print(f"[bold red]Error[/] ({error.code}): {escape(str(error))}", soft_wrap=True, highlight=False)
        sys.exit(1)
    except BrokenPipeError:
        # Whoever read the output has seen enough.
        sys.stderr.close()
        sys.exit(0)
