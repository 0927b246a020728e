"""Two honest people who play while somebody attacks: a process of its own, which measures how long moves take.

Started with the address of the server. Once its input ends, it prints the seconds from every move until both saw it.
"""

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import Final

from bench.server.client import HttpClient
from bench.server.players import Table, seat_guests

PAUSE: Final = 0.05
"""Seconds between two moves."""


@contextmanager
def play_beside(url: str) -> Iterator[list[float]]:
    """They play for as long as an attack lasts; afterwards the list has the seconds of every move."""
    command = [sys.executable, "-m", "bench.attacks.bystander", url]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdout is not None
    process.stdout.readline()
    waits: list[float] = []
    yield waits
    output, _ = process.communicate()
    waits += json.loads(output or b"[]")


async def play_on(url: str) -> list[float]:
    """Move after move, until the input ends."""
    loop, waits = asyncio.get_running_loop(), []
    ended = loop.run_in_executor(None, sys.stdin.read)
    table = await seat(url)
    print("ready", flush=True)
    while not ended.done():
        if table.is_over:
            table.close()
            table = await seat(url)
        began = perf_counter()
        table.move()
        for player in table.players:
            await player.until(table.awaited)
        waits.append(perf_counter() - began)
        await asyncio.wait([ended], timeout=PAUSE)
    table.close()
    return waits


async def seat(url: str) -> Table:
    client = HttpClient(url)
    table = await seat_guests([client], [url], name=0, crossing=False)
    client.close()
    return table


if __name__ == "__main__":
    print(json.dumps(asyncio.run(play_on(sys.argv[1]))))
