"""What every decision was worth, looking back from the end of a rollout."""

import torch
from torch import Tensor


def lambda_returns(values: Tensor, ended: Tensor, outcomes: Tensor, trace: float) -> Tensor:
    """For each step and seat, what came of it: (steps, games, seats).

    `values` (steps + 1, games, seats) is what the critic thought before each step and after the last one, `ended`
    (steps, games) says which steps ended a game, and `outcomes` (steps, games, seats) with which shares. All seats are
    the true ones, not relative to the mover: so nothing needs to be remembered about who moves when.
    """
    returns = torch.empty_like(outcomes)
    later = values[-1]
    for step in reversed(range(len(outcomes))):
        later = torch.where(ended[step, :, None], outcomes[step], torch.lerp(values[step + 1], later, trace))
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
