"""Functions of a game as arguments of compiled ones, with their addresses looked up once.

Numba looks up the address of a function at every call that takes it as an argument. That takes a hundred times as long
as a whole action: as long as a search needs for some dozen iterations.
"""

from collections.abc import Callable
from typing import Any, cast

from numba import types
from numba.core.typing.templates import Signature

from estaminet.engine.compiling import JIT_IS_OFF


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


class FunctionPointers:
    """The functions of something, under their own names, each looked up when it is first passed."""

    def __init__(self, functions: object) -> None:
        self._functions = functions

    def __getattr__(self, name: str) -> object:
        function = getattr(self._functions, name)
        passed = function if JIT_IS_OFF else Pointer(function)
        setattr(self, name, passed)
        return passed
