"""Steps many games in compiled code. Trusts its caller, who has looked for illegal actions with `find_illegal`.

What happens in one game stands in `show`, `act` and `restart`, which a GPU runs too; there is a thread for each game.
"""

from typing import Annotated, Final

import numpy as np
from numba import types
from numpy.typing import NDArray

from estaminet.engine.jit.compiler import jit, jit_allocating, jit_inlined
from estaminet.engine.jit.functions import Functions, Scratch
from estaminet.engine.jit.layout import Amounts, Codes, Memory, PackedOptions
from estaminet.engine.jit.random import below
from estaminet.engine.jit.structs import Struct
from estaminet.envs.vector.deals import (
    BLOCK,
    SCRATCH_COLUMNS,
    SCRATCH_ROWS,
    HashMemory,
    Streams,
    draw_deal,
    renew_bits,
)
from estaminet.envs.vector.thread_pool import AT_ONCE, Queue, find_work
from estaminet.players.one_ply import find_values_from_view

# Arrays with a row, or a number, for each game.
Bytes = Annotated[NDArray[np.uint8], types.uint8[:, ::1]]
"""Positions, or the bits behind their deals."""
Observations = Annotated[NDArray[np.float32], types.float32[:, ::1]]
Masks = Annotated[NDArray[np.int8], types.int8[:, ::1]]
Choices = Annotated[NDArray[np.int16], types.int16[:, ::1]]
"""The legal codes of each game, ascending."""
Table = Annotated[NDArray[np.int16], types.int16[:, ::1]]
"""For each seat the number of every code, or the code of every number."""
Randoms = Annotated[NDArray[np.uint64], types.uint64[:, ::1]]
"""The random generator of each game."""
Shares = Annotated[NDArray[np.float64], types.float64[:, ::1]]
Numbers = Annotated[NDArray[np.int64], types.int64[::1]]
Flags = Annotated[NDArray[np.bool_], types.boolean[::1]]

OVER: Final = -1
"""Nobody is to move."""

# When a finished game is dealt anew.
NEXT_STEP: Final = 0
SAME_STEP: Final = 1
DISABLED: Final = 2

# What an action leaves to be done with a game.
GO_ON: Final = 0
DEAL_ANEW: Final = 1
STAY: Final = 2


class Deal(Struct):
    """What a game is dealt from, beside its bits: see `deals`."""

    players: int
    options: PackedOptions
    streams: Streams
    messages: Memory
    cards: Codes


class Games(Struct):
    """The positions of many games, and what the seat to move sees of each: a row for each game."""

    numbers: Table
    """The number of every code, for each seat."""
    memories: Bytes
    bits: Bytes
    """The seed bits of each game."""
    choices: Choices
    counts: Numbers
    movers: Numbers
    observations: Observations
    masks: Masks
    moved: Numbers
    """The seat that acted in the last step."""
    rewards: Amounts
    shares: Shares
    ended: Flags
    final_observations: Observations


@jit
def read_numbers(actions: Numbers, movers: Numbers, codes: Table) -> None:
    """Turn the numbers of actions into their codes, in place. What is no number of an action stays as it is."""
    for game in range(actions.size):
        if movers[game] != OVER and 0 <= actions[game] < codes.shape[1]:
            actions[game] = codes[movers[game], actions[game]]


@jit
def find_illegal(first: int, actions: Numbers, choices: Choices, counts: Numbers) -> int:
    """The first game from `first` on whose code is not legal, or their number. A finished game takes any."""
    for game in range(first, actions.size):
        low, high = 0, counts[game]
        if high == 0:
            continue
        while high - low > 1:
            middle = (low + high) // 2
            if choices[game, middle] <= actions[game]:
                low = middle
            else:
                high = middle
        if choices[game, low] != actions[game]:
            return game
    return actions.size


@jit
def choose(games: Games, game: int, randoms: Randoms) -> int:
    """The number of one of the legal actions of a game, each equally likely; 0 if it is over."""
    count = games.counts[game]
    if count == 0:
        return 0
    return int(games.numbers[games.movers[game], games.choices[game, below(randoms[game], count)]])


@jit
def sample_actions(games: Games, randoms: Randoms, actions: Numbers) -> None:
    """For every game the number of one of its legal actions."""
    for game in range(actions.size):
        actions[game] = choose(games, game, randoms)


@jit_inlined
def show(functions: Functions, games: Games, game: int, memory: Memory, choices: Codes) -> None:
    """Write who is to move in a game, what that seat sees, and what it can do; `choices` are those of this game."""
    masks = games.masks
    mover = int(functions.to_move(memory))
    count = functions.legal(memory, choices)
    games.movers[game] = mover
    games.counts[game] = count
    functions.encode(memory, mover, games.observations[game])
    for code in range(masks.shape[1]):
        masks[game, code] = 0
    for at in range(count):
        masks[game, games.numbers[mover, choices[at]]] = 1


