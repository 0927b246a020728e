"""A pool of threads that step the games of an array; compiled code runs in all of them at once, without the GIL.

Every thread has games of its own, which stay in the caches of its core, and takes a few of them at a time. A thread
that is done steals work from the others: one may have woken up late, or share its core with another program.
"""

import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Annotated, Any, Final

import numpy as np
from numba import types
from numba.core.typing.templates import Signature
from numba.extending import intrinsic
from numpy.typing import NDArray

from estaminet.engine.jit.compiler import jit
from estaminet.engine.jit.layout import JIT_IS_OFF

Queue = Annotated[NDArray[np.int64], types.int64[:, ::1]]
"""Which games are still to be done: a row for each thread."""

WORTH_A_THREAD: Final = 64
"""With fewer games each, handing them over takes longer than playing them."""
AT_ONCE: Final = 32
"""How many games a thread takes from the queue."""

# Columns of a queue. The unused ones give every row a cache line of its own.
NEXT: Final = 0
END: Final = 1
QUEUE_COLUMNS: Final = 16

if JIT_IS_OFF:

    def take(queue: Queue, row: int) -> int:
        """The first of the next AT_ONCE games of a thread."""
        queue[row, NEXT] += AT_ONCE
        return int(queue[row, NEXT]) - AT_ONCE

else:

    @intrinsic
    def take(_typing: object, queue: types.Array, row: types.Integer) -> tuple[Signature, Callable[..., object]]:  # noqa: ARG001  # numba calls it with types
        """The first of the next AT_ONCE games of a thread; nobody else gets the same."""

        def generate(context: Any, builder: Any, signature: Signature, arguments: Any) -> object:  # noqa: ANN401  # numba's
            array = context.make_array(signature.args[0])(context, builder, arguments[0])
            place = builder.mul(arguments[1], context.get_constant(types.int64, QUEUE_COLUMNS))
            amount = context.get_constant(types.int64, AT_ONCE)
            return builder.atomic_rmw("add", builder.gep(array.data, [place]), amount, "monotonic")

        return types.int64(queue, types.int64), generate


@jit
def find_work(queue: Queue, thread: int) -> int:
    """The first of AT_ONCE games that nobody has taken, own ones before those of others; -1 if there are none."""
    for step in range(queue.shape[0]):
        row = (thread + step) % queue.shape[0]
        if queue[row, NEXT] < queue[row, END]:
            first = take(queue, row)
            if first < queue[row, END]:
                return first
    return -1


class ThreadPool:
    """Threads that wait for work. The thread that calls `run` does its share."""

    def __init__(self, games: int, threads: int | None = None) -> None:
        count = max(1, min(threads or os.cpu_count() or 1, games // WORTH_A_THREAD))
        edges = [games * number // count // AT_ONCE * AT_ONCE for number in range(count)]
        self._queue = np.zeros((count, QUEUE_COLUMNS), np.int64)
        self._queue[:, END] = [*edges[1:], games]
        self._begins = np.array(edges)
        self.count = count
        self._pool = ThreadPoolExecutor(count - 1, "estaminet-games") if count > 1 else None

    def run(self, work: Callable[[Queue, int], None]) -> None:
        """Do the work for every game: compiled code that takes games from a queue, as the thread of this number."""
        self._queue[:, NEXT] = self._begins
        others = range(1, len(self._queue))
        running = [self._pool.submit(work, self._queue, thread) for thread in others] if self._pool else []
        work(self._queue, 0)
        for each in running:
            while not (each.cancel() or each.done()):
                time.sleep(0)  # a few games are left: falling asleep and waking up would take longer
            if not each.cancelled():
                each.result()

    def close(self) -> None:
        if self._pool:
            self._pool.shutdown()
