"""The layers of a network in compiled code: the same bits on every machine.

Every sum has one order, from the first term to the last, whatever is computed beside it: several outputs at once, never
several terms of one. Rows lie one after the other in flat arrays. A layer takes its weights from a place in one array
of all weights, and gives the place behind them.
"""

from typing import Final

import numpy as np

from estaminet.engine.jit.compiler import jit
from estaminet.engine.jit.layout import Features, scratch, shape_of

BLOCK: Final = 32
"""Inputs of every row that are processed together, while their weights are in the cache."""
INDICES: Final = shape_of(np.int64, BLOCK)
SMALLEST: Final = 1e-5
"""Added to a variance, so that a row of equal numbers can be normalized."""


@jit
def add_products(inputs: Features, rows: int, weights: Features, outputs: Features) -> None:
    """Add to every row of outputs the weights of its inputs, each as often as the input says; zeros cost nothing."""
    size = inputs.size // rows
    width = outputs.size // rows
    found = scratch(INDICES)
    for begin in range(0, size, BLOCK):
        for row in range(rows):
            given = inputs[row * size : (row + 1) * size]
            out = outputs[row * width : (row + 1) * width]
            count = 0
            for at in range(begin, min(begin + BLOCK, size)):
                if given[at] != 0:
                    found[count] = at
                    count += 1
            # Four inputs at a time: each output is read and written a quarter as often.
            for first in range(0, count - 3, 4):
                i, j, k, m = found[first], found[first + 1], found[first + 2], found[first + 3]
                one, two, three, four = given[i], given[j], given[k], given[m]
                a = weights[i * width : (i + 1) * width]
                b = weights[j * width : (j + 1) * width]
                c = weights[k * width : (k + 1) * width]
                d = weights[m * width : (m + 1) * width]
                for at in range(width):
                    out[at] = (((out[at] + one * a[at]) + two * b[at]) + three * c[at]) + four * d[at]
            for last in range(count - count % 4, count):
                i = found[last]
                one = given[i]
                a = weights[i * width : (i + 1) * width]
                for at in range(width):
                    out[at] += one * a[at]


@jit
def add_linear(weights: Features, at: int, inputs: Features, rows: int, outputs: Features) -> int:
    """Add a layer's bias and products to every row of outputs."""
    size = inputs.size // rows
    width = outputs.size // rows
    bias = weights[at : at + width]
    for row in range(rows):
        out = outputs[row * width : (row + 1) * width]
        for column in range(width):
            out[column] += bias[column]
    at += width
    add_products(inputs, rows, weights[at : at + size * width], outputs)
    return at + size * width


@jit
def apply_linear(weights: Features, at: int, inputs: Features, rows: int, outputs: Features) -> int:
    """Write a layer's bias and products."""
    for place in range(outputs.size):
        outputs[place] = 0
    return add_linear(weights, at, inputs, rows, outputs)


@jit
def apply_two(weights: Features, at: int, inputs: Features, rows: int, between: Features, outputs: Features) -> int:
    """Two linear layers, and no number below zero between them."""
    at = apply_linear(weights, at, inputs, rows, between)
    rectify(between)
    return apply_linear(weights, at, between, rows, outputs)


@jit
def copy(values: Features, outputs: Features) -> None:
    for place in range(outputs.size):
        outputs[place] = values[place]


@jit
def rectify(values: Features) -> None:
    """Nothing is below zero."""
    for place in range(values.size):
        values[place] = max(values[place], np.float32(0))


@jit
def normalize(weights: Features, at: int, inputs: Features, rows: int, outputs: Features) -> int:
    """Every row with mean 0 and variance 1, then with a scale and a bias of each column."""
    width = inputs.size // rows
    scale = weights[at : at + width]
    bias = weights[at + width : at + 2 * width]
    for row in range(rows):
        given = inputs[row * width : (row + 1) * width]
        out = outputs[row * width : (row + 1) * width]
        total = 0.0
        for column in range(width):
            total += given[column]
        mean = total / width
        squares = 0.0
        for column in range(width):
            squares += (given[column] - mean) * (given[column] - mean)
        centre = np.float32(mean)
        factor = np.float32(1 / np.sqrt(squares / width + SMALLEST))
        for column in range(width):
            out[column] = (given[column] - centre) * factor * scale[column] + bias[column]
    return at + 2 * width


@jit
def add_to_each(group: Features, rows: int, outputs: Features) -> None:
    """Add one row for each of some groups to all rows of its group."""
    width = outputs.size // rows
    groups = group.size // width
    for row in range(rows):
        out = outputs[row * width : (row + 1) * width]
        given = group[row // (rows // groups) * width :][:width]
        for column in range(width):
            out[column] += given[column]
