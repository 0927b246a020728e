"""Many games of one kind in one array, dealt and stepped together in compiled code. Trusts its caller."""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from estaminet.adapters.vector import stepping
from estaminet.adapters.vector.crew import Crew
from estaminet.adapters.vector.outlook import Outlook, imagine
from estaminet.adapters.vector.pointers import list_functions
from estaminet.adapters.vector.recipe import write_recipe
from estaminet.engine import compiling
from estaminet.engine.deal import SEED_BYTES, seed_bits
from estaminet.engine.game import Game
from estaminet.engine.options import OptionValue

OVER: Final = stepping.OVER


class Batch:
    """The positions of many games, and what whoever is to move sees of them: a row for each game."""

    def __init__(
        self, game: Game, games: int, players: int, options: Mapping[str, OptionValue], threads: int | None
    ) -> None:
        kernel = game.kernel
        compiling.compile_functions(__package__)
        self.players = players
        self._functions = list_functions(kernel)
        self._crew = Crew(games, threads)
        self._settings = game.options.pack(options)
        self._recipe = write_recipe(game.deal_parts(players, options))
        self._randoms = np.zeros((games, 1), np.uint64)
        self._dreams = np.zeros((games, 1), np.uint64)
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
        """Who is to move."""
        self.observations = np.zeros((games, kernel.features), np.float32)
        """What whoever is to move sees; of a game that is over, whoever moved last."""
        self.masks = np.zeros((games, len(game.actions)), np.int8)
        self.moved = np.full(games, OVER)
        """Who acted in the last step; nobody in a game that was dealt in it instead."""
        self.rewards = np.zeros(games)
        """What whoever acted got for it: its share of the victory, once the game is over."""
        self.shares = np.zeros((games, players))
        """Every seat's share of the victory, of the games that the last step ended."""
        self.ended = np.zeros(games, np.bool_)
        """Which games the last step ended."""
        self.final_observations = np.zeros((games, kernel.features), np.float32)
        """Of a game that ended and was dealt anew in the same step: what whoever moved last saw at the end."""

    def seed(self, chosen: NDArray[np.bool_], seeds: Sequence[int]) -> None:
        """Give the chosen games the bits of these seeds, for their next deal and for sampling."""
        for game in np.flatnonzero(chosen).tolist():
            bits = seed_bits(seeds[game])
            self.bits[game] = np.frombuffer(bits, np.uint8)
            for purpose, randoms in ((b"sample", self._randoms), (b"imagine", self._dreams)):
                randoms[game] = int.from_bytes(hashlib.sha256(purpose + bits).digest()[:8])

    def renew_bits(self, chosen: NDArray[np.bool_]) -> None:
        """Give the chosen games the bits that follow theirs."""
        for game in np.flatnonzero(chosen).tolist():
            self.bits[game] = np.frombuffer(hashlib.sha256(self.bits[game].tobytes()).digest(), np.uint8)

    def deal(self, chosen: NDArray[np.bool_]) -> None:
        """Begin the chosen games anew, from their bits."""
        self._crew.run(
            lambda queue, thread: stepping.deal_games(
                self._functions, queue, thread, self.players, self._settings, *self._recipe, chosen, self.bits,
                self.memories, self.choices, self.counts, self.movers, self.observations, self.masks,
            )
        )  # fmt: skip

    def find_illegal(self, actions: NDArray[np.int64]) -> list[int]:
        """All games in which an action is not legal."""
        found, first = [], 0
        while (game := stepping.find_illegal(first, actions, self.choices, self.counts)) < len(actions):
            found.append(int(game))
            first = game + 1
        return found

    def step(self, actions: NDArray[np.int64], mode: int) -> None:
        """Carry out one legal action in every game."""
        self._crew.run(
            lambda queue, thread: stepping.step_games(
                self._functions, queue, thread, mode, self.players, self._settings, *self._recipe, actions, self.bits,
                self.memories, self.choices, self.counts, self.movers, self.observations, self.masks, self.moved,
                self.rewards, self.shares, self.ended, self.final_observations,
            )
        )  # fmt: skip

    def sample(self) -> NDArray[np.int64]:
        """For every game one of its legal actions, each equally likely; written anew by the next call."""
        # Quicker done than handed out to other threads.
        stepping.sample_actions(self.choices, self.counts, self._randoms, self._sampled)
        return self._sampled

    def observe(self, seats: NDArray[np.int64], out: NDArray[np.float32]) -> None:
        """What a seat of each game sees, whether it is to move or not."""
        self._crew.run(
            lambda queue, thread: stepping.observe_games(self._functions, queue, thread, self.memories, seats, out)
        )

    def look_ahead(self, worlds: int) -> Outlook:
        """What every legal action leads to."""
        return imagine(
            self._functions, self.observations.shape[1], self.players, worlds, self.memories, self.movers,
            self.choices, self.counts, self._dreams, self._crew,
        )  # fmt: skip

    def close(self) -> None:
        self._crew.close()
