"""Rollouts: all games go on for some steps, and their inputs and actions are stored on the device.

In some of the games others have all seats but one: earlier networks, against cycles of strategies, or an opponent to
beat. Some may follow the rollout policy: the best one-ply value, and nothing else. From those games the learner learns
by its one seat alone.

Nothing here waits for the device: with games on the GPU, the next step is asked for while the last one is computed.
"""

import copy
from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol

import numpy as np
import torch
from torch import Tensor

from estaminet.engine.errors import EstaminetError
from estaminet.engine.game import Game
from estaminet.engine.observation import LEAST_PRIOR, count_critic_inputs, find_others
from estaminet.engine.options import OptionValue
from estaminet.training.learner import Batch, Learner, scale_one_ply_values

State = Mapping[str, Tensor]
"""The weights of an actor."""
MOST_RIVALS: Final = 16
"""The most earlier networks; the newest are kept."""


class Environment(Protocol):
    """The environment of a trainer: many games at once, each of which is dealt anew when it is over.

    `estaminet.vector.VectorGames` is such a one. Arrays may be NumPy's, or lie on the GPU. The next step may overwrite
    the observations of this one.
    """

    @property
    def game(self) -> Game: ...
    @property
    def players(self) -> int: ...
    @property
    def options(self) -> Mapping[str, OptionValue]: ...
    @property
    def num_envs(self) -> int: ...

    def reset(self, *, seed: int, options: dict[str, Any] | None = None) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
        """Deal all games, or those of ``options["reset_mask"]``."""

    def step_randomly(self) -> tuple[Mapping[str, Any], Any, Any, Any, Mapping[str, Any]]:
        """Any action in every game."""

    def step(self, actions: Tensor) -> tuple[Mapping[str, Any], Any, Any, Any, Mapping[str, Any]]:
        """One action in every game, by its canonical number."""

    def observe(self, seats: Tensor) -> Any:  # noqa: ANN401  # an array of whatever kind
        """The observation of one seat of each game."""

    def evaluate(self) -> Any:  # noqa: ANN401  # an array of whatever kind
        """Every seat's expected share in each game, by the game's own evaluation of the true position."""


def to_tensor(array: Any, device: torch.device) -> Tensor:  # noqa: ANN401  # an array of whatever kind
    """The array as a tensor: the same memory if it is on the device already, a copy on it if not."""
    return torch.as_tensor(array, device=device)


class OpponentPool:
    """The opponents in the last games: first players of the best one-ply action, then networks, one at a time."""

    def __init__(
        self,
        learner: Learner,
        games: int,
        players: int,
        part: float,
        opponents: Sequence[State] = (),
        *,
        greedy: float = 0.0,
    ) -> None:
        """With opponents, these alone; else earlier networks. `part` and `greedy` are fractions of all games."""
        self._greedy = round(games * greedy)
        count = round(games * (greedy + part))
        self.games = slice(games - count, games)
        """The games in which they play."""
        self.is_fixed = bool(opponents)
        self._learner = learner
        self._network = copy.deepcopy(learner.actor)
        self._own = torch.randint(players, (count,), generator=learner.generator, device=learner.device)
        """The seat of the learner in each of these games."""
        self._states = deque(opponents, maxlen=None if opponents else MOST_RIVALS)

    def remember(self) -> None:
        """Keep the present network among the earlier ones."""
        if not self.is_fixed:
            self._states.append(copy.deepcopy(self._learner.average.state_dict()))

    def sit_down(self) -> None:
        """Let one of them, drawn at random, play from now on; without any, the present network."""
        which = torch.randint(max(len(self._states), 1), (), generator=self._learner.generator, device=self._own.device)
        self._network.load_state_dict(self._states[int(which)] if self._states else self._learner.actor.state_dict())

    def answer(self, inputs: Tensor, movers: Tensor, actions: Tensor) -> Tensor:
        """Put their actions in place of the learner's where it is their turn; a mask of these games."""
        is_theirs = movers[self.games] != self._own
        seen = inputs[self.games]
        theirs = torch.cat([
            self._learner.act_greedily(seen[: self._greedy]),
            self._learner.act(seen[self._greedy :], self._network)[0],
        ])  # fmt: skip
        actions[self.games] = torch.where(is_theirs, theirs, actions[self.games])
        return is_theirs


