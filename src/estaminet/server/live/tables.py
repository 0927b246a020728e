"""The tables of this process: opened from their logs, kept up to date, dropped when nobody needs them."""

import asyncio
import logging
import time
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from typing import Final, NamedTuple

from estaminet.engine.errors import BrokenGame, EstaminetError
from estaminet.server.errors import BrokenTable, StoreUnreachable, UnknownTable
from estaminet.server.live.house import House
from estaminet.server.live.kernels import Kernels
from estaminet.server.live.listing import Readiness
from estaminet.server.live.peers import Peers
from estaminet.server.live.reader import LogReader
from estaminet.server.live.session import Session
from estaminet.server.live.updates import Log
from estaminet.server.operation import SESSIONS
from estaminet.server.rules.commands import Remark
from estaminet.server.rules.events import Event, EventKind
from estaminet.server.rules.plan import GameClock, Terms
from estaminet.server.rules.reminders import WaitingGame, find_waiting_game, mover_of
from estaminet.server.rules.state import State, Status, Turn
from estaminet.server.settings import Settings
from estaminet.server.store.database import Store
from estaminet.server.store.rows import TableSummary

RETRY_SECONDS: Final = 2.0
log = logging.getLogger(__name__)


class Resting(NamedTuple):
    """The remembered state of a table that has left the memory: nothing has happened there since."""

    turn: Turn | None
    waiting: WaitingGame | None
    """The reminder for the person it waits for."""
    due: int | None
    """The time when a kept seat is released."""

    def is_due(self, time_now: int) -> bool:
        return self.due is not None and self.due <= time_now


class ReminderSnapshot(NamedTuple):
    """The people who want to be reminded, as this process sees them."""

    waiting: list[WaitingGame]
    """Games that wait for them at this process's tables."""
    here: set[tuple[str, str]]
    """Their live connections to tables over this process, wherever the table's home is."""
    saw_ending: set[tuple[str, str]]
    """The endings that they have seen."""


