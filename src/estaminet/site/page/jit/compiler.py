"""How Python calls a game's module of WebAssembly: with addresses of arrays that were copied into its memory."""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from numpy import ndarray

Function = TypeVar("Function", bound=Callable[..., object])
Progress = Callable[[str, int, int], None]
ALIGNED = 8


class Module(NamedTuple):
    """A game's module, as `python.mjs` hands it over."""

    call: Callable[..., Any]
    """(name, bytes, address, numbers...): copy the bytes to the address, call, and copy them back."""
    find_room: Callable[[int], int]
    """The address of room for so many bytes."""


MODULES: dict[str, Module] = {}
"""By the names of games."""


def add_module(game: str, call: Callable[..., Any], find_room: Callable[[int], int]) -> None:
    """From now on the functions of this game can be called."""
    MODULES[game] = Module(call, find_room)


def compiled(game: str, name: str) -> Callable[..., Any]:
    """A function of a game's module, to be called like the one that it was compiled from."""

    def call(*values: Any) -> Any:
        module = MODULES[game]
        arrays = [each for each in values if isinstance(each, ndarray)]
        places = [0]
        for each in arrays:
            places.append(places[-1] + -(-each.nbytes // ALIGNED) * ALIGNED)
        buffer = bytearray(places[-1])
        for each, place in zip(arrays, places, strict=False):
            buffer[place : place + each.nbytes] = each.raw
        address = module.find_room(len(buffer))
        numbers: list[Any] = []
        waiting = iter(places)
        for each in values:
            numbers += [address + next(waiting), *each.shape] if isinstance(each, ndarray) else [each]
        returned = module.call(name, buffer, address, *numbers)
        for each, place in zip(arrays, places, strict=False):
            if not each.raw.readonly:
                each.raw[:] = buffer[place : place + each.nbytes]
        return returned

    call.__name__ = call.__qualname__ = name
    return call


def jit(function: Function) -> Function:
    """What a page calls of the engine itself runs as it is."""
    return function


jit_inlined = jit_allocating = jit


def compile_functions(package: str, progress: Progress | None = None, only: object = None) -> None:
    """Everything is compiled."""
