"""A game's own judgement, in compiled code: of positions, and one action ahead, which is what every action promises."""

import numpy as np

from estaminet.engine.jit.compiler import jit_allocating
from estaminet.envs.vector.addresses import (
    APPLY,
    DETERMINIZE,
    EVALUATE,
    HIDE,
    Functions,
    find_apply,
    find_determinize,
    find_evaluate,
    find_hide,
)
from estaminet.envs.vector.arrays import Bytes, Choices, Numbers, Observations, Table
from estaminet.envs.vector.thread_pool import AT_ONCE, Queue, find_work
from estaminet.players.ahead import ROOMS, promise_from_view


@jit_allocating
def evaluate_games(
    functions: Functions, queue: Queue, thread: int, players: int, memories: Bytes, expected: Observations
) -> None:  # fmt: skip
    """For every game the share of the victory that each seat may expect."""
    evaluate = find_evaluate(functions, EVALUATE)
    shares = np.zeros(players)
    first = find_work(queue, thread)
    while first >= 0:
        for game in range(first, min(first + AT_ONCE, memories.shape[0])):
            evaluate(memories[game], shares)
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
    apply, evaluate = find_apply(functions, APPLY), find_evaluate(functions, EVALUATE)
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
                    hide, apply, evaluate, determinize, memories[game], mover, worlds, choices[game], count, promised,
                    expected, rooms, shares,
                )  # fmt: skip
                for seat in range(players):
                    outlook[game, seat] = expected[(mover + seat) % players]
            for at in range(count):
                promises[game, numbers[mover, choices[game, at]]] = promised[at]
        first = find_work(queue, thread)
