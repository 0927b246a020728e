# ruff: noqa: S311  # a benchmark needs no secret numbers
"""What Estaminet does in a second."""

import os
import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from time import perf_counter
from typing import Final

import numpy as np

from bench import copying
from bench.clock import count_per_second, seconds_per_call
from bench.exact import lost, optimal
from bench.positions import DEALS, find, middle, played, positions
from bench.searching import searches
from bench.vector import in_pettingzoo, vector
from bench.worker import CannotMeasure, serve
from estaminet.engine.jit.compiler import compile_functions
from estaminet.engine.jit.random import generator
from estaminet.engine.play import playouts

BATCH: Final = 0.005
"""Seconds of play that tell how many games to play."""


def play(name: str, players: int, seed: int, games: int) -> int:
    """So many random games of every deal in compiled code; how many decisions they had."""
    kernel = find(name).kernel
    rng, choices = generator(seed), np.empty(kernel.most_legal, np.int16)
    return sum(
        playouts(kernel.functions, position.memory, games, choices, rng) for position in positions(name, players)
    )


@cache
def games_in(name: str, players: int, seconds: float) -> int:
    """How many games of every deal one thread plays in about so many seconds."""
    play(name, players, 0, 1)  # compiles, or loads what is compiled
    games, taken = 1, 0.0
    while taken < BATCH:
        games *= 2
        begin = perf_counter()
        play(name, players, 0, games)
        taken = perf_counter() - begin
    return max(1, round(games * seconds / taken))


def games(name: str, players: int, seconds: float) -> float:
    """Whole random games a second, one thread."""
    count = games_in(name, players, seconds)
    begin = perf_counter()
    play(name, players, 1, count)
    return count * DEALS / (perf_counter() - begin)


def decisions(name: str, players: int, threads: int, seconds: float) -> float:
    """Decisions of random games a second, all threads together; each plays as many games as one alone."""
    if threads > (os.cpu_count() or 1):
        raise CannotMeasure(f"this machine has no {threads} cores")
    count = games_in(name, players, seconds)
    with ThreadPoolExecutor(threads) as pool:
        begin = perf_counter()
        running = [pool.submit(play, name, players, seed, count) for seed in range(threads)]
        total = sum(future.result() for future in running)
        return total / (perf_counter() - begin)


def calls(name: str, players: int, seconds: float) -> float:
    """Seconds for one `legal` and one `apply`, called from Python."""
    kernel = find(name).kernel
    legal, apply = kernel.legal, kernel.apply
    start, actions = positions(name, players)[0].memory, played(name, players)
    choices = np.empty(kernel.most_legal, np.int16)

    def replay() -> None:
        memory = start.copy()
        for action in actions:
            legal(memory, choices)
            apply(memory, action)

    return seconds_per_call(replay, seconds) / len(actions)


def observed(name: str, players: int, seconds: float) -> float:
    """Decisions a second of random play from Python, each with the observation of whoever is to move."""
    kernel = find(name).kernel
    rng = random.Random(1)
    choices, observation = np.empty(kernel.most_legal, np.int16), np.empty(kernel.features, np.float32)

    def game() -> int:
        memory = positions(name, players)[rng.randrange(DEALS)].memory.copy()
        count = 0
        while (seat := kernel.to_move(memory)) >= 0:
            kernel.encode(memory, seat, observation)
            kernel.apply(memory, int(choices[rng.randrange(kernel.legal(memory, choices))]))
            count += 1
        return count

    return count_per_second(game, seconds)


def texts(name: str, players: int, seconds: float) -> float:
    """Decisions a second of random play from Python through `Position`, in texts, each checked."""
    rng = random.Random(1)

    def game() -> int:
        position = positions(name, players)[rng.randrange(DEALS)].copy()
        while actions := position.legal():
            position.play(rng.choice(actions))
        return len(position.history)

    return count_per_second(game, seconds)


def copy_compiled(name: str, players: int, seconds: float) -> float:
    """Seconds to copy a position inside compiled code."""
    compile_functions(copying.__name__)
    memory = middle(name, players).memory
    target = memory.copy()
    times = 10_000
    return seconds_per_call(lambda: copying.copy_often(memory, target, times), seconds) / times


def copy_memory(name: str, players: int, seconds: float) -> float:
    """Seconds to copy the bytes of a position from Python."""
    return seconds_per_call(middle(name, players).memory.copy, seconds, batch=100)


def copy_position(name: str, players: int, seconds: float) -> float:
    """Seconds to copy a `Position` from Python, with its history."""
    return seconds_per_call(middle(name, players).copy, seconds, batch=100)


def state_bytes(name: str, _seconds: float) -> float:
    return find(name).kernel.memory_bytes


TASKS: Final[tuple[Callable[..., float], ...]] = (
    games,
    decisions,
    calls,
    observed,
    texts,
    copy_compiled,
    copy_memory,
    copy_position,
    state_bytes,
    searches,
    vector,
    in_pettingzoo,
    optimal,
    lost,
)

if __name__ == "__main__":
    serve({task.__name__: task for task in TASKS})
