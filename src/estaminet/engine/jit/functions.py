"""Functions of a game as arguments of compiled ones: their types, and their addresses, looked up once.

Numba looks up the address of a function at every call that takes it as an argument. That takes a hundred times as long
as a whole action: as long as a search needs for some dozen iterations.
"""

from collections.abc import Callable
from typing import Annotated, Any, cast

from numba import types
from numba.core.typing.templates import Signature

from estaminet.engine.jit.layout import JIT_IS_OFF, Amounts, Codes, Features, Memory, PackedOptions, Random


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
"""One number a seat: `returns`, `scores`, `evaluate` or `rollout`."""
Hide = Apply
Determinize = Annotated[Callable[[Memory, int, Random], None], pointer(types.void(_memory, _int, types.uint64[::1]))]
Redraw = Annotated[Callable[[Memory, Random], None], pointer(types.void(_memory, types.uint64[::1]))]
Rewind = Annotated[Callable[[Memory, Codes, Random], int], pointer(_int(_memory, _codes, types.uint64[::1]))]
Encode = Annotated[Callable[[Memory, int, Features], None], pointer(types.void(_memory, _int, types.float32[::1]))]
Outcomes = Annotated[Callable[[Memory, int, Amounts], int], pointer(_int(_memory, _int, _amounts))]
FixOutcome = Annotated[Callable[[Memory, int, int], None], pointer(types.void(_memory, _int, _int))]
IsEndNear = Annotated[Callable[[Memory], bool], pointer(types.boolean(_memory))]
Canonicalize = Annotated[Callable[[Memory], None], pointer(types.void(_memory))]


class Pointer(types.WrapperAddressProtocol):
    """A compiled function that knows its address."""

    def __init__(self, function: Callable[..., object]) -> None:
        (self._compiled,) = cast("Any", function).overloads.values()
        name = self._compiled.fndesc.llvm_cfunc_wrapper_name
        self._address: int = self._compiled.library.get_pointer_to_function(name)
        self._numba_type_ = types.FunctionType(self._compiled.signature)

    def __wrapper_address__(self) -> int:
        return self._address

    def signature(self) -> Signature:
        return cast("Signature", self._compiled.signature)


def point_to(function: Callable[..., object]) -> object:
    """A compiled function as an argument of other ones; without compilation, itself."""
    return function if JIT_IS_OFF else Pointer(function)


class KernelPointers:
    """The functions of a kernel, as arguments of compiled ones; not to be called. Each is looked up once."""

    start: Start
    to_move: ToMove
    legal: Legal
    apply: Apply
    revealed: Revealed
    returns: Shares
    scores: Shares
    hide: Hide
    determinize: Determinize
    evaluate: Shares
    encode: Encode
    outcomes: Outcomes
    fix_outcome: FixOutcome
    is_end_near: IsEndNear
    canonicalize: Canonicalize
    rollout: Shares
    redraw: Redraw
    rewind: Rewind

    def __init__(self, kernel: object) -> None:
        self._kernel = kernel

    def __getattr__(self, name: str) -> object:
        found = point_to(getattr(self._kernel, name))
        setattr(self, name, found)
        return found
