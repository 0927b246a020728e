"""Functions under ``@jit``, compiled for a GPU as well.

A twin has the signature that its annotations declare, so that what a number is does not depend on who calls; only
arrays may lie in strides, because the numbers of one game are not neighbours on a GPU.
"""

from functools import cache
from typing import cast

from numba import cuda, types

from estaminet.engine.jit.compiler import find_signature
from estaminet.engine.jit.layout import JIT_IS_OFF
from estaminet.engine.jit.structs import StructType
from estaminet.engine.jit.twins import Function, copy_with_twins


@cache
def find_twin(function: Function) -> Function:
    """The twin of a function under ``@jit``; without compilation, for the simulator, the function itself."""
    if JIT_IS_OFF:
        return function
    copy = copy_with_twins(function, find_twin)
    signature = find_signature(function)
    if signature is None or any(isinstance(kind, StructType) for kind in signature.args):
        # On a GPU a struct is a named tuple of whatever the caller puts into it.
        return cast("Function", cuda.jit(device=True)(copy))
    return cast("Function", cuda.jit(signature.return_type(*map(_loosen, signature.args)), device=True)(copy))


def _loosen(kind: types.Type) -> types.Type:
    """Let arrays lie in strides; those of bytes are records, and lie as they are."""
    if isinstance(kind, types.Array) and kind.dtype != types.uint8:
        return types.Array(kind.dtype, kind.ndim, "A")
    return kind
