"""The deal of the day."""

from datetime import date

from estaminet.contests.contest import Contest
from estaminet.device.house import PERSON, House
from estaminet.device.paths import Arguments, route
from estaminet.device.routes.tables import describe_new
from estaminet.server.errors import Refusal


@route("GET", "/api/daily")
async def show_day(house: House, arguments: Arguments, _body: str) -> object:
    """The deal of the day of every game."""
    try:
        day = date.fromisoformat(arguments.query["date"]) if "date" in arguments.query else None
    except ValueError:
        raise Refusal("message.invalid", "A date is written like 2026-11-19.") from None
    return await house.contests.describe_day(day, PERSON)


@route("GET", "/api/contests/NAME")
async def show_contest(house: House, arguments: Arguments, _body: str) -> object:
    """A contest, and your progress."""
    return await house.contests.describe(await house.contests.find(arguments.names[0]), PERSON)


@route("POST", "/api/contests/NAME/deals/NAME/table")
async def play_deal(house: House, arguments: Arguments, _body: str) -> object:
    """Your table for a deal."""
    terms = await house.contests.sit_down(await find_deal(house, arguments), await house.find_contestant())
    return describe_new(terms)


@route("GET", "/api/contests/NAME/deals/NAME")
async def show_deal(house: House, arguments: Arguments, _body: str) -> object:
    """What you reached with a deal, and the house from the same seat."""
    return await house.contests.describe_deal(await find_deal(house, arguments), await house.find_contestant())


async def find_deal(house: House, arguments: Arguments) -> Contest:
    contest_id, number = arguments.names
    return await house.contests.find_deal(contest_id, int(number) if number.isdecimal() else -1)
