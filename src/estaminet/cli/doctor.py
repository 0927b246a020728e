"""`estaminet doctor`: the faults of a set-up, and their remedies."""

import asyncio
from typing import TYPE_CHECKING

import typer
from rich.markup import escape

from estaminet.cli.output import console
from estaminet.cli.settings import settings_command

if TYPE_CHECKING:
    from estaminet.server.settings import Settings

COLOURS = {"ok": "green", "warn": "yellow", "bad": "red"}


@settings_command
def doctor(settings: "Settings") -> None:
    """Check a server's set-up and say what is wrong with it. The exit status is 1 if something is bad.

    Run it with the server's options or environment. It changes nothing.

    [dim]estaminet doctor --database sqlite:////var/lib/estaminet/estaminet.db --url https://play.example.org[/]
    """
    from estaminet.server.doctor import Severity, examine

    findings = asyncio.run(examine(settings))
    for finding in findings:
        sign = f"[{COLOURS[finding.severity]}]{finding.severity:<4}[/]"
        console.print(f"{sign}  {escape(finding.about)}: {escape(finding.sentence)}", highlight=False, soft_wrap=True)
        if finding.remedy:
            console.print(f"      {escape(finding.remedy)}", highlight=False, soft_wrap=True)
    if any(finding.severity is Severity.BAD for finding in findings):
        raise typer.Exit(1)
