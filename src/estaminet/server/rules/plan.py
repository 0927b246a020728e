"""The plan of a table: the game, its options, its seats, its clock, and a deal if one is given."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Annotated, Any, Final, Literal, NamedTuple, Self, get_args

from pydantic import BaseModel, ConfigDict, Field

from estaminet.engine.deal import DealValue
from estaminet.engine.fairness import commit
from estaminet.engine.game import Game, Lesson
from estaminet.engine.options import OptionValue
from estaminet.players.levels import Style
from estaminet.server.errors import Refusal
from estaminet.server.rules.names import tidy_name

DAY: Final = 86_400_000
"""In milliseconds, as all times are."""
DAY_SECONDS: Final = 86_400
Character = Literal["rosa", "gaston", "hugo", "odile", "clara", "emil", "suzon", "felix", "greta"]
STYLES: Final[Mapping[Character, Style]] = {
    "rosa": "bold",
    "gaston": "bold",
    "hugo": "bold",
    "odile": "careful",
    "clara": "careful",
    "emil": "careful",
    "suzon": "teasing",
    "felix": "teasing",
    "greta": "teasing",
}
CHARACTERS: Final[tuple[Character, ...]] = get_args(Character)
Level = Literal["guest", "apprentice", "regular", "waiter", "host", "king"]
Name = Annotated[str, Field(min_length=1, max_length=200)]
"""As somebody typed it; `tidy_name` prepares it for display."""


class Strict(BaseModel):
    """A part of the protocol: no conversions, no unknown members."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class NoClock(Strict):
    """No clock."""

    kind: Literal["none"] = "none"


class GameClock(Strict):
    """A limited time for the whole game."""

    kind: Literal["game"]
    seconds: int = Field(ge=10, le=86_400)


class MoveClock(Strict):
    """A number of days for each turn."""

    kind: Literal["move"]
    days: int = Field(ge=1, le=30)


Clock = Annotated[NoClock | GameClock | MoveClock, Field(discriminator="kind")]


class MySeat(Strict):
    """A seat for the person who sets up the table."""

    kind: Literal["me"]


class OpenSeat(Strict):
    """A seat for anybody."""

    kind: Literal["open"]


class HouseSeat(Strict):
    """A seat for a house player."""

    kind: Literal["house"]
    level: Level = "host"
    character: Character | None = None
    """The house player's name; drawn by lot if left out."""
    adapts: bool = False
    """Whether the server chooses the level that suits you, for a person alone against the house."""


class LocalSeat(Strict):
    """A seat for somebody who shares the device of the person who sets up the table."""

    kind: Literal["local"]
    name: Name


SeatPlan = Annotated[MySeat | OpenSeat | HouseSeat | LocalSeat, Field(discriminator="kind")]


class TablePlan(Strict):
    """Everything that is agreed when a table is set up."""

    game: str = Field(max_length=60)
    seats: list[SeatPlan] = Field(min_length=1, max_length=10)
    options: dict[str, OptionValue] = Field(default_factory=dict, max_length=40)
    clock: Clock = NoClock()
    at_zero: Literal["house", "loss"] = "house"
    """The fate of a seat whose time is up: a house player takes over, or it loses."""
    substitute: Level = "regular"
    """The level of a house player who takes over a seat."""
    is_public: bool = False
    """Whether the table is listed, and anybody may take an empty seat."""
    has_screen: bool = False
    """Whether a big screen without a seat sets it up: the first person to sit down may start and give seats, too."""
    has_talk: bool | None = None
    """Whether people with a seat may write to each other; if left out, at private tables alone."""

    @property
    def lets_talk(self) -> bool:
        return not self.is_public if self.has_talk is None else self.has_talk

    @property
    def is_lost_at_zero(self) -> bool:
        """Whether somebody whose time is up has lost."""
        return self.at_zero == "loss" and not isinstance(self.clock, NoClock)

    @property
    def adapted_level(self) -> Level | None:
        """The level of the house players who adapt; None if nobody does."""
        return next((seat.level for seat in self.seats if isinstance(seat, HouseSeat) and seat.adapts), None)

    def adapt(self, level: Level) -> "TablePlan":
        """The plan, with house players who adapt at this level."""
        seats = [
            seat.model_copy(update={"level": level}) if isinstance(seat, HouseSeat) and seat.adapts else seat
            for seat in self.seats
        ]
        return self.model_copy(update={"seats": seats})


