"""Tables: setting up, commands, what was seen."""

from typing import Final

from estaminet.device.house import PERSON, House
from estaminet.device.paths import Arguments, read_plan, route
from estaminet.server.errors import Refusal
from estaminet.server.live.hints import describe_hint
from estaminet.server.live.session import Session
from estaminet.server.live.setup import seat_again, seat_learner, seat_owner
from estaminet.server.live.updates import Watcher, find_watched_seat
from estaminet.server.rules.commands import LINE_ALONE, read_message
from estaminet.server.rules.events import EventKind
from estaminet.server.rules.plan import TablePlan, Terms
from estaminet.server.rules.state import Status

MOST_EVENTS_ASKED: Final = 200
MOST_VIEWS_ASKED: Final = 100


@route("POST", "/api/tables")
async def set_up(house: House, _arguments: Arguments, body: str) -> object:
    """Set up a table."""
    plan = await house.check(read_plan(TablePlan, body))
    seating = seat_owner(plan, PERSON, await house.find_name())
    return describe_new((await house.add(house.registry.find(plan.game), seating)).terms)


@route("POST", "/api/tables/lessons/NAME")
async def set_up_lesson(house: House, arguments: Arguments, _body: str) -> object:
    """The table at which a lesson goes on as a game."""
    game = house.registry.find(arguments.names[0])
    return describe_new((await house.add(game, seat_learner(game, PERSON, await house.find_name()))).terms)


def describe_new(terms: Terms) -> dict[str, str]:
    return {
        "id": terms.id,
        "invitation": terms.invitation,
        "commitment": terms.commitment,
        "terms": terms.wording,
        "home": "",
    }


@route("GET", "/api/tables/NAME")
async def show_table(house: House, arguments: Arguments, _body: str) -> object:
    """How a table stands."""
    return write_update(await house.session(arguments.names[0]), arguments)


@route("DELETE", "/api/tables/NAME")
async def remove_table(house: House, arguments: Arguments, _body: str) -> object:
    """Delete a table, with its hints and its review."""
    await house.remove(arguments.names[0])
    return None


@route("POST", "/api/tables/NAME/commands")
async def command(house: House, arguments: Arguments, body: str) -> object:
    """Ask something of a table."""
    session, message = await house.session(arguments.names[0]), read_message(body)
    if isinstance(message, LINE_ALONE):
        raise Refusal("message.invalid", "This is said over a live line.")
    await session.command(PERSON, await house.find_name(), message)
    return write_update(session, arguments)


def write_update(session: Session, arguments: Arguments) -> bytes:
    since = arguments.number("since", 0, session.state.number)
    watcher = Watcher(PERSON, since=since, wants_drawing=arguments.query.get("drawing") == "true")
    return session.update(watcher)


@route("GET", "/api/tables/NAME/talk")
async def list_remarks(_house: House, _arguments: Arguments, _body: str) -> object:
    """Nobody talks here."""
    return []


@route("GET", "/api/tables/NAME/events")
async def show_events(house: House, arguments: Arguments, _body: str) -> object:
    """Earlier events of a table."""
    session = await house.session(arguments.names[0])
    before = arguments.number("before", 1, session.state.number + 1)
    limit = arguments.number("limit", 100, MOST_EVENTS_ASKED)
    return await house.reader.read_earlier(session.state, session.log, before, limit)


@route("GET", "/api/tables/NAME/views")
async def show_views(house: House, arguments: Arguments, _body: str) -> object:
    """The last positions of a game, each as it was seen then."""
    state = (await house.session(arguments.names[0])).state
    views = b"[]"
    if state.play:
        seat = find_watched_seat(state, Watcher(PERSON), state.seats_of(PERSON))
        count = arguments.number("count", 1, MOST_VIEWS_ASKED)
        has_drawing = arguments.query.get("drawing") == "true"
        views = await house.reader.read_views(state.play, seat, count, with_drawing=has_drawing)
    return b'{"number":%d,"views":%b}' % (state.number, views)


@route("POST", "/api/tables/NAME/rematch")
async def play_again(house: House, arguments: Arguments, _body: str) -> object:
    """Another game of the same, each one seat further on."""
    session = await house.session(arguments.names[0])
    state = session.state
    if state.status is not Status.OVER:
        raise Refusal("table.unfinished", "The game is still going on.")
    if not state.rematch:
        seating = seat_again(state, [PERSON])
        game, plan = state.terms.game, seating.plan
        if plan.adapted_level and state.plays_alone(PERSON):
            seating = seating._replace(plan=plan.adapt(await house.find_level(game, len(plan.seats))))
        table_id = (await house.add(game, seating)).terms.id
        await session.record(EventKind.REMATCHED, seat=next(iter(state.seats_of(PERSON)), None), text=table_id)
    return {"id": session.state.rematch}


@route("POST", "/api/tables/NAME/advice")
async def advise(house: House, arguments: Arguments, _body: str) -> object:
    """What the house would do in your place."""
    hint, position = await (await house.session(arguments.names[0])).advise(PERSON)
    return describe_hint(hint, position)
