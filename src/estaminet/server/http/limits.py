"""Limits for one person, and for one address."""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Final

from estaminet.server.errors import Refusal
from estaminet.server.live.house import FairSlots
from estaminet.server.live.question import Account

MOST_KEYS: Final = 20_000
LINE_SECONDS: Final = 5
"""Seconds until a retry where all lines are taken: nobody knows when one is free."""


class Limit:
    """A bucket for every key, from which each request takes a token; it fills again with time."""

    def __init__(self, a_second: float, burst: float, clock: Callable[[], float] = monotonic) -> None:
        """A rate of 0 means no limit."""
        self._rate = a_second
        self._burst = max(1, burst)
        self._clock = clock
        self._buckets: dict[str, tuple[float, float]] = {}

    def take(self, key: str, tokens: float = 1) -> None:
        """Count a request; ``rate.exceeded`` if there were too many. Refused requests do not count."""
        if not self._rate:
            return
        left, now = self._look(key)
        if left < tokens:
            self._put(key, left, now)
            raise Refusal("rate.exceeded", "Not so fast: wait a moment.", seconds=(tokens - left) / self._rate)
        self._put(key, left - tokens, now)

    def spend(self, key: str, tokens: float) -> float:
        """Count what has already come; the seconds until more may come, 0 for at once."""
        if not self._rate:
            return 0
        left, now = self._look(key)
        self._put(key, left - tokens, now)
        return max(0, tokens - left) / self._rate

    def _look(self, key: str) -> tuple[float, float]:
        """The tokens left, and the time."""
        now = self._clock()
        left, since = self._buckets.pop(key, (self._burst, now))
        return min(self._burst, left + (now - since) * self._rate), now

    def _put(self, key: str, left: float, now: float) -> None:
        self._buckets[key] = left, now
        if len(self._buckets) > MOST_KEYS:
            del self._buckets[next(iter(self._buckets))]  # the one that has been quiet longest


class FairAdmission:
    """Lets requests begin one after the other, addresses in turn; those that have begun go on meanwhile.

    A flood from one address waits behind itself; people from elsewhere are next.
    """

    def __init__(self) -> None:
        self._slots = FairSlots(1)

    async def enter(self, address: str) -> None:
        """Wait for a turn, which comes at once unless many come at the same time."""
        account = Account(address)
        await self._slots.acquire(account)
        asyncio.get_running_loop().call_soon(self._slots.release, account)


class Lines:
    """The lines of each key: live ones, or long downloads."""

    def __init__(self, most: int, sentence: str = "You have too many tables open at once: close one.") -> None:
        """With a maximum for one key, 0 for no limit, and the sentence of the refusal."""
        self._most, self._sentence = most, sentence
        self._open: Counter[str] = Counter()

    @contextmanager
    def hold(self, key: str) -> Iterator[None]:
        """Hold a line for a while; ``lines.too_many`` if there are too many."""
        if self._most and self._open[key] >= self._most:
            raise Refusal("lines.too_many", self._sentence, seconds=LINE_SECONDS)
        self._open[key] += 1
        try:
            yield
        finally:
            self._open[key] -= 1
            if not self._open[key]:
                del self._open[key]
