"""The answers of a device, by the paths of the server's HTTP protocol."""

import gzip
import zlib
from contextlib import suppress
from datetime import date
from typing import Any, Final

import orjson

from estaminet.contests import Contest
from estaminet.device.house import PERSON, House
from estaminet.device.paths import Arguments, read_body, read_plan, route
from estaminet.engine.errors import EstaminetError
from estaminet.engine.fairness import verify
from estaminet.engine.record import parse_line
from estaminet.puzzles.model import Puzzle, Rating, load_puzzles
from estaminet.server.errors import Refusal
from estaminet.server.live.branches import (
    BranchPlan,
    describe_branch,
    list_below,
    list_family,
    seat_branch,
    write_variations,
)
from estaminet.server.live.history import (
    EVERYBODY,
    OwnRecord,
    describe_page,
    game_of,
    read_finished,
    read_turning_point,
)
from estaminet.server.live.listing import Readiness, describe_details, describe_game
from estaminet.server.live.reader import MOST_EVENTS_ASKED, MOST_VIEWS_ASKED
from estaminet.server.live.records import (
    describe_hint,
    describe_verification,
    list_puzzles,
    write_answer,
    write_lesson,
    write_puzzle,
    write_record,
    write_replay,
)
from estaminet.server.live.session import Session
from estaminet.server.live.setup import describe_new, seat_again, seat_learner, seat_owner
from estaminet.server.live.updates import Watcher
from estaminet.server.rules.commands import LINE_ALONE, read_message
from estaminet.server.rules.events import EventKind
from estaminet.server.rules.names import tidy_name
from estaminet.server.rules.permissions import require_own_branch
from estaminet.server.rules.plan import TablePlan
from estaminet.server.rules.state import State, Status


@route("GET", "/api/games")
async def list_games(house: House, _arguments: Arguments, _body: str) -> object:
    """Every game, with its options."""
    return [describe_game(house.registry.find(name), readiness=Readiness.READY) for name in house.registry.names()]


@route("GET", "/api/games/NAME")
async def show_game(house: House, arguments: Arguments, _body: str) -> object:
    """One game, with all its actions and the sentences of its log."""
    return describe_details(house.registry.find(arguments.names[0]), readiness=Readiness.READY)


@route("GET", "/api/games/NAME/lesson")
async def show_lesson(house: House, arguments: Arguments, _body: str) -> object:
    """The first lesson of a game, whole."""
    game = house.registry.find(arguments.names[0])
    await house.kit.load(game.name)
    return gzip.decompress(write_lesson(game))


# Tables


@route("POST", "/api/tables")
async def set_up(house: House, _arguments: Arguments, body: str) -> object:
    """Set up a table."""
    plan = await house.check(read_plan(TablePlan, body))
    seating = seat_owner(plan, PERSON, await house.find_name())
    return describe_new(await house.add_table(house.registry.find(plan.game), seating))


@route("POST", "/api/tables/lessons/NAME")
async def set_up_lesson(house: House, arguments: Arguments, _body: str) -> object:
    """The table at which a lesson goes on as a game."""
    game = house.registry.find(arguments.names[0])
    return describe_new(await house.add_table(game, seat_learner(game, PERSON, await house.find_name())))


@route("GET", "/api/tables/NAME")
async def show_table(house: House, arguments: Arguments, _body: str) -> object:
    """State of a table."""
    return write_update(await house.session(arguments.names[0]), arguments)


@route("DELETE", "/api/tables/NAME")
async def remove_table(house: House, arguments: Arguments, _body: str) -> object:
    """Delete a table, with its hints and its review."""
    await house.remove_table(arguments.names[0])
    return None


@route("POST", "/api/tables/NAME/commands")
async def command(house: House, arguments: Arguments, body: str) -> object:
    """Give a table a command."""
    session, message = await house.session(arguments.names[0]), read_message(body)
    if isinstance(message, LINE_ALONE):
        raise Refusal("message.invalid", "This is said over a live line.")
    await session.command(PERSON, await house.find_name(), message)
    return write_update(session, arguments)


def write_update(session: Session, arguments: Arguments) -> bytes:
    since = arguments.number("since", 0, session.state.number)
    watcher = Watcher(PERSON, since=since, wants_drawing=arguments.has("drawing"))
    return session.update(watcher)


