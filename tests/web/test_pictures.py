"""The screens look as they did. `make pictures` takes the references anew: look at them before you commit them."""

import os
from collections.abc import Iterator

import pytest
from PIL import Image, ImageChops
from playwright.sync_api import Page, expect

from tests.server.people import Json
from tests.server.servers import RunningServer
from tests.web.conftest import DESKTOP, PHONE, Open
from tests.web.picture import MOST, SHRINK, difference, dress, keep, read, show_difference, take
from tests.web.playing import wait_for_turn
from tests.web.scenes import play_at_a_table, wait_at_a_table

pytestmark = [pytest.mark.compiled, pytest.mark.thorough]
IS_RENEWED = os.environ.get("PICTURES") == "renew"
MOVES = {"poule": 22, "reeperbahn": 12, "nuit": 60}
"""Enough that every kind of piece is on the table."""
TWO = ("desktop-light", "phone-dark")
FOUR = ("desktop-light", "desktop-dark", "phone-light", "phone-dark")
SEAT = {"name": "Anna", "level": None, "character": "rosa", "is_free": False}
TABLE: Json = {
    "game": "poule", "options": {}, "winners": None, "touched": 1_700_000_000_000,
    "yours": [], "turn": None, "turned": 0, "reason": None, "scores": None,
}  # fmt: skip
WELCOME = {
    "name": "Anna",
    "addresses": [],
    "mine": [],
    "waiting": [{**TABLE, "id": "w", "status": "waiting", "seats": [SEAT, {**SEAT, "name": "", "is_free": True}]}],
    "watching": [{**TABLE, "id": "p", "status": "playing", "seats": [SEAT, {**SEAT, "name": "Bert"}]}],
    "games": [{"name": name, "title": name, "players": [2, 3, 4]} for name in ("nuit", "poule", "reeperbahn")],
}
DEAL: Json = {
    "kind": "daily", "players": 3, "options": {}, "seats": [0], "level": "host", "date": "2026-11-19", "author": "",
    "deals": 1, "finished": [3], "is_listed": False,
}  # fmt: skip
WON = {"table": "t", "is_over": True, "share": 1, "lead": 9}
DAILY = {
    "date": "2026-11-19",
    "ends": 1_795_132_800_000,
    "contests": [
        {**DEAL, "id": f"daily-2026-11-19-{game}", "game": game, "mine": [own]}
        for game, own in {"nuit": None, "poule": WON, "reeperbahn": None}.items()
    ],
}


def check(page: Page, name: str, *, hide: str = "") -> None:
    """Whether the page looks as its reference."""
    seen, reference = take(page, hide=hide), read(name)
    if IS_RENEWED:
        if reference is None or difference(reference, seen).mean() > MOST / 10:
            keep(name, seen)
        return
    assert reference is not None, f"There is no picture of {name}: `make pictures` takes it."
    share = difference(reference, seen).mean()
    assert share <= MOST, f"{name}: {share:.2%} differ, see {show_difference(name, reference, seen)}"


def each_theme(page: Page, *themes: str) -> Iterator[str]:
    """The page on the desktop and on the phone, by day and in the evening."""
    for each in themes:
        device, _, theme = each.partition("-")
        width, height = DESKTOP if device == "desktop" else PHONE
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme="dark" if theme == "dark" else "light", reduced_motion="reduce")
        expect(page.locator("html")).to_have_attribute("data-theme", theme)
        yield each


def test_the_first_page(house: RunningServer, visit: Open) -> None:
    page = visit("about:blank")
    dress(page)
    page.route("**/api/welcome", lambda route: route.fulfill(json=WELCOME))
    page.route("**/api/me", lambda route: route.fulfill(json={"name": "Anna"}))
    page.route("**/api/daily", lambda route: route.fulfill(json=DAILY))
    page.goto(house.url)
    expect(page.locator("#watch")).to_be_visible()
    expect(page.locator(".today .won")).to_be_visible()
    for theme in each_theme(page, *TWO):
        check(page, f"home-{theme}")


def test_setting_a_table(house: RunningServer, visit: Open) -> None:
    page = visit("about:blank")
    dress(page)
    page.goto(f"{house.url}/play/poule")
    expect(page.locator('button[type="submit"]')).to_be_visible()
    for theme in each_theme(page, *TWO):
        check(page, f"set-up-{theme}")


def test_the_waiting_room(house: RunningServer, visit: Open) -> None:
    clock = {"kind": "game", "seconds": 1200}
    with wait_at_a_table(house, "nuit", clock=clock) as scene:
        page = visit(house.url, person=scene.people[0])
        dress(page)
        page.goto(house.url + scene.path)
        expect(page.get_by_text("the usual rules")).to_be_visible()
        expect(page.locator(".link input")).to_be_visible()
        check(page, "waiting-desktop-light", hide=".link input")


@pytest.mark.parametrize("game", MOVES)
def test_the_table(game: str, house: RunningServer, visit: Open) -> None:
    with play_at_a_table(house, game, MOVES[game]) as scene:
        page = visit(house.url, person=scene.people[0])
        dress(page)
        page.goto(house.url + scene.path)
        wait_for_turn(page)
        for theme in each_theme(page, *FOUR):
            check(page, f"{game}-{theme}")


def test_the_end(house: RunningServer, visit: Open) -> None:
    with play_at_a_table(house, "poule", 1000, options={"rounds": 1}) as scene:
        page = visit(house.url, person=scene.people[0])
        dress(page)
        page.goto(house.url + scene.path)
        page.locator("dialog[open] .end details").evaluate("account => (account.open = true)")
        check(page, "end-desktop-light")


@pytest.mark.parametrize(("game", "rule"), [("poule", "P4.4"), ("reeperbahn", "R4.8"), ("nuit", "N5.3")])
def test_the_rules(game: str, rule: str, house: RunningServer, visit: Open) -> None:
    page = visit("about:blank")
    dress(page)
    page.goto(f"{house.url}/rules/{game}#{rule}")
    expect(page.locator("figure").first).to_be_visible()
    for theme in each_theme(page, *TWO):
        page.evaluate("rule => document.getElementById(rule).scrollIntoView({ block: 'start' })", rule)
        check(page, f"rules-{game}-{theme}")


@pytest.mark.skipif(IS_RENEWED, reason="the references are just being taken")
def test_one_stall_less_makes_a_difference(house: RunningServer, visit: Open) -> None:
    """The tolerance is small enough."""
    with play_at_a_table(house, "poule", MOVES["poule"]) as scene:
        page = visit(house.url, person=scene.people[0])
        dress(page)
        page.goto(house.url + scene.path)
        wait_for_turn(page)
        page.locator(".cell .piece [data-seat]").first.evaluate("stall => stall.remove()")
        reference = read("poule-desktop-light")
        assert reference is not None
        assert difference(reference, take(page)).mean() > MOST


@pytest.mark.skipif(IS_RENEWED, reason="the references are just being taken")
def test_everything_a_pixel_to_the_side_makes_none() -> None:
    """The tolerance is large enough."""
    reference = read("poule-desktop-light")
    assert reference is not None
    whole = reference.resize((reference.width * SHRINK, reference.height * SHRINK), Image.Resampling.BICUBIC)
    moved = ImageChops.offset(whole, 1, 1).resize(reference.size, Image.Resampling.BOX)
    assert difference(reference, moved)[4:-4, 4:-4].mean() <= MOST
