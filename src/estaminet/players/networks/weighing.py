"""How likely imagined worlds are: as the network would have done what the others did, with the hands of each world.

Each world is taken back, turn by turn, as far as its game's `rewind` can tell. What somebody else did there is looked
at again from that seat's own view. All rows of all worlds are put to the network together.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from estaminet.engine.jit.compiler import jit, jit_allocating
from estaminet.engine.jit.functions import Apply, Determinize, Encode, Hide, Legal, Rewind, Shares, ToMove
from estaminet.engine.jit.layout import Amounts, Codes, Features, Integers, Memory, Random
from estaminet.engine.jit.random import below
from estaminet.players.ahead import ROOMS
from estaminet.players.networks.arithmetic import exponential
from estaminet.players.networks.forward import count_scratch, run_network
from estaminet.players.networks.playouts import FINENESS, ROWS
from estaminet.players.networks.policy import see_all
from estaminet.players.networks.sizes import ACTIONS, INPUTS, PLAYERS, PROMISES

CARELESSNESS: Final = 0.1
"""How often somebody does just anything: others are not the network, and what it would never do happens."""
Floats = NDArray[np.float64]


@jit
def judge_rows(
    logits: Features,
    many: int,
    numbers: Codes,
    codes: Codes,
    most_legal: int,
    counts: Integers,
    owners: Integers,
    movers: Integers,
    done: Integers,
    rows: int,
    odds: Amounts,
) -> None:
    """Multiply the odds of the world of each row by how often the network would do what was done there."""
    for row in range(rows):
        of_mover = numbers[movers[row] * many : (movers[row] + 1) * many]
        answer = logits[row * many : (row + 1) * many]
        offered = codes[row * most_legal : row * most_legal + counts[row]]
        largest = float(answer[of_mover[offered[0]]])
        for at in range(1, offered.size):
            largest = max(largest, float(answer[of_mover[offered[at]]]))
        total = 0.0
        for at in range(offered.size):
            total += exponential(answer[of_mover[offered[at]]] - largest)
        liked = exponential(answer[of_mover[done[row]]] - largest) / total
        odds[owners[row]] *= (1 - CARELESSNESS) * liked + CARELESSNESS / offered.size


@jit_allocating
def weigh(
    to_move: ToMove,
    legal: Legal,
    apply: Apply,
    encode: Encode,
    rewind: Rewind,
    hide: Hide,
    determinize: Determinize,
    evaluate: Shares,
    weights: Features,
    layout: Integers,
    features: int,
    most_legal: int,
    numbers: Codes,
    worlds: Memory,
    seat: int,
    turns: int,
    odds: Amounts,
    rng: Random,
) -> int:
    """Write how likely the last turns of the others were in each of some worlds, as many as there are odds.

    So many turns of theirs, if the game can tell. How many positions the network was asked about.
    """
    size = worlds.size // odds.size
    players, inputs, many = int(layout[PLAYERS]), int(layout[INPUTS]), int(layout[ACTIONS])
    rows = np.empty(ROWS * inputs, np.float32)
    logits = np.empty(ROWS * many, np.float32)
    shares = np.empty(ROWS * players, np.float32)
    work = np.empty(ROWS * count_scratch(layout), np.float32)
    codes = np.empty(ROWS * most_legal, np.int16)
    counts = np.empty(ROWS, np.int64)
    owners = np.empty(ROWS, np.int64)
    movers = np.empty(ROWS, np.int64)
    done = np.empty(ROWS, np.int64)
    actions = np.empty(most_legal, np.int16)
    past = np.empty(size, np.uint8)
    again = np.empty(size, np.uint8)
    rooms = np.empty(ROOMS * size, np.uint8)
    amounts = np.empty(most_legal + 2 * players)
    asked = 0
    waiting = 0
    for world in range(odds.size):
        odds[world] = 1
        for at in range(size):
            past[at] = worlds[world * size + at]
        told = 0
        while told < turns:
            length = rewind(past, actions, rng)
            if length == 0:
                break
            mover = to_move(past)
            if mover == seat:
                continue
            told += 1
            for at in range(size):
                again[at] = past[at]
            for step in range(length):
                count = see_all(
                    encode,
                    legal,
                    hide,
                    determinize,
                    apply,
                    evaluate,
                    again,
                    mover,
                    features,
                    int(layout[PROMISES]),
                    numbers[mover * many : (mover + 1) * many],
                    codes[waiting * most_legal : (waiting + 1) * most_legal],
                    rows[waiting * inputs : (waiting + 1) * inputs],
                    rooms,
                    amounts,
                )
                if count > 1:
                    counts[waiting], owners[waiting], movers[waiting] = count, world, mover
                    done[waiting] = actions[step]
                    waiting += 1
                    asked += 1
                if waiting == ROWS:
                    run_network(weights, layout, rows, waiting, logits, shares, work)
                    judge_rows(logits, many, numbers, codes, most_legal, counts, owners, movers, done, waiting, odds)
                    waiting = 0
                if step + 1 < length:
                    apply(again, int(actions[step]))
    if waiting > 0:
        run_network(
            weights,
            layout,
            rows[: waiting * inputs],
            waiting,
            logits[: waiting * many],
            shares[: waiting * players],
            work,
        )
        judge_rows(logits, many, numbers, codes, most_legal, counts, owners, movers, done, waiting, odds)
    return asked


def temper(odds: Floats, least: float) -> Floats:
    """Weights that add up to 1 and count, all together, for as many worlds as `least` says, or more.

    So a few worlds never decide everything. Square roots are the same on every machine.
    """
    weights = odds / odds.max()
    while (weights.sum() ** 2) < least * (weights**2).sum():
        weights = np.sqrt(weights)
    normed: Floats = weights / weights.sum()
    return normed


def draw_worlds(weights: Floats, number: int, rng: Random) -> NDArray[np.int64]:
    """The places of so many worlds, each as often as its weight says, as evenly as that goes."""
    begin = below(rng, FINENESS) / FINENESS
    drawn = np.searchsorted(np.cumsum(weights), (np.arange(number) + begin) / number, "right")
    return np.minimum(drawn, len(weights) - 1)
