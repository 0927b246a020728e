"""`estaminet verify`: check that deals were the ones that were promised."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from estaminet.cli.output import console, errors
from estaminet.engine.errors import EstaminetError
from estaminet.engine.fairness import HEX_PATTERN, Verdict, check_salt, fingerprint
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
    table: Annotated[
        str | None, typer.Option(metavar="ID", help="The table at which you sat: its id, or the link to it.")
    ] = None,
) -> None:
    """Draw every deal again from its seed and salts, check terms and every action: one line a game.

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
    table: str | None
    """Its id."""

    def compare(self, verdict: Verdict) -> None:
        """``proof.invalid`` says what is not as it was noted."""
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

    def _compare_table(self, table: str, verdict: Verdict) -> None:
        if not verdict.table:
            raise EstaminetError(
                "proof.invalid",
                "This proof is of version 1, which does not say for which table it was made: leave out --table.",
            )
        if (yours := fingerprint(table)) != verdict.table:
            raise EstaminetError(
                "proof.invalid",
                f"This was promised for another table: yours has the fingerprint {yours}, that one {verdict.table}.",
            )

    @property
    def remark(self) -> str:
        """What was compared, to end a line with."""
        compared = {
            ", as you noted": self.commitment is not None,
            ", with your salt": self.salt is not None,
            ", for your table": self.table is not None,
        }
        return "".join(remark for remark, is_compared in compared.items() if is_compared)


def read_notes(commitment: str | None, salt: str | None, seat: int | None, table: str | None) -> Notes:
    """What was typed, if it can be a commitment, a salt and a table at all."""
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


def summary(verdict: Verdict) -> str:
    """What was checked, in one line."""
    end = "finished" if verdict.is_finished else "unfinished"
    begin = f"{verdict.game}, {verdict.players} players, {verdict.actions} actions, {end}"
    return f"{begin}: dealt as promised by {verdict.commitment}"
