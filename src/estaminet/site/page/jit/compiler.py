"""Calls from Python to a game's WebAssembly module, which works in Python's own memory.

As natively, an array is its address and its lengths, and a struct the address of its table.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from numpy import ndarray

from estaminet.engine.jit.structs import Struct

Function = TypeVar("Function", bound=Callable[..., object])
Progress = Callable[[str, int, int], None]


class Module(NamedTuple):
    """A game's module, as passed by `python.mjs`."""

    code: Any
    """Its functions in JavaScript."""
    recover: Callable[[], None]
    """The cleanup after an error."""
    functions: dict[str, Callable[..., Any]]
    """The functions called so far."""


MODULES: dict[str, Module] = {}
"""By name of game."""


def add_module(game: str, code: object, recover: Callable[[], None]) -> None:
    """Make the functions of a game callable."""
    MODULES[game] = Module(code, recover, {})


def compiled(game: str, name: str, returned: type | None = None) -> Callable[..., Any]:
    """A function of a game's module, called like the one it was compiled from.

    Without a game it is a function of every module: of the one whose functions it is given, or of any.
    """

    def call(*values: Any) -> Any:
        numbers: list[Any] = []
        of = game
        for each in values:
            if isinstance(each, ndarray):
                numbers += (each.address, *each.shape)
            elif not isinstance(each, Struct):
                numbers.append(each)
            elif each._game is None:
                numbers.append(each._address)
            else:
                of = each._game
        module = MODULES[of] if of else next(iter(MODULES.values()))
        function = module.functions.get(name) or module.functions.setdefault(name, getattr(module.code, name))
        try:
            found = function(*numbers)
        except Exception:
            module.recover()
            raise
        return found if returned is None else returned(found)

    call.__name__ = call.__qualname__ = name
    call.game = game  # type: ignore[attr-defined]  # for the functions of a game as one value
    return call


def jit(function: Function) -> Function:
    """Engine functions called by a page run as they are."""
    return function


jit_inlined = jit_allocating = jit


def compile_functions(package: str, progress: Progress | None = None, only: object = None) -> None:
    """Nothing to compile."""
