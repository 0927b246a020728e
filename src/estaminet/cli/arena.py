"""`estaminet arena`: let players meet many times, and say who is better and how sure that is."""

import json
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.markup import escape
from rich.table import Table

from estaminet.cli.arguments import GameName, OptionTexts, read_options
from estaminet.cli.output import bar, console, errors
from estaminet.games import REGISTRY
from estaminet.lab.arena import Arena
from estaminet.lab.plots import draw_results
from estaminet.lab.report import Sheet, headline, list_details, list_entrants, list_seats, to_markdown
from estaminet.lab.results import Results

INTERRUPTED: Final = 130
"""The exit code of a command that was stopped with Ctrl-C."""


def arena(
    game: GameName,
    players: Annotated[
        str,
        typer.Option(
            metavar="NAME,NAME...",
            help="Who plays: a level, search@0.1s, search@5000, ./mybot.py:Bot, net:FILE.npz, or one you installed.",
        ),
    ],
    games: Annotated[int, typer.Option(min=1, help="How many games, rounded up to whole deals.")] = 100,
    jobs: Annotated[
        int | None,
        typer.Option(
            min=0, help="How many processes play; all cores if left out. 0 plays in this one, for a debugger."
        ),
    ] = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same deals.")] = 0,
    option: OptionTexts = None,
    out: Annotated[
        Path | None,
        typer.Option(file_okay=False, help="The folder for games and results; arena-GAME-SEED if left out."),
    ] = None,
    ray: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Play on this Ray cluster; local starts one here.")
    ] = None,
) -> None:
    """Let players meet many times on the same deals, each from every seat, and rate them.

    The same command goes on where it was stopped; with more games it adds to them.

    [dim]estaminet arena poule --players host,regular,regular --games 300[/]

    [dim]estaminet arena reeperbahn --players ./mybot.py:Bot,search@5000 --games 200 --seed 7 --out mybot[/]
    """
    chosen = REGISTRY.find(game)
    options = read_options(chosen, option)
    names = [name.strip() for name in players.split(",")]
    contest = Arena(game, names, folder=out or Path(f"arena-{game}-{seed}"), seed=seed, options=options)
    announce(contest, games)
    try:
        play(contest, games, jobs, ray)
    except KeyboardInterrupt:
        errors.print(
            f"Stopped. {len(contest.outcomes)} games are safe in {contest.folder.path}; the same command goes on.",
            highlight=False,
            soft_wrap=True,
        )
        raise typer.Exit(INTERRUPTED) from None
    results = contest.results(games)
    keep(results, contest)
    show(results)
    errors.print(f"Games, tables and pictures are in {contest.folder.path}", highlight=False, soft_wrap=True)


def announce(contest: Arena, games: int) -> None:
    """Say what is going to be played, and how much of it is there already."""
    seats = len(contest.plan.entrants)
    deals = contest.plan.count_deals(games)
    rounded = "" if deals * seats == games else f" (not {games}: only whole deals are fair)"
    done = deals * seats - len(contest.missing(games))
    there = f"; {done} are there already" if done else ""
    errors.print(
        f"{deals} deals from {seats} seats are {deals * seats} games{rounded}{there}.", highlight=False, soft_wrap=True
    )


def play(contest: Arena, games: int, jobs: int | None, ray: str | None) -> None:
    """Play what is missing, with a bar."""
    total = contest.plan.count_deals(games) * len(contest.plan.entrants)
    done = total - len(contest.missing(games))
    if done == total:
        return
    with bar() as progress:
        task = progress.add_task(escape(contest.plan.game), total=total, completed=done)
        for _ in contest.play(games, jobs=jobs, ray=ray):
            progress.advance(task)


def keep(results: Results, contest: Arena) -> None:
    """Write the results as data, as text and as a picture."""
    contest.folder.write("results.json", json.dumps(results.as_data(), ensure_ascii=False, indent=1) + "\n")
    contest.folder.write("results.md", to_markdown(results))
    draw_results(results, contest.folder.path)


def show(results: Results) -> None:
    """Print the tables."""
    console.print(headline(results), highlight=False, soft_wrap=True)
    for sheet in (list_entrants(results), list_details(results), list_seats(results)):
        console.print()
        console.print(to_table(sheet))


def to_table(sheet: Sheet) -> Table:
    """A sheet for the terminal."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for place, head in enumerate(sheet.heads):
        table.add_column(head, justify="right" if place else "left", no_wrap=place > 0, overflow="fold")
    for row in sheet.rows:
        table.add_row(*map(escape, row))
    return table
