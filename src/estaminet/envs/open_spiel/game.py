"""A game, its states and its observer as OpenSpiel knows them: a `History` behind that library's names and errors.

Every game of ours becomes one.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, ClassVar, Final

import numpy as np
import pyspiel

from estaminet.engine import game as engine
from estaminet.engine.errors import EstaminetError
from estaminet.engine.kernel import NOBODY
from estaminet.engine.options import OptionValue
from estaminet.envs.open_spiel.history import DIGEST_BYTES, History, extend_digest
from estaminet.envs.open_spiel.scenario import GAMES, REDEALS, Scenario, load_scenario, read_setup, render


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
        """The possible ids of the next card, as a record writes them, with their exact probabilities."""
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
        """The deal and the actions so far, and the position as a spectator sees it."""
        history = self.game_history
        game = history.scenario.game
        dealt = f"dealt {' '.join(map(str, history.list_dealt()))}"
        if not history.has_begun:
            return dealt
        actions = ", ".join(game.actions[code].text for code in history.actions)
        known = game.kernel.known(history.memory, NOBODY).tobytes()
        return "\n".join(filter(None, [dealt, actions, render(game, known, NOBODY)]))


PREFIX: Final = "python_estaminet_"


class Game(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """One game with its players and options."""

    rules: ClassVar[engine.Game]

    def __init__(self, params: dict[str, OptionValue]) -> None:
        """Raise SpielError for parameters that the game does not have."""
        game = self.rules
        with translate_errors():
            setup = read_setup(game, params)
            self.scenario = load_scenario(setup)
        self._beginning = History.begin(self.scenario)
        kernel = game.kernel
        info = pyspiel.GameInfo(
            num_distinct_actions=len(game.actions),
            max_chance_outcomes=max((max(part.ids) + 1 for part in self.scenario.parts), default=0),
            num_players=setup.players,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=1.0,
            max_game_length=kernel.longest - len(self.scenario.actions),
        )
        parameters = {
            "players": setup.players,
            **dict(setup.options),
            "record": setup.record,
            "redeal": setup.redeal,
            "canonical": setup.canonical,
        }
        super().__init__(describe(game), info, parameters)

    def new_initial_state(self) -> State:
        return State(self, self._beginning)

    def __reduce__(self) -> tuple[object, ...]:
        return pyspiel.load_game, (str(self),)

    def max_chance_nodes_in_history(self) -> int:
        return self.scenario.undealt_count

    def make_py_observer(self, iig_obs_type: Any = None, params: object = None) -> Observer | None:  # noqa: ANN401  # pyspiel has no types
        """An observer of states, by default of what a seat sees now; None for a kind that does not exist.

        Every observation includes what is public, and none includes all hands.
        """
        wanted = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if not wanted.public_info or wanted.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            return None
        return Observer(self.scenario, wanted, params)


def describe(game: engine.Game) -> Any:  # noqa: ANN401  # pyspiel has no types
    """The game's type, as OpenSpiel wants it before the game is loaded."""
    return pyspiel.GameType(
        short_name=PREFIX + game.name,
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.CONSTANT_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": game.seats[0],
            **{option.name: option.default for option in game.options},
            "record": "",
            "redeal": REDEALS[0],
            "canonical": True,
        },
    )


def register(game: engine.Game) -> None:
    """Register a game with OpenSpiel, for ``pyspiel.load_game("python_estaminet_" + its name)``. Once is enough."""
    if game.name not in GAMES:
        # A class, not a function: OpenSpiel lets go of it after Python has shut down, and only a class outlives that.
        pyspiel.register_game(describe(game), type(game.name.title(), (Game,), {"rules": game}))
    GAMES[game.name] = game
