"""`estaminet daily` plays the deal of the day, `compare` games of the same deals."""

from collections.abc import Sequence
from datetime import UTC, date, datetime
from math import sqrt
from pathlib import Path
from statistics import mean, stdev
from typing import Annotated

import typer
from rich.table import Table

from estaminet.cli.output import GameName, bar, console, say
from estaminet.cli.play import HELP, keep, play_on
from estaminet.contests import HOUSE_GAMES, Contest, Divergence, Result, find_difference, find_divergence
from estaminet.engine.errors import BadRecord, EstaminetError
from estaminet.engine.game import Game
from estaminet.engine.kernel import Known
from estaminet.engine.position import Position
from estaminet.engine.record import parse_record, read_lines
from estaminet.games import REGISTRY


def daily(
    game: GameName,
    day: Annotated[str, typer.Option("--date", help="The day in UTC, as 2026-11-19; left out, today.")] = "",
    house_games: Annotated[
        int, typer.Option(min=0, help="How often king plays the deal from your seat afterwards, for comparison.")
    ] = HOUSE_GAMES,
    save: Annotated[
        Path | None, typer.Option(dir_okay=False, help="Write the game's record to this file at the end.")
    ] = None,
) -> None:
    """Play the deal of the day: the same for everybody, from the same seat, against house players of the level host.

    They always answer the same moves alike. Then the strongest house player plays it from your seat.

    [dim]estaminet daily poule[/]

    [dim]estaminet daily nuit --date 2026-11-18 --save mine.jsonl[/]
    """
    contest = Contest.daily(REGISTRY.find(game), read_day(day))
    position = contest.start()
    console.print(
        f"[bold]{contest.game.title}[/], the deal of {contest.key[6:16]}, {contest.players} players."
        f" You have seat {contest.seat}."
    )
    console.print(HELP.format(example=position.legal()[0]))
    console.print()

    def choose(_game: Game, _players: int, known: Known, seat: int) -> int:
        return contest.choose(known, seat, len(position.history))

    play_on(position, contest.seat, choose)
    if save:
        keep(position, save)
    if position.is_over and house_games:
        show_beside_house(contest, position, play_house(contest, house_games))


def read_day(text: str) -> date:
    """A day that has come."""
    today = datetime.now(UTC).date()
    try:
        day = date.fromisoformat(text) if text else today
    except ValueError:
        raise typer.BadParameter(f"A date is written like {today}, not {text!r:.40}.") from None
    if day > today:
        raise EstaminetError("contest.unknown", f"The deal of {day} comes when that day begins, in UTC.")
    return day


def play_house(contest: Contest, games: int) -> list[Position]:
    """The results of `king` with the deal, with a bar."""
    with bar() as progress:
        task = progress.add_task("king plays it from your seat", total=games)
        played = []
        for number in range(games):
            *_, last = contest.play_house(number)
            played.append(last)
            progress.advance(task)
    return played


def show_beside_house(contest: Contest, position: Position, house: Sequence[Position]) -> None:
    """Your result among those of the house, and the move where you parted."""
    seat = contest.seat
    own = Result.of(position, seat)
    results = [Result.of(each, seat) for each in house]
    better = sum(result.rank > own.rank for result in results)
    equal = sum(result.rank == own.rank for result in results)
    row = sorted([*((result.rank, "•") for result in results), (own.rank, "[bold]◆[/]")])
    console.print(
        f"\nFrom the worst to the best, you ◆ among {len(house)} games of king: {' '.join(dot for _, dot in row)}"
    )
    console.print(f"king did better {better} times, as well {equal} times, worse {len(house) - better - equal} times.")
    games = [(each.actions, result) for each, result in zip(house, results, strict=True)]
    parting = find_divergence(position.actions, games)
    if parting:
        say(describe_divergence(parting))


def describe_divergence(parting: Divergence) -> str:
    ways = "; ".join(
        f"{way.action} {way.games} times, {100 * way.share:.0f} % of the victory on average" for way in parting.others
    )
    return f"You parted after {parting.ply} actions: you {parting.yours!r}, king {ways}."


def compare(
    first: Annotated[Path, typer.Argument(exists=True, dir_okay=False, help="Records, one JSON object a line.")],
    second: Annotated[Path, typer.Argument(exists=True, dir_okay=False, help="Records of the same deals.")],
    seat: Annotated[
        int | None, typer.Option(min=0, help="Compare the results of this seat; left out, only games.")
    ] = None,
) -> None:
    """Compare games of the same deals: the move where they part, and their results.

    A game of the first file is compared with those of the second that have the same game, options and deal.

    [dim]estaminet compare mine.jsonl hers.jsonl --seat 2[/]
    """
    others: dict[str, list[Position]] = {}
    for other in read_games(second):
        others.setdefault(find_deal(other), []).append(other)
    pairs = [(one, other) for one in read_games(first) for other in others.get(find_deal(one), ())]
    if not pairs:
        raise BadRecord(f"{first} and {second} have no deal in common.")
    table = Table("game", "parts after", first.name, second.name)
    for name in (first.name, second.name) if seat is not None else ():
        table.add_column(f"{name}: share, lead", justify="right")
    for one, other in pairs:
        table.add_row(*describe_pair(one, other, seat))
    console.print(table)
    if seat is not None:
        say(describe_sum(pairs, seat))


def read_games(file: Path) -> list[Position]:
    """The last position of every game of a file, checked."""
    return [parse_record(line, REGISTRY.find).replay() for _, line in read_lines(file)]


def find_deal(position: Position) -> str:
    """The same for games that began alike."""
    return repr((position.game.name, position.players, sorted(position.options.items()), position.deal.values))


def describe_pair(one: Position, other: Position, seat: int | None) -> list[str]:
    ply = find_difference(one.actions, other.actions)
    cells = [f"{one.game.name} {one.players}", "never" if ply is None else str(ply)]
    cells += ["" if ply is None else next(iter(each.actions[ply:]), "ends") for each in (one, other)]
    if seat is not None:
        cells += [show_result(each, seat) for each in (one, other)]
    return cells


def show_result(position: Position, seat: int) -> str:
    if seat >= position.players:
        raise EstaminetError("seat.unknown", f"There is no seat {seat}; the seats are 0 to {position.players - 1}.")
    if not position.is_over:
        return "unfinished"
    result = Result.of(position, seat)
    return f"{result.share:g}" if result.lead is None else f"{result.share:g}, {result.lead:+g}"


def describe_sum(pairs: Sequence[tuple[Position, Position]], seat: int) -> str:
    """The mean difference of the victory shares, with its standard error."""
    differences = [
        Result.of(one, seat).share - Result.of(other, seat).share
        for one, other in pairs
        if one.is_over and other.is_over
    ]
    if not differences:
        return "No deal was finished in both files."
    error = f" ± {stdev(differences) / sqrt(len(differences)):.3f}" if len(differences) > 1 else ""
    return f"The first reached {mean(differences):+.3f}{error} of the victory more, on average over {len(differences)}."
