"""A puzzle, as plain data: a position of a house game, and the value of every action to the seat to move.

The record is the true game, with its hidden cards. A solver gets the seat's view and nothing else.
"""

import gzip
import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import cache, cached_property
from importlib.resources import files
from math import exp, log, pi, sqrt
from typing import Any, Final

from estaminet.engine.game import Game
from estaminet.engine.jit.layout import Memory
from estaminet.engine.jit.random import generator
from estaminet.engine.options import OptionValue
from estaminet.engine.position import Position

FORMAT: Final = "estaminet-puzzle/2"
FILE: Final = "puzzles.jsonl.gz"
"""The puzzles of a game, beside its rules."""
GOOD_ENOUGH: Final = 0.04
"""Losses below this share of the victory are as good as the best."""


@dataclass(frozen=True)
class Try:
    """One action that can be tried."""

    action: str
    loss: float
    """The share of the victory it loses."""


@dataclass(frozen=True)
class Puzzle:
    """Find the best action of a seat."""

    game: str
    number: int
    """The number of its house game."""
    players: int
    options: Mapping[str, OptionValue]
    deal: Mapping[str, object]
    actions: tuple[str, ...]
    """All earlier actions."""
    seat: int
    share: float
    """Seat's expected share after the best action."""
    margin: float
    """The lead of the best over all that is not as good."""
    is_exact: bool
    """Whether all of this was calculated to the end."""
    difficulty: float
    """On the scale of ratings: the estimated rating of those who find it half the time."""
    themes: tuple[str, ...]
    tries: tuple[Try, ...]
    """All legal actions, the best first."""
    plan: tuple[str, ...]
    """The rest of the best turn, as far as it was examined."""
    world: int
    """The seed of the imagined world shown."""

    @cached_property
    def id(self) -> str:
        """The same for the same position."""
        members = [self.game, self.players, dict(self.options), dict(self.deal), list(self.actions)]
        return hashlib.sha256(json.dumps(members, sort_keys=True).encode()).hexdigest()[:10]

    @property
    def best(self) -> tuple[str, ...]:
        """The good actions."""
        return tuple(each.action for each in self.tries if each.loss < GOOD_ENOUGH)

    def find(self, action: str) -> Try | None:
        """The entry of an action; None if it is not possible."""
        return next((each for each in self.tries if each.action == action), None)

    def position(self, game: Game) -> Position:
        """The true position."""
        position = game.start(self.players, options=self.options, deal=self.deal)
        for text in self.actions:
            position.play(text)
        return position

    def to_json(self) -> str:
        """One line."""
        return json.dumps({"format": FORMAT, **asdict(self)}, ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def read(cls, line: str | bytes) -> "Puzzle":
        """A puzzle from its line."""
        members: dict[str, Any] = json.loads(line)
        if members.pop("format") != FORMAT:
            raise ValueError(f"this is no {FORMAT}")
        tries = tuple(Try(**each) for each in members.pop("tries"))
        actions, themes, plan = (tuple(members.pop(name)) for name in ("actions", "themes", "plan"))
        return cls(actions=actions, themes=themes, tries=tries, plan=plan, **members)


def _read_file(game: Game) -> Iterator[Puzzle]:
    file = files(type(game).__module__.rpartition(".")[0] or __package__) / FILE
    if file.is_file():
        for line in gzip.decompress(file.read_bytes()).splitlines():
            yield Puzzle.read(line)


@cache
def load_puzzles(game: Game) -> Mapping[str, Puzzle]:
    """The puzzles that come with a game, by their ids; nothing if it has none."""
    return {each.id: each for each in _read_file(game)}


def imagine(position: Position, world: int) -> Memory:
    """A world with this seed, made from what the seat to move knows and nothing else."""
    seat = position.to_move or 0
    memory: Memory = position.known_to(seat).copy()
    position.game.kernel.determinize(memory, seat, generator(world))
    return memory


# The rating of solvers: Glicko, with the puzzle as the opponent, whose own rating stays
#
# Glickman, Parameter estimation in large dynamic paired comparison experiments (1999). Ratings are kept on the scale
# on which the arena has everybody begin at 25; a page shows sixty times this, so that 400 points are odds of ten to
# one.


POINTS: Final = 60
"""The points of a page for one here."""
ODDS: Final = 400 / log(10) / POINTS
"""A rating better by this much has e times the odds."""
BEGINNING: Final = 25.0
DOUBT: Final = 175 / POINTS
"""The initial uncertainty of a rating: one standard deviation; nineteen in twenty are within two."""
DRIFT: Final = 10 / POINTS
"""The increase in uncertainty from one try to the next: people learn."""
PUZZLE_DOUBT: Final = 120 / POINTS
"""The uncertainty of a puzzle's difficulty."""


@dataclass(frozen=True)
class Rating:
    """The rating of a solver."""

    mu: float = BEGINNING
    """The most likely strength."""
    sigma: float = DOUBT
    """One standard deviation of it, at most that of a beginner: larger values are capped."""


def expect(rating: Rating, difficulty: float) -> float:
    """The chance that a puzzle of this difficulty is solved."""
    return 1 / (1 + exp(_soften() * (difficulty - rating.mu) / ODDS))


def rate_try(rating: Rating, difficulty: float, *, is_right: bool) -> Rating:
    """The rating after a puzzle was solved or not: expected results change little, surprises much.

    >>> easy, hard = (rate_try(Rating(), difficulty, is_right=True) for difficulty in (17, 33))
    >>> [round(POINTS * each.mu) for each in (Rating(), easy, hard)]
    [1500, 1511, 1645]
    """
    variance = min(sqrt(rating.sigma**2 + DRIFT**2), DOUBT) ** 2
    expected = expect(rating, difficulty)
    told = _soften() / ODDS
    information = told**2 * expected * (1 - expected)
    after = 1 / (1 / variance + information)
    return Rating(rating.mu + after * told * (is_right - expected), sqrt(after))


def _soften() -> float:
    """The weight of a result, since the difficulty is not known exactly; g(RD) in the paper."""
    return 1 / sqrt(1 + 3 * (PUZZLE_DOUBT / ODDS / pi) ** 2)
