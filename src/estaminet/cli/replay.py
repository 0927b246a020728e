"""`estaminet replay`: check records and look at their positions."""

from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from estaminet.cli.output import console, errors
from estaminet.engine.errors import BadRecord, EstaminetError
from estaminet.engine.position import Position
from estaminet.engine.record import Record, parse_record, read_lines
from estaminet.games import REGISTRY


def replay(
    file: Annotated[Path, typer.Argument(exists=True, dir_okay=False, help="Records, one JSON object a line.")],
    game_number: Annotated[int | None, typer.Option(min=0, help="Only this game of the file, from 0.")] = None,
    ply: Annotated[int | None, typer.Option(min=0, help="Draw the position after so many actions.")] = None,
    seat: Annotated[
        int | None, typer.Option(min=0, help="Draw what this seat sees; what everybody sees if left out.")
    ] = None,
) -> None:
    """Check every action of every record: one summary line a game.

    [dim]estaminet replay games.jsonl[/]

    [dim]estaminet replay games.jsonl --game-number 3 --ply 40 --seat 0[/]
    """
    found = broken = 0
    for number, (line_number, line) in enumerate(read_lines(file)):
        if game_number is not None and number != game_number:
            continue
        found += 1
        try:
            record = parse_record(line, REGISTRY.find)
            last = check(record, ply, seat)
        except EstaminetError as error:
            broken += 1
            errors.print(
                f"[bold red]game {number} (line {line_number}) is broken:[/] {escape(str(error))}",
                soft_wrap=True,
                highlight=False,
            )
        else:
            console.print(f"game {number}: {summary(last)}", soft_wrap=True, highlight=False)
    if not found:
        which = "no record" if game_number is None else f"no game number {game_number}"
        raise BadRecord(f"{file} holds {which}.")
    if broken:
        raise typer.Exit(1)


def check(record: Record, ply: int | None, seat: int | None) -> Position:
    """Replay a record to its end, and draw one position on the way."""
    if ply is not None and ply > len(record.actions):
        raise BadRecord(f"There is no ply {ply}: the record has {len(record.actions)} actions.")
    for number, position in enumerate(record.positions()):
        if number == ply:
            console.print(position.render(seat), markup=False, highlight=False, soft_wrap=True)
            console.print()
    return position


def summary(last: Position) -> str:
    """What came out of a game, in one line."""
    begin = f"{last.game.name}, {last.players} players, {len(last.history)} actions"
    winners = last.winners()
    if winners is None:
        return f"{begin}, unfinished, seat {last.to_move} to move"
    scores = " ".join(str(score) for score in last.scores())
    return f"{begin}, scores {scores}, won by seat {' and '.join(map(str, winners))}"
