"""Playouts by a network, many at once: in every imagined game the network moves for all seats, each by its own view.

All games that go on are looked at together, so that a pass over the weights answers many of them.
"""

from typing import Final

import numpy as np

from estaminet.engine.jit.compiler import jit, jit_allocating
from estaminet.engine.jit.functions import Apply, Determinize, Encode, Hide, Legal, Shares, ToMove
from estaminet.engine.jit.layout import Amounts, Codes, Features, Integers, Memory, Random
from estaminet.engine.jit.random import below
from estaminet.players.ahead import ROOMS
from estaminet.players.networks.arithmetic import exponential
from estaminet.players.networks.forward import count_scratch, run_network
from estaminet.players.networks.policy import see_all
from estaminet.players.networks.sizes import ACTIONS, INPUTS, PLAYERS, PROMISES

ROWS: Final = 32
"""How many games share a pass over the weights."""
OVER: Final = -1
FINENESS: Final = 1 << 30


@jit
def draw_action(
    logits: Features, numbers: Codes, codes: Codes, count: int, sharpness: float, odds: Amounts, rng: Random
) -> int:
    """One of the legal actions, as often as the network would take it; `odds` is scratch.

    The sharper, the more often the one that it likes best.
    """
    largest = float(logits[numbers[codes[0]]])
    for at in range(1, count):
        largest = max(largest, float(logits[numbers[codes[at]]]))
    total = 0.0
    for at in range(count):
        total += exponential(sharpness * (logits[numbers[codes[at]]] - largest))
        odds[at] = total
    drawn = total * below(rng, FINENESS) / FINENESS
    for at in range(count - 1):
        if drawn < odds[at]:
            return int(codes[at])
    return int(codes[count - 1])


@jit
def write_shares(logits: Features, mover: int, shares: Amounts) -> None:
    """Every seat's share, from logits that begin with the one to move."""
    players = shares.size
    largest = float(logits[0])
    for at in range(1, players):
        largest = max(largest, float(logits[at]))
    total = 0.0
    for at in range(players):
        seat = (mover + at) % players
        shares[seat] = exponential(logits[at] - largest)
        total += shares[seat]
    for seat in range(players):
        shares[seat] /= total


@jit
def go_on(
    to_move: ToMove, legal: Legal, apply: Apply, memory: Memory, turns: int, codes: Codes, action: int
) -> int:  # fmt: skip
    """Take an action and all that follow without a choice; the number of changes of mover that are left, or OVER."""
    mover = to_move(memory)
    while True:
        apply(memory, action)
        after = to_move(memory)
        if after < 0:
            return OVER
        if after != mover:
            turns -= 1
            mover = after
        if turns <= 0 or legal(memory, codes) > 1:
            return turns
        action = int(codes[0])


@jit
def imagine(determinize: Determinize, known: Memory, seat: int, worlds: Memory, rng: Random) -> None:
    """Fill memory with positions that agree with what a seat knows, one after the other."""
    size = known.size
    for begin in range(0, worlds.size, size):
        world = worlds[begin : begin + size]
        for at in range(size):
            world[at] = known[at]
        determinize(world, seat, rng)


@jit_allocating
def play_on(
    to_move: ToMove,
    legal: Legal,
    apply: Apply,
    returns: Shares,
    evaluate: Shares,
    encode: Encode,
    hide: Hide,
    determinize: Determinize,
    weights: Features,
    layout: Integers,
    features: int,
    most_legal: int,
    numbers: Codes,
    worlds: Memory,
    actions: Codes,
    turns: int,
    sharpness: float,
    asks_network: bool,  # noqa: FBT001  # compiled functions take no keywords
    chances: Random,
    values: Amounts,
) -> None:
    """Write every seat's expected share after each of some actions, each in a world of its own, which is played on.

    As many worlds as actions. A world is played on until the mover has changed so often, and then the network says what
    everybody may expect, or the game's `evaluate`. `numbers` are the canonical ones of all seats. Each world has its
    own chances.
    """
    games = actions.size
    size = worlds.size // games
    players, inputs, many = int(layout[PLAYERS]), int(layout[INPUTS]), int(layout[ACTIONS])
    rows = np.empty(ROWS * inputs, np.float32)
    logits = np.empty(ROWS * many, np.float32)
    shares = np.empty(ROWS * players, np.float32)
    work = np.empty(ROWS * count_scratch(layout), np.float32)
    codes = np.empty(ROWS * most_legal, np.int16)
    counts = np.empty(ROWS, np.int64)
    odds = np.empty(most_legal)
    rooms = np.empty(ROOMS * size, np.uint8)
    amounts = np.empty(most_legal + 2 * players)
    left = np.empty(games, np.int64)
    open_games = np.empty(games, np.int64)
    count = 0
    for game in range(games):
        memory = worlds[game * size : (game + 1) * size]
        left[game] = go_on(to_move, legal, apply, memory, turns, codes[:most_legal], int(actions[game]))
        if left[game] == OVER:
            returns(memory, values[game * players : (game + 1) * players])
        elif left[game] <= 0 and not asks_network:
            evaluate(memory, values[game * players : (game + 1) * players])
        else:
            open_games[count] = game
            count += 1
    while count > 0:
        kept = 0
        for begin in range(0, count, ROWS):
            batch = min(ROWS, count - begin)
            for row in range(batch):
                game = open_games[begin + row]
                memory = worlds[game * size : (game + 1) * size]
                mover = to_move(memory)
                counts[row] = see_all(
                    encode,
                    legal,
                    hide,
                    determinize,
                    apply,
                    evaluate,
                    memory,
                    mover,
                    features,
                    int(layout[PROMISES]),
                    numbers[mover * many : (mover + 1) * many],
                    codes[row * most_legal : (row + 1) * most_legal],
                    rows[row * inputs : (row + 1) * inputs],
                    rooms,
                    amounts,
                )
            run_network(
                weights, layout, rows[: batch * inputs], batch, logits[: batch * many], shares[: batch * players], work
            )
            for row in range(batch):
                game = open_games[begin + row]
                memory = worlds[game * size : (game + 1) * size]
                value = values[game * players : (game + 1) * players]
                mover = to_move(memory)
                if left[game] <= 0:
                    write_shares(shares[row * players : (row + 1) * players], mover, value)
                    continue
                legal_codes = codes[row * most_legal : (row + 1) * most_legal]
                action = draw_action(
                    logits[row * many : (row + 1) * many],
                    numbers[mover * many : (mover + 1) * many],
                    legal_codes,
                    counts[row],
                    sharpness,
                    odds,
                    chances[game : game + 1],
                )
                left[game] = go_on(to_move, legal, apply, memory, left[game], legal_codes, action)
                if left[game] == OVER:
                    returns(memory, value)
                elif left[game] <= 0 and not asks_network:
                    evaluate(memory, value)
                else:
                    open_games[kept] = game
                    kept += 1
        count = kept
