"""Games on the cores of this machine: a pool of processes that may die without a finished game being lost."""

import multiprocessing
import os
import signal
from collections import Counter, deque
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing.connection import Connection
from multiprocessing.connection import wait as wait_for
from threading import Thread
from typing import Final

from estaminet.arena.plan import Plan
from estaminet.arena.tasks import Lines, Task, perform
from estaminet.engine.errors import EstaminetError

TRIES: Final = 3
"""How often a game is begun before it is blamed for the death of those who play it."""
AHEAD: Final = 2
"""Games in flight for each process: one that is played and one that waits for it."""


def play_in_processes(plan: Plan, tasks: Iterable[Task], jobs: int) -> Generator[Lines, None, None]:
    """The lines of the finished games, in the order in which they end.

    Nobody knows which of the games in flight has killed a process, so one that saw two deaths is tried alone.
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
                seating = task.seating
                raise EstaminetError(
                    "worker.died",
                    f"The game of deal {seating.deal}, rotation {seating.rotation}, killed the process that played it, "
                    f"{TRIES} times. All finished games are kept.",
                )
        waiting.extendleft(reversed(unfinished))


def _play(plan: Plan, waiting: deque[Task], jobs: int) -> Generator[Lines, None, list[Task]]:
    """Play until all is done or a process dies; gives back the games that were in flight then."""
    unfinished: list[Task] = []
    with hire(jobs) as pool:
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
def hire(jobs: int) -> Iterator[ProcessPoolExecutor]:
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
