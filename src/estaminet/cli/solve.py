"""`estaminet solve`: the exact value of every action of a position."""

from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from estaminet.arena import solver
from estaminet.cli.output import console, say, with_progress
from estaminet.engine.errors import BadRecord
from estaminet.engine.position import Position
from estaminet.engine.record import parse_record, read_lines
from estaminet.games import REGISTRY


def solve(
    record: Annotated[Path, typer.Argument(exists=True, dir_okay=False, help="Records, one JSON object a line.")],
    after: Annotated[
        int | None, typer.Option(min=0, help="The position after this many actions; left out, the last one.")
    ] = None,
    game_number: Annotated[int, typer.Option(min=0, help="The number of the game in the file, from 0.")] = 0,
    all_open: Annotated[
        bool, typer.Option("--open", help="Solve it as if everybody saw all cards, including those still to be drawn.")
    ] = False,
    nodes: Annotated[
        int, typer.Option(min=1, help="The most positions to search; a million take some seconds.")
    ] = solver.MOST_NODES,
) -> None:
    """Solve a position: the exact value of every legal action for every seat, best first.

    [dim]estaminet solve game.jsonl[/]

    [dim]estaminet solve game.jsonl --after 52 --open[/]
    """
    position = find_position(record, game_number, after)

    def go_through(codes: list[int]) -> Iterable[int]:
        return with_progress(codes, "Solving", len(codes))

    solution = solver.solve(position, most_nodes=nodes, is_open=all_open, go_through=go_through)
    where = f"{position.game.name}, {position.players} players, after {len(position.history)} actions"
    say(f"{where}: seat {solution.seat} to move")
    console.print(make_table(solution))
    console.print(f"{solution.nodes:,} positions looked at.", highlight=False)


def find_position(file: Path, game_number: int, after: int | None) -> Position:
    """A position of a game in a file, with every action up to it checked."""
    line = next((line for number, (_, line) in enumerate(read_lines(file)) if number == game_number), None)
    if line is None:
        raise BadRecord(f"{file} holds no game number {game_number}.")
    record = parse_record(line, REGISTRY.find)
    if after is None:
        return record.replay()
    if after > len(record.actions):
        raise BadRecord(f"There is no position after {after} actions: the record has {len(record.actions)}.")
    return next(islice(record.positions(), after, None))


def make_table(solution: solver.Solution) -> Table:
    """A line for every action."""
    table = Table("action")
    for seat in range(len(solution.shares)):
        table.add_column(f"seat {seat}", justify="right")
    table.add_column("loses", justify="right")
    for each in solution.actions:
        lost = solution.loss(each.action)
        shares = [f"{share:.4f}" for share in each.shares]
        table.add_row(each.action, *shares, f"{lost:.4f}" if lost else "")
    return table
