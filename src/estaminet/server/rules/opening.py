"""The start of a game whose deal was not drawn at its table: a lesson, a contest, or a branch."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal, Self

from estaminet.engine.deal import DealValue
from estaminet.engine.game import Lesson

OpeningKind = Literal["lesson", "contest", "branch"]


@dataclass(frozen=True, slots=True)
class Opening:
    """A given deal, and the actions that were played when somebody sits down."""

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


def is_own_game(summary: Mapping[str, object]) -> bool:
    """Whether a finished game was played from its deal on, by its summary."""
    return not summary.get("is_lesson") and summary.get("opening") not in ("lesson", "branch")
