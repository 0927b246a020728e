"""Records, replays and reviews."""

import orjson

from estaminet.device.house import PERSON, House
from estaminet.device.paths import Arguments, route
from estaminet.engine.fairness import verify
from estaminet.engine.record import Record, parse_line
from estaminet.server.errors import Refusal
from estaminet.server.live.branches import write_variations
from estaminet.server.live.history import EVERYBODY, game_of, read_turning_point
from estaminet.server.live.records import describe_verification, write_record, write_replay
from estaminet.server.rules.state import State


@route("GET", "/api/tables/NAME/record")
async def download_record(house: House, arguments: Arguments, _body: str) -> object:
    """The record of a finished game; with its branches that are over, if they are wanted."""
    state = (await house.session(arguments.names[0])).state
    branches = await house.store.list_branches() if arguments.query.get("variations") == "true" else []
    return write_record(state, write_variations(branches, state.terms.id))


@route("POST", "/api/replay")
async def replay(house: House, arguments: Arguments, body: str) -> object:
    """Every position of a record, as somebody at the table saw it."""
    await house.load_game_of(parse_line(body.encode()))
    seat = arguments.number("seat", 0, 9) if "seat" in arguments.query else None
    has_drawing = arguments.query.get("drawing") == "true"
    return write_replay(body.encode(), house.registry.find, seat, with_drawing=has_drawing)


@route("POST", "/api/verify")
async def verify_record(house: House, _arguments: Arguments, body: str) -> object:
    """Check a record: the commitment, the deal and every action."""
    await house.load_game_of(parse_line(body.encode()))
    verdict = verify(parse_line(body.encode()), house.registry.find)
    return describe_verification(verdict)


@route("POST", "/api/tables/NAME/review")
async def review_table(house: House, arguments: Arguments, _body: str) -> object:
    """Have the game of a table looked back on."""
    state: State = (await house.session(arguments.names[0])).state
    record, result = game_of(state)
    return await house.reviews.look(await house.reviews.ask(record, result=result, table_id=state.terms.id))


@route("POST", "/api/reviews")
async def review_record(house: House, _arguments: Arguments, body: str) -> object:
    """Review the game of a record."""
    await house.load_game_of(parse_line(body.encode()))
    record = Record.read(parse_line(body.encode()), house.registry.find)
    if not record.replay().is_over:
        raise Refusal("table.unfinished", "Only a game that was played to its end can be reviewed.")
    plain = Record(record.start, record.actions, record.scores, record.winners)
    return await house.reviews.look(await house.reviews.ask(plain))


@route("GET", "/api/reviews/NAME")
async def show_review(house: House, arguments: Arguments, _body: str) -> object:
    """The progress of a review, and what there is of it."""
    return await house.reviews.look(arguments.names[0])


@route("GET", "/api/tables/NAME/turning-point")
async def show_turning_point(house: House, arguments: Arguments, _body: str) -> object:
    """Where the game of a table was decided, as its review says; null without one."""
    review = await house.reviews.find_of_table(arguments.names[0])
    if review is None:
        return None
    own = (await house.session(arguments.names[0])).state.seats_of(PERSON)
    return read_turning_point(orjson.dumps(review), own[0] if len(own) == 1 else EVERYBODY)
