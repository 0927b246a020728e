"""All tables of this process: sets them up, finds them, opens them from their logs, clears them away."""

import asyncio
import logging
import secrets
import time
from collections import Counter
from collections.abc import Collection, Iterable
from contextlib import suppress
from typing import Final, NamedTuple

from estaminet.engine.errors import BrokenGame, EstaminetError
from estaminet.engine.fairness import write_terms
from estaminet.engine.game import Game, Lesson
from estaminet.engine.registry import Registry
from estaminet.server.errors import BrokenTable, Refusal, StoreUnreachable, UnknownTable
from estaminet.server.live.clock import now
from estaminet.server.live.house import House
from estaminet.server.live.kernels import Kernels, Readiness
from estaminet.server.live.peers import Peers
from estaminet.server.live.reader import LogReader
from estaminet.server.live.session import Session
from estaminet.server.live.updates import Log
from estaminet.server.operation import SESSIONS
from estaminet.server.rules.apply import GONE
from estaminet.server.rules.decide import Asker, decide_lesson
from estaminet.server.rules.events import Event, EventKind
from estaminet.server.rules.levels import find_level, read_game
from estaminet.server.rules.plan import (
    CHARACTERS,
    CODE_LENGTH,
    CODE_LETTERS,
    GameClock,
    HouseSeat,
    Level,
    LocalSeat,
    MySeat,
    SeatPlan,
    TablePlan,
    Terms,
    check_plan,
    tidy_plan,
)
from estaminet.server.rules.reminders import WaitingGame, find_waiting_game, mover_of
from estaminet.server.rules.state import State, Status
from estaminet.server.rules.talk import Remark, require_talk, tidy_text
from estaminet.server.settings import Settings
from estaminet.server.store.database import HealthProbe, Store, TableSummary
from estaminet.server.store.people import Person, new_id
from estaminet.server.store.retention import oldest_kept

RETRY_SECONDS: Final = 2.0
SWEEP_SECONDS: Final = 600
MOST_SWEPT: Final = 500
MOST_LOOKED_AT: Final = 200
"""So many finished games are looked at for the level that suits somebody, of all games and numbers of players."""
HOUSEKEEPING: Final = "housekeeping"
"""The process where a table of this name would have its home forgets for all."""
MOST_OF_OWNER: Final = 3
"""So many of a person's tables that wait are shown to everybody, and so many of those with a game going on."""
MOST_LISTED: Final = 500
"""Among so many tables those are chosen that everybody is shown."""
log = logging.getLogger(__name__)


class Turn(NamedTuple):
    """Whose turn it is at a table, and since when."""

    seat: int
    at: int
    number: int
    """Of the last event."""


class ReminderSnapshot(NamedTuple):
    """What this process sees of the people who want to be reminded of their games."""

    waiting: list[WaitingGame]
    """Games that wait for them, at tables that are this process's to look after."""
    here: set[tuple[str, str]]
    """Which of them has a live connection to which table; over this process, wherever the table's home is."""
    saw_ending: set[tuple[str, str]]
    """Which of them has seen the end of which game."""


