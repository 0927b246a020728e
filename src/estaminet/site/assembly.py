"""Linking of many functions into one WebAssembly module, with an entry for each that is called from outside.

Outside, an array is its address and its lengths; a struct the address of a table of 64-bit words, as natively
(`estaminet.engine.jit.structs`); a number is a number; the game's functions are omitted: they are in the code.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

import llvmlite.binding as llvm
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.np.arrayobj import populate_array

from estaminet.engine.errors import BrokenGame
from estaminet.engine.jit.structs import StructType
from estaminet.extras import require_extra
from estaminet.site.target import TARGET, TRIPLE, BoundType, WasmDispatcher, WasmLibrary

ADDRESS: Final = cgutils.voidptr_t
LENGTH: Final = ir.IntType(32)
WORD: Final = ir.IntType(64)
NUMBER: Final = ir.DoubleType()
"""The type of JavaScript's numbers: exact for integers up to 2^53."""
TAKE: Final = "take"
GIVE_BACK: Final = "give_back"
KEEP_WITHIN: Final = "keep_within"
PRODUCT: Final = "__multi3"
"""A function that LLVM references only at the very end."""
SECTION: Final = "estaminet"
"""The custom section of a module with its functions' arguments."""
RUNTIME: Final = """
@top = global i32 0
@end = global i32 0
declare i32 @llvm.wasm.memory.size.i32(i32)
declare i32 @llvm.wasm.memory.grow.i32(i32, i32)
declare void @llvm.trap()

; Room of so many bytes, aligned to 16.
define i32 @take(i32 %size) {
  %first = load i32, ptr @top
  %wide = add i32 %size, 15
  %rounded = and i32 %wide, -16
  %next = add i32 %first, %rounded
  %short_of = icmp ult i32 %next, %first
  br i1 %short_of, label %fail, label %check
check:
  %last = load i32, ptr @end
  %is_past = icmp ugt i32 %next, %last
  br i1 %is_past, label %fail, label %look
look:
  %pages = call i32 @llvm.wasm.memory.size.i32(i32 0)
  %room = shl i32 %pages, 16
  %is_short = icmp ugt i32 %next, %room
  br i1 %is_short, label %grow, label %done
grow:
  %lacking = sub i32 %next, %room
  %upward = add i32 %lacking, 65535
  %more = lshr i32 %upward, 16
  %got = call i32 @llvm.wasm.memory.grow.i32(i32 0, i32 %more)
  %failed = icmp eq i32 %got, -1
  br i1 %failed, label %fail, label %done
fail:
  call void @llvm.trap()
  unreachable
done:
  store i32 %next, ptr @top
  ret i32 %first
}

; All room is between these addresses.
define void @keep_within(i32 %first, i32 %last) {
  store i32 %first, ptr @top
  store i32 %last, ptr @end
  ret void
}

; All room from this address on is free again.
define void @give_back(i32 %address) {
  store i32 %address, ptr @top
  ret void
}

define ptr @allocate(i64 %size) {
  %narrow = trunc i64 %size to i32
  %address = call i32 @take(i32 %narrow)
  %pointer = inttoptr i32 %address to ptr
  ret ptr %pointer
}

; The product of two numbers of 128 bits, by which LLVM finds out whether one of 64 bits is too large. It would
; optimise this into a call of itself.
define void @__multi3(ptr %out, i64 %a, i64 %a_high, i64 %b, i64 %b_high) noinline optnone {
  %a0 = and i64 %a, 4294967295
  %a1 = lshr i64 %a, 32
  %b0 = and i64 %b, 4294967295
  %b1 = lshr i64 %b, 32
  %p00 = mul i64 %a0, %b0
  %p01 = mul i64 %a0, %b1
  %p10 = mul i64 %a1, %b0
  %p11 = mul i64 %a1, %b1
  %carry = lshr i64 %p00, 32
  %p01_low = and i64 %p01, 4294967295
  %middle = add i64 %carry, %p01_low
  %sum = add i64 %middle, %p10
  %sum_high = lshr i64 %sum, 32
  %p01_high = lshr i64 %p01, 32
  %high = add i64 %p11, %p01_high
  %higher = add i64 %high, %sum_high
  %cross1 = mul i64 %a, %b_high
  %cross2 = mul i64 %a_high, %b
  %crosses = add i64 %cross1, %cross2
  %highest = add i64 %higher, %crosses
  %low = mul i64 %a, %b
  store i64 %low, ptr %out
  %second = getelementptr i64, ptr %out, i32 1
  store i64 %highest, ptr %second
  ret void
}

; Where numba would tell Python that there is no memory left.
@PyExc_RuntimeError = global i8 0
define void @PyErr_SetString(ptr %kind, ptr %text) {
  call void @llvm.trap()
  unreachable
}
"""


