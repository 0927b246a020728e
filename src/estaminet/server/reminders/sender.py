"""A way to reach people, and its errors."""

from typing import Protocol

from estaminet.server.reminders.words import Notification


class Undeliverable(Exception):
    """The other side will never take this: nothing is tried again."""


class AddressGone(Undeliverable):
    """There is nobody at this address any more."""


class RetryLater(Exception):
    """The other side could not take it now."""


class Sender(Protocol):
    """One way to reach people."""

    async def send(self, address: str, notification: Notification, stop: str) -> None:
        """Deliver it; `stop` is a link that ends them. Undeliverable, AddressGone or RetryLater if it is not taken."""

    async def examine(self) -> str:
        """The fault of the server through which it sends; empty if there is none."""

    async def close(self) -> None:
        """Close its connections."""
