"""A module of rules in a page, and the replacement for NumPy."""

import builtins
import io
import math
import symtable
import sys
import zipfile
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from estaminet.engine.jit.compiler import jit
from estaminet.engine.jit.layout import Codes, Memory
from estaminet.games import REGISTRY
from estaminet.site.bundle import build_bundle
from estaminet.site.snapshot import take_snapshot

arrays: Any = import_module("estaminet.site.page.numpy")
"""The page's NumPy."""
SIZE = 3
MOST = math.inf
NAMES = {"a": (1, 2.5), "b": (None, "two")}
TABLE = np.arange(SIZE)
ROWS = [int(number) for number in TABLE]
LAST = TABLE[-1]


@jit
def double(number: int) -> int:
    return 2 * number


@jit
def look_up(number: int) -> int:
    return int(TABLE[number])


@jit
def count(memory: Memory) -> int:
    return memory.size


@jit
def copy(codes: Codes) -> None:
    codes[0] = codes[1]


def describe(number: int) -> str:
    return f"{double(number)} of {NAMES}"


def load(name: str, source: str, **given: Any) -> ModuleType:  # noqa: ANN401  # whatever a module has
    module = ModuleType(name)
    vars(module).update(given)
    exec(compile(source, name, "exec"), vars(module))  # noqa: S102  # our own
    return module


@pytest.mark.compiled
def test_a_snapshot_has_what_people_see_and_calls_the_rest() -> None:
    this = sys.modules[__name__]
    text = Path(__file__).read_text(encoding="utf-8").partition("def load(")[0]
    source = take_snapshot(this, text, "guest", called={"count"})
    names = {line.split(" = ")[0] for line in source.splitlines() if " = " in line}
    assert {"SIZE", "NAMES", "ROWS", "count"} <= names
    assert not {"TABLE", "LAST"} & names, "tables are for compiled functions"
    assert "count = compiled('guest', 'count')" in source
    assert "numba" not in source
    assert "def look_up" not in source, "it reads a table that is not there"
    assert "def copy" not in source, "it changes an array, and nobody calls it from outside"
    found = load("guest", source.replace("from estaminet.engine.jit.compiler import compiled\n", ""), compiled=str.join)
    assert found.describe(4) == describe(4)
    assert found.NAMES == NAMES
    assert found.MOST == MOST
    assert found.ROWS == [0, 1, 2]


@pytest.mark.parametrize("name", ["poule", "reeperbahn", "nuit"])
def test_records_lie_as_numpy_lays_them_out(name: str) -> None:
    state = REGISTRY.find(name).modules[0].STATE
    fields = [(each, getattr(arrays, str(kind.base)), kind.shape) for each, (kind, _) in state.fields.items()]
    found = arrays.dtype((arrays.record, arrays.dtype(fields, align=True)))
    assert found.itemsize == state.itemsize
    assert {each: offset for each, (_, offset) in found.fields.items()} == {
        each: offset for each, (_, offset, *_) in state.fields.items()
    }
    data = bytes(at * 7 % 251 for at in range(state.itemsize))
    values = zip(arrays.ndarray((), found, data).item(), np.ndarray((), state, data).item(), strict=True)
    assert all(
        (here if isinstance(here, int) else here.tolist()) == np.asarray(there).tolist() for here, there in values
    )


def test_arrays_read_and_write_like_numpys() -> None:
    shape, data = (3, 4, 2), bytes(range(48))
    here, there = (
        arrays.ndarray(shape, arrays.int16, bytearray(data)),
        np.frombuffer(data, np.int16).reshape(shape).copy(),
    )
    for key in (1, -1, (2, 3), (0, 1, 1), slice(1, 3), (1, slice(2)), (2, 1, slice(1, None)), ...):
        found = here[key]
        assert (found if isinstance(found, int) else found.tolist()) == there[key].tolist()
    here[1, 2], there[1, 2] = 7, 7
    here[2, 3, 1], there[2, 3, 1] = -9, -9
    here[0][1:3], there[0][1:3] = here[1][0:2], there[1][0:2]
    assert here.tolist() == there.tolist()
    assert here.tobytes() == there.tobytes()
    assert [each.tolist() for each in here.copy()] == there.tolist()
    assert arrays.array([1, 2.5], arrays.float64).tolist() == [1, 2.5]
    with pytest.raises(IndexError):
        here[3]


def list_globals(table: symtable.SymbolTable) -> Iterator[str]:
    """The names that a program looks up in its module, from anywhere in it."""
    for symbol in table.get_symbols():
        if symbol.is_referenced() and (symbol.is_global() or table.get_type() == "module"):
            yield symbol.get_name()
    for part in table.get_children():
        yield from list_globals(part)


@pytest.mark.compiled
def test_whatever_is_used_in_a_page_is_there() -> None:
    """The rest never uses what is left out."""
    archive = zipfile.ZipFile(io.BytesIO(build_bundle(map(REGISTRY.find, REGISTRY.names()))))
    missing = []
    for name in archive.namelist():
        if name.endswith(".py"):
            table = symtable.symtable(archive.read(name).decode(), name, "exec")
            own = {symbol.get_name() for symbol in table.get_symbols() if symbol.is_assigned() or symbol.is_imported()}
            own |= {part.get_name() for part in table.get_children()}
            missing += [f"{name}: {each}" for each in {*list_globals(table)} - own - {*dir(builtins)} - {"__file__"}]
    assert missing == []
