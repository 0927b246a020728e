"""Afterstates of every legal action, as the seat to move imagines them: for learners that evaluate positions.

An afterstate is a position just after an action, before anybody answers it.
"""

from typing import Any, NamedTuple

import numpy as np

from estaminet.engine.game import Game
from estaminet.engine.jit.compiler import jit
from estaminet.engine.jit.functions import Functions, Scratch
from estaminet.engine.jit.layout import Amounts
from estaminet.engine.jit.random import generator
from estaminet.engine.jit.structs import Struct
from estaminet.engine.kernel import Kernel, Known
from estaminet.envs.vector.steps import Bytes, Choices, Numbers, Observations, Randoms
from estaminet.envs.vector.thread_pool import AT_ONCE, Queue, ThreadPool, find_work
from estaminet.players.one_ply import copy_memory


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


class AfterstateBatch(Struct):
    """Games whose afterstates are computed, with the results."""

    memories: Bytes
    movers: Numbers
    choices: Choices
    counts: Numbers
    starts: Numbers
    randoms: Randoms
    worlds: int
    observations: Observations
    outcomes: Amounts


@jit
def look_at_world(functions: Functions, scratch: Scratch, games: AfterstateBatch, game: int, number: int) -> None:
    """One row for each action, in a world of this number: what the mover sees after it, and its share at the end."""
    mover, ahead, outcomes = games.movers[game], scratch.ahead, games.outcomes
    for at in range(games.counts[game]):
        copy_memory(scratch.world, ahead)
        functions.apply(ahead, games.choices[game, at])
        row = (games.starts[game] + at) * games.worlds + number
        functions.encode(ahead, mover, games.observations[row])
        outcomes[row] = np.nan
        if functions.to_move(ahead) < 0:
            functions.returns(ahead, scratch.shares)
            outcomes[row] = scratch.shares[mover]


@jit
def write_afterstates(
    functions: Functions, scratch: Scratch, queue: Queue, thread: int, games: AfterstateBatch
) -> None:
    """For each action `worlds` rows: what the mover sees after it, and its share of the victory if it is the end."""
    first = find_work(queue, thread)
    while first >= 0:
        for game in range(first, min(first + AT_ONCE, games.counts.size)):
            for number in range(games.worlds if games.counts[game] else 0):
                copy_memory(games.memories[game], scratch.world)
                functions.determinize(scratch.world, games.movers[game], games.randoms[game])
                look_at_world(functions, scratch, games, game, number)
        first = find_work(queue, thread)


def find_afterstates(
    kernel: Kernel,
    players: int,
    worlds: int,
    threads: ThreadPool,
    **games: Any,  # noqa: ANN401  # members of AfterstateBatch
) -> Afterstates:
    """The afterstates of many games."""
    counts, choices = games["counts"], games["choices"]
    ends = np.cumsum(counts)
    starts = ends - counts
    actions = int(ends[-1])
    found = AfterstateBatch(
        **games,
        worlds=worlds,
        starts=starts,
        observations=np.empty((actions * worlds, kernel.features), np.float32),
        outcomes=np.empty(actions * worlds),
    )
    scratches = [kernel.new_scratch(players) for _ in range(threads.count)]
    threads.run(lambda queue, thread: write_afterstates(kernel.functions, scratches[thread], queue, thread, found))
    is_legal = np.arange(choices.shape[1]) < counts[:, None]
    return Afterstates(
        found.observations.reshape(actions, worlds, kernel.features),
        found.outcomes.reshape(actions, worlds),
        choices[is_legal].astype(np.int64),
        starts,
    )


def look_ahead(game: Game, players: int, known: Known, seat: int, *, worlds: int = 1, seed: int = 0) -> Afterstates:
    """The afterstates of one seat that is to move, with codes: for a trained player at the table."""
    choices = np.empty((1, game.kernel.most_legal), np.int16)
    count = game.kernel.legal(known, choices[0])
    return find_afterstates(
        game.kernel,
        players,
        worlds,
        ThreadPool(1),
        memories=known[None],
        movers=np.array([seat]),
        choices=choices,
        counts=np.array([count]),
        randoms=generator(seed)[None],
    )
