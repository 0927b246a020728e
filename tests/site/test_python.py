"""The house's own Python in Pyodide says what it says here: the same views, words, refusals, deals and records."""

import json
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import pytest

from connect_four.game import GAME as CONNECT_FOUR
from estaminet.engine.contract import option_sets
from estaminet.extras import EXTRAS
from estaminet.games import REGISTRY
from estaminet.server.http.routes import pages
from estaminet.site.bundle import build_bundle
from estaminet.site.kit import build_kit
from tests.site.calls import NODE, run_node
from tests.site.views import digest

SCRIPT: Final = Path(__file__).with_name("python_in_node.mjs")
VIEWS: Final = Path(__file__).with_name("views.py")
GAMES: Final = [*map(REGISTRY.find, ("poule", "reeperbahn", "nuit")), CONNECT_FOUR]

pytestmark = [
    pytest.mark.compiled,
    pytest.mark.skipif(NODE is None, reason="Node.js runs Pyodide"),
    pytest.mark.skipif(not (pages.FOLDER / "pyodide").is_dir(), reason="Python for the page is built with the page"),
    pytest.mark.skipif(not all(map(find_spec, EXTRAS["site"])), reason="estaminet[site] has the linker"),
]


def compare(folder: Path, count: int) -> None:
    for name, data in build_kit(GAMES).files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(data)
    options = {game.name: list(option_sets(game)) for game in GAMES}
    wanted = json.dumps({"options": options, "count": count})
    modules = [f"{game.name}={folder / f'{game.name}.wasm'}" for game in GAMES]
    *said, compilers = run_node(SCRIPT, folder / "pyodide", folder / "house.zip", VIEWS, wanted, *modules)
    assert said == [f"{game.name} {digest(game, options[game.name], count)}" for game in GAMES]
    assert compilers == "0"


def test_people_see_the_same_in_a_page(tmp_path: Path) -> None:
    compare(tmp_path, 1)


@pytest.mark.thorough
def test_people_see_the_same_of_many_games(tmp_path: Path) -> None:
    compare(tmp_path, 12)


def test_the_same_sources_are_the_same_archive() -> None:
    assert build_bundle(GAMES) == build_bundle(GAMES)
