"""Playing on the device of whoever opens the page: on a website without a server, and without a connection to one."""

import json
import random
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

import estaminet
from estaminet.puzzles import load_puzzles
from estaminet.server.http.routes import pages
from estaminet.site.folder import write_server_kit
from tests.server.servers import RunningServer
from tests.web.conftest import PHONE, Open
from tests.web.playing import is_over, play_from_home, play_to_the_end, something_to_do, touch_something, wait_for_turn
from tests.web.static import GAMES, NEEDS, make_kit, open_site
from tests.web.test_lessons import do_as_told
from tests.web.test_offline import cut, wait_until
from tests.web.test_puzzles import GAME, attempt

pytestmark = [pytest.mark.compiled, pytest.mark.thorough, *NEEDS]
STOCKED = """async () => {
  const kept = (await caches.keys()).includes("estaminet-kit") && (await caches.open("estaminet-kit"));
  const files = kept ? await kept.keys() : [];
  const shell = (await caches.keys()).some((name) => name.startsWith("estaminet-shell"));
  const isWhole = files.some(({ url }) => url.endsWith("device/index.json"));
  return navigator.serviceWorker.controller !== null && shell && isWhole;
}"""
"""The house and the page are on this device."""
SNAPSHOT = """async () => {
  const files = await (await caches.open("estaminet-kit")).keys();
  return files.some(({ url }) => url.endsWith("/snapshot"));
}"""
"""Python's memory is, too."""

