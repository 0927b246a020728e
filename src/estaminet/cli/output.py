"""What commands share: arguments, text for people, files, and progress bars."""

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from time import monotonic
from typing import Annotated, Final, TextIO, TypeVar

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

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


console: Final = Console()
errors: Final = Console(stderr=True)
PATIENCE: Final = 1.0
"""Seconds after which a person wants to see progress."""

T = TypeVar("T")


def say(text: str, to: Console = console, *, markup: bool = True) -> None:
    """Print a text as it is: nothing in it is coloured by a guess, and the terminal breaks its lines."""
    to.print(text, highlight=False, soft_wrap=True, markup=markup)


def bar() -> Progress:
    """A progress bar on standard error, apart from results; it disappears when the work is done."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=errors, transient=True)


def with_progress(items: Iterable[T], description: str, total: int) -> Iterator[T]:
    """The same items, with a bar as soon as it takes longer than a second."""
    began = monotonic()
    progress = bar()
    task = progress.add_task(description, total=total)
    try:
        for done, item in enumerate(items):
            if not progress.live.is_started and monotonic() - began > PATIENCE:
                progress.start()
            progress.update(task, completed=done)
            yield item
    finally:
        progress.stop()


def open_output(path: Path, *, is_private: bool = False) -> AbstractContextManager[TextIO]:
    """The file to write, or standard output for ``-``; only its owner can read a private one."""
    if str(path) == "-":
        return nullcontext(sys.stdout)
    try:
        if is_private:
            os.close(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600))
            path.chmod(0o600)
        return path.open("w", encoding="utf-8")
    except OSError as error:
        raise EstaminetError("file.unwritable", f"{path} cannot be written: {error.strerror}.") from None