class Tables:
    """The tables in memory, and the remembered state of those that were."""

    def __init__(self, store: Store, kernels: Kernels, house: House, peers: Peers, settings: Settings) -> None:
        self.reader = LogReader(store)
        self.peers = peers
        self.dismissals = 0
        """A count of revoked devices: people who were recognized before are looked up again."""
        self.resting: dict[str, Resting] = {}
        self._store, self._kernels, self._house, self._settings = store, kernels, house, settings
        self._sessions: dict[str, Session] = {}
        self._opening: dict[str, asyncio.Task[Session]] = {}
        self._damaged: set[str] = set()
        """Tables whose damage is in the server's log already."""
        self._elsewhere: dict[str, Turn] = {}
        """Whose turn it is at tables that other processes look after, as it was when somebody last asked."""

    def __len__(self) -> int:
        return len(self._sessions)

    def __iter__(self) -> Iterator[tuple[str, Session]]:
        return iter(self._sessions.items())

    def get(self, table_id: str) -> Session | None:
        """The table of this id, if it is in memory."""
        return self._sessions.get(table_id)

    async def adopt(self) -> None:
        """Open every table of this process at which something may happen by itself."""
        for table_id in await self._list_playing():
            while self.peers.is_home(table_id) and not await self.see_to(table_id):
                await asyncio.sleep(RETRY_SECONDS)

    async def _list_playing(self) -> list[str]:
        """Every table with a game in progress, once the database answers."""
        while True:
            try:
                return await self._store.list_playing()
            except StoreUnreachable:
                await asyncio.sleep(RETRY_SECONDS)

    async def see_to(self, table_id: str) -> bool:
        """Open a table; whether that is done, or hopeless."""
        try:
            await self.session(table_id)
        except StoreUnreachable:
            return False
        except BrokenTable:
            return True
        except Exception:  # one broken table leaves the others alone
            log.exception("a table could not be opened")
        return True

    async def session(self, table_id: str) -> Session:
        """The table of this id; opened from its log if it is not in memory."""
        session = self._sessions.get(table_id)
        if session is not None:
            session.used = time.monotonic()
            return session
        opening = self._opening.get(table_id)
        if opening is None:
            opening = self._opening[table_id] = asyncio.create_task(self._open(table_id))
            opening.add_done_callback(lambda _: self._opening.pop(table_id, None))
        return await asyncio.shield(opening)

    async def _open(self, table_id: str) -> Session:
        terms, last = await self.find(table_id)
        state, log = await self.replay(terms, last)
        is_home = self.peers.is_home(table_id)
        session = Session(state, log, self._store, self._house, self.peers.announce, is_home=is_home)
        was_away = state.at < self.peers.up_since  # a table that moves here was served by another process
        if is_home and was_away and isinstance(terms.plan.clock, GameClock) and state.clocks.deadline:
            await session.record(EventKind.RESUMED)
        self._sessions[table_id] = session
        SESSIONS.set(len(self._sessions))
        if not is_home:
            self.peers.watch(table_id, session.state.number)
        session.schedule()
        return session

    async def look_at(self, table_id: str) -> State:
        """The state of a table; one that is not in memory is not opened for that."""
        session = self._sessions.get(table_id)
        if session is not None and session.state.status is Status.OVER:
            return session.state
        state, _ = await self.replay(*await self.find(table_id))
        return state

    async def find(self, table_id: str) -> tuple[Terms, int]:
        """The terms of a table and the number of its last event."""
        try:
            found = await self._store.find_table(table_id)
        except BrokenTable as error:
            self._note_damage(table_id, error)
            raise
        if found is None:
            days = self._settings.finished_days
            kept = f" Finished games are kept for {days:g} days." if days else ""
            raise UnknownTable(f"There is no such table, or it has been cleared away.{kept}")
        return found

    async def replay(self, terms: Terms, last: int) -> tuple[State, Log]:
        await self._kernels.playable(terms.game.name)
        try:
            return await self.reader.read(terms, last)
        except StoreUnreachable:
            raise
        except (ValueError, EstaminetError) as error:
            self._note_damage(terms.id, error)
            raise BrokenTable("This table cannot be opened: its log is damaged.") from error

    def _note_damage(self, table_id: str, error: Exception) -> None:
        """Log a damaged table, once: people ask for it again and again. `estaminet export` names it."""
        if table_id not in self._damaged:
            self._damaged.add(table_id)
            log.error("a table cannot be opened, it is damaged: %s", type(error.__cause__ or error).__name__)

    async def sessions_at(self, tables: Iterable[str], person: str) -> list[Session]:
        """Those of these tables where somebody sits, without damaged ones."""
        found = []
        for table_id in tables:
            try:
                session = await self.session(table_id)
            except StoreUnreachable:
                raise
            except EstaminetError:
                continue
            if session.state.seats_of(person):
                found.append(session)
        return found

    async def sessions_of(self, person: str) -> list[Session]:
        """The unfinished tables at which somebody sits, without damaged ones."""
        listed = await self._store.list_of(person, unfinished=True)
        return await self.sessions_at((each.id for each in listed), person)

    # Other processes

    async def rehome(self) -> None:
        """Another process came or went: find the tables that are this one's now."""
        for table_id, session in self._sessions.items():
            session.is_home = self.peers.is_home(table_id)
            session.schedule()
        await self.adopt()

    async def refresh(self, table_id: str, number: int, event: Event | None = None) -> int:
        """Take in what another process wrote, if the table is in memory, or if this is its home."""
        if not (table_id in self._sessions or table_id in self._opening or self.peers.is_home(table_id)):
            return 0
        session = await self.session(table_id)
        if session.state.number < number:
            await session.catch_up(event)
        return session.state.number

    def foreign_sessions(self) -> dict[str, int]:
        """The open tables that belong to other processes, each with its last event."""
        return {table_id: each.state.number for table_id, each in self._sessions.items() if not each.is_home}

    def hear(self, table_id: str, remark: Remark) -> None:
        """Deliver a remark from another process."""
        if session := self._sessions.get(table_id):
            session.pass_on(remark)

    def dismiss(self, person: str, devices: Collection[str]) -> None:
        """Close the lines of these devices in this process."""
        self.dismissals += 1
        for session in self._sessions.values():
            session.dismiss(person, devices)

    # Whose turn it is, for lists and reminders, without opening a table for that

    async def find_turn(self, table: TableSummary) -> Turn | None:
        """The turn at a table; None if it is nobody's, or if the game is still being compiled."""
        if table.status != Status.PLAYING:
            return None
        if session := self.get(table.id):
            return Turn.of(session.state)
        resting = self.resting.get(table.id)
        if resting and resting.turn and self.peers.is_home(table.id):  # whatever happened would have woken it
            return resting.turn
        if self._kernels.status.get(str(table.summary["game"])) not in (Readiness.PLAYABLE, Readiness.READY):
            return None
        with suppress(BrokenTable, BrokenGame, UnknownTable):
            if self.peers.is_home(table.id):
                return Turn.of((await self.session(table.id)).state)
            return await self._read_turn(table.id)
        return None

    async def _read_turn(self, table_id: str) -> Turn | None:
        """The turn at a table of another process, which is not opened here for that."""
        terms, last = await self.find(table_id)
        known = self._elsewhere.pop(table_id, None)
        turn = known if known and known.number == last else Turn.of((await self.replay(terms, last))[0])
        if turn:
            self._elsewhere[table_id] = turn
        return turn

    def take_snapshot(self, people: Collection[str]) -> ReminderSnapshot:
        """Everything that reminders for these people depend on, as far as this process sees it."""
        sight = ReminderSnapshot([], set(), set())
        for table_id, session in self._sessions.items():
            person = mover_of(session.state)
            if person in people:
                waiting = find_waiting_game(session.state) if session.is_home else None
                if waiting:
                    sight.waiting.append(waiting)
                if session.is_here(str(person)):
                    sight.here.add((str(person), table_id))
            sight.saw_ending.update((each, table_id) for each in session.saw_ending if each in people)
        for table_id, resting in self.resting.items():
            is_ours = self.get(table_id) is None and self.peers.is_home(table_id)
            if is_ours and resting.waiting and resting.waiting.person in people:
                sight.waiting.append(resting.waiting)
        return sight

    async def list_waiting(self, person: str) -> list[WaitingGame]:
        """Every game that waits for somebody, wherever it has its home."""
        waiting = [find_waiting_game(each.state) for each in await self.sessions_of(person)]
        return [each for each in waiting if each and each.person == person]

    # Order

    async def keep_tidy(self) -> None:
        """Drop tables that nobody needs in memory."""
        while True:
            await asyncio.sleep(self._settings.idle_seconds / 2)
            oldest = time.monotonic() - self._settings.idle_seconds
            for table_id, session in list(self._sessions.items()):
                if session.used < oldest and not session.is_needed:
                    session.rest()
                    del self._sessions[table_id]
                    state = session.state
                    self.resting.pop(table_id, None)
                    known = Resting(Turn.of(state), find_waiting_game(state), state.deadline)
                    if any(each is not None for each in known):
                        self.resting[table_id] = known
            SESSIONS.set(len(self._sessions))

    def is_unused(self, table_id: str) -> bool:
        """Whether this process may remove a table: nobody watches it, here or elsewhere."""
        session = self._sessions.get(table_id)
        oldest = time.monotonic() - self._settings.idle_seconds
        is_idle = session is None or (session.used < oldest and not session.is_needed)
        return is_idle and self.peers.is_home(table_id) and not self.peers.is_watched(table_id)

    def drop(self, table_id: str) -> None:
        """Forget a table that is gone."""
        self._sessions.pop(table_id, None)
        self.resting.pop(table_id, None)

    def rest(self) -> None:
        """Stop. Nothing is lost: the logs are the tables."""
        for session in self._sessions.values():
            session.rest()
