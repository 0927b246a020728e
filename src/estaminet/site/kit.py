"""The files a page needs to play offline: the games, Python, and static answers.

They are in a folder named by its content, so that browsers may cache it for good; `index.json` beside that
folder names it, and lists its content.
"""

import gzip
import hashlib
import json
import os
import struct
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import platformdirs

from estaminet.engine.game import Game
from estaminet.players.networks.weights import find_weights
from estaminet.server.http.routes import pages
from estaminet.server.live.listing import Readiness, describe_details, describe_game
from estaminet.server.live.records import list_puzzles, write_lesson
from estaminet.site.bundle import build_bundle, slim_library
from estaminet.site.modules import find_module

FORMAT: Final = "estaminet-device/1"
FOLDER: Final = "device"
INDEX: Final = "index.json"
ARCHIVE: Final = "house.zip"
STARTERS: Final = ("module.mjs", "python.mjs")
"""The files that start it, in the folder of this module: of one version."""
PYODIDE: Final = "pyodide"
"""Folder of Pyodide, among the files of the page and in the kit."""
LICENCE: Final = "LICENSE.txt"
UNCHANGED: Final = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json")
LIBRARY: Final = "library.zip"
SLIM_LIBRARY: Final = "python_stdlib.zip"
"""Its name in Pyodide."""


@dataclass(frozen=True, repr=False)
class Kit:
    """All files of one version."""

    games: list[str]
    version: str
    index: dict[str, Any]
    files: dict[str, bytes]
    """By path in the folder of the version."""
    packed: dict[str, bytes]
    """The same, packed."""


def build_kit(games: Sequence[Game], packs: Callable[[int], None] = lambda _count: None) -> Kit:
    """The kit for some games. Modules are compiled if needed.

    After each compressed file, `packs` is called with their number.
    """
    files = dict(list_files(games))
    answers: dict[str, str] = {}
    for path, name, text in list_answers(games):
        answers[path] = f"answers/{name}.json"
        files[answers[path]] = text

    def pack_one(name: str) -> bytes:
        packed = pack(files[name])
        packs(len(files))
        return packed

    with ThreadPoolExecutor() as pool:
        packed = dict(zip(files, pool.map(pack_one, files), strict=True))
    version = find_version(files)
    names = [game.name for game in games]
    overview = [describe_game(game, readiness=Readiness.READY) for game in games]
    index: dict[str, Any] = {
        "format": FORMAT,
        "version": version,
        "games": names,
        "files": {name: describe_file(files[name], packed[name]) for name in sorted(files)},
        "answers": {"/api/games": overview, **{path: {"file": name} for path, name in answers.items()}},
    }
    return Kit(names, version, index, files, packed)


def describe_file(data: bytes, packed: bytes) -> dict[str, object]:
    """Its size, plain and compressed; its digest tells a page that it has the file from another version."""
    return {"bytes": len(data), "packed": min(len(packed), len(data)), "digest": digest(data)}


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:32]


def find_version(files: dict[str, bytes]) -> str:
    """The name of a folder with these files: any change of content changes it."""
    listed = [[FORMAT], *([name, digest(data)] for name, data in sorted(files.items()))]
    return digest(json.dumps(listed).encode())[:12]


# Content


def list_files(games: Sequence[Game]) -> Iterator[tuple[str, bytes]]:
    """All files but the answers."""
    house = build_bundle(games)
    yield ARCHIVE, house
    for name in STARTERS:
        yield name, Path(__file__).with_name(name).read_bytes()
    for game in games:
        yield f"{game.name}.wasm", find_module(game).read_bytes()
        yield from list_weights(game)
    for name in UNCHANGED:
        yield f"{PYODIDE}/{name}", read_pyodide(name)
    yield f"{PYODIDE}/{SLIM_LIBRARY}", slim_library(read_pyodide(LIBRARY), house)


def list_weights(game: Game) -> Iterator[tuple[str, bytes]]:
    """The networks of a game's house players, one for each number of players that has one."""
    for players in game.seats:
        if weights := pack_weights(game, players):
            yield name_weights(game, players), weights


def read_pyodide(name: str) -> bytes:
    """A file of Pyodide, put beside the page by `make web`."""
    return (pages.FOLDER / PYODIDE / name).read_bytes()