@route("GET", "/api/tables/NAME/talk")
async def list_remarks(_house: House, _arguments: Arguments, _body: str) -> object:
    """There is no chat."""
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
    """The last positions of a game, each as seen at the time."""
    state = (await house.session(arguments.names[0])).state
    count = arguments.number("count", 1, MOST_VIEWS_ASKED)
    return await house.reader.read_views(state, PERSON, count, with_drawing=arguments.has("drawing"))


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
        table_id = (await house.add_table(game, seating)).id
        await session.record(EventKind.REMATCHED, seat=next(iter(state.seats_of(PERSON)), None), text=table_id)
    return {"id": session.state.rematch}


@route("POST", "/api/tables/NAME/advice")
async def advise(house: House, arguments: Arguments, _body: str) -> object:
    """The advice of the house for your seat."""
    hint, position = await (await house.session(arguments.names[0])).advise(PERSON)
    return describe_hint(hint, position)


# Branches: other ways for a finished game


@route("GET", "/api/branches")
async def list_branches(house: House, arguments: Arguments, _body: str) -> object:
    """All branches here, or those of a table's game or of a record."""
    found, source = await house.store.list_branches(), arguments.query.get("source", "")
    return [describe_branch(each) for each in (list_family(found, source) if source else found)]


@route("POST", "/api/branches")
async def set_up_branch(house: House, _arguments: Arguments, body: str) -> object:
    """A table for another continuation of a finished game."""
    plan = read_plan(BranchPlan, body)
    plan.check()
    members: Any = plan.record
    if plan.table:
        members = parse_line(write_record((await house.session(plan.table)).state))
    await house.load_game_of(members)
    seating = seat_branch(plan, members, house.registry.find, (PERSON, await house.find_name()))
    return describe_new(await house.add_table(house.registry.find(seating.plan.game), seating))


@route("DELETE", "/api/branches/NAME")
async def remove_branch(house: House, arguments: Arguments, _body: str) -> object:
    """Delete a branch and its own branches."""
    table_id = arguments.names[0]
    require_own_branch((await house.session(table_id)).state, PERSON)
    for each in list_below(await house.store.list_branches(), table_id):
        await house.remove_table(each.id)
    await house.remove_table(table_id)
    return None


# The player here


MOST_GAMES: Final = 200
MOST_RECORDS: Final = 20
"""Writing them blocks all other answers."""


@route("GET", "/api/welcome")
async def welcome(house: House, _arguments: Arguments, _body: str) -> object:
    """The data of the first page."""
    games = [house.registry.find(name) for name in house.registry.names()]
    return {
        "name": await house.find_name() or None,
        "mine": [each for each in await house.store.list_listed() if each["status"] != Status.OVER],
        "waiting": [],
        "watching": [],
        "games": [{"name": game.name, "title": game.title, "players": list(game.seats)} for game in games],
        "addresses": [],
    }


@route("POST", "/api/me")
async def introduce(house: House, _arguments: Arguments, body: str) -> object:
    """Give or change your name."""
    name = tidy_name(str(read_body(body).get("name", "")))
    await house.rename(name)
    return {"name": name}


@route("GET", "/api/me")
async def who_am_i(house: House, _arguments: Arguments, _body: str) -> object:
    """Your name."""
    return {"name": await house.find_name()}


@route("GET", "/api/me/tables")
async def my_tables(house: House, _arguments: Arguments, _body: str) -> object:
    """Your tables, the latest first."""
    return await house.store.list_listed()


@route("GET", "/api/me/play")
async def show_play(house: House, arguments: Arguments, _body: str) -> object:
    """Your results here, game by game, the latest first, in pages."""
    finished = await house.list_finished()
    limit = arguments.number("limit", MOST_GAMES, MOST_GAMES)
    chosen = arguments.find_page(finished)[:limit]
    games = []
    for game in chosen:
        review = await house.reviews.find_of_table(game.table)
        games.append(game._replace(review=zlib.compress(orjson.dumps(review)) if review else None))
    return describe_page(games, PERSON, limit, len(finished))


@route("GET", "/api/me/records")
async def download_records(house: House, arguments: Arguments, _body: str) -> object:
    """The records of your finished games, a line each, the latest first. Fewer than `limit` are the last ones."""
    found = arguments.find_page(await house.list_finished())
    limit = arguments.number("limit", MOST_RECORDS, MOST_RECORDS)
    lines: list[bytes] = []
    for own in filter(None, (OwnRecord.of(game, PERSON) for game in found)):
        if len(lines) == limit:
            break
        with suppress(EstaminetError):  # a damaged one is left out
            lines.append(own.write(await house.look_at(own.game.table)))
    return b"".join(lines)