class Rollout:
    """The games, and the memory for some steps of them."""

    def __init__(
        self,
        environment: Environment,
        learner: Learner,
        steps: int,
        gae_lambda: float,
        rivals: OpponentPool | None = None,
    ) -> None:
        self._environment, self._learner, self._gae_lambda, self._rivals = environment, learner, gae_lambda, rivals
        game, games, seats = environment.game, environment.num_envs, environment.players
        self._features, self._mask = game.kernel.features, learner.mask
        device = self._device = learner.device

        def allocate(*shape: int, dtype: torch.dtype = torch.float32) -> Tensor:
            return torch.zeros(*shape, dtype=dtype, device=device)

        self._sees_values = learner.one_ply_columns is not None
        self._others = find_others(game, worlds=learner.worlds)
        columns = count_critic_inputs(game, seats, worlds=learner.worlds)
        self._inputs = allocate(steps + 1, games, columns, dtype=learner.storage)
        self._movers = allocate(steps + 1, games, dtype=torch.int64)
        self._actions = allocate(steps, games, dtype=torch.int64)
        self._is_own = ~allocate(steps, games, dtype=torch.bool)
        self._log_odds = allocate(steps, games)
        self._ended = allocate(steps, games, dtype=torch.bool)
        self._outcomes = allocate(steps, games, seats)
        self._values = allocate(steps + 1, games, seats)

    def deal(self, seed: int) -> None:
        """Begin new games."""
        observation, info = self._environment.reset(seed=seed)
        if self._sees_values and "one_ply_values" not in observation:
            raise EstaminetError(
                "training.invalid", "These games give no one-ply values: make VectorGames with one_ply_worlds."
            )
        self._is_on_host = isinstance(observation["observation"], np.ndarray)
        self._look(len(self._actions), observation, info["to_move"])

    def scatter(self, seed: int) -> None:
        """Spread the games over different plies by random actions; `deal` comes before it.

        Games that begin together and last about as long would show beginnings alone in one update, ends in another.
        So they are dealt anew one after the other, over as many steps as a game lasts.
        """
        environment = self._environment
        steps = self._play_once()
        begins = np.arange(environment.num_envs) * steps // environment.num_envs
        for step in range(1, steps):
            environment.step_randomly()
            if (is_late := begins == step).any():
                environment.reset(seed=seed, options={"reset_mask": is_late})
        observation, *_, info = environment.step_randomly()
        self._look(len(self._actions), observation, info["to_move"])

    def _play_once(self) -> int:
        """Play at random until half of the games have ended; the number of steps."""
        has_ended = torch.zeros(self._environment.num_envs, dtype=torch.bool, device=self._device)
        steps = 0
        while 2 * int(has_ended.sum()) < len(has_ended):
            _, _, ended, _, _ = self._environment.step_randomly()
            has_ended |= to_tensor(ended, self._device)
            steps += 1
        return steps

    @torch.no_grad()
    def collect(self) -> Batch:
        """Play the steps of a rollout, and return its batch."""
        steps = len(self._actions)
        # The position after the last step of a rollout is the one before the first step of the next.
        self._inputs[0] = self._inputs[steps]
        self._movers[0] = self._movers[steps]
        if self._rivals:
            self._rivals.sit_down()
        for step in range(steps):
            actions, log_odds = self._learner.act(self._inputs[step])
            if self._rivals:
                is_theirs = self._rivals.answer(self._inputs[step], self._movers[step], actions)
                self._is_own[step, self._rivals.games] = ~is_theirs
            observation, _, ended, _, info = self._environment.step(self._hand_over(actions))
            self._actions[step], self._log_odds[step] = actions, log_odds
            self._ended[step] = to_tensor(ended, self._device)
            self._outcomes[step] = to_tensor(info["returns"], self._device)
            self._look(step + 1, observation, info["to_move"])
        for step in range(steps + 1):
            self._values[step] = to_true_seats(self._learner.evaluate(self._inputs[step]), self._movers[step])
        self._learner.has_seen |= (self._inputs[..., : self._learner.seen] != 0).flatten(0, 1).any(0)
        return self._look_back()

    def _look(self, step: int, observation: Mapping[str, Any], to_move: Any) -> None:  # noqa: ANN401  # arrays of whatever kind
        """Copy the observations of movers and others, which the environment overwrites at the next step."""
        row, movers = self._inputs[step], self._movers[step]
        movers.copy_(to_tensor(to_move, self._device))
        row[:, : self._features] = to_tensor(observation["observation"], self._device)
        mask = to_tensor(observation["action_mask"], self._device)
        row[:, self._mask] = mask
        seats = self._environment.players
        if self._sees_values:
            self._copy_values(row, movers, observation, mask)
        for other in range(1, seats):
            seen = to_tensor(self._environment.observe(self._hand_over((movers + other) % seats)), self._device)
            at = self._others + (other - 1) * self._features
            row[:, at : at + self._features] = seen

    def _copy_values(self, row: Tensor, movers: Tensor, observation: Mapping[str, Any], mask: Tensor) -> None:
        """Copy one-ply values and the value prior; for the critic, the prior of the true position."""
        learner, device = self._learner, self._device
        values, seen = (to_tensor(observation[name], device) for name in ("one_ply_values", "value_prior"))
        true = from_true_seats(to_tensor(self._environment.evaluate(), device), movers)
        row[:, _slice(learner.one_ply_columns)] = scale_one_ply_values(values, mask)
        for columns, prior in ((learner.prior_columns, seen), (learner.true_prior_columns, true)):
            row[:, _slice(columns)] = prior.clamp(min=LEAST_PRIOR).log()

    def _hand_over(self, numbers: Tensor) -> Tensor:
        """Numbers where the environment wants them: games on the host may be played by a network on the GPU."""
        return numbers.cpu() if self._is_on_host else numbers

    def _look_back(self) -> Batch:
        movers = self._movers[:-1]
        returns = lambda_returns(self._values, self._ended, self._outcomes, self._gae_lambda)
        surprise = (returns - self._values[:-1]).gather(2, movers[..., None])[..., 0]
        inputs = self._inputs[:-1]
        is_free = (inputs[..., self._mask].sum(2) > 1) & self._is_own
        return Batch(
            inputs.flatten(0, 1),
            self._actions.flatten(),
            self._log_odds.flatten(),
            is_free.flatten(),
            normalize(surprise, is_free).flatten(),
            from_true_seats(returns, movers).flatten(0, 1),
        )


