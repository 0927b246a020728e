"""Contests: the deal of the day, and challenges."""

import hmac
from datetime import date
from typing import Annotated, Final

from fastapi import APIRouter, Path, Query, Request

from estaminet.server.http.access import MaybePerson, Server, ThePerson, TheServer, account_of, address_of
from estaminet.server.http.messages import ListingChoice, NewContest
from estaminet.server.http.routes.tables import count_table, show_new, take_table
from estaminet.server.live.clock import now
from estaminet.server.live.contest_messages import MOST_DEALS, ChallengePlan, ContestMessage, DailyMessage, DealMessage
from estaminet.server.live.contests import Contestant, new_challenge
from estaminet.server.live.setup import NewTable
from estaminet.server.store.people import Person

router: Final = APIRouter(prefix="/api", tags=["contests"])
ContestId = Annotated[str, Path(min_length=1, max_length=80, pattern=r"^[A-Za-z0-9_-]+$")]
DealNumber = Annotated[int, Path(ge=0, lt=MOST_DEALS, description="Of a deal of the contest, from 0.")]
COST: Final = 5
"""The cost of a deal's results, in requests: all players are compared."""


@router.get("/daily")
async def show_day(
    person: MaybePerson,
    server: TheServer,
    day: Annotated[date | None, Query(alias="date", description="In UTC; today if left out.")] = None,
) -> DailyMessage:
    """The deal of the day of every game. It is the same in every house; a day is a day in UTC."""
    return await server.contests.describe_day(day, person.id if person else "")


@router.post("/contests", status_code=201)
async def set_up_challenge(plan: ChallengePlan, person: ThePerson, server: TheServer, request: Request) -> NewContest:
    """Challenge others: everybody who has the id plays the same deals, from the same seat, whenever they like."""
    take_table(person, server, request)
    challenge = new_challenge(server.registry, plan, person.name)
    await server.store.contests.add(challenge, person.id, now())
    return {"id": challenge.id}


@router.get("/contests/{contest_id}")
async def show_contest(contest_id: ContestId, person: MaybePerson, server: TheServer) -> ContestMessage:
    """A contest, and your progress."""
    return await server.contests.describe(await server.contests.find(contest_id), person.id if person else "")


@router.post("/contests/{contest_id}/deals/{number}/table", status_code=201)
async def sit_down(
    contest_id: ContestId, number: DealNumber, person: ThePerson, server: TheServer, request: Request
) -> NewTable:
    """Your table for a deal: the one where you are playing it, or a new one, for practice after the first."""
    deal = await server.contests.find_deal(contest_id, number)
    playing = await server.contests.find_table(deal, person.id)
    if playing is None:
        await count_table(person, server, request)
        playing = await server.contests.sit_down(deal, find_contestant(server, person, request, deal.key))
    return show_new(playing, server)


@router.get("/contests/{contest_id}/deals/{number}")
async def show_deal(
    contest_id: ContestId, number: DealNumber, person: ThePerson, server: TheServer, request: Request
) -> DealMessage:
    """Everybody's results with a deal, and the house's from the same seat: for those who have finished it."""
    server.by_person.take(person.id, COST - 1)
    deal = await server.contests.find_deal(contest_id, number)
    return await server.contests.describe_deal(deal, find_contestant(server, person, request, deal.key))


@router.put("/contests/{contest_id}/listing", status_code=204)
async def choose_listing(contest_id: ContestId, choice: ListingChoice, person: ThePerson, server: TheServer) -> None:
    """Choose whether your name stands in the list of a deal of the day; otherwise you are in it without one."""
    match = await server.contests.find(contest_id)
    await server.store.contests.show_name(match.keys, person.id, is_listed=choice.is_listed)


def find_contestant(server: Server, person: Person, request: Request, key: str) -> Contestant:
    """The person as a contestant, with a mark that shows equal connections but not which one."""
    mark = hmac.digest(server.marking, f"{key}/{address_of(request)}".encode(), "sha256").hex()[:16]
    return Contestant(person.id, person.name, account_of(request, person), mark)
