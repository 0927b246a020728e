"""Output: text for people, files, and progress bars."""

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from time import monotonic
from typing import Final, TextIO, TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from estaminet.engine.errors import EstaminetError

console: Final = Console()
errors: Final = Console(stderr=True)
PATIENCE: Final = 1.0
"""Seconds after which a person wants to see progress."""

T = TypeVar("T")


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
