"""A trained network at a table: its file, and its answers in plain NumPy, the same as `networks` gives.

The file is an .npz: the arrays under the names of their layers, and `about`, a text in JSON.
"""

import json
from collections.abc import Callable, Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Final
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from estaminet.engine.errors import BadNetwork
from estaminet.engine.game import Game
from estaminet.engine.kernel import Known
from estaminet.engine.numbering import Numbering, number_actions
from estaminet.lab.training.shapes import Shape, count_actor_inputs, find_shape

FORMAT: Final = "estaminet-network/1"
ABOUT: Final = "about"
Floats = NDArray[np.float32]
Forward = Callable[[Floats], tuple[Floats, Floats]]


class PlayingNetwork:
    """The weights of an actor, and for what it was trained."""

    def __init__(self, about: Mapping[str, Any], weights: Mapping[str, Floats]) -> None:
        self.about, self.weights = about, weights

    @classmethod
    def load(cls, file: Path) -> "PlayingNetwork":
        try:
            with np.load(file, allow_pickle=False) as arrays:
                about = json.loads(str(arrays[ABOUT]))
                weights = {name: arrays[name].astype(np.float32) for name in arrays.files if name != ABOUT}
        except OSError as error:
            raise BadNetwork(f"{file} cannot be read: {error.strerror or 'it is no .npz file'}.") from None
        except (ValueError, KeyError, BadZipFile) as error:
            raise BadNetwork(f"{file} is no trained network.") from error
        if not isinstance(about, dict) or about.get("format") != FORMAT:
            raise BadNetwork(f"{file} is no trained network of the format {FORMAT}.")
        return cls(about, weights)

    def check(self, game: Game, players: int) -> None:
        """BadNetwork says for what else the network was trained."""
        here = {"game": game.name, "players": players, "features": game.kernel.features, "actions": len(game.actions)}
        for name, wanted in here.items():
            if self.about.get(name) != wanted:
                raise BadNetwork(f"This network was trained with {name} {self.about.get(name)}, not {wanted}.")

    def make_forward(self, game: Game) -> Forward:
        """From inputs, one in each row, to the logits of actions and of shares."""
        shape = find_shape(game)
        if shape is None:
            return lambda inputs: self._go_through_rows(inputs, len(game.actions))
        return lambda inputs: self._go_through_pieces(inputs, shape)

    def _go_through_rows(self, inputs: Floats, actions: int) -> tuple[Floats, Floats]:
        hidden = _relu(self._linear("first", inputs))
        for block in self._blocks:
            inner = _relu(self._linear(f"{block}.inner", self._norm(f"{block}.norm", hidden)))
            hidden = hidden + self._linear(f"{block}.outer", inner)
        heads = self._linear("heads", self._norm("norm", hidden))
        return heads[:, :actions], heads[:, actions:]

    def _go_through_pieces(self, inputs: Floats, shape: Shape) -> tuple[Floats, Floats]:
        size = len(shape.columns)
        around = np.setdiff1d(np.arange(inputs.shape[1]), shape.columns)
        padded = np.pad(inputs, ((0, 0), (0, 1)))  # NOTHING is the last column
        table = self._two_layers("table", inputs[:, around])
        hidden = _relu(self._linear("piece", padded[:, shape.columns]) + self.weights["place"] + table[:, None])
        lines = shape.lines
        if shape.walls is not None and shape.between is not None:
            crossed = padded[:, shape.walls] @ shape.between.reshape(size, -1)
            lines = lines * (crossed.reshape(-1, *lines.shape) < 0.5)
        for block in self._blocks:
            spoken = self._norm(f"{block}.norm", hidden)
            mixed, *words = np.split(self._linear(f"{block}.mix", spoken), 1 + len(shape.lines), axis=2)
            for relation, word in enumerate(words):
                mixed = mixed + lines[..., relation, :, :] @ word
            everywhere = self._linear(f"{block}.everywhere", spoken[:, : shape.pieces].mean(1, keepdims=True))
            hidden = hidden + self._linear(f"{block}.outer", _relu(mixed + everywhere))
        spoken = self._norm("norm", hidden)
        there = spoken[:, : shape.pieces]
        summary = np.concatenate([there.mean(1), there.max(1), table], 1)
        logits = np.concatenate(
            [self._linear("piece_logits", spoken).reshape(len(inputs), -1), self._two_layers("table_logits", summary)],
            1,
        )
        if shape.owners is None:
            return logits[:, shape.logits], self._two_layers("shares", summary)
        owned = np.stack([spoken[:, shape.owners == seat].mean(1) for seat in range(self.about["players"])], 1)
        return logits[:, shape.logits], self._two_layers("shares", owned)[:, :, 0]

    @cached_property
    def _blocks(self) -> list[str]:
        count = len({name.split(".")[1] for name in self.weights if name.startswith("blocks.")})
        return [f"blocks.{number}" for number in range(count)]

    def _linear(self, name: str, inputs: Floats) -> Floats:
        outputs: Floats = inputs @ self.weights[f"{name}.weight"].T + self.weights.get(f"{name}.bias", np.float32(0))
        return outputs

    def _two_layers(self, name: str, inputs: Floats) -> Floats:
        return self._linear(f"{name}.2", _relu(self._linear(f"{name}.0", inputs)))

    def _norm(self, name: str, hidden: Floats) -> Floats:
        centred = hidden - hidden.mean(-1, keepdims=True)
        scaled = centred / np.sqrt((centred**2).mean(-1, keepdims=True) + 1e-5)
        normed: Floats = scaled * self.weights[f"{name}.weight"] + self.weights[f"{name}.bias"]
        return normed


class NetworkPlayer:
    """Takes the action that the network likes best."""

    def __init__(self, network: PlayingNetwork) -> None:
        self._network = network
        self._forward: Forward | None = None

    def choose(self, game: Game, players: int, known: Known, seat: int) -> int:
        codes = game.kernel.codes(known)
        if len(codes) == 1:
            return int(codes[0])
        if self._forward is None:
            self._network.check(game, players)
            self._forward = self._network.make_forward(game)
        features = game.kernel.features
        numbers = _number(game, players).numbers[seat, codes]
        inputs = np.zeros((1, count_actor_inputs(game)), np.float32)
        game.kernel.encode(known, seat, inputs[0, :features])
        inputs[0, features + numbers] = 1
        logits, _ = self._forward(inputs)
        return int(codes[logits[0, numbers].argmax()])


@cache
def _number(game: Game, players: int) -> Numbering:
    return number_actions(game, players)


def _relu(hidden: Floats) -> Floats:
    return np.maximum(hidden, np.float32(0))
