"""An array: numbers in a line of memory, and the stride to the next along each axis.

Its memory has an address, so that compiled functions work on it in place. Views share it. Single numbers are Python's
numbers, and integer overflow is an error.
"""

import operator
from array import array as memory
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, repeat
from itertools import product as combine
from math import copysign, floor, inf, isnan, nan, prod, sqrt
from typing import Any, NamedTuple

from .kinds import (
    FLOATING,
    KINDS,
    bool_,
    dtype,
    find_kind,
    float32,
    float64,
    int64,
    promote,
    promote_weakly,
)
from .layout import Shape, find_order, is_whole, join_shapes, pack

Operation = Callable[..., Any]


class ndarray:
    """An array."""

    __slots__ = ("_data", "_line", "_start", "_steps", "dtype", "shape")
    __hash__ = None  # type: ignore[assignment]  # it changes

    dtype: Any
    """The type of its numbers, or the layout of a record."""
    shape: Shape
    _data: memoryview
    """All of its memory, as its type of numbers; of records, their bytes."""
    _start: int
    """The index of its first number there."""
    _steps: Shape
    """The stride in numbers along each axis."""
    _line: memoryview | None
    """Its numbers, if contiguous and requested before."""

    def __class_getitem__(cls, item: object) -> type["ndarray"]:
        return cls

    def __init__(self, shape: Any, dtype: Any = float64, buffer: Any = None, offset: int = 0) -> None:
        self.shape = (shape,) if isinstance(shape, int) else tuple(shape)
        self.dtype = kind = _simplify(dtype)
        if buffer is None:
            buffer = memory("B", [0]) * (prod(self.shape) * kind.itemsize or kind.itemsize)  # memory cannot be empty
        elif isinstance(buffer, ndarray):
            offset += buffer._start * buffer.dtype.width
            buffer = buffer._data
        self._data = memoryview(buffer).cast("B").cast(kind.code)
        self._start, self._steps, self._line = offset // kind.width, pack(self.shape, kind.unit), None

    # Properties.

    @property
    def ndim(self) -> int:
        return len(self.shape)

    @property
    def size(self) -> int:
        return prod(self.shape)

    @property
    def nbytes(self) -> int:
        return prod(self.shape) * self.dtype.itemsize

    @property
    def strides(self) -> Shape:
        return tuple(step * self.dtype.width for step in self._steps)

    @property
    def address(self) -> int:
        """Its address, for compiled functions."""
        if not self._is_whole():
            raise TypeError("a compiled function takes no array with gaps")
        (begin, _) = self._data.obj.buffer_info()
        return begin + self._start * self.dtype.width

    def _is_whole(self) -> bool:
        """Whether its numbers are contiguous."""
        return is_whole(self.shape, self._steps, self.dtype.unit)

    def _find_line(self) -> memoryview | None:
        """Its numbers, if they are contiguous."""
        if len(self.shape) == 1:
            (length,), (step,) = self.shape, self._steps
            if step or length < 2:
                self._line = _slice(self._data, self._start, length, step)
        elif self._is_whole():
            count = prod(self.shape) * self.dtype.unit
            self._line = self._data[self._start : self._start + count]
        return self._line

    # Its numbers.

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        if len(self.shape) == 1:
            return iter(self.list_numbers())
        (length, *shape), (step, *steps) = self.shape, self._steps
        starts = (self._start + at * step for at in range(length))
        return (look_at(self._data, self.dtype, start, tuple(shape), tuple(steps)) for start in starts)

    def tolist(self) -> Any:
        numbers = self.list_numbers()
        if not self.shape:
            return numbers[0]
        if not numbers:
            return [each.tolist() for each in self] if self.ndim > 1 else []
        for length in reversed(self.shape[1:]):
            numbers = [numbers[at : at + length] for at in range(0, len(numbers), length)]
        return numbers

    def list_numbers(self) -> list[Any]:
        """All of them, in order."""
        line = self._line or self._find_line()
        return _read(self._data, self._start, self.shape, self._steps) if line is None else line.tolist()

    @property
    def flat(self) -> memoryview:
        """All of them, to read."""
        return self._line or self._find_line() or self.copy().flat

    def item(self) -> Any:
        """The number; a tuple of fields for a record."""
        if not isinstance(self.dtype, dtype):
            (number,) = self.list_numbers()
            return number
        found: list[Any] = []
        kinds: dict[str, memoryview] = {}
        for field, offset in (self.dtype.fields or {}).values():
            kind, shape = field.base, field.shape
            data = kinds.get(kind.code) or kinds.setdefault(kind.code, self._data.cast(kind.code))
            start = (self._start + offset) // kind.itemsize
            found.append(look_at(data, kind, start, shape, field.steps) if shape else data[start])
        return tuple(found)

    def tobytes(self) -> bytes:
        line = self._line or self._find_line()
        if line is not None:
            return line.tobytes()
        if len(self.shape) > 1:
            return b"".join(part.tobytes() for part in self)
        return self._data[self._start : self._start + 1].tobytes() * self.shape[0]

    def __int__(self) -> int:
        return int(self.item())

    def __index__(self) -> int:
        return operator.index(self.item())

    def __float__(self) -> float:
        return float(self.item())

    def __bool__(self) -> bool:
        return bool(self.item())

    def __repr__(self) -> str:
        return f"array({self.tolist()})"

    # Reshaping and conversion.

    def copy(self) -> "ndarray":
        return ndarray(self.shape, self.dtype, memory("B", self.tobytes() or bytes(self.dtype.itemsize)))

    def astype(self, kind: Any) -> "ndarray":
        return compute(None, kind, self)

    def reshape(self, *shape: Any) -> "ndarray":
        wanted = list(shape[0] if isinstance(shape[0], tuple) else shape)
        if -1 in wanted:
            at = wanted.index(-1)
            wanted[at] = self.size // (prod(wanted[:at] + wanted[at + 1 :]) or 1)
        if prod(wanted) != self.size:
            raise ValueError(f"an array of the shape {self.shape} has no shape {shape}")
        whole = self if self._is_whole() else self.copy()
        return look_at(whole._data, self.dtype, whole._start, tuple(wanted), pack(tuple(wanted), self.dtype.unit))

    def ravel(self) -> "ndarray":
        return self.reshape(-1)

    def view(self, kind: Any) -> "ndarray":
        """The same bytes as other numbers, or as records, along the last axis, which has no gaps."""
        kind = _simplify(kind)
        width, other = self.dtype.width, kind.width
        *steps, step = self._steps
        *shape, length = self.shape
        if length * self.dtype.itemsize % kind.itemsize or (length > 1 and step * width != self.dtype.itemsize):
            raise ValueError("these bytes are no numbers of that kind")
        return look_at(
            self._data.cast("B").cast(kind.code),
            kind,
            self._start * width // other,
            (*shape, length * self.dtype.itemsize // kind.itemsize),
            (*(each * width // other for each in steps), kind.unit),
        )

    def transpose(self, order: Sequence[int] | None = None) -> "ndarray":
        axes = range(self.ndim)[::-1] if order is None else order
        shape, steps = (tuple([each[axis] for axis in axes]) for each in (self.shape, self._steps))
        return look_at(self._data, self.dtype, self._start, shape, steps)

    @property
    def T(self) -> "ndarray":
        return self.transpose()

    def spread(self, shape: Shape) -> "ndarray":
        """The same numbers broadcast along axes that are new or had length 1."""
        if shape == self.shape:
            return self
        steps = [0] * (len(shape) - self.ndim)
        for length, step, wanted in zip(self.shape, self._steps, shape[len(steps) :], strict=True):
            if length not in (1, wanted):
                raise ValueError(f"an array of the shape {self.shape} cannot be spread to {shape}")
            steps.append(step if length == wanted else 0)
        return look_at(self._data, self.dtype, self._start, shape, tuple(steps))

    # Views.

    def __getitem__(self, key: Any) -> Any:
        if type(key) is int and len(self.shape) == 1 and (line := self._line or self._find_line()) is not None:
            return line[key]
        if type(key) is str:
            return self._look_at_field(key)
        keys = key if type(key) is tuple else (key,)
        if _is_choice(keys):
            return self._pick(keys)
        start, shape, steps = self._locate(keys)
        is_number = not shape and not isinstance(self.dtype, dtype) and Ellipsis not in keys
        return self._data[start] if is_number else look_at(self._data, self.dtype, start, shape, steps)

    def __setitem__(self, key: Any, value: Any) -> None:
        if type(key) is int and len(self.shape) == 1 and (line := self._line or self._find_line()) is not None:
            line[key] = value
            return
        if type(key) is str:
            self._look_at_field(key)._write(value)
            return
        keys = key if type(key) is tuple else (key,)
        if _is_choice(keys):
            self._put(keys, value)
        else:
            start, shape, steps = self._locate(keys)
            look_at(self._data, self.dtype, start, shape, steps)._write(value)

    def _locate(self, keys: Sequence[Any]) -> tuple[int, Shape, Shape]:
        """The start, shape and strides of a part: by integers, slices, None, and ``...``."""
        start, axis = self._start, 0
        shape: list[int] = []
        steps: list[int] = []
        for each in keys:
            if each is None:
                shape.append(1)
                steps.append(0)
            elif each is Ellipsis:
                left = axis + self.ndim - sum(other is not None and other is not Ellipsis for other in keys)
                shape += self.shape[axis:left]
                steps += self._steps[axis:left]
                axis = left
            else:
                step, places = self._steps[axis], range(self.shape[axis])
                if type(each) is slice:
                    places = places[each]
                    start += places.start * step if places else 0
                    shape.append(len(places))
                    steps.append(step * places.step)
                else:
                    start += places[each] * step
                axis += 1
        return start, (*shape, *self.shape[axis:]), (*steps, *self._steps[axis:])

    def _look_at_field(self, name: str) -> "ndarray":
        """One field of all records."""
        field, offset = self.dtype.fields[name]
        kind, width = field.base, field.base.itemsize
        steps = (*(step // width for step in self._steps), *field.steps)
        data, start = self._data.cast(kind.code), (self._start + offset) // width
        return look_at(data, kind, start, (*self.shape, *field.shape), steps)

    # Selection by indices or masks.

    def _pick(self, keys: Sequence[Any]) -> "ndarray":
        """A copy of the selection."""
        choice = self._choose(keys)
        part, shape = choice.part, choice.shape + choice.rest
        if choice.rest:
            data = b"".join([part[each].tobytes() for each in choice.places])
            found = ndarray(shape, self.dtype, memory("B", data or bytes(self.dtype.itemsize)))
        elif part.ndim == 1:
            numbers = part.list_numbers()
            found = build([numbers[place] for (place,) in choice.places], shape, self.dtype)
        else:
            found = build([part[each] for each in choice.places], shape, self.dtype)
        return found.transpose(choice.order)

    def _put(self, keys: Sequence[Any], value: Any) -> None:
        """Overwrite the selection."""
        choice = self._choose(keys)
        part, shape, order = choice.part, choice.shape + choice.rest, choice.order
        given = as_array(value).spread(tuple([shape[axis] for axis in order]))
        given = given.transpose([order.index(axis) for axis in range(len(order))])
        numbers = (given[place] for place in combine(*map(range, choice.shape)))
        for each, number in zip(choice.places, numbers, strict=True):
            part[each] = number

    def _choose(self, keys: Sequence[Any]) -> "Selection":
        plain: list[Any] = []
        chosen: dict[int, ndarray] = {}
        for each in self._write_out(keys):
            if each is None or type(each) is slice:
                plain.append(each)
                continue
            for places in _list_places(each):
                chosen[len(plain)] = places
                plain.append(slice(None))
        start, sizes, steps = self._locate(plain)
        axes = [*chosen]
        order = [axis for axis in find_order(sizes, steps) if axis not in chosen]
        shape = join_shapes(*[each.shape for each in chosen.values()])
        places = zip(*(each.spread(shape).list_numbers() for each in chosen.values()), strict=True)
        count = len(shape)
        rest = [count + order.index(axis) for axis in sorted(order)]
        before = axes[0] if axes[-1] - axes[0] == len(axes) - 1 else 0
        return Selection(
            look_at(self._data, self.dtype, start, sizes, steps).transpose([*axes, *order]),
            [*places],
            shape,
            tuple([sizes[axis] for axis in order]),
            [*rest[:before], *range(count), *rest[before:]],
        )

    def _write_out(self, keys: Sequence[Any]) -> list[Any]:
        """Keys for every axis, without ``...``."""
        left = self.ndim - sum(
            each.ndim if _is_marks(each) else each is not None and each is not Ellipsis for each in keys
        )
        at = next((at for at, each in enumerate(keys) if each is Ellipsis), len(keys))
        return [*keys[:at], *[slice(None)] * left, *keys[at + 1 :]]

    def _write(self, value: Any) -> None:
        """Write a number, or as many as there are places."""
        if not self.size:
            return
        if isinstance(value, int | float):
            numbers = _store([value], self.dtype)
            if self.size > 1:
                numbers = memoryview(memory("B", numbers.tobytes()) * self.size).cast(self.dtype.code)
        else:
            given = as_array(value)
            given = given if given.shape == self.shape else given.spread(self.shape)
            line = given._line or given._find_line()
            is_ready = line is not None and given.dtype is self.dtype
            numbers = line if is_ready else _store(given.list_numbers(), self.dtype)
        own = self._line or self._find_line()
        if own is None:
            _write(self._data, self._start, self.shape, self._steps, numbers)
        else:
            own[:] = numbers

    # Elementwise.

    def __add__(self, other: Any) -> Any:
        return calculate(operator.add, self, other)

    def __radd__(self, other: Any) -> Any:
        return calculate(operator.add, other, self)

    def __sub__(self, other: Any) -> Any:
        return calculate(operator.sub, self, other)

    def __rsub__(self, other: Any) -> Any:
        return calculate(operator.sub, other, self)

    def __mul__(self, other: Any) -> Any:
        return calculate(operator.mul, self, other)

    def __rmul__(self, other: Any) -> Any:
        return calculate(operator.mul, other, self)

    def __mod__(self, other: Any) -> Any:
        return calculate(operator.mod, self, other)

    def __floordiv__(self, other: Any) -> Any:
        return calculate(operator.floordiv, self, other)

    def __truediv__(self, other: Any) -> Any:
        return calculate(divide, self, other)

    def __rtruediv__(self, other: Any) -> Any:
        return calculate(divide, other, self)

    def __neg__(self) -> Any:
        return calculate(operator.neg, self)

    def __abs__(self) -> Any:
        return calculate(abs, self)

    def __iadd__(self, other: Any) -> Any:
        return self._change(self + other)

    def __isub__(self, other: Any) -> Any:
        return self._change(self - other)

    def __imul__(self, other: Any) -> Any:
        return self._change(self * other)

    def __itruediv__(self, other: Any) -> Any:
        return self._change(self / other)

    def _change(self, found: Any) -> "ndarray":
        if find_kind(found).code in FLOATING and self.dtype.code not in FLOATING:
            raise TypeError("whole numbers cannot become fractions")
        self._write(found)
        return self

    def __and__(self, other: Any) -> Any:
        return calculate(operator.and_, self, other, marks=True)

    def __or__(self, other: Any) -> Any:
        return calculate(operator.or_, self, other, marks=True)

    def __xor__(self, other: Any) -> Any:
        return calculate(operator.xor, self, other, marks=True)

    __rand__, __ror__, __rxor__ = __and__, __or__, __xor__

    def __invert__(self) -> Any:
        return compute(operator.not_ if self.dtype is bool_ else operator.invert, self.dtype, self)

    def __eq__(self, other: object) -> Any:
        return compare(operator.eq, self, other)

    def __ne__(self, other: object) -> Any:
        return compare(operator.ne, self, other)

    def __lt__(self, other: Any) -> Any:
        return compare(operator.lt, self, other)

    def __le__(self, other: Any) -> Any:
        return compare(operator.le, self, other)

    def __gt__(self, other: Any) -> Any:
        return compare(operator.gt, self, other)

    def __ge__(self, other: Any) -> Any:
        return compare(operator.ge, self, other)


class Selection(NamedTuple):
    """A selection from an array."""

    part: ndarray
    """The array with the selecting axes first."""
    places: list[tuple[int, ...]]
    """The indices there."""
    shape: Shape
    """The indices' shape."""
    rest: Shape
    """The lengths of the other axes."""
    order: list[int]
    """The positions of the index axes, then the others, in the result."""


def _is_choice(keys: Sequence[Any]) -> bool:
    for each in keys:  # a loop is quicker than `any`
        kind = type(each)
        if kind is list or (kind is ndarray and each.shape):
            return True
    return False


def _is_marks(key: Any) -> bool:
    return isinstance(key, ndarray) and key.dtype is bool_


def _list_places(key: Any) -> list[ndarray]:
    """The indices that a key selects, along each axis it covers."""
    if not _is_marks(key):
        return [as_array(key)]
    places = [place for place, mark in zip(combine(*map(range, key.shape)), key.list_numbers(), strict=True) if mark]
    return [build([place[axis] for place in places], (len(places),), int64) for axis in range(key.ndim)]


def _simplify(kind: Any) -> Any:
    """The type of numbers that a description names."""
    if isinstance(kind, dtype):
        return kind if kind.fields else kind.base
    return KINDS.get(kind, kind)


def _read(data: memoryview, start: int, shape: Shape, steps: Shape) -> list[Any]:
    """Numbers with gaps between them."""
    if not shape:
        return [data[start]]
    (length, *rest), (step, *others) = shape, steps
    if not rest:
        return _slice(data, start, length, step).tolist() if step else [data[start]] * length
    if not step or length == 1:
        return _read(data, start, rest, others) * length
    if len(rest) == 1 and rest[0] < length:  # few long columns are quicker than many short rows
        columns = [_read(data, start + at * others[0], (length,), (step,)) for at in range(rest[0])]
        return [*chain.from_iterable(zip(*columns, strict=True))]
    rows = [_read(data, start + at * step, rest, others) for at in range(length)]
    return [*chain.from_iterable(rows)]


def _write(data: memoryview, start: int, shape: Shape, steps: Shape, numbers: memoryview) -> None:
    """Write numbers with gaps between them; as many as there are."""
    (length, *rest), (step, *others) = shape, steps
    if not rest:
        _slice(data, start, length, step)[:] = numbers
    elif len(rest) == 1 and rest[0] < length:
        for at in range(rest[0]):
            _slice(data, start + at * others[0], length, step)[:] = numbers[at :: rest[0]]
    else:
        size = prod(rest)
        for at in range(length):
            _write(data, start + at * step, rest, others, numbers[at * size : (at + 1) * size])


def _slice(data: memoryview, start: int, length: int, step: int) -> memoryview:
    """A strided slice."""
    if length < 2:
        return data[start : start + length]
    end = start + length * step
    return data[start : end if end >= 0 else None : step]


def look_at(data: memoryview, kind: Any, start: int, shape: Shape, steps: Shape) -> ndarray:
    """An array over existing memory."""
    found = object.__new__(ndarray)
    found._data, found._start, found._steps, found._line = data, start, steps, None
    found.dtype, found.shape = kind, shape
    return found


def _store(numbers: Iterable[Any], kind: Any) -> memoryview:
    """Numbers in new memory."""
    if kind is bool_:
        return memoryview(memory("B", map(bool, numbers))).cast("?")
    try:
        return memoryview(memory(kind.code, numbers))
    except TypeError:  # fractions are cut off
        return memoryview(memory(kind.code, map(int, numbers)))


def build(numbers: list[Any], shape: Shape, kind: Any) -> ndarray:
    """A new array of these numbers."""
    return look_at(_store(numbers or [0], kind), kind, 0, shape, pack(shape))


def as_array(value: Any, kind: Any = None) -> ndarray:
    """An array from an array, a number, or nested lists."""
    if isinstance(value, ndarray):
        return value if kind is None or kind is value.dtype else value.astype(kind)
    rows, shape = [value], []
    while rows and isinstance(rows[0], list | tuple | range):
        shape.append(len(rows[0]))
        if any(len(row) != shape[-1] for row in rows):
            raise ValueError("these rows have different lengths")
        rows = [each for row in rows for each in row]
    if rows and isinstance(rows[0], ndarray):
        shape += rows[0].shape
        rows = [number for row in rows for number in row.spread(rows[0].shape).list_numbers()]
    found = float64
    if rows:
        found = bool_ if all(type(each) is bool for each in rows) else int64
        found = float64 if any(type(each) is float for each in rows) else found
    return build(rows, tuple(shape), found if kind is None else _simplify(kind))


def finish(found: ndarray) -> Any:
    """Result of an operation: an array, or a number."""
    return found if found.shape else found.item()


def compute(operation: Operation | None, kind: Any, *given: Any) -> ndarray:
    """An elementwise operation on some arrays; without an operation, a conversion of type."""
    arrays = [each for each in given if isinstance(each, ndarray)]
    shape = join_shapes(*[each.shape for each in arrays])
    order = None
    if not all(each.shape == shape and each._is_whole() for each in arrays):
        order = find_order(shape, *[each.spread(shape)._steps for each in arrays])
    lists = [
        (each if order is None else each.spread(shape).transpose(order)).list_numbers()
        if isinstance(each, ndarray)
        else repeat(each)
        for each in given
    ]
    numbers = lists[0] if operation is None else map(operation, *lists)
    if order is None:
        return build([*numbers], shape, kind)
    found = build([*numbers], tuple(shape[axis] for axis in order), kind)
    return found.transpose([order.index(axis) for axis in range(len(order))])


def calculate(operation: Operation, *given: Any, marks: bool = False) -> Any:
    """The same for arithmetic, with numbers and lists; for booleans only if it supports them."""
    operands = [each if type(each) in OPERANDS else as_array(each) for each in given]
    if not any(type(each) is ndarray for each in operands):
        return operation(*operands)
    kind = _find_common(operands)
    if kind is bool_ and not marks:
        raise TypeError("marks are no numbers")
    if operation in FRACTIONAL and kind.code not in FLOATING:
        kind = float64
    return finish(compute(operation, kind, *_round(operands, kind)))


def compare(operation: Operation, *given: Any) -> Any:
    """The same for comparisons."""
    operands = [each if type(each) in OPERANDS else as_array(each) for each in given]
    return finish(compute(operation, bool_, *_round(operands, _find_common(operands))))


def _find_common(operands: Sequence[Any]) -> Any:
    """The common type of arrays and numbers."""
    kinds = [each.dtype for each in operands if isinstance(each, ndarray)]
    kind = kinds[0]
    for each in kinds[1:]:
        kind = promote(kind, each)
    for each in operands:
        if not isinstance(each, ndarray):
            kind = promote_weakly(kind, each)
    return kind


def _round(operands: Sequence[Any], kind: Any) -> Sequence[Any]:
    """Beside short fractions a number is short."""
    if kind is not float32:
        return operands
    return [each if isinstance(each, ndarray) else memory("f", [each])[0] for each in operands]


def divide(number: float, divisor: float) -> float:
    """A quotient, also by zero."""
    try:
        return number / divisor
    except ZeroDivisionError:
        return copysign(inf, number) * copysign(1, divisor) if number and not isnan(number) else nan


OPERANDS = (ndarray, float, int, bool)
FRACTIONAL = (divide, sqrt, floor)
"""Operations that yield fractions."""
