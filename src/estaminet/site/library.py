"""Python's standard library as a page needs it: Pyodide's own archive, without the modules that nobody imports.

Imports are read from the text, since it is that of a newer Python than may run here: a module is kept if the house, its
games or Pyodide import it, or a module that is kept does so. What a module of the library imports only while one of its
functions runs is left out, unless it is listed here: nearly all of it is for other systems, servers and old programs.
"""

import io
import re
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

ROOTS: Final = (
    "_pyodide", "_pyodide._base", "_pyodide._core_docs", "_pyodide._future_helper",
    "_pyodide._importhook", "_pyodide.docstring", "_pyodide.jsbind", "pyodide", "pyodide._package_loader",
    "pyodide._state", "pyodide.code", "pyodide.ffi", "pyodide.webloop",
    # What Python itself asks for when it starts, and when it has an error to show.
    "encodings", "encodings.aliases", "encodings.ascii", "encodings.latin_1", "encodings.utf_8", "linecache",
    "traceback",
    # What modules in C import: `datetime`, `hashlib`, the pickling that `copy` does.
    "_strptime", "copyreg", "datetime", "hashlib",
    # With which Pyodide unpacks archives.
    "bz2", "lzma", "tempfile", "zipfile",
)  # fmt: skip
"""Modules that Pyodide imports when it starts, or that are imported from outside of Python's text."""
IMPORT: Final = re.compile(
    r"^[ \t]*(?:from[ \t]+(\.*)([\w.]*)[ \t]+import[ \t]*(\([^)]*\)|[^\n;]*)|import[ \t]+([^\n;]+))", re.MULTILINE
)
NOISE: Final = re.compile(r"\\\n|#[^\n]*")
"""Lines that go on, and comments."""
ASIDE: Final = re.compile(
    r"(async )?def |except (Import|ModuleNotFound)Error|if (__name__|TYPE_CHECKING|sys\.platform == .win32)"
)
"""How blocks begin that do not run when a page imports a module of the library: what is written in C is there."""
DATE: Final = (1980, 1, 1, 0, 0, 0)


def slim_library(archive: bytes, house: bytes) -> bytes:
    """The archive of the standard library with what the house's own needs of it; nothing in it is compressed."""
    library, own = read_modules(archive), read_modules(house)
    wanted = [*ROOTS, *(name for module, text in own.items() for name in list_imports(module, text))]
    kept = find_closure(library, wanted)
    slim = io.BytesIO()
    with zipfile.ZipFile(slim, "w", zipfile.ZIP_STORED) as target:
        for path in sorted(library):
            if name_module(path) in kept:
                target.writestr(zipfile.ZipInfo(path, DATE), library[path])
    return slim.getvalue()


def read_modules(archive: bytes) -> dict[str, str]:
    """The text of every module, by its path in an archive."""
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        return {path: opened.read(path).decode() for path in opened.namelist() if path.endswith(".py")}


def name_module(path: str) -> str:
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def find_closure(library: Mapping[str, str], wanted: Iterable[str]) -> set[str]:
    """The names of all modules of the library that are imported if these are, with the packages that they are in."""
    paths = {name_module(path): path for path in library}
    found: set[str] = set()
    waiting = list(wanted)
    while waiting:
        parts = waiting.pop().split(".")
        for count in range(1, len(parts) + 1):
            name = ".".join(parts[:count])
            if name in paths and name not in found:
                found.add(name)
                waiting += list_imports(paths[name], leave_aside(library[paths[name]]))
    return found


def list_imports(path: str, text: str) -> Iterator[str]:
    """Every name that a module at this path imports, be it a module or something in one."""
    package = name_module(path).split(".")
    if not path.endswith("/__init__.py"):
        package.pop()
    for dots, base, names, modules in IMPORT.findall(NOISE.sub(" ", text)):
        if modules:
            yield from (each.split()[0] for each in modules.split(",") if each.strip())
            continue
        above = package[: len(package) - len(dots) + 1] if dots else []
        start = ".".join([*above, *filter(None, [base])])
        yield start
        yield from (f"{start}.{each.split()[0]}" for each in names.strip("()").split(",") if each.strip())


def leave_aside(text: str) -> str:
    """A module without what does not run when it is imported: blocks are told by how far they are indented."""
    kept = []
    edge: int | None = None
    for line in text.splitlines():
        bare = line.lstrip()
        indent = len(line) - len(bare)
        if not bare or (edge is not None and (indent > edge or bare.startswith(")"))):
            continue
        edge = indent if ASIDE.match(bare) else None
        kept.append(line)
    return "\n".join(kept)
