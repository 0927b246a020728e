"""The same games on a Ray cluster. Only the driver, which asks for them here, writes anything.

Ray is loaded by its name, as it is not there for every machine that this is developed on.
"""

import logging
import os
import socket
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType
from typing import Final

from estaminet.arena.plan import Plan, Seating
from estaminet.arena.processes import AHEAD, TRIES
from estaminet.arena.tasks import Lines, Task, perform
from estaminet.engine.errors import EstaminetError
from estaminet.extras import require_extra

LOCAL: Final = "local"
"""The address that starts a cluster of one machine: this one."""
PATIENCE: Final = 5.0
"""Seconds for a cluster to answer."""


def play_on_ray(plan: Plan, tasks: Iterable[Task], address: str, jobs: int | None) -> Generator[Lines, None, None]:
    """The lines of the finished games, in the order in which they end. Ray tries a game again whose worker died."""
    with join_cluster(address, jobs) as ray:
        remote = ray.remote(num_cpus=1, max_retries=TRIES - 1)(perform)
        shared = ray.put(plan)
        most = AHEAD * (jobs or int(ray.cluster_resources().get("CPU", 1)))
        waiting = deque(tasks)
        running: dict[object, Seating] = {}
        while waiting or running:
            while waiting and len(running) < most:
                task = waiting.popleft()
                running[remote.remote(shared, task)] = task.seating
            (finished,), _ = ray.wait(list(running), num_returns=1)
            yield _fetch(ray, finished, running.pop(finished))


@contextmanager
def join_cluster(address: str, jobs: int | None = None) -> Iterator[ModuleType]:
    """Ray, connected; a program that is connected already stays with its own cluster."""
    require_extra("ray")
    # A cluster that is started here does not report to anybody.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    ray = import_module("ray")
    if ray.is_initialized():
        yield ray
        return
    _knock(address)
    size = {"num_cpus": jobs, "include_dashboard": False} if address == LOCAL else {}
    try:
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR, **size)
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise EstaminetError("cluster.unreachable", f"There is no Ray cluster at {address!r:.60}: {error}") from error
    try:
        yield ray
    finally:
        ray.shutdown()


def _knock(address: str) -> None:
    """See that somebody listens at host:port; Ray itself would try for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon:
        return
    try:
        socket.create_connection((host, int(port)), timeout=PATIENCE).close()
    except (OSError, ValueError) as error:
        raise EstaminetError("cluster.unreachable", f"There is no Ray cluster at {address!r:.60}: {error}.") from error


def _fetch(ray: ModuleType, reference: object, seating: Seating) -> Lines:
    problems = ray.exceptions
    try:
        lines: Lines = ray.get(reference)
    except problems.WorkerCrashedError as error:
        raise EstaminetError(
            "worker.died",
            f"The game of deal {seating.deal}, rotation {seating.rotation}, killed the worker that played it, "
            f"{TRIES} times. All finished games are kept.",
        ) from error
    except problems.RayTaskError as error:
        raise error.cause if isinstance(error.cause, EstaminetError) else error from None
    except problems.RayError as error:
        raise EstaminetError("cluster.unreachable", f"The Ray cluster has gone: {error}") from error
    return lines
