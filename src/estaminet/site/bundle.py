"""All the Python that a page needs, as one archive: the house without its server and the compiler.

`site/page` replaces Numba and NumPy; modules with compiled functions are snapshots (`estaminet.site.snapshot`).
"""

import ast
import gzip
import io
import json
import sys
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Final

import estaminet
from estaminet.engine.game import Game
from estaminet.engine.jit.compiler import find_signature
from estaminet.engine.kernel import Kernel
from estaminet.players.exact import nothing_drawn
from estaminet.puzzles.model import FILE as PUZZLES
from estaminet.site.modules import OF_PLAYERS, list_called
from estaminet.site.snapshot import COMPILER, take_snapshot

PAGE: Final = Path(__file__).with_name("page")
HOUSE: Final = (
    "estaminet",
    "estaminet.engine",
    *(f"estaminet.engine.{name}" for name in ("deal", "errors", "fairness", "game", "imagined", "kernel")),
    *(f"estaminet.engine.{name}" for name in ("observation", "options", "position", "record", "registry")),
    *(f"estaminet.engine.jit.{name}" for name in ("arithmetic", "functions", "random", "records")),
    "estaminet.games",
    "estaminet.players",
    *(f"estaminet.players.{name}" for name in ("exact", "hints", "levels", "one_ply", "player", "playouts", "race")),
    *(f"estaminet.players.{name}" for name in ("reasons", "search", "shortsighted", "thinker", "tree")),
    "estaminet.players.networks",
    *(f"estaminet.players.networks.{name}" for name in ("forward", "playouts", "policy")),
    "estaminet.review",
    *(f"estaminet.review.{name}" for name in ("account", "decisions", "model", "replay", "steps")),
    "estaminet.puzzles",
    *(f"estaminet.puzzles.{name}" for name in ("answer", "model")),
    "estaminet.contests",
    "estaminet.device",
    *(f"estaminet.device.{name}" for name in ("device", "house", "paths", "players", "routes", "store")),
    "estaminet.server",
    "estaminet.server.errors",
    "estaminet.server.rules",
    *(f"estaminet.server.rules.{name}" for name in ("apply", "commands", "decide", "events", "names", "permissions")),
    *(f"estaminet.server.rules.{name}" for name in ("plan", "play", "results", "seats", "state", "taking_back")),
    "estaminet.server.live",
    *(f"estaminet.server.live.{name}" for name in ("branches", "clock", "contest_messages", "contests", "history")),
    *(f"estaminet.server.live.{name}" for name in ("listing", "looking", "messages", "question", "reader", "records")),
    *(f"estaminet.server.live.{name}" for name in ("session", "setup", "together", "updates")),
    "estaminet.server.store",
    "estaminet.server.store.rows",
)
"""The modules that are the same in a page, save compiled code."""
PLACES: Final = {
    "numpy/__init__.py": "numpy/__init__.py",
    "numpy/arrays.py": "numpy/arrays.py",
    "numpy/kinds.py": "numpy/kinds.py",
    "numpy/layout.py": "numpy/layout.py",
    "numpy/linalg.py": "numpy/linalg.py",
    "numpy/reductions.py": "numpy/reductions.py",
    "numpy/typing.py": "numpy/typing.py",
    "orjson.py": "orjson.py",
    "pydantic.py": "pydantic.py",
    "typing_extensions.py": "typing_extensions.py",
    "jit/__init__.py": "estaminet/engine/jit/__init__.py",
    "jit/compiler.py": "estaminet/engine/jit/compiler.py",
    "jit/layout.py": "estaminet/engine/jit/layout.py",
    "jit/structs.py": "estaminet/engine/jit/structs.py",
    "weights.py": "estaminet/players/networks/weights.py",
}
"""Paths of the page's own files in the archive."""
DATE: Final = (1980, 1, 1, 0, 0, 0)
"""The date of every file, for reproducible archives."""


def build_bundle(games: Iterable[Game]) -> bytes:
    """The archive for some games, a ZIP file."""
    files: dict[str, str | bytes] = {
        target: (PAGE / source).read_text(encoding="utf-8") for source, target in PLACES.items()
    }
    for name in HOUSE:
        module = import_module(name)
        files[_find_place(module)] = _write_module(module)
    others = []
    for game in games:
        files |= dict(_list_files(game))
        module_name = type(game).__module__
        if not module_name.startswith(f"{estaminet.__name__}.games."):
            others.append(f"{game.name} = {module_name}:GAME")
    if others:
        files["games_of_others-1.dist-info/METADATA"] = "Metadata-Version: 2.1\nName: games-of-others\nVersion: 1\n"
        files["games_of_others-1.dist-info/entry_points.txt"] = "\n".join(["[estaminet.games]", *others, ""])
    return _pack(files)


