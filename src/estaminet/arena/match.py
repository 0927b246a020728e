"""The games of an arena, and one of them, from the deal to its line in the games file.

Every deal is played once for each rotation of the players; one seed decides everything. If wanted, the luck of a game
is measured too.
"""

import json
import operator
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from time import perf_counter
from typing import Final, NamedTuple

import numpy as np

from estaminet import players as house
from estaminet.arena.entrants import Entrant, find_entrant
from estaminet.arena.open_cards import OpenPlayer
from estaminet.engine.deal import seed_bits
from estaminet.engine.errors import EstaminetError
from estaminet.engine.jit import compiler
from estaminet.engine.kernel import Known
from estaminet.engine.options import OptionValue
from estaminet.engine.position import Position
from estaminet.engine.record import Record, parse_record, write_line
from estaminet.games import REGISTRY
from estaminet.players.player import Player
from estaminet.review.account import value_draw
from estaminet.review.replay import Effort, Replay, find_valuation, follow, make_thinker


class Seating(NamedTuple):
    """One game: a deal, and the rotation of the list of players."""

    deal: int
    rotation: int


@dataclass(frozen=True)
class Plan:
    """Everything that decides what is played. Plain data: it travels to the process that plays."""

    game: str
    entrants: tuple[Entrant, ...]
    """In the order in which they were given; the same one may have several places."""
    seed: int
    options: Mapping[str, OptionValue]

    @property
    def names(self) -> list[str]:
        """The name at each place of the list."""
        return [entrant.name for entrant in self.entrants]

    def places(self, rotation: int) -> list[int]:
        """For each seat, its place in the list of players."""
        count = len(self.entrants)
        return [(seat + rotation) % count for seat in range(count)]

    def count_deals(self, games: int) -> int:
        """The number of whole deals for at least so many games."""
        return -(-games // len(self.entrants))

    def seatings(self, games: int) -> list[Seating]:
        """All games of so many, rounded up to whole deals."""
        return [
            Seating(deal, rotation)
            for deal in range(self.count_deals(games))
            for rotation in range(len(self.entrants))
        ]  # fmt: skip

    def deal_seed(self, seating: Seating) -> str:
        """The seed of the deal, the same for all its rotations."""
        return f"{self.seed}/{seating.deal}"

    def player_seed(self, seating: Seating, place: int) -> int:
        """The seed of one player in one game."""
        return int.from_bytes(seed_bits(f"{self.seed}/{seating.deal}/{seating.rotation}/{place}")[:8])


def make_plan(game: str, players: Sequence[str], *, seed: int, options: Mapping[str, object] | None) -> Plan:
    """A plan in which the game, the number of players, the options and every player have been checked."""
    chosen = REGISTRY.find(game)
    start = chosen.start(len(players), options=options)
    found = {name: find_entrant(name) for name in dict.fromkeys(players)}
    for entrant in found.values():
        entrant.check(chosen, len(players))
    return Plan(game, tuple(found[name] for name in players), seed, start.options)


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


# Luck: what the draws gave every seat, as far as it shows in results
#
# It is zero on average for every player, so results without it have the same mean and spread less; `review.account`
# says why. The luck of the deal is left out: a deal is played from every seat, where it adds up to zero for everybody.


MOST: Final = 1.0
"""No result is moved by more: an interval for bounded observations can rely on it."""
FEWER: Final = 4
"""A review looks at so many times more worlds: it speaks of one game, an arena of the mean of many."""


@dataclass(frozen=True)
class Luck:
    """The luck of the draws of one game, for every seat."""

    seating: Seating
    shares: list[float]
    """To be taken from the shares of the victory; they add up to zero."""
    seconds: float
    """How long it took to find."""

    @classmethod
    def read(cls, line: bytes | str) -> "Luck":
        """From a line of the luck file."""
        members = json.loads(line)
        return cls(Seating(members["deal"], members["rotation"]), members["luck"], members["seconds"])

    def to_line(self) -> str:
        """A line of the luck file."""
        return write_line({**self.seating._asdict(), "luck": self.shares, "seconds": self.seconds})


def check_luck(game: str) -> None:
    """``game.not_reviewable`` if the luck of this game cannot be found."""
    if not REGISTRY.find(game).kernel.can_redraw:
        raise EstaminetError(
            "game.not_reviewable",
            f"{game} does not say what nobody has seen, so its luck cannot be found: leave out --luck.",
        )


def find_luck(plan: Plan, seating: Seating, line: str) -> Luck:
    """The luck of a finished game, from its line in the games file: the same on every machine but for the seconds."""
    began = perf_counter()
    replay = follow(parse_record(line, REGISTRY.find))
    seed = int.from_bytes(seed_bits(f"{plan.seed}/{seating.deal}/{seating.rotation}/luck")[:8])
    return Luck(seating, weigh_draws(replay, seed), perf_counter() - began)


def weigh_draws(replay: Replay, seed: int) -> list[float]:
    """What all draws together gave every seat, times the game's luck weight.

    The weight of a draw shrinks where the sum comes near `MOST`. It depends on what was drawn before and on nothing
    else, so the mean stays zero.
    """
    game, players = replay.game, replay.players
    valuation = find_valuation(game, Effort())
    thinker = make_thinker(game, players)
    worlds = max(valuation.worlds // FEWER, 1)
    weight = game.luck_weights.get(players, 1.0)
    total = np.zeros(players)
    for ply in range(len(replay.codes)):
        gained = value_draw(replay, thinker, worlds, seed, ply)
        if gained is not None:
            total += min(weight, MOST - float(np.abs(total).max())) * gained
    return [float(share) for share in total]
