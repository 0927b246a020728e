# ruff: noqa: S311  # a benchmark needs no secret numbers
"""How tables are played at: as fast as it goes, or a move now and then."""

import asyncio
import random
from contextlib import suppress
from time import perf_counter
from typing import Final

from bench.serving.players import Failed, Player, Table

PATIENCE: Final = 20.0
"""Seconds that the last moves may take to arrive."""


class Rally:
    """Every table moves again as soon as both of its clients have seen the last move."""

    def __init__(self, tables: list[Table], spares: list[Table], most: int | None = None) -> None:
        self.moves = 0
        self._spares, self._most = spares, most
        self._is_on = True
        self._playing = len(tables)
        self._done = asyncio.Event()
        for table in tables:
            table.watch(self._see)
            self._go_on(table)

    async def play(self, seconds: float | None) -> None:
        """Let them play for a time, or until every table has had its moves."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._done.wait(), seconds)

    async def stop(self, tables: list[Table]) -> None:
        """No new moves; wait for the last ones."""
        self._is_on = False
        await settle(tables)

    def _see(self, table: Table, player: Player) -> None:
        if player.number > table.awaited:
            raise Failed(f"number {player.number} where {table.awaited} was awaited")
        if table.is_settled and table.settled < table.awaited:
            table.settled = table.awaited
            self.moves += 1
            if self._is_on:
                self._go_on(table)

    def _go_on(self, table: Table) -> None:
        if self._most is not None and table.moves >= self._most:
            self._leave()
        elif not table.is_over:
            table.move()
        elif self._spares:
            fresh = self._spares.pop()
            fresh.watch(self._see)
            fresh.move()
        elif self._most is not None:
            self._leave()
        else:
            raise Failed("no table is left to play at")

    def _leave(self) -> None:
        self._playing -= 1
        if not self._playing:
            self._done.set()


class Pace:
    """Every table has a move now and then."""

    def __init__(self, tables: list[Table], pause: float) -> None:
        self.latencies: list[float] = []
        self.late = 0
        self._sent: dict[Table, tuple[Player, float]] = {}
        self._pause = pause
        self._is_on = True
        self._loop = asyncio.get_running_loop()
        rng = random.Random(2)
        for table in tables:
            table.watch(self._see)
            self._loop.call_later(rng.uniform(0, pause), self._move, table)

    async def stop(self, tables: list[Table]) -> None:
        self._is_on = False
        await settle(tables)

    def _move(self, table: Table) -> None:
        if not self._is_on:
            return
        if not table.is_settled:
            self.late += 1
        elif not table.is_over:
            began = perf_counter()
            self._sent[table] = (table.move(), began)
        self._loop.call_later(self._pause, self._move, table)

    def _see(self, table: Table, player: Player) -> None:
        opponent, began = self._sent.get(table, (None, 0.0))
        if player is opponent and player.number >= table.awaited:
            self.latencies.append(perf_counter() - began)
            del self._sent[table]


async def settle(tables: list[Table]) -> None:
    """Wait until every client has seen all moves; those that never do are counted by `count_lost`."""
    deadline = perf_counter() + PATIENCE
    while perf_counter() < deadline and not all(table.is_settled for table in tables):
        await asyncio.sleep(0.02)


def count_lost(tables: list[Table]) -> int:
    """Clients that have another number than their table, and updates that left something out."""
    players = [(player, table) for table in tables for player in table.players]
    return sum(player.gaps + (player.number != table.awaited) for player, table in players)
