# ruff: noqa: S311  # a benchmark needs no secret numbers
"""Playing: whole games in compiled code, and one action at a time from Python."""

import random
from collections.abc import Iterator
from functools import cache
from time import perf_counter
from typing import Final

import numpy as np

from bench import peers
from bench.harness import (
    A_SECOND,
    BYTES,
    SECONDS,
    Asked,
    Peer,
    Row,
    count_in_threads,
    count_per_second,
    ours,
    peer,
    seconds_per_call,
)
from bench.positions import DEALS, GAMES, SEATS, find, middle, played, positions
from estaminet.engine.jit.random import generator
from estaminet.engine.kernel import playouts

BATCH: Final = 0.005
"""Seconds of play that set the number of games."""


def rows() -> Iterator[Row]:
    """All rows about playing, in the order of the table."""
    group = "Compiled play, one thread"
    four = peer("OpenSpiel connect_four", peers.games, "connect_four")
    games_of_four = ours(games, "connect_four", 2)
    yield Row(group, "connect_four, whole games", A_SECOND, games_of_four, four, Asked("times", 8))
    times = {("poule", 2): 2.5, ("reeperbahn", 2): 1, ("nuit", 3): 1}
    hearts, gin_rummy = (peer(f"OpenSpiel {name}", peers.decisions, name) for name in ("hearts", "gin_rummy"))
    for game, counts in (("poule", (2, 3, 4)), ("reeperbahn", (2,)), ("nuit", (3, 4, 5))):
        for players in counts:
            asked = Asked("times", times[game, players]) if (game, players) in times else None
            task = ours(decisions, game, players, 1)
            yield Row(group, f"{game} ({players}), decisions", A_SECOND, task, hearts, asked)
    for game, players in SEATS.items():
        yield Row(group, f"{game} ({players}), decisions", A_SECOND, ours(decisions, game, players, 1), gin_rummy)
    group = "legal + apply from Python"
    for game, players in GAMES.items():
        theirs = "connect_four" if game == "connect_four" else "hearts"
        them = peer(f"OpenSpiel {theirs}", peers.calls, theirs)
        yield Row(
            group, game, SECONDS, ours(calls, game, players), them, Asked("under", 3e-6) if game == "poule" else None
        )
    group = "Observed play from Python"
    for game, them in (
        ("connect_four", peer("PettingZoo connect_four_v3", peers.pettingzoo, "connect_four_v3")),
        ("poule", peer("PettingZoo texas_holdem_v4", peers.pettingzoo, "texas_holdem_v4")),
        ("poule", peer("RLCard gin-rummy", peers.rlcard, "gin-rummy")),
        ("reeperbahn", peer("RLCard leduc-holdem", peers.rlcard, "leduc-holdem")),
        ("nuit", peer("RLCard uno", peers.rlcard, "uno")),
    ):
        yield Row(group, f"{game}, decisions", A_SECOND, ours(observed, game, GAMES[game]), them)
    group = "One copy from Python (theirs: clone())"
    for game, theirs in (("poule", "hearts"), ("connect_four", "connect_four")):
        them = peer(f"OpenSpiel {theirs}", peers.clone, theirs)
        yield Row(group, game, SECONDS, ours(copy_position, game, 2), them)
    group = "Two threads against one"
    for game, players in GAMES.items():
        one = Peer("the same in one thread", ours(decisions, game, players, 1))
        two = ours(decisions, game, players, 2)
        yield Row(group, f"{game}, decisions", A_SECOND, two, one, Asked("times", 1.8))
    for game in GAMES:
        yield Row("A position in memory", game, BYTES, ours(state_bytes, game), asked=Asked("under", 1024))


def play(name: str, players: int, seed: int, games: int) -> int:
    """Random games of every deal in compiled code; returns the number of decisions."""
    kernel = find(name).kernel
    rng, choices = generator(seed), np.empty(kernel.most_legal, np.int16)
    return sum(
        playouts(kernel.functions, position.memory, games, choices, rng) for position in positions(name, players)
    )


@cache
def games_in(name: str, players: int, seconds: float) -> int:
    """Number of games of every deal in about so many seconds on one thread."""
    play(name, players, 0, 1)  # compiles, or loads compiled code
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
    """Decisions of random games a second, over all threads; each plays as many games as one alone."""
    count = games_in(name, players, seconds)
    return count_in_threads(lambda seed: play(name, players, seed, count), threads)


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
    """Decisions a second of random play from Python, each with the mover's observation."""
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


def copy_position(name: str, players: int, seconds: float) -> float:
    """Seconds to copy a `Position` from Python, with its history."""
    return seconds_per_call(middle(name, players).copy, seconds, batch=100)


def state_bytes(name: str, _seconds: float) -> float:
    return find(name).kernel.memory_bytes
