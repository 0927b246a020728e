"""`estaminet doctor`: what is wrong with a set-up, and how to mend it."""

import asyncio
from typing import Annotated

import typer
from rich.markup import escape

from estaminet.cli.archive import Database
from estaminet.cli.output import console
from estaminet.cli.reminding import MailFrom, Ntfy, Smtp, Webhook, WebhookTemplate
from estaminet.extras import require_server

COLOURS = {"ok": "green", "warn": "yellow", "bad": "red"}


def doctor(
    database: Database = "",
    url: Annotated[str, typer.Option(envvar="ESTAMINET_URL", help="Where people reach the server.")] = "",
    host: Annotated[str, typer.Option(envvar="ESTAMINET_HOST", help="Address it listens on.")] = "127.0.0.1",
    proxies: Annotated[str, typer.Option(envvar="ESTAMINET_PROXIES", help="Proxies that are believed.")] = "127.0.0.1",
    smtp: Smtp = "",
    mail_from: MailFrom = "",
    ntfy: Ntfy = "",
    webhook: Webhook = "",
    webhook_template: WebhookTemplate = "",
) -> None:
    """Look at a server's set-up and say what is wrong with it. The status is 1 if something is bad.

    Give it the options, or the environment, that the server gets. It changes nothing.

    [dim]estaminet doctor --database sqlite:////var/lib/estaminet/estaminet.db --url https://play.example.org[/]
    """
    require_server()
    from estaminet.server.doctor import Verdict, examine
    from estaminet.server.settings import Settings, default_url

    settings = Settings(
        url=url, smtp=smtp, mail_from=mail_from, ntfy=ntfy, webhook=webhook, webhook_template=webhook_template
    )
    findings = asyncio.run(examine(database or default_url(), settings, host=host, proxies=proxies))
    for finding in findings:
        sign = f"[{COLOURS[finding.verdict]}]{finding.verdict:<4}[/]"
        console.print(f"{sign}  {escape(finding.about)}: {escape(finding.sentence)}", highlight=False, soft_wrap=True)
        if finding.remedy:
            console.print(f"      {escape(finding.remedy)}", highlight=False, soft_wrap=True)
    if any(finding.verdict is Verdict.BAD for finding in findings):
        raise typer.Exit(1)
