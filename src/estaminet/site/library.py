"""Python's standard library as a page needs it: without the modules that nobody imports.

`make web` has compiled all of it and written down what each module imports (`web/library.py`). Kept is what the house,
its games or Pyodide import, and what that imports in its turn.
"""

import ast
import io
import json
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from estaminet.site.bundle import DATE

IMPORTS: Final = "imports.json"
ROOTS: Final = (
    "_pyodide", "_pyodide._base", "_pyodide._core_docs", "_pyodide._future_helper", "_pyodide._importhook",
    "_pyodide.docstring", "_pyodide.jsbind", "pyodide", "pyodide._package_loader", "pyodide._state", "pyodide.code",
    "pyodide.ffi", "pyodide.webloop",
    # What Python itself asks for when it starts, and when it has an error to show.
    "encodings", "encodings.aliases", "encodings.ascii", "encodings.latin_1", "encodings.utf_8", "linecache",
    "traceback",
    # What is imported by what is written in C or built in: `datetime`, what `copy` asks, files beside modules.
    "_strptime", "copyreg", "importlib.readers", "importlib.resources._adapters",
    # What a package of the library loads when it is asked for.
    "concurrent.futures.thread",
    # With which Pyodide unpacks archives.
    "bz2", "encodings.cp437", "lzma", "tempfile", "zipfile",
)  # fmt: skip
"""What Pyodide imports when it starts, and what is imported from outside of Python's text."""


def slim_library(library: bytes, house: bytes) -> bytes:
    """What the house's own archive needs of the library, as an archive in which nothing is compressed."""
    slim = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(library)) as source, zipfile.ZipFile(slim, "w", zipfile.ZIP_STORED) as target:
        kept = find_closure(json.loads(source.read(IMPORTS)), [*ROOTS, *list_wanted(house)])
        for path in sorted(source.namelist()):
            if name_module(path) in kept:
                target.writestr(zipfile.ZipInfo(path, DATE), source.read(path))
    return slim.getvalue()


def name_module(path: str) -> str:
    return path.removesuffix(".pyc").removesuffix("/__init__").replace("/", ".")


def find_closure(imports: Mapping[str, Iterable[str]], wanted: Iterable[str]) -> set[str]:
    """All modules that are imported if these are."""
    found: set[str] = set()
    waiting = [name for name in wanted if name in imports]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += imports[name]
    return found


def list_wanted(house: bytes) -> Iterator[str]:
    """All that the house's modules import, be it at once or when a function runs: modules, and things in modules."""
    with zipfile.ZipFile(io.BytesIO(house)) as opened:
        for path in opened.namelist():
            for node in ast.walk(ast.parse(opened.read(path))) if path.endswith(".py") else ():
                match node:
                    case ast.Import():
                        names = [each.name for each in node.names]
                    case ast.ImportFrom(module=str(base), level=0):
                        names = [base, *(f"{base}.{each.name}" for each in node.names)]
                    case _:
                        continue
                for name in names:
                    parts = name.split(".")
                    yield from (".".join(parts[:count]) for count in range(1, len(parts) + 1))
