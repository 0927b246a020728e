"""One way to reach people, and what can go wrong with it."""

from typing import Protocol

from estaminet.server.reminders.words import Letter


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
