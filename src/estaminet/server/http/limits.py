"""How much one person, or one address, may ask for."""

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
"""When to try again where all lines are taken: nobody knows when one is free."""


class Limit:
    """A bucket for every key, from which each request takes a token; it fills again with time."""

    def __init__(self, a_second: float, burst: float, clock: Callable[[], float] = monotonic) -> None:
        """A rate of 0 means no limit."""
        self._rate = a_second
        self._burst = max(1, burst)
        self._clock = clock
        self._buckets: dict[str, tuple[float, float]] = {}

    def take(self, key: str, tokens: float = 1) -> None:
        """Count a request; ``rate.exceeded`` if there were too many. One that is refused does not count."""
        if not self._rate:
            return
        left, now = self._look(key)
        if left < tokens:
            self._put(key, left, now)
            raise Refusal("rate.exceeded", "Not so fast: wait a moment.", seconds=(tokens - left) / self._rate)
        self._put(key, left - tokens, now)

    def spend(self, key: str, tokens: float) -> float:
        """Count what has already come; in how many seconds more may come, 0 for at once."""
        if not self._rate:
            return 0
        left, now = self._look(key)
        self._put(key, left - tokens, now)
        return max(0, tokens - left) / self._rate

    def _look(self, key: str) -> tuple[float, float]:
        """How many tokens are left, and the time."""
        now = self._clock()
        left, since = self._buckets.pop(key, (self._burst, now))
        return min(self._burst, left + (now - since) * self._rate), now

    def _put(self, key: str, left: float, now: float) -> None:
        self._buckets[key] = left, now
        if len(self._buckets) > MOST_KEYS:
            del self._buckets[next(iter(self._buckets))]  # the one that has been quiet longest


class FairAdmission:
    """Requests begin one after the other, in turn by address: what has begun goes on in between, and so does all else.

    A flood from one address stands in line behind itself; whoever comes from elsewhere is next.
    """

    def __init__(self) -> None:
        self._slots = FairSlots(1)

    async def enter(self, address: str) -> None:
        """Wait until it is one's turn: at once, unless many come at the same time."""
        account = Account(address)
        await self._slots.acquire(account)
        asyncio.get_running_loop().call_soon(self._slots.release, account)


class Lines:
    """How many lines each key has: live ones, or such over which much is sent."""

    def __init__(self, most: int, sentence: str = "You have too many tables open at once: close one.") -> None:
        """At most so many for one key; 0 for no limit. The sentence says what is wrong with one more."""
        self._most, self._sentence = most, sentence
        self._open: Counter[str] = Counter()

    @contextmanager
    def hold(self, key: str) -> Iterator[None]:
        """Have a line for a while; ``lines.too_many`` if there are too many."""
        if self._most and self._open[key] >= self._most:
            raise Refusal("lines.too_many", self._sentence, seconds=LINE_SECONDS)
        self._open[key] += 1
        try:
            yield
        finally:
            self._open[key] -= 1
            if not self._open[key]:
                del self._open[key]
