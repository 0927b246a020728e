"""Which tables are whose, where several processes share a database; a process alone has them all."""

import hashlib
from collections.abc import Collection
from typing import Protocol

from estaminet.server.rules.events import Event


def rank_homes(processes: Collection[str], table_id: str) -> list[str]:
    """Each process draws a number for the table, and the highest has it: who comes or goes moves only its own."""
    return sorted(processes, key=lambda each: hashlib.sha256(f"{each} {table_id}".encode()).digest(), reverse=True)


class Tables(Protocol):
    """What peers need to know of this process's tables."""

    def foreign_sessions(self) -> dict[str, int]:
        """Open tables that have their home elsewhere, each with its last event."""

    async def refresh(self, table_id: str, number: int, event: Event | None = None) -> int:
        """Take in what another process wrote, up to this number at least; that of the last event that is known now.

        The event of that number may be at hand: often nothing else is needed.
        """

    async def rehome(self) -> None:
        """Other processes came or went."""

    def dismiss(self, person: str, devices: Collection[str]) -> None:
        """Devices of somebody are void: have their lines closed."""


class Peers:
    """A process alone with its database: every table is its own."""

    def is_home(self, table_id: str) -> bool:  # noqa: ARG002  # what several processes decide by
        return True

    def home_of(self, table_id: str) -> str:  # noqa: ARG002
        """Where people reach a table's home; empty if here."""
        return ""

    def urls(self) -> set[str]:
        """Where all processes are reached."""
        return set()

    def is_watched(self, table_id: str) -> bool:  # noqa: ARG002
        """Whether somebody looks at a table of this process's from another one."""
        return False

    def announce(self, table_id: str, event: Event) -> None:
        """Tell who needs to know of an event that was written."""

    def dismiss(self, person: str, devices: Collection[str]) -> None:
        """Tell all others that devices of somebody are void."""

    def watch(self, table_id: str, number: int) -> None:
        """Tell a table's home that somebody here looks at it, and up to which event."""

    async def open(self, tables: Tables) -> None:
        """Begin to listen."""

    async def close(self) -> None:
        """Stop."""
