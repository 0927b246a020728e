"""WebAssembly as a Numba target: its CPU target with LLVM's `wasm32` backend.

Integers stay 64 bits wide, so that rules compute the same as natively; only addresses are narrower, as LLVM knows
from the data layout. Nothing runs here, and nothing is optimised before a whole module is linked.
"""

from functools import cached_property
from typing import Any, Final, cast

import llvmlite.binding as llvm
from llvmlite import ir
from numba import types
from numba.core import callconv, cgutils, compiler, cpu
from numba.core.codegen import CPUCodegen, CPUCodeLibrary
from numba.core.dispatcher import Dispatcher
from numba.core.registry import CPUTarget
from numba.core.runtime.context import NRTContext
from numba.core.target_extension import (
    CPU,
    JitDecorator,
    dispatcher_registry,
    jit_registry,
    target_override,
    target_registry,
)
from numba.core.typing.context import Context
from numba.core.typing.templates import Signature
from numba.extending import lower_getattr_generic, register_model

from estaminet.engine.game import Game
from estaminet.engine.jit.compiler import find_signature
from estaminet.engine.jit.functions import Functions
from estaminet.engine.jit.structs import Member, StructModel, StructType
from estaminet.engine.jit.twins import Function, copy_with_twins
from estaminet.engine.kernel import Kernel, find_parts

NAME: Final = "wasm"
TRIPLE: Final = "wasm32-unknown-emscripten"
"""The operating system for which LLVM emits position-independent code."""
# Features of all browsers since 2023. No relaxed arithmetic, so that numbers are rounded as natively.
FEATURES: Final = "+simd128,+bulk-memory,+bulk-memory-opt,+mutable-globals,+sign-ext,+nontrapping-fptoint,+multivalue"
ALLOCATE: Final = "allocate"
"""The runtime function (`estaminet.site.assembly`) that allocates an array."""
TOP: Final = "top"
"""The end of the room taken: a number in the module's memory."""


class Wasm(CPU):
    """A place in numba's hierarchy of targets: CPU implementations are valid for it."""


class WasmLibrary(CPUCodeLibrary):
    """The lowered code of one function. All functions of a module are linked first, then optimised."""

    def add_llvm_module(self, module: Any) -> None:  # noqa: ANN401  # LLVM's
        self._final_module.link_in(module)

    def finalize(self) -> None:
        self._raise_if_finalized()
        self._finalized = True

    @property
    def module(self) -> Any:  # noqa: ANN401  # LLVM's
        return self._final_module

    @property
    def called(self) -> "list[WasmLibrary]":
        """The libraries of this one's callees."""
        return list(self._linking_libraries)


class WasmCodegen(CPUCodegen):
    """Makes modules for another machine."""

    _library_class = WasmLibrary

    def _init(self, llvm_module: object) -> None:  # noqa: ARG002  # numba's
        llvm.initialize_all_targets()
        llvm.initialize_all_asmprinters()
        self.machine = llvm.Target.from_triple(TRIPLE).create_target_machine(
            opt=3, features=FEATURES, reloc="pic", codemodel="default"
        )
        self._tm, self._tm_features = self.machine, FEATURES
        self._target_data = self.machine.target_data
        self._data_layout = str(self._target_data)

    def _create_empty_module(self, name: str) -> ir.Module:
        module = ir.Module(cgutils.normalize_ir_text(name))
        module.triple = TRIPLE
        if self._data_layout:
            module.data_layout = self._data_layout
        return module

    def _add_module(self, module: object) -> None:
        """No execution engine."""

    def magic_tuple(self) -> tuple[str, ...]:
        return TRIPLE, FEATURES


class StackMemory(NRTContext):
    """The arrays that a function allocates: on a stack, until it returns."""

    def incref(self, builder: Any, typ: Any, value: Any) -> None:  # noqa: ANN401  # numba's
        """No references."""

    decref = incref

    def meminfo_alloc(self, builder: Any, size: Any) -> Any:  # noqa: ANN401  # numba's
        kind = ir.FunctionType(cgutils.voidptr_t, [cgutils.intp_t])
        return builder.call(cgutils.get_or_insert_function(builder.module, kind, ALLOCATE), [size])

    meminfo_alloc_unchecked = allocate = allocate_unchecked = meminfo_alloc

    def meminfo_alloc_aligned(self, builder: Any, size: Any, align: Any) -> Any:  # noqa: ANN401, ARG002  # numba's
        """All room is 16-byte aligned."""
        return self.meminfo_alloc(builder, size)

    meminfo_alloc_aligned_unchecked = meminfo_alloc_aligned

    def meminfo_data(self, builder: Any, meminfo: Any) -> Any:  # noqa: ANN401, ARG002  # numba's
        return meminfo