@route("GET", "/api/me/level")
async def show_level(house: House, arguments: Arguments, _body: str) -> object:
    """Level of the house that suits you."""
    game = house.registry.find(arguments.query.get("game", ""))
    return {"level": await house.find_level(game, game.check_players(arguments.number("players", 2, 10)))}


# The deal of the day


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
    """Your result with a deal, and the house's from the same seat."""
    return await house.contests.describe_deal(await find_deal(house, arguments), await house.find_contestant())


async def find_deal(house: House, arguments: Arguments) -> Contest:
    contest_id, number = arguments.names
    return await house.contests.find_deal(contest_id, int(number) if number.isdecimal() else -1)


# Puzzles


@route("GET", "/api/puzzles/NAME")
async def show_puzzles(house: House, arguments: Arguments, _body: str) -> object:
    """All puzzles of a game, always in the same order."""
    return list_puzzles(house.registry.find(arguments.names[0]))


@route("GET", "/api/puzzles/NAME/NAME")
async def show_puzzle(house: House, arguments: Arguments, _body: str) -> object:
    """A position to be solved."""
    puzzle = await find_puzzle(house, arguments)
    return write_puzzle(puzzle, house.registry.find(puzzle.game))


@route("POST", "/api/puzzles/NAME/NAME")
async def try_puzzle(house: House, arguments: Arguments, body: str) -> object:
    """Try an action: whether it is right and why, and the rating after it."""
    puzzle, attempt = await find_puzzle(house, arguments), read_body(body)
    given = attempt.get("rating")
    rating = Rating(float(given["mu"]), float(given["sigma"])) if isinstance(given, dict) else None
    return write_answer(puzzle, house.registry.find(puzzle.game), str(attempt.get("action", "")), rating)


async def find_puzzle(house: House, arguments: Arguments) -> Puzzle:
    game, name = arguments.names
    puzzle = load_puzzles(house.registry.find(game)).get(name)
    if puzzle is None:
        raise Refusal("puzzle.unknown", f"There is no puzzle {name} of {game}.")
    await house.kit.load(game)
    await house.kit.load_weights(game, puzzle.players)
    return puzzle


# Records, replays and reviews


@route("GET", "/api/tables/NAME/record")
async def download_record(house: House, arguments: Arguments, _body: str) -> object:
    """The record of a finished game, with its finished branches if requested."""
    state = (await house.session(arguments.names[0])).state
    branches = await house.store.list_branches() if arguments.has("variations") else []
    return write_record(state, write_variations(branches, state.terms.id))


@route("POST", "/api/replay")
async def replay(house: House, arguments: Arguments, body: str) -> object:
    """Every position of a record, as seen from a seat."""
    await house.load_game_of(parse_line(body.encode()))
    seat = arguments.number("seat", 0, 9) if "seat" in arguments.query else None
    return write_replay(body.encode(), house.registry.find, seat, with_drawing=arguments.has("drawing"))


@route("POST", "/api/verify")
async def verify_record(house: House, _arguments: Arguments, body: str) -> object:
    """Check a record: the commitment, the deal and every action."""
    await house.load_game_of(parse_line(body.encode()))
    return describe_verification(verify(parse_line(body.encode()), house.registry.find))


@route("POST", "/api/tables/NAME/review")
async def review_table(house: House, arguments: Arguments, _body: str) -> object:
    """Request the review of a table's game."""
    state: State = (await house.session(arguments.names[0])).state
    record, result = game_of(state)
    return await house.reviews.look(await house.reviews.ask(record, result=result, table_id=state.terms.id))


@route("POST", "/api/reviews")
async def review_record(house: House, _arguments: Arguments, body: str) -> object:
    """Request the review of a record's game."""
    await house.load_game_of(parse_line(body.encode()))
    return await house.reviews.look(await house.reviews.ask(read_finished(body.encode(), house.registry.find)))


@route("GET", "/api/reviews/NAME")
async def show_review(house: House, arguments: Arguments, _body: str) -> object:
    """The progress of a review, and its results so far."""
    return await house.reviews.look(arguments.names[0])


@route("GET", "/api/tables/NAME/turning-point")
async def show_turning_point(house: House, arguments: Arguments, _body: str) -> object:
    """The turning point of a table's game, by its review; null without one."""
    review = await house.reviews.find_of_table(arguments.names[0])
    if review is None:
        return None
    own = (await house.session(arguments.names[0])).state.seats_of(PERSON)
    return read_turning_point(orjson.dumps(review), own[0] if len(own) == 1 else EVERYBODY)
