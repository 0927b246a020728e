"""A table in memory: takes commands one at a time, writes before it believes, sends updates, plays the house."""

import asyncio
import logging
import time
from collections.abc import Callable, Collection, Coroutine
from contextlib import suppress
from typing import Final, NamedTuple, Protocol

from estaminet.contests import find_seed
from estaminet.engine.errors import BrokenGame, EstaminetError
from estaminet.engine.position import Position
from estaminet.players.hints import Hint
from estaminet.server.errors import Refusal, StoreUnreachable
from estaminet.server.live.clock import TableClock, now
from estaminet.server.live.looking import Looking
from estaminet.server.live.question import Account, Accounts, Question
from estaminet.server.live.updates import Company, Log, Presence, Updates, Watcher
from estaminet.server.rules import commands
from estaminet.server.rules.apply import apply, replay_event
from estaminet.server.rules.commands import Remark
from estaminet.server.rules.decide import decide, decide_flag, decide_hint, decide_house_move, decide_lapse, is_moot
from estaminet.server.rules.events import Event, EventKind
from estaminet.server.rules.permissions import Asker, next_event, require_game
from estaminet.server.rules.plan import STYLES, GameClock
from estaminet.server.rules.results import HintNote
from estaminet.server.rules.state import State, Status
from estaminet.server.store.rows import Entry, TableStore

log = logging.getLogger(__name__)
MOST_TRIES: Final = 5
"""Attempts to decide a command when another process was faster."""
PRESENCE_SECONDS: Final = 1.0
"""Seconds between two messages about who is here."""
RETRY_SECONDS: Final = 2.0
"""Seconds until a house player that could not move tries again; the pause doubles each time."""
LONGEST_RETRY_SECONDS: Final = 60.0
LONGEST_ALARM_SECONDS: Final = 600.0
"""Seconds after which a deadline is checked again: the system clock may have been set."""
Announce = Callable[[str, Event], None]
"""Called with the table and an event that was just written."""


class HousePlayers(Protocol):
    """The players and advisers of the house."""

    @property
    def accounts(self) -> Accounts: ...

    async def choose(self, question: Question) -> int:
        """The code of a house player's action, when it is time for it. BrokenGame if it never will."""

    async def advise(self, person: str, position: Position, seat: int) -> Hint:
        """A hint for the person who asks."""


class TurnKey(NamedTuple):
    """Identifies a position that waits for a decision."""

    acted: int
    """The number of the event that led to it."""
    level: str | None
    """The level of the house player who decides; None for a person, and while all people are away."""


