"""What a rollout gives and a learner takes."""

from dataclasses import dataclass

from torch import Tensor


@dataclass(frozen=True)
class Batch:
    """Decisions to learn from, one in each row."""

    inputs: Tensor
    """What the critic sees; it begins with what the actor sees."""
    actions: Tensor
    log_odds: Tensor
    """The logarithm of the chance with which the action was taken."""
    is_free: Tensor
    """Whether there was a choice, and the learner made it."""
    advantages: Tensor
    """By how much the mover did better than expected, in standard deviations."""
    returns: Tensor
    """What came of it for all seats, from the mover on."""

    @property
    def columns(self) -> tuple[Tensor, ...]:
        return self.inputs, self.actions, self.log_odds, self.is_free, self.advantages, self.returns
