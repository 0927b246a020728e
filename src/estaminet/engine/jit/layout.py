"""The data that compiled functions share: arrays, and records of a fixed size that lie in an array of bytes."""

from collections.abc import Callable
from typing import Annotated, Any, Final, cast, get_args, get_origin

import numba
import numpy as np
from numba import config, types
from numba.core import cgutils
from numba.core.typing.templates import Signature
from numba.extending import intrinsic
from numpy.typing import NDArray

# Games import them from here, with the names of what lies in a record.
from estaminet.engine.jit.records import LAYOUTS
from estaminet.engine.jit.records import layout as layout
from estaminet.engine.jit.records import look_up as look_up
from estaminet.engine.jit.records import reader as reader
from estaminet.engine.jit.records import unpack as unpack

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

SCALARS: Final = {int: types.int64, float: types.float64, bool: types.boolean, type(None): types.void}
JIT_IS_OFF: Final = bool(config.DISABLE_JIT)  # type: ignore[attr-defined]  # set when numba reads its environment

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


def find_machine_type(hint: object) -> types.Type:
    """The type in compiled code of what is annotated like this."""
    if get_origin(hint) is Annotated:
        return cast("types.Type", get_args(hint)[1])
    if isinstance(hint, type) and hint in LAYOUTS:
        found: types.Type = numba.from_dtype(LAYOUTS[hint])
        return found
    if isinstance(struct := getattr(hint, "_numba_type_", None), types.Type):
        return struct
    return SCALARS[cast("type", hint)]  # a KeyError names the annotation that has no machine type
