"""The ways in which this server can reach people, as far as its operator has set them up."""

from collections.abc import Mapping
from importlib.util import find_spec
from typing import Final, Protocol

from estaminet.extras import EXTRAS, require_extra
from estaminet.server.reminders.words import Letter
from estaminet.server.settings import Settings
from estaminet.server.store.reminders import ChannelKind


class Undeliverable(Exception):
    """The other side will never take this: nothing is tried again."""


class Gone(Undeliverable):
    """There is nobody at this address any more."""


class Later(Exception):
    """The other side could not take it now."""


class Sender(Protocol):
    """One way to reach people."""

    async def send(self, address: str, letter: Letter, stop: str) -> None:
        """Deliver a letter; `stop` is the link that ends them. Undeliverable, Gone or Later if it is not taken."""

    async def examine(self) -> str:
        """What is wrong with the server through which it sends, if there is one; empty if nothing is."""

    async def close(self) -> None:
        """Let go of connections."""


HAS_EXTRA: Final = all(find_spec(each) is not None for each in EXTRAS["push"])
Senders = Mapping[ChannelKind, Sender]


def check_settings(settings: Settings) -> None:
    """``server.setting`` or ``extra.missing`` if people cannot be reminded as these settings want it."""
    if settings.smtp or settings.ntfy or settings.webhook:
        make_senders(settings, bytes(32))


def make_senders(settings: Settings, push_secret: bytes) -> dict[ChannelKind, Sender]:
    """Every way that is set up. ``extra.missing`` if one is wanted and its packages are not installed."""
    if settings.smtp or settings.ntfy or settings.webhook:
        require_extra("push")
    if not HAS_EXTRA:
        return {}
    # Loading them takes a while, and a server for one evening needs none of it.
    from estaminet.server.reminders.mail import MailSender
    from estaminet.server.reminders.posting import NtfySender, WebhookSender
    from estaminet.server.reminders.push import PushSender

    senders: dict[ChannelKind, Sender] = {"push": PushSender(settings, push_secret)}
    if settings.smtp:
        senders["mail"] = MailSender(settings)
    if settings.ntfy:
        senders["ntfy"] = NtfySender(settings)
    if settings.webhook:
        senders["webhook"] = WebhookSender(settings)
    return senders
