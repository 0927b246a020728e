"""Contests at this house: the deal of the day, challenges, their results, and the right to see them."""

import asyncio
import hmac
import logging
import secrets
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from typing import Final, Literal, NamedTuple, Protocol

from estaminet.contests import Contest, Result, find_divergence, find_percentile, read_key
from estaminet.engine.errors import BrokenGame, EstaminetError
from estaminet.engine.game import Game
from estaminet.engine.position import Position
from estaminet.engine.registry import Registry
from estaminet.server.errors import Refusal
from estaminet.server.live.clock import now
from estaminet.server.live.contest_messages import (
    ChallengePlan,
    ContestMessage,
    DailyMessage,
    DealMessage,
    EntryMessage,
    OwnTry,
    ResultMessage,
)
from estaminet.server.live.question import Account
from estaminet.server.live.session import Session
from estaminet.server.live.setup import TableSetup, seat_contestant
from estaminet.server.rules.names import known_as
from estaminet.server.rules.plan import Terms
from estaminet.server.rules.state import State, Status
from estaminet.server.store.rows import Challenge, ContestKeeper, HouseGame, Try

MOST_OF_ONE: Final = 2
"""Deals played at once for one address; more follow when somebody looks again."""
MOST: Final = 20
"""And for all."""
log = logging.getLogger(__name__)


class Thinker(Protocol):
    """Runs the thinking of house players."""

    async def think(self, account: Account, game: Game, players: int, work: Callable[[], Position]) -> Position:
        """Have a piece of work done for somebody, in line with what else is thought about."""


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


class Match(NamedTuple):
    """A contest with all its deals."""

    id: str
    kind: Literal["daily", "challenge"]
    deals: list[Contest]
    day: date | None = None
    author: str = ""

    @property
    def keys(self) -> list[str]:
        return [deal.key for deal in self.deals]


class Contestant(NamedTuple):
    """Somebody who takes part."""

    id: str
    name: str
    account: Account
    """The account that the house's play is charged to."""
    mark: str = ""
    """An unreadable mark of their connection."""


class House(Thinker, Protocol):
    """The parts of the house that contests need."""

    async def add_table(self, game: Game, seating: TableSetup, owner: str) -> Terms:
        """A new table."""

    async def session(self, table_id: str) -> Session:
        """A table."""

    async def remove_table(self, table_id: str) -> None:
        """Remove a table that nobody has seen."""


