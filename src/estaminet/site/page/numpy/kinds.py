"""Types of numbers, the layout of records, and promotion of two types."""

from math import prod
from typing import Any, ClassVar

from .layout import Shape, pack


class generic(int):
    """A type of number; its values are Python's."""

    code: ClassVar[str]
    """Its code in modules array and struct."""
    itemsize: ClassVar[int]
    width: ClassVar[int]
    """Bytes of a memory item: the number itself."""
    unit: ClassVar[int] = 1
    """Memory items for one value."""

    def __new__(cls, value: Any = 0) -> Any:
        return float(value) if cls.code in FLOATING else bool(value) if cls.code == "?" else int(value)


class integer(generic):
    """A whole number."""


class floating(generic):
    """A number with a fraction."""


def _kind(parent: type[generic], name: str, code: str, itemsize: int) -> type[generic]:
    return type(name, (parent,), {"code": code, "itemsize": itemsize, "width": itemsize})


FLOATING = "fd"
int8, int16, int32, int64 = (
    _kind(integer, f"int{8 * size}", code, size) for code, size in zip("bhiq", (1, 2, 4, 8), strict=True)
)
uint8, uint16, uint32, uint64 = (
    _kind(integer, f"uint{8 * size}", code, size) for code, size in zip("BHIQ", (1, 2, 4, 8), strict=True)
)
float32, float64 = _kind(floating, "float32", "f", 4), _kind(floating, "float64", "d", 8)
bool_ = _kind(generic, "bool", "?", 1)
intp = int64
KINDS = {float: float64, int: int64, bool: bool_}
"""Types of Python's own numbers."""


class void(generic):
    """No number."""

    code, itemsize, width = "B", 1, 1


class record(void):
    """A type with named fields."""


class dtype:
    """A number, several of them, or the fields of a record, aligned as in C."""

    code, width = "B", 1
    """A record is bytes."""

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
            self.steps: Shape = pack(self.shape)
            self.itemsize = kind.itemsize * prod(self.shape)

    def _lay_out(self, fields: list[tuple[str, type[generic], tuple[int, ...]]]) -> None:
        end, widest, self.fields = 0, 1, {}
        for name, kind, shape in fields:
            field = dtype((kind, shape))
            begin = -(-end // kind.itemsize) * kind.itemsize
            self.fields[name] = field, begin
            end, widest = begin + field.itemsize, max(widest, kind.itemsize)
        self.names, self.itemsize = tuple(self.fields), -(-end // widest) * widest
        self.unit = self.itemsize


def find_kind(value: Any) -> Any:
    """The type of an array's values, from a number or an array."""
    return KINDS.get(type(value)) or value.dtype


def promote(first: Any, second: Any) -> Any:
    """The narrowest type that holds numbers of two types."""
    if first is second or second is bool_:
        return first
    if first is bool_:
        return second
    narrow, wide = sorted((first, second), key=lambda kind: (kind.code in FLOATING, kind.itemsize))
    if wide.code in FLOATING:
        is_exact = narrow.code in FLOATING or 2 * narrow.itemsize <= wide.itemsize
        return wide if is_exact else float64
    if narrow.code.islower() == wide.code.islower() or (wide.code.islower() and narrow.itemsize < wide.itemsize):
        return wide
    return {1: int16, 2: int32, 4: int64, 8: float64}[wide.itemsize]


def promote_weakly(kind: Any, number: float | bool) -> Any:
    """The type of an array combined with a Python number, which is as wide as needed."""
    if kind.code in FLOATING or type(number) is bool:
        return kind
    if type(number) is float:
        return float64
    return int64 if kind is bool_ else kind
