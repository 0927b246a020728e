"""Playouts by a network, many at once: in every imagined game the network moves for all seats, each by its own view.

All games that go on are looked at together, so that a pass over the weights answers many of them.
"""

from typing import Final, Self

import numpy as np

from estaminet.engine.jit.arithmetic import exponential
from estaminet.engine.jit.compiler import jit, jit_allocating
from estaminet.engine.jit.functions import Functions, Scratch
from estaminet.engine.jit.layout import Amounts, Codes, Features, Integers, Memory, Random
from estaminet.engine.jit.random import below
from estaminet.engine.jit.structs import Struct
from estaminet.engine.kernel import Kernel
from estaminet.players.networks.forward import ACTIONS, INPUTS, PLAYERS, PackedNetwork, count_scratch, run_network
from estaminet.players.networks.policy import see_all

ROWS: Final = 32
"""Games that share a pass over the weights."""
OVER: Final = -1
FINENESS: Final = 1 << 30


class PlayoutSettings(Struct):
    """How the network plays on."""

    turns: int
    """Changes of mover after which a playout ends."""
    sharpness: float
    """How much more often it takes what it likes better; 1: as it has learned."""
    asks_network: bool
    """Whether it evaluates the end of a playout, not the game's `evaluate`."""


class Rows(Struct):
    """Scratch memory for ROWS games that the network evaluates together."""

    inputs: Features
    logits: Features
    shares: Features
    scratch: Features
    codes: Codes
    counts: Integers
    """The number of legal codes."""
    odds: Amounts

    @classmethod
    def new(cls, network: PackedNetwork, kernel: Kernel) -> Self:
        layout = network.layout
        return cls(
            inputs=np.empty(ROWS * layout[INPUTS], np.float32),
            logits=np.empty(ROWS * layout[ACTIONS], np.float32),
            shares=np.empty(ROWS * layout[PLAYERS], np.float32),
            scratch=np.empty(ROWS * count_scratch(layout), np.float32),
            codes=np.empty(ROWS * kernel.most_legal, np.int16),
            counts=np.empty(ROWS, np.int64),
            odds=np.empty(kernel.most_legal),
        )


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
def go_on(functions: Functions, memory: Memory, turns: int, codes: Codes, action: int) -> int:
    """Take an action and all that follow without a choice; how many changes of mover are left, or OVER."""
    mover = functions.to_move(memory)
    while True:
        functions.apply(memory, action)
        after = functions.to_move(memory)
        if after < 0:
            return OVER
        if after != mover:
            turns -= 1
            mover = after
        if turns <= 0:
            return 0
        if functions.legal(memory, codes) > 1:
            return turns
        action = int(codes[0])


@jit
def finish(functions: Functions, settings: PlayoutSettings, memory: Memory, left: int, value: Amounts) -> bool:
    """Write every seat's expected share, unless the network is needed for it; whether that was so."""
    if left == OVER:
        functions.returns(memory, value)
        return True
    if left == 0 and not settings.asks_network:
        functions.evaluate(memory, value)
        return True
    return False


@jit
def ask(
    functions: Functions,
    scratch: Scratch,
    network: PackedNetwork,
    rows: Rows,
    worlds: Memory,
    games: Integers,
) -> None:
    """Run the network on what the movers of some games see, in one pass over its weights."""
    size, most_legal = scratch.memory.size, scratch.codes.size
    inputs, many, players = network.layout[INPUTS], network.layout[ACTIONS], network.layout[PLAYERS]
    for row in range(games.size):
        memory = worlds[games[row] * size : (games[row] + 1) * size]
        codes = rows.codes[row * most_legal : (row + 1) * most_legal]
        seen = rows.inputs[row * inputs : (row + 1) * inputs]
        mover = functions.to_move(memory)
        rows.counts[row] = see_all(functions, scratch, network, memory, mover, codes, seen)
    count = games.size
    logits, shares = rows.logits[: count * many], rows.shares[: count * players]
    run_network(network, rows.inputs[: count * inputs], count, logits, shares, rows.scratch)


@jit_allocating
def play_on(
    functions: Functions,
    scratch: Scratch,
    network: PackedNetwork,
    rows: Rows,
    settings: PlayoutSettings,
    worlds: Memory,
    actions: Codes,
    chances: Random,
    values: Amounts,
) -> None:
    """Write every seat's expected share after each of some actions, each in a world of its own, which is played on.

    As many worlds as actions. A world is played on until the mover has changed so often, and then the network says what
    everybody may expect, or the game's `evaluate`. Each world has its own chances.
    """
    games, size, most_legal = actions.size, scratch.memory.size, scratch.codes.size
    players, many = network.layout[PLAYERS], network.layout[ACTIONS]
    left = np.empty(games, np.int64)
    open_games = np.empty(games, np.int64)
    count = 0
    for game in range(games):
        memory = worlds[game * size : (game + 1) * size]
        left[game] = go_on(functions, memory, settings.turns, scratch.codes, int(actions[game]))
        if not finish(functions, settings, memory, left[game], values[game * players : (game + 1) * players]):
            open_games[count] = game
            count += 1
    while count > 0:
        kept = 0
        for begin in range(0, count, ROWS):
            batch = open_games[begin : min(begin + ROWS, count)]
            ask(functions, scratch, network, rows, worlds, batch)
            for row in range(batch.size):
                game = batch[row]
                memory = worlds[game * size : (game + 1) * size]
                value = values[game * players : (game + 1) * players]
                mover = functions.to_move(memory)
                if left[game] == 0:
                    write_shares(rows.shares[row * players : (row + 1) * players], mover, value)
                    continue
                codes = rows.codes[row * most_legal : (row + 1) * most_legal]
                action = draw_action(
                    rows.logits[row * many : (row + 1) * many],
                    network.numbers[mover * many : (mover + 1) * many],
                    codes,
                    rows.counts[row],
                    settings.sharpness,
                    rows.odds,
                    chances[game : game + 1],
                )
                left[game] = go_on(functions, memory, left[game], codes, action)
                if not finish(functions, settings, memory, left[game], value):
                    open_games[kept] = game
                    kept += 1
        count = kept
