"""The layout of a record, and its reading from Python, without compilation."""

from collections import namedtuple
from collections.abc import Callable
from functools import lru_cache
from operator import itemgetter
from struct import Struct
from typing import Any, Final, TypeVar, cast, get_args, get_type_hints

import numpy as np
from numpy.typing import NDArray

State = TypeVar("State")
Fields = TypeVar("Fields", bound=tuple[Any, ...])

INTEGERS: Final = {1: "b", 2: "h", 4: "i", 8: "q"}
"""Their names in the module struct, by size."""
UNPACKED: Final = 512
"""Unpacked records that are cached: the position after an action is the one before the next."""
LAYOUTS: Final[dict[type, "np.dtype[np.void]"]] = {}
"""Those that were described so far, by their classes."""
_fields: dict[type, Any] = {}
"""For each layout a named tuple of its fields."""


def layout(state: type) -> "np.dtype[np.void]":
    """The NumPy dtype of a class whose annotated fields describe a record."""
    fields: list[tuple[str, type, tuple[int, ...]]] = []
    for name, hint in get_type_hints(state, include_extras=True).items():
        if hasattr(np.ndarray, name):
            raise TypeError(f"{state.__name__}.{name} has the name of an ndarray method")
        _, scalar, *shape = get_args(hint)
        fields.append((name, scalar, tuple(shape)))
    dtype = np.dtype((np.record, np.dtype(fields, align=True)))
    LAYOUTS[state] = dtype
    _fields[state] = namedtuple(state.__name__, dtype.names or ())
    return dtype


def unpack(memory: NDArray[np.uint8], state: type[State]) -> State:
    """The fields of a record as whole numbers and arrays, for those who read it from Python and do not change it."""
    return cast("State", _unpack(memory.tobytes(), state))  # type: ignore[arg-type]  # a class can be hashed


@lru_cache(maxsize=UNPACKED)
def _unpack(data: bytes, state: type) -> object:
    values = np.ndarray((), LAYOUTS[state], data).item()  # one field after the other would take eight times as long
    return _fields[state]._make(values)


def look_up(memory: NDArray[np.uint8], state: type, name: str) -> NDArray[Any]:
    """One field of a record, in place; for several, `unpack` is quicker."""
    dtype, offset = LAYOUTS[state].fields[name][:2]  # type: ignore[index]  # a record has fields
    return np.ndarray(dtype.shape, dtype.base, memory, offset)


def reader(state: type, fields: type[Fields]) -> Callable[[NDArray[np.uint8]], Fields]:
    """A function that reads at once those fields of a record that a named tuple has, in half the time of `unpack`.

    Its annotations say how: ``int``; an array as a flat ``tuple[int, ...]``, or as ``bytes``, which can be looked up.
    """
    form, end, count = "=", 0, 0
    places: dict[str, int | slice] = {}
    hints = get_type_hints(fields)
    for name, (dtype, offset) in sorted(LAYOUTS[state].fields.items(), key=lambda field: field[1][1]):  # type: ignore[union-attr]  # a record has fields
        if name in hints:
            is_raw = hints[name] is bytes
            length = 1 if is_raw else dtype.itemsize // dtype.base.itemsize
            numbers = f"{dtype.itemsize}s" if is_raw else f"{length}{INTEGERS[dtype.base.itemsize]}"
            form += f"{offset - end}x{numbers}"
            places[name] = slice(count, count + length) if dtype.shape and not is_raw else count
            end, count = offset + dtype.itemsize, count + length
    read = Struct(f"{form}{LAYOUTS[state].itemsize - end}x").unpack
    pick, make = itemgetter(*(places[name] for name in hints)), cast("Any", fields)._make
    return lambda memory: make(pick(read(memory.tobytes())))
