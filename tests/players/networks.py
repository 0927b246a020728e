"""Networks for tests: weights drawn without training, the compiled answer, and the same in a few lines of NumPy."""

from collections.abc import Callable, Iterator, Mapping

import numpy as np
from numpy.typing import NDArray

from estaminet.engine.game import Game, Shape
from estaminet.engine.observation import count_actor_inputs, find_one_ply_columns, find_prior_columns, find_shape
from estaminet.players.networks.forward import count_scratch, run_network
from estaminet.players.networks.weights import Network
from estaminet.vector import VectorGames

Floats = NDArray[np.float32]
Forward = Callable[[Floats], tuple[Floats, Floats]]


def describe(game: Game, players: int, *, worlds: int = 0) -> dict[str, object]:
    features, actions = game.kernel.features, len(game.actions)
    about = {"game": game.name, "players": players, "features": features, "actions": actions, "steps": 0}
    return about | ({"promises": worlds} if worlds else {})


def draw_network(game: Game, players: int, *, width: int = 16, blocks: int = 2, worlds: int = 0) -> Network:
    arrays = draw_arrays(game, players, width=width, blocks=blocks, worlds=worlds)
    return Network(describe(game, players, worlds=worlds), arrays)


def draw_arrays(game: Game, players: int, *, width: int = 16, blocks: int = 2, worlds: int = 0) -> dict[str, Floats]:
    """Weights that are something, small fractions of powers of two: no machine can round them differently."""
    rng = np.random.default_rng(5)
    arrays = {}
    for name, size in list_sizes(game, players, width, blocks, worlds):
        scale = 1 if len(size) == 1 else 2 / np.sqrt(size[-1])
        drawn = np.round(rng.standard_normal(size) * scale * 256) / 256
        arrays[name] = (drawn + (name.endswith("norm.weight"))).astype(np.float32)
    return arrays


def list_sizes(game: Game, players: int, width: int, blocks: int, worlds: int) -> Iterator[tuple[str, tuple[int, ...]]]:
    def linear(name: str, inputs: int, outputs: int) -> Iterator[tuple[str, tuple[int, ...]]]:
        yield f"{name}.weight", (outputs, inputs)
        yield f"{name}.bias", (outputs,)

    def norm(name: str) -> Iterator[tuple[str, tuple[int, ...]]]:
        yield f"{name}.weight", (width,)
        yield f"{name}.bias", (width,)

    inputs, shape = count_actor_inputs(game, worlds=worlds), find_shape(game, worlds=worlds)
    yield from norm("norm")
    for number in range(blocks):
        yield from norm(f"blocks.{number}.norm")
        yield from linear(f"blocks.{number}.outer", width, width)
        if shape is None:
            yield from linear(f"blocks.{number}.inner", width, width)
        else:
            yield from linear(f"blocks.{number}.mix", (1 + len(shape.lines)) * width, width)
            yield f"blocks.{number}.everywhere.weight", (width, width)
    if worlds:
        yield "scale", (1,)
        yield "outlook", (1,)
    if shape is None:
        yield from linear("first", inputs, width)
        yield from linear("heads", width, len(game.actions) + players)
        return
    around = len(np.setdiff1d(np.arange(inputs), shape.columns))
    yield "place", (len(shape.columns), width)
    yield from linear("piece", shape.columns.shape[1], width)
    yield from linear("piece_logits", width, shape.kinds)
    yield from linear("table.0", around, 2 * width)
    yield from linear("table.2", 2 * width, width)
    yield from linear("table_logits.0", 3 * width, 2 * width)
    yield from linear("table_logits.2", 2 * width, shape.rest)
    first, second, last = (3 * width, 2 * width, players) if shape.owners is None else (width, width, 1)
    yield from linear("shares.0", first, second)
    yield from linear("shares.2", second, last)


def draw_rows(game: Game, players: int, steps: int, *, worlds: int = 0) -> Iterator[Floats]:
    """Inputs of positions in the middle of random games."""
    environment = VectorGames(game, 8, players=players, one_ply_worlds=worlds)
    observation, _ = environment.reset(seed=1)
    for _ in range(steps):
        observation, *_ = environment.step(environment.sample())
        mask = observation["action_mask"]
        rows = np.zeros((8, count_actor_inputs(game, worlds=worlds)), np.float32)
        rows[:, : game.kernel.features] = observation["observation"]
        rows[:, game.kernel.features : game.kernel.features + len(game.actions)] = mask
        if worlds:
            best = observation["one_ply_values"].max(1, keepdims=True)
            rows[:, find_one_ply_columns(game)] = np.where(mask, 10 * (observation["one_ply_values"] - best), 0)
            rows[:, find_prior_columns(game, players)] = np.log(observation["value_prior"].clip(0.01))
        yield rows


