"""The ways in which this server can reach people, as far as its operator has set them up."""

from importlib.util import find_spec
from typing import Final

from estaminet.extras import EXTRAS, require_extra
from estaminet.server.reminders.sender import Sender
from estaminet.server.settings import Settings
from estaminet.server.store.reminders import ChannelKind

HAS_EXTRA: Final = all(find_spec(each) is not None for each in EXTRAS["push"])


def check_settings(settings: Settings) -> None:
    """Raise ``server.setting`` or ``extra.missing`` if these settings cannot work."""
    if settings.smtp or settings.ntfy or settings.webhook:
        make_senders(settings, bytes(32))


def make_senders(settings: Settings, push_secret: bytes) -> dict[ChannelKind, Sender]:
    """Every way that is set up. ``extra.missing`` if one is wanted and its packages are not installed."""
    if settings.smtp or settings.ntfy or settings.webhook:
        require_extra("push")
    if not HAS_EXTRA:
        return {}
    # Where the packages are missing, none of this can be loaded.
    from estaminet.server.reminders.web import NtfySender, PushSender, WebhookSender

    senders: dict[ChannelKind, Sender] = {"push": PushSender(settings, push_secret)}
    if settings.smtp:
        from estaminet.server.reminders.mail import MailSender

        senders["mail"] = MailSender(settings)
    if settings.ntfy:
        senders["ntfy"] = NtfySender(settings)
    if settings.webhook:
        senders["webhook"] = WebhookSender(settings)
    return senders
