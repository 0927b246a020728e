"""A module of rules for a page: its constants unchanged, its compiled functions as calls of the game's module.

Tables that only compiled functions read, and functions that only they call, are left out, and with them all array
code. The rest is what views, logs and refusals read.
"""

import ast
from collections.abc import Iterable
from math import isfinite
from types import ModuleType
from typing import Any, Final

from numba import types

from estaminet.engine.jit.compiler import find_signature
from estaminet.engine.jit.structs import StructType

COMPILER: Final = "numba"
"""Absent from a page."""
FUTURE: Final = "from __future__ import annotations"
CALLED: Final = "from estaminet.engine.jit.compiler import compiled"
WITH_ARRAYS: Final = (types.Array, types.Record, types.FunctionType, StructType)
"""A function without these computes with numbers alone, and is the same in a page."""
RETURNED: Final = {types.Boolean: "bool", types.Float: "float"}
"""Types that a page would take for integers."""
PLAIN: Final = (bool, int, str, bytes, range, type(None))
SEVERAL: Final = (tuple, list, set, frozenset)


def take_snapshot(
    module: ModuleType, source: str, game: str, called: Iterable[str] = (), kept: Iterable[str] = ()
) -> str:
    """The source of the module in a page. Some of its ``@jit`` functions are called, some kept as they are."""
    snapshot = _Snapshot(module, game, set(called), set(kept))
    body = [each for node in ast.parse(source).body for each in snapshot.visit(node)]
    used = {each.id for node in body for each in ast.walk(node) if isinstance(each, ast.Name)}
    body = [node for node in (_prune(node, used) for node in body) if node is not None]
    return "\n".join([FUTURE, CALLED, *map(ast.unparse, body), ""])


class _Snapshot:
    """Conversion of each statement of a module."""

    def __init__(self, module: ModuleType, game: str, called: set[str], kept: set[str]) -> None:
        self._values, self._game, self._called, self._kept = vars(module), game, called, kept
        self._missing: set[str] = set()
        """Names missing in a page."""

    def visit(self, node: ast.stmt) -> list[ast.stmt]:
        match node:
            case ast.Import() | ast.ImportFrom():
                return self._visit_import(node)
            case ast.ClassDef():
                return [_strip(node)]
            case ast.FunctionDef():
                return self._visit_function(node)
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                return self._visit_constant(name, value)
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                return self._visit_constant(name, value)
            case _:
                return []

    def _visit_import(self, node: ast.Import | ast.ImportFrom) -> list[ast.stmt]:
        module = (isinstance(node, ast.ImportFrom) and node.module) or ""
        for each in [*node.names]:
            name = each.asname or each.name.split(".")[0]
            if COMPILER in (module.split(".")[0], each.name.split(".")[0]) or self._is_absent(name, self._values[name]):
                self._missing.add(name)
                node.names.remove(each)
        return [node] if node.names else []

    def _is_absent(self, name: str, value: Any) -> bool:  # noqa: ANN401  # whatever a module imports
        """Whether a snapshot of another module may lack it."""
        return is_for_compiled_functions(value) or (find_signature(value) is not None and name not in self._called)

    def _visit_function(self, node: ast.FunctionDef) -> list[ast.stmt]:
        signature = find_signature(self._values[node.name])
        if signature is not None and node.name in self._called:
            kind = RETURNED.get(type(signature.return_type))
            told = f"{self._game!r}, {node.name!r}" + (f", {kind}" if kind else "")
            return ast.parse(f"{node.name} = compiled({told})").body
        has_arrays = signature is not None and any(isinstance(kind, WITH_ARRAYS) for kind in signature.args)
        if (has_arrays and node.name not in self._kept) or self._uses_missing(_strip(node)):
            self._missing.add(node.name)
            return []
        if signature is not None:
            node.decorator_list = []
        return [node]

    def _visit_constant(self, name: str, value: ast.expr) -> list[ast.stmt]:
        found = self._values[name]
        if is_plain(found):
            return ast.parse(f"{name} = {found!r}").body
        if self._uses_missing(value) or is_for_compiled_functions(found):
            self._missing.add(name)
            return []
        return [ast.Assign([ast.Name(name)], value, lineno=0)]

    def _uses_missing(self, node: ast.AST) -> bool:
        return any(isinstance(each, ast.Name) and each.id in self._missing for each in ast.walk(node))


def is_plain(value: object) -> bool:
    """Whether the repr of a value evaluates to it."""
    match value:
        case dict():
            return type(value) is dict and all(is_plain(each) for pair in value.items() for each in pair)
        case tuple() | list() | set() | frozenset():
            return type(value) in SEVERAL and all(is_plain(each) for each in value)
        case float():
            return isfinite(value)
        case _:
            return type(value) in PLAIN


def is_for_compiled_functions(value: Any) -> bool:  # noqa: ANN401  # whatever a module defines
    """Non-empty arrays, and the types of some; but not record layouts."""
    is_of_numpy = type(value).__module__.split(".")[0] == "numpy"
    return is_of_numpy and not getattr(value, "fields", None) and getattr(value, "size", 1) != 0


def _strip(node: ast.FunctionDef | ast.ClassDef) -> ast.stmt:
    """The same without the annotations of functions, which use absent names."""
    for each in ast.walk(node):
        if isinstance(each, ast.FunctionDef):
            each.returns = None
            for argument in (*each.args.posonlyargs, *each.args.args, *each.args.kwonlyargs):
                argument.annotation = None
    return node


def _prune(node: ast.stmt, used: set[str]) -> ast.stmt | None:
    """An import without unused names."""
    if isinstance(node, ast.Import | ast.ImportFrom):
        node.names = [each for each in node.names if (each.asname or each.name.split(".")[0]) in used]
        return node if node.names else None
    return node
