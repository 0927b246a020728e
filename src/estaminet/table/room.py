"""A table in memory: takes commands one at a time, writes before it believes, tells everybody who is connected."""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import orjson

from estaminet.engine.errors import EstaminetError
from estaminet.engine.game import Message
from estaminet.engine.kernel import Known
from estaminet.engine.position import View
from estaminet.table import commands
from estaminet.table.decisions import Asker, can_undo, decide, decide_flag, decide_house_move, happen, is_moot
from estaminet.table.errors import StaleMove, StoreUnreachable
from estaminet.table.events import Event, Kind
from estaminet.table.house import House, Question
from estaminet.table.picture import (
    PROTOCOL,
    Log,
    Views,
    YouMessage,
    clock_message,
    kept,
    opened,
    summarize,
    table_message,
)
from estaminet.table.state import TableState
from estaminet.table.store import Entry, Store, Summary
from estaminet.table.writer import Writer

MOST_TRIES: Final = 5
"""How often a command is decided anew when another process was faster."""
Announce = Callable[[str, Event], None]
"""Told the table and an event that was just written."""


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Watcher:
    """Somebody who is connected to a table."""

    def __init__(self, person: str | None, *, wants_changes: bool = False) -> None:
        self.person = person
        self.wants_changes = wants_changes
        """Whether to leave out what is as it was in the picture before."""
        self.looking_at: int | None = None
        """The seat that somebody with several seats asked to see."""
        self.has = 0
        """The number of the last event that was sent."""
        self.table: orjson.Fragment | None = None
        """The table as it was last sent."""
        self.view: View | None = None
        """The view of everybody that was last sent."""
        self.news = asyncio.Event()
        self.news.set()


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
        self._log: Log | None = None
        self._views = Views()
        self._table: orjson.Fragment | None = None
        self._common_moment: tuple[int, int, orjson.Fragment | None, bool] = 0, 0, None, False
        self._common_part = b""
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
        position = self.state.position
        before = self.state.seen() if position and event.kind is Kind.MOVED and self._log is not None else None
        status = self.state.status
        self.state.apply(event)
        if event.kind is not Kind.MOVED or self.state.status is not status:
            self._table = None
        if self._log is not None:
            self._log.add(event, tell(self.state, before) if before is not None else [])
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
        self._table = None
        self.tell_all()

    def leave(self, watcher: Watcher) -> None:
        self._watchers.discard(watcher)
        self.used = time.monotonic()
        self._table = None
        self.tell_all()

    def tell_all(self) -> None:
        """Have a new picture sent to everybody who is connected."""
        for watcher in self._watchers:
            watcher.news.set()

    def picture(self, watcher: Watcher) -> bytes:
        """The picture for somebody, whole or what has changed of it, with the events that they have not seen."""
        state, person = self.state, watcher.person
        seats = state.seats_of(person)
        seat = self._looking_at(watcher, seats)
        you: YouMessage = {
            "seats": seats,
            "looking_at": seat,
            "is_owner": state.is_owner(person),
            "invitation": state.terms.invitation if seats else None,
            "can_undo": can_undo(state, person),
        }
        common = self._common(watcher)
        own = orjson.dumps({"clock": clock_message(state, now()), "you": you})
        view = b"null"
        if state.position:
            view = self._views.write(state.position, state.seen(), state.own_view(seat), watcher.view)
        watcher.has = state.number
        if watcher.wants_changes:
            watcher.table, watcher.view = self._table, self._views.view
        return b"".join((common, b",", memoryview(own)[1:-1], b',"view":', view, b"}"))

    def _common(self, watcher: Watcher) -> bytes:
        """What of a picture is the same for all who have seen the same before: most often everybody."""
        table = self._table_part()
        moment = watcher.has, self.state.number, table, watcher.table is table
        if moment != self._common_moment:
            common: dict[str, object] = {
                "type": "update",
                "protocol": PROTOCOL,
                "number": self.state.number,
                "events": self._events().since(watcher.has),
            }
            if watcher.table is not table:
                common["table"] = table
            self._common_moment = moment
            self._common_part = opened(common)
        return self._common_part

    def _looking_at(self, watcher: Watcher, seats: list[int]) -> int | None:
        """Who has one seat sees what it sees. Who has several sees one of them while it is that one's turn."""
        if len(seats) <= 1:
            return seats[0] if seats else None
        to_move = self.state.to_move
        if watcher.looking_at not in seats or (to_move in seats and watcher.looking_at != to_move):
            watcher.looking_at = None
        return watcher.looking_at

    def _table_part(self) -> orjson.Fragment:
        if self._table is None:
            here = {watcher.person for watcher in self._watchers if watcher.person}
            watching = sum(not self.state.seats_of(watcher.person) for watcher in self._watchers)
            self._table = kept(table_message(self.state, here, watching))
        return self._table

    def _events(self) -> Log:
        """The log in words: made when somebody first wants it, then kept up."""
        if self._log is None:
            self._log = Log()
            replay = TableState(self.state.terms)
            for event in self.state.events:
                before = replay.seen() if event.kind is Kind.MOVED else None
                replay.apply(event)
                self._log.add(event, tell(replay, before) if before is not None else [])
        return self._log


def tell(state: TableState, before: Known) -> list[Message]:
    """What the last action did, as anybody at the table saw it."""
    game = state.terms.game
    return game.tell(before, game.actions[game.code(state.events[-1].text)], state.seen())
