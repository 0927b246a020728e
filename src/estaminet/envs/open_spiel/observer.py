"""What a seat sees, as OpenSpiel asks for it: numbers and texts, with or without perfect recall."""

from typing import Any

import numpy as np
import pyspiel

from estaminet.engine.kernel import NOBODY
from estaminet.envs.open_spiel.history import DIGEST_BYTES, History, extend_digest
from estaminet.envs.open_spiel.scenario import Scenario, render


class Observer:
    """Conforms to OpenSpiel's PyObserver."""

    def __init__(self, scenario: Scenario, iig_obs_type: Any, params: object) -> None:  # noqa: ANN401  # pyspiel has no types
        """Raise SpielError for parameters: there are none."""
        if params:
            raise pyspiel.SpielError(f"There are no parameters for an observation; passed {params!r:.60}.")
        self._scenario = scenario
        self._is_private = iig_obs_type.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._recalls = iig_obs_type.perfect_recall
        kernel = scenario.game.kernel
        sizes = {"player": scenario.players, "observation": kernel.features}
        if self._recalls:
            sizes |= {"actions": kernel.longest, "seen": DIGEST_BYTES}
        self.tensor = np.zeros(sum(sizes.values()), np.float32)
        """All numbers."""
        ends = np.cumsum([*sizes.values()])
        self.dict = {name: self.tensor[end - sizes[name] : end] for name, end in zip(sizes, ends, strict=True)}
        """The same memory, by name."""

    def set_from(self, state: Any, player: int) -> None:  # noqa: ANN401  # pyspiel has no types
        """Write the numbers."""
        history: History = state.game_history
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        kernel = self._scenario.game.kernel
        seat = self._seat(player)
        if history.has_begun:
            kernel.encode(kernel.known(history.memory, seat), seat, self.dict["observation"])
        if self._recalls:
            numbers = self._scenario.numbers[max(seat, 0)]  # a spectator looks from seat 0
            recalled = np.array([numbers[code] for code in history.actions])
            self.dict["actions"][: recalled.size] = (recalled + 1) / len(numbers)
            if seat != NOBODY:
                self.dict["seen"][:] = np.frombuffer(history.digests[seat].ljust(DIGEST_BYTES, b"\0"), np.uint8) / 255

    def string_from(self, state: Any, player: int) -> str:  # noqa: ANN401  # pyspiel has no types
        """With perfect recall the actions and the digest of what was seen, else a drawing of what the seat sees now."""
        history: History = state.game_history
        seat = self._seat(player)
        game = self._scenario.game
        who = f"seat {player}" if seat != NOBODY else "the table"
        if self._recalls:
            texts = ", ".join([game.actions[code].text for code in history.actions])
            seen = history.digests[seat].hex() if seat != NOBODY else ""
            return f"{who} saw {seen}: {texts}"
        if not history.has_begun:
            return f"{who}: nothing dealt yet"
        known = game.kernel.known(history.memory, seat)
        return f"{who} sees {extend_digest(b'', known).hex()}\n{render(game, known.tobytes(), seat)}"

    def _seat(self, player: int) -> int:
        return player if self._is_private else NOBODY
