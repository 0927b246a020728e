"""All tables of this process: sets them up, finds them, opens them from their logs, clears them away."""

import asyncio
import logging
import secrets
import time
from typing import Final

from estaminet.engine.game import Game
from estaminet.engine.registry import Registry
from estaminet.table.clock import DAY, now
from estaminet.table.errors import BadMessage, NotOver, NotYourSeat, StoreUnreachable, UnknownTable
from estaminet.table.events import Event, Kind
from estaminet.table.house import RETRY_SECONDS, House
from estaminet.table.kernels import Kernels
from estaminet.table.metrics import ROOMS
from estaminet.table.peers import Peers
from estaminet.table.picture import summarize
from estaminet.table.room import Room
from estaminet.table.settings import Settings
from estaminet.table.setup import GameClock, HouseSeat, LocalSeat, MySeat, OpenSeat, SeatPlan, TablePlan
from estaminet.table.state import Seat, Status, TableState, Terms
from estaminet.table.store import Person, Store, Summary
from estaminet.table.writer import Writer

SWEEP_SECONDS: Final = 600
MOST_SWEPT: Final = 500
log = logging.getLogger(__name__)


class Hall:
    """The room where all tables stand."""

    def __init__(self, store: Store, registry: Registry, settings: Settings, peers: Peers) -> None:
        self.kernels = Kernels(registry)
        self.house = House(settings.thinking_threads)
        self.peers = peers
        self._store, self._registry, self._settings = store, registry, settings
        self._writer = Writer(store)
        self._rooms: dict[str, Room] = {}
        self._opening: dict[str, asyncio.Task[Room]] = {}
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        """Begin: games get ready, house players go on with what they were thinking about."""
        self._tasks = [asyncio.create_task(each) for each in (self._begin(), self._tidy(), self._sweep())]

    async def close(self) -> None:
        """Stop. Nothing is lost: the logs are the tables."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for room in self._rooms.values():
            room.rest()
        await self.house.close()

    async def _begin(self) -> None:
        await self.kernels.warm()
        await self.adopt()

    async def adopt(self) -> None:
        """Open every table at which something may happen by itself and for which this process cares."""
        try:
            for table_id in await self._store.list_playing():
                if self.peers.is_home(table_id):
                    await self._adopt_one(table_id)
        except StoreUnreachable:
            await asyncio.sleep(RETRY_SECONDS)
            await self.adopt()

    async def _adopt_one(self, table_id: str) -> None:
        try:
            await self.room(table_id)
        except StoreUnreachable:
            raise
        except Exception:  # what is wrong with one table is no matter of the others
            log.exception("a table could not be opened")

    async def rehome(self) -> None:
        """Another process came or went: see for which tables this one cares now."""
        for table_id, room in self._rooms.items():
            room.is_home = self.peers.is_home(table_id)
            room.wake()
        await self.adopt()

    # Tables

    async def set_up(self, person: Person, plan: TablePlan) -> Terms:
        """A new table."""
        game = self._registry.find(plan.game)
        check_plan(game, plan)
        kept = [person.id if isinstance(seat, MySeat | LocalSeat) else None for seat in plan.seats]
        names = [
            seat.name if isinstance(seat, LocalSeat) else person.name if isinstance(seat, MySeat) else ""
            for seat in plan.seats
        ]
        return await self._add(game, plan, person.id, kept, names)

    async def rematch(self, room: Room, person: Person) -> str:
        """A new table for the same people, each one seat further on."""
        await room.catch_up()
        state = room.state
        if not state.seats_of(person.id):  # who gave up, or lost on time, may want to try again
            raise NotYourSeat("You have no seat at this table.")
        if state.status is not Status.OVER:
            raise NotOver("The game is still going on.")
        if not state.rematch:
            seats = [*state.seats[-1:], *state.seats[:-1]]
            plan = state.terms.plan.model_copy(update={"seats": [plan_again(seat) for seat in seats]})
            people, names = [seat.person for seat in seats], [seat.name for seat in seats]
            terms = await self._add(state.terms.game, plan, person.id, people, names)
            await room.happen(Kind.REMATCHED, text=terms.id)
            if state.rematch != terms.id:  # somebody else asked at the same moment
                await self._store.remove_table(terms.id)
        return state.rematch

    async def _add(self, game: Game, plan: TablePlan, owner: str, people: list[str | None], names: list[str]) -> Terms:
        terms = Terms(
            id=secrets.token_urlsafe(16), invitation=secrets.token_urlsafe(16), game=game,
            options=game.options.resolve(plan.options), plan=plan, owner=owner, people=tuple(people),
            names=tuple(names), seed=secrets.token_bytes(32),
        )  # fmt: skip
        await self._store.add_table(terms, Summary(Status.WAITING, summarize(TableState(terms))), now())
        return terms

    async def room(self, table_id: str) -> Room:
        """The table of this id; opened from its log if it is not in memory."""
        room = self._rooms.get(table_id)
        if room is not None:
            room.used = time.monotonic()
            return room
        opening = self._opening.get(table_id)
        if opening is None:
            opening = self._opening[table_id] = asyncio.create_task(self._open(table_id))
            opening.add_done_callback(lambda _: self._opening.pop(table_id, None))
        return await asyncio.shield(opening)

    async def _open(self, table_id: str) -> Room:
        found = await self._store.load_table(table_id)
        if found is None:
            raise UnknownTable("There is no such table, or it has been cleared away.")
        terms, events = found
        await self.kernels.ready(terms.game.name)
        state = TableState(terms)
        for event in events:
            state.apply(event)
        room = Room(
            state, self._store, self._writer, self.house, self.peers.announce, is_home=self.peers.is_home(table_id)
        )
        if room.is_home and isinstance(terms.plan.clock, GameClock) and state.clocks.deadline:
            await room.happen(Kind.RESUMED)  # a clock that runs keeps its table in memory: the server was away
        self._rooms[table_id] = room
        ROOMS.set(len(self._rooms))
        if not room.is_home:
            self.peers.watch(table_id, state.number)
        room.wake()
        return room

    async def refresh(self, table_id: str, number: int, event: Event | None = None) -> int:
        """Take in what another process wrote, if the table is in memory, or if this is its home."""
        if not (table_id in self._rooms or table_id in self._opening or self.peers.is_home(table_id)):
            return 0
        room = await self.room(table_id)
        if room.state.number < number:
            await room.catch_up(event)
        return room.state.number

    def foreign_rooms(self) -> dict[str, int]:
        """The open tables that belong to other processes, each with its last event."""
        return {table_id: room.state.number for table_id, room in self._rooms.items() if not room.is_home}

    async def rename(self, person: Person, name: str) -> None:
        """Have a new name known at every table where somebody sits."""
        for listed in await self._store.list_of(person.id, unfinished=True):
            room = await self.room(listed.id)
            if room.state.seats_of(person.id):
                await room.happen(Kind.RENAMED, person=person.id, text=name)

    # Order

    async def _tidy(self) -> None:
        """Let go of tables that nobody needs in memory."""
        while True:
            await asyncio.sleep(self._settings.idle_seconds / 2)
            oldest = time.monotonic() - self._settings.idle_seconds
            for table_id, room in list(self._rooms.items()):
                if room.used < oldest and not room.is_needed:
                    room.rest()
                    del self._rooms[table_id]
            ROOMS.set(len(self._rooms))

    async def _sweep(self) -> None:
        while True:
            try:
                await self.sweep()
            except StoreUnreachable:
                log.warning("tables could not be cleared away")
            await asyncio.sleep(SWEEP_SECONDS)

    async def sweep(self) -> None:
        """Clear away tables that were never used, end games that were given up."""
        for table_id in await self._store.list_unused(
            Status.WAITING, now() - int(self._settings.waiting_days * DAY), MOST_SWEPT
        ):
            room = self._rooms.get(table_id)
            if room is None or not room.is_needed:
                self._rooms.pop(table_id, None)
                await self._store.remove_table(table_id)
        for table_id in await self._store.list_unused(
            Status.PLAYING, now() - int(self._settings.playing_days * DAY), MOST_SWEPT
        ):
            if self.peers.is_home(table_id):
                await (await self.room(table_id)).happen(Kind.EXPIRED)


def check_plan(game: Game, plan: TablePlan) -> None:
    """Whether a game can be played like this; a typed error says why not."""
    game.options.resolve(plan.options)
    game.check_players(len(plan.seats))
    if sum(isinstance(seat, MySeat) for seat in plan.seats) > 1:
        raise BadMessage("Only one seat can be yours: others on your device are local.")


def plan_again(seat: Seat) -> SeatPlan:
    """The seat of somebody who plays once more."""
    if seat.is_local:
        return LocalSeat(kind="local", name=seat.name)
    if seat.level is None or seat.person:
        return OpenSeat(kind="open")
    return HouseSeat.model_validate({"kind": "house", "level": seat.level})