def list_answers(games: Iterable[Game]) -> Iterator[tuple[str, str, bytes]]:
    """A house's answers to questions that need no Python: path, name of a file, text."""
    for game in games:
        name = game.name
        yield f"/api/games/{name}", name, write(describe_details(game, readiness=Readiness.READY))
        if game.lesson is not None:
            yield f"/api/games/{name}/lesson", f"{name}-lesson", gzip.decompress(write_lesson(game))
        yield f"/api/puzzles/{name}", f"{name}-puzzles", write(list_puzzles(game))


def write(data: object) -> bytes:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


# Into a folder


def list_kit(kit: Kit, *, is_packed: bool) -> Iterator[tuple[Path, bytes]]:
    """All files of a kit beside a page, the index last; compressed ones beside the plain ones."""
    yield Path(FOLDER, kit.version, PYODIDE, LICENCE), read_pyodide(LICENCE)
    index = write(kit.index)
    files = {Path(FOLDER, kit.version, name): (data, kit.packed[name]) for name, data in kit.files.items()}
    for path, (data, packed) in (files | {Path(FOLDER, INDEX): (index, pack(index))}).items():
        if is_packed:
            yield from list_packed(path, data, packed)
        yield path, data


def list_server_kit(kit: Kit) -> Iterator[tuple[Path, bytes]]:
    """The same beside a server's page, which has the files of Pyodide already."""
    for path, data in list_kit(kit, is_packed=True):
        if path.stem in UNCHANGED:
            yield Path(PYODIDE, path.name), data
        elif path.name not in (*UNCHANGED, LICENCE):
            yield path, data


# Packed files: as small as brotli and gzip can make them. Brotli packs large ones once on a machine


LARGE: Final = 500_000
"""Bytes from which a packed file is cached: packing Pyodide takes half a minute."""
BROTLI: Final = ".br"
GZIP: Final = ".gz"
ENDINGS: Final = (BROTLI, GZIP)
WORTH_IT: Final = {BROTLI: 1.0, GZIP: 0.75}
"""Largest compressed size, relative to the file: gzip is for browsers without TLS, and files take room."""


def pack(data: bytes) -> bytes:
    """Brotli-packed."""
    import brotli

    if len(data) < LARGE:
        return bytes(brotli.compress(data))
    folder = platformdirs.user_cache_path("estaminet") / "packed"
    file = folder / (hashlib.sha256(data).hexdigest()[:32] + BROTLI)
    try:
        return file.read_bytes()
    except OSError:
        packed = bytes(brotli.compress(data))
        put_aside(file, packed)
        return packed


def put_aside(file: Path, packed: bytes) -> None:
    """Write it there, if there is a place for it."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        part = file.with_suffix(f".{os.getpid()}")  # another process may pack it too
        part.write_bytes(packed)
        part.replace(file)
    except OSError:
        return


def list_packed(path: Path, data: bytes, packed: bytes) -> Iterator[tuple[Path, bytes]]:
    """The packed versions of a file, if worth it: a host sends them on request."""
    for ending, shorter in ((BROTLI, packed), (GZIP, gzip.compress(data, mtime=0))):
        if len(shorter) < WORTH_IT[ending] * len(data):
            yield Path(f"{path}{ending}"), shorter


# The weights of a trained network as a file for a page, which reads it without NumPy (page/weights.py)
#
# They were trained as half-precision numbers. Those computed from them, or from a board's shape, may not be: such
# numbers follow with their places, so that all of them equal the native ones exactly.


def name_weights(game: Game, players: int) -> str:
    """The name of the file."""
    return f"{game.name}-{players}.weights"


def pack_weights(game: Game, players: int) -> bytes | None:
    """A line of JSON, the weights, and the full-precision ones; None if the game has no network for so many."""
    network = find_weights(game, players)
    if network is None:
        return None
    packed = network.pack(game, players)
    with np.errstate(over="ignore"):
        halves = packed.weights.astype("<f2")
    places = np.flatnonzero(halves.astype(np.float32) != packed.weights).tolist()
    about = {
        "weights": packed.weights.size,
        "exact": len(places),
        "features": packed.features,
        "layout": packed.layout.tolist(),
        "numbers": packed.numbers.tolist(),
    }
    exact = (struct.pack("<If", place, packed.weights[place]) for place in places)
    return b"".join([json.dumps(about, separators=(",", ":")).encode(), b"\n", halves.tobytes(), *exact])
