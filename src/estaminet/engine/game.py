"""What a game is: the one class that a folder under games/ fills in."""

import json
from abc import ABC, abstractmethod
from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from types import MappingProxyType, ModuleType
from typing import Any, Final, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from estaminet.engine.deal import DealValue, Part
from estaminet.engine.errors import EstaminetError, IllegalAction, UnknownAction
from estaminet.engine.jit.compiler import Progress
from estaminet.engine.jit.layout import Memory
from estaminet.engine.kernel import Kernel, Known
from estaminet.engine.options import Options, OptionValue
from estaminet.engine.position import Position

NOTHING: Final = -1
"""A missing column of a piece of a `Shape`: it reads 0."""
SEAT_ARGUMENTS: Final = ("seat", "pub")
"""Arguments of a log line that are seats; a sentence shows the player's name."""


class Action(NamedTuple):
    """An action of the notation, legal or not. Its code is its place in `Game.actions`."""

    text: str
    """As the rules page writes it: ``stall III c4``."""
    kind: str
    """The kind of action: its first word."""
    targets: tuple[str, ...]
    """The targets that a person points at, in order: ``rank:III``, ``cell:c4``."""

    @property
    def parts(self) -> Mapping[str, str]:
        """The targets by their kinds: ``{"rank": "III", "cell": "c4"}``; those of no kind are left out."""
        return _split(self.targets)


@cache
def _split(targets: tuple[str, ...]) -> Mapping[str, str]:
    return dict(target.split(":", 1) for target in targets if ":" in target)


class LogLine(NamedTuple):
    """A sentence for the log, in no language yet: a key and its arguments."""

    key: str
    arguments: Mapping[str, str | int]


class Fact(NamedTuple):
    """A fact that a person would name about a turn, with its numbers from playouts."""

    numbers: NDArray[np.float64]
    """(worlds, lines): its amount, in the unit of the sentence."""
    more: str = ""
    """The key of the reason if the better turn brings more of it; empty if that is no reason."""
    less: str = ""
    """The same if it brings less."""
    arguments: Mapping[str, str | int] = MappingProxyType({})
    """Of both keys. Where they also have `amount`, it is by how much the turns differ, rounded to what is certain, 0 if
    that is less than a unit; `this` and `other` are what there is after each of them."""
    rival: int | None = None
    """The other seat whose gain or loss it is: a reason only while that seat can still win."""
    step: int = 1
    """Figures are multiples of it."""
    weight: float | None = None
    """The value of one unit as a share of the victory, if known; otherwise it is measured."""
    parts: Sequence["Fact"] = ()
    """Narrower facts that add up to this one: one that makes up most of a difference is named in its place."""


class Refusal(NamedTuple):
    """Why an action is not allowed now."""

    rule: str
    sentence: str


# The strength of the levels: a table that a game fills in, for house players.

KING_SECONDS: Final = 1.0
"""Seconds that the strongest may think about an action."""


class Shortsighted(NamedTuple):
    """Looks one ply ahead, overlooks small differences, and of similar actions takes the one that pays at once."""

    blur: float
    """Actions look alike if they are at most this share of the victory worse than the best."""
    is_misled: bool = False
    """Whether it prefers the wrong one of actions that look alike, like somebody with a wrong idea of the game."""


class Search(NamedTuple):
    """Searches through imagined worlds with the game's own evaluation."""

    iterations: int


class Learned(NamedTuple):
    """Plans with the network that comes with the game; searches for as long where there is none."""

    iterations: int | None = None
    """Playouts; 0: the network's first choice, without any."""
    seconds: float | None = None


Strength = Shortsighted | Search | Learned


class Ladder(NamedTuple):
    """The strength of each level, from the weakest; a game may change them."""

    guest: Strength = Shortsighted(0.15)
    apprentice: Strength = Shortsighted(0.1)
    regular: Strength = Shortsighted(0.06)
    waiter: Strength = Shortsighted(0.03)
    host: Strength = Search(100)
    king: Strength = Learned(seconds=KING_SECONDS)


LEVELS: Final = Ladder._fields
"""The names of the levels, the weakest first."""


class Step(NamedTuple):
    """A text of a lesson, shown until the next step."""

    at: int
    """The ply from which it is shown."""
    key: str


@dataclass(frozen=True)
class Lesson:
    """A first lesson: a prepared deal, everybody's actions, and texts for the learner.

    It is a record with one member more, `lesson.json` beside the game. The texts of the keys belong to the page.
    """

    players: int
    options: Mapping[str, OptionValue]
    deal: Mapping[str, DealValue]
    actions: tuple[str, ...]
    """Of the learner and of the others; then the game goes on by itself."""
    seat: int
    """The learner's."""
    steps: tuple[Step, ...]

    @classmethod
    def read(cls, data: Mapping[str, object]) -> "Lesson":
        """Read what `to_data` wrote, or a file of the package: it is trusted, and tests play it."""
        members = cast("dict[str, Any]", data)
        lesson = members["lesson"]
        return cls(
            players=members["players"],
            options=members["options"],
            deal=members["deal"],
            actions=tuple(members["actions"]),
            seat=lesson["seat"],
            steps=tuple(Step(*each) for each in lesson["steps"]),
        )


