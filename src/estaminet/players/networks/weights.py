"""A trained network: its file, its purpose, and its weights as compiled code reads them.

The file is an .npz: the arrays under the names of their layers, in half precision, and `about`, a text in JSON.
`estaminet train` writes it.
"""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import as_file, files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Final
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from estaminet.engine.errors import EstaminetError
from estaminet.engine.game import NOTHING, Game, Shape
from estaminet.engine.observation import (
    PRIOR_SCALE,
    count_actor_inputs,
    find_one_ply_columns,
    find_shape,
    number_actions,
)
from estaminet.players.networks.forward import ONE_PLY_WORLDS, PIECES, PackedNetwork

FORMAT: Final = "estaminet-network/1"
ABOUT: Final = "about"
MOST_WORLDS: Final = 64
"""The most worlds for one-ply values: with more a network would be too slow to play."""
WITHOUT_SHAPE: Final = "first.weight"
"""A layer of networks that see nothing but a row of numbers."""
Floats = NDArray[np.float32]


class Network:
    """The weights of an actor, and for what it was trained."""

    def __init__(self, about: Mapping[str, Any], arrays: Mapping[str, Floats]) -> None:
        self.about, self.arrays = about, arrays
        self._packed: dict[tuple[str, int], PackedNetwork] = {}

    @classmethod
    def load(cls, file: Path) -> "Network":
        try:
            with np.load(file, allow_pickle=False) as arrays:
                about = json.loads(str(arrays[ABOUT]))
                found = {name: arrays[name].astype(np.float32) for name in arrays.files if name != ABOUT}
        except OSError as error:
            raise EstaminetError(
                "network.invalid", f"{file} cannot be read: {error.strerror or 'it is no .npz file'}."
            ) from None
        except (ValueError, KeyError, BadZipFile) as error:
            raise EstaminetError("network.invalid", f"{file} is no trained network.") from error
        if not isinstance(about, dict) or about.get("format") != FORMAT:
            raise EstaminetError("network.invalid", f"{file} is no trained network of the format {FORMAT}.")
        return cls(about, found)

    def check(self, game: Game, players: int) -> None:
        """Raise ``network.invalid`` if the network was trained for something else."""
        here = {"game": game.name, "players": players, "features": game.kernel.features, "actions": len(game.actions)}
        for name, wanted in here.items():
            if self.about.get(name) != wanted:
                raise EstaminetError(
                    "network.invalid", f"This network was trained with {name} {self.about.get(name)}, not {wanted}."
                )

    @property
    def one_ply_worlds(self) -> int:
        """Over how many imagined worlds its one-ply values are averaged; 0: it sees none."""
        worlds = self.about.get("promises", 0)
        if type(worlds) is not int or not 0 <= worlds <= MOST_WORLDS:
            raise EstaminetError(
                "network.invalid", f"One-ply values are averaged over 0 to {MOST_WORLDS} worlds, not {worlds!r:.60}."
            )
        return worlds

    def pack(self, game: Game, players: int) -> PackedNetwork:
        """For this game; ``network.invalid`` if it is for another one, or if a layer has another size."""
        key = game.name, players
        if key not in self._packed:
            self.check(game, players)
            self._packed[key] = _Packer(self.arrays, game, players, self.one_ply_worlds).pack()
        return self._packed[key]


