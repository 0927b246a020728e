"""The types of a game's functions as parameters: house players are compiled once and take any game's."""

from collections.abc import Callable
from typing import Annotated

from numba import types

from estaminet.engine.compiling import Amounts, Memory, Random, pointer

_memory = types.uint8[::1]
Revealed = Annotated[Callable[[Memory], int], pointer(types.int64(_memory))]
Shares = Annotated[Callable[[Memory, Amounts], None], pointer(types.void(_memory, types.float64[::1]))]
"""`returns` or `estimate`."""
Determinize = Annotated[
    Callable[[Memory, int, Random], None], pointer(types.void(_memory, types.int64, types.uint64[::1]))
]
Outcomes = Annotated[
    Callable[[Memory, int, Amounts], int], pointer(types.int64(_memory, types.int64, types.float64[::1]))
]
FixOutcome = Annotated[Callable[[Memory, int, int], None], pointer(types.void(_memory, types.int64, types.int64))]
Canonicalize = Annotated[Callable[[Memory], None], pointer(types.void(_memory))]