@dataclass(frozen=True)
class AccountWeights:
    """How much of a review's terms shows in results, on average: fitted once, to finished games.

    A value that is measured a few turns ahead is partly undone later. Where there is no chance in luck or in hidden
    cards, their means stay zero whatever the weight.
    """

    luck: float = 1.0
    """Of the deal and of draws."""
    hidden: float = 0.0
    """Of the effect of hidden cards on decisions."""
    decisions: float = 1.0
    """Of the gains and losses by decisions."""


class Shape(NamedTuple):
    """A board as equal pieces, and a table around it: all columns that belong to no piece."""

    pieces: int
    """How many pieces there are; the arrays have room for a few more, which stay empty."""
    columns: NDArray[np.int64]
    """(pieces, features): where the features of each piece are in the input, or NOTHING."""
    logits: NDArray[np.int64]
    """(actions,): where the logit of each action is, among those of all pieces and then those of the table."""
    kinds: int
    """How many logits each piece has."""
    rest: int
    """How many the table has."""
    lines: NDArray[np.float32]
    """(relations, pieces, pieces): how much each piece hears of each other one."""
    walls: NDArray[np.int64] | None = None
    """(pieces,): the column that is 1 if nothing can be heard across a piece."""
    between: NDArray[np.float32] | None = None
    """(pieces, relations, pieces, pieces): 1 where a piece stands between two others, or is one of them."""
    owners: NDArray[np.int64] | None = None
    """(pieces,): the seat to which a piece belongs, counted from the one to move; NOTHING for empty ones."""


