"""The games, their first lessons, and their puzzles."""

import gzip
from functools import partial
from typing import Annotated, Final

from fastapi import APIRouter, Path, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from estaminet.puzzles.model import Puzzle, Rating, load_puzzles
from estaminet.server.errors import Refusal
from estaminet.server.http.access import Server, TheServer, account_of, unless_gone
from estaminet.server.http.messages import PuzzleAnswer, PuzzleMessage
from estaminet.server.live.listing import GameDetails, GameMessage, describe_details, describe_game
from estaminet.server.live.messages import LessonMessage, ListedPuzzle
from estaminet.server.live.records import list_puzzles, write_answer, write_lesson, write_puzzle

router: Final = APIRouter(prefix="/api/games", tags=["games"])


@router.get("")
async def list_games(server: TheServer) -> list[GameMessage]:
    """Every game, with its options."""
    kernels = server.lobby.kernels
    return [describe_game(game, readiness=kernels.status[game.name]) for game in kernels.games()]


@router.get("/{name}")
async def show_game(name: str, server: TheServer) -> GameDetails:
    """One game, with all its actions and the sentences of its log."""
    game = server.registry.find(name)
    return describe_details(game, readiness=server.lobby.kernels.status[name])


@router.get("/{name}/lesson", response_model=LessonMessage)
async def show_lesson(name: str, server: TheServer, request: Request) -> Response:
    """The whole first lesson of a game, which needs no table."""
    kernels = server.lobby.kernels
    server.registry.find(name)
    await kernels.playable(name)
    work = server.records.run(account_of(request), lambda: write_lesson(kernels.find(name)))
    packed, headers = await unless_gone(request, work), {"Vary": "Accept-Encoding"}
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(gzip.decompress(packed), headers=headers, media_type="application/json")
    return Response(packed, headers=headers | {"Content-Encoding": "gzip"}, media_type="application/json")


# Puzzles: nothing about who solves is stored, ratings come with a try and go back


puzzle_router: Final = APIRouter(prefix="/api/puzzles", tags=["puzzles"])
JSON: Final = "application/json"
PuzzleId = Annotated[str, Path(pattern=r"^[0-9a-f]{10}$")]


class RatingPart(BaseModel):
    """A solver's rating, from the last answer."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)
    mu: float = Field(ge=0, le=100)
    sigma: float = Field(gt=0, le=10)


class PuzzleTry(BaseModel):
    """A try at a puzzle."""

    model_config = ConfigDict(extra="forbid")
    action: str = Field(max_length=60)
    rating: RatingPart | None = None
    """Left out when trying again: only the first try counts."""


@puzzle_router.get("/{name}")
async def show_puzzles(name: str, server: TheServer) -> list[ListedPuzzle]:
    """All puzzles of a game, always in the same order."""
    return list_puzzles(server.registry.find(name))


@puzzle_router.get("/{name}/{puzzle_id}", response_model=PuzzleMessage)
async def show_puzzle(
    request: Request,
    name: str,
    puzzle_id: PuzzleId,
    server: TheServer,
) -> Response:
    """A position to solve, as the seat to move sees it."""
    puzzle = await find_puzzle(server, name, puzzle_id)
    work = server.records.run(account_of(request), partial(write_puzzle, puzzle, server.registry.find(name)))
    return Response(await unless_gone(request, work), media_type=JSON)


@puzzle_router.post("/{name}/{puzzle_id}", response_model=PuzzleAnswer)
async def try_puzzle(
    request: Request,
    name: str,
    puzzle_id: PuzzleId,
    attempt: PuzzleTry,
    server: TheServer,
) -> Response:
    """Try an action: is it right and why, which others are tempting, what may follow, and the new rating."""
    puzzle = await find_puzzle(server, name, puzzle_id)
    rating = None if attempt.rating is None else Rating(attempt.rating.mu, attempt.rating.sigma)
    answer = partial(write_answer, puzzle, server.registry.find(name), attempt.action, rating)
    work = server.records.run(account_of(request), answer)
    return Response(await unless_gone(request, work), media_type=JSON)


async def find_puzzle(server: Server, name: str, puzzle_id: str) -> Puzzle:
    """The puzzle, with its game ready."""
    puzzle = load_puzzles(server.registry.find(name)).get(puzzle_id)
    if puzzle is None:
        raise Refusal("puzzle.unknown", f"There is no puzzle {puzzle_id} of {name}.")
    await server.lobby.kernels.ready(name)
    return puzzle