class Assembly:
    """The functions that a page can call, with their callees."""

    def __init__(self) -> None:
        require_extra("site")  # before the long compilation
        self._context = TARGET.target_context
        self._entries = self._context.create_module("entries")
        self._libraries: list[WasmLibrary] = []
        self._functions: dict[str, list[list[object]]] = {}
        self._structs: dict[str, list[list[object]]] = {}

    def add(self, name: str, twin: WasmDispatcher) -> None:
        """Export a function under this name."""
        twin.compile_once()
        compiled: Any
        (compiled,) = twin.overloads.values()
        self._libraries.append(compiled.library)
        kinds = zip(twin.__code__.co_varnames, compiled.fndesc.argtypes, strict=False)
        self._functions[name] = [self._describe(*each) for each in kinds if not isinstance(each[1], BoundType)]
        self._add_entry(name, compiled.fndesc)

    def _describe(self, name: str, kind: types.Type) -> list[object]:
        """The name of an argument, its type, and the dimensions of an array."""
        match kind:
            case types.Array():
                return [name, str(kind.dtype), kind.ndim]
            case StructType():
                struct = kind.kind.__name__
                if struct not in self._structs:
                    self._structs[struct] = [self._describe(*each) for each in _list_members(kind)]
                return [name, struct]
            case _:
                return [name, str(kind)]

    def _add_entry(self, name: str, description: Any) -> None:  # noqa: ANN401  # numba's
        """A function that takes plain numbers."""
        context, returned = self._context, description.restype
        outside = [each for kind in description.argtypes for each in _list_outside(kind)]
        result = ir.VoidType() if returned in (types.void, types.none) else NUMBER
        function = ir.Function(self._entries, ir.FunctionType(result, outside), name)
        builder = ir.IRBuilder(function.append_basic_block())
        waiting = iter(function.args)
        arguments = [_read_argument(context, builder, kind, waiting) for kind in description.argtypes]
        inner = context.call_conv.get_function_type(returned, description.argtypes)
        called = cgutils.get_or_insert_function(self._entries, inner, description.llvm_func_name)
        status, value = context.call_conv.call_function(builder, called, returned, description.argtypes, arguments)
        with builder.if_then(status.is_error, likely=False):
            builder.call(self._entries.declare_intrinsic("llvm.trap", (), ir.FunctionType(ir.VoidType(), [])), [])
            builder.unreachable()
        match returned:
            case types.void | types.none:
                builder.ret_void()
            case types.Float():
                builder.ret(value)
            case types.Boolean():
                builder.ret(builder.uitofp(value, NUMBER))
            case _:
                builder.ret(builder.sitofp(value, NUMBER))

    def link(self, sizes: dict[str, int]) -> bytes:
        """The module, with these numbers about its game."""
        exported = [*self._functions, TAKE, GIVE_BACK, KEEP_WITHIN]
        module = _link_together(self._context.codegen(), self._entries, self._libraries, exported)
        described = {"sizes": sizes, "functions": self._functions, "structs": self._structs}
        return link(self._context.codegen().machine.emit_object(module), exported) + _make_section(described)


