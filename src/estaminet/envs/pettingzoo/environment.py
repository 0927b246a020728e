"""One game as a PettingZoo environment in which the agents act one after the other, as the rules say.

This is the ``raw_env`` of PettingZoo's conventions. The wrappers that guard it are put around it elsewhere.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final, NoReturn, TypedDict, overload

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.env_logger import EnvLogger

from estaminet.engine.deal import SEED_BYTES
from estaminet.engine.errors import EstaminetError
from estaminet.engine.game import Action, Game
from estaminet.engine.jit.compiler import jit
from estaminet.engine.jit.layout import Codes, Ids
from estaminet.engine.observation import number_actions
from estaminet.engine.position import Position
from estaminet.envs.pettingzoo.image import headline, render_pixels, render_svg, require_pixels
from estaminet.envs.spaces import observation_space
from estaminet.games import REGISTRY


@jit
def mark(codes: Codes, count: int, numbers: Codes, mask: Ids) -> None:
    """Write 1 at the numbers of the first `count` codes, 0 elsewhere; NumPy's own indexing takes ten times as long."""
    for number in range(mask.size):
        mask[number] = 0
    for each in range(count):
        mask[numbers[codes[each]]] = 1


class LegalTexts(Sequence[str]):
    """The texts of the legal actions, in the order of the mask. Looked up when they are read: training never does."""

    __slots__ = ("_actions", "_codes", "_mask")

    def __init__(self, actions: Sequence[Action], codes: NDArray[np.int16], mask: NDArray[np.int8]) -> None:
        self._actions = actions
        self._codes = codes
        self._mask = mask

    def __len__(self) -> int:
        return int(np.count_nonzero(self._mask))

    def __iter__(self) -> Iterator[str]:
        return (self._actions[code].text for code in self._codes[self._mask == 1].tolist())

    @overload
    def __getitem__(self, place: int) -> str: ...

    @overload
    def __getitem__(self, place: slice) -> list[str]: ...

    def __getitem__(self, place: int | slice) -> str | list[str]:
        return [*self][place]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and [*self] == [*other]

    __hash__ = None  # type: ignore[assignment]  # compared like a list, so like a list it has none

    def __repr__(self) -> str:
        return repr([*self])


NO_TEXTS: Final = LegalTexts((), np.zeros(0, np.int16), np.zeros(0, np.int8))
"""For an agent that is not to move."""


VERSION: Final = "v0"
RENDER_MODES: Final = ("human", "ansi", "rgb_array", "svg")


class Observation(TypedDict):
    """What an agent is given."""

    observation: NDArray[np.float32]
    """What its seat knows, as numbers."""
    action_mask: NDArray[np.int8]
    """1 at the number of every legal action; all 0 for an agent that is not to move."""


class Info(TypedDict):
    """What an agent gets besides."""

    legal: LegalTexts


