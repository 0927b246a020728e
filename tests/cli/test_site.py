"""`estaminet site`: a folder that plays without a server."""

import http.client
import json
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path
from threading import Thread

import pytest

from estaminet.cli import site as command
from estaminet.extras import EXTRAS
from estaminet.server.http.routes import pages
from tests.cli.conftest import Run

CONNECT_FOUR = "connect_four.game:GAME"
HAS_LINKER = all(map(find_spec, EXTRAS["site"]))
needs_page = pytest.mark.skipif(not (pages.FOLDER / "pyodide").is_dir(), reason="the page has not been built")
needs_linker = pytest.mark.skipif(not HAS_LINKER, reason="estaminet[site] has the linker")


@needs_page
@needs_linker
@pytest.mark.compiled
def test_a_site_is_written_and_whoever_wants_to_see_it_is_told_how(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "site"
    result = run("site", folder, "--game", CONNECT_FOUR)
    assert result.code == 0, result.err
    assert f"{folder}: connect_four" in result.out
    assert f"python -m http.server --bind 127.0.0.1 -d {folder}" in result.out
    index = json.loads((folder / "device/index.json").read_bytes())
    assert index["games"] == ["connect_four"]
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietHandler, directory=str(folder))) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        names = ["", "device/index.json", *(f"device/{index['version']}/{name}" for name in index["files"])]
        found = [ask(server.server_port, name) for name in names]
        server.shutdown()
        thread.join()
    assert [status for status, _ in found] == [200] * len(names)
    assert [size for _, size in found[2:]] == [each["bytes"] for each in index["files"].values()]


class QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Nobody reads it."""


def ask(port: int, name: str) -> tuple[int, int]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", f"/{name}")
    answer = connection.getresponse()
    size = len(answer.read())
    connection.close()
    return answer.status, size


@needs_linker
@pytest.mark.parametrize(
    ("arguments", "code", "complaint"),
    [
        (["{folder}/full"], 1, "holds something else"),
        (["{folder}/new", "--game", "chess"], 1, "There is no game 'chess'"),
        (["--packed"], 2, "name a folder, or --server"),
        (["{folder}/new", "--server"], 2, "name a folder, or --server"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(
    arguments: list[str], code: int, complaint: str, run: Run, tmp_path: Path
) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine.txt").write_text("mine")
    result = run("site", *(each.format(folder=tmp_path) for each in arguments))
    assert (result.code, complaint in result.err) == (code, True), result.err
    assert not (tmp_path / "new").exists()
    assert [each.name for each in (tmp_path / "full").iterdir()] == ["mine.txt"]


def test_without_the_linker_somebody_is_told_what_to_install(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = {"ziglang", "brotli"}
    monkeypatch.setattr("estaminet.extras.find_spec", lambda name: None if name in found else object())
    result = run("site", tmp_path / "site")
    assert result.code == 1
    assert "(extra.missing)" in result.err
    assert "pip install 'estaminet[site]'" in result.err


@needs_linker
def test_without_a_page_nothing_is_compiled(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "FOLDER", tmp_path / "nothing")
    monkeypatch.setattr(command, "make_kit", None)
    result = run("site", tmp_path / "site", "--game", CONNECT_FOUR)
    assert (result.code, "make web" in result.err) == (1, True)