def _list_members(kind: StructType) -> list[tuple[str, types.Type]]:
    return [(name, member.type) for name, member in kind.members.items()]


def _list_outside(kind: types.Type) -> list[ir.Type]:
    """An argument's type outside."""
    match kind:
        case types.Array():
            return [ADDRESS, *[LENGTH] * kind.ndim]
        case BoundType():
            return []
        case StructType():
            return [ADDRESS]
        case _:
            return [NUMBER]


def _read_argument(context: Any, builder: Any, kind: types.Type, waiting: Any) -> Any:  # noqa: ANN401  # numba's
    match kind:
        case types.Array():
            data = builder.bitcast(next(waiting), context.get_data_type(kind.dtype).as_pointer())
            lengths = [builder.zext(next(waiting), WORD) for _ in range(kind.ndim)]
            size = context.get_constant(types.intp, kind.dtype.bitwidth // 8)
            strides = [size]
            for length in reversed(lengths[1:]):
                strides.insert(0, builder.mul(strides[0], length))
            array = context.make_array(kind)(context, builder)
            populate_array(array, data=data, shape=lengths, strides=strides, itemsize=size, meminfo=None)
            return array._getvalue()
        case BoundType():
            return cgutils.get_null_value(context.get_value_type(kind))
        case StructType():
            return builder.bitcast(next(waiting), context.get_value_type(kind))
        case types.Float():
            return next(waiting)
        case types.Boolean():
            return builder.fcmp_unordered("!=", next(waiting), NUMBER(0))
        case _:
            return builder.fptosi(next(waiting), WORD)


def _link_together(codegen: Any, entries: ir.Module, libraries: list[WasmLibrary], exported: list[str]) -> Any:  # noqa: ANN401  # LLVM's
    """One LLVM module, optimised as a whole."""
    whole = llvm.parse_assembly(RUNTIME)
    whole.triple, whole.data_layout = TRIPLE, codegen._data_layout
    whole.link_in(llvm.parse_assembly(cgutils.normalize_ir_text(str(entries))))
    seen: set[int] = set()
    waiting = [*reversed(libraries)]
    while waiting:
        library = waiting.pop()
        if id(library) not in seen:
            seen.add(id(library))
            waiting += reversed(library.called)
            whole.link_in(library.module, preserve=True)
    for each in (*whole.functions, *whole.global_variables):
        if not each.is_declaration and each.name not in (*exported, PRODUCT):
            each.linkage = "internal"
    whole.verify()
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    passes = llvm.create_pass_builder(codegen.machine, options)
    passes.getModulePassManager().run(whole, passes)
    return whole


def link(code: bytes, exported: list[str]) -> bytes:
    """A loadable module from the compiler's output, relocatable in any memory."""
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "game.o", Path(folder) / "game.wasm"
        source.write_bytes(code)
        command = [
            sys.executable, "-m", "ziglang", "wasm-ld", "--no-entry", "--gc-sections", "--strip-all", "-O2",
            "-pie", "--experimental-pic", "--import-memory", *(f"--export={each}" for each in exported),
            str(source), "-o", str(target),
        ]  # fmt: skip
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603  # our own words
        if done.returncode:
            said = " ".join(done.stderr.split())
            raise BrokenGame(f"Its rules call what a web page has no function for, or they are too large: {said:.500}")
        return target.read_bytes()


def _make_section(described: dict[str, object]) -> bytes:
    """A custom section in WebAssembly's format: its kind, its length, its name, its bytes."""
    name = SECTION.encode()
    content = bytes([len(name)]) + name + json.dumps(described, separators=(",", ":")).encode()
    return bytes([0]) + _write_length(len(content)) + content


def _write_length(number: int) -> bytes:
    """Seven bits a byte, the lowest first."""
    found = bytearray()
    while number >= 0x80:
        found.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*found, number])
