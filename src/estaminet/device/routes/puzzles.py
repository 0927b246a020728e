"""Puzzles."""

from estaminet.device.house import House
from estaminet.device.paths import Arguments, read_body, route
from estaminet.puzzles.model import Puzzle, load_puzzles
from estaminet.puzzles.rating import Rating
from estaminet.server.errors import Refusal
from estaminet.server.live.records import list_puzzles, write_answer, write_puzzle


@route("GET", "/api/puzzles/NAME")
async def show_puzzles(house: House, arguments: Arguments, _body: str) -> object:
    """All puzzles of a game, always in the same order."""
    return list_puzzles(house.registry.find(arguments.names[0]))


@route("GET", "/api/puzzles/NAME/NAME")
async def show_puzzle(house: House, arguments: Arguments, _body: str) -> object:
    """A position to solve."""
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
