"""Whose turn it is can be seen from elsewhere; and on a shared device nothing is hidden but what is somebody's own."""

import random
import re

import pytest
from playwright.sync_api import expect

from tests.server.servers import RunningServer
from tests.web.conftest import Open
from tests.web.playing import touch_something, wait_for_turn
from tests.web.scenes import play_at_a_table
from tests.web.test_several_people import set_up

pytestmark = pytest.mark.compiled
TURN = re.compile("^● Your turn – ")
ICON = 'link[rel="icon"]'


def test_the_tab_says_when_it_is_ones_turn(house: RunningServer, visit: Open) -> None:
    with play_at_a_table(house, "poule", 0, 2) as scene:
        anna, bert = (visit(house.url + scene.path, person=person) for person in scene.people)
        expect(anna).to_have_title(TURN)
        expect(anna.locator(ICON)).to_have_attribute("href", re.compile(r"/icon-turn\.svg$"))
        expect(bert).not_to_have_title(TURN)
        expect(bert.locator(ICON)).to_have_attribute("href", re.compile(r"/icon\.svg$"))
        rng = random.Random(3)
        while scene.people[0].watch(scene.table)["view"]["to_move"] == 0:
            scene.move(rng)
        expect(bert).to_have_title(TURN)
        expect(anna).not_to_have_title(TURN)
        expect(anna.locator(ICON)).to_have_attribute("href", re.compile(r"/icon\.svg$"))


def test_my_games_say_whose_turn_it_is(house: RunningServer, visit: Open) -> None:
    with play_at_a_table(house, "poule", 0, 2) as scene:
        anna, bert = (visit(f"{house.url}/mine", person=person) for person in scene.people)
        expect(anna.locator("ul li a").first).to_contain_text("your turn")
        expect(bert.locator("ul li a").first).to_contain_text("Anna’s turn")


def test_the_board_stays_in_sight_while_the_device_is_handed_over(house: RunningServer, visit: Open) -> None:
    page = visit(house.url)
    set_up(page, house, "poule", "me", "local")
    ready = page.locator(".prompt [data-yes]")
    ready.click()
    wait_for_turn(page)
    expect(page.locator(".board small").get_by_text("you", exact=True)).to_have_count(1)
    rng = random.Random(4)
    while not ready.count():
        touch_something(page, rng)
        page.wait_for_function("() => document.querySelector('[data-touchable], .prompt [data-yes]')")
    expect(page.locator(".prompt")).to_contain_text("Hand the device to")
    expect(page.locator('.board [data-fit="board"]')).to_be_visible()
    expect(page.locator(".board small").get_by_text("you", exact=True)).to_have_count(0)
    assert page.locator("[data-touchable]").count() == 0
    ready.click()
    wait_for_turn(page)
    expect(page.locator(".board small").get_by_text("you", exact=True)).to_have_count(1)