class _Packer:
    """Puts the arrays in the order in which they are needed, and looks whether each has the size it must have."""

    def __init__(self, arrays: Mapping[str, Floats], game: Game, players: int, worlds: int) -> None:
        self._arrays, self._game, self._players, self._worlds = arrays, game, players, worlds
        self._shape = None if WITHOUT_SHAPE in arrays else find_shape(game, worlds=worlds)
        self._inputs, self._actions = count_actor_inputs(game, worlds=worlds), len(game.actions)
        self._one_ply_from = find_one_ply_columns(game)[0]
        self._width = self._take("norm.weight", -1).size
        self._blocks = len({name.split(".")[1] for name in arrays if name.startswith("blocks.")})

    def pack(self) -> PackedNetwork:
        shape = self._shape
        parts = self._list_rows() if shape is None else self._list_pieces(shape)
        priors = [PRIOR_SCALE * self._take("scale", 1), self._take("outlook", 1)] if self._worlds else []
        weights = np.concatenate([part.ravel() for part in [*parts, *priors]], dtype=np.float32)
        if not np.isfinite(weights).all():
            raise EstaminetError("network.invalid", "This network has weights that are no numbers.")
        layout = [self._inputs, self._actions, self._players, self._width, self._blocks]
        layout += [0] * (ONE_PLY_WORLDS - PIECES) if shape is None else self._describe(shape)
        layout[ONE_PLY_WORLDS:ONE_PLY_WORLDS] = self._worlds, self._one_ply_from
        return PackedNetwork(
            weights=weights,
            layout=np.array(layout, np.int64),
            numbers=number_actions(self._game, self._players).numbers.reshape(-1),
            features=self._game.kernel.features,
        )

    def _list_rows(self) -> Iterator[Floats]:
        width, heads = self._width, self._actions + self._players
        yield from self._linear("first", self._inputs, width)
        for number in range(self._blocks):
            yield from self._norm(f"blocks.{number}.norm")
            yield from self._linear(f"blocks.{number}.inner", width, width)
            yield from self._linear(f"blocks.{number}.outer", width, width)
        yield from self._norm("norm")
        bias, weights = self._linear("heads", width, heads)
        for part in (slice(self._actions), slice(self._actions, None)):
            yield bias[part]
            yield weights[:, part]

    def _list_pieces(self, shape: Shape) -> Iterator[Floats]:
        width, pieces, relations = self._width, shape.pieces, len(shape.lines)
        yield shape.lines[:, :pieces, :pieces]
        if shape.between is not None:
            yield shape.between[:pieces, :, :pieces, :pieces]
        around = len(_find_around(shape, self._inputs))
        yield from self._two("table", around, 2 * width, width)
        yield self._take("place", len(shape.columns), width)[:pieces]
        yield from self._linear("piece", shape.columns.shape[1], width)
        for number in range(self._blocks):
            yield from self._norm(f"blocks.{number}.norm")
            bias, weights = self._linear(f"blocks.{number}.mix", (1 + relations) * width, width)
            for part in range(1 + relations):
                yield np.zeros(width, np.float32) if part else bias
                yield weights[part * width : (part + 1) * width]
            yield np.zeros(width, np.float32)
            yield self._take(f"blocks.{number}.everywhere.weight", width, width).T
            yield from self._linear(f"blocks.{number}.outer", width, width)
        yield from self._norm("norm")
        yield from self._linear("piece_logits", width, shape.kinds)
        yield from self._two("table_logits", 3 * width, 2 * width, shape.rest)
        if shape.owners is None:
            yield from self._two("shares", 3 * width, 2 * width, self._players)
        else:
            yield from self._two("shares", width, width, 1)

    def _describe(self, shape: Shape) -> list[int]:
        """The rest of a layout, see `forward`."""
        pieces, nobody = shape.pieces, np.full(shape.pieces, NOTHING)
        around = _find_around(shape, self._inputs)
        # Empty pieces at the end have unused logits.
        behind = (len(shape.columns) - pieces) * shape.kinds
        logits = np.where(shape.logits < pieces * shape.kinds, shape.logits, shape.logits - behind)
        walls = nobody if shape.walls is None else shape.walls[:pieces]
        owners = nobody if shape.owners is None else shape.owners[:pieces]
        columns = shape.columns[:pieces]
        sizes = [pieces, columns.shape[1], len(around), len(shape.lines), shape.kinds, shape.rest]
        marks = [int(shape.walls is not None), int(shape.owners is not None)]
        return [*sizes, *marks, *np.concatenate([columns.ravel(), around, logits, walls, owners]).tolist()]

    def _two(self, name: str, inputs: int, width: int, outputs: int) -> Iterator[Floats]:
        yield from self._linear(f"{name}.0", inputs, width)
        yield from self._linear(f"{name}.2", width, outputs)

    def _norm(self, name: str) -> tuple[Floats, Floats]:
        return self._take(f"{name}.weight", self._width), self._take(f"{name}.bias", self._width)

    def _linear(self, name: str, inputs: int, outputs: int) -> tuple[Floats, Floats]:
        """The bias, and the weights with a row for each input."""
        return self._take(f"{name}.bias", outputs), self._take(f"{name}.weight", outputs, inputs).T

    def _take(self, name: str, *size: int) -> Floats:
        found = self._arrays.get(name)
        if found is None or (found.shape != size and size != (-1,)) or found.size == 0:
            raise EstaminetError(
                "network.invalid", f"This network has no layer {name} of the size that its game needs."
            )
        return found


def _find_around(shape: Shape, inputs: int) -> NDArray[np.int64]:
    """The columns that belong to no piece."""
    return np.setdiff1d(np.arange(inputs), shape.columns)


def find_weights_file(game: Game, players: int) -> Traversable | None:
    """The file of the network that comes with a game, in its folder `weights`; None if there is none for so many."""
    file = files(type(game).__module__.rpartition(".")[0] or __package__) / "weights" / f"{players}.npz"
    return file if file.is_file() else None


@cache
def find_weights(game: Game, players: int) -> Network | None:
    """The network that comes with a game; None if there is none for so many players."""
    file = find_weights_file(game, players)
    if file is None:
        return None
    with as_file(file) as path:
        return Network.load(path)
