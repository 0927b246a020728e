"""Many games of one kind on a GPU: what `vector.batch` is on a CPU, with the same results."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
from numba import config, cuda
from numpy.typing import NDArray

from estaminet.engine.deal import SEED_BYTES, seed_bits
from estaminet.engine.errors import EstaminetError
from estaminet.engine.game import Game
from estaminet.engine.observation import Numbering
from estaminet.engine.options import OptionValue
from estaminet.envs.vector import steps
from estaminet.envs.vector.afterstates import Afterstates
from estaminet.envs.vector.batch import IMAGINE, OVER, SAMPLE, RefusedStep, next_bits, seed_generator
from estaminet.envs.vector.cuda.device_array import DeviceArray
from estaminet.envs.vector.cuda.kernels import (
    AWAITING_RESET,
    BAD_SEATS,
    BLOCKS,
    ILLEGAL,
    NOT_LEGAL,
    NOTES,
    REFUSED,
    WORD,
    DeviceAfterstates,
    DeviceDeal,
    DeviceGames,
    build_kernels,
)
from estaminet.envs.vector.deals import tabulate_deal

config.CUDA_LOW_OCCUPANCY_WARNINGS = 0  # type: ignore[attr-defined]  # a few games are as right as many

THREADS: Final = 128
"""In a block."""
DRAW_EVERY: Final = 16
"""The most steps between two draws of deals for the games that have used theirs;"""
GAMES_AT_MOST: Final = 10
"""and so many times in the longest game, so that hardly any game ends twice between."""


class CudaBatch:
    """The positions of many games in the memory of a GPU.

    Arrays have a row for each game, but those with many columns lie column by column: threads that do the same for
    neighbouring games read and write neighbouring numbers.
    """

    def __init__(
        self,
        game: Game,
        games: int,
        players: int,
        options: Mapping[str, OptionValue],
        numbering: Numbering,
        *,
        copies: bool,
        keeps_final: bool,
        check_every: int,
        worlds: int = 0,
    ) -> None:
        if not cuda.is_available():
            raise EstaminetError(
                "device.missing",
                "There is no GPU here that CUDA can use; without device='cuda' the games are on the CPU.",
            )
        kernel = game.kernel
        self.players = players
        self._count = games
        self._copies = copies
        self._check_every = check_every
        self._steps = 0
        self._draw_every = max(1, min(DRAW_EVERY, kernel.longest // GAMES_AT_MOST))
        self._stream: Any = 0
        self._memory_bytes = kernel.memory_bytes
        tables = tabulate_deal(game.deal_parts(players, options))
        self._kernels = build_kernels(kernel, players, len(tables.streams), len(tables.messages))
        numbers, self._codes = (_upload(table) for table in numbering)
        self._notes = _upload(np.zeros(NOTES, np.int32))
        self._records = _upload(np.zeros((-(-kernel.memory_bytes // WORD), games), np.uint64))
        self._bits = _upload(np.zeros((games, SEED_BYTES), np.uint8))
        self._deal = DeviceDeal(
            options=_upload(game.options.pack(options)),
            streams=_upload(tables.streams),
            messages=_upload(tables.messages),
            cards=_upload(tables.cards),
            bits=self._bits,
            next_bits=_upload(np.zeros((games, SEED_BYTES), np.uint8)),
            deals=_upload(np.zeros((games, max(1, len(tables.cards))), np.int16)),
            is_drawn=_upload(np.zeros(games, np.int8)),
            queue=_upload(np.zeros(games, np.int32)),
        )
        self._sample_randoms = _upload(np.zeros((games, 1), np.uint64))
        self._world_randoms = _upload(np.zeros((games, 1), np.uint64))
        self._sampled = _upload(np.zeros(games, np.int64))
        self._asked = _upload(np.zeros(games, np.int64))
        self._seen: Any = None
        self._actions = _upload(np.zeros(games, np.int64))
        self.movers = _upload(np.full(games, OVER))
        self.observations = _by_column(games, kernel.features, np.float32)
        self.masks = _by_column(games, len(game.actions), np.int8)
        self.moved = _upload(np.full(games, OVER))
        self.rewards = _upload(np.zeros(games))
        self.shares = _upload(np.zeros((games, players)))
        self.ended = _upload(np.zeros(games, np.bool_))
        self.truncated = _upload(np.zeros(games, np.bool_))
        self.no_masks = _by_column(games, len(game.actions), np.int8)
        self.final_observations = _by_column(games if keeps_final else 0, kernel.features, np.float32)
        self._games = DeviceGames(
            numbers=numbers,
            choices=_by_column(games, kernel.most_legal, np.int16),
            counts=_upload(np.zeros(games, np.int64)),
            movers=self.movers,
            observations=self.observations,
            masks=self.masks,
            moved=self.moved,
            rewards=self.rewards,
            shares=self.shares,
            ended=self.ended,
            final_observations=self.final_observations,
        )
        self._is_dealt = len(tables.streams) > 0
        self._expected: Any = None
        self._worlds = worlds
        self.one_ply_values = self.no_one_ply_values = self.value_prior = self.no_value_prior = None
        if worlds:
            self._imagined = _upload(np.zeros((worlds * self._records.shape[0], games), np.uint64))
            self._tried = _upload(np.zeros(games * kernel.most_legal, np.int32))
            self._waiting = _upload(np.zeros(1, np.int64))
            self.one_ply_values = _by_column(games, len(game.actions), np.float32)
            self.no_one_ply_values = _by_column(games, len(game.actions), np.float32)
            self.value_prior = _by_column(games, players, np.float32)
            self.no_value_prior = _by_column(games, players, np.float32)

    @property
    def memories(self) -> NDArray[np.uint8]:
        """The record of each game, copied from the GPU."""
        words = np.ascontiguousarray(self._download(self._records).T)
        return words.view(np.uint8)[:, : self._memory_bytes]

    @property
    def bits(self) -> NDArray[np.uint8]:
        """The seed bits of each game, copied from the GPU."""
        return self._download(self._bits)

    def use_stream(self, stream: int) -> None:
        """Put all work into this stream of CUDA, given by its address, from now on; 0 is the usual one."""
        self._stream = cuda.external_stream(stream) if stream else 0

    def seed(self, chosen: NDArray[np.bool_], seeds: Sequence[int]) -> None:
        """Give the chosen games the bits of these seeds, for their next deal and for their random generators."""
        bits, samples, worlds = map(self._download, (self._bits, self._sample_randoms, self._world_randoms))
        for game in np.flatnonzero(chosen).tolist():
            seeded = seed_bits(seeds[game])
            bits[game] = np.frombuffer(seeded, np.uint8)
            samples[game], worlds[game] = seed_generator(seeded, SAMPLE), seed_generator(seeded, IMAGINE)
        self._bits.copy_to_device(bits)
        self._sample_randoms.copy_to_device(samples)
        self._world_randoms.copy_to_device(worlds)

    def renew_bits(self, chosen: NDArray[np.bool_]) -> None:
        """Give the chosen games the bits that follow theirs."""
        bits = self.bits
        for game in np.flatnonzero(chosen).tolist():
            if self._is_dealt:
                bits[game] = next_bits(bits[game])
        self._bits.copy_to_device(bits)

    def deal(self, chosen: NDArray[np.bool_]) -> None:
        """Begin the chosen games anew, from their bits."""
        self._launch(self._kernels.deal, _upload(chosen), self._records, self._deal, self._games)
        if self._is_dealt:
            self._draw(everywhere=True)
        self._value_actions()

    def adopt(self, numbers: Any) -> Any:  # noqa: ANN401  # whatever library's array it is
        """Numbers as an array on the GPU; those that are there already stay where they are."""
        if isinstance(numbers, DeviceArray):
            return numbers.array
        if hasattr(numbers, "__cuda_array_interface__"):
            return cuda.as_cuda_array(numbers, sync=False)
        return _upload(np.atleast_1d(np.asarray(numbers)))

    def takes(self, out: Any) -> bool:  # noqa: ANN401  # whatever somebody gives
        """Whether observations can be written there."""
        if not (isinstance(out, DeviceArray) or hasattr(out, "__cuda_array_interface__")):
            return False
        target = self.adopt(out)
        return bool(target.shape == self.observations.shape and target.dtype == np.float32)

    def give(self, array: Any) -> DeviceArray:  # noqa: ANN401  # numba's
        """An array, until the next step; the caller's own if this batch makes copies."""
        if not self._copies:
            return DeviceArray(array)
        copy = cuda.device_array_like(array)
        copy.copy_to_device(array, self._stream)
        return DeviceArray(copy)

    lend = give

    def step(self, numbers: Any, mode: int) -> RefusedStep | None:  # noqa: ANN401  # numba's
        """Carry out one action in every game, by their numbers; in none if it says why not, now or at a later check."""
        self._launch(
            self._kernels.check, mode, numbers, self.movers, self.masks, self._codes, self._asked, self._actions,
            self._notes,
        )  # fmt: skip
        self._step(mode, at_random=False)
        if self._check_every and self._steps % self._check_every == 0:
            return self.check()
        return None

    def step_randomly(self, mode: int) -> RefusedStep | None:
        """Carry out one legal action in every game, each equally likely."""
        if mode == steps.DISABLED:
            return self.step(self.sample(), mode)  # some may have to be reset
        self._step(mode, at_random=True)
        return None

    def check(self) -> RefusedStep | None:
        """Wait for the GPU; if it has refused a step since the last check, why. All games stand as before that step."""
        notes = self._download(self._notes)
        if not notes[REFUSED]:
            return None
        notes[[ILLEGAL, AWAITING_RESET, REFUSED]] = 0
        self._notes.copy_to_device(notes)
        codes, movers, numbers = map(self._download, (self._actions, self.movers, self._asked))
        illegal = np.flatnonzero(codes == NOT_LEGAL)
        codes[illegal] = numbers[illegal]
        steps.read_numbers(codes, movers, self._codes.copy_to_host())
        return RefusedStep(illegal.tolist(), np.flatnonzero(movers == OVER).tolist(), numbers, codes, movers)

    def sample(self) -> Any:  # noqa: ANN401  # numba's
        """For every game the number of a legal action, each equally likely; written anew by the next call."""
        self._launch(self._kernels.sample, self._games, self._sample_randoms, self._sampled)
        return self._sampled

    def observe(self, seats: Any, out: Any) -> DeviceArray | None:  # noqa: ANN401  # numba's, or any library's
        """What a seat of each game sees, whether it is to move or not; None if there is no such seat."""
        if self._seen is None and out is None:
            self._seen = _by_column(self._count, self.observations.shape[1], np.float32)
        target = self._seen if out is None else self.adopt(out)
        chosen = seats if seats.size > 1 or self._count == 1 else _upload(np.repeat(seats.copy_to_host(), self._count))
        self._launch(self._kernels.observe, chosen, self._notes, self._records, target)
        return None if self._check_every == 1 and self.find_bad_seats() else self.give(target)

    def evaluate(self) -> DeviceArray:
        """Every seat's expected share, by the game's own evaluation of the true positions."""
        if self._expected is None:
            self._expected = _by_column(self._count, self.players, np.float32)
        self._launch(self._kernels.evaluate, self._records, self._expected)
        return self.give(self._expected)

    def find_bad_seats(self) -> bool:
        """Wait for the GPU; whether it was asked for unknown seats since the last call."""
        notes = self._download(self._notes)
        found = bool(notes[BAD_SEATS])
        if found:
            notes[BAD_SEATS] = 0
            self._notes.copy_to_device(notes)
        return found

    def look_ahead(self, worlds: int) -> Afterstates:
        """The afterstates of every legal action, with its number."""
        counts, choices, movers = map(self._download, (self._games.counts, self._games.choices, self.movers))
        ends = np.cumsum(counts)
        actions, features = int(ends[-1]), self.observations.shape[1]
        observations = _by_column(actions * worlds, features, np.float32)
        outcomes = _upload(np.empty(actions * worlds))
        ahead = DeviceAfterstates(
            movers=self.movers,
            choices=self._games.choices,
            counts=self._games.counts,
            starts=_upload(ends - counts),
            randoms=self._world_randoms,
            worlds=worlds,
            observations=observations,
            outcomes=outcomes,
        )
        self._launch(self._kernels.look_ahead, self._records, ahead)
        is_legal = np.arange(choices.shape[1]) < counts[:, None]
        numbers = self._games.numbers.copy_to_host()[np.repeat(movers, counts), choices[is_legal]].astype(np.int64)
        return Afterstates(
            DeviceArray(observations, (actions, worlds, features)),
            DeviceArray(outcomes, (actions, worlds)),
            DeviceArray(_upload(numbers)),
            DeviceArray(_upload(ends - counts)),
        )

    def close(self) -> None:
        """Nothing to do: memory goes with the arrays."""

    def _step(self, mode: int, *, at_random: bool) -> None:
        self._launch(
            self._kernels.step, mode, at_random, self._sample_randoms, self._notes, self._actions, self._records,
            self._deal, self._games,
        )  # fmt: skip
        self._steps += 1
        if self._is_dealt and self._steps % self._draw_every == 0:
            self._draw(everywhere=False)
        self._value_actions()

    def _draw(self, *, everywhere: bool) -> None:
        """Draw the next deals, of all games or of those that have used theirs."""
        self._launch(self._kernels.draw, everywhere, self._notes, self._deal)
        self._kernels.finish_drawing[1, 1, self._stream](self._notes)

    def _value_actions(self) -> None:
        """Write one-ply values and the value prior, if there are worlds to imagine."""
        if not self._worlds:
            return
        games, kernels = self._games, self._kernels
        self._launch(
            kernels.imagine, self._worlds, self._records, games.movers, games.counts, self._imagined, self._tried,
            self._waiting, self.one_ply_values, self.value_prior,
        )  # fmt: skip
        blocks = min(-(-self._tried.size // THREADS), BLOCKS)
        kernels.value[blocks, THREADS, self._stream](
            self._worlds, self._imagined, games.movers, games.choices, games.numbers, self._tried, self._waiting,
            self.one_ply_values,
        )  # fmt: skip
        kernels.finish_values[1, 1, self._stream](self._waiting)

    def _launch(self, kernel: Any, *arguments: Any) -> None:  # noqa: ANN401  # numba's
        threads = min(THREADS, self._count)
        kernel[-(-self._count // threads), threads, self._stream](*arguments)

    def _download(self, array: Any) -> NDArray[Any]:  # noqa: ANN401  # numba's
        """A copy of an array on the CPU, when all work before it is done."""
        if self._stream:
            self._stream.synchronize()
        found: NDArray[Any] = array.copy_to_host()
        return found


def _upload(array: NDArray[Any]) -> Any:  # noqa: ANN401  # numba's
    return cuda.to_device(
        np.ascontiguousarray(array) if array.size else np.zeros([max(1, n) for n in array.shape], array.dtype)
    )


def _by_column(rows: int, columns: int, kind: type[np.generic]) -> Any:  # noqa: ANN401  # numba's
    return cuda.to_device(np.zeros((rows, columns), kind, order="F"))
