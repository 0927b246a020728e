"""How a game begins whose deal was not drawn at its table: after a lesson, in a contest, as a branch of another one."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal, Self

from estaminet.engine.deal import DealValue
from estaminet.engine.game import Lesson

OpeningKind = Literal["lesson", "contest", "branch"]


@dataclass(frozen=True, slots=True)
class Opening:
    """A deal that is given, and what has been played of it when somebody sits down to play on."""

    kind: OpeningKind
    seat: int
    """Theirs."""
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
        """What `to_data` wrote; before there were other openings, a lesson was written whole."""
        if "lesson" in members:
            return cls("lesson", members["lesson"]["seat"], members["deal"], tuple(members["actions"]))
        return cls(**{**members, "actions": tuple(members["actions"])})

    def to_data(self) -> dict[str, Any]:
        return asdict(self)


def is_own_game(summary: Mapping[str, object]) -> bool:
    """Whether everybody played a finished game from its deal on, as its summary says."""
    return not summary.get("is_lesson") and summary.get("opening") not in ("lesson", "branch")
