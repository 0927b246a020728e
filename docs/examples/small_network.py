"""A small network in nothing but NumPy: from an observation to a share of the victory. `train.py` teaches it."""

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]


class Network:
    """From an observation to the share of the victory that its seat can expect: hidden layers, learning with Adam."""

    def __init__(self, weights: Sequence[Floats]) -> None:
        self.weights = list(weights)
        """A matrix and a bias for each layer."""
        self._means = [np.zeros_like(weight) for weight in self.weights]
        self._squares = [np.zeros_like(weight) for weight in self.weights]
        self._steps = 0

    @classmethod
    def draw(cls, sizes: Sequence[int], rng: np.random.Generator) -> "Network":
        """One that knows nothing yet."""
        weights: list[Floats] = []
        for inputs, outputs in pairwise(sizes):
            matrix = rng.normal(0, np.sqrt(2 / inputs), (inputs, outputs))
            weights += [matrix.astype(np.float32), np.zeros(outputs, np.float32)]
        return cls(weights)

    @classmethod
    def load(cls, path: Path) -> "Network":
        with np.load(path) as file:
            return cls(list(file.values()))

    def save(self, path: Path) -> None:
        np.savez(path, *self.weights)

    def judge(self, rows: Floats) -> Floats:
        """What the seat of each row can expect."""
        return self._run(rows)[-1][:, 0]

    def learn(self, rows: Floats, shares: Floats, rate: float) -> float:
        """One step towards these shares; how far off it was, as log-loss."""
        layers = self._run(rows)
        guesses = np.clip(layers[-1][:, 0], 1e-6, 1 - 1e-6)
        slope = ((guesses - shares) / len(rows))[:, None]
        self._steps += 1
        for layer in range(len(self.weights) // 2 - 1, -1, -1):
            below = layers[layer]
            slopes = below.T @ slope, slope.sum(axis=0)
            if layer:
                slope = (slope @ self.weights[2 * layer].T) * (below > 0)
            for number, found in enumerate(slopes, start=2 * layer):
                self._mend(number, found, rate)
        return float(-np.mean(shares * np.log(guesses) + (1 - shares) * np.log(1 - guesses)))

    def _run(self, rows: Floats) -> list[Floats]:
        """What each layer says, the rows first."""
        layers = [rows]
        for matrix, bias in zip(self.weights[:-2:2], self.weights[1:-2:2], strict=True):
            layer = layers[-1] @ matrix
            layer += bias
            layers.append(np.maximum(layer, 0, out=layer))
        return [*layers, 1 / (1 + np.exp(-(layers[-1] @ self.weights[-2] + self.weights[-1])))]

    def _mend(self, number: int, slope: Floats, rate: float) -> None:
        mean, square = self._means[number], self._squares[number]
        mean += 0.1 * (slope - mean)
        square += 0.001 * (slope * slope - square)
        spread = np.sqrt(square / (1 - 0.999**self._steps)) + 1e-8
        self.weights[number] -= np.float32(rate / (1 - 0.9**self._steps)) * mean / spread