BEGINNER = 25
"""The rating with which everybody begins, which the first puzzle is chosen by."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with open_site(tmp_path_factory.mktemp("site") / "files") as address:
        yield address


def play_on(page: Page, rng: random.Random, touches: int) -> None:
    for _ in range(touches):
        wait_for_turn(page)
        if is_over(page):
            return
        touch_something(page, rng)


def log_of(page: Page) -> list[str]:
    wait_for_turn(page)
    return page.locator('[role="log"] p').all_inner_texts()


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_played_with_the_network_cut_and_the_page_loaded_anew(
    game: str, site: str, visit: Open
) -> None:
    page = visit(site, size=PHONE, has_worker=True, may_fail=True)
    play_from_home(page, game)
    expect(page).to_have_url(f"{site}#/t/device-{page.url.rpartition('device-')[2]}")
    wait_until(page, STOCKED)
    cut(page)
    rng = random.Random(7)
    play_on(page, rng, 6)
    before = log_of(page)
    assert before
    page.reload()
    assert log_of(page) == before
    play_to_the_end(page, rng)
    page.reload()
    expect(page.locator("dialog[open] .end")).to_be_visible()


def test_nothing_comes_from_elsewhere_and_nothing_of_python_before_somebody_plays(site: str, visit: Open) -> None:
    page = visit("about:blank", is_own=True)
    asked: list[str] = []
    page.context.on("request", lambda request: asked.append(request.url))
    page.goto(site)
    page.get_by_role("link", name="Rules").first.click()
    page.go_back()
    page.get_by_role("button", name="Learn La Poule").click()
    expect(page.locator(".play")).to_be_visible()
    assert not [url for url in asked if "pyodide" in url or "worker" in url]
    page.goto(site)
    play_from_home(page, "reeperbahn")
    play_on(page, random.Random(1), 3)
    assert [url for url in asked if not url.startswith(site)] == []
    assert [url for url in asked if "pyodide" in url]


def test_whoever_waits_for_the_house_the_first_time_is_told_how_much_has_come(site: str, visit: Open) -> None:
    page = visit(site, is_own=True)
    held: list[Route] = []
    page.context.route("**/pyodide.asm.wasm", lambda route: held.append(route))
    page.locator('li[data-game="poule"] button').first.click()
    expect(page.locator(".arriving")).to_contain_text(
        re.compile(r"Loading the games, just this once: \d(\.\d)? of \d(\.\d)? MB")
    )
    for route in held:
        route.continue_()
    expect(page.locator(".play .wanted")).not_to_be_empty()
    expect(page.locator(".arriving")).to_have_count(0)


def test_the_second_start_is_made_of_the_memory_of_the_first(site: str, visit: Open) -> None:
    page = visit(site)
    play_from_home(page, "poule")
    wait_until(page, SNAPSHOT)
    page.goto(site)
    page.reload()
    play_from_home(page, "nuit")
    play_on(page, random.Random(2), 4)


def test_a_hint_an_undo_a_review_and_the_record_out_and_in_again(site: str, visit: Open, tmp_path: Path) -> None:
    page = visit(site)
    play_from_home(page, "reeperbahn")
    wait_for_turn(page)
    page.locator('.prompt button[title="Hint"]').click()
    expect(page.get_by_text("The house suggests")).to_be_visible()
    page.get_by_role("button", name="Close the hint").click()
    rng = random.Random(3)
    play_on(page, rng, 3)
    wait_for_turn(page)
    page.get_by_role("button", name="Undo").click()
    play_to_the_end(page, rng)
    with page.expect_download() as download:
        page.get_by_role("button", name="Download record").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    assert file.name == "reeperbahn.json"
    record = estaminet.read_record(file.read_text())
    assert record.replay().winners() == json.loads(file.read_text())["winners"]

    page.get_by_role("link", name="Was the deal fair?").click()
    expect(page.locator(".verdict")).to_contain_text("its deal cannot be verified")
    page.go_back()
    page.get_by_role("link", name="Review", exact=True).click()
    expect(page.locator(".chart .graph, .chart svg").first).to_be_visible()
    page.goto(f"{site}#/replay")
    page.locator('input[type="file"]').set_input_files(file)
    expect(page.locator(".position")).to_contain_text(f"of {len(record.actions)}")
    page.keyboard.press("End")
    expect(page.locator(".position")).to_contain_text(f"Action {len(record.actions)} of")


def test_pass_and_play_and_the_list_of_ones_games(site: str, visit: Open) -> None:
    page = visit(f"{site}#/play/reeperbahn#local")
    expect(page.get_by_text("somebody has to run Estaminet on a server")).to_be_visible()
    assert page.locator(".seats option[value=open]").count() == 0
    page.locator('button[type="submit"]').click()
    page.get_by_role("button", name="I am Badger").click()
    rng = random.Random(4)
    while page.get_by_role("button", name="I am Beaver").count() == 0:
        play_on(page, rng, 1)
    assert something_to_do(page).count() == 0
    page.get_by_role("link", name="My games").click()
    expect(page.locator(".tables li")).to_have_count(1)
    expect(page.locator(".tables li")).to_contain_text("Badger, Beaver")
    page.locator(".tables a").click()
    page.get_by_role("button", name="I am Beaver").click()
    wait_for_turn(page)
    page.get_by_role("button", name="More").click()
    expect(page.get_by_text("This table is on this device alone")).to_be_visible()
    expect(page.get_by_role("link", name="Show on a big screen")).to_have_count(0)


def test_a_lesson_goes_on_at_a_table_and_a_puzzle_counts(site: str, visit: Open) -> None:
    page = visit(site)
    page.locator('li[data-game="poule"] .learn button').click()
    while do_as_told(page):
        pass
    page.get_by_role("button", name="Keep playing").click()
    page.wait_for_url("**#/t/device-*")
    wait_for_turn(page)

    page.goto(f"{site}#/puzzles/poule")
    expect(page.locator("[data-rating]")).to_have_text("1500")
    first = min(load_puzzles(GAME).values(), key=lambda puzzle: abs(puzzle.difficulty - BEGINNER))
    attempt(page, first.best[0])
    expect(page.locator(".wanted")).to_contain_text("Right!")
    rating = page.locator("[data-rating]").inner_text()
    page.reload()
    expect(page.locator("[data-rating]")).to_have_text(rating)


def test_two_tabs_at_one_table_see_the_same(site: str, visit: Open) -> None:
    page = visit(site)
    play_from_home(page, "poule")
    wait_for_turn(page)
    other = page.context.new_page()
    other.goto(page.url)
    wait_for_turn(other)
    rng = random.Random(5)
    for tab in (page, other, page):
        tab.bring_to_front()
        play_on(tab, rng, 4)
        wait_for_turn(tab)
    lines = page.locator('[role="log"] p').count()
    assert lines > 6
    expect(other.locator('[role="log"] p')).to_have_count(lines)


def test_a_device_without_room_says_so(site: str, visit: Open) -> None:
    page = visit(site, may_fail=True, is_own=True)
    session = page.context.new_cdp_session(page)
    session.send("Storage.overrideQuotaForOrigin", {"origin": site.split("/below")[0], "quotaSize": 1})
    page.locator('li[data-game="poule"] button').first.click()
    expect(page.get_by_role("alert")).to_contain_text("no room left")


def test_what_is_on_the_device_is_listed_and_deleted(site: str, visit: Open) -> None:
    page = visit(site)
    play_from_home(page, "poule")
    page.goto(f"{site}#/settings")
    expect(page.get_by_text("One game is stored here.")).to_be_visible()
    page.get_by_role("button", name="Make ready for playing offline").click()
    expect(page.get_by_text("Ready for playing offline")).to_be_visible()
    expect(page.locator(".arriving")).to_have_count(0)
    page.get_by_role("button", name="Delete these games").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete these games").click()
    expect(page.get_by_text("One game is stored here.")).to_have_count(0)
    page.get_by_role("button", name="Remove").click()
    expect(page.get_by_role("button", name="Make ready for playing offline")).to_be_visible()
    page.get_by_role("link", name="My games").click()
    expect(page.get_by_text("You have not played yet.")).to_be_visible()


@pytest.fixture
def house_with_kit(tmp_path: Path) -> Iterator[RunningServer]:
    """A server whose page can play without it."""
    folder = tmp_path / "pages"
    shutil.copytree(pages.FOLDER, folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pages, "FOLDER", folder)
        write_server_kit(make_kit())
    served = f"""
