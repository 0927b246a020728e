"""How often something is done, for ours and theirs alike."""

from collections.abc import Callable
from time import perf_counter


def seconds_per_call(function: Callable[[], object], seconds: float, *, batch: int = 1) -> float:
    """How long a call takes, in a loop that looks at the clock after every `batch` of calls."""
    calls = 0
    begin = perf_counter()
    while (spent := perf_counter() - begin) < seconds:
        for _ in range(batch):
            function()
        calls += batch
    return spent / calls


def count_per_second(function: Callable[[], int], seconds: float) -> float:
    """How many things a function does in a second; every call says how many it did."""
    count = 0
    begin = perf_counter()
    while (spent := perf_counter() - begin) < seconds:
        count += function()
    return count / spent
