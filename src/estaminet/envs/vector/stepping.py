"""Steps many games in compiled code. Trusts its caller, who has looked for illegal actions with `find_illegal`.

What happens in one game stands in `show`, `act` and `restart`, which a GPU runs too; there is a thread for each game.
"""

from typing import Final

import numpy as np

from estaminet.engine.jit.compiler import jit, jit_allocating, jit_inlined
from estaminet.engine.jit.functions import Apply, Encode, Legal, Start, ToMove
from estaminet.engine.jit.functions import Shares as SharesOf
from estaminet.engine.jit.layout import Amounts, Codes, Memory, PackedOptions
from estaminet.engine.jit.random import below
from estaminet.envs.vector.addresses import (
    APPLY,
    ENCODE,
    LEGAL,
    RETURNS,
    START,
    TO_MOVE,
    Functions,
    find_apply,
    find_encode,
    find_legal,
    find_returns,
    find_start,
    find_to_move,
)
from estaminet.envs.vector.arrays import Bytes, Choices, Flags, Masks, Numbers, Observations, Randoms, Shares, Table
from estaminet.envs.vector.dealing import (
    BLOCK,
    SCRATCH_COLUMNS,
    SCRATCH_ROWS,
    Scratch,
    Streams,
    draw_deal,
    renew_bits,
)
from estaminet.envs.vector.thread_pool import AT_ONCE, Queue, find_work

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
def choose(game: int, choices: Choices, counts: Numbers, movers: Numbers, numbers: Table, randoms: Randoms) -> int:
    """The number of one of the legal actions of a game, each equally likely; 0 if it is over."""
    if counts[game] == 0:
        return 0
    return int(numbers[movers[game], choices[game, below(randoms[game], counts[game])]])


@jit
def sample_actions(
    choices: Choices, counts: Numbers, movers: Numbers, numbers: Table, randoms: Randoms, actions: Numbers
) -> None:
    """For every game the number of one of its legal actions."""
    for game in range(actions.size):
        actions[game] = choose(game, choices, counts, movers, numbers, randoms)


@jit_inlined
def show(
    to_move: ToMove, legal: Legal, encode: Encode, numbers: Table, game: int, memory: Memory, choices: Codes,
    counts: Numbers, movers: Numbers, observations: Observations, masks: Masks,
) -> None:  # fmt: skip
    """Write who is to move in a game, what that seat sees, and what it can do; `choices` are those of this game."""
    mover = int(to_move(memory))
    count = legal(memory, choices)
    movers[game] = mover
    counts[game] = count
    encode(memory, mover, observations[game])
    for code in range(masks.shape[1]):
        masks[game, code] = 0
    for at in range(count):
        masks[game, numbers[mover, choices[at]]] = 1


@jit_inlined
def act(
    to_move: ToMove, apply: Apply, returns: SharesOf, encode: Encode, mode: int, game: int, action: int, memory: Memory,
    counts: Numbers, movers: Numbers, observations: Observations, masks: Masks, moved: Numbers, rewards: Amounts,
    shares: Shares, ended: Flags, final_observations: Observations,
) -> int:  # fmt: skip
    """Carry out an action in a game, by its code; say what is to be done with it then: GO_ON, DEAL_ANEW or STAY."""
    mover = movers[game]
    moved[game] = mover
    rewards[game] = 0
    ended[game] = False
    for seat in range(shares.shape[1]):
        shares[game, seat] = 0
    if mover == OVER:
        return DEAL_ANEW
    apply(memory, action)
    if to_move(memory) != OVER:
        return GO_ON
    ended[game] = True
    returns(memory, shares[game])
    rewards[game] = shares[game, mover]
    if mode == SAME_STEP:
        if final_observations.shape[0] > 0:
            encode(memory, mover, final_observations[game])
        return DEAL_ANEW
    encode(memory, mover, observations[game])
    movers[game] = OVER
    counts[game] = 0
    for code in range(masks.shape[1]):
        masks[game, code] = 0
    return STAY


