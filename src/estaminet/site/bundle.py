"""All of Python that a page needs, as one archive: engine and games without what compiles, house players and server.

In place of numba's and NumPy's part there is `site/page`; modules of rules are snapshots (`estaminet.site.snapshot`).
"""

import io
import sys
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Final

import estaminet
from estaminet.engine import kernel
from estaminet.engine.game import Game
from estaminet.engine.jit import records
from estaminet.engine.kernel import Kernel
from estaminet.site.modules import list_called
from estaminet.site.snapshot import take_snapshot

PAGE: Final = Path(__file__).with_name("page")
SOURCES: Final = Path(estaminet.__file__).parent
ENGINE: Final = ("deal", "errors", "fairness", "game", "observation", "options", "position", "record", "registry")
"""Modules of the engine that are the same in a page."""
DEVICE: Final = (
    "device",
    "server/errors",
    "server/rules/apply", "server/rules/commands", "server/rules/decide", "server/rules/events", "server/rules/hints",
    "server/rules/levels", "server/rules/names", "server/rules/plan", "server/rules/play", "server/rules/state",
    "server/rules/talk",
    "server/live/accounts", "server/live/clock", "server/live/games", "server/live/hints", "server/live/history",
    "server/live/listing", "server/live/messages", "server/live/question", "server/live/reader",
    "server/live/records", "server/live/session", "server/live/setup", "server/live/updates",
    "server/store/rows",
)  # fmt: skip
"""The house on a device, and what it has from the server: packages and modules, the same in a page."""
PLACES: Final = {
    "arrays.py": "numpy/__init__.py",
    "numpy_typing.py": "numpy/typing.py",
    "orjson.py": "orjson.py",
    "pydantic.py": "pydantic.py",
    "typing_extensions.py": "typing_extensions.py",
    "jit/__init__.py": "estaminet/engine/jit/__init__.py",
    "jit/compiler.py": "estaminet/engine/jit/compiler.py",
    "jit/functions.py": "estaminet/engine/jit/functions.py",
    "jit/layout.py": "estaminet/engine/jit/layout.py",
    "jit/random.py": "estaminet/engine/jit/random.py",
    "jit/structs.py": "estaminet/engine/jit/structs.py",
}
"""Where the page's own files lie in the archive."""
DATE: Final = (1980, 1, 1, 0, 0, 0)
"""Of every file, so that the same sources are the same archive."""


def build_bundle(games: Iterable[Game]) -> bytes:
    """The archive for some games, a ZIP file."""
    files = {target: (PAGE / source).read_text(encoding="utf-8") for source, target in PLACES.items()}
    for name in ("__init__.py", "engine/__init__.py", "games/__init__.py", *(f"engine/{name}.py" for name in ENGINE)):
        files[f"estaminet/{name}"] = (SOURCES / name).read_text(encoding="utf-8")
    files["estaminet/engine/jit/records.py"] = Path(records.__file__).read_text(encoding="utf-8")
    files["estaminet/engine/kernel.py"] = take_snapshot(kernel, _read(kernel), "", kept=Kernel.OPTIONAL)
    files |= dict(_list_device())
    others = []
    for game in games:
        files |= dict(_list_files(game))
        module = type(game).__module__
        if not module.startswith(f"{estaminet.__name__}.games."):
            others.append(f"{game.name} = {module}:GAME")
    if others:
        files["games_of_others-1.dist-info/METADATA"] = "Metadata-Version: 2.1\nName: games-of-others\nVersion: 1\n"
        files["games_of_others-1.dist-info/entry_points.txt"] = "\n".join(["[estaminet.games]", *others, ""])
    return _pack(files)


def _list_device() -> Iterator[tuple[str, str]]:
    for name in DEVICE:
        place = SOURCES / name
        files = sorted(place.glob("*.py")) if place.is_dir() else [place.with_suffix(".py")]
        packages = [SOURCES / each / "__init__.py" for each in Path(name).parents if each.name]
        for file in (*files, *packages):
            yield f"estaminet/{file.relative_to(SOURCES).as_posix()}", _read_file(file)


def _list_files(game: Game) -> Iterator[tuple[str, str]]:
    """The package of a game: with snapshots of the modules that have compiled functions, and its lesson."""
    package = sys.modules[type(game).__module__.rpartition(".")[0] or type(game).__module__]
    folder = Path(package.__file__ or "").parent
    compiled = {Path(module.__file__ or ""): module for module in game.modules}
    place = package.__name__.replace(".", "/")
    for file in (*sorted(folder.rglob("*.py")), *folder.glob("lesson.json")):
        text = file.read_text(encoding="utf-8")
        if file in compiled:
            text = take_snapshot(compiled[file], text, game.name, list_called(game))
        yield f"{place}/{file.relative_to(folder).as_posix()}", text


def _read(module: ModuleType) -> str:
    return _read_file(Path(module.__file__ or ""))


def _read_file(file: Path) -> str:
    return file.read_text(encoding="utf-8")


def _pack(files: dict[str, str]) -> bytes:
    """Nothing is compressed in it: as a whole it becomes smaller on its way to a page."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_STORED) as target:
        for name, text in sorted(files.items()):
            target.writestr(zipfile.ZipInfo(name, DATE), text)
    return archive.getvalue()