class GameEnvironment(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """A game of so many players, with these options. `position` is the game itself.

    Actions are numbered as the agent to move sees them, see `engine.observation`; without `canonical`, by their codes.
    """

    NOT_PICKLED: ClassVar = ("game", "_kernel", "position")

    def __init__(
        self,
        game: Game,
        *,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        render_mode: str | None = None,
        canonical: bool = True,
    ) -> None:
        super().__init__()
        try:
            self.players = game.check_players(game.seats[0] if players is None else players)
            self.options = game.options.resolve(options)
        except EstaminetError as error:
            raise ValueError(str(error)) from error
        if render_mode not in (None, *RENDER_MODES):
            raise ValueError(f"render_mode is one of {', '.join(RENDER_MODES)} or None, not {render_mode!r:.60}.")
        if render_mode == "rgb_array":
            require_pixels()
        self.game = game
        self.render_mode = render_mode
        self.metadata: dict[str, object] = {
            "name": f"{game.name}_{VERSION}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self._kernel = game.kernel
        self.numbering = number_actions(game, self.players, canonical=canonical)
        """Between the numbers that an agent is offered and the codes of the game."""
        self._numbers, self._codes = ([*rows] for rows in self.numbering)  # a list gives a row sooner than an array
        self.possible_agents = [f"player_{seat}" for seat in range(self.players)]
        self.action_spaces = {agent: spaces.Discrete(len(game.actions)) for agent in self.possible_agents}
        self.observation_spaces = {agent: observation_space(game) for agent in self.possible_agents}
        self.state_space = spaces.Box(-np.inf, np.inf, (self.players * self._kernel.features,), np.float32)
        self.position: Position
        self.rng, _ = seeding.np_random()
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._legal = np.empty(self._kernel.most_legal, np.int16)
        self._nothing = np.zeros(len(game.actions), np.int8)
        self.mask = self._nothing
        """1 at the number of every legal action of the agent to move; not to be changed."""

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> "spaces.Discrete[np.int64]":
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, object] | None = None) -> None:  # noqa: ARG002  # PettingZoo passes it; what can be chosen is chosen once, for all games
        """Deal. ``reset(seed=7)`` gives ``game.start(seed=7)``, and the deals of later resets follow from it."""
        if seed is not None:
            self.rng, _ = seeding.np_random(seed)
        deal_seed = self.rng.bytes(SEED_BYTES) if seed is None else seed
        self.position = self.game.start(self.players, deal_seed, self.options)
        self.agents = self.possible_agents.copy()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, Info] = {agent: {"legal": NO_TEXTS} for agent in self.agents}
        self._skip_agent_selection = None
        self._offer_actions(self._kernel.to_move(self.position.memory))

    def step(self, action: int | None) -> None:
        """Carry out an action of the agent to move. An illegal one is refused and changes nothing."""
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        number = action if type(action) is int else self._read(action)
        if not (0 <= number < self.mask.size and self.mask[number]):
            self._refuse(number)
        position = self.position
        code = self._codes[self._seat_to_move].item(number)
        self._kernel.apply(position.memory, code)
        position.history.append(code)
        self._cumulative_rewards[agent] = 0.0
        self.infos[agent] = {"legal": NO_TEXTS}
        seat = self._kernel.to_move(position.memory)
        if seat < 0:
            self._finish()
        else:
            self._offer_actions(seat)
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        """An agent's observation, from its knowledge alone; an agent that is not to move has no legal action."""
        observation = np.empty(self._kernel.features, np.float32)
        seat = self._seats[agent]
        self._encode(seat, observation)
        is_to_move = seat == self._seat_to_move and not self.terminations.get(agent, True)
        return {"observation": observation, "action_mask": (self.mask if is_to_move else self._nothing).copy()}

    def state(self) -> NDArray[np.float32]:
        """The observations of all seats, one after the other."""
        out = np.empty((self.players, self._kernel.features), np.float32)
        for seat in range(self.players):
            self._encode(seat, out[seat])
        return out.ravel()

    def render(self) -> str | NDArray[np.uint8] | None:
        """The position as the seat to move sees it; a finished game as a spectator sees it."""
        if self.render_mode is None:
            gymnasium.logger.warn("You are calling render method without specifying any render mode.")
            return None
        drawing = self.position.render(self.position.to_move)
        match self.render_mode:
            case "human":
                print(drawing)
                return None
            case "ansi":
                return drawing
            case "svg":
                return render_svg(headline(self.position), drawing)
            case _:
                return render_pixels(headline(self.position), drawing)

    def close(self) -> None:
        """There is nothing to close."""

    def _offer_actions(self, seat: int) -> None:
        """Make it a seat's turn, and note its legal actions."""
        mask = np.empty(self._nothing.size, np.int8)
        mark(self._legal, self._kernel.legal(self.position.memory, self._legal), self._numbers[seat], mask)
        agent = self.possible_agents[seat]
        self._seat_to_move = int(seat)  # a NumPy number where the rules are not compiled
        self.mask = mask
        self.agent_selection = agent
        self.infos[agent] = {"legal": LegalTexts(self.game.actions, self._codes[seat], mask)}

    def _finish(self) -> None:
        """Everybody gets a share of the victory, and nobody is to move."""
        self._seat_to_move = -1
        self.mask = self._nothing
        self.agent_selection = self.agents[0]
        self.rewards = dict(zip(self.agents, self.position.returns(), strict=True))
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()

    def _encode(self, seat: int, out: NDArray[np.float32]) -> None:
        known = self.position.memory.copy()
        self._kernel.hide(known, seat)
        self._kernel.encode(known, seat, out)

    def _read(self, action: object) -> int:
        """The number that one of NumPy's stands for."""
        if isinstance(action, np.integer):
            return int(action)  # the check below takes as long as half a step
        if not self.action_spaces[self.agent_selection].contains(action):
            raise AssertionError("action is not in action space")
        return int(action)  # type: ignore[call-overload, no-any-return]  # the space has just accepted it

    def _refuse(self, number: int) -> NoReturn:
        """Raise the error that PettingZoo's own games raise, with the reason."""
        if not 0 <= number < self.mask.size:
            raise AssertionError("action is not in action space")
        seat = self._seat_to_move
        error = self.game.refuse(self.position.known_to(seat), seat, self._codes[seat].item(number))
        raise AssertionError(f"illegal action {number}: {error}") from error

    def __getstate__(self) -> dict[str, Any]:
        """A game is pickled by its name: compiled rules cannot be."""
        state = {name: value for name, value in vars(self).items() if name not in self.NOT_PICKLED}
        position = vars(self).get("position")
        saved = position and (position.deal.values, position.history, position.memory)
        return {**state, "game": self.game.name, "position": saved}

    def __setstate__(self, state: dict[str, Any]) -> None:
        saved = state.pop("position")
        self.__dict__.update(state)
        self.game = REGISTRY.find(state["game"])
        self._kernel = self.game.kernel
        if saved:
            values, history, memory = saved
            self.position = self.game.start(self.players, options=self.options, deal=values)
            self.position.history = list(history)
            self.position.memory = memory.copy()
