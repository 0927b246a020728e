"""Games on many cores: processes of this machine, which may die without a finished game being lost, or a Ray cluster.

On a cluster only the driver, which asks for the games here, writes anything. Ray is loaded by its name, as it is not
there for every machine that this is developed on.
"""

import logging
import multiprocessing
import os
import signal
import socket
from collections import Counter, deque
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from importlib import import_module
from multiprocessing.connection import Connection
from multiprocessing.connection import wait as wait_for
from threading import Thread
from types import ModuleType
from typing import Final

from estaminet.arena.match import Lines, Plan, Seating, Task, perform
from estaminet.engine.errors import EstaminetError
from estaminet.extras import require_extra

TRIES: Final = 3
"""Attempts at a game before it is blamed for the death of its processes."""
AHEAD: Final = 2
"""Games in flight for each process: one that is played and one that waits for it."""
LOCAL: Final = "local"
"""The address that starts a cluster of one machine: this one."""
PATIENCE: Final = 5.0
"""Seconds for a cluster to answer."""


def play_in_processes(plan: Plan, tasks: Iterable[Task], jobs: int) -> Generator[Lines, None, None]:
    """The lines of the finished games, in the order in which they end.

    Any game in flight may have killed a process, so one that saw two deaths is tried alone.
    """
    waiting = deque(tasks)
    deaths: Counter[Task] = Counter()
    while waiting:
        if deaths[waiting[0]] == TRIES - 1:
            unfinished = yield from _play(plan, deque([waiting.popleft()]), 1)
        else:
            unfinished = yield from _play(plan, waiting, jobs)
        for task in unfinished:
            deaths[task] += 1
            if deaths[task] == TRIES:
                raise _blame(task.seating)
        waiting.extendleft(reversed(unfinished))


def _play(plan: Plan, waiting: deque[Task], jobs: int) -> Generator[Lines, None, list[Task]]:
    """Play until all is done or a process dies; gives back the games that were in flight then."""
    unfinished: list[Task] = []
    with worker_pool(jobs) as pool:
        running: dict[Future[Lines], Task] = {}
        is_alive = True
        while running or (waiting and is_alive):
            try:
                while is_alive and waiting and len(running) < AHEAD * jobs:
                    running[pool.submit(perform, plan, waiting[0])] = waiting[0]
                    waiting.popleft()
            except BrokenProcessPool:
                is_alive = False
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                task = running.pop(future)
                try:
                    lines = future.result()
                except BrokenProcessPool:
                    is_alive = False
                    unfinished.append(task)
                else:
                    yield lines
    return sorted(unfinished)


@contextmanager
def worker_pool(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """A pool whose processes end at once when its owner stops waiting for them, or is gone."""
    spawn = multiprocessing.get_context("spawn")
    follower, leader = spawn.Pipe(duplex=False)
    pool = ProcessPoolExecutor(jobs, mp_context=spawn, initializer=_follow, initargs=(follower,))
    try:
        yield pool
    except BaseException:
        leader.close()
        raise
    finally:
        pool.shutdown(cancel_futures=True)
        leader.close()
        follower.close()


def _follow(follower: Connection) -> None:
    # The owner hears Ctrl-C as well, and decides what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_leave_with_owner, args=(follower,), daemon=True).start()


def _leave_with_owner(follower: Connection) -> None:
    """Nothing is ever sent: the pipe can only be closed, by the owner or by the owner's death."""
    wait_for([follower])
    os._exit(1)


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
        raise _blame(seating) from error
    except problems.RayTaskError as error:
        raise error.cause if isinstance(error.cause, EstaminetError) else error from None
    except problems.RayError as error:
        raise EstaminetError("cluster.unreachable", f"The Ray cluster has gone: {error}") from error
    return lines


def _blame(seating: Seating) -> EstaminetError:
    return EstaminetError(
        "worker.died",
        f"The game of deal {seating.deal}, rotation {seating.rotation}, killed the process that played it, "
        f"{TRIES} times. All finished games are kept.",
    )
