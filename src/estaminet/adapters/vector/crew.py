"""Shares the games of an array out among threads; compiled code runs in all of them at once, without the GIL."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Final

WORTH_A_THREAD: Final = 64
"""With fewer games each, handing them over takes longer than playing them."""


class Crew:
    """Threads that wait for work; whoever asks does a part of it."""

    def __init__(self, games: int, threads: int | None = None) -> None:
        count = max(1, min(threads or os.cpu_count() or 1, games // WORTH_A_THREAD))
        edges = [games * number // count for number in range(count + 1)]
        self._own, *self._others = pairwise(edges)
        self._pool = ThreadPoolExecutor(count - 1, "estaminet-games") if self._others else None

    def run(self, work: Callable[[int, int], None]) -> None:
        """Do the work for every game: it is called with the first of some games and the one after the last."""
        running = [self._pool.submit(work, *others) for others in self._others] if self._pool else []
        work(*self._own)
        for each in running:
            each.result()

    def close(self) -> None:
        if self._pool:
            self._pool.shutdown()
