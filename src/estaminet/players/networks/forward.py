"""The forward pass of a network, in compiled code: from observations to the logits of actions and of everybody's share.

Two kinds, as they are trained (`training.networks`): a row of numbers for any game, and equal pieces for a game that
has a shape (`engine.observation`), all of which have the same weights.
"""

from typing import Final

import numpy as np

from estaminet.engine.jit.compiler import jit
from estaminet.engine.jit.layout import Codes, Features, Integers
from estaminet.engine.jit.structs import Struct
from estaminet.players.networks.layers import (
    add_linear,
    add_products,
    add_to_each,
    apply_linear,
    apply_two,
    copy,
    normalize,
    rectify,
)

# Where the sizes of a network stand in its layout.
INPUTS: Final = 0
ACTIONS: Final = 1
PLAYERS: Final = 2
WIDTH: Final = 3
BLOCKS: Final = 4
PIECES: Final = 5
"""0 for a network of rows."""
COLUMNS: Final = 6
"""Of each piece."""
AROUND: Final = 7
"""Columns of the table."""
RELATIONS: Final = 8
KINDS: Final = 9
REST: Final = 10
HAS_WALLS: Final = 11
HAS_OWNERS: Final = 12
ONE_PLY_WORLDS: Final = 13
"""Over how many imagined worlds one-ply values are averaged; 0 for a network that does without."""
ONE_PLY_FROM: Final = 14
"""The first column of one-ply values; behind them is the value prior of every seat."""
HEADER: Final = 15
"""Then the columns of the pieces and of the table, the place of each logit, and of each piece its wall and owner."""

EVERYBODY: Final = -2
"""In the place of a seat: all pieces, whoever owns them."""


class PackedNetwork(Struct):
    """A network for one game and number of players, as compiled code takes it."""

    weights: Features
    """In the order in which they are needed."""
    layout: Integers
    """All sizes and places."""
    numbers: Codes
    """The canonical numbers of all actions, of one seat after the other."""
    features: int
    """Length of an observation."""


@jit
def count_pieces_scratch(layout: Integers) -> int:
    """Scratch numbers that one row needs."""
    pieces, width = layout[PIECES], layout[WIDTH]
    lines = layout[RELATIONS] * pieces * pieces
    of_pieces = max(layout[COLUMNS], layout[KINDS]) + 4 * width + 1
    of_table = max(layout[AROUND], layout[REST]) + 6 * width
    return int(pieces * of_pieces + 2 * lines + of_table + 2 * layout[PLAYERS] * width)


@jit
def gather(inputs: Features, rows: int, columns: Integers, outputs: Features) -> None:
    """Some columns of every row; a column below 0 is 0."""
    size = inputs.size // rows
    for row in range(rows):
        for at in range(columns.size):
            column = columns[at]
            outputs[row * columns.size + at] = inputs[row * size + column] if column >= 0 else np.float32(0)


@jit
def find_lines(fixed: Features, between: Features, walls: Features, crossed: Features, lines: Features) -> None:
    """Which pieces of one row hear each other: those between which no wall stands."""
    for at in range(lines.size):
        crossed[at] = 0
    add_products(walls, 1, between, crossed)
    for at in range(lines.size):
        lines[at] = fixed[at] if crossed[at] < 0.5 else np.float32(0)


@jit
def average(spoken: Features, owners: Integers, owner: int, mean: Features) -> None:
    """The mean of the pieces of one row that belong to a seat, or of all."""
    width = mean.size
    count = 0
    for column in range(width):
        mean[column] = 0
    for piece in range(owners.size):
        if owner == EVERYBODY or owners[piece] == owner:
            count += 1
            said = spoken[piece * width : (piece + 1) * width]
            for column in range(width):
                mean[column] += said[column]
    for column in range(width):
        mean[column] /= np.float32(max(count, 1))


