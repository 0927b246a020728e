"""What a network would do, from what one seat may know."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from estaminet.engine.game import Game
from estaminet.engine.jit.compiler import jit
from estaminet.engine.jit.functions import Apply, Determinize, Encode, Hide, Legal, Shares
from estaminet.engine.jit.layout import Amounts, Codes, Features, Memory
from estaminet.engine.kernel import Known
from estaminet.engine.observation import LEAST_OUTLOOK, PROMISED, number_actions
from estaminet.players.ahead import ROOMS, find_rules, promise_from_view
from estaminet.players.networks.arithmetic import logarithm
from estaminet.players.networks.forward import count_scratch, run_network
from estaminet.players.networks.sizes import INPUTS, PROMISES
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


@jit
def see_promises(
    hide: Hide,
    determinize: Determinize,
    apply: Apply,
    evaluate: Shares,
    memory: Memory,
    seat: int,
    features: int,
    worlds: int,
    numbers: Codes,
    codes: Codes,
    count: int,
    row: Features,
    rooms: Memory,
    amounts: Amounts,
) -> None:
    """Add what the legal actions of the seat to move promise it, by how much less than the best; from its view.

    Then the outlook: the logarithm of the share that every seat may expect, from that one on.
    """
    players = (amounts.size - codes.size) // 2
    promises, shares = amounts[: codes.size], amounts[codes.size : codes.size + players]
    expected = amounts[codes.size + players :]
    promise_from_view(
        hide, apply, evaluate, determinize, memory, seat, worlds, codes, count, promises, expected, rooms, shares
    )
    best = promises[0]
    for at in range(1, count):
        best = max(best, promises[at])
    for at in range(count):
        less = np.float32(promises[at]) - np.float32(best)
        row[features + numbers.size + numbers[codes[at]]] = PROMISED * less
    for at in range(players):
        share = expected[(seat + at) % players]
        row[features + 2 * numbers.size + at] = logarithm(max(share, LEAST_OUTLOOK))


@jit
def see_all(
    encode: Encode,
    legal: Legal,
    hide: Hide,
    determinize: Determinize,
    apply: Apply,
    evaluate: Shares,
    memory: Memory,
    seat: int,
    features: int,
    worlds: int,
    numbers: Codes,
    codes: Codes,
    row: Features,
    rooms: Memory,
    amounts: Amounts,
) -> int:
    """The same with what actions promise, for a network that wants to know: averaged over so many imagined worlds.

    `rooms`, for ROOMS positions, and `amounts`, one for each code and two for each seat, are scratch. With no worlds to
    imagine, nothing is added.
    """
    count = see(encode, legal, memory, seat, features, numbers, codes, row)
    if worlds > 0:
        see_promises(
            hide, determinize, apply, evaluate, memory, seat, features, worlds, numbers, codes, count, row, rooms,
            amounts,
        )  # fmt: skip
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
        self.players = players
        self.rules = find_rules(game.kernel)
        self.numbers = number_actions(game, players).numbers
        self._kernel = game.kernel
        self._row = np.zeros(int(self.packed.layout[INPUTS]), np.float32)
        self._logits = np.zeros(len(game.actions), np.float32)
        self._shares = np.zeros(players, np.float32)
        self._work = np.zeros(count_scratch(self.packed.layout), np.float32)
        self._codes = np.zeros(game.kernel.most_legal, np.int16)
        self._rooms = np.zeros(ROOMS * game.kernel.memory_bytes, np.uint8)
        self._amounts = np.zeros(game.kernel.most_legal + 2 * players)

    def judge(self, memory: Memory, seat: int) -> Opinion:
        """What the network thinks on behalf of a seat that is to move, from no more than the seat knows."""
        rules, numbers, features = self.rules, self.numbers[seat], self._kernel.features
        weights, layout = self.packed
        count = see_all(
            rules.encode, rules.legal, rules.hide, rules.determinize, rules.apply, rules.evaluate, memory, seat,
            features, int(layout[PROMISES]), numbers, self._codes, self._row, self._rooms, self._amounts,
        )  # fmt: skip
        run_network(weights, layout, self._row, 1, self._logits, self._shares, self._work)
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
