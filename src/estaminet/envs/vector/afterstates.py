"""What every legal action leads to, as the seat to move imagines it: for learners that judge positions.

An afterstate is a position just after an action, before anybody answers it.
"""

from typing import Any, NamedTuple

import numpy as np

from estaminet.engine.game import Game
from estaminet.engine.jit.compiler import compile_functions, jit, jit_allocating
from estaminet.engine.jit.functions import Apply, Encode, Shares, ToMove
from estaminet.engine.jit.layout import Amounts, Memory
from estaminet.engine.jit.random import generator
from estaminet.engine.kernel import Known
from estaminet.envs.vector.addresses import (
    APPLY,
    DETERMINIZE,
    ENCODE,
    RETURNS,
    TO_MOVE,
    Functions,
    find_apply,
    find_determinize,
    find_encode,
    find_returns,
    find_to_move,
    list_functions,
)
from estaminet.envs.vector.arrays import Bytes, Choices, Numbers, Observations, Randoms
from estaminet.envs.vector.thread_pool import AT_ONCE, Queue, ThreadPool, find_work


class Afterstates(NamedTuple):
    """All legal actions of all games, one after the other, each in several imagined worlds.

    The worlds agree with what the seat to move knows and come from nothing else; those of one game are the same for
    all its actions. Arrays are where the games are: of NumPy, or on a GPU.
    """

    observations: Any
    """(actions, worlds, features): what the seat that acts sees after its action."""
    outcomes: Any
    """(actions, worlds): its share of the victory where the action ends the game, else NaN."""
    codes: Any
    """(actions,): which action each is: of an environment its number, as `step` takes it; of one seat its code."""
    starts: Any
    """(games,): where the actions of each game begin."""


@jit
def copy_memory(source: Memory, target: Memory) -> None:
    for at in range(source.size):
        target[at] = source[at]


@jit
def look_at_world(
    to_move: ToMove, apply: Apply, returns: Shares, encode: Encode, game: int, mover: int, number: int, worlds: int,
    world: Memory, ahead: Memory, choices: Choices, counts: Numbers, starts: Numbers, shares: Amounts,
    observations: Observations, outcomes: Amounts,
) -> None:  # fmt: skip
    """One row for each action, in a world of this number: what the mover sees after it, and its share at the end."""
    for at in range(counts[game]):
        copy_memory(world, ahead)
        apply(ahead, choices[game, at])
        row = (starts[game] + at) * worlds + number
        encode(ahead, mover, observations[row])
        outcomes[row] = np.nan
        if to_move(ahead) < 0:
            returns(ahead, shares)
            outcomes[row] = shares[mover]


@jit_allocating
def write_afterstates(
    functions: Functions, queue: Queue, thread: int, players: int, worlds: int, memories: Bytes, movers: Numbers,
    choices: Choices, counts: Numbers, starts: Numbers, randoms: Randoms, observations: Observations,
    outcomes: Amounts,
) -> None:  # fmt: skip
    """For each action `worlds` rows: what the mover sees after it, and its share of the victory if it is the end."""
    to_move, apply = find_to_move(functions, TO_MOVE), find_apply(functions, APPLY)
    returns, encode = find_returns(functions, RETURNS), find_encode(functions, ENCODE)
    determinize = find_determinize(functions, DETERMINIZE)
    games = counts.size
    world, ahead = np.empty(memories.shape[1], np.uint8), np.empty(memories.shape[1], np.uint8)
    shares = np.zeros(players)
    first = find_work(queue, thread)
    while first >= 0:
        for game in range(first, min(first + AT_ONCE, games)):
            mover = movers[game]
            for number in range(worlds if counts[game] else 0):
                copy_memory(memories[game], world)
                determinize(world, mover, randoms[game])
                look_at_world(
                    to_move, apply, returns, encode, game, mover, number, worlds, world, ahead, choices, counts,
                    starts, shares, observations, outcomes,
                )  # fmt: skip
        first = find_work(queue, thread)


def find_afterstates(
    functions: Functions, features: int, players: int, worlds: int, memories: Bytes, movers: Numbers, choices: Choices,
    counts: Numbers, randoms: Randoms, threads: ThreadPool,
) -> Afterstates:  # fmt: skip
    """The afterstates of many games."""
    ends = np.cumsum(counts)
    starts = ends - counts
    actions = int(ends[-1])
    observations = np.empty((actions * worlds, features), np.float32)
    outcomes = np.empty(actions * worlds)
    threads.run(
        lambda queue, thread: write_afterstates(
            functions, queue, thread, players, worlds, memories, movers, choices, counts, starts, randoms,
            observations, outcomes,
        )
    )  # fmt: skip
    is_legal = np.arange(choices.shape[1]) < counts[:, None]
    return Afterstates(
        observations.reshape(actions, worlds, features),
        outcomes.reshape(actions, worlds),
        choices[is_legal].astype(np.int64),
        starts,
    )


def look_ahead(game: Game, players: int, known: Known, seat: int, *, worlds: int = 1, seed: int = 0) -> Afterstates:
    """The afterstates of one seat that is to move, with codes: what a trained player asks for at the table."""
    compile_functions(__package__)
    choices = np.empty((1, game.kernel.most_legal), np.int16)
    count = game.kernel.legal(known, choices[0])
    return find_afterstates(
        list_functions(game.kernel),
        game.kernel.features,
        players,
        worlds,
        known[None],
        np.array([seat]),
        choices,
        np.array([count]),
        generator(seed)[None],
        ThreadPool(1),
    )
