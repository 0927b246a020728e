"""How much one person, or one address, may ask for."""

from time import monotonic
from typing import Final

from estaminet.table.errors import TooMany

MOST_KEYS: Final = 20_000


class Limit:
    """A bucket for every key, from which each request takes a token; it fills again with time."""

    def __init__(self, a_second: float, burst: float) -> None:
        """A rate of 0 means no limit."""
        self._rate = a_second
        self._burst = burst
        self._buckets: dict[str, tuple[float, float]] = {}

    def take(self, key: str, tokens: float = 1) -> None:
        """Count a request; TooMany if there were too many."""
        if not self._rate:
            return
        now = monotonic()
        left, since = self._buckets.pop(key, (self._burst, now))
        left = min(self._burst, left + (now - since) * self._rate)
        if left < tokens:
            self._buckets[key] = left, now
            raise TooMany("Not so fast: wait a moment.")
        self._buckets[key] = left - tokens, now
        if len(self._buckets) > MOST_KEYS:
            del self._buckets[next(iter(self._buckets))]  # who has been quiet longest
