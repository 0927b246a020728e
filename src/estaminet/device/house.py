"""The house on a device: its tables and their players."""

import asyncio
from collections.abc import Callable
from typing import Final

from estaminet.contests import HOUSE_GAMES
from estaminet.device.players import DevicePlayers, DeviceReviews, GameLoader
from estaminet.device.store import ALL, PREFIX, DeviceStore, KeyValueStore
from estaminet.engine.game import Game
from estaminet.engine.position import Position
from estaminet.engine.registry import Registry
from estaminet.server.errors import Refusal
from estaminet.server.live.contests import Contestant, Contests
from estaminet.server.live.question import Account
from estaminet.server.live.reader import LogReader
from estaminet.server.live.session import Session
from estaminet.server.live.setup import TableSetup, begin_table, new_table_id
from estaminet.server.rules.events import EventKind
from estaminet.server.rules.plan import GameClock, Level, OpenSeat, TablePlan, Terms, check_plan, tidy_plan
from estaminet.server.rules.results import find_level, read_game
from estaminet.server.rules.state import State, Status
from estaminet.server.store.rows import FinishedGame, Place

PERSON: Final = "device"
"""The only person here."""


PAUSE: Final = 0.05
"""Seconds between steps of background work, so that the player does not notice it."""


class House:
    """All that one person plays on one device."""

    def __init__(self, keeper: KeyValueStore, kit: GameLoader, registry: Registry) -> None:
        self.registry, self.kit = registry, kit
        self.store = DeviceStore(keeper, registry, PERSON)
        self.reviews = DeviceReviews(self.store, kit)
        self.reader = LogReader(self.store)
        self._players = DevicePlayers(kit)
        self.contests = Contests(registry, self.store, self, HOUSE_GAMES)
        self._is_home = True
        self._sessions: dict[str, Session] = {}
        self._opening: dict[str, asyncio.Task[Session]] = {}

    # Tables

    async def session(self, table_id: str) -> Session:
        """The table of this id."""
        if table_id not in self._sessions and table_id not in self._opening:
            task = self._opening[table_id] = asyncio.create_task(self._open(table_id))
            task.add_done_callback(lambda _: self._opening.pop(table_id, None))
        if table_id in self._opening:
            return await self._opening[table_id]
        return self._sessions[table_id]

    async def _open(self, table_id: str) -> Session:
        terms = await self.store.find_terms(table_id)
        await self.kit.load(terms.game.name)
        events = await self.store.load_events(table_id)
        state, log = await self.reader.read(terms, len(events))
        session = Session(state, log, self.store, self._players, lambda _table, _event: None, is_home=self._is_home)
        if self._is_home and isinstance(terms.plan.clock, GameClock) and state.clocks.deadline:
            await session.record(EventKind.RESUMED)
        self._sessions[table_id] = session
        session.schedule()
        return session

    async def look_at(self, table_id: str) -> State:
        """The state of a table, without opening it."""
        if table_id in self._sessions:
            return self._sessions[table_id].state
        terms = await self.store.find_terms(table_id)
        await self.kit.load(terms.game.name)
        state, _ = await self.reader.read(terms, ALL)
        return state

    async def list_finished(self) -> list[FinishedGame]:
        """All finished games but branches, the latest first, without their reviews."""
        over = [each for each in await self.store.list_tables() if each.status == Status.OVER]
        tables = [each for each in over if each.summary.get("opening") != "branch"]
        games = [FinishedGame(each.id, each.summary, each.touched, None) for each in tables]
        return sorted(games, key=Place.of, reverse=True)

    async def add_table(self, game: Game, seating: TableSetup, owner: str = PERSON) -> Terms:
        """A new table."""
        await self.kit.load(game.name)
        state, events = begin_table(game, seating, owner, PREFIX + new_table_id(seating.plan))
        await self.store.add_table(state, events)
        return state.terms

    async def think(
        self,
        account: Account,  # noqa: ARG002  # there is one person
        game: Game,
        players: int,
        work: Callable[[], Position],
    ) -> Position:
        """Run a piece of work between requests."""
        await self.kit.load(game.name)
        await self.kit.load_weights(game.name, players)
        await asyncio.sleep(PAUSE)
        return work()

    async def load_game_of(self, record: object) -> None:
        """Load the game of a record."""
        name = record.get("game") if isinstance(record, dict) else None
        if name in self.registry.names():
            await self.kit.load(str(name))

    async def check(self, plan: TablePlan) -> TablePlan:
        """Check a plan for a table here; a refusal if it needs a server."""
        game = self.registry.find(plan.game)
        check_plan(game, plan)
        if plan.is_public or plan.has_screen or any(isinstance(seat, OpenSeat) for seat in plan.seats):
            raise Refusal("device.alone", "Others can only join at a server: here is nobody but you and the house.")
        plan = tidy_plan(plan)
        return plan.adapt(await self.find_level(game, len(plan.seats))) if plan.adapted_level else plan

    async def find_level(self, game: Game, players: int) -> Level:
        """The level of the house that suits the player."""
        tables = [each for each in await self.store.list_tables() if each.status == Status.OVER]
        found = (read_game(each.summary, PERSON, game.name, players) for each in tables)
        return find_level([each for each in found if each])

    async def remove_table(self, table_id: str) -> None:
        """Delete a table, with its hints and its review."""
        session = self._sessions.pop(table_id, None)
        if session:
            session.rest()
        await self.reviews.forget(table_id)
        await self.store.remove(table_id)

    # The player

    async def find_name(self) -> str:
        """The player's name."""
        return str(await self.store.get("name") or "")

    async def find_contestant(self) -> Contestant:
        """The player as a contestant."""
        return Contestant(PERSON, await self.find_name(), Account(""))

    async def rename(self, name: str) -> None:
        """Change the name, at every table with a game in progress."""
        if name == await self.find_name():
            return
        await self.store.put("name", name)
        for table in await self.store.list_tables():
            if table.status != Status.OVER:
                await (await self.session(table.id)).record(EventKind.RENAMED, person=PERSON, text=name)

    # Several pages in one browser

    def set_home(self, *, is_home: bool) -> None:
        """Whether house players move here: only one of several pages in a browser moves them."""
        self._is_home = is_home
        for session in self._sessions.values():
            session.is_home = is_home
            session.schedule()

    async def refresh(self, table_id: str) -> None:
        """Another page has written something at a table."""
        if table_id in self._sessions or self._is_home:
            await (await self.session(table_id)).catch_up()
