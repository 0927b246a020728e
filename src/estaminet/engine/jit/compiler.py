"""Turn plain functions over a record into machine code.

A rule is an ordinary annotated function under ``@jit``: its annotations are its one signature. Nothing is compiled when
a module is imported. `compile_functions` compiles a package, once a machine and version of the sources; after that
every function is loaded from the cache when it is first called.
With NUMBA_DISABLE_JIT=1 every rule stays plain Python, for debugging and for measuring coverage.
"""

import importlib
import inspect
import logging
import os
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from functools import partial
from pathlib import Path
from threading import RLock
from typing import Any, Final, NamedTuple, TypeVar, cast, get_type_hints

import numba
from numba import config, types
from numba.core import event
from numba.core.typing.templates import Signature

from estaminet.engine.jit.cache import cache_folder
from estaminet.engine.jit.layout import JIT_IS_OFF, find_machine_type

Function = TypeVar("Function", bound=Callable[..., object])
Progress = Callable[[str, int, int], None]
"""Called with the function just compiled, the number done, and the total."""

ENGINE: Final = "estaminet.engine"
OWN: Final = "estaminet"
OWN_DEPTH: Final = 3
"""Packages of our own are folders as deep as ``estaminet.games.poule``; those of others are whole."""
MARK: Final = "@jit"
"""The text in every module that has something to compile."""
STRICT: Final = "ESTAMINET_STRICT"
"""The environment variable that makes forbidden compilation an error."""
LOADING: Final = RLock()
log = logging.getLogger(__name__)


class JitFunction(NamedTuple):
    """A function marked for compilation."""

    dispatcher: Any
    """Numba's."""
    signature: Signature


_marked: dict[int, JitFunction] = {}
"""By the id of a function, in the order of their definitions; all of them live as long as the program."""


class CompilationForbidden(RuntimeError):
    """A process that must not compile would have done so."""


def jit(function: Function) -> Function:
    """Mark a rule for compilation; its annotations are its signature. It makes no new arrays."""
    return _mark(function, allocates=False)


def jit_inlined(function: Function) -> Function:
    """Mark a function for compilation as a part of those that call it: one that is called often and does little."""
    return _mark(function, allocates=False, is_inlined=True)


def jit_allocating(function: Function) -> Function:
    """Mark a function for compilation that makes arrays of its own."""
    return _mark(function, allocates=True)


def _mark(function: Function, *, allocates: bool, is_inlined: bool = False) -> Function:
    if JIT_IS_OFF:
        return function
    config.CACHE_DIR = str(cache_folder(sources_of(function)))  # type: ignore[attr-defined]  # read when the next line asks for a cache
    # Without numba's reference counts of arrays play is half again as fast.
    settings: dict[str, Any] = {"_nrt": allocates, "forceinline": is_inlined}
    dispatcher: Any = numba.njit(nogil=True, cache=True, error_model="numpy", **settings)(function)
    hints = get_type_hints(function, include_extras=True)
    returned = find_machine_type(hints.pop("return"))
    _marked[id(dispatcher)] = JitFunction(dispatcher, returned(*map(find_machine_type, hints.values())))
    dispatcher._compile_for_args = partial(_load_for_call, dispatcher)  # what numba calls where nothing is compiled
    return cast("Function", dispatcher)


def _load_for_call(dispatcher: Any, *_arguments: object) -> object:  # noqa: ANN401  # numba's
    """At a function's first call: its one signature. A narrower number is widened, not compiled for again."""
    load(dispatcher)
    return dispatcher


def load(function: object) -> None:
    """Load a marked function from the cache, or compile it; once is enough."""
    with LOADING:
        found = _marked.get(id(function))
        if found is None or _is_loaded(found):
            return
        if not _note_of(found.dispatcher).exists():  # what it calls is compiled first, by its own signature
            called = _find_called([found.dispatcher])
            _compile_all([each for key, each in _marked.items() if key in called])
        _compile_all([found])


