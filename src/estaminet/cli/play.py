"""`estaminet play` and `branch`: a person at a terminal against house players."""

import secrets
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Final, cast

import typer
from rich.markup import escape
from rich.table import Table

from estaminet.cli.output import GameName, OptionTexts, Players, console, open_output, read_options, say
from estaminet.engine.deal import SEED_BYTES
from estaminet.engine.errors import BadRecord, EstaminetError
from estaminet.engine.game import SEAT_ARGUMENTS, Game, LogLine
from estaminet.engine.kernel import Known
from estaminet.engine.position import Position
from estaminet.engine.record import Record, Variation, parse_line, read_lines, write_line
from estaminet.games import REGISTRY
from estaminet.players.levels import NAMES, seat_player

Choose = Callable[[Game, int, Known, int], int]
"""How a house player decides."""
HELP: Final = """Type an action as it is written in the list, for instance [bold]{example}[/].
[bold]?[/] lists your actions, [bold]? word[/] those that begin with a word, [bold]look[/] shows the table,
[bold]quit[/] leaves."""


def play(
    game: GameName,
    players: Players = None,
    seat: Annotated[int, typer.Option(min=0, help="Your seat.")] = 0,
    seed: Annotated[int | None, typer.Option(help="Seed of the deal; left out, a new one.")] = None,
    option: OptionTexts = None,
    level: Annotated[
        str, typer.Option(help=f"How the others play: {', '.join(NAMES)}; with a style, regular+bold.")
    ] = "host",
    save: Annotated[
        Path | None, typer.Option(dir_okay=False, help="Write the game's record to this file at the end.")
    ] = None,
) -> None:
    """Play a game in the terminal against house players.

    [dim]estaminet play poule[/]

    [dim]estaminet play nuit --players 4 --level regular --seat 2 --save evening.jsonl[/]
    """
    chosen = REGISTRY.find(game)
    options = read_options(chosen, option)
    bits = secrets.token_bytes(32) if seed is None else seed
    position = chosen.start(players, seed=bits, options=options)
    if seat >= position.players:
        raise EstaminetError("seat.unknown", f"There is no seat {seat}; the seats are 0 to {position.players - 1}.")
    console.print(f"[bold]{chosen.title}[/], {position.players} players. You have seat {seat}.")
    console.print(HELP.format(example=position.legal()[0]))
    console.print()
    house = seat_player(level, secrets.randbits(32) if seed is None else seed)
    play_on(position, seat, house.choose)
    if save:
        keep(position, save)


def branch(
    file: Annotated[Path, typer.Argument(exists=True, dir_okay=False, help="Records, one JSON object a line.")],
    at: Annotated[int, typer.Option(min=0, help="The number of actions that stay; you make the next one.")],
    game_number: Annotated[int, typer.Option(min=0, help="The number of the game in the file, from 0.")] = 0,
    imagine: Annotated[bool, typer.Option("--imagine", help="Deal again the cards that you could not know.")] = False,
    seed: Annotated[int | None, typer.Option(help="Seed of that deal; left out, a new one.")] = None,
    level: Annotated[
        str, typer.Option(help=f"How the others play: {', '.join(NAMES)}; with a style, regular+bold.")
    ] = "host",
    name: Annotated[str, typer.Option(help="The name of this variation in the record.")] = "",
    save: Annotated[
        Path | None, typer.Option(dir_okay=False, help="Write the record with this variation to this file at the end.")
    ] = None,
) -> None:
    """What if: change a move of a finished game, and play on against house players.

    [dim]estaminet branch evening.jsonl --at 23[/]

    [dim]estaminet branch evening.jsonl --at 23 --imagine --name "the bold way" --save evening.jsonl[/]
    """
    lines = [line for _, line in read_lines(file)]
    if game_number >= len(lines):
        raise BadRecord(f"{file} holds no game number {game_number}.")
    data = parse_line(lines[game_number])
    record = Record.read(data, REGISTRY.find)
    position = record.at(at)
    seat = position.to_move
    if seat is None:
        raise EstaminetError("game.over", "The game is over there: nobody can act otherwise.")
    if imagine:
        position = position.imagine(seat, secrets.token_bytes(SEED_BYTES) if seed is None else seed)
    console.print(f"[bold]{position.game.title}[/] from action {at} on. You have seat {seat}.")
    console.print(HELP.format(example=position.legal()[0]))
    play_on(position, seat, seat_player(level, secrets.randbits(32) if seed is None else seed).choose)
    if save:
        played = Record.of(position)
        deal = position.deal.values if imagine else None
        variation = Variation(at, played.actions[at:], name, seat, deal, played.scores, played.winners)
        whole = {
            **cast("dict[str, object]", data),
            **replace(record, variations=(*record.variations, variation)).to_data(),
        }
        lines[game_number] = write_line(whole).encode() + b"\n"
        is_same = save.exists() and save.samefile(file)  # then the other games of the file stay
        with open_output(save) as out:
            out.writelines(line.decode() for line in (lines if is_same else [lines[game_number]]))
        console.print(f"The record with this variation is in {save}.", highlight=False)


