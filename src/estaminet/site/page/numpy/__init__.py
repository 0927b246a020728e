"""Part of NumPy that games, house players, reviews and puzzles need, as its replacement in a page.

Heavy computation is compiled. Around it, arrays hold positions and the output of compiled functions, and house players
compare some hundred numbers. Every number equals NumPy's to the last bit, except for matrix products.
"""

import operator
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate
from itertools import product as _combine
from math import inf
from math import isfinite as _is_finite
from math import sqrt as _find_root
from typing import Any

from . import linalg as linalg
from .arrays import as_array as asarray
from .arrays import build, calculate, compute, ndarray
from .kinds import (
    bool_,
    dtype,
    find_kind,
    float32,
    float64,
    floating,
    generic,
    int8,
    int16,
    int32,
    int64,
    integer,
    intp,
    promote,
    record,
    uint8,
    uint16,
    uint32,
    uint64,
    void,
)
from .reductions import find_deviation as std
from .reductions import find_largest as max
from .reductions import find_mean as mean
from .reductions import find_place_of_largest as argmax
from .reductions import find_place_of_smallest as argmin
from .reductions import find_smallest as min
from .reductions import find_sum as sum
from .reductions import has_all as all
from .reductions import has_any as any

newaxis = None

# New arrays.


def zeros(shape: Any, dtype: Any = float64) -> ndarray:
    return ndarray(shape, dtype)


empty = zeros


def full(shape: Any, value: float, dtype: Any = None) -> ndarray:
    found = ndarray(shape, find_kind(value) if dtype is None else dtype)
    found[...] = value
    return found


def empty_like(other: ndarray) -> ndarray:
    return ndarray(other.shape, other.dtype)


def array(values: Any, dtype: Any = None) -> ndarray:
    found = asarray(values, dtype)
    return found.copy() if found is values else found


def frombuffer(data: Any, dtype: Any) -> ndarray:
    return ndarray(len(data) // dtype.itemsize, dtype, data)


def arange(*limits: int, dtype: Any = int64) -> ndarray:
    return asarray(range(*limits), dtype)


def eye(size: int) -> ndarray:
    found = zeros((size, size))
    for at in range(size):
        found[at, at] = 1
    return found


# Elementwise.


def abs(values: Any) -> Any:
    return calculate(operator.abs, values)


def sqrt(values: Any) -> Any:
    return calculate(_find_root, values)


def maximum(one: Any, other: Any) -> Any:
    return calculate(lambda here, there: here if here >= there else there, one, other)


def minimum(one: Any, other: Any) -> Any:
    return calculate(lambda here, there: here if here <= there else there, one, other)


def subtract(one: Any, other: Any) -> Any:
    return calculate(operator.sub, asarray(one), other)


def logical_and(one: ndarray, other: ndarray) -> ndarray:
    return compute(lambda here, there: bool(here and there), bool_, one, other)


def isfinite(values: ndarray) -> ndarray:
    return compute(_is_finite, bool_, values)


def where(marks: ndarray, one: Any, other: Any) -> ndarray:
    kind = promote(*map(find_kind, (one, other)))
    return compute(lambda mark, here, there: here if mark else there, kind, marks, one, other)


# Rearrangement.


def concatenate(arrays: Sequence[Any], axis: int = 0) -> ndarray:
    """Join arrays along an existing axis."""
    given = [asarray(each) for each in arrays]
    kind = given[0].dtype
    for each in given:
        kind = promote(kind, each.dtype)
    axis = range(given[0].ndim)[axis]
    lengths = [each.shape[axis] for each in given]
    before, after = given[0].shape[:axis], given[0].shape[axis + 1 :]
    found = empty((*before, operator.index(asarray(lengths).sum()), *after), kind)
    for end, length, each in zip(accumulate(lengths), lengths, given, strict=True):
        found[(*[slice(None)] * axis, slice(end - length, end))] = each
    return found


def stack(arrays: Sequence[Any], axis: int = 0) -> ndarray:
    """Join arrays along a new axis."""
    given = [asarray(each) for each in arrays]
    axis = range(given[0].ndim + 1)[axis]
    return concatenate([each[(*[slice(None)] * axis, None)] for each in given], axis)


def repeat(values: ndarray, times: int, axis: int | None = None) -> ndarray:
    """Each number, or each row, several times."""
    given, axis = (values.ravel(), 0) if axis is None else (values, range(values.ndim)[axis])
    places = [at for at in range(given.shape[axis]) for _ in range(times)]
    return given[(*[slice(None)] * axis, places)]


def tile(values: ndarray, times: int) -> ndarray:
    """All numbers, repeated."""
    return concatenate([values] * times)


def delete(values: ndarray, place: int, axis: int) -> ndarray:
    axis, length = range(values.ndim)[axis], values.shape[axis]
    return values[(*[slice(None)] * axis, [at for at in range(length) if at != range(length)[place]])]


def moveaxis(values: ndarray, source: int, target: int) -> ndarray:
    order = [axis for axis in range(values.ndim) if axis != range(values.ndim)[source]]
    order.insert(range(values.ndim)[target], range(values.ndim)[source])
    return values.transpose(order)


def diag(values: ndarray) -> ndarray:
    return asarray([row[at] for at, row in enumerate(values)])


def diff(values: ndarray, axis: int = -1) -> ndarray:
    """Differences of neighbours."""
    before = [slice(None)] * range(values.ndim)[axis]
    return values[(*before, slice(1, None))] - values[(*before, slice(-1))]


def cumsum(values: ndarray) -> ndarray:
    """Cumulative sums."""
    return build([*accumulate(values.list_numbers())], values.shape, values.dtype)


# Order.


def argsort(values: Any, axis: int = -1, kind: str | None = None) -> ndarray:
    """The indices that sort the last axis, smallest first; the order of equal numbers is kept."""
    given = asarray(values)
    if given.ndim > 1:
        return asarray([argsort(row).list_numbers() for row in given])
    numbers = given.list_numbers()
    return build(sorted(range(len(numbers)), key=numbers.__getitem__), given.shape, int64)


def flatnonzero(marks: ndarray) -> ndarray:
    return asarray([at for at, mark in enumerate(marks.list_numbers()) if mark], int64)


def searchsorted(values: ndarray, number: float, side: str = "left") -> int:
    return (bisect_right if side == "right" else bisect_left)(values.list_numbers(), number)


def ndindex(shape: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    return _combine(*map(range, shape))


def array_equal(one: Any, other: Any) -> bool:
    return asarray(one).shape == asarray(other).shape and asarray(one).tolist() == asarray(other).tolist()


def isin(values: ndarray, others: Any) -> ndarray:
    return compute({*others}.__contains__, bool_, values)
