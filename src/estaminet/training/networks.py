"""The networks: from what a seat sees to the logits of its actions, and of every seat's share of the victory.

`players.networks` computes the same without torch, from the same names: change both together.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from estaminet.engine.game import NOTHING, Shape
from estaminet.engine.observation import PRIOR_SCALE

WIDTH: Final = 512
BLOCKS: Final = 2
PIECE_WIDTH: Final = 64
PIECE_BLOCKS: Final = 3
LOGIT_SCALE: Final = float(PRIOR_SCALE)
SCALE: Final = "scale"
"""The name of the weight of one-ply values; a network that does not see them has none."""
PRIOR: Final = "outlook"
"""The name of the weight of the value prior, as saved networks have it."""
SMALL: Final = 0.1
"""The scale of a network's initial outputs."""


def make_network(
    shape: Shape | None,
    inputs: int,
    actions: int,
    players: int,
    width: int | None = None,
    blocks: int | None = None,
    one_ply_columns: range | None = None,
    prior_columns: range | None = None,
) -> nn.Module:
    """A network that gives logits of all actions, and of the seats' shares from the seat to move on.

    With columns of one-ply values the logits of actions begin with them, those of shares with the value prior.
    """
    if shape is None:
        return ResidualNetwork(
            inputs, actions, players, width or WIDTH, blocks or BLOCKS, one_ply_columns, prior_columns
        )
    return PiecesNetwork(
        shape, inputs, players, width or PIECE_WIDTH, blocks or PIECE_BLOCKS, one_ply_columns, prior_columns
    )


class PriorNetwork(nn.Module):
    """A network that begins with the game's own evaluation, if it has columns of it."""

    def __init__(self, one_ply_columns: range | None, prior_columns: range | None) -> None:
        super().__init__()
        self.one_ply = None if one_ply_columns is None else slice(one_ply_columns.start, one_ply_columns.stop)
        self.prior = None if prior_columns is None else slice(prior_columns.start, prior_columns.stop)
        if one_ply_columns is not None:
            self.scale = nn.Parameter(torch.ones(1))
        if prior_columns is not None:
            self.outlook = nn.Parameter(torch.ones(1))

    def add_priors(self, logits: Tensor, shares: Tensor, inputs: Tensor) -> tuple[Tensor, Tensor]:
        if self.one_ply is not None:
            logits = logits.float() + LOGIT_SCALE * self.scale * inputs[:, self.one_ply].float()
        if self.prior is not None:
            shares = shares.float() + self.outlook * inputs[:, self.prior].float()
        return logits, shares


class Norm(nn.LayerNorm):
    """In the precision of its input: in half precision, half of what is read and written."""

    def forward(self, hidden: Tensor) -> Tensor:
        with torch.autocast(hidden.device.type, enabled=False):
            weight, bias = self.weight.to(hidden.dtype), self.bias.to(hidden.dtype)
            return functional.layer_norm(hidden, self.normalized_shape, weight, bias, self.eps)


