"""The lobby: sets tables up, lists them, makes people leave them, and clears away old ones."""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Collection, Iterable
from typing import Final

from estaminet.engine.errors import EstaminetError
from estaminet.engine.game import Game
from estaminet.engine.position import Position
from estaminet.engine.registry import Registry
from estaminet.server.errors import BrokenTable, Refusal, StoreUnreachable, UnknownTable
from estaminet.server.live.clock import now
from estaminet.server.live.house import House
from estaminet.server.live.kernels import Kernels
from estaminet.server.live.peers import Peers
from estaminet.server.live.question import Account
from estaminet.server.live.session import Session
from estaminet.server.live.setup import TableSetup, begin_table, new_table_id, seat_again, seat_learner, seat_owner
from estaminet.server.live.tables import Tables
from estaminet.server.rules.apply import GONE
from estaminet.server.rules.commands import Remark, require_talk, tidy_text
from estaminet.server.rules.events import EventKind
from estaminet.server.rules.permissions import require_own_branch
from estaminet.server.rules.plan import Level, TablePlan, Terms, check_plan, tidy_plan
from estaminet.server.rules.results import find_level, read_game
from estaminet.server.rules.state import Status
from estaminet.server.settings import Settings
from estaminet.server.store.database import HealthProbe, Store
from estaminet.server.store.people import Person, new_id
from estaminet.server.store.retention import oldest_kept
from estaminet.server.store.rows import TableSummary

SWEEP_SECONDS: Final = 600
MOST_SWEPT: Final = 500
MOST_LOOKED_AT: Final = 200
"""Finished games that are searched for the level that suits somebody."""
HOUSEKEEPING: Final = "housekeeping"
"""The process that would be the home of a table of this name cleans up for all."""
MOST_OF_OWNER: Final = 3
"""Waiting tables of one person that everybody is shown, and as many with a game in progress."""
MOST_LISTED: Final = 500
"""The public list is chosen among so many tables."""
log = logging.getLogger(__name__)