@jit_inlined
def act(functions: Functions, games: Games, mode: int, game: int, action: int, memory: Memory) -> int:
    """Carry out an action in a game, by its code; say what is to be done with it then: GO_ON, DEAL_ANEW or STAY."""
    shares, masks = games.shares, games.masks
    mover = games.movers[game]
    games.moved[game] = mover
    games.rewards[game] = 0
    games.ended[game] = False
    for seat in range(shares.shape[1]):
        shares[game, seat] = 0
    if mover == OVER:
        return DEAL_ANEW
    functions.apply(memory, action)
    if functions.to_move(memory) != OVER:
        return GO_ON
    games.ended[game] = True
    functions.returns(memory, shares[game])
    games.rewards[game] = shares[game, mover]
    if mode == SAME_STEP:
        if games.final_observations.shape[0] > 0:
            functions.encode(memory, mover, games.final_observations[game])
        return DEAL_ANEW
    functions.encode(memory, mover, games.observations[game])
    games.movers[game] = OVER
    games.counts[game] = 0
    for code in range(masks.shape[1]):
        masks[game, code] = 0
    return STAY


@jit
def restart(
    functions: Functions,
    deal: Deal,
    memory: Memory,
    bits: Memory,
    messages: Memory,
    dealt: Codes,
    words: HashMemory,
    block: Memory,
) -> None:
    """A new game from these bits; what follows them is scratch memory of a thread."""
    draw_deal(bits, deal.streams, messages, deal.cards, dealt, words, block)
    functions.start(memory, deal.players, deal.options, dealt)


@jit_allocating
def deal_games(functions: Functions, queue: Queue, thread: int, deal: Deal, games: Games, chosen: Flags) -> None:
    """Deal the chosen games from their bits."""
    messages, dealt = deal.messages.copy(), np.empty_like(deal.cards)
    words, block = np.empty((SCRATCH_ROWS, SCRATCH_COLUMNS), np.uint32), np.empty(BLOCK, np.uint8)
    first = find_work(queue, thread)
    while first >= 0:
        for game in range(first, min(first + AT_ONCE, chosen.size)):
            if chosen[game]:
                memory = games.memories[game]
                restart(functions, deal, memory, games.bits[game], messages, dealt, words, block)
                show(functions, games, game, memory, games.choices[game])
        first = find_work(queue, thread)


@jit_allocating
def step_games(
    functions: Functions, queue: Queue, thread: int, deal: Deal, games: Games, mode: int, actions: Numbers
) -> None:
    """Carry out one action in every game, by their codes, and deal anew where the mode says so."""
    messages, dealt = deal.messages.copy(), np.empty_like(deal.cards)
    words, block = np.empty((SCRATCH_ROWS, SCRATCH_COLUMNS), np.uint32), np.empty(BLOCK, np.uint8)
    first = find_work(queue, thread)
    while first >= 0:
        for game in range(first, min(first + AT_ONCE, actions.size)):
            memory = games.memories[game]
            then = act(functions, games, mode, game, actions[game], memory)
            if then == STAY:
                continue
            if then == DEAL_ANEW:
                if deal.streams.shape[0] > 0:
                    renew_bits(games.bits[game], words, block)
                restart(functions, deal, memory, games.bits[game], messages, dealt, words, block)
            show(functions, games, game, memory, games.choices[game])
        first = find_work(queue, thread)


@jit
def observe_games(
    functions: Functions, queue: Queue, thread: int, memories: Bytes, seats: Numbers, observations: Observations
) -> None:
    """What one seat of every game sees."""
    first = find_work(queue, thread)
    while first >= 0:
        for game in range(first, min(first + AT_ONCE, seats.size)):
            functions.encode(memories[game], seats[game], observations[game])
        first = find_work(queue, thread)


@jit
def evaluate_games(
    functions: Functions, scratch: Scratch, queue: Queue, thread: int, memories: Bytes, expected: Observations
) -> None:
    """For every game the share of the victory that each seat may expect."""
    shares = scratch.shares
    first = find_work(queue, thread)
    while first >= 0:
        for game in range(first, min(first + AT_ONCE, memories.shape[0])):
            functions.evaluate(memories[game], shares)
            for seat in range(shares.size):
                expected[game, seat] = shares[seat]
        first = find_work(queue, thread)


@jit
def value_actions(
    functions: Functions,
    scratch: Scratch,
    queue: Queue,
    thread: int,
    games: Games,
    worlds: int,
    values: Observations,
    priors: Observations,
) -> None:
    """For every game the one-ply value of each legal action, by its number; 0 for all others.

    And what every seat may expect, from the mover on, as things stand; 0 in a game that is over.
    """
    players = scratch.expected.size
    first = find_work(queue, thread)
    while first >= 0:
        for game in range(first, min(first + AT_ONCE, games.counts.size)):
            for number in range(values.shape[1]):
                values[game, number] = 0
            for seat in range(players):
                priors[game, seat] = 0
            count, mover, choices = games.counts[game], games.movers[game], games.choices[game]
            if count > 0:
                find_values_from_view(functions, scratch, games.memories[game], mover, worlds, choices, count)
                for seat in range(players):
                    priors[game, seat] = scratch.expected[(mover + seat) % players]
            for at in range(count):
                values[game, games.numbers[mover, choices[at]]] = scratch.values[at]
        first = find_work(queue, thread)
