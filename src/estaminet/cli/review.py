"""`estaminet review`: skill and luck in a finished game."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.table import Table

from estaminet.cli.output import bar, console, errors, open_output, say
from estaminet.engine.errors import BadRecord
from estaminet.engine.game import Game
from estaminet.engine.record import Record, parse_record, read_lines
from estaminet.games import REGISTRY
from estaminet.review import Effort, Review, review_in_steps
from estaminet.review.report import (
    TERMS,
    UNEXPLAINED,
    describe_draw,
    describe_mistake,
    describe_result,
    describe_turning_point,
    describe_view,
    find_lucky_draws,
    find_main_curve,
    make_page,
    show_points,
    show_rate,
)

BLOCKS: Final = "▁▂▃▄▅▆▇█"
CURVE_WIDTH: Final = 60


def review(
    file: Annotated[Path, typer.Argument(exists=True, dir_okay=False, help="Records, one JSON object a line.")],
    seat: Annotated[int | None, typer.Option(min=0, help="Review this seat only; left out, all seats.")] = None,
    game_number: Annotated[int, typer.Option(min=0, help="The number of the game in the file, from 0.")] = 0,
    html: Annotated[bool, typer.Option("--html", help="Write a self-contained page with pictures.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Write JSON, for programs.")] = False,
    out: Annotated[Path, typer.Option(dir_okay=False, allow_dash=True, help="Output file; - for the terminal.")] = Path(
        "-"
    ),
    seed: Annotated[int, typer.Option(help="The same seed gives the same review.")] = 0,
    threads: Annotated[int, typer.Option(min=1, help="The number of cores to use.")] = 2,
) -> None:
    """Analyse a finished game: where every seat's result came from, and which decisions were mistakes.

    [dim]estaminet review game.jsonl[/]

    [dim]estaminet review game.jsonl --seat 0 --html --out review.html[/]
    """
    if html and as_json:
        raise typer.BadParameter("Choose one of --html and --json.")
    record = find_record(file, game_number)
    found = make(record, seat, Effort(threads=threads), seed)
    game = record.start.game
    if not html and not as_json and str(out) == "-":
        show(found, game)
        return
    with open_output(out) as output:
        if html:
            output.write(make_page(found, game))
        elif as_json:
            output.write(found.to_json() + "\n")
        else:
            with console.capture() as text:
                show(found, game)
            output.write(text.get())
    if str(out) != "-":
        errors.print(f"The review is in {out}", highlight=False)


def find_record(file: Path, game_number: int) -> Record:
    """A game of a file."""
    for number, (_, line) in enumerate(read_lines(file)):
        if number == game_number:
            return parse_record(line, REGISTRY.find)
    raise BadRecord(f"{file} holds no game number {game_number}.")


def make(record: Record, seat: int | None, effort: Effort, seed: int) -> Review:
    """The review, with a bar."""
    steps = review_in_steps(record, seat, effort=effort, seed=seed)
    with bar() as progress:
        task = progress.add_task("Looking back", total=None)
        for found in steps:
            progress.update(task, completed=found.done, total=found.total)
    return found


def show(review: Review, game: Game) -> None:
    """A review for the terminal."""
    say(f"{game.title}. {describe_result(review)}")
    curve = find_main_curve(review)
    console.print(f"{describe_view(curve.view)}:", highlight=False)
    for seat in range(review.players):
        console.print(f"seat {seat} {draw_line([row[seat] for row in curve.shares])}", highlight=False)
    if curve.turning_point is not None:
        say(describe_turning_point(review, curve.turning_point), markup=False)
    if any(account.is_explained for account in review.accounts):
        console.print(make_table(review))
    for account in review.accounts:
        if not account.is_explained:
            say(f"seat {account.seat}: {UNEXPLAINED}")
    if not review.mistakes:
        console.print("No mistakes that can be told for sure.")
    for each in sorted(review.mistakes, key=lambda each: each.ply):
        say(describe_mistake(game, each), markup=False)
    for draw in find_lucky_draws(review):
        say(f"Lucky draw: {describe_draw(review, draw)}", markup=False)


def draw_line(shares: Sequence[float]) -> str:
    """One seat's chances in a line of text."""
    width = min(CURVE_WIDTH, len(shares))
    chosen = (shares[round(at * (len(shares) - 1) / max(width - 1, 1))] for at in range(width))
    return "".join(BLOCKS[min(int(share * len(BLOCKS)), len(BLOCKS) - 1)] for share in chosen)


def make_table(review: Review) -> Table:
    """The accounts that explain most of a result side by side, in hundredths of the victory."""
    accounts = [account for account in review.accounts if account.is_explained]
    table = Table("hundredths of the victory")
    for account in accounts:
        table.add_column(f"seat {account.seat}", justify="right")
    for name, title in TERMS.items():
        table.add_row(title, *(show_points(account.terms[name]) for account in accounts))
    table.add_section()
    results = (show_points(account.result - 1 / review.players) for account in accounts)
    table.add_row(f"result, less 1/{review.players}", *results)
    table.add_row("accuracy", *(show_rate(account.accuracy, "%") for account in accounts))
    table.add_row("error rate", *(show_rate(account.error_rate, "‰") for account in accounts))
    return table
