"""Turn plain functions over a record into machine code, with a cache that cannot be stale.

A rule is an ordinary annotated function under ``@jit``: its annotations are its one signature. Nothing is
compiled when a module is imported; `compile_functions` does it, once a machine and version of the sources.
With NUMBA_DISABLE_JIT=1 every rule stays plain Python, for debugging and for measuring coverage.
"""

import hashlib
import inspect
import shutil
import sys
import tempfile
from collections import namedtuple
from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path
from typing import Annotated, Any, Final, TypeVar, cast, get_args, get_origin, get_type_hints

import numba
import numpy as np
import platformdirs
from llvmlite.binding import get_host_cpu_name
from numba import config, types
from numba.core.typing.templates import Signature
from numba.extending import intrinsic
from numpy.typing import NDArray

Memory = Annotated[NDArray[np.uint8], types.uint8[::1]]
"""The bytes of one game's record; a rule looks at them with `record`."""
Codes = Annotated[NDArray[np.int16], types.int16[::1]]
"""Action codes or card ids."""
Ids = Annotated[NDArray[np.int8], types.int8[::1]]
"""Cards or tiles that a function works with on the side."""
PackedOptions = Annotated[NDArray[np.int64], types.int64[::1]]
"""The values of all options, one number each."""
Integers = Annotated[NDArray[np.int64], types.int64[::1]]
"""Whole numbers that a function works with on the side."""
Amounts = Annotated[NDArray[np.float64], types.float64[::1]]
"""One number a seat."""
Features = Annotated[NDArray[np.float32], types.float32[::1]]
"""An observation for learning."""
Random = Annotated[NDArray[np.uint64], types.uint64[::1]]
"""The state of a random generator, see `estaminet.engine.random`."""

Small = Annotated[int, np.int8]
"""A record field from -128 to 127."""
Short = Annotated[int, np.int16]
"""A record field from -32,768 to 32,767."""
Whole = Annotated[int, np.int32]
"""A record field for money and other large numbers."""
Smalls = Annotated[NDArray[np.int8], np.int8]
"""A record field of several small numbers: ``Annotated[Smalls, 5, 6]``."""
Shorts = Annotated[NDArray[np.int16], np.int16]
Wholes = Annotated[NDArray[np.int32], np.int32]

State = TypeVar("State")
Function = TypeVar("Function", bound=Callable[..., object])
Progress = Callable[[str, int, int], None]
"""Told the function just compiled, how many are done, and how many there are."""

JIT_IS_OFF: Final = bool(config.DISABLE_JIT)  # type: ignore[attr-defined]  # set when numba reads its environment
SCALARS: Final = {int: types.int64, float: types.float64, bool: types.boolean, type(None): types.void}
UNPACKED: Final = 512
"""How many records are remembered as they were read: what was after an action is before the next one."""
_layouts: dict[type, np.dtype[np.void]] = {}
_fields: dict[type, Any] = {}
"""For each layout a named tuple of its fields."""
_functions: list[tuple[Callable[..., object], Signature]] = []
_compiled: set[tuple[str, int]] = set()
"""Packages that are ready, each with the number of functions there were then: a module may be imported later."""


def layout(state: type) -> "np.dtype[np.void]":
    """The NumPy dtype of a class whose annotated fields describe a record."""
    fields: list[tuple[str, type, tuple[int, ...]]] = []
    for name, hint in get_type_hints(state, include_extras=True).items():
        if hasattr(np.ndarray, name):
            raise TypeError(f"{state.__name__}.{name} has the name of an ndarray method")
        _, scalar, *shape = get_args(hint)
        fields.append((name, scalar, tuple(shape)))
    dtype = np.dtype((np.record, np.dtype(fields, align=True)))
    _layouts[state] = dtype
    _fields[state] = namedtuple(state.__name__, dtype.names or ())
    return dtype


if JIT_IS_OFF:

    def record(memory: Memory, dtype: "np.dtype[np.void]") -> Any:
        """Look at these bytes as a record, in place."""
        return memory.view(dtype)[0]

else:

    @intrinsic
    def record(_typing: object, memory: types.Array, dtype: types.DType) -> tuple[Signature, Callable[..., object]]:
        """Look at these bytes as a record, in place. Costs nothing, unlike ``memory.view``: the address stays."""

        def generate(context: Any, builder: Any, signature: Signature, arguments: Any) -> object:
            array = context.make_array(signature.args[0])(context, builder, arguments[0])
            return builder.bitcast(array.data, context.get_value_type(signature.return_type))

        return dtype.dtype(memory, dtype), generate


def unpack(memory: NDArray[np.uint8], state: type[State]) -> State:
    """The fields of a record as whole numbers and arrays, for those who read it from Python and do not change it."""
    return cast("State", _unpack(memory.tobytes(), state))  # type: ignore[arg-type]  # a class can be hashed


@lru_cache(maxsize=UNPACKED)
def _unpack(data: bytes, state: type) -> object:
    values = np.ndarray((), _layouts[state], data).item()  # one field after the other would take eight times as long
    return _fields[state]._make(values)


