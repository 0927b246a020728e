"""Turn plain functions over a record into machine code.

A rule is an ordinary annotated function under ``@jit``: its annotations are its one signature. Nothing is
compiled when a module is imported; `compile_functions` does it, once a machine and version of the sources.
With NUMBA_DISABLE_JIT=1 every rule stays plain Python, for debugging and for measuring coverage.
"""

import inspect
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Annotated, Any, Final, TypeVar, cast, get_args, get_origin, get_type_hints

import numba
from numba import config, types
from numba.core.typing.templates import Signature

from estaminet.engine.jit.cache import cache_folder
from estaminet.engine.jit.layout import JIT_IS_OFF, find_layout

Function = TypeVar("Function", bound=Callable[..., object])
Progress = Callable[[str, int, int], None]
"""Called with the function just compiled, how many are done, and how many there are."""

ENGINE: Final = "estaminet.engine"
SCALARS: Final = {int: types.int64, float: types.float64, bool: types.boolean, type(None): types.void}
_functions: list[tuple[Callable[..., object], Signature]] = []
_signatures: dict[int, Signature] = {}
"""By the id of a function; all of them live as long as the program."""
_compiled: set[tuple[str, int]] = set()
"""Packages that are ready, each with the number of functions there were then: a module may be imported later."""


def jit(function: Function) -> Function:
    """Mark a rule for compilation; its annotations are its signature. It makes no new arrays."""
    return _mark(function, allocates=False)


def jit_inlined(function: Function) -> Function:
    """Mark a function for compilation as a part of those that call it: one with many parameters, called often."""
    return _mark(function, allocates=False, is_inlined=True)


def jit_allocating(function: Function) -> Function:
    """Mark a function for compilation that makes arrays of its own."""
    return _mark(function, allocates=True)


def _mark(function: Function, *, allocates: bool, is_inlined: bool = False) -> Function:
    if JIT_IS_OFF:
        return function
    config.CACHE_DIR = str(cache_folder(_folder_of(function)))  # type: ignore[attr-defined]  # read when the next line asks for a cache
    # Without numba's run-time memory no array is counted in and out at every call, which makes play half again as fast.
    settings: dict[str, Any] = {"_nrt": allocates, "forceinline": is_inlined}
    dispatcher: Any = numba.njit(nogil=True, cache=True, error_model="numpy", **settings)(function)
    hints = get_type_hints(function, include_extras=True)
    returned = _numba_type(hints.pop("return"))
    signature = returned(*map(_numba_type, hints.values()))
    _functions.append((dispatcher, signature))
    _signatures[id(dispatcher)] = signature
    return cast("Function", dispatcher)


def compile_functions(package: str, progress: Progress | None = None, only: Collection[str] | None = None) -> None:
    """Compile, or load from the cache, the engine's functions and those of a package; once is enough.

    If only those of some modules are wanted: those, and what they call.
    """
    if only is not None:
        called = _find_called([dispatcher for dispatcher, _ in _functions if dispatcher.__module__ in only])
        _compile_all([each for each in _functions if id(each[0]) in called], progress)
        return
    request = package, len(_functions)
    if request in _compiled and progress is None:
        return
    wanted = [
        (dispatcher, signature)
        for dispatcher, signature in _functions
        if _is_within(dispatcher.__module__, package) or _is_within(dispatcher.__module__, ENGINE)
    ]
    if all(_note_of(dispatcher).exists() for dispatcher, _ in wanted):
        # Functions over a State are parts of the others, and come along in their machine code.
        wanted = [each for each in wanted if not any(isinstance(kind, types.Record) for kind in each[1].args)]
    _compile_all(wanted, progress)
    for dispatcher, _ in wanted:
        _note_of(dispatcher).touch()
    _compiled.add(request)


def _compile_all(wanted: Sequence[tuple[Callable[..., object], Signature]], progress: Progress | None) -> None:
    for done, (dispatcher, signature) in enumerate(wanted, start=1):
        if not dispatcher.signatures:  # type: ignore[attr-defined]  # a numba dispatcher
            dispatcher.compile(signature)  # type: ignore[attr-defined]
            # One signature only: a call with a narrower number widens it instead of compiling again.
            dispatcher.disable_compile()  # type: ignore[attr-defined]
        if progress:
            progress(dispatcher.__name__, done, len(wanted))


def _find_called(functions: Collection[Callable[..., object]]) -> set[int]:
    """The ids of these functions and of all that they call: what is called is compiled first, by its signature."""
    found: set[int] = set()
    waiting = list(functions)
    while waiting:
        function = waiting.pop()
        if id(function) in _signatures.keys() - found:
            found.add(id(function))
            plain = inspect.unwrap(function)
            waiting.extend(plain.__globals__.get(name) for name in plain.__code__.co_names)
    return found


def find_signature(function: object) -> Signature | None:
    """The signature of a function that is marked for compilation; None for anything else."""
    return _signatures.get(id(function))


def is_cached(package: str) -> bool:
    """Whether all functions of a package that are imported by now can be loaded without compiling."""
    wanted = [dispatcher for dispatcher, _ in _functions if _is_within(dispatcher.__module__, package)]
    return all(_note_of(dispatcher).exists() for dispatcher in wanted)


def _folder_of(function: Callable[..., object]) -> Path:
    return Path(inspect.getfile(inspect.unwrap(function))).parent


def _note_of(function: Callable[..., object]) -> Path:
    """A file that is there when all functions of a module are in the cache."""
    return cache_folder(_folder_of(function)) / f"{function.__module__}.complete"


def _is_within(module: str, package: str | None) -> bool:
    return module == package or module.startswith(f"{package}.")


def _numba_type(hint: object) -> types.Type:
    if get_origin(hint) is Annotated:
        return cast("types.Type", get_args(hint)[1])
    if (dtype := find_layout(hint)) is not None:
        return numba.from_dtype(dtype)
    return SCALARS[cast("type", hint)]  # a KeyError names the annotation that has no machine type
