"""A puzzle, as plain data: a position of a house game, and what every action in it is worth to the seat to move.

The record is the true game, hidden cards and all: whoever is to solve it gets the seat's view and nothing else.
"""

import gzip
import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import cache, cached_property
from importlib.resources import files
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
"""What loses less than this share of the victory is as good as the best."""


@dataclass(frozen=True)
class Try:
    """One action that can be tried."""

    action: str
    loss: float
    """What share of the victory it gives away."""


@dataclass(frozen=True)
class Puzzle:
    """Find the best action of a seat."""

    game: str
    number: int
    """Of the house game that it comes from."""
    players: int
    options: Mapping[str, OptionValue]
    deal: Mapping[str, object]
    actions: tuple[str, ...]
    """All that was played before."""
    seat: int
    share: float
    """What the seat may expect after the best action."""
    margin: float
    """How far the best is ahead of everything that is not as good."""
    is_exact: bool
    """Whether all of this was calculated to the end."""
    difficulty: float
    """On the scale of ratings: somebody with this rating finds it half the time, as far as that can be foretold."""
    themes: tuple[str, ...]
    tries: tuple[Try, ...]
    """Everything that is possible, the best first."""
    plan: tuple[str, ...]
    """The rest of the turn that the best begins, as far as it was looked at."""
    world: int
    """The seed of the imagined world that is shown."""

    @cached_property
    def id(self) -> str:
        """The same position always has the same one."""
        members = [self.game, self.players, dict(self.options), dict(self.deal), list(self.actions)]
        return hashlib.sha256(json.dumps(members, sort_keys=True).encode()).hexdigest()[:10]

    @property
    def best(self) -> tuple[str, ...]:
        """All that is good enough."""
        return tuple(each.action for each in self.tries if each.loss < GOOD_ENOUGH)

    def find(self, action: str) -> Try | None:
        """What is known about an action; None if it is not possible."""
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