OpeningKind = Literal["lesson", "contest", "branch"]


@dataclass(frozen=True, slots=True)
class Opening:
    """A deal that is given, and what has been played of it when somebody sits down: a lesson, a contest, a branch."""

    kind: OpeningKind
    seat: int
    """The seat of that person."""
    deal: Mapping[str, DealValue]
    actions: tuple[str, ...] = ()
    source: str = ""
    """The key of the contest; the table from which a game branches, if it has one."""
    is_imagined: bool = False
    """Whether hidden cards of a branch lie as its seat may imagine them, not as they lay."""
    is_practice: bool = False
    """Whether the game counts for nothing: a branch, and a contest that is played once more."""

    @classmethod
    def of_lesson(cls, lesson: Lesson) -> Self:
        """The game goes on where a lesson ends."""
        return cls("lesson", lesson.seat, lesson.deal, lesson.actions)

    @classmethod
    def read(cls, members: Mapping[str, Any]) -> Self:
        """Read what `to_data` wrote, and the older form of lessons."""
        if "lesson" in members:
            return cls("lesson", members["lesson"]["seat"], members["deal"], tuple(members["actions"]))
        return cls(**{**members, "actions": tuple(members["actions"])})

    def to_data(self) -> dict[str, Any]:
        return asdict(self)


CODE_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz"
"""Without those that look like others, or like numbers."""
CODE_LENGTH: Final = 6


class Terms(NamedTuple):
    """What was agreed when the table was set up, and never changes."""

    id: str
    """Unguessable; its holders may watch."""
    invitation: str
    """Unguessable; its holders may sit down at a private table."""
    game: Game
    options: dict[str, OptionValue]
    plan: TablePlan
    owner: str
    """The person who set it up."""
    people: tuple[str | None, ...]
    """The person for whom each seat is reserved; None if it is free."""
    names: tuple[str, ...]
    """The names of those people."""
    seed: bytes
    """Secret until the game is over."""
    wording: str = ""
    """The text that the commitment covers beside the seed; empty at older tables, where it covers the seed alone."""
    seat_rotation: int = 0
    """By how many seats everybody has moved on since the first of several games: house players keep their names."""
    opening: Opening | None = None
    """If the deal is given, and not drawn for this table."""

    @property
    def commitment(self) -> str:
        """The commitment, published before anybody sits."""
        return commit(self.seed, self.wording)

    @property
    def players(self) -> int:
        return len(self.plan.seats)

    @property
    def code(self) -> str | None:
        """The code that people in the room of a big screen type to sit down: the beginning of its table's id."""
        return self.id[:CODE_LENGTH] if self.plan.has_screen else None


# House players


def seat_characters(table_id: str, chosen: Sequence[Character | None]) -> list[Character]:
    """The name of each seat's house player, present or future: the chosen one, or one drawn by the table's lot.

    None comes twice, unless there are more seats than house players.
    """
    lots = sorted(CHARACTERS, key=lambda each: hashlib.sha256(f"{table_id}/{each}".encode()).digest())
    free = [each for each in lots if each not in chosen]
    return [each or (free.pop(0) if free else lots[number % len(lots)]) for number, each in enumerate(chosen)]


# Checks


def check_plan(game: Game, plan: TablePlan) -> None:
    """Check that a game can be played like this; a typed error says why not."""
    game.options.resolve(plan.options)
    game.check_players(len(plan.seats))
    if sum(isinstance(seat, MySeat) for seat in plan.seats) > 1:
        raise Refusal("message.invalid", "Only one seat can be yours: others on your device are local.")
    characters = [seat.character for seat in plan.seats if isinstance(seat, HouseSeat) and seat.character]
    if len(set(characters)) < len(characters):
        raise Refusal("message.invalid", "A house player cannot sit on two seats.")
    others = [seat for seat in plan.seats if not isinstance(seat, HouseSeat)]
    if plan.adapted_level and not (len(others) == 1 and isinstance(others[0], MySeat)):
        raise Refusal("message.invalid", "House players adapt only to a person who plays against the house alone.")


def tidy_plan(plan: TablePlan) -> TablePlan:
    """The plan with names prepared for display."""
    seats = [
        seat.model_copy(update={"name": tidy_name(seat.name)}) if isinstance(seat, LocalSeat) else seat
        for seat in plan.seats
    ]
    return plan.model_copy(update={"seats": seats})
