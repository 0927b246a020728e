"""`estaminet simulate` writes records, `replay` checks their actions, `verify` their deals."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from rich.markup import escape

from estaminet.cli.output import (
    GameName,
    OptionTexts,
    Players,
    console,
    errors,
    open_output,
    read_options,
    say,
    with_progress,
)
from estaminet.engine.deal import seed_bits
from estaminet.engine.errors import BadRecord, EstaminetError
from estaminet.engine.fairness import HEX_PATTERN, Verification, check_salt, fingerprint
from estaminet.engine.fairness import verify as verify_record
from estaminet.engine.game import Game
from estaminet.engine.jit.random import generator
from estaminet.engine.kernel import play_randomly
from estaminet.engine.options import OptionValue
from estaminet.engine.position import Position
from estaminet.engine.record import Record, parse_line, parse_record, read_lines
from estaminet.games import REGISTRY


def simulate(
    game: GameName,
    players: Players = None,
    games: Annotated[int, typer.Option(min=0, help="How many games.")] = 1,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
    option: OptionTexts = None,
    with_legal: Annotated[
        bool, typer.Option("--with-legal", help="Add the sorted list of legal actions before each action.")
    ] = False,
    out: Annotated[
        Path, typer.Option(dir_okay=False, allow_dash=True, help="Output file, as JSON Lines; - for the terminal.")
    ] = Path("-"),
) -> None:
    """Play random games and write their records, one JSON object a line.

    [dim]estaminet simulate poule --players 3 --games 1000 --seed 7 --out games.jsonl[/]

    [dim]estaminet simulate nuit --players 4 --option threshold=5 --with-legal[/]
    """
    chosen = REGISTRY.find(game)
    options = read_options(chosen, option)
    # A wrong number of players is found before the file is touched.
    chosen.start(players, options=options)
    with open_output(out) as file:
        for position in with_progress(random_games(chosen, players, options, games, seed), chosen.title, games):
            file.write(Record.of(position, with_legal=with_legal).to_json() + "\n")
    if str(out) != "-":
        errors.print(f"{games} games of {chosen.name} written to {out}", highlight=False)


def random_games(
    game: Game, players: int | None, options: dict[str, OptionValue], games: int, seed: int
) -> Iterator[Position]:
    """Finished games; game number i of a seed is always the same one."""
    kernel = game.kernel
    choices = np.empty(kernel.most_legal, np.int16)
    played = np.empty(kernel.longest, np.int16)
    for number in range(games):
        position = game.start(players, seed=f"{seed}/{number}", options=options)
        rng = generator(int.from_bytes(seed_bits(f"{seed}/{number}/play")[:8]))
        count = play_randomly(kernel.functions, position.memory, choices, played, rng)
        position.history = played[:count].tolist()
        yield position


def replay(
    file: Annotated[Path, typer.Argument(exists=True, dir_okay=False, help="Records, one JSON object a line.")],
    game_number: Annotated[int | None, typer.Option(min=0, help="Only this game of the file, from 0.")] = None,
    ply: Annotated[int | None, typer.Option(min=0, help="Draw the position after this many actions.")] = None,
    seat: Annotated[int | None, typer.Option(min=0, help="Draw this seat's view; left out, a spectator's.")] = None,
) -> None:
    """Check every action of every record, and print one line for each game.

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
            say(f"[bold red]game {number} (line {line_number}) is broken:[/] {escape(str(error))}", errors)
        else:
            say(f"game {number}: {describe_game(last)}")
            for depth, text in describe_variations(record):
                say(f"{'  ' * depth}{escape(text)}")
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
            say(position.render(seat), markup=False)
            console.print()
    record.check_variations()
    return position


def describe_variations(record: Record, depth: int = 1) -> Iterator[tuple[int, str]]:
    """Each variation's result in one line, and its depth."""
    for variation in record.variations:
        other = record.follow(variation)
        scores = " ".join(map(str, variation.scores or ())) or "unfinished"
        anew = ", dealt anew" if variation.deal is not None else ""
        name = f" {variation.name!r}" if variation.name else ""
        yield depth, f"variation{name} after {variation.at} actions{anew}: {len(other.actions)} actions, {scores}"
        yield from describe_variations(other, depth + 1)


def describe_game(last: Position) -> str:
    """A game's result in one line."""
    begin = f"{last.game.name}, {last.players} players, {len(last.history)} actions"
    winners = last.winners()
    if winners is None:
        return f"{begin}, unfinished, seat {last.to_move} to move"
    scores = " ".join(str(score) for score in last.scores())
    return f"{begin}, scores {scores}, won by seat {' and '.join(map(str, winners))}"


