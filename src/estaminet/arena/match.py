"""One game of an arena, from the deal to its line in the games file; its luck is found too, if wanted."""

import operator
from dataclasses import asdict, dataclass
from functools import cache
from time import perf_counter
from typing import NamedTuple

from estaminet import players as house
from estaminet.arena.luck import find_luck
from estaminet.arena.open_cards import OpenPlayer
from estaminet.arena.plan import Plan, Seating
from estaminet.engine.errors import EstaminetError
from estaminet.engine.jit import compiler
from estaminet.engine.kernel import Known
from estaminet.engine.position import Position
from estaminet.engine.record import Record, write_line
from estaminet.games import REGISTRY
from estaminet.players.player import Player


@dataclass
class ThinkingTime:
    """How long a seat thought in one game, in seconds."""

    decisions: int = 0
    total: float = 0.0
    longest: float = 0.0

    def add(self, seconds: float) -> None:
        self.decisions += 1
        self.total += seconds
        self.longest = max(self.longest, seconds)


@cache
def warm_up(game: str) -> None:
    """Compile what the games need, or load it, so that no player's clock pays for it."""
    compiler.load_functions(house.__name__)
    modules = REGISTRY.find(game).modules
    compiler.load_functions(modules[0].__package__ or modules[0].__name__)


def play_match(plan: Plan, seating: Seating) -> str:
    """Play one game. What comes back is a record with one member more, `arena`, as a line of JSON."""
    warm_up(plan.game)
    places = plan.places(seating.rotation)
    names = [plan.entrants[place].name for place in places]
    players = [plan.entrants[place].seat(plan.player_seed(seating, place)) for place in places]
    thinking = [ThinkingTime() for _ in places]
    position = REGISTRY.find(plan.game).start(len(places), seed=plan.deal_seed(seating), options=plan.options)
    while (seat := position.to_move) is not None:
        try:
            thinking[seat].add(act(position, seat, players[seat]))
        except Exception as error:
            reason = str(error) if isinstance(error, EstaminetError) else f"{type(error).__name__}: {error}"
            raise EstaminetError(
                "player.failed",
                f"{names[seat]} failed on seat {seat} of deal {seating.deal}, rotation {seating.rotation}, "
                f"after {len(position.history)} actions: {reason}",
            ) from error
    arena = {
        "deal": seating.deal,
        "rotation": seating.rotation,
        "players": names,
        "shares": position.returns(),
        "thinking": [asdict(each) for each in thinking],
    }
    return write_line(Record.of(position).to_data() | {"arena": arena})


def act(position: Position, seat: int, player: Player) -> float:
    """Let a player choose from what its seat may know, and play that; how many seconds it thought."""
    known = Known(position.memory.copy()) if type(player) is OpenPlayer else position.known_to(seat)
    began = perf_counter()
    code = player.choose(position.game, position.players, known, seat)
    seconds = perf_counter() - began
    position.play_code(operator.index(code))
    return seconds


class Task(NamedTuple):
    """One game. Plain data: it travels to the process that plays."""

    seating: Seating
    wants_luck: bool = False
    game: str = ""
    """Its line in the games file, if it was played before."""


class Lines(NamedTuple):
    """The lines to store after a task; an empty line if there is nothing new."""

    game: str
    luck: str


def perform(plan: Plan, task: Task) -> Lines:
    """Play a game, unless it was played before, and find its luck if that is wanted."""
    game = task.game or play_match(plan, task.seating)
    luck = find_luck(plan, task.seating, game).to_line() if task.wants_luck else ""
    return Lines("" if task.game else game, luck)
