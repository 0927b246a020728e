"""Thousands of games as one Gymnasium vector environment: spaces, checks, errors, and what a step returns."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from gymnasium.error import ClosedEnvironmentError, InvalidAction, ResetNeeded, UnsupportedMode
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from estaminet.engine.errors import EstaminetError, UnknownAction
from estaminet.engine.game import Game
from estaminet.engine.kernel import NOBODY
from estaminet.engine.observation import number_actions
from estaminet.envs.spaces import FORMER_NAMES, ONE_PLY_NAMES, observation_space
from estaminet.envs.vector import steps
from estaminet.envs.vector.afterstates import Afterstates
from estaminet.envs.vector.batch import Batch, RefusedStep
from estaminet.extras import require_extra
from estaminet.games import REGISTRY

Observation = dict[str, Any]
"""``observation``, float32 of (games, features), and ``action_mask``, int8 of (games, actions); with one-ply worlds
also ``one_ply_values``, float32 of (games, actions), and ``value_prior``, float32 of (games, players)."""
DEVICES: Final = ("cpu", "cuda")
MODES: Final = {
    AutoresetMode.NEXT_STEP: steps.NEXT_STEP,
    AutoresetMode.SAME_STEP: steps.SAME_STEP,
    AutoresetMode.DISABLED: steps.DISABLED,
}
NAMED_GAMES: Final = 5
"""How many games an error names."""


class VectorGames(VectorEnv[Observation, Any, Any]):
    """Many games of one kind, stepped together: every row is what the seat to move in that game sees and can do.

    `rewards` are for the seats that acted in the step (``info["moved"]``): their share of the victory when their action
    ended the game, else 0. ``info["returns"]`` has the shares of all seats.

    Actions are numbered as the seat to move sees them, see `engine.observation`; without `canonical`, by their codes.

    With ``device="cuda"`` the games are on a GPU, and so is every array: the same numbers as on the CPU, column by
    column in memory, in arrays that are the same ones at every step (`cuda.device_array`).
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
        device: str = "cpu",
        check_every: int = 1,
        final_observations: bool = True,
        one_ply_worlds: int = 0,
        render_mode: str | None = None,
        promises: int = 0,
    ) -> None:
        """With `copy`, every step returns observations of its own; without, the next step overwrites them.

        On a GPU, `check_every` says after how many steps to wait for it and to see whether an action was not legal; 0:
        only in `check`. Until then it does nothing after such an action, so that the games are as they were before it.
        Whoever has no use for ``final_obs`` saves the time for it with ``final_observations=False``.
        With `one_ply_worlds`, observations have ``one_ply_values``: the mover's share after each legal action, by
        the game's own `evaluate`, averaged over so many imagined worlds; and ``value_prior``: every seat's share in
        them, from the mover on. The former names are `promises`, ``promises`` and ``outlook``.
        """
        self.game = REGISTRY.find(game) if isinstance(game, str) else game
        self.players = self.game.check_players(self.game.seats[0] if players is None else players)
        self.options = self.game.options.resolve(options)
        self.num_envs = _check_count("num_envs", num_envs)
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise UnsupportedMode(f"There is no render mode {render_mode!r:.60}; there is 'ansi'.")
        self.render_mode = render_mode
        self._mode = MODES[AutoresetMode(autoreset_mode)]
        self.metadata = {**self.metadata, "autoreset_mode": AutoresetMode(autoreset_mode)}
        worlds = one_ply_worlds or promises
        self._worlds = worlds and _check_count("one_ply_worlds", worlds)
        self._one_ply_names = FORMER_NAMES if promises else ONE_PLY_NAMES
        self.single_observation_space = observation_space(
            self.game, one_ply_seats=self.players if self._worlds else 0, one_ply_names=self._one_ply_names
        )
        self.single_action_space = spaces.Discrete(len(self.game.actions))
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self.numbering = number_actions(self.game, self.players, canonical=canonical)
        """Between the numbers that a seat is offered and the codes of the game."""
        self._batch = self._new_batch(
            device, threads, check_every=check_every, copies=copy, keeps_final=final_observations
        )
        self.device = device
        self._keeps_final = final_observations
        self._is_dealt = False

    @property
    def memories(self) -> NDArray[np.uint8]:
        """The true positions, a record of the game's kernel in each row. Read them, do not write to them."""
        memories: NDArray[np.uint8] = self._batch.memories
        return memories

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
        self._is_dealt = True
        return self._observation(), {"to_move": self._batch.give(self._batch.movers)}

    def step(self, actions: Any) -> tuple[Observation, Any, Any, Any, dict[str, Any]]:  # noqa: ANN401  # an array, of any library
        """Carry out one action in every game, or none: InvalidAction names the games in which one is not legal."""
        self._check_dealt()
        batch = self._batch
        if refused := batch.step(self._read_actions(actions), self._mode):
            raise self._refuse(refused)
        return self._result()

    def step_randomly(self) -> tuple[Observation, Any, Any, Any, dict[str, Any]]:
        """The same as ``step(sample())``, and quicker on a GPU."""
        self._check_dealt()
        if refused := self._batch.step_randomly(self._mode):
            raise self._refuse(refused)
        return self._result()

    def check(self) -> None:
        """Wait for the GPU, and raise what `step` or `observe` would have raised since it was waited for last."""
        if self.device == "cuda":
            if refused := self._batch.check():
                raise self._refuse(refused)
            if self._batch.find_bad_seats():
                raise self._bad_seat()

    def use_stream(self, stream: int) -> None:
        """Let the GPU do the work of all later calls in this stream of CUDA, given by its address; 0 is the usual one.

        For graphs, and for programs that use several streams; with ``check_every=0`` no step waits for anything.
        """
        if self.device != "cuda":
            raise EstaminetError("device.missing", "Streams are for games on a GPU: device='cuda'.")
        self._batch.use_stream(stream)

    def sample(self) -> Any:  # noqa: ANN401  # an array on the CPU or the GPU
        """For every game one of its legal actions, each equally likely; 0 for a game that is over."""
        self._check_dealt()
        return self._batch.give(self._batch.sample())

    def observe(self, seats: Any, out: Any = None) -> Any:  # noqa: ANN401  # arrays of any library
        """What a seat of each game sees now, whether it is to move or not: (games, features), in `out` if there is one.

        On a GPU without `out`, the next call overwrites it.
        """
        self._check_dealt()
        chosen = self._batch.adopt(seats)
        if chosen.dtype.kind not in "iu" or chosen.shape not in ((), (1,), (self.num_envs,)):
            raise self._bad_seat()
        if out is not None and not self._batch.takes(out):
            raise ValueError(
                f"`out` is an array of float32 with the shape {self._batch.observations.shape}, where the games are."
            )
        seen = self._batch.observe(chosen, out)
        if seen is None:
            raise self._bad_seat()
        return seen

    def evaluate(self) -> Any:  # noqa: ANN401  # an array on the CPU or the GPU
        """What share of the victory every seat may expect, by the game's own evaluation: (games, players).

        Of the true positions, so that it may depend on what a seat does not know: for critics, not for players. On a
        GPU the next call overwrites it.
        """
        self._check_dealt()
        return self._batch.evaluate()

    def look_ahead(self, worlds: int = 1) -> Afterstates:
        """The afterstates of every legal action of every game, as the seat to move imagines them."""
        self._check_dealt()
        found: Afterstates = self._batch.look_ahead(_check_count("worlds", worlds))
        return found

    def render(self) -> tuple[str, ...] | None:
        """Each game as a text drawing, as a spectator sees it."""
        if self.render_mode is None:
            return None
        self._check_dealt()
        known = (self.game.kernel.known(memory, NOBODY) for memory in self.memories)
        return tuple(self.game.render(each, NOBODY) for each in known)

    def close_extras(self, **_kwargs: object) -> None:
        self._batch.close()

    def _result(self) -> tuple[Observation, Any, Any, Any, dict[str, Any]]:
        """What a step returns."""
        batch = self._batch
        rewards, ended, truncated = batch.give(batch.rewards), batch.give(batch.ended), batch.give(batch.truncated)
        return self._observation(), rewards, ended, truncated, self._info()

    def _observation(self) -> Observation:
        batch = self._batch
        found = {"observation": batch.lend(batch.observations), "action_mask": batch.lend(batch.masks)}
        if self._worlds:
            values = batch.lend(batch.one_ply_values), batch.lend(batch.value_prior)
            found |= zip(self._one_ply_names, values, strict=True)
        return found

    def _info(self) -> dict[str, Any]:
        batch = self._batch
        ended, moved, returns = batch.give(batch.ended), batch.give(batch.moved), batch.give(batch.shares)
        info: dict[str, Any] = {
            "to_move": batch.give(batch.movers), "moved": moved, "returns": returns, "_returns": ended,
        }  # fmt: skip
        if self._mode == steps.SAME_STEP:
            info |= {"final_info": {"moved": moved, "returns": returns}, "_final_info": ended}
            if self._keeps_final:
                final = {"observation": batch.lend(batch.final_observations), "action_mask": batch.lend(batch.no_masks)}
                if self._worlds:
                    values = batch.lend(batch.no_one_ply_values), batch.lend(batch.no_value_prior)
                    final |= zip(self._one_ply_names, values, strict=True)
                info |= {"final_obs": final, "_final_obs": ended}
        return info

    def _check_open(self) -> None:
        if self.closed:
            raise ClosedEnvironmentError("This environment is closed.")

    def _check_dealt(self) -> None:
        self._check_open()
        if not self._is_dealt:
            raise ResetNeeded("Nothing is dealt yet: call reset first.")

    def _new_batch(self, device: str, threads: int | None, *, check_every: int, copies: bool, keeps_final: bool) -> Any:  # noqa: ANN401  # on the CPU or the GPU
        if device not in DEVICES:
            raise EstaminetError("device.missing", f"Games are played on 'cpu' or 'cuda', not on {device!r:.60}.")
        shared = self.game, self.num_envs, self.players, self.options
        if device == "cpu":
            count = threads and _check_count("threads", threads)
            return Batch(*shared, count, self.numbering, copies=copies, keeps_final=keeps_final, worlds=self._worlds)
        require_extra("cuda")
        from estaminet.envs.vector.cuda.batch import CudaBatch  # with numba-cuda, which few need

        often = check_every and _check_count("check_every", check_every)
        return CudaBatch(
            *shared, self.numbering, check_every=often, copies=copies, keeps_final=keeps_final, worlds=self._worlds
        )

    def _read_actions(self, actions: Any) -> Any:  # noqa: ANN401  # arrays of any library
        numbers = self._batch.adopt(actions)
        if numbers.shape != (self.num_envs,):
            raise InvalidAction(f"Actions have the shape ({self.num_envs},), one for each game, not {numbers.shape}.")
        if numbers.dtype.kind not in "iu":
            raise InvalidAction(f"Actions are whole numbers, not {numbers.dtype}.")
        return numbers

    def _bad_seat(self) -> EstaminetError:
        return EstaminetError("seat.unknown", f"The seats of each game are 0 to {self.players - 1}.")

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

    def _refuse(self, refused: RefusedStep) -> InvalidAction | ResetNeeded:
        if refused.illegal:
            return InvalidAction(self._explain(refused))
        over = _name_games(refused.over)
        return ResetNeeded(f"The game is over in {over}: reset with options={{'reset_mask': ...}} first.")

    def _explain(self, refused: RefusedStep) -> str:
        """Which games, and why in the first of them."""
        illegal = refused.illegal
        game = illegal[0]
        code, seat = int(refused.codes[game]), int(refused.movers[game])
        try:
            action = self.game.action(code)
        except UnknownAction as error:
            return f"An action is not legal in {_name_games(illegal)}: {error.sentence}"
        refusal = self.game.explain(self.game.kernel.known(self.memories[game], seat), seat, action)
        return (
            f"An action is not legal in {_name_games(illegal)}: in game {game}, {action.text!r} "
            f"(action {refused.numbers[game]} of seat {seat}) is not possible: {refusal.sentence} ({refusal.rule})"
        )


def _check_count(name: str, value: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < 1:
        raise ValueError(f"{name} is a whole number from 1 on, not {value!r:.60}.")
    return int(value)


def _name_games(games: list[int]) -> str:
    named = ", ".join(map(str, games[:NAMED_GAMES]))
    more = f" and {len(games) - NAMED_GAMES} more" if len(games) > NAMED_GAMES else ""
    return f"game{'s' if len(games) > 1 else ''} {named}{more}"
