"""The network of a game whose board is made of equal pieces, see `engine.observation`: they have the same weights."""

from typing import Final

import numpy as np

from estaminet.engine.jit.compiler import jit
from estaminet.engine.jit.layout import Features, Integers
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
from estaminet.players.networks.sizes import (
    ACTIONS,
    AROUND,
    BLOCKS,
    COLUMNS,
    HAS_OWNERS,
    HAS_WALLS,
    HEADER,
    KINDS,
    PIECES,
    PLAYERS,
    RELATIONS,
    REST,
    WIDTH,
)

EVERYBODY: Final = -2
"""In the place of a seat: all pieces, whoever owns them."""


@jit
def count_pieces_scratch(layout: Integers) -> int:
    """How many numbers one row needs to be worked on."""
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
    weights: Features, layout: Integers, inputs: Features, rows: int, logits: Features, shares: Features, work: Features
) -> None:
    """Write the logits of actions and shares; `work` is scratch."""
    pieces, width, players, actions = layout[PIECES], layout[WIDTH], layout[PLAYERS], layout[ACTIONS]
    kinds, rest, around = layout[KINDS], layout[REST], layout[AROUND]
    relations, columns = layout[RELATIONS], layout[COLUMNS]
    board = rows * pieces
    span = pieces * width
    size = relations * pieces * pieces

    # What the layout says of columns, logits, walls and owners.
    place = HEADER
    of_pieces = layout[place : place + pieces * columns]
    place += pieces * columns
    of_table = layout[place : place + around]
    place += around
    of_logits = layout[place : place + actions]
    place += actions
    of_walls = layout[place : place + pieces]
    owners = layout[place + pieces : place + 2 * pieces]

    # Places to work in.
    end = board * width
    hidden, spoken, mixed, word = work[:end], work[end : 2 * end], work[2 * end : 3 * end], work[3 * end : 4 * end]
    end *= 4
    seen = work[end : end + board * max(columns, kinds)]
    end += seen.size
    lines, crossed = work[end : end + rows * size], work[end + rows * size : end + 2 * rows * size]
    end += 2 * rows * size
    walls = work[end : end + board]
    end += board
    beside = work[end : end + rows * max(around, rest)]
    end += beside.size
    table = work[end : end + rows * width]
    end += rows * width
    summary = work[end : end + 3 * rows * width]
    end += 3 * rows * width
    inner = work[end : end + 2 * rows * width]
    end += 2 * rows * width
    seats = work[end : end + rows * players * width]
    end += rows * players * width
    of_seats = work[end : end + rows * players * width]

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