from pathlib import Path
from estaminet.puzzles import load_puzzles
from estaminet.server.http.routes import pages
pages.FOLDER = Path({str(folder)!r})
from estaminet.cli import main
main()"""
    with RunningServer(tmp_path, program=served) as running:
        yield running


def test_a_servers_page_plays_on_without_a_connection(house_with_kit: RunningServer, visit: Open) -> None:
    url = house_with_kit.url
    page = visit(f"{url}/settings", has_worker=True, may_fail=True)
    page.get_by_role("button", name="Make ready for playing offline").click()
    expect(page.get_by_text("Ready for playing offline")).to_be_visible()
    wait_until(page, STOCKED)
    cut(page)
    page.goto(url)
    expect(page.get_by_text("Here you play on this device.")).to_be_visible()
    play_from_home(page, "reeperbahn")
    expect(page).to_have_url(f"{url}/t/device-{page.url.rpartition('device-')[2]}")
    table = page.url
    rng = random.Random(6)
    play_on(page, rng, 4)
    page.reload()
    wait_for_turn(page)

    page.goto(f"{url}/play/nuit")
    expect(page.get_by_role("button", name="Begin")).to_be_visible()
    assert page.locator(".seats option[value=open]").count() == 0
    page.goto(f"{url}/puzzles/poule")
    expect(page.locator(".wanted")).to_contain_text("Find the best action")

    cut(page, is_off=False)
    page.goto(url)
    listed = page.locator(f'.begun a[href="{table.removeprefix(url)}"]')
    expect(listed).to_contain_text("on this device")
    listed.click()
    play_to_the_end(page, rng)
    page.goto(url)
    play_from_home(page, "poule")
    assert "device-" not in page.url