class Session:
    """One table, its lock and who is connected."""

    def __init__(
        self, state: State, log: Log, store: TableStore, house: HousePlayers, announce: Announce, *, is_home: bool
    ) -> None:
        self.state, self.log = state, log
        self.is_home = is_home
        """Whether this process plays the house's moves here and watches the clocks."""
        self.used = time.monotonic()
        """The time of the last use."""
        self._turn_began = self.used
        self._store, self._house, self._announce = store, house, announce
        self._lock = asyncio.Lock()
        self._clock = TableClock(state.at)
        self._updates = Updates()
        self._watchers: set[Watcher] = set()
        self._presence = Presence()
        self.looking = Looking(self._watchers, lambda: self.state)
        """The people who look at the finished game together."""
        self.saw_ending: set[str] = set()
        """The people who have seen how the game ended."""
        self._presence_timer: asyncio.TimerHandle | None = None
        self._alarm: asyncio.TimerHandle | None = None
        self._thinking: asyncio.Task[None] | None = None
        """Of a house player."""
        self._thinks_about: TurnKey | None = None
        self._payer = Account("")
        """The account that its thinking is charged to."""
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def is_needed(self) -> bool:
        """Whether it must stay in memory: somebody is here, or something will happen by itself.

        Seats are kept for days; the lobby sees to them meanwhile.
        """
        is_thinking = self._thinking is not None and not self._thinking.done()
        has_clock = self._alarm is not None and self.state.clocks.deadline is not None
        return bool(self._watchers) or has_clock or is_thinking or self._lock.locked()

    def now(self) -> int:
        """The time at this table, in milliseconds since 1970."""
        clocks = self.state.clocks
        if not isinstance(clocks.clock, GameClock):
            return now()
        return self._clock.now(self.state.at, is_running=clocks.seat is not None)

    async def command(self, person: str, name: str, command: commands.Command) -> None:
        """Carry out what a person asks; a typed error says why not. Returns when it is safe on disk."""
        self.used = time.monotonic()
        async with self._lock:
            for _ in range(MOST_TRIES):
                try:
                    event = decide(self.state, Asker(person, name, self.now()), command)
                except EstaminetError:
                    if not self._store.is_shared or not await self._read_on():
                        raise
                    continue  # another process had written the event that this answers
                if event is None or await self._write(event):
                    return
        raise Refusal("move.stale", "The table is busy: look again.")

    async def record(self, kind: EventKind, **details: str | int | None) -> None:
        """Write an event of the server itself, or of a person elsewhere."""
        async with self._lock:
            for _ in range(MOST_TRIES):
                if is_moot(self.state, kind, str(details.get("person", ""))) or await self._write(
                    next_event(self.state, self.now(), kind, **details)
                ):
                    return

    async def catch_up(self, event: Event | None = None) -> None:
        """Read what other processes have written; their last event may be at hand."""
        async with self._lock:
            if event and event.number == self.state.number + 1:
                self._advance(event, replay_event(self.state, event))
            elif event is None or event.number > self.state.number:
                await self._read_on()

    def schedule(self) -> None:
        """Schedule what happens by itself: a house player's move, the end of a clock, the release of a seat."""
        if self._alarm:
            self._alarm.cancel()
            self._alarm = None
        self._schedule_house()
        deadline = self.state.deadline if self.is_home else None
        if deadline is not None:
            seconds = max(0, deadline - self.now()) / 1000
            self._alarm = asyncio.get_running_loop().call_later(min(seconds, LONGEST_ALARM_SECONDS), self._ring)

    def rest(self) -> None:
        """Stop: nothing happens here by itself any more."""
        self.is_home = False
        self.schedule()
        if self._presence_timer:
            self._presence_timer.cancel()
            self._presence_timer = None
        self.looking.close()

    # Events

    async def _write(self, event: Event) -> bool:
        """Write an event and apply it; False if another was faster, whose events are applied instead."""
        after = apply(self.state, event)
        try:
            is_written = await self._store.writer.append(Entry(event, self.state, after))
        except StoreUnreachable:
            with suppress(StoreUnreachable):
                await self._read_on()  # it may have reached the log all the same
            raise
        if is_written:
            self._advance(event, after)
            self._announce(after.terms.id, event)
        else:
            await self._read_on()
        return is_written

    async def _read_on(self) -> bool:
        """Apply what others have written; whether there was something."""
        events = await self._store.load_events(self.state.terms.id, after=self.state.number)
        for event in events:
            self._advance(event, replay_event(self.state, event))
        return bool(events)

    def _advance(self, event: Event, after: State) -> None:
        """Apply an event that is written."""
        has_new_seats = after.seats is not self.state.seats
        if turn_of(after) != turn_of(self.state):
            self._turn_began = time.monotonic()
        if after.status is Status.OVER and self.state.status is not Status.OVER:
            self._note_who_saw_ending(after, event)
        self.state = after
        self.log.add(event, after.play)
        if has_new_seats:
            self._count_presence()
        self.schedule()
        self.send_updates()

    def _note_who_saw_ending(self, after: State, event: Event) -> None:
        """A person who is here, or who ended the game, needs no reminder."""
        mover = after.seats[event.seat] if event.kind is EventKind.MOVED and event.seat is not None else None
        doer = mover.person if mover and mover.level is None else event.person
        self.saw_ending = {each for each in (doer, *(watcher.person for watcher in self._watchers)) if each}

    # House players

    def _schedule_house(self) -> None:
        """Let the house player who is to move think; thoughts about another position are given up."""
        turn = turn_of(self.state)
        wanted = turn if self.is_home and turn.level else None
        is_thinking = self._thinking is not None and not self._thinking.done()
        if is_thinking and wanted == self._thinks_about:
            return
        if self._thinking:
            self._thinking.cancel()
        self._thinks_about = wanted
        self._thinking = asyncio.create_task(self._play_house(wanted)) if wanted else None

    async def _play_house(self, turn: TurnKey) -> None:
        """Let a house player decide, and carry that out."""
        self._payer = self._find_payer()
        state, question, pause = self.state, self._question(), RETRY_SECONDS
        while turn_of(self.state) == turn:
            try:
                code = await self._house.choose(question)
                await asyncio.shield(self._move_house(turn, code))  # an event that is being written is not given up
            except BrokenGame:
                log.warning("a house player will never move: %s does not compile", state.terms.game.name)
                return
            except Exception:  # trouble at one table leaves the others alone
                log.exception("a house player could not move")
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_RETRY_SECONDS)

    def _question(self) -> Question:
        """The question to the house player who is to move."""
        state, play, seat = self.state, require_game(self.state), self.state.to_move
        assert seat is not None  # noqa: S101  # for the types: the game goes on
        mover, opening = state.seats[seat], state.terms.opening
        is_contest = opening is not None and opening.kind == "contest"
        return Question(
            game=state.terms.game,
            players=state.terms.players,
            known=play.knowledge.of(seat),
            seat=seat,
            level=mover.level or "",
            style=None if is_contest else STYLES[mover.character],
            payer=self._payer,
            began=self._turn_began,
            seed=find_seed(opening.source, len(play.position.history)) if opening and is_contest else None,
            is_undoable=state.is_undoable,
        )

    def _find_payer(self) -> Account:
        """The account that the house's thinking is charged to: a player's, or else the owner's."""
        people = (seat.person for seat in self.state.seats if seat.person)
        return self._house.accounts.find(*people, self.state.owner or self.state.terms.owner)

    def _charge_newcomer(self) -> None:
        """After a restart nobody is known, and all tables wait in one line: people who come back leave it."""
        is_thinking = self._thinking is not None and not self._thinking.done()
        if is_thinking and not self._payer.address and self._find_payer().address:
            self._thinks_about = None
            self._schedule_house()

    async def _move_house(self, turn: TurnKey, code: int) -> None:
        async with self._lock:
            if turn_of(self.state) == turn:
                await self._write(decide_house_move(self.state, self.now(), code))

    async def advise(self, person: str) -> tuple[Hint, Position]:
        """A hint for somebody, and its position; a typed error if they may not ask.

        The hint is noted beside the log, while they read it: nobody else at the table learns of it.
        """
        seat = decide_hint(self.state, person)
        position = require_game(self.state).position
        hint = await self._house.advise(person, position, seat)
        shown = max((len(turn.actions) for turn in hint.turns), default=1)
        self._begin(self._note_hint(HintNote(person, len(position.history), shown)))
        return hint, position

    async def _note_hint(self, hint: HintNote) -> None:
        with suppress(StoreUnreachable):  # then it does not count
            await self._store.hints.note(self.state.terms.id, hint)

    # Clocks

    def _ring(self) -> None:
        self._alarm = None
        self._begin(self._flag())

    def _begin(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _flag(self) -> None:
        try:
            async with self._lock:
                event = decide_flag(self.state, self.now()) or decide_lapse(self.state, self.now())
                if event:
                    await self._write(event)
        except StoreUnreachable:
            await asyncio.sleep(1)
        self.schedule()

    # Connections

    def is_here(self, person: str) -> bool:
        """Whether somebody has a live line to this table."""
        return any(watcher.person == person for watcher in self._watchers)

    def enter(self, watcher: Watcher) -> None:
        self._watchers.add(watcher)
        if watcher.person and self.state.status is Status.OVER:
            self.saw_ending.add(watcher.person)
        self._charge_newcomer()
        self._change_presence()

    def leave(self, watcher: Watcher) -> None:
        self._watchers.discard(watcher)
        self.looking.lose(watcher)
        self.used = time.monotonic()
        self._change_presence()

    def dismiss(self, person: str, devices: Collection[str]) -> None:
        """Close somebody's lines from these devices."""
        for watcher in self._watchers:
            if watcher.person == person and watcher.device in devices:
                watcher.dismiss()

    def _change_presence(self) -> None:
        """Somebody came or went: tell everybody, now or a moment after the last time."""
        if self._presence_timer is None:
            self._share_presence()

    def _share_presence(self) -> None:
        before, self._presence_timer = self._presence, None
        self._count_presence()
        if self._presence != before:
            self.send_updates()
            loop = asyncio.get_running_loop()
            self._presence_timer = loop.call_later(PRESENCE_SECONDS, self._share_presence)

    def count_spectators(self) -> int:
        """The lines of people without a seat, and of screens."""
        seated = {seat.person for seat in self.state.seats if seat.person}
        return sum(watcher.is_screen or watcher.person not in seated for watcher in self._watchers)

    def _count_presence(self) -> None:
        here = {watcher.person for watcher in self._watchers if watcher.person and not watcher.is_screen}
        seats = tuple(number for number, seat in enumerate(self.state.seats) if seat.person in here)
        screens = sum(self._is_screen_of_the_table(watcher) for watcher in self._watchers)
        self._presence = Presence(seats, self.count_spectators() - screens, screens)

    def _is_screen_of_the_table(self, watcher: Watcher) -> bool:
        """Whether a line is a screen of the table, with which hands are on phones: a stranger's screen is not."""
        state = self.state
        is_known = watcher.person == state.owner or bool(state.seats_of(watcher.person))
        return watcher.is_screen and (is_known or not state.terms.plan.is_public)

    def send_updates(self) -> None:
        """Send an update to everybody who is connected."""
        for watcher in self._watchers:
            watcher.notify()

    def pass_on(self, remark: Remark) -> None:
        """Send a remark to everybody with a seat who listens."""
        for watcher in self._watchers:
            if watcher.hear and not watcher.is_dismissed and self.state.seats_of(watcher.person):
                watcher.hear(remark)

    def update(self, watcher: Watcher) -> bytes:
        """The next update for somebody."""
        company = Company(self._presence, self.looking.shown)
        return self._updates.write(self.state, self.log, company, watcher, self.now())


def turn_of(state: State) -> TurnKey:
    seat = state.to_move
    level = None if seat is None else state.seats[seat].level
    return TurnKey(state.acted, None if level is None or state.is_paused else level)
