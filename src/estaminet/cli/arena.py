"""`estaminet arena`: many games between players, and their ratings with confidence intervals."""

import json
import re
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.markup import escape
from rich.table import Table

from estaminet.arena.arena import Arena
from estaminet.arena.report import (
    TextTable,
    draw_results,
    headline,
    list_details,
    list_entrants,
    list_notes,
    list_seats,
    list_without_luck,
    percent,
    to_csv,
    to_markdown,
)
from estaminet.arena.results import Results
from estaminet.cli.output import GameName, OptionTexts, bar, console, errors, read_options, say
from estaminet.engine.errors import EstaminetError
from estaminet.games import REGISTRY

INTERRUPTED: Final = 130
"""The exit code of a command that was stopped with Ctrl-C."""
GAMES: Final = 100
MOST_GAMES: Final = 10_000
"""The limit of games where --until is given without --games."""
HALF_WIDTH: Final = re.compile(r"(\d+(?:\.\d+)?) ?%")


def arena(
    game: GameName,
    players: Annotated[
        str,
        typer.Option(
            metavar="NAME,NAME...",
            help="The players: a level, search@0.1s, search@5000, ./mybot.py:Bot, net:FILE.npz, learned:FILE.npz@0.1s, "
            "or one you installed.",
        ),
    ],
    games: Annotated[
        int | None,
        typer.Option(
            min=1,
            help=f"The number of games, rounded up to whole deals; {GAMES} if left out. With --until, the maximum; "
            f"{MOST_GAMES} if left out.",
        ),
    ] = None,
    luck: Annotated[
        bool,
        typer.Option("--luck", help="Also give results without the luck of the draws: the same mean, less spread."),
    ] = False,
    until: Annotated[
        str | None,
        typer.Option(
            metavar="PERCENT",
            help="Stop when every player's 95 % interval is at most this wide to each side: 2%. "
            "The intervals allow for repeated looks.",
        ),
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option(
            min=0,
            help="The number of processes; one for each core if left out. 0 plays in this process, for a debugger.",
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
    """Play many games between players, every deal from every seat, and rate the players.

    The same command continues where it stopped; with more games it adds to them.

    [dim]estaminet arena poule --players host,regular,regular --games 300[/]

    [dim]estaminet arena reeperbahn --players ./mybot.py:Bot,search@5000 --games 200 --seed 7 --out mybot[/]

    [dim]estaminet arena reeperbahn --players host,regular --luck --until 2%[/]
    """
    chosen = REGISTRY.find(game)
    options = read_options(chosen, option)
    names = [name.strip() for name in players.split(",")]
    aim = None if until is None else read_half_width(until)
    games = games or (GAMES if aim is None else MOST_GAMES)
    folder = out or Path(f"arena-{game}-{seed}")
    contest = Arena(game, names, folder=folder, seed=seed, options=options, luck=luck, until=aim)
    announce(contest, games)
    try:
        play(contest, games, jobs, ray)
    except KeyboardInterrupt:
        say(
            f"Stopped. {len(contest.outcomes)} games are safe in {contest.folder.path}; the same command continues.",
            errors,
        )
        raise typer.Exit(INTERRUPTED) from None
    results = contest.results(games)
    keep(results, contest)
    show(results)
    say(f"Games, tables and pictures are in {contest.folder.path}", errors)


def read_half_width(text: str) -> float:
    """The half-width of an interval, as a person typed it."""
    found = HALF_WIDTH.fullmatch(text.strip())
    if found is None:
        raise EstaminetError("option.value", f"Write --until in percent, as in 2%, not {text!r:.60}.")
    return float(found[1]) / 100


def announce(contest: Arena, games: int) -> None:
    """Say what will be played, and how much of it exists already."""
    seats = len(contest.plan.entrants)
    deals = contest.plan.count_deals(games)
    rounded = "" if deals * seats == games else f" (not {games}: only whole deals are fair)"
    at_most = "" if contest.until is None else "at most "
    played = [seating for seating in contest.plan.seatings(games) if seating in contest.outcomes]
    there = f"; {len(played)} are there already" if played else ""
    unknown = sum(contest.outcomes[seating].luck is None for seating in played)
    if contest.has_luck and unknown:
        there += f", {unknown} of them without their luck"
    say(f"{deals} deals from {seats} seats are {at_most}{deals * seats} games{rounded}{there}.", errors)


def play(contest: Arena, games: int, jobs: int | None, ray: str | None) -> None:
    """Play the missing games, with a bar."""
    total = len(contest.wanted(games))
    done = total - len(contest.missing(games))
    if done == total:
        return
    name = escape(contest.plan.game)
    with bar() as progress:
        task = progress.add_task(name, total=total, completed=done)
        for _ in contest.play(games, jobs=jobs, ray=ray):
            reached = "" if contest.half_width is None else f" ± {percent(contest.half_width)}"
            progress.update(task, advance=1, description=f"{name}{reached}")


def keep(results: Results, contest: Arena) -> None:
    """Write the results as data, as text and as a picture."""
    contest.folder.write("results.json", json.dumps(results.as_data(), ensure_ascii=False, indent=1) + "\n")
    contest.folder.write("results.csv", to_csv(results))
    contest.folder.write("results.md", to_markdown(results))
    draw_results(results, contest.folder.path)


def show(results: Results) -> None:
    """Print the tables."""
    for line in (headline(results), *list_notes(results)):
        say(line)
    sheets = (list_entrants(results), list_without_luck(results), list_details(results), list_seats(results))
    for sheet in (sheet for sheet in sheets if sheet.rows):
        console.print()
        console.print(to_table(sheet))


def to_table(sheet: TextTable) -> Table:
    """A sheet for the terminal."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for place, head in enumerate(sheet.heads):
        table.add_column(head, justify="right" if place else "left", no_wrap=place > 0, overflow="fold")
    for row in sheet.rows:
        table.add_row(*map(escape, row))
    return table
