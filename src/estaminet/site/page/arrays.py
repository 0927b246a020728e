"""As much of NumPy as a game needs in a page, in its place there: numbers in C order over bytes.

What computes with arrays is compiled. Around it, arrays hold positions, packed options and deals, and what compiled
functions write.
"""

from collections.abc import Iterable, Iterator
from math import prod
from typing import Any, ClassVar

newaxis = None


class generic(int):
    """A kind of number; as a value it is one of Python."""

    code: ClassVar[str]
    itemsize: ClassVar[int]

    def __new__(cls, value: Any = 0) -> Any:
        return float(value) if cls.code in "fd" else int(value)


def _kind(name: str, code: str, itemsize: int) -> type[generic]:
    return type(name, (generic,), {"code": code, "itemsize": itemsize, "base": property(lambda self: type(self))})


int8, int16, int32, int64 = (
    _kind(f"int{8 * size}", code, size) for code, size in zip("bhiq", (1, 2, 4, 8), strict=True)
)
uint8, uint32, uint64 = _kind("uint8", "B", 1), _kind("uint32", "I", 4), _kind("uint64", "Q", 8)
float32, float64 = _kind("float32", "f", 4), _kind("float64", "d", 8)
bool_ = _kind("bool", "?", 1)


class void(generic):
    """No number."""

    code, itemsize = "V", 0


class record(void):
    """A kind of numbers with names."""


class dtype:
    """A number, several of them, or the fields of a record, aligned as in C."""

    def __class_getitem__(cls, item: object) -> type["dtype"]:
        return cls

    def __init__(self, what: Any, align: bool = False) -> None:
        self.fields: dict[str, tuple[dtype, int]] | None = None
        self.names: tuple[str, ...] | None = None
        self.shape: tuple[int, ...] = ()
        if isinstance(what, tuple) and what[0] is record:
            what = what[1]
        if isinstance(what, dtype):
            self.__dict__.update(what.__dict__)
        elif isinstance(what, list):
            self._lay_out(what)
        else:
            kind, shape = what if isinstance(what, tuple) else (what, ())
            self.base = kind
            self.shape = shape if isinstance(shape, tuple) else (shape,)
            self.itemsize = kind.itemsize * prod(self.shape)

    def _lay_out(self, fields: list[tuple[str, type[generic], tuple[int, ...]]]) -> None:
        end, widest, self.fields = 0, 1, {}
        for name, kind, shape in fields:
            field = dtype((kind, shape))
            begin = -(-end // kind.itemsize) * kind.itemsize
            self.fields[name] = field, begin
            end, widest = begin + field.itemsize, max(widest, kind.itemsize)
        self.names, self.itemsize = tuple(self.fields), -(-end // widest) * widest


class ndarray:
    """An array. Parts of it share its bytes; single numbers are numbers of Python."""

    def __class_getitem__(cls, item: object) -> type["ndarray"]:
        return cls

    def __init__(self, shape: Any, kind: Any, buffer: Any = None, offset: int = 0) -> None:
        self.shape: tuple[int, ...] = (shape,) if isinstance(shape, int) else tuple(shape)
        self.dtype = kind.base if isinstance(kind, dtype) and not kind.fields else kind
        self.size = prod(self.shape)
        self.nbytes = self.size * self.dtype.itemsize
        raw = bytearray(self.nbytes) if buffer is None else buffer.raw if isinstance(buffer, ndarray) else buffer
        self.raw = memoryview(raw)[offset : offset + self.nbytes]
        """Its bytes."""

    @property
    def flat(self) -> memoryview:
        """Its numbers, one after the other."""
        return self.raw.cast(self.dtype.code)

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        return iter(self.flat) if len(self.shape) == 1 else (self[at] for at in range(len(self)))

    def tolist(self) -> Any:
        flat = self.flat.tolist()
        if not self.shape:
            return flat[0]
        for length in reversed(self.shape[1:]):
            flat = [flat[at : at + length] for at in range(0, len(flat), length)]
        return flat

    def item(self) -> Any:
        """The number; of a record a tuple of its fields."""
        if not isinstance(self.dtype, dtype):
            return self.flat[0]
        return tuple(
            found if kind.shape else found.flat[0]
            for kind, offset in (self.dtype.fields or {}).values()
            for found in [ndarray(kind.shape, kind.base, self.raw, offset)]
        )

    def tobytes(self) -> bytes:
        return self.raw.tobytes()

    def copy(self) -> "ndarray":
        return ndarray(self.shape, self.dtype, bytearray(self.raw))

    def reshape(self, *shape: int) -> "ndarray":
        return ndarray(shape, self.dtype, self.raw)

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, int) and len(self.shape) == 1:
            return self.flat[key]
        found = self._part(key)
        return found if found.shape else found.flat[0]

    def __setitem__(self, key: Any, value: Any) -> None:
        if isinstance(key, int) and len(self.shape) == 1:
            self.flat[key] = value
            return
        part = self._part(key)
        numbers = value.flat if isinstance(value, ndarray) else [value] * part.size
        flat = part.flat
        for at, number in enumerate(numbers):
            flat[at] = number

    def _part(self, key: Any) -> "ndarray":
        """What lies together: whole numbers, and at the end perhaps a slice."""
        shape, offset = self.shape, 0
        for each in () if key is Ellipsis else key if isinstance(key, tuple) else (key,):
            step = self.dtype.itemsize * prod(shape[1:])
            if isinstance(each, slice):
                places = range(shape[0])[each]
                shape, offset = (len(places), *shape[1:]), offset + places.start * step
                break
            offset += range(shape[0])[each] * step
            shape = shape[1:]
        return ndarray(shape, self.dtype, self.raw, offset)

    def __int__(self) -> int:
        return int(self.item())

    __index__ = __int__

    def __eq__(self, other: object) -> bool:
        return bool(self.item() == other)

    def __hash__(self) -> int:
        return id(self)


def zeros(shape: Any, kind: Any = float64) -> ndarray:
    return ndarray(shape, kind)


empty = zeros


def empty_like(other: ndarray) -> ndarray:
    return ndarray(other.shape, other.dtype)


def array(values: Iterable[float], kind: Any = float64) -> ndarray:
    """An array of one dimension."""
    numbers = list(values)
    found = ndarray(len(numbers), kind)
    flat = found.flat
    for at, number in enumerate(numbers):
        flat[at] = number
    return found


def frombuffer(data: Any, kind: Any) -> ndarray:
    return ndarray(len(data) // kind.itemsize, kind, data)