class Lobby:
    """Sets tables up, lists them, and makes people leave them."""

    def __init__(self, store: Store, registry: Registry, settings: Settings, peers: Peers) -> None:
        self.kernels = Kernels(registry)
        threads, hints, pace = settings.thinking, settings.hints, settings.pace
        self.house = House(threads, hints, pace=pace, ready=self.kernels.ready)
        self.peers = peers
        self.health = HealthProbe(store)
        self.tables = Tables(store, self.kernels, self.house, peers, settings)
        self._store, self._registry, self._settings = store, registry, settings
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        """Begin: load games, and let house players resume."""
        work = (self._begin(), self.tables.keep_tidy(), self.keep_sweeping())
        self._tasks = [asyncio.create_task(each) for each in work]

    async def close(self) -> None:
        """Stop. Nothing is lost: the logs are the tables."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.tables.rest()
        self.house.close()

    async def _begin(self) -> None:
        await self.kernels.warm()
        await self.tables.adopt()

    async def set_up(self, person: Person, plan: TablePlan) -> Terms:
        """A new table."""
        game = self._registry.find(plan.game)
        check_plan(game, plan)
        plan = tidy_plan(plan)
        if plan.adapted_level:
            plan = plan.adapt(await self.find_level(person.id, game, len(plan.seats)))
        return await self._add(game, seat_owner(plan, person.id, person.name), person.id)

    async def set_up_lesson(self, person: Person, game: Game) -> Terms:
        """A table at which a lesson is played on against patient house players."""
        return await self.add_table(game, seat_learner(game, person.id, person.name), person.id)

    async def add_table(self, game: Game, seating: TableSetup, owner: str) -> Terms:
        """A table whose game begins at once."""
        await self.kernels.playable(game.name)
        return await self._add(game, seating, owner)

    async def session(self, table_id: str) -> Session:
        """The table of this id."""
        return await self.tables.session(table_id)

    async def remove_table(self, table_id: str) -> None:
        """Remove a table that nobody has seen."""
        self.tables.drop(table_id)
        await self._store.remove_table(table_id)

    async def think(
        self,
        account: Account,
        game: Game,
        players: int,  # noqa: ARG002  # its networks are at hand
        work: Callable[[], Position],
    ) -> Position:
        """Do a piece of work for somebody, in line with all other thinking."""
        await self.kernels.ready(game.name)
        return await self.house.run(account, work)

    async def remove_branch(self, person: str, table_id: str) -> None:
        """End somebody's branch, and take it off their lists; it is removed when it is old.

        Another page may still show it.
        """
        session = await self.tables.session(table_id)
        require_own_branch(session.state, person)
        await session.record(EventKind.LEFT, person=person)
        await self._store.remove_visit(person, table_id)

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
            known = await self._store.people.known([seat.person for seat in state.seats if seat.person])
            seating = seat_again(state, known)
            game, plan = state.terms.game, seating.plan
            if plan.adapted_level and state.plays_alone(person.id):
                seating = seating._replace(plan=plan.adapt(await self.find_level(person.id, game, len(plan.seats))))
            # A big screen keeps its table: it shows the way to the next game, too.
            keeps = has_screen and await self._store.people.known([state.owner or ""])
            terms = await self._add(game, seating, (state.owner if keeps else None) or person.id)
            asking = next(iter(state.seats_of(person.id)), None)
            await session.record(EventKind.REMATCHED, seat=asking, text=terms.id)
            if session.state.rematch != terms.id:  # somebody else asked at the same moment
                await self._store.remove_table(terms.id)
        return session.state.rematch

    async def say(self, session: Session, person: str, phrase: str, text: str) -> None:
        """Send what somebody says to everybody with a seat; a typed error if they may not speak."""
        seat = require_talk(session.state, person)
        said = "" if phrase else tidy_text(text)
        remark = Remark(new_id(), now(), person, seat, session.state.seats[seat].name, phrase, said)
        table_id = session.state.terms.id
        remark = await self._store.talk.add(table_id, remark)
        session.pass_on(remark)
        self.peers.pass_on(table_id, remark)

    async def find_level(self, person: str, game: Game, players: int) -> Level:
        """The level that suits somebody, by their latest finished games here."""
        tables = await self._store.list_of(person, MOST_LOOKED_AT, status=Status.OVER, branches=False)
        found = (read_game(table.summary, person, game.name, players) for table in tables)
        return find_level([each for each in found if each])

    async def _add(self, game: Game, seating: TableSetup, owner: str) -> Terms:
        self.kernels.want(game.name)
        state, events = begin_table(game, seating, owner, new_table_id(seating.plan))
        terms = state.terms
        await self._store.add_table(state, now(), events)
        if not await self._store.people.known([owner]):  # they have left in this moment
            await self._store.remove_table(terms.id)
            raise Refusal("person.unknown", "You have left: say your name again.")
        return terms

    async def rename(self, person: Person, name: str, tables: Iterable[str]) -> None:
        """Change somebody's name at those of these tables where they sit."""
        for session in await self.tables.sessions_at(tables, person.id):
            await session.record(EventKind.RENAMED, person=person.id, text=name)

    def void(self, person: str, devices: Collection[str]) -> None:
        """Close the lines of somebody's revoked devices, here and elsewhere."""
        self.tables.dismiss(person, devices)
        self.peers.dismiss(person, devices)

    async def leave(self, person: str) -> int:
        """Make somebody who is forgotten leave their tables; how many. What cannot be done now is swept."""
        try:
            visits = await self._store.list_of(person, unfinished=True)
        except StoreUnreachable:
            log.warning("somebody left, and could not stand up yet")
            return 0
        return sum([await self._leave(person, listed.id) for listed in visits])

    async def _leave(self, person: str, table_id: str) -> bool:
        """Make somebody who is forgotten leave a table; whether that is done."""
        try:
            session = await self.tables.session(table_id)
            await session.catch_up()  # they may have sat down over another process
            await session.record(EventKind.LEFT, person=person, text=GONE)
            await self._store.remove_visit(person, table_id)
        except EstaminetError:
            log.warning("somebody left, and could not stand up from a table yet")
        except Exception:  # one broken table leaves the others alone
            log.exception("somebody left, and could not stand up from a table")
        else:
            return True
        return False

    async def list_public(self, limit: int, *statuses: Status) -> list[TableSummary]:
        """The public tables, of these statuses or all but the finished; those that wait come first.

        If there are too many, all addresses share the list fairly.
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

    async def keep_sweeping(self) -> None:
        while True:
            try:
                await self.sweep()
            except StoreUnreachable:
                log.warning("tables could not be cleared away")
            except Exception:  # the next time it may work, and everything else does
                log.exception("tables could not be cleared away")
            await asyncio.sleep(SWEEP_SECONDS)

    async def sweep(self) -> None:
        """Clear away old and unused tables, end abandoned games, forget what is old.

        Somebody who left for good and still has a seat, because the server stopped in between, loses it.
        """
        settings, store, tables, time_now = self._settings, self._store, self.tables, now()
        for status, name in ((Status.WAITING, "waiting_days"), (Status.OVER, "finished_days")):
            unused = oldest_kept(settings, name, time_now)
            for table_id in await store.list_unused(status, unused, MOST_SWEPT):
                if tables.is_unused(table_id) and await store.remove_table(table_id, unused):
                    tables.drop(table_id)
        abandoned = oldest_kept(settings, "playing_days", time_now)
        for table_id in await store.list_unused(Status.PLAYING, abandoned, MOST_SWEPT):
            if tables.peers.is_home(table_id):
                await self._expire(table_id)
        for table_id in [each for each, resting in tables.resting.items() if resting.is_due(time_now)]:
            if tables.peers.is_home(table_id) and await tables.see_to(table_id):
                tables.resting.pop(table_id, None)
        for person, table_id in await store.list_void(MOST_SWEPT):
            if tables.peers.is_home(table_id):
                await self._leave(person, table_id)
        if tables.peers.is_home(HOUSEKEEPING):
            await store.retention.sweep(settings, time_now)

    async def _expire(self, table_id: str) -> None:
        try:
            await (await self.tables.session(table_id)).record(EventKind.EXPIRED)
        except (BrokenTable, UnknownTable):
            log.warning("a table could not be ended")
