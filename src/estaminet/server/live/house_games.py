"""How the house itself plays the deals of contests: `king` from everybody's seat, so that people can compare."""

import asyncio
import logging
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple, Protocol

from estaminet.contests.comparison import Result
from estaminet.contests.contest import Contest
from estaminet.engine.errors import EstaminetError
from estaminet.engine.game import Game
from estaminet.engine.position import Position
from estaminet.server.live.accounts import Account
from estaminet.server.live.clock import now
from estaminet.server.store.rows import ContestKeeper, HouseGame

MOST_OF_ONE: Final = 2
"""Deals played at once for one address; more follow when somebody looks again."""
MOST: Final = 20
"""And for all."""
log = logging.getLogger(__name__)


class Thinker(Protocol):
    """Runs the thinking of house players."""

    async def think(self, account: Account, game: Game, players: int, work: Callable[[], Position]) -> Position:
        """Do a piece of work for somebody, in line with all other thinking."""


class HouseGameJob(NamedTuple):
    """A deal that the house is playing."""

    address: str
    """The address that asked for it."""
    task: asyncio.Task[None]


class HouseGames:
    """The house's own games of contests."""

    def __init__(self, keeper: ContestKeeper, thinker: Thinker, count: int) -> None:
        """Each deal is played `count` times."""
        self.count = count
        self._keeper, self._thinker = keeper, thinker
        self._working: dict[str, HouseGameJob] = {}

    async def close(self) -> None:
        """Give up what is not done; it goes on when somebody looks again."""
        tasks = [work.task for work in self._working.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def want(self, contest: Contest, account: Account) -> None:
        """Play the house's games of a deal for somebody who will look at them, if there is room."""
        address = account.address or account.person
        of_address = sum(work.address == address for work in self._working.values())
        is_full = len(self._working) >= MOST or of_address >= MOST_OF_ONE
        if not self.count or contest.key in self._working or is_full:
            return
        task = asyncio.create_task(self._play(contest, account))
        self._working[contest.key] = HouseGameJob(address, task)
        task.add_done_callback(lambda _: self._working.pop(contest.key))

    async def _play(self, contest: Contest, account: Account) -> None:
        """Play the missing games one after the other."""
        try:
            played = await self._keeper.list_house_games(contest.key)
            for number in range(self.count):
                if number in played:
                    continue
                decisions = contest.play_house(number)
                position = await self._go_on(contest, account, decisions)
                while not position.is_over:
                    position = await self._go_on(contest, account, decisions)
                game = HouseGame(tuple(position.actions), Result.of(position, contest.seat))
                await self._keeper.add_house_game(contest.key, number, game, now())
        except EstaminetError as error:
            log.warning("the house could not play a contest: %s", error.code)
        except Exception:  # tried again when somebody looks again
            log.exception("the house could not play a contest")

    async def _go_on(self, contest: Contest, account: Account, decisions: Iterator[Position]) -> Position:
        return await self._thinker.think(account, contest.game, contest.players, lambda: next(decisions))