def compile_functions(package: str, progress: Progress | None = None, only: Collection[str] | None = None) -> None:
    """Compile the engine's functions and those of a package, unless all of them are in the cache.

    If only those of some modules are wanted: those, and what they call.
    """
    if only is not None:
        called = _find_called([each.dispatcher for each in _marked.values() if each.dispatcher.__module__ in only])
        _compile_all([each for key, each in _marked.items() if key in called], progress)
        return
    import_marked(package)
    wanted = [*_list_marked(ENGINE, package)]
    if progress is None and all(_note_of(each.dispatcher).exists() for each in wanted):
        return
    _compile_all(wanted, progress)
    with suppress(FileNotFoundError):  # somebody has cleared the cache since we loaded all of it: it stays empty
        for each in wanted:
            _note_of(each.dispatcher).touch()


def load_functions(package: str) -> None:
    """Load all of a package now, so that the first call need not wait."""
    compile_functions(package)
    _compile_all([each for each in _list_marked(ENGINE, package) if not _is_part(each.signature)])


def _is_part(signature: Signature) -> bool:
    """Functions over a State are parts of the others, and come along in their machine code."""
    return any(isinstance(kind, types.Record) for kind in signature.args)


def import_marked(package: str) -> None:
    """Import every module of a package of ours that has something to compile; others import what they need."""
    if not _is_within(package, OWN):
        return
    found = importlib.import_module(package)
    for folder in map(Path, getattr(found, "__path__", ())):
        for file in sorted(folder.rglob("*.py")):
            if MARK in file.read_text(encoding="utf-8"):
                importlib.import_module(".".join((package, *file.relative_to(folder).with_suffix("").parts)))


def _compile_all(wanted: Collection[JitFunction], progress: Progress | None = None) -> None:
    with LOADING:
        for done, each in enumerate(wanted, start=1):
            if not _is_loaded(each):
                each.dispatcher.compile(each.signature)
                each.dispatcher.disable_compile()
            if progress:
                progress(each.dispatcher.__name__, done, len(wanted))


def _is_loaded(marked: JitFunction) -> bool:
    """Whether its own signature is there; a function that called it may have compiled it for other types before."""
    return marked.signature.args in marked.dispatcher.overloads


def _list_marked(*packages: str) -> Iterable[JitFunction]:
    """The functions of some packages, as far as they are imported."""
    return (each for each in _marked.values() if any(_is_within(each.dispatcher.__module__, name) for name in packages))


def list_marked() -> list[Callable[..., object]]:
    """Every function that is marked for compilation, as far as it is imported."""
    return [each.dispatcher for each in _marked.values()]


def _find_called(functions: Iterable[Callable[..., object]]) -> set[int]:
    """The ids of these functions and of all that they call."""
    found: set[int] = set()
    waiting = list(functions)
    while waiting:
        function = waiting.pop()
        if id(function) in _marked.keys() - found:
            found.add(id(function))
            plain = inspect.unwrap(function)
            waiting.extend(plain.__globals__.get(name) for name in plain.__code__.co_names)
    return found


def find_signature(function: object) -> Signature | None:
    """The signature of a function that is marked for compilation; None for anything else."""
    found = _marked.get(id(function))
    return None if found is None else found.signature


def is_cached(package: str) -> bool:
    """Whether all functions of a package can be loaded without compiling."""
    import_marked(package)
    return all(_note_of(each.dispatcher).exists() for each in _list_marked(package))


class _Guard(event.Listener):
    """Reports compilation."""

    def on_start(self, event: event.Event) -> None:
        name = f"{event.data['dispatcher'].__module__}.{event.data['dispatcher'].__name__}"
        log.warning("%s is compiled in a process that should not compile: run `estaminet warm`", name)
        if os.environ.get(STRICT):
            raise CompilationForbidden(name)

    def on_end(self, event: event.Event) -> None:
        """Too late to say anything."""


_guard: Final = _Guard()


def forbid_compiling() -> None:
    """Report everything that this process compiles from now on: it keeps everybody else waiting."""
    event.register("numba:compile", _guard)  # type: ignore[no-untyped-call]  # numba's


def sources_of(function: Callable[..., object]) -> Path:
    """The sources of a function: the folder of its game or package, or its file if it is in none."""
    file, parts = Path(inspect.getfile(inspect.unwrap(function))), function.__module__.split(".")
    depth = len(parts) - (OWN_DEPTH if parts[0] == OWN else 1)
    return file if len(parts) == 1 else file.parents[max(depth - 1, 0)]


def _note_of(function: Callable[..., object]) -> Path:
    """The file that marks a module whose functions are all in the cache."""
    return cache_folder(sources_of(function)) / f"{function.__module__}.complete"


def _is_within(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")
