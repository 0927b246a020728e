"""The turns at all tables, for lists and reminders, without opening a table for that."""

from collections.abc import Collection
from contextlib import suppress
from typing import NamedTuple

from estaminet.engine.errors import BrokenGame
from estaminet.server.errors import BrokenTable, UnknownTable
from estaminet.server.live.games import Readiness
from estaminet.server.live.kernels import Kernels
from estaminet.server.live.tables import Tables
from estaminet.server.rules.reminders import WaitingGame, find_waiting_game, mover_of
from estaminet.server.rules.state import Status, Turn
from estaminet.server.store.rows import TableSummary


class ReminderSnapshot(NamedTuple):
    """The people who want to be reminded, as this process sees them."""

    waiting: list[WaitingGame]
    """Games that wait for them at this process's tables."""
    here: set[tuple[str, str]]
    """Their live connections to tables over this process, wherever the table's home is."""
    saw_ending: set[tuple[str, str]]
    """The endings that they have seen."""


class Turns:
    """Finds the turn at every table."""

    def __init__(self, tables: Tables, kernels: Kernels) -> None:
        self._tables, self._kernels, self._peers = tables, kernels, tables.peers
        self._elsewhere: dict[str, Turn] = {}
        """Turns at other processes' tables, when somebody last asked."""

    async def find(self, table: TableSummary) -> Turn | None:
        """The turn at a table; None if it is nobody's, or if the game is still being compiled."""
        if table.status != Status.PLAYING:
            return None
        if session := self._tables.get(table.id):
            return Turn.of(session.state)
        resting = self._tables.resting.get(table.id)
        if resting and resting.turn and self._peers.is_home(table.id):  # an event would have opened it
            return resting.turn
        if self._kernels.status.get(str(table.summary["game"])) not in (Readiness.PLAYABLE, Readiness.READY):
            return None
        with suppress(BrokenTable, BrokenGame, UnknownTable):
            if self._peers.is_home(table.id):
                return Turn.of((await self._tables.session(table.id)).state)
            return await self._read_turn(table.id)
        return None

    async def _read_turn(self, table_id: str) -> Turn | None:
        """The turn at a table of another process, which is not opened here for that."""
        terms, last = await self._tables.find(table_id)
        known = self._elsewhere.pop(table_id, None)
        turn = known if known and known.number == last else Turn.of((await self._tables.replay(terms, last))[0])
        if turn:
            self._elsewhere[table_id] = turn
        return turn

    def take_snapshot(self, people: Collection[str]) -> ReminderSnapshot:
        """Everything that reminders for these people depend on, as far as this process sees it."""
        sight = ReminderSnapshot([], set(), set())
        for table_id, session in self._tables:
            person = mover_of(session.state)
            if person in people:
                waiting = find_waiting_game(session.state) if session.is_home else None
                if waiting:
                    sight.waiting.append(waiting)
                if session.is_here(str(person)):
                    sight.here.add((str(person), table_id))
            sight.saw_ending.update((each, table_id) for each in session.saw_ending if each in people)
        for table_id, resting in self._tables.resting.items():
            is_ours = self._tables.get(table_id) is None and self._peers.is_home(table_id)
            if is_ours and resting.waiting and resting.waiting.person in people:
                sight.waiting.append(resting.waiting)
        return sight

    async def list_waiting(self, person: str) -> list[WaitingGame]:
        """Every game that waits for somebody, wherever it has its home."""
        waiting = [find_waiting_game(each.state) for each in await self._tables.sessions_of(person)]
        return [each for each in waiting if each and each.person == person]
