"""The data that compiled functions share: arrays, and records of a fixed size that lie in an array of bytes."""

from collections import namedtuple
from collections.abc import Callable
from functools import lru_cache
from operator import itemgetter
from struct import Struct
from typing import Annotated, Any, Final, TypeVar, cast, get_args, get_origin, get_type_hints

import numba
import numpy as np
from numba import config, types
from numba.core import cgutils
from numba.core.typing.templates import Signature
from numba.extending import intrinsic
from numpy.typing import NDArray

Memory = Annotated[NDArray[np.uint8], types.uint8[::1]]
"""The bytes of one game's record; a rule looks at them with `record`."""
Codes = Annotated[NDArray[np.int16], types.int16[::1]]
"""Action codes or card ids."""
Ids = Annotated[NDArray[np.int8], types.int8[::1]]
"""Cards or tiles that a function works with on the side."""
PackedOptions = Annotated[NDArray[np.int64], types.int64[::1]]
"""The values of all options, one number each."""
Integers = Annotated[NDArray[np.int64], types.int64[::1]]
"""Whole numbers that a function works with on the side."""
Amounts = Annotated[NDArray[np.float64], types.float64[::1]]
"""One number a seat."""
Features = Annotated[NDArray[np.float32], types.float32[::1]]
"""An observation for learning."""
Random = Annotated[NDArray[np.uint64], types.uint64[::1]]
"""The state of a random generator, see `estaminet.engine.jit.random`."""

Small = Annotated[int, np.int8]
"""A record field from -128 to 127."""
Short = Annotated[int, np.int16]
"""A record field from -32,768 to 32,767."""
Whole = Annotated[int, np.int32]
"""A record field for money and other large numbers."""
Smalls = Annotated[NDArray[np.int8], np.int8]
"""A record field of several small numbers: ``Annotated[Smalls, 5, 6]``."""
Shorts = Annotated[NDArray[np.int16], np.int16]
Wholes = Annotated[NDArray[np.int32], np.int32]

State = TypeVar("State")
Fields = TypeVar("Fields", bound=tuple[Any, ...])

SCALARS: Final = {int: types.int64, float: types.float64, bool: types.boolean, type(None): types.void}
JIT_IS_OFF: Final = bool(config.DISABLE_JIT)  # type: ignore[attr-defined]  # set when numba reads its environment
INTEGERS: Final = {1: "b", 2: "h", 4: "i", 8: "q"}
"""What the module struct calls them, by their size."""
UNPACKED: Final = 512
"""How many records are remembered as they were read: what was after an action is before the next one."""
_layouts: dict[type, np.dtype[np.void]] = {}
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
    _layouts[state] = dtype
    _fields[state] = namedtuple(state.__name__, dtype.names or ())
    return dtype


if JIT_IS_OFF:

    def record(memory: Memory, dtype: "np.dtype[np.void]") -> Any:
        """Look at these bytes as a record, in place."""
        return memory.view(dtype)[0]

else:

    @intrinsic
    def record(_typing: object, memory: types.Array, dtype: types.DType) -> tuple[Signature, Callable[..., object]]:
        """Look at these bytes as a record, in place. Costs nothing, unlike ``memory.view``: the address stays."""

        def generate(context: Any, builder: Any, signature: Signature, arguments: Any) -> object:
            array = context.make_array(signature.args[0])(context, builder, arguments[0])
            return builder.bitcast(array.data, context.get_value_type(signature.return_type))

        return dtype.dtype(memory, dtype), generate


if JIT_IS_OFF:

    def scratch(shape: "np.dtype[np.void]") -> Any:
        """An array of this shape to work with until the function returns; what is in it is not known."""
        return np.empty((), shape)