def _slice(columns: range | None) -> slice:
    return slice(0) if columns is None else slice(columns.start, columns.stop)


def normalize(surprise: Tensor, is_free: Tensor) -> Tensor:
    """With mean 0 and deviation 1 among the free choices."""
    weights = is_free / is_free.sum().clamp(min=1)
    centred = surprise - (surprise * weights).sum()
    return centred / ((centred**2 * weights).sum().sqrt() + 1e-6)


def lambda_returns(values: Tensor, ended: Tensor, outcomes: Tensor, gae_lambda: float) -> Tensor:
    """The lambda returns of each step and seat: (steps, games, seats).

    `values` (steps + 1, games, seats) is what the critic thought before each step and after the last one, `ended`
    (steps, games) says which steps ended a game, and `outcomes` (steps, games, seats) with which shares. All seats are
    the true ones, not relative to the mover: so nothing needs to be remembered about who moves when.
    """
    returns = torch.empty_like(outcomes)
    later = values[-1]
    for step in reversed(range(len(outcomes))):
        later = torch.where(ended[step, :, None], outcomes[step], torch.lerp(values[step + 1], later, gae_lambda))
        returns[step] = later
    return returns


def to_true_seats(shares: Tensor, movers: Tensor) -> Tensor:
    """From seats counted from the mover to true ones; the last axis is that of the seats."""
    return shares.gather(-1, (_seats(shares) - movers[..., None]) % shares.shape[-1])


def from_true_seats(shares: Tensor, movers: Tensor) -> Tensor:
    """And back."""
    return shares.gather(-1, (_seats(shares) + movers[..., None]) % shares.shape[-1])


def _seats(shares: Tensor) -> Tensor:
    return torch.arange(shares.shape[-1], device=shares.device)
