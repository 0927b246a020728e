"""What a network would do, from what one seat may know."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from estaminet.engine.compiling import jit
from estaminet.engine.game import Game
from estaminet.engine.kernel import Known
from estaminet.engine.layout import Codes, Features, Memory
from estaminet.engine.numbering import number_actions
from estaminet.engine.pointers import Encode, Legal
from estaminet.players.ahead import find_rules
from estaminet.players.networks.forward import count_scratch, evaluate
from estaminet.players.networks.sizes import INPUTS
from estaminet.players.networks.weights import Network


@jit
def see(
    encode: Encode, legal: Legal, memory: Memory, seat: int, features: int, numbers: Codes, codes: Codes, row: Features
) -> int:
    """Write what a network sees on behalf of a seat that is to move, and the legal actions; how many.

    `numbers` are the canonical ones of the seat's actions. Nothing that the seat does not know gets into a row: that is
    what `encode` and `legal` promise.
    """
    for at in range(row.size):
        row[at] = 0
    encode(memory, seat, row[:features])
    count = legal(memory, codes)
    for at in range(count):
        row[features + numbers[codes[at]]] = 1
    return count


class Opinion(NamedTuple):
    """What a network thinks of a position."""

    codes: NDArray[np.int16]
    """The legal actions."""
    logits: NDArray[np.float32]
    """One of each."""
    shares: NDArray[np.float32]
    """The logit of every seat's share of the victory, from the one to move on."""


class Policy:
    """A network for one game, and places to work in."""

    def __init__(self, network: Network, game: Game, players: int) -> None:
        self.packed = network.pack(game, players)
        self.rules = find_rules(game.kernel)
        self.numbers = number_actions(game, players).numbers
        self._kernel = game.kernel
        self._row = np.zeros(int(self.packed.layout[INPUTS]), np.float32)
        self._logits = np.zeros(len(game.actions), np.float32)
        self._shares = np.zeros(players, np.float32)
        self._work = np.zeros(count_scratch(self.packed.layout), np.float32)
        self._codes = np.zeros(game.kernel.most_legal, np.int16)

    def judge(self, memory: Memory, seat: int) -> Opinion:
        """What the network thinks on behalf of a seat that is to move, from no more than the seat knows."""
        numbers = self.numbers[seat]
        count = see(
            self.rules.encode, self.rules.legal, memory, seat, self._kernel.features, numbers, self._codes, self._row
        )
        weights, layout = self.packed
        evaluate(weights, layout, self._row, 1, self._logits, self._shares, self._work)
        codes = self._codes[:count].copy()
        return Opinion(codes, self._logits[numbers[codes]], self._shares.copy())


class NetworkPlayer:
    """Takes the action that the network likes best."""

    def __init__(self, network: Network) -> None:
        self._network = network
        self._policy: Policy | None = None

    def choose(self, game: Game, players: int, known: Known, seat: int) -> int:
        codes = game.kernel.codes(known)
        if len(codes) == 1:
            return int(codes[0])
        if self._policy is None:
            self._policy = Policy(self._network, game, players)
        opinion = self._policy.judge(known, seat)
        return int(opinion.codes[opinion.logits.argmax()])
