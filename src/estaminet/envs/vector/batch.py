"""Many games of one kind in one array, dealt and stepped together in compiled code. Trusts its caller."""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from estaminet.engine.deal import SEED_BYTES, seed_bits
from estaminet.engine.game import Game
from estaminet.engine.observation import Numbering
from estaminet.engine.options import OptionValue
from estaminet.envs.vector import steps
from estaminet.envs.vector.afterstates import Afterstates, find_afterstates
from estaminet.envs.vector.deals import tabulate_deal
from estaminet.envs.vector.thread_pool import ThreadPool

OVER: Final = steps.OVER
SAMPLE: Final = b"sample"
IMAGINE: Final = b"imagine"


class RefusedStep(NamedTuple):
    """The reasons why a step was refused in all games."""

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
        """With worlds, one-ply values are averages over so many."""
        kernel = game.kernel
        self.players = players
        self._copies = copies
        self._worlds = worlds
        self._kernel = kernel
        numbers, self._codes = (table.copy() for table in numbering)  # compiled code trusts what is in them
        self._threads = ThreadPool(games, threads)
        self._scratches = [kernel.new_scratch(players) for _ in range(self._threads.count)]
        self._deal = steps.Deal(
            players=players,
            options=game.options.pack(options),
            **tabulate_deal(game.deal_parts(players, options))._asdict(),
        )
        self._sample_randoms = np.zeros((games, 1), np.uint64)
        self._world_randoms = np.zeros((games, 1), np.uint64)
        self._sampled = np.zeros(games, np.int64)
        self._games = steps.Games(
            numbers=numbers,
            memories=np.zeros((games, kernel.memory_bytes), np.uint8),
            bits=np.zeros((games, SEED_BYTES), np.uint8),
            choices=np.zeros((games, kernel.most_legal), np.int16),
            counts=np.zeros(games, np.int64),
            movers=np.full(games, OVER),
            observations=np.zeros((games, kernel.features), np.float32),
            masks=np.zeros((games, len(game.actions)), np.int8),
            moved=np.full(games, OVER),
            rewards=np.zeros(games),
            shares=np.zeros((games, players)),
            ended=np.zeros(games, np.bool_),
            final_observations=np.zeros((games if keeps_final else 0, kernel.features), np.float32),
        )
        self.memories = self._games.memories
        """The record of each game."""
        self.bits = self._games.bits
        """The seed bits of each game."""
        self.choices = self._games.choices
        """The legal codes of each game, ascending."""
        self.counts = self._games.counts
        """The number of legal codes; 0 if the game is over."""
        self.movers = self._games.movers
        """The seat to move."""
        self.observations = self._games.observations
        """What the seat to move sees; in a game that is over, what the seat that moved last sees."""
        self.masks = self._games.masks
        """1 at the number of each legal action."""
        self.moved = self._games.moved
        """The seat that acted in the last step; OVER in a game that was dealt in it instead."""
        self.rewards = self._games.rewards
        """For the seat that acted: its share of the victory if that ended the game, else 0."""
        self.shares = self._games.shares
        """Every seat's share of the victory in the games that the last step ended, 0 in all others."""
        self.ended = self._games.ended
        """Which games the last step ended."""
        self.final_observations = self._games.final_observations
        """In a game that ended and was dealt anew in the same step: what the seat that moved last saw at the end, if
        that is kept."""
        self.one_ply_values = np.zeros((games if worlds else 0, len(game.actions)), np.float32)
        """The mover's expected share after each legal action, by its number, if there are worlds to imagine;"""
        self.value_prior = np.zeros((games if worlds else 0, players), np.float32)
        """and every seat's as it is, from the mover on."""
        self.truncated = np.zeros(games, np.bool_)
        """No game is ever truncated."""
        self.no_masks = np.zeros_like(self.masks)
        """The masks of games that have ended."""
        self.no_masks.flags.writeable = False
        self.no_one_ply_values = np.zeros_like(self.one_ply_values)
        self.no_one_ply_values.flags.writeable = False
        self.no_value_prior = np.zeros_like(self.value_prior)
        self.no_value_prior.flags.writeable = False

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
            if len(self._deal.streams):
                self.bits[game] = next_bits(self.bits[game])

    def deal(self, chosen: NDArray[np.bool_]) -> None:
        """Begin the chosen games anew, from their bits."""
        functions = self._kernel.functions
        self._threads.run(
            lambda queue, thread: steps.deal_games(functions, queue, thread, self._deal, self._games, chosen)
        )
        self.moved[chosen] = OVER
        self._value_actions()

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

    def step(self, numbers: NDArray[Any], mode: int) -> RefusedStep | None:
        """Carry out one action in every game, by their numbers; or in none, with the reason."""
        codes = numbers.astype(np.int64)
        steps.read_numbers(codes, self.movers, self._codes)
        illegal = self._find_illegal(codes)
        over = np.flatnonzero(self.movers == OVER).tolist() if mode == steps.DISABLED else []
        if illegal or over:
            return RefusedStep(illegal, over, numbers, codes, self.movers)
        functions = self._kernel.functions
        self._threads.run(
            lambda queue, thread: steps.step_games(functions, queue, thread, self._deal, self._games, mode, codes)
        )
        self._value_actions()
        return None

    def step_randomly(self, mode: int) -> RefusedStep | None:
        """Carry out one legal action in every game, each equally likely."""
        return self.step(self.sample(), mode)

    def sample(self) -> NDArray[np.int64]:
        """For every game the number of a legal action, each equally likely; written anew by the next call."""
        # Sharing this out among threads would take longer than doing it.
        steps.sample_actions(self._games, self._sample_randoms, self._sampled)
        return self._sampled

    def observe(self, seats: NDArray[Any], out: NDArray[np.float32] | None) -> NDArray[np.float32] | None:
        """What a seat of each game sees, whether it is to move or not; None if there is no such seat."""
        chosen = np.broadcast_to(seats, len(self.movers)).astype(np.int64)
        if not ((chosen >= 0) & (chosen < self.players)).all():
            return None
        found = np.empty_like(self.observations) if out is None else out
        functions = self._kernel.functions
        self._threads.run(
            lambda queue, thread: steps.observe_games(functions, queue, thread, self.memories, chosen, found)
        )
        return found

    def evaluate(self) -> NDArray[np.float32]:
        """Every seat's expected share, by the game's own evaluation of the true positions."""
        found = np.empty((len(self.movers), self.players), np.float32)
        functions, scratches = self._kernel.functions, self._scratches
        self._threads.run(
            lambda queue, thread: steps.evaluate_games(
                functions, scratches[thread], queue, thread, self.memories, found
            )
        )
        return found

    def look_ahead(self, worlds: int) -> Afterstates:
        """The afterstates of every legal action, with its number."""
        found = find_afterstates(
            self._kernel,
            self.players,
            worlds,
            self._threads,
            memories=self.memories,
            movers=self.movers,
            choices=self.choices,
            counts=self.counts,
            randoms=self._world_randoms,
        )
        movers = np.repeat(self.movers, self.counts)
        return found._replace(codes=self._games.numbers[movers, found.codes].astype(np.int64))

    def close(self) -> None:
        self._threads.close()

    def _value_actions(self) -> None:
        """Write one-ply values and the value prior, if there are worlds to imagine."""
        functions, scratches = self._kernel.functions, self._scratches
        if self._worlds:
            self._threads.run(
                lambda queue, thread: steps.value_actions(
                    functions,
                    scratches[thread],
                    queue,
                    thread,
                    self._games,
                    self._worlds,
                    self.one_ply_values,
                    self.value_prior,
                )
            )

    def _find_illegal(self, codes: NDArray[np.int64]) -> list[int]:
        """All games in which a code is not legal."""
        found, first = [], 0
        while (game := steps.find_illegal(first, codes, self.choices, self.counts)) < len(codes):
            found.append(int(game))
            first = game + 1
        return found


def next_bits(bits: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The bits of the deal that follows."""
    return np.frombuffer(hashlib.sha256(bits.tobytes()).digest(), np.uint8)


def seed_generator(bits: bytes, purpose: bytes) -> int:
    """The random generator of a game for a purpose."""
    return int.from_bytes(hashlib.sha256(purpose + bits).digest()[:8])
