"""A game's own judgement on a GPU: of positions, and of what every action promises the seat to move.

For that, worlds are imagined first, then every action has a thread. Threads side by side try the actions of one game,
which take about as long as each other. They trust their caller.
"""

from functools import cache
from typing import Any, Final, NamedTuple

import numpy as np
from numba import cuda

from estaminet.engine.jit import random
from estaminet.engine.kernel import Kernel
from estaminet.envs.vector.cuda.kernels import WORD, Array
from estaminet.envs.vector.cuda.twins import find_twin

BLOCKS: Final = 4096
"""At most: a thread goes on with another action when it has done one."""


@cache
def build_estimate_kernel(kernel: Kernel, players: int) -> Any:  # noqa: ANN401  # numba's
    """What share of the victory every seat of each game may expect."""
    evaluate = find_twin(kernel.evaluate)
    memory_bytes = kernel.memory_bytes
    words = -(-memory_bytes // WORD)

    @cuda.jit
    def evaluate_games(records: Array, expected: Array) -> None:
        game = cuda.grid(1)
        if game >= expected.shape[0]:
            return
        room = cuda.local.array(words, np.uint64)
        shares = cuda.local.array(players, np.float64)
        for word in range(words):
            room[word] = records[word, game]
        evaluate(room.view(np.uint8)[:memory_bytes], shares)
        for seat in range(players):
            expected[game, seat] = shares[seat]

    return evaluate_games


class PromiseKernels(NamedTuple):
    """To be launched one after the other, in this order."""

    imagine: Any
    promise: Any
    finish: Any


@cache
def build_promise_kernels(kernel: Kernel, players: int) -> PromiseKernels:
    """The kernels of a game for so many players. `waiting` is how many actions are in the queue."""
    hide, determinize = find_twin(kernel.hide), find_twin(kernel.determinize)
    apply, evaluate = find_twin(kernel.apply), find_twin(kernel.evaluate)
    seed_with = find_twin(random.seed_with)
    memory_bytes, most_legal = kernel.memory_bytes, kernel.most_legal
    words = -(-memory_bytes // WORD)

    @cuda.jit
    def imagine(
        worlds: Array, records: Array, movers: Array, counts: Array, imagined: Array, queue: Array, waiting: Array,
        promises: Array, outlook: Array,
    ) -> None:  # fmt: skip
        """Write some worlds of every game as its mover imagines them, and put its legal actions into the queue.

        And what every seat may expect in them.
        """
        game = cuda.grid(1)
        if game >= movers.size:
            return
        for number in range(promises.shape[1]):
            promises[game, number] = 0
        for seat in range(players):
            outlook[game, seat] = 0
        count, mover = counts[game], movers[game]
        if count == 0:
            return
        known_room, world_room = cuda.local.array(words, np.uint64), cuda.local.array(words, np.uint64)
        known = known_room.view(np.uint8)[:memory_bytes]
        world = world_room.view(np.uint8)[:memory_bytes]
        rng = cuda.local.array(1, np.uint64)
        shares, expected = cuda.local.array(players, np.float64), cuda.local.array(players, np.float64)
        for seat in range(players):
            expected[seat] = 0
        for word in range(words):
            known_room[word] = records[word, game]
        hide(known, mover)
        seed_with(rng, known)
        for number in range(worlds):
            for word in range(words):
                world_room[word] = known_room[word]
            determinize(world, mover, rng)
            for word in range(words):
                imagined[number * words + word, game] = world_room[word]
            evaluate(world, shares)
            for seat in range(players):
                expected[seat] += shares[seat] / worlds
        for seat in range(players):
            outlook[game, seat] = expected[(mover + seat) % players]
        begin = cuda.atomic.add(waiting, 0, count)
        for at in range(count):
            queue[begin + at] = game * most_legal + at

    @cuda.jit
    def promise(
        worlds: Array, imagined: Array, movers: Array, choices: Array, numbers: Array, queue: Array, waiting: Array,
        promises: Array,
    ) -> None:  # fmt: skip
        """Try every action of the queue in all worlds of its game."""
        ahead_room = cuda.local.array(words, np.uint64)
        ahead = ahead_room.view(np.uint8)[:memory_bytes]
        shares = cuda.local.array(players, np.float64)
        for place in range(cuda.grid(1), waiting[0], cuda.gridsize(1)):
            game, at = queue[place] // most_legal, queue[place] % most_legal
            mover, code = movers[game], int(choices[game, at])
            promised = 0.0
            for number in range(worlds):
                for word in range(words):
                    ahead_room[word] = imagined[number * words + word, game]
                apply(ahead, code)
                evaluate(ahead, shares)
                promised += shares[mover] / worlds
            promises[game, numbers[mover, code]] = promised

    @cuda.jit
    def finish(waiting: Array) -> None:
        """Empty the queue."""
        if cuda.grid(1) == 0:
            waiting[0] = 0

    return PromiseKernels(imagine, promise, finish)