@jit
def observe_games(
    functions: Functions, queue: Queue, thread: int, memories: Bytes, seats: Numbers, observations: Observations
) -> None:
    """What one seat of every game sees."""
    encode = find_encode(functions, ENCODE)
    games = seats.size
    first = find_work(queue, thread)
    while first >= 0:
        for game in range(first, min(first + AT_ONCE, games)):
            encode(memories[game], seats[game], observations[game])
        first = find_work(queue, thread)


@jit
def restart(
    start: Start, players: int, options: PackedOptions, streams: Streams, messages: Memory, cards: Codes,
    memory: Memory, bits: Memory, deal: Codes, scratch: Scratch, block: Memory,
) -> None:  # fmt: skip
    """A new game from these bits."""
    draw_deal(bits, streams, messages, cards, deal, scratch, block)
    start(memory, players, options, deal)


@jit_allocating
def deal_games(
    functions: Functions, queue: Queue, thread: int, players: int, numbers: Table,
    options: PackedOptions, streams: Streams, messages: Memory, cards: Codes, chosen: Flags, bits: Bytes,
    memories: Bytes, choices: Choices, counts: Numbers, movers: Numbers, observations: Observations, masks: Masks,
) -> None:  # fmt: skip
    """Deal the chosen games from their bits."""
    games = chosen.size
    start, to_move = find_start(functions, START), find_to_move(functions, TO_MOVE)
    legal, encode = find_legal(functions, LEGAL), find_encode(functions, ENCODE)
    own_messages, deal = messages.copy(), np.empty_like(cards)
    scratch, block = np.empty((SCRATCH_ROWS, SCRATCH_COLUMNS), np.uint32), np.empty(BLOCK, np.uint8)
    first = find_work(queue, thread)
    while first >= 0:
        for game in range(first, min(first + AT_ONCE, games)):
            if chosen[game]:
                restart(
                    start, players, options, streams, own_messages, cards, memories[game], bits[game], deal, scratch,
                    block,
                )  # fmt: skip
                memory, row = memories[game], choices[game]
                show(to_move, legal, encode, numbers, game, memory, row, counts, movers, observations, masks)
        first = find_work(queue, thread)


@jit_allocating
def step_games(
    functions: Functions, queue: Queue, thread: int, mode: int, players: int, numbers: Table, options: PackedOptions,
    streams: Streams, messages: Memory, cards: Codes, actions: Numbers, bits: Bytes, memories: Bytes, choices: Choices,
    counts: Numbers, movers: Numbers, observations: Observations, masks: Masks, moved: Numbers, rewards: Amounts,
    shares: Shares, ended: Flags, final_observations: Observations,
) -> None:  # fmt: skip
    """Carry out one action in every game, by their codes, and deal anew where the mode says so."""
    games = actions.size
    start, to_move = find_start(functions, START), find_to_move(functions, TO_MOVE)
    legal, apply = find_legal(functions, LEGAL), find_apply(functions, APPLY)
    returns, encode = find_returns(functions, RETURNS), find_encode(functions, ENCODE)
    own_messages, deal = messages.copy(), np.empty_like(cards)
    scratch, block = np.empty((SCRATCH_ROWS, SCRATCH_COLUMNS), np.uint32), np.empty(BLOCK, np.uint8)
    first = find_work(queue, thread)
    while first >= 0:
        for game in range(first, min(first + AT_ONCE, games)):
            memory = memories[game]
            then = act(
                to_move, apply, returns, encode, mode, game, actions[game], memory, counts, movers, observations, masks,
                moved, rewards, shares, ended, final_observations,
            )  # fmt: skip
            if then == STAY:
                continue
            if then == DEAL_ANEW:
                if streams.shape[0] > 0:
                    renew_bits(bits[game], scratch, block)
                restart(start, players, options, streams, own_messages, cards, memory, bits[game], deal, scratch, block)
            show(to_move, legal, encode, numbers, game, memory, choices[game], counts, movers, observations, masks)
        first = find_work(queue, thread)
