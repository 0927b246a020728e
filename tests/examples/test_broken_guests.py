"""A game that somebody installed and that cannot be loaded, or not be described, is no trouble for the others."""

import os
from pathlib import Path

import pytest

from tests.examples.installation import Installation, write_guest
from tests.server.people import Visitor
from tests.server.servers import RunningServer

pytestmark = pytest.mark.compiled

UNUSUAL = """
from connect_four.game import ConnectFour, GAME as ORIGINAL
from typing import TypedDict

class GridView(TypedDict):
    columns: object

class Unusual(ConnectFour):
    name = "unusual"

    def view(self, known: object, seat: int) -> GridView:
        return ORIGINAL.view(known, seat)

GAME = Unusual()
"""
"""A game whose view pydantic does not describe before Python 3.12, with the name of another game's view."""


def test_a_server_opens_in_spite_of_them(
    installation: Installation, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_guest(tmp_path, "missing", "import no_such_module")
    write_guest(tmp_path, "unusual", UNUSUAL)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=os.pathsep)
    server = RunningServer(tmp_path, python=installation.python).start()
    visitor = Visitor(server.url)
    try:
        server.wait(lambda: visitor.get("/healthz")["games"]["unusual"] == "ready", "make all games ready")
        check(visitor)
    finally:
        visitor.close()
        server.kill()


def check(visitor: Visitor) -> None:
    assert visitor.get("/healthz")["games"]["missing"] == "broken"
    offered = [game["name"] for game in visitor.get("/api/games")]
    assert offered == ["nuit", "poule", "reeperbahn", "connect_four", "unusual"]
    assert [game["name"] for game in visitor.get("/api/welcome")["games"]] == offered
    schemas = visitor.get("/api/openapi.json")["components"]["schemas"]
    boards = schemas["ViewMessage"]["properties"]["board"]["anyOf"]
    assert len(boards) == len(offered)
    assert "array" in str(schemas["GridView"]["properties"]["columns"])
