"""The types of a game's functions as parameters of compiled ones, beyond those of `estaminet.engine.play`."""

from collections.abc import Callable
from typing import Annotated

from numba import types

from estaminet.engine.compiling import Amounts, Codes, Features, Memory, PackedOptions, pointer

_memory = types.uint8[::1]
Start = Annotated[
    Callable[[Memory, int, PackedOptions, Codes], None],
    pointer(types.void(_memory, types.int64, types.int64[::1], types.int16[::1])),
]
Hide = Annotated[Callable[[Memory, int], None], pointer(types.void(_memory, types.int64))]
Returns = Annotated[Callable[[Memory, Amounts], None], pointer(types.void(_memory, types.float64[::1]))]
Encode = Annotated[
    Callable[[Memory, int, Features], None], pointer(types.void(_memory, types.int64, types.float32[::1]))
]
