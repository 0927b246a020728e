"""Who plays the other seats in some of the games: earlier selves, against going round in circles, or somebody to beat.

Some may play by habit: what promises most one action ahead, and nothing else. In such a game the learner has one seat,
and learns from that alone.
"""

import copy
from collections import deque
from collections.abc import Mapping, Sequence
from typing import Final

import torch
from torch import Tensor

from estaminet.training.learner import Learner

State = Mapping[str, Tensor]
"""The weights of an actor."""
MOST: Final = 16
"""How many earlier selves there are at most; the newest ones."""


class Rivals:
    """In the last ones of some games: first those who play by habit, then networks, one of them at a time."""

    def __init__(
        self,
        learner: Learner,
        games: int,
        players: int,
        part: float,
        opponents: Sequence[State] = (),
        *,
        habit: float = 0.0,
    ) -> None:
        """With opponents, these alone; else earlier selves, as soon as there are some. Both parts are of all games."""
        self._by_habit = round(games * habit)
        count = round(games * (habit + part))
        self.games = slice(games - count, games)
        """The games in which they play."""
        self.is_fixed = bool(opponents)
        self._learner = learner
        self._network = copy.deepcopy(learner.actor)
        self._own = torch.randint(players, (count,), generator=learner.generator, device=learner.device)
        """The seat of the learner in each of these games."""
        self._states = deque(opponents, maxlen=None if opponents else MOST)

    def remember(self) -> None:
        """Keep the learner as it plays now among its earlier selves."""
        if not self.is_fixed:
            self._states.append(copy.deepcopy(self._learner.average.state_dict()))

    def sit_down(self) -> None:
        """One of them, whoever it is, plays from now on; without any, the learner as it is."""
        which = torch.randint(max(len(self._states), 1), (), generator=self._learner.generator, device=self._own.device)
        self._network.load_state_dict(self._states[int(which)] if self._states else self._learner.actor.state_dict())

    def answer(self, inputs: Tensor, movers: Tensor, actions: Tensor) -> Tensor:
        """Put their actions in place of the learner's where it is their turn; gives in which of their games it was."""
        is_theirs = movers[self.games] != self._own
        seen = inputs[self.games]
        theirs = torch.cat([
            self._learner.follow_promises(seen[: self._by_habit]),
            self._learner.act(seen[self._by_habit :], self._network)[0],
        ])  # fmt: skip
        actions[self.games] = torch.where(is_theirs, theirs, actions[self.games])
        return is_theirs
