"""Reductions: sums, added up in the order of NumPy, means, the largest."""

import operator
from collections.abc import Callable, Sequence
from functools import reduce
from math import prod, sqrt
from typing import Any

from .arrays import as_array, build, calculate, divide, finish, ndarray
from .kinds import FLOATING, bool_, float32, float64, int64, uint64
from .layout import find_order

BLOCK = 128
"""Number of values summed in eight rows."""
ROWS = 8
Axes = int | tuple[int, ...] | None


def add_up(numbers: Sequence[float]) -> float:
    """A pairwise sum of one contiguous line."""
    count = len(numbers)
    if count < ROWS:
        return reduce(operator.add, numbers, -0.0)
    if count <= BLOCK:
        whole = count - count % ROWS
        one, two, three, four, five, six, seven, eight = (
            reduce(operator.add, numbers[row:whole:ROWS]) for row in range(ROWS)
        )
        total = ((one + two) + (three + four)) + ((five + six) + (seven + eight))
        return reduce(operator.add, numbers[whole:], total)
    half = count // 2
    half -= half % ROWS
    return add_up(numbers[:half]) + add_up(numbers[half:])


class _Reduction:
    """An array with axes to reduce."""

    def __init__(self, given: Any, axis: Axes) -> None:
        self.given = as_array(given)
        shape, count = self.given.shape, self.given.ndim
        listed = range(count) if axis is None else axis if isinstance(axis, tuple) else (axis,)
        self.gone = {range(count)[each] for each in listed}
        self.order = find_order(shape, self.given._steps)
        self.kept = [axis for axis in self.order if axis not in self.gone]
        self.size = prod([shape[axis] for axis in self.gone])

    def list_rows(self) -> list[list[Any]]:
        """The numbers of each reduction, in memory order."""
        gone = [axis for axis in self.order if axis in self.gone]
        numbers = self.given.transpose([*self.kept, *gone]).list_numbers()
        rows = prod([self.given.shape[axis] for axis in self.kept])
        return [numbers[row * self.size : (row + 1) * self.size] for row in range(rows)]

    def list_sums(self) -> list[float]:
        """The sum of each row: pairwise along the innermost axis, sequential along the rest."""
        size = 1
        for axis in reversed(self.order):
            if self.given.shape[axis] == 1:
                continue
            if axis not in self.gone:
                break
            size *= self.given.shape[axis]
        if size < 2:
            return [reduce(operator.add, row, 0.0) for row in self.list_rows()]
        return [
            reduce(operator.add, (add_up(row[at : at + size]) for at in range(0, self.size, size)), 0.0)
            for row in self.list_rows()
        ]

    def finish(self, numbers: list[Any], kind: Any, keepdims: bool) -> Any:
        """The array of the reduced rows."""
        found = build(numbers, tuple([self.given.shape[axis] for axis in self.kept]), kind)
        found = found.transpose([self.kept.index(axis) for axis in sorted(self.kept)])
        if keepdims:
            return found[tuple([None if axis in self.gone else slice(None) for axis in range(self.given.ndim)])]
        return finish(found)


def find_sum(given: Any, axis: Axes = None, dtype: Any = None, keepdims: bool = False) -> Any:
    """The sum along some axes, or all."""
    found = _Reduction(given, axis)
    kind = dtype or found.given.dtype
    if kind is float32:
        raise TypeError("sums of short fractions would depend on how each is rounded: say dtype=float64")
    if kind.code in FLOATING:
        return found.finish(found.list_sums(), kind, keepdims)
    kind = uint64 if kind.code.isupper() else int64
    return found.finish([*map(sum, found.list_rows())], kind, keepdims)


def find_mean(given: Any, axis: Axes = None, dtype: Any = None, keepdims: bool = False) -> Any:
    found = as_array(given)
    kind = dtype or (found.dtype if found.dtype.code in FLOATING else float64)
    return calculate(divide, find_sum(found, axis, kind, keepdims), _Reduction(found, axis).size)


def find_variance(given: Any, axis: Axes = None, ddof: int = 0) -> Any:
    """The variance: the mean squared distance from the mean."""
    found = as_array(given)
    apart = found - find_mean(found, axis, keepdims=True)
    return calculate(divide, find_sum(apart * apart, axis), max(_Reduction(found, axis).size - ddof, 0))


def find_deviation(given: Any, axis: Axes = None, ddof: int = 0) -> Any:
    return calculate(sqrt, find_variance(given, axis, ddof))


def find_largest(given: Any, axis: Axes = None, keepdims: bool = False) -> Any:
    return _fold(max, given, axis, keepdims)


def find_smallest(given: Any, axis: Axes = None, keepdims: bool = False) -> Any:
    return _fold(min, given, axis, keepdims)


def has_any(given: Any, axis: Axes = None, keepdims: bool = False) -> Any:
    return _fold(any, given, axis, keepdims, bool_)


def has_all(given: Any, axis: Axes = None, keepdims: bool = False) -> Any:
    return _fold(all, given, axis, keepdims, bool_)


def _fold(operation: Callable[[list[Any]], Any], given: Any, axis: Axes, keepdims: bool, kind: Any = None) -> Any:
    """A reduction independent of the order of its numbers."""
    found = _Reduction(given, axis)
    return found.finish([*map(operation, found.list_rows())], kind or found.given.dtype, keepdims)


def find_place_of_largest(given: Any) -> int:
    """The first of equal ones."""
    numbers = as_array(given).list_numbers()
    return numbers.index(max(numbers))


def find_place_of_smallest(given: Any) -> int:
    numbers = as_array(given).list_numbers()
    return numbers.index(min(numbers))


ndarray.sum, ndarray.mean, ndarray.std = find_sum, find_mean, find_deviation
ndarray.max, ndarray.min, ndarray.any, ndarray.all = find_largest, find_smallest, has_any, has_all
ndarray.argmax, ndarray.argmin = find_place_of_largest, find_place_of_smallest
