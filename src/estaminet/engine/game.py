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
"""The column of a piece of a `Shape` that has no such feature: it reads 0."""
SEAT_ARGUMENTS: Final = ("seat", "pub")
"""Arguments of a log line that are the number of a seat; a sentence shows the name of whoever sits there."""


class Action(NamedTuple):
    """One thing that a player can do, whatever the position. Its code is its place in `Game.actions`."""

    text: str
    """As the rules page writes it: ``stall III c4``."""
    kind: str
    """The first word: what sort of action it is."""
    targets: tuple[str, ...]
    """What a person points at, one after the other: ``rank:III``, ``cell:c4``."""

    @property
    def parts(self) -> Mapping[str, str]:
        """The targets by their kinds: ``{"rank": "III", "cell": "c4"}``; those of no kind are left out."""
        return _split(self.targets)


@cache
def _split(targets: tuple[str, ...]) -> Mapping[str, str]:
    return dict(target.split(":", 1) for target in targets if ":" in target)


class LogLine(NamedTuple):
    """A sentence for the log, in no language yet: a key, and what stands in its gaps."""

    key: str
    arguments: Mapping[str, str | int]


class Fact(NamedTuple):
    """One thing that a person would name of a turn, as it came out in playouts."""

    numbers: NDArray[np.float64]
    """(worlds, lines): how much of it there is, in the unit that is said."""
    more: str = ""
    """The key of what is said if the better turn brings more of it; nothing, if that is no reason."""
    less: str = ""
    """The same if it brings less."""
    arguments: Mapping[str, str | int] = MappingProxyType({})
    """Of both keys. Where they also have `amount`, it is by how much the turns differ, rounded to what is certain, 0 if
    that is less than a unit; `this` and `other` are what there is after each of them."""
    rival: int | None = None
    """The seat whose gain or loss it is, if it is not one's own: a reason only while that seat can still win."""
    step: int = 1
    """Figures are multiples of it."""
    weight: float | None = None
    """What one of it is worth as a share of the victory, where that is known; else it is measured."""
    parts: Sequence["Fact"] = ()
    """Narrower facts that add up to this one: one that makes up most of a difference is named in its place."""


class Refusal(NamedTuple):
    """Why an action is not allowed now."""

    rule: str
    sentence: str


# How strong the levels of the house are: a table that a game fills in, and house players read.

KING_SECONDS: Final = 1.0
"""How long the strongest may think about an action."""


class Shortsighted(NamedTuple):
    """Looks one action ahead, and overlooks small differences there: of what looks alike it takes what pays at once."""

    blur: float
    """Actions look alike that are worth no more than this share of the victory less than the best."""
    is_misled: bool = False
    """Whether what looks alike seems the other way round to it, as to somebody with a wrong idea of the game."""


class Search(NamedTuple):
    """Searches through imagined worlds with the game's own evaluation."""

    iterations: int


class Learned(NamedTuple):
    """Plans with the network that comes with the game; searches for as long where there is none."""

    iterations: int | None = None
    """Playouts; 0: what the network likes best, without any."""
    seconds: float | None = None


Strength = Shortsighted | Search | Learned


class Ladder(NamedTuple):
    """What each level does, from the weakest; a game says what suits it better than these."""

    guest: Strength = Shortsighted(0.15)
    apprentice: Strength = Shortsighted(0.1)
    regular: Strength = Shortsighted(0.06)
    waiter: Strength = Shortsighted(0.03)
    host: Strength = Search(100)
    king: Strength = Learned(seconds=KING_SECONDS)


LEVELS: Final = Ladder._fields
"""The names under which a person chooses them, the weakest first."""


class Step(NamedTuple):
    """Something that is said, from one action on until the next step."""

    at: int
    """How many actions have been played when it is said."""
    key: str


