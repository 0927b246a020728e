"""A device in memory: what a browser keeps, without a browser."""

import json
from collections.abc import Iterable

from estaminet.device import Device, open_device


class Full(Exception):
    """There is no room."""

    code = "store.full"


class Memory:
    """Keeps tables as `web/src/device/store.ts` does."""

    def __init__(self) -> None:
        self.rows: dict[str, tuple[str, str]] = {}
        """Terms and summary by the ids of tables, the one that changed last at the end."""
        self.logs: dict[str, dict[int, str]] = {}
        self.values: dict[str, str] = {}
        self.is_full = False

    async def add_table(self, table_id: str, terms: str, summary: str, events: str) -> None:
        self._check()
        self.rows[table_id] = terms, summary
        self.logs[table_id] = dict(enumerate(json.loads(events), 1))

    async def append(self, table_id: str, number: int, event: str, summary: str) -> bool:
        self._check()
        if number in self.logs[table_id]:
            return False
        self.logs[table_id][number] = event
        terms, _ = self.rows.pop(table_id)
        self.rows[table_id] = terms, summary
        return True

    async def events(self, table_id: str, after: int, most: int) -> Iterable[str]:
        return [event for number, event in sorted(self.logs[table_id].items()) if number > after][:most]

    async def table(self, table_id: str) -> str | None:
        return self.rows[table_id][0] if table_id in self.rows else None

    async def tables(self) -> Iterable[str]:
        return [summary for _, summary in reversed(self.rows.values())]

    async def remove(self, table_id: str) -> None:
        del self.rows[table_id], self.logs[table_id]

    async def get(self, name: str) -> str | None:
        return self.values.get(name)

    async def put(self, name: str, value: str) -> None:
        self._check()
        self.values[name] = value

    def _check(self) -> None:
        if self.is_full:
            raise Full


class Loaded:
    """A kit of which everything is there, and who asked for what."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def load(self, game: str) -> None:
        self.asked.append(game)

    async def load_weights(self, game: str, players: int) -> None:
        self.asked.append(f"{game}-{players}")


class Page:
    """A page that talks to the house on its device."""

    def __init__(self, memory: Memory | None = None) -> None:
        self.memory = memory or Memory()
        self.kit = Loaded()
        self.told: list[tuple[int, str]] = []
        self.device: Device = open_device(self.memory, self.kit, lambda line, text: self.told.append((line, text)))