else:

    @intrinsic
    def scratch(_typing: object, shape: types.DType) -> tuple[Signature, Callable[..., object]]:
        """An array of this shape on the stack, until the function returns: a GPU has no other room for one."""
        inner: Any = shape.dtype  # numba types an array in a record by this
        found = types.Array(inner.dtype, inner.ndim, "C")

        def generate(context: Any, builder: Any, signature: Signature, arguments: Any) -> object:  # noqa: ARG001  # numba's
            def pack(numbers: tuple[int, ...]) -> Any:
                return cgutils.pack_array(builder, [context.get_constant(types.intp, each) for each in numbers])  # type: ignore[no-untyped-call]

            array = context.make_array(found)(context, builder)
            kind = context.get_data_type(inner.dtype)
            array.data = cgutils.alloca_once(builder, kind, size=inner.nitems)  # type: ignore[no-untyped-call]
            array.shape, array.strides = pack(inner.shape), pack(inner.strides)
            array.itemsize = context.get_constant(types.intp, inner.dtype.bitwidth // 8)
            array.nitems = context.get_constant(types.intp, inner.nitems)
            array.meminfo = cgutils.get_null_value(array.meminfo.type)  # type: ignore[no-untyped-call]
            array.parent = cgutils.get_null_value(array.parent.type)  # type: ignore[no-untyped-call]
            return array._getvalue()

        return found(shape), generate


def shape_of(kind: type[np.generic], *lengths: int) -> "np.dtype[np.void]":
    """The shape of an array for `scratch`: a constant of the module."""
    return np.dtype((kind, lengths))


def unpack(memory: NDArray[np.uint8], state: type[State]) -> State:
    """The fields of a record as whole numbers and arrays, for those who read it from Python and do not change it."""
    return cast("State", _unpack(memory.tobytes(), state))  # type: ignore[arg-type]  # a class can be hashed


@lru_cache(maxsize=UNPACKED)
def _unpack(data: bytes, state: type) -> object:
    values = np.ndarray((), _layouts[state], data).item()  # one field after the other would take eight times as long
    return _fields[state]._make(values)


def look_up(memory: NDArray[np.uint8], state: type, name: str) -> NDArray[Any]:
    """One field of a record, in place; for several, `unpack` is quicker."""
    dtype, offset = _layouts[state].fields[name][:2]  # type: ignore[index]  # a record has fields
    return np.ndarray(dtype.shape, dtype.base, memory, offset)


def reader(state: type, fields: type[Fields]) -> Callable[[NDArray[np.uint8]], Fields]:
    """A function that reads at once those fields of a record that a named tuple has, in half the time of `unpack`.

    Its annotations say how: ``int``; an array as a flat ``tuple[int, ...]``, or as ``bytes``, which can be looked up.
    """
    form, end, count = "=", 0, 0
    places: dict[str, int | slice] = {}
    hints = get_type_hints(fields)
    for name, (dtype, offset) in sorted(_layouts[state].fields.items(), key=lambda field: field[1][1]):  # type: ignore[union-attr]  # a record has fields
        if name in hints:
            is_raw = hints[name] is bytes
            length = 1 if is_raw else dtype.itemsize // dtype.base.itemsize
            numbers = f"{dtype.itemsize}s" if is_raw else f"{length}{INTEGERS[dtype.base.itemsize]}"
            form += f"{offset - end}x{numbers}"
            places[name] = slice(count, count + length) if dtype.shape and not is_raw else count
            end, count = offset + dtype.itemsize, count + length
    read = Struct(f"{form}{_layouts[state].itemsize - end}x").unpack
    pick, make = itemgetter(*(places[name] for name in hints)), cast("Any", fields)._make
    return lambda memory: make(pick(read(memory.tobytes())))


def find_machine_type(hint: object) -> types.Type:
    """The type in compiled code of what is annotated like this."""
    if get_origin(hint) is Annotated:
        return cast("types.Type", get_args(hint)[1])
    if isinstance(hint, type) and hint in _layouts:
        found: types.Type = numba.from_dtype(_layouts[hint])
        return found
    if isinstance(struct := getattr(hint, "_numba_type_", None), types.Type):
        return struct
    return SCALARS[cast("type", hint)]  # a KeyError names the annotation that has no machine type