class Game(ABC):
    """The rules, the words and the drawing of one game."""

    name: str
    """Its name for programs: ``poule``."""
    title: str
    """Its name for people."""
    seats: range
    """The possible numbers of players."""
    options: Options
    actions: Sequence[Action]
    """Every action of the notation, in the order of their codes."""
    log_keys: Mapping[str, tuple[str, ...]]
    """Every key that `describe` uses, with the names of its arguments."""
    sentences: Mapping[str, str] = MappingProxyType({})
    """For every key of `log_keys` a sentence in English, with its arguments in braces: ``{seat} draws {tile}.``"""
    marks: Sequence[str] = ()
    """The sign of each seat in the text drawing, ``("X", "O")``: a page can colour it."""
    modules: Sequence[ModuleType]
    """The modules with the functions and sizes of its `Kernel`, the one with the rules first."""
    end_rule: str
    """Number of the rule about the end and the winners."""
    search_settings: Mapping[str, Any] = MappingProxyType({})
    """The best settings of a search where they differ from the defaults: `players.playouts.SearchSettings`."""
    race_settings: Mapping[str, object] = MappingProxyType({})
    """The same for those with a trained network: `players.race.RaceSettings`."""
    ladders: Mapping[int, Ladder] = MappingProxyType({})
    """By the number of players: the strength of the levels, in equal steps."""
    pauses: Collection[str] | None = None
    """Kinds of action after which a person thinks again, though it may still be their turn; None: after every action
    that reveals something. A hint plans as far as that."""
    reason_keys: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    """Every key that `find_facts` uses, with the names of its arguments."""

    reviewing: Mapping[str, int] = MappingProxyType({})
    """The best valuation of a finished game where it differs from the defaults: settings of `review.Valuation`."""
    luck_weights: Mapping[int, float] = MappingProxyType({})
    """By the number of players: how much of what the draws gave shows in results, on average; 1 if it does not say. An
    arena takes so much out of its results. Fitted once, to the results of finished games."""
    account_weights: Mapping[int, AccountWeights] = MappingProxyType({})
    """The same for each part of a review's account."""

    @abstractmethod
    def deal_parts(self, players: int, options: Mapping[str, OptionValue]) -> Sequence[Part]:
        """The parts of a deal, in the order in which ``start`` reads them."""

    @abstractmethod
    def view(self, known: Known, seat: int) -> Mapping[str, object]:
        """The board as plain data, for the seat (or NOBODY) for which it was hidden."""

    def own(self, known: Known, seat: int) -> Mapping[str, object]:
        """The members of the view that are not the same for everybody; by default all of them."""
        return self.view(known, seat)

    @abstractmethod
    def render(self, known: Known, seat: int) -> str:
        """The board as a text drawing."""

    def effects(self, known: Known, seat: int, codes: Sequence[int]) -> Sequence[Mapping[str, object]]:  # noqa: ARG002  # a game need not say
        """The effects of each of these actions of the seat to move, as plain data; none by default.

        A page shows it before somebody commits. Only certain effects are in it, whatever is hidden.
        """
        return ()

    @abstractmethod
    def describe(self, before: Known, action: Action, after: Known) -> list[LogLine]:
        """The log lines of an action, from what everybody could see before and after it."""

    def round_of(self, known: Known) -> int:  # noqa: ARG002  # a game without rounds has one
        """The present round, from 0, as everybody can see it."""
        return 0

    def tally(self, known: Known) -> Mapping[str, Sequence[int]]:  # noqa: ARG002  # scores say it in most games
        """The tallies that people count where scores do not show them: for each thing a number a seat."""
        return {}

    def holdings(self, known: Known) -> Sequence[int]:  # noqa: ARG002  # a game need not say
        """Every seat's holdings if everything open were counted now; empty by default."""
        return ()

    @abstractmethod
    def explain(self, known: Known, seat: int, action: Action) -> Refusal:
        """The reason why an action is not legal, for the seat to move."""

    def seen_from(self, text: str, players: int, seat: int) -> str:  # noqa: ARG002  # most actions name no side
        """The text of an action after a rotation of the seats that makes this seat seat 0.

        Another text if it names a side or a seat. Learners are offered actions in this way, see `engine.observation`.
        """
        return text

    def reseat(self, memory: Memory, players: int, seat: int) -> Memory | None:  # noqa: ARG002  # a game need not say
        """A copy of a position with the seats rotated so that this seat is seat 0; None by default.

        For checks alone: a game that overrides `seen_from` needs it.
        """
        return None

    def shape(self) -> Shape | None:
        """The board for networks, if it is made of equal pieces; None: a row of numbers."""
        return None

    @abstractmethod
    def census(self, memory: Memory) -> Mapping[str, int]:
        """The number of pieces in all places together, which never changes during a game."""

    def lead(self, world: Memory, seat: int) -> float | None:  # noqa: ARG002  # nothing is known of this game
        """A seat's lead over the best of the others, in the game's own unit; None if it has none.

        `world` is a whole position after a playout.
        """
        return None

    def turn_key(self, world: Memory, codes: Sequence[int]) -> Hashable:
        """A key that equal turns share; by default turns that lead to the same position."""
        after = world.copy()
        for code in codes:
            self.kernel.apply(after, code)
        self.kernel.canonicalize(after)
        return after.tobytes()

    def find_facts(
        self,
        afters: NDArray[np.uint8],  # noqa: ARG002  # nothing is known of this game
        ends: NDArray[np.uint8],  # noqa: ARG002
        seat: int,  # noqa: ARG002
    ) -> Sequence[Fact]:
        """Facts about tried turns, from which reasons are made; none by default.

        `afters` and `ends` (worlds, lines, bytes) are the positions right after the turns and at the end of the
        playouts, imagined from what the seat knows.
        """
        return ()

    @cached_property
    def kernel(self) -> Kernel:
        """The compiled rules; compiled, or loaded from the cache, at the first use."""
        return Kernel(self.modules)

    def compile(self, progress: Progress | None = None, *, only_play: bool = False) -> None:
        """Compile the rules now, all of them or those for play alone, and report progress."""
        self.kernel = Kernel(self.modules, progress, only_play=only_play)

    @cached_property
    def lesson(self) -> Lesson | None:
        """The first lesson, from `lesson.json` beside the game; None if it has none."""
        file = files(type(self).__module__.rpartition(".")[0] or __package__) / "lesson.json"
        return Lesson.read(json.loads(file.read_bytes())) if file.is_file() else None

    @cached_property
    def codes(self) -> Mapping[str, int]:
        """The code of every action text."""
        return {action.text: code for code, action in enumerate(self.actions)}

    def code(self, text: str) -> int:
        """The code of an action text."""
        try:
            return self.codes[text]
        except (KeyError, TypeError):
            raise UnknownAction(f"{text!r:.60} is no action of {self.name}.") from None

    def action(self, code: int) -> Action:
        """The action with this code."""
        if not 0 <= code < len(self.actions):
            raise UnknownAction(f"{code!r:.60} is no action of {self.name}.")
        return self.actions[code]

    def refuse(self, known: Known, seat: int, code: int) -> IllegalAction:
        """The error for an action that is not legal, for the seat to move."""
        action = self.action(code)
        refusal = self.explain(known, seat, action)
        return IllegalAction(f"{action.text!r} is not possible: {refusal.sentence}", rule=refusal.rule)

    def check_players(self, players: int) -> int:
        """Check a number of players."""
        if type(players) is not int or players not in self.seats:
            numbers = f"{self.seats[0]} to {self.seats[-1]}" if len(self.seats) > 1 else f"{self.seats[0]}"
            raise EstaminetError("players.range", f"{self.name} is for {numbers} players, not {players!r:.60}.")
        return players

    def start(
        self,
        players: int | None = None,
        seed: int | str | bytes = 0,
        options: Mapping[str, object] | None = None,
        deal: object = None,
    ) -> Position:
        """A new game: from a seed, or from a deal as a record writes it."""
        return Position.start(self, players, seed, options, deal)