def _write_module(module: ModuleType) -> str:
    """Source of a house module for a page."""
    text = Path(module.__file__ or "").read_text(encoding="utf-8")
    if hasattr(module, "__path__"):
        return _leave_out_absent(text)
    functions = (each for each in vars(module).values() if getattr(each, "__module__", "") == module.__name__)
    if f"from {COMPILER} import" in text or any(map(find_signature, functions)):
        called = [each.__name__ for each in OF_PLAYERS]
        return take_snapshot(module, text, "", called, kept=(*Kernel.OPTIONAL, nothing_drawn.__name__))
    return text


def _leave_out_absent(text: str) -> str:
    """Exports of a package, without those of modules that a page does not have."""
    tree = ast.parse(text)
    tree.body = [
        node
        for node in tree.body
        if not isinstance(node, ast.ImportFrom)
        or not str(node.module).startswith(f"{estaminet.__name__}.")
        or f"{str(node.module).replace('.', '/')}.py" in PLACES.values()
        or node.module in HOUSE
    ]
    return ast.unparse(tree) + "\n"


def _find_place(module: ModuleType) -> str:
    """Path of a module in the archive."""
    return module.__name__.replace(".", "/") + ("/__init__.py" if hasattr(module, "__path__") else ".py")


def _list_files(game: Game) -> Iterator[tuple[str, str | bytes]]:
    """The package of a game: snapshots of the modules with compiled functions, its lesson and its puzzles."""
    package = sys.modules[type(game).__module__.rpartition(".")[0] or type(game).__module__]
    folder = Path(package.__file__ or "").parent
    compiled = {Path(module.__file__ or ""): module for module in game.modules}
    called = [*list_called(game), *(each.__name__ for each in OF_PLAYERS)]
    place = package.__name__.replace(".", "/")
    for file in (*sorted(folder.rglob("*.py")), *folder.glob("lesson.json")):
        text = file.read_text(encoding="utf-8")
        if file in compiled:
            text = take_snapshot(compiled[file], text, game.name, called)
        yield f"{place}/{file.relative_to(folder).as_posix()}", text
    for file in folder.glob(PUZZLES):
        # Uncompressed here, it compresses better with everything else.
        yield f"{place}/{file.name}", gzip.compress(gzip.decompress(file.read_bytes()), compresslevel=0, mtime=0)


def _shorten(text: str) -> str:
    """The same program without comments and docstrings."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            said = [each for each in node.body if isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant)]
            node.body = [each for each in node.body if each not in said]
            if not node.body and not isinstance(node, ast.Module):
                node.body = [ast.Pass()]
    return ast.unparse(tree) + "\n"


def _pack(files: dict[str, str | bytes]) -> bytes:
    """Uncompressed: it compresses better as a whole on its way to a page."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_STORED) as target:
        for name, content in sorted(files.items()):
            is_program = isinstance(content, str) and name.endswith(".py")
            target.writestr(zipfile.ZipInfo(name, DATE), _shorten(str(content)) if is_program else content)
    return archive.getvalue()


# Python's standard library for a page: without unused modules
#
# `make web` has compiled all of it and listed the imports of each module (`web/library.py`). Kept are imports of
# the house, its games and Pyodide, and their imports in turn.


IMPORTS: Final = "imports.json"
ROOTS: Final = (
    "_pyodide", "_pyodide._base", "_pyodide._core_docs", "_pyodide._future_helper", "_pyodide._importhook",
    "_pyodide.docstring", "_pyodide.jsbind", "pyodide", "pyodide._package_loader", "pyodide._state", "pyodide.code",
    "pyodide.ffi", "pyodide.webloop",
    # Needed by Python itself when it starts, and to show an error.
    "encodings", "encodings.aliases", "encodings.ascii", "encodings.latin_1", "encodings.utf_8", "linecache",
    "traceback",
    # Imported by C or built-in modules: `datetime`, `copy`, files beside modules.
    "_strptime", "copyreg", "importlib.readers", "importlib.resources._adapters",
    # Loaded by a package of the library on demand.
    "concurrent.futures.thread",
    # For Pyodide to unpack archives.
    "bz2", "encodings.cp437", "lzma", "tempfile", "zipfile",
)  # fmt: skip
"""The imports of Pyodide at its start, and imports from outside Python source."""


def slim_library(library: bytes, house: bytes) -> bytes:
    """The part of the library that the house's archive needs, as an uncompressed archive."""
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
    """All modules that these import in turn."""
    found: set[str] = set()
    waiting = [name for name in wanted if name in imports]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += imports[name]
    return found


def list_wanted(house: bytes) -> Iterator[str]:
    """All imports of the house's modules, at once or inside functions: modules, and names in modules."""
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