class Convention(callconv.CPUCallConv):
    """Returning from a function of ours frees its memory. Numba's functions may return an array."""

    def return_value(self, builder: Any, retval: Any) -> Any:  # noqa: ANN401  # numba's
        if self.context.enable_nrt and not self.context.fndesc.modname.startswith("numba."):
            found = builder.module.globals.get(TOP)
            place = ir.GlobalVariable(builder.module, ir.IntType(32), TOP) if found is None else found
            with builder.goto_entry_block():
                top = builder.load(place)
            builder.store(top, place)
        return super().return_value(builder, retval)


class WasmContext(cpu.CPUContext):
    """How numba lowers a function for this target."""

    allow_dynamic_globals = False  # every table of the rules is a constant of the module

    def init(self) -> None:
        self.is32bit = False  # 64-bit division needs no helper
        self._internal_codegen: Any = WasmCodegen("numba.wasm")

    @property
    def call_conv(self) -> Convention:
        return Convention(self)

    @property
    def nrt(self) -> StackMemory:
        return StackMemory(self, self.enable_nrt)

    def add_dynamic_addr(self, builder: Any, intaddr: int, info: str) -> Any:  # noqa: ANN401, ARG002  # numba's
        """A function value is empty: its type identifies the function."""
        return cgutils.voidptr_t(None)

    def post_lowering(self, mod: object, library: object) -> None:
        """No CPU intrinsics to add."""

    def create_cpython_wrapper(self, *arguments: object, **settings: object) -> None:
        """Python never calls it."""

    create_cfunc_wrapper = create_cpython_wrapper

    def get_executable(self, library: object, fndesc: object, env: object) -> object:  # noqa: ARG002  # numba's
        return fndesc  # nothing to call: only the key under which callers find it


class WasmTarget(CPUTarget):
    """Both contexts, created on first use."""

    @cached_property
    def _toplevel_target_context(self) -> WasmContext:
        return WasmContext(self.typing_context, NAME)

    @cached_property
    def _toplevel_typing_context(self) -> Context:
        return Context()


TARGET: Final = WasmTarget(NAME)


class WasmDispatcher(Dispatcher):
    """A function compiled for this target: once, with its own signature, when a caller is compiled."""

    targetdescr = TARGET
    signature: Any = None
    """Its signature; numba's own functions have none, and are compiled for their arguments."""

    def compile(self, sig: Any) -> Any:  # noqa: ANN401  # numba's
        with target_override(NAME):
            return super().compile(sig)

    def compile_once(self) -> None:
        """Compile it, unless that has been done."""
        if self.signature is not None and not self.overloads and not self.is_compiling:
            self.compile(self.signature)
            self.disable_compile()

    def get_call_template(self, args: Any, kws: Any) -> Any:  # noqa: ANN401  # numba's
        self.compile_once()
        return super().get_call_template(args, kws)

    def add_overload(self, cres: Any) -> None:  # noqa: ANN401  # numba's
        self.overloads[tuple(cres.signature.args)] = cres


class WasmJit(JitDecorator):
    """How numba compiles its own functions (`min`, `abs`, ...) for this machine."""

    def __init__(self, *_arguments: object, **settings: Any) -> None:  # noqa: ANN401  # numba's
        self._settings = settings

    def __call__(self, function: Function) -> WasmDispatcher:  # type: ignore[override]  # as numba calls it
        return compile_later(function, allocates=self._settings.get("_nrt", True))

    def get_dispatcher(self) -> type[WasmDispatcher]:
        return WasmDispatcher

    def dispatcher_wrapper(self) -> object:
        raise NotImplementedError


def compile_later(function: Function, *, allocates: bool, is_inlined: bool = False) -> WasmDispatcher:
    """A function for this target, not yet compiled."""
    settings = {
        "nopython": True, "nogil": True, "error_model": "numpy", "_nrt": allocates, "forceinline": is_inlined,
        "no_cpython_wrapper": True, "no_cfunc_wrapper": True,
    }  # fmt: skip
    return WasmDispatcher(function, targetoptions=settings, pipeline_class=compiler.Compiler)


target_registry[NAME] = Wasm
dispatcher_registry[target_registry[NAME]] = WasmDispatcher
jit_registry[target_registry[NAME]] = WasmJit


# Twins: functions under @jit, compiled for WebAssembly as well, for one game, calling its own functions


ALLOCATES: Final = "_nrt"
IS_INLINED: Final = "forceinline"
"""Settings of `jit_allocating` and `jit_inlined`."""


class BoundType(StructType):
    """The type of one game's `Functions`: each member is a function, not an address, and is called directly."""

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
    """Nothing is read: the type of the member identifies the function."""
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
                copy.__globals__[copy.__name__] = twin  # for recursion
            self._found[function] = twin
        return self._found[function]

    def _bind(self, signature: Signature) -> Signature:
        """The same signature, with the functions of this game."""
        given = (self._type if type(kind) is StructType and kind.kind is Functions else kind for kind in signature.args)
        return cast("Signature", signature.return_type(*given))
