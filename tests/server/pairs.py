"""Two processes of one house: both on one PostgreSQL, each with its own address."""

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx

from tests.server.people import Json, Visitor
from tests.server.servers import PATIENCE, RunningServer

OFTEN, NEVER = 0.3, 3600.0
"""Seconds between heartbeats: a death is noticed soon, or news come by themselves or not at all."""


@contextmanager
def run_pair(folder: Path, database: str, heartbeat: float) -> Iterator[list[RunningServer]]:
    """Two servers that know each other. They start together, on a database that has no tables yet."""
    servers = [RunningServer(folder, database, heartbeat=heartbeat) for _ in range(2)]
    with ExitStack() as stack, ThreadPoolExecutor(2) as threads:
        for server in servers:
            stack.push(server)
        list(threads.map(RunningServer.__enter__, servers))
        for server, other in zip(servers, reversed(servers), strict=True):
            wait_until(lambda: knows(server, other))  # noqa: B023  # called in this turn of the loop
        yield servers


def knows(server: RunningServer, other: RunningServer) -> bool:
    """Whether a process counts another one among the house: pages may talk to it."""
    return other.url in httpx.get(f"{server.url}/healthz").headers["Content-Security-Policy"]


def wait_until(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.02)


def other_device(visitor: Visitor, elsewhere: Visitor) -> Visitor:
    """Has somebody whom nobody knows yet be the same person, by a personal link."""
    elsewhere.post("/api/me/claim", {"token": visitor.post("/api/me/link")["token"]})
    return elsewhere


def agreed_log(table: str, strangers: Sequence[Visitor]) -> list[Json]:
    """The events of a table, once all processes know the same ones."""
    updates: list[Json] = []

    def agree() -> bool:
        updates[:] = [stranger.watch(table) for stranger in strangers]
        return len({update["number"] for update in updates}) == 1

    wait_until(agree)
    events: list[Json] = updates[0]["events"]
    assert all(update["events"] == events for update in updates)
    assert [event["number"] for event in events] == list(range(1, len(events) + 1))
    return events