def verify(
    file: Annotated[Path, typer.Argument(exists=True, dir_okay=False, help="Records, one JSON object a line.")],
    commitment: Annotated[
        str | None, typer.Option(metavar="HEX", help="The commitment you noted before you sat down.")
    ] = None,
    salt: Annotated[str | None, typer.Option(help="The salt you added; needs --seat.")] = None,
    seat: Annotated[int | None, typer.Option(min=0, help="Your seat, from 0; needs --salt.")] = None,
    table: Annotated[str | None, typer.Option(metavar="ID", help="Your table: its id, or a link to it.")] = None,
) -> None:
    """Check fair deals: draw each deal again from its seed and salts.

    [dim]estaminet verify table.jsonl[/]

    [dim]estaminet verify table.jsonl --commitment 630dcd29... --salt ana-1907 --seat 0[/]

    [dim]estaminet verify table.jsonl --commitment 630dcd29... --table https://example.org/t/kQ3...[/]
    """
    noted = read_notes(commitment, salt, seat, table)
    broken = 0
    for number, (line_number, line) in enumerate(read_lines(file)):
        try:
            verdict = verify_record(parse_line(line), REGISTRY.find)
            noted.compare(verdict)
        except EstaminetError as error:
            broken += 1
            say(f"[bold red]game {number} (line {line_number}) is not proven:[/] {escape(str(error))}", errors)
        else:
            say(f"game {number}: {describe_verification(verdict)}{noted.remark}")
    if broken:
        raise typer.Exit(1)
    if noted.commitment is None:
        # A record's own commitment proves nothing.
        question = "Is the commitment the one that was published before you sat down? --commitment compares them."
        say(question, errors)


@dataclass(frozen=True)
class Notes:
    """A player's notes of a table, which the record must match."""

    commitment: str | None
    salt: str | None
    seat: int
    table: str | None
    """Its id."""

    def compare(self, verdict: Verification) -> None:
        """Raise ``proof.invalid`` if something differs from the notes."""
        if self.commitment not in (None, verdict.commitment):
            raise EstaminetError(
                "proof.invalid",
                f"You noted the commitment {self.commitment}, but that of the record is {verdict.commitment}.",
            )
        if self.table is not None:
            self._compare_table(self.table, verdict)
        if self.salt is None:
            return
        if self.seat >= verdict.players:
            raise EstaminetError(
                "proof.invalid", f"There is no seat {self.seat}: the seats of this game are 0 to {verdict.players - 1}."
            )
        if self.salt != verdict.salts[self.seat]:
            theirs = repr(verdict.salts[self.seat])
            raise EstaminetError(
                "proof.invalid",
                f"You added the salt {self.salt!r}, but that of seat {self.seat} in the record is {theirs}.",
            )

    def _compare_table(self, table: str, verdict: Verification) -> None:
        if not verdict.table:
            raise EstaminetError(
                "proof.invalid",
                "This proof is of version 1, which does not name its table: leave out --table.",
            )
        if (yours := fingerprint(table)) != verdict.table:
            raise EstaminetError(
                "proof.invalid",
                f"This commitment is for another table: yours has the fingerprint {yours}, that one {verdict.table}.",
            )

    @property
    def remark(self) -> str:
        """The compared notes, as the end of a line."""
        compared = {
            ", as you noted": self.commitment is not None,
            ", with your salt": self.salt is not None,
            ", for your table": self.table is not None,
        }
        return "".join(remark for remark, is_compared in compared.items() if is_compared)


def read_notes(commitment: str | None, salt: str | None, seat: int | None, table: str | None) -> Notes:
    """The typed notes, if they are a well-formed commitment, salt and table."""
    if (salt is None) != (seat is None):
        raise typer.BadParameter("--salt and --seat belong together: the salt that you added, and the seat you had.")
    if salt is not None and seat is not None:
        check_salt(salt, seat)
    digits = commitment
    if commitment is not None:
        digits = commitment.strip().lower()
        if not re.fullmatch(HEX_PATTERN, digits):
            raise EstaminetError(
                "proof.invalid", f"A commitment has 64 digits 0-9 and a-f; {commitment!r:.80} has not."
            )
    return Notes(digits, salt, seat or 0, None if table is None else find_table(table))


def find_table(text: str) -> str:
    """The id of a table, given as it is or within a link."""
    found = re.search(r"/(?:t|fair|replay|tables)/([\w-]+)", text) or re.fullmatch(r"\s*([\w-]+)\s*", text)
    if found is None:
        raise typer.BadParameter(f"This is no table, and no link to one: {text!r:.80}.", param_hint="--table")
    return found[1]


def describe_verification(verdict: Verification) -> str:
    """The checked facts, in one line."""
    end = "finished" if verdict.is_finished else "unfinished"
    begin = f"{verdict.game}, {verdict.players} players, {verdict.actions} actions, {end}"
    return f"{begin}: dealt as committed by {verdict.commitment}"
