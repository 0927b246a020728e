"""Runs in Pyodide when the page is built: Python's standard library, compiled, and what each of its modules imports.

Compiled, Python starts in a page in less than half the time. Modules that are built into Pyodide are left out, but not
what they import. `estaminet site` takes from the result what a page needs.
"""

import _imp
import ast
import importlib.util
import json
import sys
import zipfile
from collections.abc import Iterator
from importlib._bootstrap_external import _code_to_hash_pyc

LIBRARY = "/lib/python314.zip"
"""Where Pyodide has it, and what tracebacks say."""
RESULT = "/library.zip"
IMPORTS = "imports.json"
DATE = (1980, 1, 1, 0, 0, 0)
WITHOUT_DOCSTRINGS = 2


def compile_library() -> None:
    """Write the archive."""
    with zipfile.ZipFile(LIBRARY) as source:
        texts = {path: source.read(path) for path in sorted(source.namelist()) if path.endswith(".py")}
    known = {name_module(path) for path in texts}
    imports = {name_module(path): sorted(find_imports(path, text) & known) for path, text in texts.items()}
    with zipfile.ZipFile(RESULT, "w", zipfile.ZIP_DEFLATED) as target:
        target.writestr(zipfile.ZipInfo(IMPORTS, DATE), json.dumps(imports), zipfile.ZIP_DEFLATED)
        for path, text in texts.items():
            if not is_built_in(name_module(path)):
                target.writestr(zipfile.ZipInfo(f"{path}c", DATE), compile_module(path, text), zipfile.ZIP_DEFLATED)


def compile_module(path: str, text: bytes) -> bytes:
    code = compile(text, f"{LIBRARY}/{path}", "exec", dont_inherit=True, optimize=WITHOUT_DOCSTRINGS)
    return bytes(_code_to_hash_pyc(code, importlib.util.source_hash(text), False))


def name_module(path: str) -> str:
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def is_built_in(module: str) -> bool:
    spec = getattr(sys.modules.get(module), "__spec__", None)
    return _imp.is_frozen(module) or getattr(spec, "origin", "") == "frozen"


def find_imports(path: str, text: bytes) -> set[str]:
    """All that is imported with a module, and the packages that these are in."""
    package = name_module(path).split(".")
    if not path.endswith("/__init__.py"):
        package.pop()
    found = set()
    for name in list_imports(package, ast.parse(text)):
        parts = name.split(".")
        found |= {".".join(parts[:count]) for count in range(1, len(parts) + 1)}
    return found


def list_imports(package: list[str], tree: ast.AST) -> Iterator[str]:
    for node in ast.iter_child_nodes(tree):
        match node:
            case ast.Import():
                yield from (each.name for each in node.names)
            case ast.ImportFrom():
                above = package[: len(package) - node.level + 1] if node.level else []
                base = ".".join([*above, *filter(None, [node.module])])
                yield base
                yield from (f"{base}.{each.name}" for each in node.names)
            case ast.If(test=ast.Compare(comparators=[ast.Constant(value="win32")])):
                yield from list_imports(package, ast.Module(node.orelse, []))
            case _ if not is_aside(node):
                yield from list_imports(package, node)


def is_aside(node: ast.AST) -> bool:
    """Whether this part of a module does not run when a page imports it.

    That is a function, what only programs and checks of types do, and what takes the place of something in C. What is
    imported only while a function runs is left out on purpose: nearly all of it is for servers and old programs.
    """
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            return True
        case ast.ExceptHandler(type=ast.Name(id="ImportError" | "ModuleNotFoundError")):
            return True
        case ast.If(test=ast.Name(id="TYPE_CHECKING") | ast.Compare(left=ast.Name(id="__name__"))):
            return True
    return False


compile_library()
