"""A first lesson: a prepared deal, what everybody does in it, and what is said to the learner on the way.

It is a record with one member more, beside the game in `lesson.json`. What each key says is up to whoever shows it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, cast

from estaminet.engine.deal import DealValue
from estaminet.engine.options import OptionValue

MEMBER: Final = "lesson"
"""The member of a record that makes it a lesson."""


class Step(NamedTuple):
    """Something that is said, from one action on until the next step."""

    at: int
    """How many actions have been played when it is said."""
    key: str


@dataclass(frozen=True)
class Lesson:
    """What a table needs to give it."""

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
        lesson = members[MEMBER]
        return cls(
            players=members["players"],
            options=members["options"],
            deal=members["deal"],
            actions=tuple(members["actions"]),
            seat=lesson["seat"],
            steps=tuple(Step(*each) for each in lesson["steps"]),
        )

    def to_data(self) -> dict[str, object]:
        """As JSON has it."""
        return {
            "players": self.players,
            "options": self.options,
            "deal": self.deal,
            "actions": self.actions,
            MEMBER: {"seat": self.seat, "steps": [list(step) for step in self.steps]},
        }
