"""Structs: values that travel together, as one argument of compiled functions.

A struct is an ordinary object with annotated members: functions under ``@jit``, arrays, numbers, other structs. To
compiled code it is one word, the address of a table of its members, so that it costs nothing to hand on and nothing to
take apart. Members are set once; what changes is in the arrays.
"""

import struct
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any, ClassVar, Final, NamedTuple, Self, cast, dataclass_transform, get_type_hints

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.typing.templates import AttributeTemplate
from numba.extending import (
    NativeValue,
    infer_getattr,
    lower_getattr_generic,
    models,
    register_model,
    unbox,
)
from numba.np import numpy_support

from estaminet.engine.jit.compiler import load
from estaminet.engine.jit.layout import JIT_IS_OFF, find_machine_type

WORD: Final = ir.IntType(64)
INVARIANT: Final = "invariant.load"
NOT_NULL: Final = "nonnull"


class Member(NamedTuple):
    """One thing in a struct."""

    type: types.Type
    place: int
    """Its first word in the table."""


class StructType(types.Type):
    """The type of a struct in compiled code."""

    def __init__(self, kind: "type[Struct]") -> None:
        self.kind = kind
        super().__init__(name=f"Struct({kind.__module__}.{kind.__qualname__})")

    @cached_property
    def members(self) -> dict[str, Member]:
        """By their names, in the order of the annotations."""
        found: dict[str, Member] = {}
        place = 0
        hints = get_type_hints(self.kind, include_extras=True)
        for name in list_names(self.kind):
            member = find_machine_type(hints[name])
            found[name] = Member(member, place)
            place += 1 + (member.ndim if isinstance(member, types.Array) else 0)
        return found


@dataclass_transform(kw_only_default=True)
class Struct:
    """Members are annotated in a subclass and given by their names; one with a default may be left out."""

    _numba_type_: ClassVar[StructType]
    _names: ClassVar[list[str]]

    def __init_subclass__(cls) -> None:
        cls._numba_type_ = StructType(cls)
        cls._names = list_names(cls)

    def __init__(self, **members: Any) -> None:  # noqa: ANN401  # as a subclass annotates them
        names = self._names
        if unknown := members.keys() - names:
            raise TypeError(f"{type(self).__name__} has no {', '.join(sorted(unknown))}")
        for name in names:
            if name in members:
                setattr(self, name, members[name])
            elif not hasattr(type(self), name):
                raise TypeError(f"{type(self).__name__} needs {name}")
        if not JIT_IS_OFF:
            kinds = self._numba_type_.members.items()
            words = [word for name, kind in kinds for word in self._list_words(name, kind.type)]
            self._table = np.array(words, np.uint64)
            self._address = self._table.ctypes.data

    def replace(self, **changes: Any) -> Self:  # noqa: ANN401  # as a subclass annotates them
        """The same with some members exchanged."""
        return type(self)(**{name: getattr(self, name) for name in self._names} | changes)

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[object, ...]:
        """The same for structs with the same numbers, and the very same arrays and functions."""
        members = (getattr(self, name) for name in self._names)
        return tuple(each if isinstance(each, int | float | Struct) else id(each) for each in members)

    def _list_words(self, name: str, kind: types.Type) -> Iterator[int]:
        """The words of a member in the table."""
        value = getattr(self, name)
        match kind:
            case types.FunctionType():
                yield find_address(value)
            case types.Array():
                dtype = numpy_support.as_dtype(kind.dtype)
                if value.dtype != dtype or value.ndim != kind.ndim or not value.flags.c_contiguous:
                    raise TypeError(f"{type(self).__name__}.{name} is an array of {dtype} in {kind.ndim} dimensions")
                yield value.ctypes.data
                yield from value.shape
            case StructType():
                yield value._address
            case types.Float():
                (word,) = struct.unpack("Q", struct.pack("d", value))
                yield word
            case _:
                yield int(value) % (1 << 64)


def list_names(kind: type[Struct]) -> list[str]:
    """The names of all members."""
    return [name for name in get_type_hints(kind) if not name.startswith("_")]


def find_address(function: Callable[..., object]) -> int:
    """Where the machine code of a compiled function is; it stays there as long as the program runs."""
    load(function)
    (compiled,) = cast("Any", function).overloads.values()
    address: int = compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name)
    return address


# How numba reads a struct.


@register_model(StructType)
class StructModel(models.PrimitiveModel):
    """One word: where the table is."""

    def __init__(self, manager: Any, kind: StructType) -> None:  # noqa: ANN401  # numba's
        super().__init__(manager, kind, WORD.as_pointer())


@unbox(StructType)
def take_address(_kind: StructType, value: Any, context: Any) -> NativeValue:  # noqa: ANN401  # numba's
    number = context.pyapi.object_getattr_string(value, "_address")
    address = context.pyapi.long_as_ulonglong(number)
    context.pyapi.decref(number)
    return NativeValue(context.builder.inttoptr(address, WORD.as_pointer()))


@infer_getattr
class StructAttributes(AttributeTemplate):
    """Members by their names."""

    key = StructType

    def generic_resolve(self, kind: StructType, name: str) -> types.Type | None:  # type: ignore[override]  # as numba calls it
        member = kind.members.get(name)
        return None if member is None else member.type


@lower_getattr_generic(StructType)
def read_member(context: Any, builder: Any, kind: StructType, table: Any, name: str) -> Any:  # noqa: ANN401  # numba's
    member = kind.members[name]

    def read(at: int, found: ir.Type = WORD) -> Any:  # noqa: ANN401  # numba's
        """A word of the table, which never changes, so that it need not be read again after a call."""
        place = builder.gep(table, [ir.Constant(WORD, member.place + at)])
        value = builder.load(builder.bitcast(place, found.as_pointer()))
        value.set_metadata(INVARIANT, builder.module.add_metadata([]))
        if isinstance(found, ir.PointerType):
            value.set_metadata(NOT_NULL, builder.module.add_metadata([]))
        return value

    match member.type:
        case types.FunctionType() as found:
            function = cgutils.create_struct_proxy(found)(context, builder)
            function.jit_addr = read(0, context.get_value_type(types.voidptr))
            return function._getvalue()
        case types.Array() as found:
            return _build_array(context, builder, found, read)
        case StructType():
            return read(0, WORD.as_pointer())
        case types.Boolean():
            return builder.trunc(read(0), context.get_value_type(types.boolean))
        case found:
            return read(0, context.get_value_type(found))


def _build_array(context: Any, builder: Any, kind: types.Array, read: Callable[..., Any]) -> Any:  # noqa: ANN401  # numba's
    array = context.make_array(kind)(context, builder)
    array.data = read(0, context.get_data_type(kind.dtype).as_pointer())
    lengths = [read(1 + axis) for axis in range(kind.ndim)]
    size = context.get_constant(types.intp, context.get_abi_sizeof(context.get_data_type(kind.dtype)))
    strides = [size]
    for length in reversed(lengths[1:]):
        strides.insert(0, builder.mul(strides[0], length))
    array.shape, array.strides = cgutils.pack_array(builder, lengths), cgutils.pack_array(builder, strides)
    array.itemsize = size
    array.nitems = _multiply(builder, lengths)
    array.meminfo = cgutils.get_null_value(array.meminfo.type)
    array.parent = cgutils.get_null_value(array.parent.type)
    return array._getvalue()


def _multiply(builder: Any, numbers: list[Any]) -> Any:  # noqa: ANN401  # numba's
    product = numbers[0]
    for number in numbers[1:]:
        product = builder.mul(product, number)
    return product
