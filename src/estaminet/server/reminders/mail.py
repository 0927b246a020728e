"""Mail, through the operator's own server."""

import re
from email import policy
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from typing import Final, NamedTuple
from urllib.parse import unquote, urlsplit

import aiosmtplib

from estaminet.server.errors import Refusal
from estaminet.server.reminders.sender import RetryLater, Undeliverable
from estaminet.server.reminders.words import Notification, speak
from estaminet.server.settings import Settings

SECONDS: Final = 30.0
ADDRESS: Final = re.compile(
    r"[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[a-z0-9-]{1,63}\.)+[a-z]{2,63}", re.ASCII | re.IGNORECASE
)
WHOLE_LINES: Final = policy.SMTP.clone(max_line_length=998, cte_type="7bit")
"""A wrapped link is encoded, and mail programs cannot use it to unsubscribe."""
PORTS: Final = {"smtp": 587, "smtps": 465}


class MailServer(NamedTuple):
    """The operator's mail server."""

    host: str
    port: int
    is_encrypted: bool
    """From the first byte; otherwise as soon as the server offers it, and before any password."""
    user: str | None
    password: str | None
    is_local: bool
    """On this machine: then it need not be encrypted."""


class MailSender:
    """Sends mail, one connection each: reminders are rare."""

    def __init__(self, settings: Settings) -> None:
        self._server = read_server(settings.smtp)
        if not is_address(settings.mail_from):
            raise Refusal("server.setting", "--mail-from is the mail address from which reminders come.")
        self._sender = settings.mail_from

    async def send(self, address: str, notification: Notification, stop: str) -> None:
        message = write_mail(self._sender, address, notification, stop)
        try:
            async with self.connect() as client:
                await client.sendmail(self._sender, [address], bytes(message))
        except aiosmtplib.SMTPRecipientsRefused as error:
            codes = [each.code for each in error.recipients]
            raise (Undeliverable if all(code >= 500 for code in codes) else RetryLater)(str(codes)) from error
        except aiosmtplib.SMTPResponseException as error:
            is_final = error.code >= 500 and not isinstance(error, aiosmtplib.SMTPAuthenticationError)
            raise (Undeliverable if is_final else RetryLater)(str(error.code)) from error
        except (aiosmtplib.SMTPException, OSError, TimeoutError) as error:
            raise RetryLater(type(error).__name__) from error

    def connect(self) -> aiosmtplib.SMTP:
        """A connection to the server, encrypted unless it is local and cannot be."""
        server = self._server
        return aiosmtplib.SMTP(
            hostname=server.host, port=server.port, username=server.user, password=server.password,
            use_tls=server.is_encrypted, start_tls=False if server.is_encrypted else None if server.is_local else True,
            timeout=SECONDS,
        )  # fmt: skip

    async def examine(self) -> str:
        try:
            async with self.connect():
                return ""
        except (aiosmtplib.SMTPException, OSError) as error:
            return str(error).rstrip(".") or type(error).__name__

    async def close(self) -> None:
        """Every notification has its own connection."""


def read_server(url: str) -> MailServer:
    """Read ``smtp://user:password@host:587``; ``server.setting``, without the password, if it is not like that."""
    try:
        parts = urlsplit(url)
        port = parts.port or PORTS[parts.scheme]
        host = parts.hostname or ""
    except (ValueError, KeyError):
        host = ""
    if not host:
        raise Refusal(
            "server.setting", "--smtp is like smtp://user:password@host:587, or smtps://... for TLS from the start."
        )
    user, password = (unquote(each) if each else None for each in (parts.username, parts.password))
    is_local = host in ("localhost", "::1") or host.startswith("127.")
    return MailServer(host, port, parts.scheme == "smtps", user, password, is_local)


def check_address(text: str) -> str:
    """A mail address in its stored form; ``mail.invalid`` if it is none."""
    if not is_address(text.strip()):
        raise Refusal("mail.invalid", "This is not a mail address.")
    return text.strip()


def is_address(text: str) -> bool:
    return len(text) <= 200 and ADDRESS.fullmatch(text) is not None


def mailbox_of(address: str) -> str:
    """The mailbox of an address, whose spellings all count as one."""
    local, _, domain = address.lower().rpartition("@")
    return f"{local.partition('+')[0].replace('.', '')}@{domain}"


def write_mail(sender: str, recipient: str, notification: Notification, stop: str) -> EmailMessage:
    say = speak(notification.language)
    mail = EmailMessage(WHOLE_LINES)
    mail["From"] = f"Estaminet <{sender}>"
    mail["To"] = recipient
    mail["Subject"] = notification.title
    mail["Date"] = formatdate(usegmt=True)
    mail["Message-ID"] = make_msgid(domain=sender.rpartition("@")[2])
    mail["Auto-Submitted"] = "auto-generated"
    mail["List-Unsubscribe"] = f"<{stop}>"
    mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    way = "" if notification.link in notification.text else f"\n\n{say.open}{say.colon}{notification.link}"
    mail.set_content(f"{notification.text}{way}\n\n-- \n{say.stop}{say.colon}{stop}\n")
    return mail