class Lobby:
    """Where people look for tables."""

    def __init__(self, store: Store, registry: Registry, settings: Settings, peers: Peers) -> None:
        self.kernels = Kernels(registry)
        threads, hints, pace = settings.thinking, settings.hints, settings.pace
        self.house = House(threads, hints, pace=pace, ready=self.kernels.ready)
        self.peers = peers
        self.reader = LogReader(store)
        self.health = HealthProbe(store)
        self.dismissals = 0
        """How often devices were revoked: people who were recognized before are looked up again."""
        self._store, self._registry, self._settings = store, registry, settings
        self._sessions: dict[str, Session] = {}
        self._resting: dict[str, Turn] = {}
        """Of games that are not in memory any more: nothing has happened there since."""
        self._waiting: dict[str, WaitingGame] = {}
        """What there is to tell those for whom these wait."""
        self._due: dict[str, int] = {}
        """When a seat at these is kept no longer."""
        self._elsewhere: dict[str, Turn] = {}
        """Of games that other processes look after, as they were when somebody last asked."""
        self._opening: dict[str, asyncio.Task[Session]] = {}
        self._damaged: set[str] = set()
        """Tables of which the log has said that they cannot be opened."""
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        """Begin: games get ready, house players go on with what they were thinking about."""
        self._tasks = [asyncio.create_task(each) for each in (self._begin(), self._tidy(), self._keep_sweeping())]

    async def close(self) -> None:
        """Stop. Nothing is lost: the logs are the tables."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for session in self._sessions.values():
            session.rest()
        self.house.close()

    async def _begin(self) -> None:
        await self.kernels.warm()
        await self.adopt()

    async def adopt(self) -> None:
        """Open every table at which something may happen by itself and which is this process's to look after."""
        for table_id in await self._list_playing():
            while self.peers.is_home(table_id) and not await self._adopt(table_id):
                await asyncio.sleep(RETRY_SECONDS)

    async def _list_playing(self) -> list[str]:
        """Every table with a game in progress, as soon as the database says."""
        while True:
            try:
                return await self._store.list_playing()
            except StoreUnreachable:
                await asyncio.sleep(RETRY_SECONDS)

    async def _adopt(self, table_id: str) -> bool:
        """Whether a table is seen to: open, or past help."""
        try:
            await self.session(table_id)
        except StoreUnreachable:
            return False
        except BrokenTable:
            return True
        except Exception:  # what is wrong with one table is no matter of the others
            log.exception("a table could not be opened")
        return True

    async def rehome(self) -> None:
        """Another process came or went: see which tables are this one's to look after now."""
        for table_id, session in self._sessions.items():
            session.is_home = self.peers.is_home(table_id)
            session.schedule()
        await self.adopt()

    # Tables

    async def set_up(self, person: Person, plan: TablePlan) -> Terms:
        """A new table."""
        game = self._registry.find(plan.game)
        check_plan(game, plan)
        plan = tidy_plan(plan)
        if plan.adapted_level:
            plan = plan.adapt(await self.find_level(person.id, game, len(plan.seats)))
        people = [person.id if isinstance(seat, MySeat | LocalSeat) else None for seat in plan.seats]
        names = [
            seat.name if isinstance(seat, LocalSeat) else person.name if isinstance(seat, MySeat) else ""
            for seat in plan.seats
        ]
        return await self._add(game, plan, person.id, people, names)

    async def set_up_lesson(self, person: Person, game: Game) -> Terms:
        """A table at which somebody has learned a game from patient house players, and plays on."""
        lesson = game.lesson
        if lesson is None:
            raise Refusal("lesson.none", f"{game.name} has no lesson: read its rules instead.")
        await self.kernels.playable(game.name)
        seats: list[SeatPlan] = [
            MySeat(kind="me") if n == lesson.seat else HouseSeat(kind="house", level="apprentice", character=character)
            for n, character in zip(range(lesson.players), CHARACTERS, strict=False)
        ]
        plan = TablePlan(game=game.name, seats=seats, options=dict(lesson.options))
        at_seat = [n == lesson.seat for n in range(lesson.players)]
        people = [person.id if mine else None for mine in at_seat]
        names = [person.name if mine else "" for mine in at_seat]
        return await self._add(game, plan, person.id, people, names, lesson=lesson)

    async def rematch(self, session: Session, person: Person) -> str:
        """A new table for the same people, each one seat further on."""
        await session.catch_up()
        state = session.state
        has_screen = state.terms.plan.has_screen and state.owner is not None
        is_screen = has_screen and person.id == state.owner
        if not state.seats_of(person.id) and not is_screen:  # after resigning or losing on time, one may try again
            raise Refusal("seat.foreign", "You have no seat at this table.")
        if state.status is not Status.OVER:
            raise Refusal("table.unfinished", "The game is still going on.")
        if not state.rematch:
            seats = [*state.seats[-1:], *state.seats[:-1]]
            before = [*state.terms.plan.seats[-1:], *state.terms.plan.seats[:-1]]
            again = [seat.plan_rematch(plan) for seat, plan in zip(seats, before, strict=True)]
            plan = state.terms.plan.model_copy(update={"seats": again})
            if plan.adapted_level and state.plays_alone(person.id):
                plan = plan.adapt(await self.find_level(person.id, state.terms.game, len(seats)))
            known = await self._store.people.known([seat.person for seat in seats if seat.person])
            people = [seat.person if seat.person in known else None for seat in seats]
            names = [seat.name if seat.person in known else "" for seat in seats]
            rotation = (state.terms.seat_rotation + 1) % len(seats)
            # A big screen keeps what it set up: it shows the way to the next game, too.
            keeps = has_screen and await self._store.people.known([state.owner or ""])
            owner = (state.owner if keeps else None) or person.id
            terms = await self._add(state.terms.game, plan, owner, people, names, rotation=rotation)
            asking = next(iter(state.seats_of(person.id)), None)
            await session.record(EventKind.REMATCHED, seat=asking, text=terms.id)
            if session.state.rematch != terms.id:  # somebody else asked at the same moment
                await self._store.remove_table(terms.id)
        return session.state.rematch

    async def say(self, session: Session, person: str, phrase: str, text: str) -> None:
        """Have everybody with a seat hear what somebody says; a typed error if they may not."""
        seat = require_talk(session.state, person)
        said = "" if phrase else tidy_text(text)
        remark = Remark(new_id(), now(), person, seat, session.state.seats[seat].name, phrase, said)
        table_id = session.state.terms.id
        remark = await self._store.talk.add(table_id, remark)
        session.pass_on(remark)
        self.peers.pass_on(table_id, remark)

    def hear(self, table_id: str, remark: Remark) -> None:
        """Somebody said something over another process."""
        if session := self._sessions.get(table_id):
            session.pass_on(remark)

    async def find_level(self, person: str, game: Game, players: int) -> Level:
        """The level of the house that suits somebody, by the latest games that they have finished here."""
        tables = await self._store.list_of(person, MOST_LOOKED_AT, status=Status.OVER)
        found = (read_game(table.summary, person, game.name, players) for table in tables)
        return find_level([each for each in found if each])

    async def _add(
        self,
        game: Game,
        plan: TablePlan,
        owner: str,
        people: list[str | None],
        names: list[str],
        *,
        rotation: int = 0,
        lesson: Lesson | None = None,
    ) -> Terms:
        self.kernels.want(game.name)
        table_id, options = new_table_id(plan), game.options.resolve(plan.options)
        terms = Terms(
            id=table_id, invitation=secrets.token_urlsafe(16), game=game, options=options,
            plan=plan.model_copy(update={"options": options}), owner=owner, people=tuple(people), names=tuple(names),
            seed=secrets.token_bytes(32), wording=write_terms(table_id, game.name, len(plan.seats), options),
            seat_rotation=rotation, lesson=lesson,
        )  # fmt: skip
        state, events = State.of(terms), list[Event]()
        if lesson:
            state, events = decide_lesson(state, Asker(owner, names[lesson.seat], now()), lesson)
        await self._store.add_table(state, now(), events)
        if not await self._store.people.known([owner]):  # gone in this moment; later they would stand up from it
            await self._store.remove_table(terms.id)
            raise Refusal("person.unknown", "You have left: say your name again.")
        return terms

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
        terms, last = await self._find(table_id)
        state, log = await self._replay(terms, last)
        is_home = self.peers.is_home(table_id)
        session = Session(state, log, self._store, self.house, self.peers.announce, is_home=is_home)
        was_away = state.at < self.peers.up_since  # a table that moves here was served by another process
        if is_home and was_away and isinstance(terms.plan.clock, GameClock) and state.clocks.deadline:
            await session.record(EventKind.RESUMED)
        self._sessions[table_id] = session
        SESSIONS.set(len(self._sessions))
        if not is_home:
            self.peers.watch(table_id, session.state.number)
        session.schedule()
        return session

    async def _find(self, table_id: str) -> tuple[Terms, int]:
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

    async def _replay(self, terms: Terms, last: int) -> tuple[State, Log]:
        await self.kernels.playable(terms.game.name)
        try:
            return await self.reader.read(terms, last)
        except StoreUnreachable:
            raise
        except (ValueError, EstaminetError) as error:
            self._note_damage(terms.id, error)
            raise BrokenTable("This table cannot be opened: its log is damaged.") from error

    def _note_damage(self, table_id: str, error: Exception) -> None:
        """Once for each: people ask for their table again and again. `estaminet export` says which one it is."""
        if table_id not in self._damaged:
            self._damaged.add(table_id)
            log.error("a table cannot be opened, it is damaged: %s", type(error.__cause__ or error).__name__)

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

    async def rename(self, person: Person, name: str, tables: Iterable[str]) -> None:
        """Have a new name known at those of these tables where somebody sits."""
        for session in await self._sessions_at(tables, person.id):
            await session.record(EventKind.RENAMED, person=person.id, text=name)

    def void(self, person: str, devices: Collection[str]) -> None:
        """Devices of somebody are void: their lines are closed, here and elsewhere."""
        self.dismiss(person, devices)
        self.peers.dismiss(person, devices)

    def dismiss(self, person: str, devices: Collection[str]) -> None:
        """Have the lines of these devices closed in this process."""
        self.dismissals += 1
        for session in self._sessions.values():
            session.dismiss(person, devices)

    async def leave(self, person: str) -> int:
        """Have somebody who is forgotten stand up everywhere; at how many tables. What cannot be done now is swept."""
        try:
            visits = await self._store.list_of(person, unfinished=True)
        except StoreUnreachable:
            log.warning("somebody left, and could not stand up yet")
            return 0
        return sum([await self._leave(person, listed.id) for listed in visits])

    async def _leave(self, person: str, table_id: str) -> bool:
        """Whether somebody who is forgotten sits at a table no more."""
        try:
            session = await self.session(table_id)
            await session.catch_up()  # they may have sat down over another process
            await session.record(EventKind.LEFT, person=person, text=GONE)
            await self._store.remove_visit(person, table_id)
        except EstaminetError:
            log.warning("somebody left, and could not stand up from a table yet")
        except Exception:  # what is wrong with one table is no matter of the others
            log.exception("somebody left, and could not stand up from a table")
        else:
            return True
        return False

    async def sessions_of(self, person: str) -> list[Session]:
        """The tables at which somebody sits and the game is not over; those that cannot be opened are left alone."""
        listed = await self._store.list_of(person, unfinished=True)
        return await self._sessions_at((each.id for each in listed), person)

    async def _sessions_at(self, tables: Iterable[str], person: str) -> list[Session]:
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

    async def find_turn(self, table: TableSummary) -> Turn | None:
        """Whose turn it is; None if it is nobody's, or if the game is still being compiled."""
        if table.status != Status.PLAYING:
            return None
        if session := self._sessions.get(table.id):
            return turn_at(session.state)
        resting = self._resting.get(table.id)
        if resting and self.peers.is_home(table.id):  # whatever happened would have woken it
            return resting
        if self.kernels.status.get(str(table.summary["game"])) not in (Readiness.PLAYABLE, Readiness.READY):
            return None
        with suppress(BrokenTable, BrokenGame, UnknownTable):
            if self.peers.is_home(table.id):
                return turn_at((await self.session(table.id)).state)
            return await self._read_turn(table.id)
        return None

    async def _read_turn(self, table_id: str) -> Turn | None:
        """Whose turn it is at a table of another process, which is not opened here for that."""
        terms, last = await self._find(table_id)
        known = self._elsewhere.pop(table_id, None)
        turn = known if known and known.number == last else turn_at((await self._replay(terms, last))[0])
        if turn:
            self._elsewhere[table_id] = turn
        return turn

    def take_snapshot(self, people: Collection[str]) -> ReminderSnapshot:
        """All that reminders for these people depend on, as far as this process sees it."""
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
        for table_id, waiting in self._waiting.items():
            is_ours = table_id not in self._sessions and self.peers.is_home(table_id)
            if is_ours and waiting.person in people:
                sight.waiting.append(waiting)
        return sight

    async def list_waiting(self, person: str) -> list[WaitingGame]:
        """Every game that waits for somebody, wherever it has its home."""
        waiting = [find_waiting_game(each.state) for each in await self.sessions_of(person)]
        return [each for each in waiting if each and each.person == person]

    def _note_turn(self, table_id: str, state: State) -> None:
        self._resting.pop(table_id, None)
        self._waiting.pop(table_id, None)
        self._due.pop(table_id, None)
        if state.deadline is not None:
            self._due[table_id] = state.deadline
        if turn := turn_at(state):
            self._resting[table_id] = turn
        if waiting := find_waiting_game(state):
            self._waiting[table_id] = waiting

    async def list_public(self, limit: int, *statuses: Status) -> list[TableSummary]:
        """The tables that anybody may see, of these statuses or all but the finished; those that wait first.

        If there are too many, every address has as many of them as any other, as long as it has more.
        """
        wanted = statuses or (Status.WAITING, Status.PLAYING)
        found = await self._store.list_public(wanted, MOST_OF_OWNER, MOST_LISTED)
        if len(found) <= limit:
            return found
        places, count = {}, Counter[str]()
        for table in found:
            owner = table.owner or ""
            address = self.house.accounts.find(owner).address or owner
            places[table.id] = count[address]
            count[address] += 1
        shown = set(sorted(places, key=places.__getitem__)[:limit])
        return [table for table in found if table.id in shown]

    # Order

    async def _tidy(self) -> None:
        """Let go of tables that nobody needs in memory."""
        while True:
            await asyncio.sleep(self._settings.idle_seconds / 2)
            oldest = time.monotonic() - self._settings.idle_seconds
            for table_id, session in list(self._sessions.items()):
                if session.used < oldest and not session.is_needed:
                    session.rest()
                    del self._sessions[table_id]
                    self._note_turn(table_id, session.state)
            SESSIONS.set(len(self._sessions))

    async def _keep_sweeping(self) -> None:
        while True:
            try:
                await self.sweep()
            except StoreUnreachable:
                log.warning("tables could not be cleared away")
            except Exception:  # the next time it may work, and everything else does
                log.exception("tables could not be cleared away")
            await asyncio.sleep(SWEEP_SECONDS)

    async def sweep(self) -> None:
        """Clear away tables that are old or were never used, end games that were given up, forget what is old.

        Whoever left for good and still sits somewhere, because the server stopped in between, stands up.
        """
        settings, store, time_now = self._settings, self._store, now()
        for status, name in ((Status.WAITING, "waiting_days"), (Status.OVER, "finished_days")):
            unused = oldest_kept(settings, name, time_now)
            for table_id in await store.list_unused(status, unused, MOST_SWEPT):
                if self._is_unused(table_id) and await store.remove_table(table_id, unused):
                    self._sessions.pop(table_id, None)
        abandoned = oldest_kept(settings, "playing_days", time_now)
        for table_id in await store.list_unused(Status.PLAYING, abandoned, MOST_SWEPT):
            if self.peers.is_home(table_id):
                await self._expire(table_id)
        for table_id in [each for each, due in self._due.items() if due <= time_now]:
            if self.peers.is_home(table_id) and await self._adopt(table_id):
                del self._due[table_id]
        for person, table_id in await store.list_void(MOST_SWEPT):
            if self.peers.is_home(table_id):
                await self._leave(person, table_id)
        if self.peers.is_home(HOUSEKEEPING):
            await store.retention.sweep(settings, time_now)

    def _is_unused(self, table_id: str) -> bool:
        """Whether a table is this process's to clear away: nobody looks at it, here or elsewhere."""
        session = self._sessions.get(table_id)
        oldest = time.monotonic() - self._settings.idle_seconds
        is_idle = session is None or (session.used < oldest and not session.is_needed)
        return is_idle and self.peers.is_home(table_id) and not self.peers.is_watched(table_id)

    async def _expire(self, table_id: str) -> None:
        try:
            await (await self.session(table_id)).record(EventKind.EXPIRED)
        except (BrokenTable, UnknownTable):
            log.warning("a table could not be ended")


def new_table_id(plan: TablePlan) -> str:
    """Unguessable; that of a big screen's table begins with what people type."""
    if not plan.has_screen:
        return secrets.token_urlsafe(16)
    code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
    return code + secrets.token_urlsafe(16)


def turn_at(state: State) -> Turn | None:
    return None if state.to_move is None else Turn(state.to_move, state.at, state.number)
