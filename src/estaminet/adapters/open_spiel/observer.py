"""What a seat sees, as OpenSpiel asks for it: numbers and texts, with or without the way there."""

from typing import Any

import numpy as np
import pyspiel

from estaminet.adapters.open_spiel.course import DIGEST, Course, sum_up
from estaminet.adapters.open_spiel.table import Table, draw
from estaminet.engine.kernel import NOBODY


class Observer:
    """Conforms to OpenSpiel's PyObserver."""

    def __init__(self, table: Table, iig_obs_type: Any, params: object) -> None:  # noqa: ANN401  # pyspiel has no types
        """Raise SpielError for parameters: there are none."""
        if params:
            raise pyspiel.SpielError(f"There are no parameters for an observation; passed {params!r:.60}.")
        self._table = table
        self._is_private = iig_obs_type.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._recalls = iig_obs_type.perfect_recall
        kernel = table.game.kernel
        sizes = {"player": table.players, "observation": kernel.features}
        if self._recalls:
            sizes |= {"actions": kernel.longest, "seen": DIGEST}
        self.tensor = np.zeros(sum(sizes.values()), np.float32)
        """All numbers."""
        ends = np.cumsum([*sizes.values()])
        self.dict = {name: self.tensor[end - sizes[name] : end] for name, end in zip(sizes, ends, strict=True)}
        """The same memory, by name."""

    def set_from(self, state: Any, player: int) -> None:  # noqa: ANN401  # pyspiel has no types
        """Write the numbers."""
        course: Course = state.course
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        kernel = self._table.game.kernel
        seat = self._seat(player)
        if course.has_begun:
            kernel.encode(kernel.known(course.memory, seat), seat, self.dict["observation"])
        if self._recalls:
            self.dict["actions"][: len(course.actions)] = (np.array(course.actions) + 1) / len(self._table.game.actions)
            if seat != NOBODY:
                self.dict["seen"][:] = np.frombuffer(course.seen[seat].ljust(DIGEST, b"\0"), np.uint8) / 255

    def string_from(self, state: Any, player: int) -> str:  # noqa: ANN401  # pyspiel has no types
        """The way there in short, or a drawing of what lies on the table."""
        course: Course = state.course
        seat = self._seat(player)
        game = self._table.game
        who = f"seat {player}" if seat != NOBODY else "the table"
        if self._recalls:
            texts = ", ".join([game.actions[code].text for code in course.actions])
            seen = course.seen[seat].hex() if seat != NOBODY else ""
            return f"{who} saw {seen}: {texts}"
        if not course.has_begun:
            return f"{who}: nothing dealt yet"
        known = game.kernel.known(course.memory, seat)
        return f"{who} sees {sum_up(b'', known).hex()}\n{draw(game, known.tobytes(), seat)}"

    def _seat(self, player: int) -> int:
        return player if self._is_private else NOBODY
