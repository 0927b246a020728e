"""The house plays contests for everybody: one address never takes all of its time, and nothing is played twice."""

import asyncio
from collections.abc import Callable
from datetime import timedelta

import pytest

import estaminet
from estaminet.contests import FIRST_DAY, Contest
from estaminet.engine.game import Game
from estaminet.engine.position import Position
from estaminet.server.live.contests import MOST_OF_ONE, HouseGames
from estaminet.server.live.question import Account
from tests.device.memory import Memory, Page

pytestmark = pytest.mark.compiled
STRANGER, ANNA = Account("203.0.113.7", "stranger"), Account("198.51.100.2", "anna")


class Slow:
    """Thinks when it is let."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.may_think = asyncio.Event()

    async def think(
        self,
        account: Account,
        game: Game,  # noqa: ARG002  # whatever it is
        players: int,  # noqa: ARG002
        work: Callable[[], Position],
    ) -> Position:
        self.asked.append(account.person)
        await self.may_think.wait()
        return work()


def deal_of(day: int) -> Contest:
    return Contest.daily(estaminet.game("reeperbahn"), FIRST_DAY + timedelta(days=day))


def test_one_address_has_few_deals_played_at_once_and_another_is_not_kept_waiting() -> None:
    async def go() -> None:
        slow = Slow()
        games = HouseGames(Page(Memory()).device._house.store, slow, 24)
        for day in range(30):
            games.want(deal_of(day), STRANGER)
        games.want(deal_of(40), ANNA)
        while slow.asked.count("anna") < 1:
            await asyncio.sleep(0)
        assert slow.asked.count("stranger") == MOST_OF_ONE
        await games.close()

    asyncio.run(go())


@pytest.mark.usefixtures("hasty_king")
def test_a_deal_is_played_once_however_many_look_and_goes_on_where_it_was_given_up() -> None:
    async def go() -> None:
        slow, keeper = Slow(), Page(Memory()).device._house.store
        slow.may_think.set()
        for count in (1, 2):
            games = HouseGames(keeper, slow, count)
            for account in (STRANGER, ANNA, STRANGER):
                games.want(deal_of(0), account)
            while len(await keeper.list_house_games(deal_of(0).key)) < count:
                await asyncio.sleep(0)
            await games.close()
        played = await keeper.list_house_games(deal_of(0).key)
        assert [each.actions for each in played.values()] == [
            tuple([*deal_of(0).play_house(number)][-1].actions) for number in (0, 1)
        ]
        assert slow.asked.count("anna") == 0

    asyncio.run(go())
