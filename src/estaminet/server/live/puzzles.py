"""Puzzles as they are sent: the view of who is to solve one, and what follows a try.

Nothing here is made from what the seat cannot know: what follows is played in a world imagined from its knowledge.
"""

import orjson

from estaminet.engine.game import Game
from estaminet.engine.position import Position
from estaminet.puzzles.model import Puzzle, Rating, Try, imagine, rate_try
from estaminet.server.live.log import line_messages
from estaminet.server.live.updates import Views
from estaminet.server.rules.play import Play


def write_puzzle(puzzle: Puzzle, game: Game) -> bytes:
    """A position to be solved."""
    play = Play(place(puzzle, game))
    members = {
        "id": puzzle.id,
        "game": puzzle.game,
        "difficulty": puzzle.difficulty,
        "view": orjson.Fragment(Views().write(play, puzzle.seat)),
    }
    return orjson.dumps(members)


def write_answer(puzzle: Puzzle, game: Game, action: str, rating: Rating | None) -> bytes:
    """What comes of a try; IllegalAction or UnknownAction if it is not possible."""
    start = place(puzzle, game)
    tried = puzzle.find(action)
    if tried is None:
        raise game.refuse(start.known_to(puzzle.seat), puzzle.seat, game.code(action))
    is_right = action in puzzle.best
    after = rating and rate_try(rating, puzzle.difficulty, is_right=is_right)
    best = puzzle.tries[0]
    members = {
        "is_right": is_right,
        "loss": tried.loss,
        "share": puzzle.share,
        "is_exact": puzzle.is_exact,
        "themes": puzzle.themes,
        "best": puzzle.best,
        "frames": write_frames(start, puzzle.seat, tried),
        "best_frames": write_frames(start, puzzle.seat, best),
        "rating": after and {"mu": after.mu, "sigma": after.sigma},
    }
    return orjson.dumps(members)


def place(puzzle: Puzzle, game: Game) -> Position:
    """The position in the imagined world that the puzzle shows."""
    position = puzzle.position(game)
    position.memory = imagine(position, puzzle.world)
    return position


def write_frames(start: Position, seat: int, tried: Try) -> list[dict[str, object]]:
    """The position after an action and after everything that may follow it, as the seat sees them."""
    views, play = Views(), Play(start)
    frames: list[dict[str, object]] = []
    for text in (tried.action, *tried.line):
        play = play.after(start.game.code(text))
        view = orjson.Fragment(views.write(play, seat))
        frames.append({"view": view, "action": text, "lines": line_messages(play.lines)})
    return frames
