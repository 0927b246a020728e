"""A game as OpenSpiel knows it, and how every game of ours becomes one."""

from typing import Any, ClassVar, Final

import pyspiel

from estaminet.engine import game as engine
from estaminet.engine.options import OptionValue
from estaminet.envs.open_spiel.history import History
from estaminet.envs.open_spiel.observer import Observer
from estaminet.envs.open_spiel.scenario import GAMES, REDEALS, load_scenario, read_setup
from estaminet.envs.open_spiel.state import State, translate_errors

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