class Contests:
    """All contests of a house."""

    def __init__(self, registry: Registry, keeper: ContestKeeper, house: House, house_games: int) -> None:
        """`king` plays so many games of each deal, for people to compare with."""
        self._registry, self._keeper, self._house = registry, keeper, house
        self._house_games = HouseGames(keeper, house, house_games)

    async def close(self) -> None:
        await self._house_games.close()

    # What there is

    async def find(self, contest_id: str) -> Match:
        """A contest; ``contest.unknown`` if there is none, or its day has not come."""
        daily = read_key(contest_id)
        if daily:
            return self._find_daily(*daily)
        challenge = await self._keeper.find(contest_id)
        if challenge is None:
            raise EstaminetError("contest.unknown", "There is no such contest, or it has been cleared away.")
        plan = ChallengePlan.model_validate(challenge.plan)
        game = self._registry.find(plan.game)
        options = game.options.resolve(plan.options)
        deals = [
            Contest.draw(f"{challenge.id}.{at}", game, plan.players, options, plan.level, find_bits(challenge.seed, at))
            for at in range(plan.deals)
        ]
        return Match(challenge.id, "challenge", deals, author=challenge.author)

    def _find_daily(self, day: date, game: str) -> Match:
        if day > today():
            raise EstaminetError("contest.unknown", f"The deal of {day} comes when that day begins, in UTC.")
        if game not in self._registry.names():
            raise EstaminetError("contest.unknown", f"No game {game!r:.60} is installed here.")
        deal = Contest.daily(self._registry.find(game), day)
        return Match(deal.key, "daily", [deal], day)

    async def find_deal(self, contest_id: str, number: int) -> Contest:
        match = await self.find(contest_id)
        if not 0 <= number < len(match.deals):
            raise EstaminetError("contest.unknown", f"This contest has {len(match.deals)} deals, counted from 0.")
        return match.deals[number]

    async def describe_day(self, day: date | None, person: str) -> DailyMessage:
        """The deals of a day, today's if none is named, and how far somebody is."""
        day = day or today()
        matches: list[Match] = []
        for name in self._registry.names():
            with suppress(BrokenGame):  # those of all others are there
                matches.append(self._find_daily(day, name))
        ends = datetime.combine(day + timedelta(days=1), datetime.min.time(), UTC)
        contests = await asyncio.gather(*(self.describe(match, person) for match in matches))
        return {"date": str(day), "ends": int(ends.timestamp() * 1000), "contests": contests}

    async def describe(self, match: Match, person: str) -> ContestMessage:
        """A contest, and how far somebody is."""
        tries = [await self._keeper.find_try(key, person) if person else None for key in match.keys]
        finished = await self._keeper.count(match.keys)
        first = match.deals[0]
        return {
            "id": match.id,
            "kind": match.kind,
            "game": first.game.name,
            "players": first.players,
            "options": dict(first.options),
            "seats": [deal.seat for deal in match.deals],
            "level": first.level,
            "date": str(match.day or ""),
            "author": match.author,
            "deals": len(match.deals),
            "finished": [finished.get(key, 0) for key in match.keys],
            "mine": [each and describe_try(each, deal) for each, deal in zip(tries, match.deals, strict=True)],
            "is_listed": any(each.is_listed for each in tries if each),
        }

    # Playing

    async def find_table(self, contest: Contest, person: str) -> Terms | None:
        """The table at which somebody is playing a deal."""
        own = await self._keeper.find_try(contest.key, person)
        is_playing = own is not None and own.table.status != Status.OVER
        return (await self._house.session(own.table.id)).state.terms if own and is_playing else None

    async def sit_down(self, contest: Contest, contestant: Contestant) -> Terms:
        """A new table for a deal, or the one where they are playing it; once they have finished it, for practice."""
        playing = await self.find_table(contest, contestant.id)
        if playing:
            return playing
        own = await self._keeper.find_try(contest.key, contestant.id)
        seating = seat_contestant(contest, contestant.id, contestant.name, is_practice=own is not None)
        terms = await self._house.add_table(contest.game, seating, contestant.id)
        if own:
            return terms
        if not await self._keeper.enter(contest.key, contestant.id, terms.id, contestant.mark, now()):
            await self._house.remove_table(terms.id)  # at the same moment they sat down elsewhere
            return await self.sit_down(contest, contestant)
        if read_key(contest.key):
            self._house_games.want(contest, contestant.account)
        return terms

    async def require_open(self, state: State, person: str) -> None:
        """Whether somebody may look at a table: that of a contest, if they play there or have finished the deal.

        The table of a player who does not want to be named is for nobody: a record shows how they played.
        """
        if not await self.may_name(state, person):
            raise Refusal("table.foreign", "This player does not want to be named: only the record is shown.")

    async def may_name(self, state: State, person: str) -> bool:
        """Whether somebody may see the player's name; ``contest.unfinished`` if they may not even see the play."""
        opening = state.terms.opening
        if opening is None or opening.kind != "contest" or any(person in seat.seen_by for seat in state.seats):
            return True
        await self._require_finished(opening.source, person)
        if read_key(opening.source) is None:
            return True
        player = state.terms.people[opening.seat]
        theirs = await self._keeper.find_try(opening.source, player) if player else None
        return theirs is not None and theirs.is_listed

    async def _require_finished(self, key: str, person: str) -> Try:
        own = await self._keeper.find_try(key, person) if person else None
        if own is None or own.table.status != Status.OVER:
            raise Refusal("contest.unfinished", "You can see how others played this deal once you have finished it.")
        return own

    # Results

    async def describe_deal(self, contest: Contest, contestant: Contestant) -> DealMessage:
        """Everybody's results, and the house's; ``contest.unfinished`` for those who have not finished the deal."""
        own = await self._require_finished(contest.key, contestant.id)
        is_challenge = read_key(contest.key) is None
        played = await self._keeper.list_house_games(contest.key)
        if len(played) < self._house_games.count:
            self._house_games.want(contest, contestant.account)
        tries = await self._keeper.list_tries(contest.key)
        if all(each.person != own.person for each in tries):
            tries.append(own)  # it was long ago, and many have played since
        found = [(each, find_result(each, contest)) for each in tries]
        found.sort(key=lambda one: one[1].rank, reverse=True)
        others = [result for each, result in found if each.person != own.person]
        play = (await self._house.session(own.table.id)).state.play
        games = [(game.actions, game.result) for game in played.values()]
        parting = find_divergence(play.position.actions, games) if play else None
        marks = Counter(each.mark for each in tries if each.mark)
        named = {each.person for each in tries if is_challenge or each.is_listed or each.person == own.person}
        entries: list[EntryMessage] = [
            {
                "name": name_of(each, contest) if each.person in named else "",
                "is_you": each.person == own.person,
                "author": known_as(own.person, each.person) if each.person in named else "",
                "table": each.table.id,
                **describe_result(result),
                "scores": each.table.summary.get("scores"),  # type: ignore[typeddict-item]  # as it was written
                "has_same_connection": marks[each.mark] > 1,
            }
            for each, result in found
        ]
        return {
            "entries": entries,
            "percentile": find_percentile(find_result(own, contest), others),
            "house": {
                "done": len(played),
                "total": max(self._house_games.count, len(played)),
                "results": [describe_result(game.result) for game in played.values()],
            },
            "parting": parting and {
                "ply": parting.ply,
                "yours": parting.yours,
                "house": [
                    {"action": way.action, "count": way.games, "share": way.share, "lead": way.lead}
                    for way in parting.others
                ],
            },
        }  # fmt: skip


