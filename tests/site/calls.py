"""Calls of compiled functions, made here and in WebAssembly: from the same arguments the same must come.

A `Calls` writes down what each call was given and what was in every array after it. `replay.mjs` makes the same
calls in a game's module and tells which arrays are different there.
"""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from estaminet.engine.jit.compiler import Function
from estaminet.engine.jit.functions import Functions
from estaminet.engine.jit.structs import Struct

REPLAY: Final = Path(__file__).with_name("replay.mjs")
NODE: Final = shutil.which("node")
Array = NDArray[Any]


class Calls:
    """Calls in a row. Arrays that begin at the same place are the same memory, in other words."""

    def __init__(self) -> None:
        self._calls: list[dict[str, object]] = []
        self._bytes = bytearray()

    def make(self, function: Function, *arguments: object) -> Any:  # noqa: ANN401  # whatever the function gives
        """Make a call, and write it down."""
        buffers: dict[int, Array] = {}
        described = [_describe(each, buffers) for each in arguments if not isinstance(each, Functions)]
        before = [self._keep(each) for each in buffers.values()]
        returned = function(*arguments)
        after = [self._keep(each) for each in buffers.values()]
        name = function.__name__
        call = {"name": name, "arguments": described, "returned": returned, "before": before, "after": after}
        self._calls.append(call)
        return returned

    def _keep(self, array: Array) -> tuple[int, int]:
        begin = len(self._bytes)
        self._bytes += array.tobytes()
        return begin, len(self._bytes)

    def __len__(self) -> int:
        return len(self._calls)

    def replay(self, module: Path, folder: Path) -> list[str]:
        """Where WebAssembly comes to something else."""
        (folder / "calls.json").write_text(json.dumps(self._calls))
        (folder / "calls.bin").write_bytes(self._bytes)
        said = run_node(REPLAY, module, folder / "calls.json", folder / "calls.bin")
        assert said.pop() == f"{len(self)} calls"
        return said


def _describe(value: object, buffers: dict[int, Array]) -> object:
    """An argument as JSON has it; arrays by the number of their memory."""
    match value:
        case np.ndarray():
            address = value.ctypes.data
            if address not in buffers or buffers[address].nbytes < value.nbytes:
                buffers[address] = value
            return {"array": [*buffers].index(address), "dtype": str(value.dtype), "lengths": value.shape}
        case Struct():
            members = {name: _describe(getattr(value, name), buffers) for name in value._names}
            return {"struct": type(value).__name__, "members": members}
        case _:
            return value


def run_node(script: Path, *arguments: Path | str) -> list[str]:
    """The lines that a script of Node.js prints."""
    command = [NODE or "node", script, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout.splitlines()
