"""One action ahead in many games, in compiled code: what each seat to move would see after every legal action."""

import numpy as np

from estaminet.adapters.vector.crew import AT_ONCE, Queue, find_work
from estaminet.adapters.vector.pointers import (
    APPLY,
    DETERMINIZE,
    ENCODE,
    RETURNS,
    TO_MOVE,
    Bytes,
    Choices,
    Functions,
    Numbers,
    Observations,
    Randoms,
    find_apply,
    find_determinize,
    find_encode,
    find_returns,
    find_to_move,
)
from estaminet.engine.compiling import jit, jit_allocating
from estaminet.engine.layout import Amounts, Memory


@jit
def copy_memory(source: Memory, target: Memory) -> None:
    for at in range(source.size):
        target[at] = source[at]


@jit_allocating
def imagine_games(
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
                for at in range(counts[game]):
                    copy_memory(world, ahead)
                    apply(ahead, choices[game, at])
                    row = (starts[game] + at) * worlds + number
                    encode(ahead, mover, observations[row])
                    outcomes[row] = np.nan
                    if to_move(ahead) < 0:
                        returns(ahead, shares)
                        outcomes[row] = shares[mover]
        first = find_work(queue, thread)
