"""The environments of one game, with the names that a module of PettingZoo has.

In one of them all agents act at once, for learners that are built that way. A cycle is one decision: every agent
answers, and the answer of the agent to move counts.
"""

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.conversions import parallel_to_aec
from pettingzoo.utils.env_logger import EnvLogger
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper, TerminateIllegalWrapper

from estaminet.engine.game import Game
from estaminet.envs.pettingzoo.environment import GameEnvironment, Info, Observation

Results = tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Info]]
"""Observations, rewards, terminations, truncations and infos."""


class CycleEnvironment(ParallelEnv):  # type: ignore[misc]  # PettingZoo has no types
    """A game in cycles; with `max_cycles` it is truncated after that many."""

    def __init__(self, table: GameEnvironment, max_cycles: int | None = None) -> None:
        super().__init__()
        if max_cycles is not None and (type(max_cycles) is not int or max_cycles < 1):
            raise ValueError(f"max_cycles is a whole number from 1, or None, not {max_cycles!r:.60}.")
        self.table = table
        """The environment in which the agents act one after the other."""
        self.max_cycles = max_cycles
        self.metadata = {**table.metadata, "is_parallelizable": True}
        self.render_mode = table.render_mode
        self.possible_agents = table.possible_agents.copy()
        self.state_space = table.state_space
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.table.observation_space(agent)

    def action_space(self, agent: str) -> "spaces.Discrete[np.int64]":
        return self.table.action_space(agent)

    def reset(
        self, seed: int | None = None, options: Mapping[str, object] | None = None
    ) -> tuple[dict[str, Observation], dict[str, Info]]:
        """Deal, as `GameEnvironment.reset` does."""
        self.table.reset(seed, options)
        self.agents = self.possible_agents.copy()
        return self._observe(), dict(self.table.infos)

    def step(self, actions: Mapping[str, Any]) -> Results:
        """Carry out the action of the agent to move; those of the others are ignored."""
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return {}, {}, {}, {}, {}
        self.table.step(self._choose(actions))
        terminations = dict(self.table.terminations)
        is_over = any(terminations.values())
        is_truncated = not is_over and len(self.table.position.history) == self.max_cycles
        truncations = dict.fromkeys(self.agents, is_truncated)
        results = self._observe(), dict(self.table.rewards), terminations, truncations, dict(self.table.infos)
        if is_over or is_truncated:
            self.agents = []
        return results

    def render(self) -> str | NDArray[np.uint8] | None:
        return self.table.render()

    def state(self) -> NDArray[np.float32]:
        return self.table.state()

    def close(self) -> None:
        self.table.close()

    def _observe(self) -> dict[str, Observation]:
        return {agent: self.table.observe(agent) for agent in self.agents}

    def _choose(self, actions: Mapping[str, Any]) -> int:
        """The answer of the agent to move. Learners of this kind often know no masks, so an illegal one is replaced."""
        agent = self.table.agent_selection
        space = self.action_space(agent)
        action = actions.get(agent)
        if action is None or not space.contains(action):
            raise AssertionError(f"action of {agent} is not in action space")
        if self.table.mask[action]:
            return int(action)
        EnvLogger.warn_action_out_of_bound(action, space, "taking a legal action at random")
        return int(self.table.rng.choice(np.flatnonzero(self.table.mask)))


ILLEGAL_REWARD: Final = -1.0
"""Less than a lost game."""


class Environments:
    """What the module ``connect_four_v3`` is in PettingZoo, for one of our games."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def env(
        self,
        *,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        render_mode: str | None = None,
        canonical: bool = True,
        max_cycles: int | None = None,
    ) -> AECEnv:
        """An environment for training, in PettingZoo's usual wrappers: an illegal action loses the game.

        With `max_cycles` it is played in cycles, see `CycleEnvironment`: every agent acts in each of them.
        """
        if max_cycles is not None:
            cycles = self.parallel_env(
                players=players, options=options, render_mode=render_mode, canonical=canonical, max_cycles=max_cycles
            )
            return parallel_to_aec(cycles)
        raw = self.raw_env(players=players, options=options, render_mode=render_mode, canonical=canonical)
        return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(TerminateIllegalWrapper(raw, ILLEGAL_REWARD)))

    def raw_env(
        self,
        *,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        render_mode: str | None = None,
        canonical: bool = True,
    ) -> GameEnvironment:
        """The environment without wrappers: faster, and an illegal action is refused with the reason."""
        return GameEnvironment(
            self.game, players=players, options=options, render_mode=render_mode, canonical=canonical
        )

    def parallel_env(
        self,
        *,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        render_mode: str | None = None,
        canonical: bool = True,
        max_cycles: int | None = None,
    ) -> CycleEnvironment:
        """The environment in which all agents act at once."""
        raw = self.raw_env(players=players, options=options, render_mode=render_mode, canonical=canonical)
        return CycleEnvironment(raw, max_cycles)

    def __repr__(self) -> str:
        return f"<the PettingZoo environments of {self.game.name}>"
