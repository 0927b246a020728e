"""A game's own judgement, in compiled code: of positions, and one action ahead, which is what every action promises."""

import numpy as np

from estaminet.adapters.vector.addresses import (
    APPLY,
    DETERMINIZE,
    ESTIMATE,
    HIDE,
    Functions,
    find_apply,
    find_determinize,
    find_estimate,
    find_hide,
)
from estaminet.adapters.vector.arrays import Bytes, Choices, Numbers, Observations, Table
from estaminet.adapters.vector.thread_pool import AT_ONCE, Queue, find_work
from estaminet.engine.compiling import jit_allocating
from estaminet.players.ahead import ROOMS, promise_from_view


@jit_allocating
def estimate_games(
    functions: Functions, queue: Queue, thread: int, players: int, memories: Bytes, expected: Observations
) -> None:  # fmt: skip
    """For every game the share of the victory that each seat may expect."""
    estimate = find_estimate(functions, ESTIMATE)
    shares = np.zeros(players)
    first = find_work(queue, thread)
    while first >= 0:
        for game in range(first, min(first + AT_ONCE, memories.shape[0])):
            estimate(memories[game], shares)
            for seat in range(players):
                expected[game, seat] = shares[seat]
        first = find_work(queue, thread)


@jit_allocating
def promise_games(
    functions: Functions, queue: Queue, thread: int, players: int, worlds: int, numbers: Table, memories: Bytes,
    movers: Numbers, choices: Choices, counts: Numbers, promises: Observations, outlook: Observations,
) -> None:  # fmt: skip
    """For every game the expected share of the mover after each legal action, by its number; 0 for all others.

    And that of every seat, from the mover on, as things stand; 0 in a game that is over.
    """
    hide, determinize = find_hide(functions, HIDE), find_determinize(functions, DETERMINIZE)
    apply, estimate = find_apply(functions, APPLY), find_estimate(functions, ESTIMATE)
    rooms = np.empty(ROOMS * memories.shape[1], np.uint8)
    shares, expected, promised = np.zeros(players), np.zeros(players), np.zeros(choices.shape[1])
    first = find_work(queue, thread)
    while first >= 0:
        for game in range(first, min(first + AT_ONCE, counts.size)):
            for number in range(promises.shape[1]):
                promises[game, number] = 0
            for seat in range(players):
                outlook[game, seat] = 0
            count, mover = counts[game], movers[game]
            if count > 0:
                promise_from_view(
                    hide, apply, estimate, determinize, memories[game], mover, worlds, choices[game], count, promised,
                    expected, rooms, shares,
                )  # fmt: skip
                for seat in range(players):
                    outlook[game, seat] = expected[(mover + seat) % players]
            for at in range(count):
                promises[game, numbers[mover, choices[game, at]]] = promised[at]
        first = find_work(queue, thread)