def look_up(memory: NDArray[np.uint8], state: type, name: str) -> NDArray[Any]:
    """One field of a record, in place; for several, `unpack` is quicker."""
    dtype, offset = _layouts[state].fields[name][:2]  # type: ignore[index]  # a record has fields
    return np.ndarray(dtype.shape, dtype.base, memory, offset)


def jit(function: Function) -> Function:
    """Mark a rule for compilation; its annotations are its signature. It makes no new arrays."""
    return _mark(function, allocates=False)


def jit_allocating(function: Function) -> Function:
    """Mark a function for compilation that makes arrays of its own."""
    return _mark(function, allocates=True)


def _mark(function: Function, *, allocates: bool) -> Function:
    if JIT_IS_OFF:
        return function
    config.CACHE_DIR = str(_cache_folder(_folder_of(function)))  # type: ignore[attr-defined]  # read when the next line asks for a cache
    # Without numba's run-time memory no array is counted in and out at every call: half as fast again.
    dispatcher = numba.njit(nogil=True, cache=True, error_model="numpy", _nrt=allocates)(function)  # type: ignore[call-overload]  # _nrt has no type
    hints = get_type_hints(function, include_extras=True)
    returned = _numba_type(hints.pop("return"))
    _functions.append((dispatcher, returned(*map(_numba_type, hints.values()))))
    return cast("Function", dispatcher)


def pointer(signature: Signature) -> types.FunctionType:
    """The type of a parameter that takes any compiled function of this signature."""
    return types.FunctionType(signature)


def compile_functions(package: str, progress: Progress | None = None) -> None:
    """Compile, or load from the cache, the engine's functions and those of a package; once is enough."""
    request = package, len(_functions)
    if request in _compiled and progress is None:
        return
    wanted = [
        (dispatcher, signature)
        for dispatcher, signature in _functions
        if _is_within(dispatcher.__module__, package) or _is_within(dispatcher.__module__, __package__)
    ]
    if all(_note_of(dispatcher).exists() for dispatcher, _ in wanted):
        # Functions over a State are parts of the others, and come along in their machine code.
        wanted = [each for each in wanted if not any(isinstance(kind, types.Record) for kind in each[1].args)]
    for done, (dispatcher, signature) in enumerate(wanted, start=1):
        if not dispatcher.signatures:  # type: ignore[attr-defined]  # a numba dispatcher
            dispatcher.compile(signature)  # type: ignore[attr-defined]
            # One signature only: a call with a narrower number widens it instead of compiling again.
            dispatcher.disable_compile()  # type: ignore[attr-defined]
        if progress:
            progress(dispatcher.__name__, done, len(wanted))
    for dispatcher, _ in wanted:
        _note_of(dispatcher).touch()
    _compiled.add(request)


def is_cached(package: str) -> bool:
    """Whether all functions of a package that are imported by now can be loaded without compiling."""
    wanted = [dispatcher for dispatcher, _ in _functions if _is_within(dispatcher.__module__, package)]
    return all(_note_of(dispatcher).exists() for dispatcher in wanted)


def cache_root() -> Path:
    """Where compiled code is kept between runs."""
    return platformdirs.user_cache_path("estaminet") / "kernels"


def clear_cache() -> None:
    """Forget all compiled code."""
    shutil.rmtree(cache_root(), ignore_errors=True)


def _folder_of(function: Callable[..., object]) -> Path:
    return Path(inspect.getfile(inspect.unwrap(function))).parent


def _note_of(function: Callable[..., object]) -> Path:
    """A file that is there when all functions of a module are in the cache."""
    return _cache_folder(_folder_of(function)) / f"{function.__module__}.complete"


def _is_within(module: str, package: str | None) -> bool:
    return module == package or module.startswith(f"{package}.")


def _numba_type(hint: object) -> types.Type:
    if get_origin(hint) is Annotated:
        return cast("types.Type", get_args(hint)[1])
    if hint in _layouts:
        return numba.from_dtype(_layouts[hint])
    return SCALARS[cast("type", hint)]  # a KeyError names the annotation that has no machine type


@cache
def _cache_folder(sources: Path) -> Path:
    """A folder named by all that the machine code depends on: a stale cache cannot be found."""
    machine = f"{sys.version} {numba.__version__} {np.__version__} {get_host_cpu_name()}"
    digest = hashlib.sha256(machine.encode())
    for folder in sorted({Path(__file__).parent, sources}):  # a set's own order differs from run to run
        for file in sorted(folder.glob("*.py")):
            digest.update(file.read_bytes())
    folder = cache_root() / f"{sources.name}-{digest.hexdigest()[:16]}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return Path(tempfile.mkdtemp(prefix="estaminet-"))  # no home to write to: compiled anew by every process
    _forget_old_versions(folder)
    return folder


def _forget_old_versions(current: Path) -> None:
    """Keep the newest few versions of a package: several checkouts may be in use at once."""
    versions = current.parent.glob(current.name.rpartition("-")[0] + "-*")
    newest_first = sorted(versions, key=lambda path: path.stat().st_mtime, reverse=True)
    for old in newest_first[4:]:
        if old != current:
            shutil.rmtree(old, ignore_errors=True)
