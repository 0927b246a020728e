"""The end of a game: what is said of it, and what one can do then."""

import json
import random
import re

import pytest
from playwright.sync_api import Page, expect

from tests.server.people import Visitor
from tests.server.servers import RunningServer
from tests.web.conftest import PHONE, Open
from tests.web.playing import play_from_home, touch_something, wait_for_turn
from tests.web.scenes import play_at_a_table
from tests.web.test_several_people import set_up

pytestmark = [pytest.mark.compiled, pytest.mark.thorough]
CROWN = "dialog[open] .end > svg"


def give_up(page: Page) -> None:
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Give up").click()
    page.locator("dialog[open]").get_by_role("button", name="Give up").click()


def test_the_record_is_downloaded(house: RunningServer, visit: Open) -> None:
    page = visit(house.url, size=PHONE)
    play_from_home(page, "poule")
    wait_for_turn(page)
    table = page.url.rpartition("/")[2]
    give_up(page)
    with page.expect_download() as downloading:
        page.get_by_role("link", name="Download record").click()
    record = json.loads(downloading.value.path().read_text())
    visitor = Visitor(house.url)
    assert record == visitor.get(f"/api/tables/{table}/record")
    visitor.close()
    expect(page.locator("dialog[open] .end")).to_be_visible()


def test_whoever_gives_up_against_the_house_is_told_so_and_the_game_rests(house: RunningServer, visit: Open) -> None:
    page = visit(house.url)
    play_from_home(page, "poule")
    wait_for_turn(page)
    give_up(page)
    expect(page.locator("dialog[open] .who")).to_have_text("You gave up.")
    expect(page.locator(CROWN)).to_have_count(0)
    page.get_by_role("button", name="Look at the board").click()
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(page.locator("[data-touchable], .dots")).to_have_count(0)
    page.get_by_role("button", name="Result").click()
    expect(page.locator("dialog[open] .who")).to_be_visible()


def test_on_one_device_only_the_mover_gives_up(house: RunningServer, visit: Open) -> None:
    page = visit(house.url)
    set_up(page, house, "reeperbahn", "me", "local")
    page.get_by_role("button", name="I am ").first.click()
    wait_for_turn(page)
    mover = page.locator(".side.turn .name").inner_text()
    give_up(page)
    other = "Beaver" if "Badger" in mover else "Badger"
    expect(page.locator("dialog[open] .who")).to_have_text(f"{other} wins!")


def test_the_end_says_by_how_much(house: RunningServer, visit: Open) -> None:
    with play_at_a_table(house, "poule", 5000, options={"rounds": 1}) as scene:
        for person in scene.people:
            page = visit(house.url + scene.path, person=person)
            expect(page.locator("dialog[open] .who")).to_have_text(re.compile(r"^You (won|lost) by \d+ .+"))


def test_whoever_leaves_the_house_alone_finds_the_game_as_it_was(house: RunningServer, visit: Open) -> None:
    page = visit(house.url)
    play_from_home(page, "poule")
    wait_for_turn(page)
    touch_something(page, random.Random(3))
    wait_for_turn(page)
    address, log = page.url, page.locator('[role="log"]').inner_text()
    page.get_by_role("button", name="More").click()
    leave = page.get_by_role("button", name="Leave the table")
    expect(leave).to_have_accessible_description("The game stays as it is. You will find it on the home page.")
    leave.click()
    page.wait_for_url(f"{house.url}/")
    page.locator(".begun a", has_text="your turn").click()
    page.wait_for_url(address)
    wait_for_turn(page)
    expect(page.locator('[role="log"]')).to_have_text(log, use_inner_text=True)


def test_what_ends_a_game_says_so_before_it_is_pressed(house: RunningServer, visit: Open) -> None:
    page = visit(house.url)
    play_from_home(page, "poule")
    wait_for_turn(page)
    page.get_by_role("button", name="More").click()
    for name, does in (
        ("End the game here", "It is over at once, and nobody wins."),
        ("Give up", "You lose, and the game is over."),
    ):
        expect(page.get_by_role("button", name=name)).to_have_accessible_description(does)


def test_all_that_one_can_do_at_the_end_is_in_sight(house: RunningServer, visit: Open) -> None:
    with play_at_a_table(house, "nuit", 5000, 5) as scene:
        page = visit(house.url + scene.path, person=scene.people[0])
        for width, height in ((390, 664), (360, 640), (844, 390), (1366, 650)):
            page.set_viewport_size({"width": width, "height": height})
            page.goto(house.url + scene.path)
            expect(page.locator("dialog[open] .who")).to_be_visible()
            for part in ("dialog[open] .who", "dialog[open] .end li:last-child", "dialog[open] .ways"):
                expect(page.locator(part)).to_be_in_viewport(ratio=0.99)


def test_whoever_gave_up_reads_who_won_and_can_look_back_also_later(house: RunningServer, visit: Open) -> None:
    with play_at_a_table(house, "reeperbahn", 12) as scene:
        scene.people[0].command(scene.table, "resign")
        page = visit(house.url + scene.path, person=scene.people[0])
        first, second = (page.locator("dialog[open] .end li").nth(at) for at in range(2))
        expect(first).to_have_text(re.compile(r"^\s*Bert\s+victory$"))
        expect(second).to_have_text(re.compile(r"^\s*Anna\s+gave up\s*$"))
        expect(page.locator("dialog[open]").get_by_role("link", name="Review")).to_be_visible()
        page.goto(f"{house.url}/mine")
        expect(page.locator(f'li a[href="/review/{scene.table}"]')).to_be_visible()


def names(page: Page) -> list[str]:
    """Who sits at the table, with their levels, seat by seat."""
    return [text.replace("\n", " ") for text in page.locator(".play .hands .who").all_inner_texts()]


def test_a_rematch_against_the_house_begins_at_once_with_the_same_opponents(house: RunningServer, visit: Open) -> None:
    page = visit(house.url)
    page.locator('li[data-game="poule"] select').nth(1).select_option("apprentice")
    play_from_home(page, "poule")
    wait_for_turn(page)
    before, address = names(page), page.url
    give_up(page)
    page.get_by_role("button", name="Play again").click()
    page.wait_for_url(lambda url: url != address and "/t/" in url)
    expect(page.locator(".play")).to_be_visible()
    expect(page.locator(".waiting, .link")).to_have_count(0)
    after = names(page)
    assert after == [before[-1], *before[:-1]]
    wait_for_turn(page)
    moved = page.locator(".prompt .news.note")
    expect(moved).to_contain_text("You are ■ this time.")
    page.reload()
    wait_for_turn(page)
    expect(moved).to_contain_text("You are ■ this time.")
