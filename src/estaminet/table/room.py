"""A table in memory: takes commands one at a time, writes before it believes, tells everybody who is connected."""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from estaminet.engine.errors import EstaminetError
from estaminet.table import commands
from estaminet.table.clock import now
from estaminet.table.decisions import Asker, decide, decide_flag, decide_house_move, happen, is_moot
from estaminet.table.errors import StaleMove, StoreUnreachable
from estaminet.table.events import Event, Kind
from estaminet.table.house import House, Question
from estaminet.table.picture import Pictures, Watcher, summarize
from estaminet.table.state import TableState
from estaminet.table.store import Entry, Store, Summary
from estaminet.table.writer import Writer

MOST_TRIES: Final = 5
"""How often a command is decided anew when another process was faster."""
Announce = Callable[[str, Event], None]
"""Told the table and an event that was just written."""


class Room:
    """One table, its lock and who is connected."""

    def __init__(
        self, state: TableState, store: Store, writer: Writer, house: House, announce: Announce, *, is_home: bool
    ) -> None:
        self.state = state
        self.is_home = is_home
        """Whether this process plays the house's moves here and keeps the clocks."""
        self.used = time.monotonic()
        """When somebody last did something here."""
        self._store, self._writer, self._house, self._announce = store, writer, house, announce
        self._lock = asyncio.Lock()
        self._watchers: set[Watcher] = set()
        self._pictures = Pictures(state, self._watchers)
        self._alarm: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def is_needed(self) -> bool:
        """Whether it must stay in memory: somebody is here, or something will happen by itself."""
        return bool(self._watchers) or self._alarm is not None or self.question() is not None or self._lock.locked()

    async def command(self, person: str, name: str, command: commands.Command) -> None:
        """Carry out what a person asks; a typed error says why not. Returns when it is safe on disk."""
        self.used = time.monotonic()
        async with self._lock:
            for _ in range(MOST_TRIES):
                try:
                    event = decide(self.state, Asker(person, name, now()), command)
                except EstaminetError:
                    if not self._store.is_postgres or not await self._read_on():
                        raise
                    continue  # another process had written what this answers
                if event is None or await self._write(event):
                    return
        raise StaleMove("The table is busy: look again.")

    async def happen(self, kind: Kind, **details: str | int | None) -> None:
        """Write down what the server itself did, or what a person did elsewhere."""
        async with self._lock:
            for _ in range(MOST_TRIES):
                if is_moot(self.state, kind) or await self._write(happen(self.state, now(), kind, **details)):
                    return

    async def catch_up(self, event: Event | None = None) -> None:
        """Take in what other processes have written; their last event may be at hand."""
        async with self._lock:
            if event and event.number == self.state.number + 1:
                self._take_in(event)
            elif event is None or event.number > self.state.number:
                await self._read_on()

    def wake(self) -> None:
        """See to what happens by itself: a house player's move, a clock that runs out."""
        if self._alarm:
            self._alarm.cancel()
            self._alarm = None
        if not self.is_home:
            return
        if self.question():
            self._house.ask(self)
        deadline = self.state.clocks.deadline
        if deadline is not None:
            seconds = max(0, deadline - now()) / 1000
            self._alarm = asyncio.get_running_loop().call_later(min(seconds, 86_400), self._ring)

    def rest(self) -> None:
        """Nothing happens here any more by itself."""
        if self._alarm:
            self._alarm.cancel()
            self._alarm = None
        self.is_home = False

    # House players

    def question(self) -> Question | None:
        """What a house player has to decide; None if none has."""
        state = self.state
        seat = state.to_move
        if not self.is_home or seat is None or state.position is None:
            return None
        level = state.seats[seat].level
        if level is None:
            return None
        position = state.position
        return Question(level, position.game, position.players, position.known_to(seat), seat, state.number)

    async def answer(self, question: Question, code: int) -> None:
        """Carry out what a house player decided, unless something has happened in the meantime."""
        async with self._lock:
            if self.state.number == question.number and self.question():
                await self._write(decide_house_move(self.state, now(), code))
        if self.question():
            self._house.ask(self)

    # Clocks

    def _ring(self) -> None:
        self._alarm = None
        task = asyncio.create_task(self._flag())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _flag(self) -> None:
        try:
            async with self._lock:
                event = decide_flag(self.state, now())
                if event:
                    await self._write(event)
        except StoreUnreachable:
            await asyncio.sleep(1)
        self.wake()

    # Events

    async def _write(self, event: Event) -> bool:
        """Whether an event is now in the log, and taken in here; if not, what others wrote is."""
        try:
            is_written = await self._writer.append(Entry(self.state.terms.id, event, self._summary_after(event)))
        except StoreUnreachable:
            with suppress(StoreUnreachable):
                await self._read_on()  # it may be in the log all the same
            raise
        if is_written:
            self._take_in(event)
            self._announce(self.state.terms.id, event)
        else:
            await self._read_on()
        return is_written

    async def _read_on(self) -> bool:
        """Whether others have written something, which is taken in."""
        events = await self._store.load_events(self.state.terms.id, after=self.state.number)
        for event in events:
            self._take_in(event)
        return bool(events)

    def _take_in(self, event: Event) -> None:
        self._pictures.take_in(event)
        self.wake()
        self.tell_all()

    def _summary_after(self, event: Event) -> Summary | None:
        """What the lobby must learn with an event; moves change nothing there, but for the last one."""
        position = self.state.position
        if event.kind is Kind.UNDONE:
            return None
        if event.kind is Kind.MOVED and position:
            kernel, after_it = position.game.kernel, position.memory.copy()
            kernel.apply(after_it, position.game.code(event.text))
            if kernel.to_move(after_it) >= 0:
                return None
        after = TableState(self.state.terms)
        for each in (*self.state.events, event):
            after.apply(each)
        return Summary(after.status, summarize(after))

    # Who is connected

    def enter(self, watcher: Watcher) -> None:
        self._watchers.add(watcher)
        self._pictures.see_who_is_here()
        self.tell_all()

    def leave(self, watcher: Watcher) -> None:
        self._watchers.discard(watcher)
        self.used = time.monotonic()
        self._pictures.see_who_is_here()
        self.tell_all()

    def tell_all(self) -> None:
        """Have a new picture sent to everybody who is connected."""
        for watcher in self._watchers:
            watcher.news.set()

    def picture(self, watcher: Watcher) -> bytes:
        """What to send to somebody now."""
        return self._pictures.draw(watcher)
