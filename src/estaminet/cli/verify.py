"""`estaminet verify`: check that deals were the ones that were promised."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from estaminet.cli.output import console, errors
from estaminet.engine.errors import BadProof, EstaminetError
from estaminet.engine.fairness import HEX_PATTERN, Verdict, check_salt
from estaminet.engine.fairness import verify as verify_record
from estaminet.engine.record import parse_line, read_lines
from estaminet.games import REGISTRY


def verify(
    file: Annotated[Path, typer.Argument(exists=True, dir_okay=False, help="Records, one JSON object a line.")],
    commitment: Annotated[
        str | None, typer.Option(metavar="HEX", help="The commitment that you noted before you sat down.")
    ] = None,
    salt: Annotated[str | None, typer.Option(help="The salt that you added; needs --seat.")] = None,
    seat: Annotated[int | None, typer.Option(min=0, help="The seat that you had, from 0; needs --salt.")] = None,
) -> None:
    """Draw every deal again from its seed and salts, and check every action: one line a game.

    [dim]estaminet verify table.jsonl[/]

    [dim]estaminet verify table.jsonl --commitment 630dcd29... --salt ana-1907 --seat 0[/]
    """
    noted = read_notes(commitment, salt, seat)
    broken = 0
    for number, (line_number, line) in enumerate(read_lines(file)):
        try:
            verdict = verify_record(parse_line(line), REGISTRY.find)
            noted.compare(verdict)
        except EstaminetError as error:
            broken += 1
            errors.print(
                f"[bold red]game {number} (line {line_number}) is not proven:[/] {escape(str(error))}",
                soft_wrap=True,
                highlight=False,
            )
        else:
            console.print(f"game {number}: {summary(verdict)}{noted.remark}", soft_wrap=True, highlight=False)
    if broken:
        raise typer.Exit(1)
    if noted.commitment is None:
        # A record that promises to itself proves nothing.
        question = "Is the commitment the one that was published before you sat down? --commitment compares them."
        errors.print(question, soft_wrap=True, highlight=False)


@dataclass(frozen=True)
class Notes:
    """What a player remembers of a table, with which its record must agree."""

    commitment: str | None
    salt: str | None
    seat: int

    def compare(self, verdict: Verdict) -> None:
        """BadProof says what is not as it was noted."""
        if self.commitment not in (None, verdict.commitment):
            raise BadProof(
                f"You noted the commitment {self.commitment}, but that of the record is {verdict.commitment}."
            )
        if self.salt is None:
            return
        if self.seat >= verdict.players:
            raise BadProof(f"There is no seat {self.seat}: the seats of this game are 0 to {verdict.players - 1}.")
        if self.salt != verdict.salts[self.seat]:
            theirs = repr(verdict.salts[self.seat])
            raise BadProof(f"You added the salt {self.salt!r}, but that of seat {self.seat} in the record is {theirs}.")

    @property
    def remark(self) -> str:
        """What was compared, to end a line with."""
        return (", as you noted" if self.commitment else "") + ("" if self.salt is None else ", with your salt")


def read_notes(commitment: str | None, salt: str | None, seat: int | None) -> Notes:
    """What was typed, if it can be a commitment and a salt at all."""
    if (salt is None) != (seat is None):
        raise typer.BadParameter("--salt and --seat belong together: the salt that you added, and the seat you had.")
    if salt is not None and seat is not None:
        check_salt(salt, seat)
    if commitment is None:
        return Notes(None, salt, seat or 0)
    digits = commitment.strip().lower()
    if not re.fullmatch(HEX_PATTERN, digits):
        raise BadProof(f"A commitment has 64 digits 0-9 and a-f; {commitment!r:.80} has not.")
    return Notes(digits, salt, seat or 0)


def summary(verdict: Verdict) -> str:
    """What was checked, in one line."""
    end = "finished" if verdict.is_finished else "unfinished"
    begin = f"{verdict.game}, {verdict.players} players, {verdict.actions} actions, {end}"
    return f"{begin}: dealt as promised by {verdict.commitment}"
