"""Many games of one kind in one array, dealt and stepped together in compiled code. Trusts its caller."""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from estaminet.adapters.vector import stepping
from estaminet.adapters.vector.addresses import list_functions
from estaminet.adapters.vector.afterstates import Afterstates, find_afterstates
from estaminet.adapters.vector.dealing import tabulate_deal
from estaminet.adapters.vector.thread_pool import ThreadPool
from estaminet.engine import compiling
from estaminet.engine.deal import SEED_BYTES, seed_bits
from estaminet.engine.game import Game
from estaminet.engine.numbering import Numbering
from estaminet.engine.options import OptionValue

OVER: Final = stepping.OVER


class Batch:
    """The positions of many games, and what the seat to move sees of each: a row for each game."""

    def __init__(
        self,
        game: Game,
        games: int,
        players: int,
        options: Mapping[str, OptionValue],
        threads: int | None,
        numbering: Numbering,
    ) -> None:
        kernel = game.kernel
        compiling.compile_functions(__package__)
        self.players = players
        self._functions = list_functions(kernel)
        self._numbers, self._codes = (table.copy() for table in numbering)  # compiled code trusts what is in them
        self._threads = ThreadPool(games, threads)
        self._options = game.options.pack(options)
        self._tables = tabulate_deal(game.deal_parts(players, options))
        self._sample_randoms = np.zeros((games, 1), np.uint64)
        self._world_randoms = np.zeros((games, 1), np.uint64)
        self._sampled = np.zeros(games, np.int64)
        self.memories = np.zeros((games, kernel.memory_bytes), np.uint8)
        """The record of each game."""
        self.bits = np.zeros((games, SEED_BYTES), np.uint8)
        """What each game was dealt from."""
        self.choices = np.zeros((games, kernel.most_legal), np.int16)
        """The legal codes of each game, ascending."""
        self.counts = np.zeros(games, np.int64)
        """How many codes are legal; none if the game is over."""
        self.movers = np.full(games, OVER)
        """The seat to move."""
        self.observations = np.zeros((games, kernel.features), np.float32)
        """What the seat to move sees; in a game that is over, what the seat that moved last sees."""
        self.masks = np.zeros((games, len(game.actions)), np.int8)
        """1 at the number of each legal action."""
        self.moved = np.full(games, OVER)
        """The seat that acted in the last step; OVER in a game that was dealt in it instead."""
        self.rewards = np.zeros(games)
        """For the seat that acted: its share of the victory if that ended the game, else 0."""
        self.shares = np.zeros((games, players))
        """Every seat's share of the victory in the games that the last step ended, 0 in all others."""
        self.ended = np.zeros(games, np.bool_)
        """Which games the last step ended."""
        self.final_observations = np.zeros((games, kernel.features), np.float32)
        """In a game that ended and was dealt anew in the same step: what the seat that moved last saw at the end."""

    def seed(self, chosen: NDArray[np.bool_], seeds: Sequence[int]) -> None:
        """Give the chosen games the bits of these seeds, for their next deal and for their random generators."""
        for game in np.flatnonzero(chosen).tolist():
            bits = seed_bits(seeds[game])
            self.bits[game] = np.frombuffer(bits, np.uint8)
            for purpose, randoms in ((b"sample", self._sample_randoms), (b"imagine", self._world_randoms)):
                randoms[game] = int.from_bytes(hashlib.sha256(purpose + bits).digest()[:8])

    def renew_bits(self, chosen: NDArray[np.bool_]) -> None:
        """Give the chosen games the bits that follow theirs."""
        for game in np.flatnonzero(chosen).tolist():
            self.bits[game] = np.frombuffer(hashlib.sha256(self.bits[game].tobytes()).digest(), np.uint8)

    def deal(self, chosen: NDArray[np.bool_]) -> None:
        """Begin the chosen games anew, from their bits."""
        self._threads.run(
            lambda queue, thread: stepping.deal_games(
                self._functions, queue, thread, self.players, self._numbers, self._options, *self._tables, chosen,
                self.bits, self.memories, self.choices, self.counts, self.movers, self.observations, self.masks,
            )
        )  # fmt: skip

    def read(self, actions: NDArray[np.int64]) -> NDArray[np.int64]:
        """The codes of actions that are given by their numbers; what is no number of an action stays as it is."""
        codes = actions.copy()
        stepping.read_numbers(codes, self.movers, self._codes)
        return codes

    def find_illegal(self, codes: NDArray[np.int64]) -> list[int]:
        """All games in which a code is not legal."""
        found, first = [], 0
        while (game := stepping.find_illegal(first, codes, self.choices, self.counts)) < len(codes):
            found.append(int(game))
            first = game + 1
        return found

    def step(self, codes: NDArray[np.int64], mode: int) -> None:
        """Carry out one legal action in every game."""
        self._threads.run(
            lambda queue, thread: stepping.step_games(
                self._functions, queue, thread, mode, self.players, self._numbers, self._options, *self._tables, codes,
                self.bits, self.memories, self.choices, self.counts, self.movers, self.observations, self.masks,
                self.moved, self.rewards, self.shares, self.ended, self.final_observations,
            )
        )  # fmt: skip

    def sample(self) -> NDArray[np.int64]:
        """For every game the number of a legal action, each equally likely; written anew by the next call."""
        # Sharing this out among threads would take longer than doing it.
        stepping.sample_actions(
            self.choices, self.counts, self.movers, self._numbers, self._sample_randoms, self._sampled
        )
        return self._sampled

    def observe(self, seats: NDArray[np.int64], out: NDArray[np.float32]) -> None:
        """What a seat of each game sees, whether it is to move or not."""
        self._threads.run(
            lambda queue, thread: stepping.observe_games(self._functions, queue, thread, self.memories, seats, out)
        )

    def look_ahead(self, worlds: int) -> Afterstates:
        """What every legal action leads to, with its number."""
        found = find_afterstates(
            self._functions, self.observations.shape[1], self.players, worlds, self.memories, self.movers,
            self.choices, self.counts, self._world_randoms, self._threads,
        )  # fmt: skip
        movers = np.repeat(self.movers, self.counts)
        return found._replace(codes=self._numbers[movers, found.codes].astype(np.int64))

    def close(self) -> None:
        self._threads.close()
