"""The page: where it has not been built, and how its files travel."""

import asyncio
import gzip
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest
from starlette.exceptions import HTTPException
from starlette.types import Receive, Scope, Send

from estaminet.server.http.routes import pages
from estaminet.server.settings import Settings


def ask(path: str, **headers: str) -> httpx.Response:
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        server = SimpleNamespace(settings=Settings(url="https://example.org/games"))
        await pages.Pages()({**scope, "app": SimpleNamespace(state=SimpleNamespace(server=server))}, receive, send)

    async def go() -> httpx.Response:
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://house") as client:
            return await client.get(path, headers=headers)

    return asyncio.run(go())


def test_a_house_without_a_page_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "FOLDER", tmp_path / "nothing")
    answer = ask("/t/some-table")
    assert (answer.status_code, "has not been built" in answer.text) == (200, True)


def test_files_travel_as_the_build_has_packed_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "FOLDER", tmp_path)
    (tmp_path / "assets").mkdir()
    script = tmp_path / "assets/page-1234.js"
    script.write_text("plain")
    Path(f"{script}.gz").write_bytes(gzip.compress(b"packed beforehand"))
    packed = ask("/assets/page-1234.js", **{"Accept-Encoding": "br;q=0, gzip"})
    assert (packed.text, packed.headers["Content-Encoding"]) == ("packed beforehand", "gzip")
    plain = ask("/assets/page-1234.js", **{"Accept-Encoding": "gzip;q=0, br"})
    assert (plain.text, "Content-Encoding" in plain.headers) == ("plain", False)
    for answer in (packed, plain):
        assert answer.headers["Content-Type"].startswith("text/javascript")
        assert answer.headers["Vary"] == "Accept-Encoding"
        assert "immutable" in answer.headers["Cache-Control"]
    assert packed.headers["ETag"] != plain.headers["ETag"]
    known = {"Accept-Encoding": "gzip", "If-None-Match": packed.headers["ETag"]}
    assert ask("/assets/page-1234.js", **known).status_code == 304
    assert ask("/assets/page-1234.js", **known | {"Accept-Encoding": "identity"}).status_code == 200


def test_the_kit_of_a_page_may_be_kept_for_good_but_not_its_index(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "FOLDER", tmp_path)
    for name in ("device/index.json", "device/0a1b/poule.wasm", "device/0a1b/poule-2.weights", "pyodide/pyodide.mjs"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name)
    (tmp_path / "device/0a1b/poule.wasm.br").write_text("packed")
    (tmp_path / "pyodide/pyodide.mjs.gz").write_bytes(gzip.compress(b"packed"))
    both = {"Accept-Encoding": "gzip, br"}
    rules, weights = (ask(f"/device/0a1b/poule{end}", **both) for end in (".wasm", "-2.weights"))
    assert (rules.headers["Content-Encoding"], rules.headers["Content-Type"]) == ("br", "application/wasm")
    assert weights.headers["Content-Type"] == "application/octet-stream"
    python = ask("/device/0a1b/pyodide/pyodide.mjs", **both)
    assert (python.text, python.headers["Content-Type"].partition(";")[0]) == ("packed", "text/javascript")
    for answer in (rules, weights, python):
        assert "immutable" in answer.headers["Cache-Control"]
    assert ask("/device/index.json").headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize(
    "path",
    [
        "device/0a1b/poule.wasm", "device/0a1b/pyodide/pyodide.mjs",
        "device/2c3d/pyodide/absent.mjs", "device/2c3d/pyodide.mjs", "device/2c3d/pyodide/../../index.html",
    ],
)  # fmt: skip
def test_what_is_not_in_the_kit_is_not_there(path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of another version is sent under the name of one that is gone."""
    monkeypatch.setattr(pages, "FOLDER", tmp_path)
    (tmp_path / "device/2c3d").mkdir(parents=True)
    (tmp_path / "pyodide").mkdir()
    (tmp_path / "pyodide/pyodide.mjs").write_text("python")
    with pytest.raises(HTTPException) as refused:
        ask(f"/{path}")
    assert refused.value.status_code == 404


def test_a_page_may_ask_whether_there_is_a_kit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "FOLDER", tmp_path)
    answer = ask("/device/index.json")
    assert (answer.status_code, answer.content, answer.headers["Cache-Control"]) == (204, b"", "no-cache")


def test_the_page_is_filled_in_and_packed_once_and_not_sent_again_to_who_has_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "FOLDER", tmp_path)
    pages.write_page.cache_clear()
    (tmp_path / "index.html").write_text('<script src="./assets/page.js"></script>')
    answers = [ask("/t/some-table", **{"Accept-Encoding": encoding}) for encoding in ("gzip", "identity")]
    assert {answer.text for answer in answers} == {'<script src="/games/assets/page.js"></script>'}
    assert [answer.headers.get("Content-Encoding") for answer in answers] == ["gzip", None]
    for answer in answers:
        assert (answer.headers["Cache-Control"], answer.headers["Vary"]) == ("no-cache", "Accept-Encoding")
    tag = answers[0].headers["ETag"]
    assert ask("/", **{"Accept-Encoding": "gzip", "If-None-Match": tag}).status_code == 304
    assert ask("/", **{"Accept-Encoding": "identity", "If-None-Match": tag}).status_code == 200
    assert pages.write_page.cache_info().misses == 1
