"""The environments of one game, with the names that a module of PettingZoo has."""

from collections.abc import Mapping
from typing import Final

from pettingzoo import AECEnv
from pettingzoo.utils.conversions import parallel_to_aec
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper, TerminateIllegalWrapper

from estaminet.engine.game import Game
from estaminet.envs.pettingzoo.cycles import CycleEnvironment
from estaminet.envs.pettingzoo.environment import GameEnvironment

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