def play_on(position: Position, seat: int, choose: Choose) -> None:
    """Play a game to its end, or until the person leaves."""
    while not position.is_over:
        code = ask(position, seat) if position.to_move == seat else think(choose, position)
        if code is None:
            console.print("You leave the table. The game is unfinished.")
            return
        act(position, code)
    show_end(position, seat)


def keep(position: Position, file: Path) -> None:
    """Write the record of a game."""
    with open_output(file) as output:
        output.write(Record.of(position).to_json() + "\n")
    console.print(f"The record is in {file}.", highlight=False)


def ask(position: Position, seat: int) -> int | None:
    """The person's next action; None if they leave. Forced actions are taken without asking."""
    codes, legal = position.legal_codes(), position.legal()
    if len(codes) == 1:
        return codes[0]
    console.print()
    say(position.render(seat), markup=False)
    console.print()
    list_actions(legal)
    as_typed = {text.lower(): code for code, text in zip(codes, legal, strict=True)}
    while True:
        try:
            words = console.input(f"[bold]seat {seat}>[/] ").split()
        except (EOFError, KeyboardInterrupt):
            console.print()
            return None
        text = " ".join(words).lower()
        match words:
            case []:
                continue
            case ["quit" | "exit" | "q"]:
                return None
            case ["help"]:
                console.print(HELP.format(example=legal[0]))
            case ["look"]:
                say(position.render(seat), markup=False)
            case ["?", *beginning]:
                list_actions([each for each in legal if each.startswith(" ".join(beginning))])
            case _ if text in as_typed:
                return as_typed[text]
            case _:
                say(f"[red]{escape(explain_refusal(position, ' '.join(words)))}[/]")


def think(choose: Choose, position: Position) -> int:
    """The action of the house player whose turn it is, chosen from what that seat may know."""
    seat = position.to_move or 0
    with console.status(f"Seat {seat} is thinking"):
        return choose(position.game, position.players, position.known_to(seat), seat)


def explain_refusal(position: Position, text: str) -> str:
    """The error of a typed action."""
    try:
        position.copy().play(text)
    except EstaminetError as error:
        return str(error)
    return ""


def list_actions(legal: list[str]) -> None:
    """The legal actions; those that differ only in the last word share a line."""
    groups: dict[str, list[str]] = {}
    for text in legal:
        beginning, _, last = text.rpartition(" ")
        groups.setdefault(beginning or last, []).extend([last] if beginning else [])
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for beginning, last_words in groups.items():
        table.add_row(f"[bold]{beginning}[/]", " ".join(last_words))
    console.print(table)


def act(position: Position, code: int) -> None:
    """Carry out an action, and print its log lines for a spectator."""
    before = position.known_to()
    position.play_code(code)
    for line in position.game.describe(before, position.game.action(code), position.known_to()):
        say(f"  {escape(write_out(position.game, line))}")


def write_out(game: Game, line: LogLine) -> str:
    """A line of the log in English; for a game without sentences its key and arguments."""
    arguments = {name: f"seat {value}" if name in SEAT_ARGUMENTS else value for name, value in line.arguments.items()}
    if line.key in game.sentences:
        text = game.sentences[line.key].format(**arguments)
    else:
        values = (str(value) if name in SEAT_ARGUMENTS else f"{name} {value}" for name, value in arguments.items())
        text = f"{line.key.rpartition('.')[2].replace('_', ' ')}: {', '.join(values)}".removesuffix(": ")
    return text[:1].upper() + text[1:]


def show_end(position: Position, seat: int) -> None:
    """The last position and the result."""
    console.print()
    say(position.render(seat), markup=False)
    winners = position.winners() or []
    scores = ", ".join(f"seat {each} {score}" for each, score in enumerate(position.scores()))
    who = " and ".join("you" if each == seat else f"seat {each}" for each in winners)
    verb = "win" if winners == [seat] or len(winners) > 1 else "wins"
    console.print(f"\n[bold]{who.capitalize()} {verb}.[/] {scores}", highlight=False)
