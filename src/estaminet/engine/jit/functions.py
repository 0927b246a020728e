"""Functions of a game as arguments of compiled ones: their types, and all of them as one value."""

from collections.abc import Callable
from typing import Annotated

from numba import types
from numba.core.typing.templates import Signature

from estaminet.engine.jit.layout import Amounts, Codes, Features, Memory, PackedOptions, Random
from estaminet.engine.jit.structs import Struct


def pointer(signature: Signature) -> types.FunctionType:
    """The type of a parameter that takes any compiled function of this signature."""
    return types.FunctionType(signature)


_memory, _codes, _amounts, _int = types.uint8[::1], types.int16[::1], types.float64[::1], types.int64
Start = Annotated[
    Callable[[Memory, int, PackedOptions, Codes], None], pointer(types.void(_memory, _int, types.int64[::1], _codes))
]
ToMove = Annotated[Callable[[Memory], int], pointer(_int(_memory))]
Legal = Annotated[Callable[[Memory, Codes], int], pointer(_int(_memory, _codes))]
Apply = Annotated[Callable[[Memory, int], None], pointer(types.void(_memory, _int))]
Revealed = ToMove
Shares = Annotated[Callable[[Memory, Amounts], None], pointer(types.void(_memory, _amounts))]
"""One number a seat: `returns`, `scores`, `evaluate`, `rollout` or `holdings`."""
Hide = Apply
Determinize = Annotated[Callable[[Memory, int, Random], None], pointer(types.void(_memory, _int, types.uint64[::1]))]
Redraw = Annotated[Callable[[Memory, Random], None], pointer(types.void(_memory, types.uint64[::1]))]
Encode = Annotated[Callable[[Memory, int, Features], None], pointer(types.void(_memory, _int, types.float32[::1]))]
Outcomes = Annotated[Callable[[Memory, int, Amounts], int], pointer(_int(_memory, _int, _amounts))]
FixOutcome = Annotated[Callable[[Memory, int, int], None], pointer(types.void(_memory, _int, _int))]
Canonicalize = Annotated[Callable[[Memory], None], pointer(types.void(_memory))]


class Functions(Struct):
    """A game's compiled functions, as one argument of others. Each is the one of its `Kernel` that has this name."""

    start: Start
    to_move: ToMove
    legal: Legal
    apply: Apply
    revealed: Revealed
    returns: Shares
    hide: Hide
    determinize: Determinize
    evaluate: Shares
    encode: Encode
    outcomes: Outcomes
    fix_outcome: FixOutcome
    canonicalize: Canonicalize
    rollout: Shares
    holdings: Shares
    redraw: Redraw


class Scratch(Struct):
    """Scratch memory for one thread and one game, allocated once. Its content between two calls is meaningless."""

    codes: Codes
    """Legal actions."""
    known: Memory
    world: Memory
    memory: Memory
    imagined: Memory
    ahead: Memory
    """Positions."""
    shares: Amounts
    expected: Amounts
    """One number a seat."""
    values: Amounts
    """One number a legal action."""
    chances: Random
