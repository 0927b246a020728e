"""A state of OpenSpiel: the face of a `Course`, with that library's names and errors."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pyspiel

from estaminet.adapters.open_spiel.course import Course
from estaminet.adapters.open_spiel.table import draw
from estaminet.engine.errors import EstaminetError
from estaminet.engine.kernel import NOBODY


@contextmanager
def refusing() -> Iterator[None]:
    """Turn an error of ours into OpenSpiel's."""
    try:
        yield
    except EstaminetError as error:
        raise pyspiel.SpielError(str(error)) from error


class State(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """A state of a game. All that can change is its course, which OpenSpiel copies and pickles."""

    course: Course

    def __init__(self, game: Any, course: Course) -> None:  # noqa: ANN401  # pyspiel has no types
        super().__init__(game)
        self.course = course
        self.retold: int | None = None
        """While the history of a resampled state is told again: whose action comes next."""

    def current_player(self) -> int:
        if self.retold is not None:
            return self.retold
        if self.course.awaits is not None:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self.course.to_move
        return int(pyspiel.PlayerId.TERMINAL) if seat < 0 else seat

    def is_terminal(self) -> bool:
        return self.course.awaits is None and self.course.to_move < 0

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What can be dealt now, by id as a record writes it, each with its exact probability."""
        if self.course.awaits is None:
            raise pyspiel.SpielError("Chance has nothing to decide now.")
        return [*self.course.outcomes().items()]

    def returns(self) -> list[float]:
        """Each seat's share of the victory; all 0 before the end."""
        out = np.zeros(self.course.table.players)
        if self.is_terminal():
            self.course.table.game.kernel.returns(self.course.memory, out)
        shares: list[float] = out.tolist()
        return shares

    def resample_from_infostate(self, player_id: int, sampler: Callable[[], float]) -> "State":
        """A state that this player cannot tell from this one, with everything unknown imagined.

        Its history holds the players' actions only: what was dealt is another story there.
        """
        if self.course.awaits is not None or not 0 <= player_id < self.course.table.players:
            raise pyspiel.SpielError(
                f"Player {player_id} has nothing to resample: chance decides, or nobody sits there."
            )
        twin: State = self.get_game().new_initial_state()
        for told in self.full_history():
            if told.player >= 0:
                twin.retold = told.player
                twin.apply_action(told.action)
        twin.retold = None
        twin.course = self.course.imagine(player_id, int(sampler() * (1 << 53)))
        return twin

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002  # asked for the player to move only
        return self.course.legal()

    def _apply_action(self, action: int) -> None:
        if self.retold is None:
            with refusing():
                self.course = self.course.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            source = self.course.source
            return f"{source.label if source else 'deal'} {action}"
        with refusing():
            return self.course.table.game.action(action).text

    def __str__(self) -> str:
        """What happened, and what lies on the table for everybody to see."""
        course = self.course
        told = ", ".join(course.table.game.actions[code].text for code in course.actions)
        dealt = f"dealt {' '.join(map(str, course.dealt()))}"
        if not course.has_begun:
            return dealt
        game = course.table.game
        known = game.kernel.known(course.memory, NOBODY).tobytes()
        return "\n".join(filter(None, [dealt, told, draw(game, known, NOBODY)]))