def today() -> date:
    """The day, as everybody counts it: in UTC."""
    return datetime.fromtimestamp(now() / 1000, UTC).date()


def find_bits(seed: bytes, deal: int) -> bytes:
    """The 256 bits of one of a challenge's deals."""
    return hmac.digest(seed, f"deal {deal}".encode(), "sha256")


def new_challenge(registry: Registry, plan: ChallengePlan, author: str) -> Challenge:
    """Deals that nobody knows; a typed error if the game cannot be played like this."""
    game = registry.find(plan.game)
    game.check_players(plan.players)
    options = game.options.resolve(plan.options)
    kept = plan.model_copy(update={"options": options}).model_dump()
    return Challenge(secrets.token_urlsafe(9), kept, author, secrets.token_bytes(32))


def find_result(each: Try, contest: Contest) -> Result:
    """Somebody's result in a finished game; None if they left it to somebody else."""
    summary = each.table.summary
    winners, had_by = summary.get("winners"), summary.get("had_by")
    is_own = isinstance(had_by, list) and had_by[contest.seat] == each.person
    shared_by = winners if is_own and isinstance(winners, list) else []
    share = 1 / len(shared_by) if contest.seat in shared_by else 0.0
    lead = summary.get("lead")
    return Result(share, float(lead) if is_own and isinstance(lead, int | float) else None)


def name_of(each: Try, contest: Contest) -> str:
    """The name that somebody had at their table."""
    seats = each.table.summary.get("seats")
    return str(seats[contest.seat]["name"]) if isinstance(seats, list) else ""


def describe_try(each: Try, contest: Contest) -> OwnTry:
    is_over = each.table.status == Status.OVER
    result = find_result(each, contest) if is_over else None
    return {
        "table": each.table.id,
        "is_over": is_over,
        "share": result.share if result else None,
        "lead": result.lead if result else None,
    }


def describe_result(result: Result) -> ResultMessage:
    return {"share": result.share, "lead": result.lead}