@jit
def find_largest(spoken: Features, largest: Features) -> None:
    """The largest number in each column of all pieces of one row."""
    width = largest.size
    for column in range(width):
        largest[column] = spoken[column]
    for piece in range(1, spoken.size // width):
        said = spoken[piece * width : (piece + 1) * width]
        for column in range(width):
            largest[column] = max(largest[column], said[column])


@jit
def evaluate_pieces(
    network: PackedNetwork, inputs: Features, rows: int, logits: Features, shares: Features, scratch: Features
) -> None:
    """Write the logits of actions and shares."""
    weights, layout = network.weights, network.layout
    pieces, width, players, actions = layout[PIECES], layout[WIDTH], layout[PLAYERS], layout[ACTIONS]
    kinds, rest, around = layout[KINDS], layout[REST], layout[AROUND]
    relations, columns = layout[RELATIONS], layout[COLUMNS]
    board = rows * pieces
    span = pieces * width
    size = relations * pieces * pieces

    # Columns, logits, walls and owners, from the layout.
    place = HEADER
    of_pieces = layout[place : place + pieces * columns]
    place += pieces * columns
    of_table = layout[place : place + around]
    place += around
    of_logits = layout[place : place + actions]
    place += actions
    of_walls = layout[place : place + pieces]
    owners = layout[place + pieces : place + 2 * pieces]

    # Scratch memory.
    end = board * width
    hidden, spoken, mixed, word = (
        scratch[:end],
        scratch[end : 2 * end],
        scratch[2 * end : 3 * end],
        scratch[3 * end : 4 * end],
    )
    end *= 4
    seen = scratch[end : end + board * max(columns, kinds)]
    end += seen.size
    lines, crossed = scratch[end : end + rows * size], scratch[end + rows * size : end + 2 * rows * size]
    end += 2 * rows * size
    walls = scratch[end : end + board]
    end += board
    beside = scratch[end : end + rows * max(around, rest)]
    end += beside.size
    table = scratch[end : end + rows * width]
    end += rows * width
    summary = scratch[end : end + 3 * rows * width]
    end += 3 * rows * width
    inner = scratch[end : end + 2 * rows * width]
    end += 2 * rows * width
    seats = scratch[end : end + rows * players * width]
    end += rows * players * width
    of_seats = scratch[end : end + rows * players * width]

    fixed = weights[:size]
    at = size
    if layout[HAS_WALLS] > 0:
        between = weights[at : at + pieces * size]
        at += pieces * size
        gather(inputs, rows, of_walls, walls)
        for row in range(rows):
            find_lines(
                fixed,
                between,
                walls[row * pieces : (row + 1) * pieces],
                crossed[:size],
                lines[row * size : (row + 1) * size],
            )

    gather(inputs, rows, of_table, beside[: rows * around])
    at = apply_two(weights, at, beside[: rows * around], rows, inner, table)
    gather(inputs, rows, of_pieces, seen[: board * columns])
    for row in range(rows):
        copy(weights[at : at + span], hidden[row * span : (row + 1) * span])
    at += span
    add_to_each(table, board, hidden)
    at = add_linear(weights, at, seen[: board * columns], board, hidden)
    rectify(hidden)

    for _ in range(layout[BLOCKS]):
        at = normalize(weights, at, hidden, board, spoken)
        at = apply_linear(weights, at, spoken, board, mixed)
        for relation in range(relations):
            at = apply_linear(weights, at, spoken, board, word)
            for row in range(rows):
                heard = lines[row * size : (row + 1) * size] if layout[HAS_WALLS] > 0 else fixed
                add_products(
                    heard[relation * pieces * pieces : (relation + 1) * pieces * pieces],
                    pieces,
                    word[row * span : (row + 1) * span],
                    mixed[row * span : (row + 1) * span],
                )
        means, everywhere = inner[: rows * width], inner[rows * width :]
        for row in range(rows):
            average(spoken[row * span : (row + 1) * span], owners, EVERYBODY, means[row * width : (row + 1) * width])
        at = apply_linear(weights, at, means, rows, everywhere)
        add_to_each(everywhere, board, mixed)
        rectify(mixed)
        at = add_linear(weights, at, mixed, board, hidden)
    at = normalize(weights, at, hidden, board, spoken)

    for row in range(rows):
        part = spoken[row * span : (row + 1) * span]
        begin = 3 * row * width
        average(part, owners, EVERYBODY, summary[begin : begin + width])
        find_largest(part, summary[begin + width : begin + 2 * width])
        copy(table[row * width : (row + 1) * width], summary[begin + 2 * width : begin + 3 * width])
        for seat in range(players):
            average(part, owners, seat, seats[(row * players + seat) * width : (row * players + seat + 1) * width])

    at = apply_linear(weights, at, spoken, board, seen[: board * kinds])
    at = apply_two(weights, at, summary, rows, inner, beside[: rows * rest])
    for row in range(rows):
        for action in range(actions):
            source = of_logits[action]
            if source < pieces * kinds:
                logits[row * actions + action] = seen[row * pieces * kinds + source]
            else:
                logits[row * actions + action] = beside[row * rest + source - pieces * kinds]
    if layout[HAS_OWNERS] > 0:
        apply_two(weights, at, seats, rows * players, of_seats, shares)
    else:
        apply_two(weights, at, summary, rows, inner, shares)


@jit
def count_scratch(layout: Integers) -> int:
    """Scratch numbers that one row needs."""
    return count_pieces_scratch(layout) if layout[PIECES] > 0 else int(3 * layout[WIDTH])


@jit
def evaluate_rows(
    network: PackedNetwork, inputs: Features, rows: int, logits: Features, shares: Features, scratch: Features
) -> None:
    """The same for a network without a shape."""
    weights, layout = network.weights, network.layout
    size = rows * layout[WIDTH]
    hidden, spoken, inner = scratch[:size], scratch[size : 2 * size], scratch[2 * size : 3 * size]
    at = apply_linear(weights, 0, inputs, rows, hidden)
    rectify(hidden)
    for _ in range(layout[BLOCKS]):
        at = normalize(weights, at, hidden, rows, spoken)
        at = apply_linear(weights, at, spoken, rows, inner)
        rectify(inner)
        at = add_linear(weights, at, inner, rows, hidden)
    at = normalize(weights, at, hidden, rows, spoken)
    at = apply_linear(weights, at, spoken, rows, logits)
    apply_linear(weights, at, spoken, rows, shares)


@jit
def add_priors(network: PackedNetwork, inputs: Features, rows: int, logits: Features, shares: Features) -> None:
    """Add to every logit how far its one-ply value is below the best, and to every share its value prior.

    Each as much as the network has learned to.
    """
    weights, layout = network.weights, network.layout
    scale, prior_scale = weights[weights.size - 2], weights[weights.size - 1]
    actions, players, size = layout[ACTIONS], layout[PLAYERS], inputs.size // rows
    for row in range(rows):
        given = inputs[row * size + layout[ONE_PLY_FROM] :][: actions + players]
        out = logits[row * actions : (row + 1) * actions]
        for action in range(actions):
            out[action] += scale * given[action]
        for seat in range(players):
            shares[row * players + seat] += prior_scale * given[actions + seat]


@jit
def run_network(
    network: PackedNetwork, inputs: Features, rows: int, logits: Features, shares: Features, scratch: Features
) -> None:
    """Write the logits of all actions, by their canonical numbers, and of all seats' shares, from the one to move on.

    A row each. `scratch` has `count_scratch` numbers a row.
    """
    layout = network.layout
    if layout[PIECES] == 0:
        evaluate_rows(network, inputs, rows, logits, shares, scratch)
    else:
        evaluate_pieces(network, inputs, rows, logits, shares, scratch)
    if layout[ONE_PLY_WORLDS] > 0:
        add_priors(network, inputs, rows, logits, shares)
