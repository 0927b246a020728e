"""The kit: all that a page needs to play by itself, under a name that changes with it."""

import io
import json
import zipfile
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import httpx
import pytest

from connect_four.game import GAME as CONNECT_FOUR
from estaminet.extras import EXTRAS
from estaminet.games import REGISTRY
from estaminet.server.http.routes import pages
from estaminet.server.live.listing import Readiness, describe_game
from estaminet.site import kit as kits
from estaminet.site.bundle import find_closure, list_wanted, slim_library
from estaminet.site.kit import FOLDER, INDEX, Kit, build_kit, find_version, list_answers, list_kit, list_server_kit
from tests.server.conftest import server  # noqa: F401  # a fixture
from tests.server.people import NO_CERTIFICATES
from tests.server.servers import RunningServer
from tests.site.calls import NODE, run_node

GAMES = [*map(REGISTRY.find, ("poule", "reeperbahn", "nuit"))]
FIRST_GAME = 4_500_000
"""Bytes, compressed by brotli, that somebody fetches once before the first game on a device."""
LIBRARY_IN_NODE = Path(__file__).with_name("library_in_node.mjs")

pytestmark = [
    pytest.mark.compiled,
    pytest.mark.skipif(not (pages.FOLDER / "pyodide").is_dir(), reason="Python for the page is built with the page"),
    pytest.mark.skipif(not all(map(find_spec, EXTRAS["site"])), reason="estaminet[site] has the linker"),
]


@pytest.fixture(scope="module")
def kit() -> Kit:
    """That of one small game."""
    return build_kit([CONNECT_FOUR])


def read_index(files: dict[Path, bytes]) -> Any:  # noqa: ANN401  # what is in JSON
    return json.loads(files[Path(FOLDER, INDEX)])


def test_the_index_names_every_file_with_its_sizes(kit: Kit) -> None:
    files = dict(list_kit(kit, is_packed=False))
    index = read_index(files)
    assert index["format"] == "estaminet-device/1"
    assert index["games"] == ["connect_four"]
    beside = {path: data for path, data in files.items() if path.name != "LICENSE.txt"}
    assert set(beside) == {Path(FOLDER, INDEX), *(Path(FOLDER, index["version"], name) for name in index["files"])}
    for name, described in index["files"].items():
        assert described["bytes"] == len(files[Path(FOLDER, index["version"], name)])
        assert 0 < described["packed"] <= described["bytes"]
    assert {"house.zip", "connect_four.wasm", "pyodide/pyodide.asm.wasm", "pyodide/python_stdlib.zip"} < set(
        index["files"]
    )


def test_the_same_games_are_the_same_kit(kit: Kit) -> None:
    assert build_kit([CONNECT_FOUR]) == kit


def test_the_version_changes_with_any_byte_and_any_name_and_with_nothing_else(kit: Kit) -> None:
    assert find_version(dict(reversed(kit.files.items()))) == kit.version
    for name in kit.files:
        assert find_version(kit.files | {name: kit.files[name] + b" "}) != kit.version
        renamed = {f"{each}x" if each == name else each: data for each, data in kit.files.items()}
        assert find_version(renamed) != kit.version


def test_a_file_that_stays_the_same_is_known_by_its_digest(kit: Kit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kits, "pack", lambda data: data)  # it takes its time with what is new
    monkeypatch.setattr(kits, "build_bundle", lambda _games: add_module(kit.files["house.zip"], "import html\n"))
    later = build_kit([CONNECT_FOUR])
    before, after = ({name: each["digest"] for name, each in each.index["files"].items()} for each in (kit, later))
    changed = {name for name in before if before[name] != after[name]}
    assert changed == {"house.zip", "pyodide/python_stdlib.zip"}
    assert later.version != kit.version


def test_answers_are_those_of_a_server(server: RunningServer) -> None:  # noqa: F811
    answers = {path: json.loads(text) for path, _, text in list_answers(GAMES)}
    assert {path: ask(server, path) for path in answers} == answers
    assert {"/api/games/poule", "/api/games/poule/lesson", "/api/puzzles/poule"} < set(answers)
    by_name = {game["name"]: game for game in ask(server, "/api/games")}
    assert {game.name: describe_game(game, readiness=Readiness.READY) for game in GAMES} == by_name


def ask(server: RunningServer, path: str) -> Any:  # noqa: ANN401, F811  # what is in JSON
    return httpx.get(server.url + path, verify=NO_CERTIFICATES).raise_for_status().json()


