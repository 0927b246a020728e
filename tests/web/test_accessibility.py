"""For everybody: no violation that axe can find, in any light, and small enough for a slow line."""

import json
import re
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from tests.server.servers import RunningServer
from tests.web.conftest import DESKTOP, PHONE, Open
from tests.web.playing import play_from_home, wait_for_turn

pytestmark = [pytest.mark.compiled, pytest.mark.thorough]
ROOT = Path(__file__).parents[2]
PAGES = ROOT / "src" / "estaminet" / "server" / "pages"
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
MOST_BYTES = 70_000
OPTIONS = {"resultTypes": ["violations"], "rules": {"label-content-name-mismatch": {"enabled": False}}}
"""What is engraved on a tile or printed on a card is a picture, though axe sees text: the label says it in words."""
SCREENS = ["/", "/play/poule", "/play/reeperbahn", "/play/nuit", "/rules/poule", "/rules/reeperbahn", "/rules/nuit",
           "/daily", "/c/daily-2026-03-01-nuit", "/play/poule#challenge",
           "/mine", "/mine/play", "/settings", "/replay", "/review", "/fair", "/nowhere"]  # fmt: skip
NIGHTLY = {"reeperbahn", "nuit"}
BRIGHTNESS = "parseInt(getComputedStyle(document.documentElement).getPropertyValue('--wall').slice(1, 3), 16)"
LIGHTS: dict[Literal["light", "dark"], tuple[int, int]] = {"light": DESKTOP, "dark": PHONE}


def violations(page: Page) -> list[str]:
    """What axe finds, in short. It is put into the page by the test: the page's own policy lets no such script in."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text())
    found = page.evaluate("options => axe.run(document, options).then((result) => result.violations)", OPTIONS)
    return [f"{each['id']}: {json.dumps([node['html'][:120] for node in each['nodes'][:3]])}" for each in found]


@pytest.mark.parametrize("screens", [SCREENS[::2], SCREENS[1::2]], ids=["some", "others"])
def test_axe_finds_nothing_on_any_screen(screens: list[str], house: RunningServer, visit: Open) -> None:
    page = visit("about:blank")
    html = page.locator("html")
    found = {}
    for screen in screens:
        page.goto(house.url + screen)
        expect(page.locator("main :is(h1, h2)").first).to_be_visible()
        expect(page.locator("main p.wait")).to_have_count(0)
        page.wait_for_load_state("networkidle")  # none asks for the same again and again
        for theme, (width, height) in LIGHTS.items():
            page.set_viewport_size({"width": width, "height": height})
            page.emulate_media(color_scheme=theme, reduced_motion="reduce")
            expect(html).to_have_attribute("data-theme", theme)
            found[screen, theme] = violations(page)
    assert {where: each for where, each in found.items() if each} == {}


@pytest.mark.parametrize("game", ["poule", "reeperbahn", "nuit"])
def test_axe_finds_nothing_at_a_table_and_it_is_night_unless_somebody_chose_the_light(
    game: str, house: RunningServer, visit: Open
) -> None:
    """In the light that somebody has chosen: the games of the night are dark without a choice."""
    page = visit(house.url, theme="light")
    play_from_home(page, game)
    wait_for_turn(page)
    assert (page.evaluate(BRIGHTNESS) < 64) == (game in NIGHTLY)
    html = page.locator("html")
    for theme in ("light", "dark"):
        page.evaluate("(theme) => localStorage.setItem('estaminet.settings', JSON.stringify({ theme }))", theme)
        page.reload()
        expect(html).to_have_attribute("data-theme", theme)
        wait_for_turn(page)
        brightness = page.evaluate(BRIGHTNESS)
        assert brightness > 192 if theme == "light" else brightness < 64
        assert violations(page) == []


def test_the_first_load_is_small() -> None:
    """Script and styles that the first page asks for, and the words of one language, as they are sent."""
    html = (PAGES / "index.html").read_text()
    files = [PAGES / file for file in re.findall(r'(?:src|href)="\./(assets/[^"]+\.(?:js|css))"', html)]
    languages = [next(PAGES.glob(f"assets/{language}-*.js")) for language in ("de", "en", "fr")]
    assert files
    assert not set(languages) & set(files)
    sent = [path.with_name(f"{path.name}.br").stat().st_size for path in (*files, *languages)]
    assert sum(sent[: len(files)]) + max(sent[len(files) :]) <= MOST_BYTES


def test_nothing_shifts_while_the_first_page_loads(house: RunningServer, visit: Open) -> None:
    page = visit(house.url)
    page.wait_for_load_state("networkidle")
    shift = page.evaluate(
        """() => new Promise((done) => new PerformanceObserver((list) =>
             done(list.getEntries().reduce((sum, each) => sum + each.value, 0)))
             .observe({ type: "layout-shift", buffered: true }) || setTimeout(() => done(0), 300))"""
    )
    assert shift < 0.1


def test_whoever_comes_back_finds_their_game_over_all_others(house: RunningServer, visit: Open) -> None:
    page = visit(house.url, size=PHONE)
    play_from_home(page, "reeperbahn")
    page.goto(house.url)
    begun, offered = page.locator('section a[href*="/t/"]').first, page.locator("li[data-game]").first
    expect(begun).to_be_in_viewport()
    above, below = begun.bounding_box(), offered.bounding_box()
    assert above
    assert below
    assert above["y"] < below["y"]
