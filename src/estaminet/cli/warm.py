"""`estaminet warm`: compile the games before they are needed, on all cores."""

import multiprocessing
import os
from concurrent.futures import Future, ProcessPoolExecutor
from queue import Empty
from typing import Annotated, Final

import typer

from estaminet import players
from estaminet.cli.output import bar, errors
from estaminet.engine.jit.cache import clear_cache
from estaminet.engine.jit.compiler import compile_functions
from estaminet.engine.jit.layout import JIT_IS_OFF
from estaminet.games import REGISTRY

HOUSE_PLAYERS: Final = "house players"
Report = tuple[str, str, int, int]
_reports: "multiprocessing.Queue[Report]"


def warm(
    game: Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", help="All games if left out.")] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Discard what was compiled before.")] = False,
) -> None:
    """Compile the games and the house players once; later starts load them in a moment.

    [dim]estaminet warm[/]

    [dim]estaminet warm poule --fresh[/]
    """
    names = game or REGISTRY.names()
    for name in names:
        REGISTRY.find(name)
    if fresh:
        clear_cache()
    if JIT_IS_OFF:
        errors.print("NUMBA_DISABLE_JIT is set: nothing is compiled.")
        return
    spawn = multiprocessing.get_context("spawn")
    reports: multiprocessing.Queue[Report] = spawn.Queue()
    # The house players take longest: they come first.
    jobs = [HOUSE_PLAYERS, *names]
    workers = min(len(jobs), os.cpu_count() or 1)
    with (
        ProcessPoolExecutor(workers, mp_context=spawn, initializer=_adopt, initargs=(reports,)) as pool,
        bar() as progress,
    ):
        tasks = {name: progress.add_task(f"compiling {name}", total=None) for name in jobs}
        pending: dict[str, Future[None]] = {name: pool.submit(_compile, name) for name in jobs}
        while not all(future.done() for future in pending.values()):
            try:
                name, function, done, total = reports.get(timeout=0.1)
            except Empty:
                continue
            progress.update(tasks[name], completed=done, total=total, description=f"compiling {name} {function}")
        for future in pending.values():
            future.result()
    errors.print(f"Ready to play: {', '.join(names)}", highlight=False)


def _adopt(reports: "multiprocessing.Queue[Report]") -> None:
    global _reports  # a worker process has one queue, given at its start
    _reports = reports


def _compile(name: str) -> None:
    def report(function: str, done: int, total: int) -> None:
        _reports.put((name, function, done, total))

    if name == HOUSE_PLAYERS:
        compile_functions(players.__name__, report)
    else:
        REGISTRY.find(name).compile(report)