def test_answers_lie_in_files_but_for_the_list_of_games(kit: Kit) -> None:
    answers = kit.index["answers"]
    assert [game["name"] for game in answers["/api/games"]] == ["connect_four"]
    assert answers["/api/games/connect_four"] == {"file": "answers/connect_four.json"}
    assert json.loads(kit.files["answers/connect_four.json"])["actions"][0]["text"] == "drop a"
    assert "/api/games/connect_four/lesson" not in answers, "it has none"


def test_packed_files_lie_beside_what_they_are(kit: Kit) -> None:
    plain, packed = (dict(list_kit(kit, is_packed=each)) for each in (False, True))
    assert plain.items() < packed.items()
    beside = set(packed) - set(plain)
    assert all(
        path.with_suffix("") in plain and len(packed[path]) < len(plain[path.with_suffix("")]) for path in beside
    )
    large = Path(FOLDER, kit.version, "pyodide/pyodide.asm.wasm")
    assert {Path(f"{large}.br"), Path(f"{large}.gz")} < beside
    assert len(packed[Path(f"{large}.br")]) == kit.index["files"]["pyodide/pyodide.asm.wasm"]["packed"]


def test_a_server_has_the_files_of_pyodide_once(kit: Kit) -> None:
    files = dict(list_server_kit(kit))
    assert read_index(files) == kit.index
    own = {path for path in files if path.parts[0] == FOLDER}
    assert Path(FOLDER, kit.version, "pyodide/python_stdlib.zip") in own
    assert not any(path.name.startswith("pyodide.asm") for path in own)
    assert {path.suffix for path in set(files) - own} == {".br", ".gz"}
    assert all((pages.FOLDER / path.with_suffix("")).is_file() for path in set(files) - own)


def test_a_first_game_is_fetched_with_few_bytes() -> None:
    """Networks come when somebody who has one is to play."""
    files = build_kit(GAMES).index["files"]
    assert {"poule-2.weights", "poule-3.weights", "poule-4.weights", "reeperbahn-2.weights"} < set(files)
    assert sum(each["packed"] for name, each in files.items() if not name.endswith(".weights")) <= FIRST_GAME


# Python's library


def add_module(house: bytes, text: str) -> bytes:
    archive = io.BytesIO(house)
    with zipfile.ZipFile(archive, "a") as target:
        target.writestr("guest.py", text)
    return archive.getvalue()


def test_whatever_a_game_imports_comes_along_with_what_that_imports(kit: Kit) -> None:
    text = "import html.parser as of_pages\nfrom colorsys import hls_to_rgb\ndef later():\n    from csv import reader\n"
    slim = slim_library(kits.read_pyodide("library.zip"), add_module(kit.files["house.zip"], text))
    before, after = (set(zipfile.ZipFile(io.BytesIO(each)).namelist()) for each in (library_of(kit), slim))
    assert before < after
    assert {"html/parser.pyc", "html/__init__.pyc", "_markupbase.pyc", "colorsys.pyc", "csv.pyc"} <= after - before


def library_of(kit: Kit) -> bytes:
    return kit.files["pyodide/python_stdlib.zip"]


def test_what_nobody_imports_stays_away(kit: Kit) -> None:
    names = set(zipfile.ZipFile(io.BytesIO(library_of(kit))).namelist())
    assert not names & {"unittest/__init__.pyc", "http/server.pyc", "doctest.pyc", "turtle.pyc", "os.pyc"}
    assert all(name.endswith(".pyc") for name in names)


def test_a_closure_follows_circles_and_ignores_what_is_no_module() -> None:
    imports = {"a": ["b", "c"], "b": ["a"], "c": [], "d": ["a"]}
    assert find_closure(imports, ["a", "numpy"]) == {"a", "b", "c"}


def test_imports_are_found_wherever_they_stand() -> None:
    text = "from . import near\nfrom .near import it\nimport a.b, c as d\ndef f():\n    from e import g\n"
    assert set(list_wanted(add_module(empty_archive(), text))) == {"a", "a.b", "c", "e", "e.g"}


def empty_archive() -> bytes:
    archive = io.BytesIO()
    zipfile.ZipFile(archive, "w").close()
    return archive.getvalue()


@pytest.mark.skipif(NODE is None, reason="Node.js runs Pyodide")
def test_every_module_of_house_and_library_can_be_imported(kit: Kit, tmp_path: Path) -> None:
    for name, data in kit.files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(data)
    count = len(zipfile.ZipFile(io.BytesIO(library_of(kit))).namelist())
    assert run_node(LIBRARY_IN_NODE, tmp_path) == [str(count)]
