"""What house players, hints, reviews and puzzles say: the same program runs here and in Pyodide."""

import json
import random
from collections.abc import Iterator
from dataclasses import asdict

import estaminet
from estaminet.engine.game import LEVELS, Game
from estaminet.engine.position import Position
from estaminet.engine.record import Record
from estaminet.players import Budget, find_hint
from estaminet.players.levels import COMPARISONS, STYLES, LevelPlayer, StyledPlayer, seat_player
from estaminet.players.player import Player
from estaminet.players.thinker import find_strongest
from estaminet.puzzles.answer import find_answer
from estaminet.puzzles.model import load_puzzles
from estaminet.review import Effort, review_in_steps

ITERATIONS = 120
"""Of thoughts that a clock would end otherwise."""
EFFORT = Effort(worlds=16, iterations=24, comparisons=32, confirmations=48, deals=4, threads=1)
"""Of a short review."""
FEW = 12
"""The number of actions reviewed."""


def answer(wanted: str) -> str:
    """All of it for a game that JSON names, for so many positions with each number of players."""
    about = json.loads(wanted)
    return json.dumps(list_all(estaminet.game(about["name"]), about["count"]))


def list_all(game: Game, count: int) -> list[object]:
    """The same as plain data."""
    found = [*list_decisions(game, count), *list_hints(game, count), review_game(game), *list_answers(game, count)]
    plain: list[object] = json.loads(json.dumps(found))
    return plain


def pick_positions(game: Game, players: int, count: int) -> Iterator[Position]:
    """From anywhere in random games."""
    for seed in range(count):
        dice = random.Random(seed)
        position = game.start(players, seed)
        for _ in range(dice.randint(0, 40)):
            if position.is_over:
                break
            before, code = position.copy(), dice.choice(position.legal_codes())
            position.follow(code)
        yield before if position.is_over else position


def list_decisions(game: Game, count: int) -> Iterator[object]:
    """Every level's action, and each style's."""
    for players in game.seats:
        for number, position in enumerate(pick_positions(game, players, count)):
            seat = position.to_move or 0
            known = position.known_to(seat)
            kings = find_strongest(game, players, number, Budget(iterations=ITERATIONS))
            found: dict[str, Player] = {
                level: LevelPlayer(level, number, is_timed=False) for level in LEVELS if level != "king"
            }
            found |= {name: seat_player(name, number) for name in COMPARISONS}
            found |= {style: LevelPlayer("waiter", number, style, is_timed=False) for style in STYLES}
            found |= {"king": kings, "bold king": StyledPlayer(kings, "bold", number)}
            yield {name: player.choose(game, players, known, seat) for name, player in found.items()}


def list_hints(game: Game, count: int) -> Iterator[object]:
    """For the seat to move, and for one that waits."""
    for players in game.seats:
        for number, position in enumerate(pick_positions(game, players, count)):
            seat = position.to_move or 0
            yield asdict(find_hint(position, seat, Budget(iterations=ITERATIONS), seed=number))
        yield asdict(find_hint(position, (seat + 1) % players, Budget(iterations=ITERATIONS)))


def review_game(game: Game) -> object:
    """The review of the beginning of a game that somebody gave up, or of nothing."""
    if not game.kernel.can_redraw:
        return None
    players = game.seats[0]
    position = game.start(players, 3)
    greedy = [seat_player("greedy", seat) for seat in range(players)]
    for _ in range(FEW):
        seat = position.to_move or 0
        position.follow(greedy[seat].choose(game, players, position.known_to(seat), seat))
    result = [float(seat == 0) for seat in range(players)]
    *_, last = review_in_steps(Record.of(position), effort=EFFORT, result=result)
    return last.to_data()


def list_answers(game: Game, count: int) -> Iterator[object]:
    """The texts after the worst and the best try at some puzzles."""
    for puzzle in [*load_puzzles(game).values()][:count]:
        for each in (puzzle.tries[0], puzzle.tries[-1]):
            yield asdict(find_answer(puzzle, game, each.action))
