"""A game's functions as arguments of compiled ones, with their addresses looked up once.

Numba looks up the address of a function at every call that takes it as an argument. That takes a hundred times as long
as a whole action, and OpenSpiel asks for one action at a time.
"""

from collections.abc import Callable
from typing import Any, cast

from numba import types
from numba.core.typing.templates import Signature

from estaminet.engine.compiling import JIT_IS_OFF, Amounts, Codes, Memory, Settings
from estaminet.engine.kernel import Kernel


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


class Pointers:
    """The functions of a kernel, under their own names."""

    def __init__(self, kernel: Kernel) -> None:
        self.start: Callable[[Memory, int, Settings, Codes], None] = _point_at(kernel.start)
        self.to_move: Callable[[Memory], int] = _point_at(kernel.to_move)
        self.legal: Callable[[Memory, Codes], int] = _point_at(kernel.legal)
        self.apply: Callable[[Memory, int], None] = _point_at(kernel.apply)
        self.returns: Callable[[Memory, Amounts], None] = _point_at(kernel.returns)
        self.hide: Callable[[Memory, int], None] = _point_at(kernel.hide)


def _point_at(function: Callable[..., object]) -> Any:  # noqa: ANN401  # it stands for the function
    return function if JIT_IS_OFF else Pointer(function)
