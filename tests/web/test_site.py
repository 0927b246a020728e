"""The website without a server, in a browser: on a host of files, below a path, under the policy that it asks for."""

import random
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import expect

from estaminet.extras import EXTRAS
from estaminet.games import REGISTRY
from estaminet.server.http.routes import pages
from estaminet.site import kit as kits
from estaminet.site.folder import write_site
from estaminet.site.kit import build_kit
from tests.cases import thorough
from tests.site.host import serve
from tests.web.conftest import Open
from tests.web.playing import play_from_home, touch_something, wait_for_turn

GAMES: Final = ("poule", "reeperbahn")
REFUSED: Final = """(what) => new Promise((done) => {
  document.addEventListener("securitypolicyviolation", (event) => done(event.violatedDirective), { once: true });
  if (what === "speak") return fetch("http://127.0.0.1:9/").catch(() => {});
  const script = document.createElement("script");
  script.textContent = "window.wasRun = true";
  document.head.append(script);
})"""
"""What the policy of a page says to somebody who would speak with others, or run what stands in the page."""

pytestmark = [
    pytest.mark.compiled,
    pytest.mark.skipif(not (pages.FOLDER / "pyodide").is_dir(), reason="Python for the page is built with the page"),
    pytest.mark.skipif(not all(map(find_spec, EXTRAS["site"])), reason="estaminet[site] has the linker"),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder: Path = tmp_path_factory.mktemp("site")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kits, "pack", lambda data: data)  # nothing packed is written
        write_site(build_kit([REGISTRY.find(name) for name in GAMES]), folder, is_packed=False)
    return folder


@pytest.fixture(scope="module")
def site(folder: Path) -> Iterator[str]:
    with serve(folder, "/below/a/path/") as address:
        yield address


@pytest.mark.parametrize("game", ["reeperbahn", *thorough("poule")])
def test_a_game_begins_and_goes_on_and_nothing_comes_from_elsewhere(game: str, site: str, visit: Open) -> None:
    page = visit(site, is_own=True)
    asked: list[str] = []
    page.context.on("request", lambda request: asked.append(request.url))
    play_from_home(page, game)
    wait_for_turn(page)
    expect(page).to_have_url(f"{site}#/t/device-{page.url.rpartition('device-')[2]}")
    touch_something(page, random.Random(1))
    wait_for_turn(page)
    page.reload()
    wait_for_turn(page)
    assert len(asked) > 10
    assert [url for url in asked if not url.startswith((site, "blob:"))] == []
    page.goto(site)
    expect(page.locator('a[href*="#/t/device-"]')).to_have_count(1)


def test_only_the_games_of_the_site_are_offered(site: str, visit: Open) -> None:
    page = visit(site)
    expect(page.locator("li[data-game]")).to_have_count(len(GAMES))


def test_the_page_keeps_its_own_policy_where_a_host_says_nothing(folder: Path, tmp_path: Path, visit: Open) -> None:
    for name in ("index.html", "assets", "device"):
        (tmp_path / name).symlink_to(folder / name)
    with serve(tmp_path) as address:
        page = visit(address, may_fail=True)
        assert page.evaluate(REFUSED, "speak") == "connect-src"
        assert page.evaluate(REFUSED, "run") == "script-src-elem"
        play_from_home(page, "reeperbahn")
        wait_for_turn(page)
