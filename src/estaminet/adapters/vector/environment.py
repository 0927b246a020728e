"""Thousands of games as one Gymnasium vector environment: spaces, checks, errors, and what a step returns."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from gymnasium.error import ClosedEnvironmentError, InvalidAction, ResetNeeded, UnsupportedMode
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from estaminet.adapters.spaces import observation_space
from estaminet.adapters.vector import stepping
from estaminet.adapters.vector.afterstates import Afterstates
from estaminet.adapters.vector.batch import OVER, Batch
from estaminet.engine.errors import BadSeat, UnknownAction
from estaminet.engine.game import Game
from estaminet.engine.kernel import NOBODY
from estaminet.engine.numbering import number_actions
from estaminet.games import REGISTRY

Observation = dict[str, NDArray[Any]]
"""``observation``, float32 of (games, features), and ``action_mask``, int8 of (games, actions)."""
MODES: Final = {
    AutoresetMode.NEXT_STEP: stepping.NEXT_STEP,
    AutoresetMode.SAME_STEP: stepping.SAME_STEP,
    AutoresetMode.DISABLED: stepping.DISABLED,
}
NAMED_GAMES: Final = 5
"""How many games an error names."""


class VectorGames(VectorEnv[Observation, NDArray[np.int64], NDArray[Any]]):
    """Many games of one kind, stepped together: every row is what the seat to move in that game sees and can do.

    `rewards` are for the seats that acted in the step (``info["moved"]``): their share of the victory when their action
    ended the game, else 0. ``info["returns"]`` has the shares of all seats.

    Actions are numbered as the seat to move sees them, see `engine.numbering`; without `canonical`, by their codes.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012  # as Gymnasium declares it

    def __init__(
        self,
        game: Game | str,
        num_envs: int = 1,
        *,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        threads: int | None = None,
        copy: bool = False,
        canonical: bool = True,
        render_mode: str | None = None,
    ) -> None:
        """With `copy`, every step returns observations of its own; without, the next step overwrites them."""
        self.game = REGISTRY.find(game) if isinstance(game, str) else game
        self.players = self.game.check_players(self.game.seats[0] if players is None else players)
        self.options = self.game.options.resolve(options)
        self.num_envs = _check_count("num_envs", num_envs)
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise UnsupportedMode(f"There is no render mode {render_mode!r:.60}; there is 'ansi'.")
        self.render_mode = render_mode
        self._mode = MODES[AutoresetMode(autoreset_mode)]
        self.metadata = {**self.metadata, "autoreset_mode": AutoresetMode(autoreset_mode)}
        self.single_observation_space = observation_space(self.game)
        self.single_action_space = spaces.Discrete(len(self.game.actions))
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self.numbering = number_actions(self.game, self.players, canonical=canonical)
        """Between the numbers that a seat is offered and the codes of the game."""
        self._batch = Batch(
            self.game,
            self.num_envs,
            self.players,
            self.options,
            threads and _check_count("threads", threads),
            self.numbering,
        )
        self._copies = copy
        self._truncations = np.zeros(self.num_envs, np.bool_)
        self._no_mask = np.zeros_like(self._batch.masks)
        self._no_mask.flags.writeable = False
        self._is_dealt = False

    @property
    def memories(self) -> NDArray[np.uint8]:
        """The true positions, a record of the game's kernel in each row. Read them, do not write to them."""
        return self._batch.memories

    def deal_seed(self, game: int) -> bytes:
        """The seed of the deal that a game is played with: ``game.start(seed=...)`` deals the same."""
        return bytes(self._batch.bits[game])

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal all games, or those of ``options["reset_mask"]``: game 0 from the seed, game 1 from seed + 1..."""
        self._check_open()
        chosen = self._read_mask(options)
        if seed is None and self._is_dealt:
            self._batch.renew_bits(chosen)
        else:
            self._batch.seed(chosen, self._list_seeds(seed))
        self._batch.deal(chosen)
        self._batch.moved[chosen] = OVER
        self._is_dealt = True
        return self._observation(), {"to_move": self._batch.movers.copy()}

    def step(
        self, actions: ArrayLike
    ) -> tuple[Observation, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Carry out one action in every game, or none: InvalidAction names the games in which one is not legal."""
        self._check_dealt()
        batch = self._batch
        numbers = self._read_actions(actions)
        codes = batch.read(numbers)
        if illegal := batch.find_illegal(codes):
            raise InvalidAction(self._explain(illegal, numbers, codes))
        if self._mode == stepping.DISABLED and (batch.movers == OVER).any():
            over = _name_games(np.flatnonzero(batch.movers == OVER).tolist())
            raise ResetNeeded(f"The game is over in {over}: reset with options={{'reset_mask': ...}} first.")
        batch.step(codes, self._mode)
        return self._observation(), batch.rewards.copy(), batch.ended.copy(), self._truncations.copy(), self._info()

    def sample(self) -> NDArray[np.int64]:
        """For every game one of its legal actions, each equally likely; 0 for a game that is over."""
        self._check_dealt()
        return self._batch.sample().copy()

    def observe(self, seats: ArrayLike) -> NDArray[np.float32]:
        """What a seat of each game sees now, whether it is to move or not: (games, features)."""
        self._check_dealt()
        chosen = np.broadcast_to(np.asarray(seats), self.num_envs)
        if chosen.dtype.kind not in "iu" or not ((chosen >= 0) & (chosen < self.players)).all():
            raise BadSeat(f"The seats of each game are 0 to {self.players - 1}.")
        out = np.empty_like(self._batch.observations)
        self._batch.observe(chosen.astype(np.int64), out)
        return out

    def look_ahead(self, worlds: int = 1) -> Afterstates:
        """What every legal action of every game leads to, as the seat to move imagines it."""
        self._check_dealt()
        return self._batch.look_ahead(_check_count("worlds", worlds))

    def render(self) -> tuple[str, ...] | None:
        """Each game as a text drawing, as a spectator sees it."""
        if self.render_mode is None:
            return None
        self._check_dealt()
        known = (self.game.kernel.known(memory, NOBODY) for memory in self.memories)
        return tuple(self.game.render(each, NOBODY) for each in known)

    def close_extras(self, **_kwargs: object) -> None:
        self._batch.close()

    def _observation(self) -> Observation:
        arrays: Observation = {"observation": self._batch.observations, "action_mask": self._batch.masks}
        return {name: array.copy() for name, array in arrays.items()} if self._copies else arrays

    def _info(self) -> dict[str, Any]:
        batch = self._batch
        ended, moved, returns = batch.ended.copy(), batch.moved.copy(), batch.shares.copy()
        info: dict[str, Any] = {
            "to_move": batch.movers.copy(), "moved": moved, "returns": returns, "_returns": ended,
        }  # fmt: skip
        if self._mode == stepping.SAME_STEP:
            final = batch.final_observations.copy() if self._copies else batch.final_observations
            info |= {
                "final_obs": {"observation": final, "action_mask": self._no_mask}, "_final_obs": ended,
                "final_info": {"moved": moved, "returns": returns}, "_final_info": ended,
            }  # fmt: skip
        return info

    def _check_open(self) -> None:
        if self.closed:
            raise ClosedEnvironmentError("This environment is closed.")

    def _check_dealt(self) -> None:
        self._check_open()
        if not self._is_dealt:
            raise ResetNeeded("Nothing is dealt yet: call reset first.")

    def _read_actions(self, actions: ArrayLike) -> NDArray[np.int64]:
        numbers = np.asarray(actions)
        if numbers.shape != (self.num_envs,):
            raise InvalidAction(f"Actions have the shape ({self.num_envs},), one for each game, not {numbers.shape}.")
        if numbers.dtype.kind not in "iu":
            raise InvalidAction(f"Actions are whole numbers, not {numbers.dtype}.")
        return numbers.astype(np.int64, copy=False)

    def _read_mask(self, options: Mapping[str, Any] | None) -> NDArray[np.bool_]:
        given = dict(options or {})
        mask = given.pop("reset_mask", None)
        if given:
            raise ValueError(f"reset knows the option 'reset_mask', not {next(iter(given))!r:.60}.")
        if mask is None:
            return np.ones(self.num_envs, np.bool_)
        if not isinstance(mask, np.ndarray) or mask.shape != (self.num_envs,) or mask.dtype != np.bool_:
            raise ValueError(f"options['reset_mask'] is an array of {self.num_envs} booleans.")
        if not mask.any():
            raise ValueError("options['reset_mask'] chooses no game.")
        if not self._is_dealt and not mask.all():
            raise ResetNeeded("Nothing is dealt yet: the first reset is of all games.")
        return mask.copy()

    def _list_seeds(self, seed: int | Sequence[int] | None) -> list[int]:
        if seed is None or isinstance(seed, int):
            super().reset(seed=seed)
            first = self.np_random_seed or 0  # never None after a reset
            return [first + game for game in range(self.num_envs)]
        if len(seed) != self.num_envs:
            raise ValueError(f"A list of seeds has one for each of the {self.num_envs} games, not {len(seed)}.")
        return [int(each) for each in seed]

    def _explain(self, illegal: list[int], numbers: NDArray[np.int64], codes: NDArray[np.int64]) -> str:
        """Which games, and why in the first of them."""
        game = illegal[0]
        code, seat = int(codes[game]), int(self._batch.movers[game])
        try:
            action = self.game.action(code)
        except UnknownAction as error:
            return f"An action is not legal in {_name_games(illegal)}: {error.sentence}"
        refusal = self.game.explain(self.game.kernel.known(self.memories[game], seat), seat, action)
        return (
            f"An action is not legal in {_name_games(illegal)}: in game {game}, {action.text!r} "
            f"(action {numbers[game]} of seat {seat}) is not possible: {refusal.sentence} ({refusal.rule})"
        )


def _check_count(name: str, value: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < 1:
        raise ValueError(f"{name} is a whole number from 1 on, not {value!r:.60}.")
    return int(value)


def _name_games(games: list[int]) -> str:
    named = ", ".join(map(str, games[:NAMED_GAMES]))
    more = f" and {len(games) - NAMED_GAMES} more" if len(games) > NAMED_GAMES else ""
    return f"game{'s' if len(games) > 1 else ''} {named}{more}"
