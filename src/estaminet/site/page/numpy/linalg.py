"""Matrices: the one part whose last bits differ from NumPy's, which uses a library."""

import operator
from typing import Any

from .arrays import as_array, build, finish, ndarray
from .kinds import float64


def multiply(one: ndarray, other: ndarray) -> Any:
    """The product of two matrices, of a matrix and a vector, or of two vectors."""
    rows = [one.list_numbers()] if one.ndim == 1 else [row.list_numbers() for row in one]
    columns = [other.list_numbers()] if other.ndim == 1 else [row.list_numbers() for row in other.T]
    numbers = [sum(map(operator.mul, row, column)) for row in rows for column in columns]
    return finish(build(numbers, (*one.shape[:-1], *other.shape[1:]), float64))


def inv(matrix: ndarray) -> ndarray:
    """The inverse of a matrix: by elimination, with the largest pivot of each column."""
    size = len(matrix)
    rows = [[*row, *(float(at == column) for column in range(size))] for at, row in enumerate(matrix.tolist())]
    for at in range(size):
        pivot = max(range(at, size), key=lambda row: abs(rows[row][at]))
        rows[at], rows[pivot] = rows[pivot], rows[at]
        first = rows[at][at]
        if not first:
            raise ValueError("this matrix has no inverse")
        rows[at] = [number / first for number in rows[at]]
        for other in range(size):
            if other != at and (factor := rows[other][at]):
                rows[other] = [here - factor * there for here, there in zip(rows[other], rows[at], strict=True)]
    return as_array([row[size:] for row in rows])


ndarray.__matmul__ = multiply  # type: ignore[attr-defined]  # an operator of arrays, that needs them
