"""The policy of a network, from what one seat may know."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from estaminet.engine.game import Game
from estaminet.engine.jit.arithmetic import logarithm
from estaminet.engine.jit.compiler import jit
from estaminet.engine.jit.functions import Functions, Scratch
from estaminet.engine.jit.layout import Codes, Features, Memory
from estaminet.engine.kernel import Known
from estaminet.engine.observation import LEAST_PRIOR, ONE_PLY_SCALE
from estaminet.players.networks.forward import (
    ACTIONS,
    INPUTS,
    ONE_PLY_WORLDS,
    PackedNetwork,
    count_scratch,
    run_network,
)
from estaminet.players.networks.weights import Network
from estaminet.players.one_ply import find_values_from_view


@jit
def see(
    functions: Functions, memory: Memory, seat: int, features: int, numbers: Codes, codes: Codes, row: Features
) -> int:
    """Write what a network sees on behalf of a seat that is to move, and the legal actions; how many.

    `numbers` are the canonical ones of the seat's actions. Nothing that the seat does not know gets into a row: that is
    what `encode` and `legal` promise.
    """
    for at in range(row.size):
        row[at] = 0
    functions.encode(memory, seat, row[:features])
    count = functions.legal(memory, codes)
    for at in range(count):
        row[features + numbers[codes[at]]] = 1
    return count


@jit
def see_one_ply(
    functions: Functions,
    scratch: Scratch,
    network: PackedNetwork,
    memory: Memory,
    seat: int,
    codes: Codes,
    count: int,
    row: Features,
) -> None:
    """Add how far the one-ply value of each legal action is below the best; from the view of the seat to move.

    Then the value prior: the logarithm of the share that every seat may expect, from that one on.
    """
    worlds, many, features = network.layout[ONE_PLY_WORLDS], network.layout[ACTIONS], network.features
    numbers = network.numbers[seat * many : (seat + 1) * many]
    find_values_from_view(functions, scratch, memory, seat, worlds, codes, count)
    values, expected = scratch.values, scratch.expected
    players = expected.size
    best = values[0]
    for at in range(1, count):
        best = max(best, values[at])
    for at in range(count):
        less = np.float32(values[at]) - np.float32(best)
        row[features + many + numbers[codes[at]]] = ONE_PLY_SCALE * less
    for at in range(players):
        share = expected[(seat + at) % players]
        row[features + 2 * many + at] = logarithm(max(share, LEAST_PRIOR))


@jit
def see_all(
    functions: Functions,
    scratch: Scratch,
    network: PackedNetwork,
    memory: Memory,
    seat: int,
    codes: Codes,
    row: Features,
) -> int:
    """Write everything that a network sees: with one-ply values, if it was trained with them."""
    many = network.layout[ACTIONS]
    numbers = network.numbers[seat * many : (seat + 1) * many]
    count = see(functions, memory, seat, network.features, numbers, codes, row)
    if network.layout[ONE_PLY_WORLDS] > 0:
        see_one_ply(functions, scratch, network, memory, seat, codes, count, row)
    return count


class NetworkOutput(NamedTuple):
    """The outputs of a network for a position."""

    codes: NDArray[np.int16]
    """The legal actions."""
    logits: NDArray[np.float32]
    """One of each."""
    shares: NDArray[np.float32]
    """The logit of every seat's share of the victory, from the one to move on."""


class Policy:
    """A network for one game, with its scratch memory."""

    def __init__(self, network: Network, game: Game, players: int) -> None:
        self.packed = network.pack(game, players)
        self.players = players
        self.functions = game.kernel.functions
        self.scratch = game.kernel.new_scratch(players)
        layout = self.packed.layout
        self._numbers = self.packed.numbers.reshape(players, -1)
        self._row = np.zeros(int(layout[INPUTS]), np.float32)
        self._logits = np.zeros(len(game.actions), np.float32)
        self._shares = np.zeros(players, np.float32)
        self._layers = np.zeros(count_scratch(layout), np.float32)

    def evaluate(self, memory: Memory, seat: int) -> NetworkOutput:
        """The network's outputs for a seat that is to move, from no more than the seat knows."""
        scratch, row = self.scratch, self._row
        count = see_all(self.functions, scratch, self.packed, memory, seat, scratch.codes, row)
        run_network(self.packed, row, 1, self._logits, self._shares, self._layers)
        codes = scratch.codes[:count].copy()
        return NetworkOutput(codes, self._logits[self._numbers[seat, codes]], self._shares.copy())


class NetworkPlayer:
    """Takes the action that the network likes best."""

    def __init__(self, network: Network) -> None:
        self._network = network
        self._policies: dict[tuple[Game, int], Policy] = {}

    def choose(self, game: Game, players: int, known: Known, seat: int) -> int:
        codes = game.kernel.codes(known)
        if len(codes) == 1:
            return int(codes[0])
        key = game, players
        if key not in self._policies:
            self._policies[key] = Policy(self._network, game, players)
        output = self._policies[key].evaluate(known, seat)
        return int(output.codes[output.logits.argmax()])
