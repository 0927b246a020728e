"""The functions of a game as an array of their addresses.

Numba examines every function that is passed from Python for almost a tenth of a millisecond, with the GIL held: as
long as a game takes. So a batch looks up the addresses of its game's functions once, passes them as an array, and
compiled code turns them back into functions.
"""

from collections.abc import Callable
from typing import Annotated, Any, Final, cast

import numpy as np
from numba import types
from numba.core import cgutils
from numba.core.typing.templates import Signature
from numba.extending import intrinsic
from numpy.typing import NDArray

from estaminet.engine.jit.functions import Apply, Determinize, Encode, Hide, Legal, Shares, Start, ToMove
from estaminet.engine.jit.layout import JIT_IS_OFF
from estaminet.engine.kernel import Kernel

Functions = Annotated[NDArray[np.int64], types.int64[::1]]
"""The addresses of a game's functions, in the order of `NAMES`."""
NAMES: Final = ("start", "to_move", "legal", "apply", "returns", "encode", "determinize", "hide", "evaluate")
START, TO_MOVE, LEGAL, APPLY, RETURNS, ENCODE, DETERMINIZE, HIDE, EVALUATE = range(len(NAMES))


def list_functions(kernel: Kernel) -> Functions:
    """The addresses of a game's functions; without compilation, the functions themselves."""
    functions = [getattr(kernel, name) for name in NAMES]
    if JIT_IS_OFF:
        return np.array(functions, object)
    return np.array([_find_address(function) for function in functions], np.int64)


def _find_address(dispatcher: Any) -> int:  # noqa: ANN401  # a numba dispatcher
    """Where the machine code of its one signature lies; it stays there as long as the game is loaded."""
    compiled = dispatcher.overloads[dispatcher.signatures[0]]
    address: int = compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name)
    return address


def _finder(kind: object) -> Callable[[Functions, int], Any]:
    """A function for compiled code that gives the function of this kind at one of the addresses."""
    if JIT_IS_OFF:
        return lambda functions, at: functions[at]
    found: types.FunctionType = kind.__metadata__[0]  # type: ignore[attr-defined]  # of an Annotated

    @intrinsic
    def find(_typing: object, functions: types.Array, at: types.Integer) -> tuple[Signature, Callable[..., object]]:
        def generate(context: Any, builder: Any, signature: Signature, arguments: Any) -> object:  # noqa: ANN401  # numba's
            array = context.make_array(signature.args[0])(context, builder, arguments[0])
            address = builder.load(builder.gep(array.data, [arguments[1]]))
            function = cgutils.create_struct_proxy(found)(context, builder)  # type: ignore[no-untyped-call]  # numba's
            function.jit_addr = builder.inttoptr(address, context.get_value_type(types.voidptr))
            return function._getvalue()

        return found(functions, at), generate

    return cast("Callable[[Functions, int], Any]", find)


find_start = _finder(Start)
find_to_move = _finder(ToMove)
find_legal = _finder(Legal)
find_apply = _finder(Apply)
find_returns = _finder(Shares)
find_encode = _finder(Encode)
find_determinize = _finder(Determinize)
find_hide = _finder(Hide)
find_evaluate = _finder(Shares)