class ResidualBlock(nn.Module):
    """Adds to what it is given."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.norm = Norm(width)
        self.inner = nn.Linear(width, width)
        self.outer = nn.Linear(width, width)
        _begin_at_zero(self.outer)

    def forward(self, hidden: Tensor) -> Tensor:
        inner = functional.relu(self.inner(self.norm(hidden)))
        return hidden + self.outer(inner)


class ResidualNetwork(PriorNetwork):
    """For any game: it sees nothing but a row of numbers."""

    def __init__(
        self,
        inputs: int,
        actions: int,
        players: int,
        width: int,
        blocks: int,
        one_ply_columns: range | None = None,
        prior_columns: range | None = None,
    ) -> None:
        super().__init__(one_ply_columns, prior_columns)
        self.outputs = [actions, players]
        self.first = nn.Linear(inputs, width)
        self.blocks = nn.ModuleList(ResidualBlock(width) for _ in range(blocks))
        self.norm = Norm(width)
        self.heads = nn.Linear(width, actions + players)
        _begin_small(self.heads)

    def forward(self, inputs: Tensor) -> tuple[Tensor, Tensor]:
        hidden = functional.relu(self.first(inputs))
        for block in self.blocks:
            hidden = block(hidden)
        logits, shares = self.heads(self.norm(hidden)).split(self.outputs, 1)
        return self.add_priors(logits, shares, inputs)


class FixedLines(NamedTuple):
    """Who hears whom, the same in every row. Pieces that hear the same are one listener: so there are few of them."""

    listeners: Sequence[Tensor]
    """(listeners, pieces) for each relation: how much they hear of each piece."""
    listens: Tensor
    """(pieces, listeners of all relations): 1 where a piece is one of them."""

    def carry(self, spoken: Tensor, weights: Sequence[Tensor]) -> Tensor:
        """What every piece hears, through the weights of each relation."""
        words = [
            functional.linear(torch.matmul(listeners.to(spoken.dtype), spoken), weight)
            for listeners, weight in zip(self.listeners, weights, strict=True)
        ]
        return torch.matmul(self.listens.to(spoken.dtype), torch.cat(words, 1))


class CutLines(NamedTuple):
    """Who hears whom, in every row in its own way: walls cut the lines."""

    lines: Tensor
    """(rows, relations, pieces, pieces)."""

    def carry(self, spoken: Tensor, weights: Sequence[Tensor]) -> Tensor:
        """What every piece hears, through the weights of each relation."""
        relations, pieces = self.lines.shape[1:3]
        heard = torch.matmul(self.lines.flatten(1, 2), spoken).unflatten(1, (relations, pieces))
        return torch.stack([functional.linear(heard[:, at], weight) for at, weight in enumerate(weights)]).sum(0)


class PiecesBlock(nn.Module):
    """Every piece hears those in touch with it, and all of them a little; the same weights for all pieces."""

    def __init__(self, width: int, relations: int) -> None:
        super().__init__()
        self.norm = Norm(width)
        self.mix = nn.Linear((1 + relations) * width, width)
        self.everywhere = nn.Linear(width, width, bias=False)
        self.outer = nn.Linear(width, width)
        _begin_at_zero(self.outer)

    def forward(self, hidden: Tensor, lines: FixedLines | CutLines, count: int) -> Tensor:
        spoken = self.norm(hidden)
        own, *others = self.mix.weight.split(self.mix.out_features, 1)
        mixed = functional.linear(spoken, own, self.mix.bias) + lines.carry(spoken, others)
        everywhere = self.everywhere(spoken[:, :count].mean(1, keepdim=True))
        return hidden + self.outer(functional.relu(mixed + everywhere))


class PiecesNetwork(PriorNetwork):
    """For a game whose board is made of equal pieces, see `engine.observation`."""

    columns: Tensor
    columns_of_table: Tensor
    places: Tensor
    lines: Tensor
    listens: Tensor
    listeners: Tensor
    walls: Tensor
    between: Tensor
    owners: Tensor

    def __init__(
        self,
        shape: Shape,
        inputs: int,
        players: int,
        width: int,
        blocks: int,
        one_ply_columns: range | None = None,
        prior_columns: range | None = None,
    ) -> None:
        super().__init__(one_ply_columns, prior_columns)
        size, features = shape.columns.shape
        relations = len(shape.lines)
        table = sorted(set(range(inputs)) - set(shape.columns.flatten().tolist()))
        self.count = shape.pieces
        self.has_walls, self.has_owners = shape.walls is not None, shape.owners is not None
        self.table = _two_layers(len(table), 2 * width, width)
        self.piece = nn.Linear(features, width)
        self.place = nn.Parameter(torch.zeros(size, width))
        self.blocks = nn.ModuleList(PiecesBlock(width, relations) for _ in range(blocks))
        self.norm = Norm(width)
        self.piece_logits = _begin_small(nn.Linear(width, shape.kinds))
        self.table_logits = _two_layers(3 * width, 2 * width, shape.rest)
        _begin_small(self.table_logits[-1])
        seats = (width, width, 1) if self.has_owners else (3 * width, 2 * width, players)
        self.shares = _two_layers(*seats)
        _begin_small(self.shares[-1])
        absent = inputs  # the column of zeros behind the last one
        self._keep("columns", [absent if column == NOTHING else column for column in shape.columns.flatten().tolist()])
        self._keep("columns_of_table", table)
        self._keep("places", shape.logits)
        if shape.walls is None:
            found = [np.unique(lines, axis=0, return_inverse=True) for lines in shape.lines]
            listens = np.concatenate([np.eye(len(different))[which.ravel()] for different, which in found], 1)
            self._keep("listens", listens)
            self._keep("listeners", np.concatenate([different for different, _ in found]))
            self.counts = [len(different) for different, _ in found]
        elif shape.between is not None:
            self._keep("lines", shape.lines)
            self._keep("walls", [absent if column == NOTHING else column for column in shape.walls.tolist()])
            self._keep("between", torch.as_tensor(shape.between).flatten(1))
        if shape.owners is not None:
            is_owned = torch.as_tensor(shape.owners) == torch.arange(players)[:, None]
            self._keep("owners", is_owned / is_owned.sum(1, keepdim=True))

    def forward(self, inputs: Tensor) -> tuple[Tensor, Tensor]:
        padded = functional.pad(inputs, (0, 1))
        size = len(self.place)
        table = self.table(inputs.index_select(1, self.columns_of_table))
        pieces = padded.index_select(1, self.columns).unflatten(1, (size, -1))
        hidden = functional.relu(self.piece(pieces) + self.place.to(table.dtype) + table[:, None])
        lines = self.find_lines(padded)
        for block in self.blocks:
            hidden = block(hidden, lines, self.count)
        spoken = self.norm(hidden)
        there = spoken[:, : self.count]
        summary = torch.cat([there.mean(1), there.amax(1), table], 1)
        if self.has_owners:
            shares = self.shares(torch.matmul(self.owners.to(spoken.dtype), spoken)).squeeze(2)
        else:
            shares = self.shares(summary)
        logits = torch.cat([self.piece_logits(spoken).flatten(1), self.table_logits(summary)], 1)
        return self.add_priors(logits.index_select(1, self.places), shares, inputs)

    def find_lines(self, padded: Tensor) -> FixedLines | CutLines:
        """Which pieces hear each other now."""
        if not self.has_walls:
            return FixedLines(self.listeners.split(self.counts), self.listens)
        walls = padded.index_select(1, self.walls)
        crossed = torch.matmul(walls, self.between.to(walls.dtype)).unflatten(1, self.lines.shape)
        return CutLines(self.lines.to(walls.dtype) * (crossed < 0.5))

    def _keep(self, name: str, values: object) -> None:
        """A constant of the shape, which is not learned."""
        self.register_buffer(name, torch.as_tensor(values), persistent=False)


def _two_layers(inputs: int, width: int, outputs: int) -> nn.Sequential:
    return nn.Sequential(nn.Linear(inputs, width), nn.ReLU(), nn.Linear(width, outputs))


def _begin_small(layer: nn.Module) -> nn.Module:
    """Initialise a head with small weights."""
    with torch.no_grad():
        for values in layer.parameters():
            values.mul_(SMALL)
    return layer


def _begin_at_zero(layer: nn.Linear) -> None:
    """Initialise a block that changes nothing at first: the deepest network begins as a flat one."""
    nn.init.zeros_(layer.weight)
    nn.init.zeros_(layer.bias)