def make_forward(network: Network, game: Game, players: int) -> Forward:
    """The compiled network, from inputs to the logits of actions and of shares."""
    packed = network.pack(game, players)

    def answer(rows: Floats) -> tuple[Floats, Floats]:
        logits = np.full((len(rows), len(game.actions)), np.nan, np.float32)
        shares = np.full((len(rows), players), np.nan, np.float32)
        scratch = np.full(len(rows) * count_scratch(packed.layout), np.nan, np.float32)
        run_network(packed, rows.ravel(), len(rows), logits.reshape(-1), shares.reshape(-1), scratch)
        return logits, shares

    return answer


class Reference:
    """The same answers, as a reader of the layers would compute them."""

    def __init__(self, arrays: Mapping[str, Floats], game: Game, players: int) -> None:
        self._arrays, self._shape = arrays, find_shape(game, worlds=int("scale" in arrays))
        self._one_ply, self._prior = find_one_ply_columns(game), find_prior_columns(game, players)
        self._actions, self._players = len(game.actions), players
        count = len({name.split(".")[1] for name in arrays if name.startswith("blocks.")})
        self._blocks = [f"blocks.{number}" for number in range(count)]

    def answer(self, rows: Floats) -> tuple[Floats, Floats]:
        shape = self._shape
        logits, shares = self._go_through_rows(rows) if shape is None else self._go_through_pieces(rows, shape)
        if "scale" not in self._arrays:
            return logits, shares
        one_ply, prior = 20 * self._arrays["scale"], self._arrays["outlook"]
        return logits + one_ply * rows[:, self._one_ply], shares + prior * rows[:, self._prior]

    def _go_through_rows(self, rows: Floats) -> tuple[Floats, Floats]:
        hidden = _relu(self._linear("first", rows))
        for block in self._blocks:
            inner = _relu(self._linear(f"{block}.inner", self._norm(f"{block}.norm", hidden)))
            hidden = hidden + self._linear(f"{block}.outer", inner)
        heads = self._linear("heads", self._norm("norm", hidden))
        return heads[:, : self._actions], heads[:, self._actions :]

    def _go_through_pieces(self, rows: Floats, shape: Shape) -> tuple[Floats, Floats]:
        size = len(shape.columns)
        around = np.setdiff1d(np.arange(rows.shape[1]), shape.columns)
        padded = np.pad(rows, ((0, 0), (0, 1)))  # NOTHING is the last column
        table = self._two_layers("table", rows[:, around])
        hidden = _relu(self._linear("piece", padded[:, shape.columns]) + self._arrays["place"] + table[:, None])
        lines = shape.lines
        if shape.walls is not None and shape.between is not None:
            crossed = padded[:, shape.walls] @ shape.between.reshape(size, -1)
            lines = np.where(crossed.reshape(-1, *lines.shape) < 0.5, lines, np.float32(0))
        for block in self._blocks:
            spoken = self._norm(f"{block}.norm", hidden)
            heard = [lines[..., relation, :, :] @ spoken for relation in range(len(shape.lines))]
            mixed = self._linear(f"{block}.mix", np.concatenate([spoken, *heard], axis=2))
            everywhere = self._linear(f"{block}.everywhere", spoken[:, : shape.pieces].mean(1, keepdims=True))
            hidden = hidden + self._linear(f"{block}.outer", _relu(mixed + everywhere))
        spoken = self._norm("norm", hidden)
        there = spoken[:, : shape.pieces]
        summary = np.concatenate([there.mean(1), there.max(1), table], 1)
        of_pieces = self._linear("piece_logits", spoken).reshape(len(rows), -1)
        logits = np.concatenate([of_pieces, self._two_layers("table_logits", summary)], 1)[:, shape.logits]
        if shape.owners is None:
            return logits, self._two_layers("shares", summary)
        owned = np.stack([spoken[:, shape.owners == seat].mean(1) for seat in range(self._players)], 1)
        return logits, self._two_layers("shares", owned)[:, :, 0]

    def _linear(self, name: str, inputs: Floats) -> Floats:
        outputs: Floats = inputs @ self._arrays[f"{name}.weight"].T + self._arrays.get(f"{name}.bias", np.float32(0))
        return outputs

    def _two_layers(self, name: str, inputs: Floats) -> Floats:
        return self._linear(f"{name}.2", _relu(self._linear(f"{name}.0", inputs)))

    def _norm(self, name: str, hidden: Floats) -> Floats:
        centred = hidden - hidden.mean(-1, keepdims=True)
        scaled = centred / np.sqrt((centred**2).mean(-1, keepdims=True) + 1e-5)
        normed: Floats = scaled * self._arrays[f"{name}.weight"] + self._arrays[f"{name}.bias"]
        return normed


def _relu(hidden: Floats) -> Floats:
    return np.maximum(hidden, np.float32(0))
