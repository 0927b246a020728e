"""Options of `serve` and `doctor` that say how people are reminded of their games."""

from typing import Annotated

import typer

Smtp = Annotated[
    str,
    typer.Option(
        envvar="ESTAMINET_SMTP", help="Mail server for reminders: smtp://user:password@host:587, or smtps://..."
    ),
]
MailFrom = Annotated[str, typer.Option(envvar="ESTAMINET_MAIL_FROM", help="Address from which reminders come.")]
Ntfy = Annotated[str, typer.Option(envvar="ESTAMINET_NTFY", help="ntfy server to whose topics reminders may go.")]
Webhook = Annotated[str, typer.Option(envvar="ESTAMINET_WEBHOOK", help="Address to which reminders may be posted.")]
WebhookTemplate = Annotated[
    str,
    typer.Option(
        envvar="ESTAMINET_WEBHOOK_TEMPLATE",
        help="JSON that is posted there; {topic}, {title}, {text}, {game}, {link} and {stop} are filled in.",
    ),
]
PushHosts = Annotated[
    str, typer.Option(envvar="ESTAMINET_PUSH_HOSTS", help="Push services beside the known ones: host,.domain,host:port")
]
Grace = Annotated[
    float, typer.Option(envvar="ESTAMINET_GRACE", min=0, help="Seconds of waiting before somebody is reminded.")
]
Rounds = Annotated[
    float, typer.Option(envvar="ESTAMINET_ROUNDS", min=0.1, help="Seconds between two looks at whom to remind.")
]
Confirmations = Annotated[
    float,
    typer.Option(
        envvar="ESTAMINET_CONFIRMATIONS", min=0, help="Letters a day that confirm an address, to one or for one person."
    ),
]


def split_hosts(hosts: str) -> tuple[str, ...]:
    return tuple(each.strip() for each in hosts.split(",") if each.strip())
