"""Many games of one kind in one array, dealt and stepped together in compiled code. Trusts its caller."""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from estaminet.engine.deal import SEED_BYTES, seed_bits
from estaminet.engine.game import Game
from estaminet.engine.jit import compiler
from estaminet.engine.observation import Numbering
from estaminet.engine.options import OptionValue
from estaminet.envs.vector import stepping
from estaminet.envs.vector.addresses import list_functions
from estaminet.envs.vector.afterstates import Afterstates, find_afterstates
from estaminet.envs.vector.dealing import tabulate_deal
from estaminet.envs.vector.promises import evaluate_games, promise_games
from estaminet.envs.vector.thread_pool import ThreadPool

OVER: Final = stepping.OVER
SAMPLE: Final = b"sample"
IMAGINE: Final = b"imagine"


class Refused(NamedTuple):
    """Why a step was not carried out in any game."""

    illegal: list[int]
    """Games in which an action is not legal."""
    over: list[int]
    """Games that are over, and are to be reset first."""
    numbers: NDArray[Any]
    """The actions as they were given,"""
    codes: NDArray[np.int64]
    """and by their codes."""
    movers: NDArray[np.int64]


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
        *,
        copies: bool,
        keeps_final: bool,
        worlds: int = 0,
    ) -> None:
        """With worlds, every action's promise is an average over so many."""
        kernel = game.kernel
        compiler.compile_functions(__package__)
        self.players = players
        self._copies = copies
        self._worlds = worlds
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
        self.promises = np.zeros((games if worlds else 0, len(game.actions)), np.float32)
        """The mover's expected share after each legal action, by its number, if there are worlds to imagine;"""
        self.outlook = np.zeros((games if worlds else 0, players), np.float32)
        """and every seat's as it is, from the mover on."""
        self.moved = np.full(games, OVER)
        """The seat that acted in the last step; OVER in a game that was dealt in it instead."""
        self.rewards = np.zeros(games)
        """For the seat that acted: its share of the victory if that ended the game, else 0."""
        self.shares = np.zeros((games, players))
        """Every seat's share of the victory in the games that the last step ended, 0 in all others."""
        self.ended = np.zeros(games, np.bool_)
        """Which games the last step ended."""
        self.truncated = np.zeros(games, np.bool_)
        """No game is ever broken off."""
        self.no_masks = np.zeros_like(self.masks)
        """Nothing can be done in a game that has ended."""
        self.no_masks.flags.writeable = False
        self.no_promises = np.zeros_like(self.promises)
        self.no_promises.flags.writeable = False
        self.no_outlook = np.zeros_like(self.outlook)
        self.no_outlook.flags.writeable = False
        self.final_observations = np.zeros((games if keeps_final else 0, kernel.features), np.float32)
        """In a game that ended and was dealt anew in the same step: what the seat that moved last saw at the end, if
        that is kept."""

    def seed(self, chosen: NDArray[np.bool_], seeds: Sequence[int]) -> None:
        """Give the chosen games the bits of these seeds, for their next deal and for their random generators."""
        for game in np.flatnonzero(chosen).tolist():
            bits = seed_bits(seeds[game])
            self.bits[game] = np.frombuffer(bits, np.uint8)
            self._sample_randoms[game] = seed_generator(bits, SAMPLE)
            self._world_randoms[game] = seed_generator(bits, IMAGINE)

    def renew_bits(self, chosen: NDArray[np.bool_]) -> None:
        """Give the chosen games the bits that follow theirs."""
        for game in np.flatnonzero(chosen).tolist():
            if len(self._tables.streams):
                self.bits[game] = next_bits(self.bits[game])

    def deal(self, chosen: NDArray[np.bool_]) -> None:
        """Begin the chosen games anew, from their bits."""
        self._threads.run(
            lambda queue, thread: stepping.deal_games(
                self._functions, queue, thread, self.players, self._numbers, self._options, *self._tables, chosen,
                self.bits, self.memories, self.choices, self.counts, self.movers, self.observations, self.masks,
            )
        )  # fmt: skip
        self.moved[chosen] = OVER
        self._promise()

    def adopt(self, numbers: ArrayLike) -> NDArray[Any]:
        """Numbers as an array of the kind that `step` and `observe` take."""
        return np.asarray(numbers)

    def takes(self, out: Any) -> bool:  # noqa: ANN401  # whatever somebody gives
        """Whether observations can be written there."""
        is_like = isinstance(out, np.ndarray) and out.shape == self.observations.shape and out.dtype == np.float32
        return is_like and out.flags.c_contiguous and out.flags.writeable

    def give(self, array: NDArray[Any]) -> NDArray[Any]:
        """A short array, for the caller to keep."""
        return array.copy()

    def lend(self, array: NDArray[Any]) -> NDArray[Any]:
        """A long array, until the next step; the caller's own if this batch makes copies."""
        return array.copy() if self._copies else array

    def step(self, numbers: NDArray[Any], mode: int) -> Refused | None:
        """Carry out one action in every game, by their numbers; in none if it says why not."""
        codes = numbers.astype(np.int64)
        stepping.read_numbers(codes, self.movers, self._codes)
        illegal = self._find_illegal(codes)
        over = np.flatnonzero(self.movers == OVER).tolist() if mode == stepping.DISABLED else []
        if illegal or over:
            return Refused(illegal, over, numbers, codes, self.movers)
        self._threads.run(
            lambda queue, thread: stepping.step_games(
                self._functions, queue, thread, mode, self.players, self._numbers, self._options, *self._tables, codes,
                self.bits, self.memories, self.choices, self.counts, self.movers, self.observations, self.masks,
                self.moved, self.rewards, self.shares, self.ended, self.final_observations,
            )
        )  # fmt: skip
        self._promise()
        return None

    def step_randomly(self, mode: int) -> Refused | None:
        """Carry out one legal action in every game, each equally likely."""
        return self.step(self.sample(), mode)

    def sample(self) -> NDArray[np.int64]:
        """For every game the number of a legal action, each equally likely; written anew by the next call."""
        # Sharing this out among threads would take longer than doing it.
        stepping.sample_actions(
            self.choices, self.counts, self.movers, self._numbers, self._sample_randoms, self._sampled
        )
        return self._sampled

    def observe(self, seats: NDArray[Any], out: NDArray[np.float32] | None) -> NDArray[np.float32] | None:
        """What a seat of each game sees, whether it is to move or not; None if there is no such seat."""
        chosen = np.broadcast_to(seats, len(self.movers)).astype(np.int64)
        if not ((chosen >= 0) & (chosen < self.players)).all():
            return None
        found = np.empty_like(self.observations) if out is None else out
        self._threads.run(
            lambda queue, thread: stepping.observe_games(self._functions, queue, thread, self.memories, chosen, found)
        )
        return found

    def evaluate(self) -> NDArray[np.float32]:
        """What share of the victory every seat may expect, by the game's own judgement of the true positions."""
        found = np.empty((len(self.movers), self.players), np.float32)
        self._threads.run(
            lambda queue, thread: evaluate_games(self._functions, queue, thread, self.players, self.memories, found)
        )
        return found

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

    def _promise(self) -> None:
        """Say what every action promises, if somebody wants to know."""
        if self._worlds:
            self._threads.run(
                lambda queue, thread: promise_games(
                    self._functions, queue, thread, self.players, self._worlds, self._numbers, self.memories,
                    self.movers, self.choices, self.counts, self.promises, self.outlook,
                )
            )  # fmt: skip

    def _find_illegal(self, codes: NDArray[np.int64]) -> list[int]:
        """All games in which a code is not legal."""
        found, first = [], 0
        while (game := stepping.find_illegal(first, codes, self.choices, self.counts)) < len(codes):
            found.append(int(game))
            first = game + 1
        return found


def next_bits(bits: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The bits of the deal that follows."""
    return np.frombuffer(hashlib.sha256(bits.tobytes()).digest(), np.uint8)


def seed_generator(bits: bytes, purpose: bytes) -> int:
    """The random generator of a game for a purpose."""
    return int.from_bytes(hashlib.sha256(purpose + bits).digest()[:8])
