"""What the processes do between two moments, and what the clients receive."""

import os
from time import perf_counter

from bench.serving import usage
from bench.serving.players import Table
from bench.serving.request import Answer, Request


class Meter:
    """What happens between two moments."""

    def __init__(self, request: Request, tables: list[Table]) -> None:
        self._processes = {**request.processes, "load": [os.getpid()]} if usage.IS_KNOWN else {}
        self._lines = [player.line for table in tables for player in table.players]
        self._begin = perf_counter()
        self._used = self._use()
        self._received = self._receive()

    def read(self, answer: Answer) -> None:
        """Note what has happened since."""
        answer.seconds = perf_counter() - self._begin
        answer.busy = {name: (used - self._used[name]) / answer.seconds for name, used in self._use().items()}
        updates, length = self._receive()
        answer.updates, answer.update_bytes = updates - self._received[0], length - self._received[1]

    def _use(self) -> dict[str, float]:
        return {name: usage.processor_seconds(each) for name, each in self._processes.items()}

    def _receive(self) -> tuple[int, int]:
        return sum(line.received for line in self._lines), sum(line.received_bytes for line in self._lines)
