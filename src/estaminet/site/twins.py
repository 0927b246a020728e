"""Functions under ``@jit``, compiled for WebAssembly as well: for one game, with its own functions in their calls."""

from functools import cached_property
from typing import Any, Final, cast

from numba import types
from numba.core.typing.templates import Signature
from numba.extending import lower_getattr_generic, register_model

from estaminet.engine.game import Game
from estaminet.engine.jit.compiler import find_signature
from estaminet.engine.jit.functions import Functions
from estaminet.engine.jit.structs import Member, StructModel, StructType
from estaminet.engine.jit.twins import Function, copy_with_twins
from estaminet.engine.kernel import Kernel, find_parts
from estaminet.site.target import WasmDispatcher, compile_later

ALLOCATES: Final = "_nrt"
IS_INLINED: Final = "forceinline"
"""What `jit_allocating` and `jit_inlined` say to numba."""


class BoundType(StructType):
    """The type of one game's `Functions`: each member is a function, not the place of one, and is called directly."""

    def __init__(self, game: str, twins: dict[str, WasmDispatcher]) -> None:
        self.kind = Functions
        self._twins = twins
        types.Type.__init__(self, name=f"Functions({game})")

    @cached_property
    def members(self) -> dict[str, Member]:
        return {name: Member(types.Dispatcher(twin), 0) for name, twin in self._twins.items()}


register_model(BoundType)(StructModel)


@lower_getattr_generic(BoundType)
def read_function(context: Any, _builder: object, _kind: BoundType, _table: object, _name: str) -> Any:  # noqa: ANN401  # numba's
    """Nothing is read: the type of the member says which function it is."""
    return context.get_dummy_value()


class Twins:
    """The twins of all functions that one game needs."""

    def __init__(self, game: Game) -> None:
        parts = find_parts(game.modules)
        self._found: dict[Function, WasmDispatcher] = {}
        defaults = {name: getattr(Kernel, name) for name in Kernel.OPTIONAL}
        self.functions: dict[str, Function] = {
            name: part for name, part in (defaults | parts).items() if find_signature(part) is not None
        }
        """The functions of the game's kernel, by their names."""
        self._type = BoundType(game.name, {name: self.find(self.functions[name]) for name in Functions._names})

    def find(self, function: Function) -> WasmDispatcher:
        """The twin of a function under ``@jit``."""
        if function not in self._found:
            copy = copy_with_twins(function, self.find)
            settings = function.targetoptions  # type: ignore[attr-defined]  # numba's
            twin = compile_later(copy, allocates=settings[ALLOCATES], is_inlined=settings[IS_INLINED])
            twin.signature = self._bind(cast("Signature", find_signature(function)))
            if copy.__globals__.get(copy.__name__) is function:
                copy.__globals__[copy.__name__] = twin  # it calls itself
            self._found[function] = twin
        return self._found[function]

    def _bind(self, signature: Signature) -> Signature:
        """The same signature, with the functions of this game."""
        given = (self._type if type(kind) is StructType and kind.kind is Functions else kind for kind in signature.args)
        return cast("Signature", signature.return_type(*given))