@dataclass(frozen=True)
class Lesson:
    """A first lesson: a prepared deal, what everybody does in it, and what is said to the learner on the way.

    It is a record with one member more, `lesson.json` beside the game. What each key says is up to whoever shows it.
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
    """How much of what a review measures shows in results, on average: fitted once, to finished games.

    What is valued a few turns ahead is partly undone later. Where there is no chance in luck or in hidden cards, their
    means stay zero whatever the weight.
    """

    luck: float = 1.0
    """Of the deal and of draws."""
    hidden: float = 0.0
    """Of what cards that nobody could see made of decisions."""
    decisions: float = 1.0
    """Of what decisions gained or lost."""


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
    """How programs call it: ``poule``."""
    title: str
    """How people call it."""
    seats: range
    """For how many players it is."""
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
    """Where the functions and sizes of its `Kernel` are, the one with the rules first."""
    end_rule: str
    """Number of the rule that says who has won."""
    search_settings: Mapping[str, Any] = MappingProxyType({})
    """How house players search it best, where that differs from the usual: `players.playouts.SearchSettings`."""
    race_settings: Mapping[str, object] = MappingProxyType({})
    """The same for those with a trained network: `players.race.RaceSettings`."""
    ladders: Mapping[int, Ladder] = MappingProxyType({})
    """By the number of players: how strong the levels of the house are, each as far above the one below as the next."""
    pauses: Collection[str] | None = None
    """Kinds of action after which a person thinks anew, though it may still be their turn; None: after every action
    that shows something. A hint plans as far as that."""
    reason_keys: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    """Every key that `find_facts` uses, with the names of its arguments."""

    reviewing: Mapping[str, int] = MappingProxyType({})
    """How a finished game is valued best, where that differs from the usual: settings of `review.Valuation`."""
    luck_weights: Mapping[int, float] = MappingProxyType({})
    """By the number of players: how much of what the draws gave shows in results, on average; 1 if it does not say. An
    arena takes so much out of its results. Fitted once, to the results of finished games."""
    account_weights: Mapping[int, AccountWeights] = MappingProxyType({})
    """The same for each part of a review's account."""

    @abstractmethod
    def deal_parts(self, players: int, options: Mapping[str, OptionValue]) -> Sequence[Part]:
        """Everything that chance decides, in the order in which ``start`` reads it."""

    @abstractmethod
    def view(self, known: Known, seat: int) -> Mapping[str, object]:
        """What lies on the table as plain data, for the seat (or NOBODY) for which it was hidden."""

    def own(self, known: Known, seat: int) -> Mapping[str, object]:
        """The members of the view that are not the same for everybody; all of them, if a game does not say."""
        return self.view(known, seat)

    @abstractmethod
    def render(self, known: Known, seat: int) -> str:
        """What lies on the table, as a text drawing."""

    def effects(self, known: Known, seat: int, codes: Sequence[int]) -> Sequence[Mapping[str, object]]:  # noqa: ARG002  # a game need not say
        """What each of these actions of the seat to move will do, as plain data; nothing, if the game does not say.

        A page shows it before somebody commits. Only what is certain is in it, whatever is hidden.
        """
        return ()

    @abstractmethod
    def describe(self, before: Known, action: Action, after: Known) -> list[LogLine]:
        """What an action did, from what everybody could see before and after it."""

    def round_of(self, known: Known) -> int:  # noqa: ARG002  # a game without rounds has one
        """The round that is played, from 0, as everybody can see it."""
        return 0

    def tally(self, known: Known) -> Mapping[str, Sequence[int]]:  # noqa: ARG002  # scores say it in most games
        """How it stands, as people see it, where scores do not say it: for each thing a number a seat."""
        return {}

    def holdings(self, known: Known) -> Sequence[int]:  # noqa: ARG002  # a game need not say
        """What every seat would have if all that lies open were counted now; nothing, if that says little."""
        return ()

    @abstractmethod
    def explain(self, known: Known, seat: int, action: Action) -> Refusal:
        """Why an action that is not legal is not legal, for the seat that is to move."""

    def seen_from(self, text: str, players: int, seat: int) -> str:  # noqa: ARG002  # most actions name no side
        """What an action is called when everybody moves along until this seat is seat 0.

        Another text if it names a side or a seat. Learners are offered actions in this way, see `engine.observation`.
        """
        return text

    def reseat(self, memory: Memory, players: int, seat: int) -> Memory | None:  # noqa: ARG002  # a game need not say
        """A copy of a position in which everybody has moved along until this seat is seat 0; None if it cannot say.

        For checks alone: a game that overrides `seen_from` needs it.
        """
        return None

    def shape(self) -> Shape | None:
        """The board as networks see it best, if it is made of equal pieces; None: as a row of numbers."""
        return None

    @abstractmethod
    def census(self, memory: Memory) -> Mapping[str, int]:
        """How many pieces there are in all places together: never changes during a game."""

    def lead(self, world: Memory, seat: int) -> float | None:  # noqa: ARG002  # nothing is known of this game
        """By how much a seat is ahead of the best of the others, in the game's own unit; None if it has none.

        `world` is a whole position, after the playout of a search: for whoever looks ahead.
        """
        return None

    def turn_key(self, world: Memory, codes: Sequence[int]) -> Hashable:
        """The same for turns that a person would call the same; here, for those that lead to the same position."""
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
        """What a person would name of turns that were tried, of which reasons are made; nothing, if it does not say.

        `afters` and `ends` (worlds, lines, bytes) are the positions right after the turns and at the end of the
        playouts, imagined from what the seat knows.
        """
        return ()

    @cached_property
    def kernel(self) -> Kernel:
        """The compiled rules; compiled, or loaded from the cache, at the first use."""
        return Kernel(self.modules)

    def compile(self, progress: Progress | None = None, *, only_play: bool = False) -> None:
        """Compile the rules now, all or what people need to play, and report how far it is."""
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
        """The error for an action that is not legal, for the seat that is to move."""
        action = self.action(code)
        refusal = self.explain(known, seat, action)
        return IllegalAction(f"{action.text!r} is not possible: {refusal.sentence}", rule=refusal.rule)

    def check_players(self, players: int) -> int:
        """The number, if the game is for so many."""
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
