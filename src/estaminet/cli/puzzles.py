"""`estaminet puzzles`: find puzzles in games of the house."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, TextIO

import typer
from rich.table import Table

from estaminet.cli.output import GameName, OptionTexts, Players, bar, console, errors, read_options
from estaminet.engine.errors import BadRecord, EstaminetError
from estaminet.games import REGISTRY
from estaminet.puzzles import Puzzle, find_puzzles


def puzzles(
    game: GameName,
    out: Annotated[Path, typer.Option(dir_okay=False, help="JSON Lines. An existing file is continued.")],
    games: Annotated[int, typer.Option(min=1, help="The number of house games to search.")] = 100,
    players: Players = None,
    option: OptionTexts = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same puzzles.")] = 0,
) -> None:
    """Find puzzles in games between house players: positions with one best action, by a clear margin.

    It takes some seconds a game. Puzzles are written as they are found; the same command continues after a break.

    [dim]estaminet puzzles reeperbahn --games 100 --out puzzles.jsonl[/]
    """
    chosen = REGISTRY.find(game)
    options = read_options(chosen, option)
    seats = chosen.start(players, options=options).players
    found = read_puzzles(out)
    first = 1 + max((each.number for each in found if each.players == seats), default=-1)
    with bar() as progress, open_to_append(out) as file:
        task = progress.add_task(chosen.title, total=games, completed=first)
        numbers = range(first, games)
        for number, new in find_puzzles(chosen, numbers, players=seats, options=options, seed=seed, earlier=found):
            file.write("".join(each.to_json() + "\n" for each in new))
            file.flush()
            found += new
            progress.update(task, completed=number + 1, description=f"{chosen.title}, {len(found)} puzzles")
    console.print(make_table(found))
    errors.print(f"{len(found)} puzzles are in {out}", highlight=False)


def read_puzzles(path: Path) -> list[Puzzle]:
    """The puzzles of an earlier run."""
    if not path.exists():
        return []
    try:
        return [Puzzle.read(line) for line in path.read_bytes().splitlines()]
    except (ValueError, KeyError, TypeError):
        raise BadRecord(f"{path} holds something that is no puzzle.") from None


def open_to_append(path: Path) -> TextIO:
    try:
        return path.open("a", encoding="utf-8")
    except OSError as error:
        raise EstaminetError("file.unwritable", f"{path} cannot be written: {error.strerror}.") from None


def make_table(found: Sequence[Puzzle]) -> Table:
    """The number of puzzles of each kind."""
    themes = Counter(theme for each in found for theme in each.themes)
    table = Table("", "puzzles", show_header=False)
    table.add_row("all", str(len(found)))
    table.add_row("calculated to the end", str(sum(each.is_exact for each in found)))
    for theme, count in themes.most_common():
        table.add_row(theme.replace("_", " "), str(count))
    return table
