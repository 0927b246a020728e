"""A state as OpenSpiel knows it: a `History` behind that library's names and errors."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pyspiel

from estaminet.engine.errors import EstaminetError
from estaminet.engine.kernel import NOBODY
from estaminet.envs.open_spiel.history import History
from estaminet.envs.open_spiel.scenario import render


@contextmanager
def translate_errors() -> Iterator[None]:
    """Turn an error of ours into OpenSpiel's."""
    try:
        yield
    except EstaminetError as error:
        raise pyspiel.SpielError(str(error)) from error


class State(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """A state of a game. All that ever changes is `game_history`, which OpenSpiel copies and pickles."""

    game_history: History
    """Not `history`: that is a method of OpenSpiel."""

    def __init__(self, game: Any, history: History) -> None:  # noqa: ANN401  # pyspiel has no types
        super().__init__(game)
        self.game_history = history
        self.replayed_player: int | None = None
        """While a resampled state is given its actions again: whose action comes next."""

    def current_player(self) -> int:
        if self.replayed_player is not None:
            return self.replayed_player
        if self.game_history.pending_part is not None:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self.game_history.to_move
        return int(pyspiel.PlayerId.TERMINAL) if seat < 0 else seat

    def is_terminal(self) -> bool:
        return self.game_history.pending_part is None and self.game_history.to_move < 0

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What can be dealt now, by id as a record writes it, each with its exact probability."""
        if self.game_history.pending_part is None:
            raise pyspiel.SpielError("Chance has nothing to decide now.")
        return [*self.game_history.outcomes().items()]

    def returns(self) -> list[float]:
        """Each seat's share of the victory; all 0 before the end."""
        out = np.zeros(self.game_history.scenario.players)
        if self.is_terminal():
            self.game_history.scenario.game.kernel.returns(self.game_history.memory, out)
        shares: list[float] = out.tolist()
        return shares

    def resample_from_infostate(self, player_id: int, sampler: Callable[[], float]) -> "State":
        """A state that this player cannot tell from this one, with everything that it cannot know imagined.

        Its history holds the players' actions only, not what was dealt: the cards are other ones there.
        """
        if self.game_history.pending_part is not None or not 0 <= player_id < self.game_history.scenario.players:
            raise pyspiel.SpielError(
                f"Player {player_id} has nothing to resample: chance decides, or nobody sits there."
            )
        twin: State = self.get_game().new_initial_state()
        for entry in self.full_history():
            if entry.player >= 0:
                twin.replayed_player = entry.player
                twin.apply_action(entry.action)
        twin.replayed_player = None
        twin.game_history = self.game_history.resample(player_id, int(sampler() * (1 << 53)))
        return twin

    def _legal_actions(self, player: int) -> list[int]:
        numbers = self.game_history.scenario.numbers[player]
        return sorted([numbers[code] for code in self.game_history.legal()])

    def _apply_action(self, action: int) -> None:
        if self.replayed_player is None:
            with translate_errors():
                self.game_history = self.game_history.play(self._code(self.current_player(), action))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            part = self.game_history.chance_part
            return f"{part.label if part else 'deal'} {action}"
        with translate_errors():
            return self.game_history.scenario.game.action(self._code(player, action)).text

    def _code(self, player: int, action: int) -> int:
        """The code of an action of a player. An outcome of chance, and what is no action, stay as they are."""
        codes = self.game_history.scenario.codes
        return codes[player][action] if player >= 0 and 0 <= action < len(codes[player]) else action

    def __str__(self) -> str:
        """What was dealt and played, and the position as a spectator sees it."""
        history = self.game_history
        game = history.scenario.game
        dealt = f"dealt {' '.join(map(str, history.list_dealt()))}"
        if not history.has_begun:
            return dealt
        actions = ", ".join(game.actions[code].text for code in history.actions)
        known = game.kernel.known(history.memory, NOBODY).tobytes()
        return "\n".join(filter(None, [dealt, actions, render(game, known, NOBODY)]))
