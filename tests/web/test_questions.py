"""Every piece says what it is to whoever asks, nothing is played by asking, and the rules lie beside the table."""

import random
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.server.servers import RunningServer
from tests.web.conftest import PHONE, Open
from tests.web.playing import touch_something, wait_for_turn
from tests.web.scenes import play_at_a_table

pytestmark = [pytest.mark.compiled, pytest.mark.thorough]
ABOUT: Final = ".about"
DRAWER: Final = "section.drawer"
IDLE: Final = {
    "poule": (14, ".cell:has(> .piece)", "stall"),
    "reeperbahn": (6, '[data-target="figure:charly"]', "Champagne Charly"),
    "nuit": (60, ".plan .guest, .plan [data-about^='guest:']", "guest"),
}
"""How many moves into a game, something that does nothing now, and what it is called."""


def middle(page: Page, place: str) -> tuple[float, float]:
    box = page.locator(place).first.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize("game", IDLE)
def test_a_piece_says_what_it_is_and_leads_to_its_rule_beside_the_board(
    game: str, house: RunningServer, visit: Open
) -> None:
    moves, piece, name = IDLE[game]
    with play_at_a_table(house, game, moves) as scene:
        page = visit(house.url + scene.path, person=scene.people[0], size=(1366, 650))
        wait_for_turn(page)
        number = scene.people[0].watch(scene.table)["number"]
        page.mouse.click(*middle(page, piece))
        about = page.locator(ABOUT)
        expect(about).to_contain_text(name)
        rule = about.get_by_role("link").inner_text().removeprefix("Rule ")
        about.get_by_role("link").click()
        expect(page.locator(f"{DRAWER} p.sought")).to_contain_text(rule)
        expect(page.locator(f"{DRAWER} p.sought")).to_be_in_viewport()
        board, drawer = (page.locator(each).first.bounding_box() for each in (".stage", DRAWER))
        assert board
        assert drawer
        assert board["x"] + board["width"] <= drawer["x"]
        page.keyboard.press("Escape")
        expect(page.locator(DRAWER)).to_have_count(0)
        assert scene.people[0].watch(scene.table)["number"] == number


def test_resting_on_a_piece_is_asking_and_going_away_is_enough(house: RunningServer, visit: Open) -> None:
    with play_at_a_table(house, "reeperbahn", 6) as scene:
        page = visit(house.url + scene.path, person=scene.people[0])
        wait_for_turn(page)
        page.mouse.move(*middle(page, '[data-target="figure:charly"]'))
        expect(page.locator(ABOUT)).to_contain_text("No card moves him")
        page.mouse.move(1, 1)
        expect(page.locator(ABOUT)).to_have_count(0)


def test_what_a_card_is_stands_beside_the_board_on_which_it_shows_what_it_would_do(
    house: RunningServer, visit: Open
) -> None:
    with play_at_a_table(house, "reeperbahn", 6) as scene:
        page = visit(house.url + scene.path, person=scene.people[0], size=(1366, 650))
        wait_for_turn(page)
        page.mouse.move(*middle(page, '[data-target^="card:"][data-touchable]'))
        about = page.locator(ABOUT)
        expect(about).to_be_visible()
        stage, said = page.locator(".stage").bounding_box(), about.bounding_box()
        assert stage
        assert said
        assert said["x"] >= stage["x"] + stage["width"]
        assert said["y"] + said["height"] <= 650
        # The way to the rule is long, and long enough.
        about.get_by_role("link").hover()
        page.wait_for_timeout(1500)
        expect(about).to_be_visible()


def test_nothing_opens_by_itself_over_what_waits_for_a_yes(house: RunningServer, visit: Open) -> None:
    rng = random.Random(1)
    charly, yes = '[data-target="figure:charly"]', ".prompt [data-yes]"
    with play_at_a_table(house, "reeperbahn", 6) as scene:
        page = visit(house.url + scene.path, person=scene.people[0], size=(1366, 650), is_own=True)
        page.evaluate("""() => localStorage.setItem("estaminet.settings", JSON.stringify({ confirmsMoves: true }))""")
        page.clock.install()
        page.reload()
        wait_for_turn(page)
        page.mouse.move(*middle(page, charly))
        expect(page.locator(ABOUT)).to_be_visible()
        while not page.locator(yes).count():
            touch_something(page, rng)
        expect(page.locator(ABOUT)).to_have_count(0)
        page.mouse.move(1, 1)
        page.mouse.move(*middle(page, charly))
        page.clock.run_for(5_000)
        expect(page.locator(ABOUT)).to_have_count(0)
        page.locator(yes).click()
        expect(page.locator(yes)).to_have_count(0)


def test_a_long_press_tells_and_does_not_play(house: RunningServer, visit: Open) -> None:
    with play_at_a_table(house, "poule", 0) as scene:
        page = visit(house.url + scene.path, person=scene.people[0], size=PHONE)
        wait_for_turn(page)
        x, y = middle(page, '[data-target="stack"]')
        finger = page.context.new_cdp_session(page)
        number = scene.people[0].watch(scene.table)["number"]
        finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        expect(page.locator(ABOUT)).to_contain_text("Draw the top tile")
        finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        expect(page.locator(ABOUT)).to_be_visible()
        assert scene.people[0].watch(scene.table)["number"] == number
        page.locator(ABOUT).get_by_role("link").tap()
        expect(page.locator(f"{DRAWER} p.sought")).to_contain_text("P3.2")
        page.get_by_role("button", name="Close").tap()
        page.locator('[data-about="hand:1"]').tap()
        expect(page.locator(ABOUT)).to_contain_text("If paid out now")
        page.locator(".wanted").tap()
        expect(page.locator(ABOUT)).to_have_count(0)
        x, y = middle(page, '[data-target="rank:IIII"]')
        finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        expect(page.locator(ABOUT)).to_be_visible()
        finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        # A touch that only takes away what is said plays nothing; the next one does.
        page.locator('[data-target="stack"]').tap()
        expect(page.locator(ABOUT)).to_have_count(0)
        assert scene.people[0].watch(scene.table)["number"] == number
        page.locator('[data-target="stack"]').tap()
        expect(page.locator(".drawn")).to_be_visible()


def test_the_keyboard_can_ask_too(house: RunningServer, visit: Open) -> None:
    with play_at_a_table(house, "poule", 0) as scene:
        page = visit(house.url + scene.path, person=scene.people[0])
        wait_for_turn(page)
        page.locator('[data-target="rank:IIII"]').focus()
        page.keyboard.press("?")
        expect(page.locator(ABOUT)).to_contain_text("Counts 4 times")
        page.keyboard.press("Escape")
        expect(page.locator(ABOUT)).to_have_count(0)


def test_the_rules_open_with_the_aim_and_the_first_turns_say_it_too(house: RunningServer, visit: Open) -> None:
    with play_at_a_table(house, "nuit", 0) as scene:
        page = visit(house.url + scene.path, person=scene.people[0])
        wait_for_turn(page)
        expect(page.locator(".prompt")).to_contain_text("Fill your pub, collect")
        page.get_by_role("button", name="More").click()
        page.get_by_role("button", name="Rules").click()
        expect(page.locator(f"{DRAWER} ol li")).to_have_count(3)
        expect(page.locator(f"{DRAWER} ol")).to_be_in_viewport()
        page.get_by_role("button", name="Close").click()
        page.evaluate("localStorage.setItem('estaminet.known.nuit', 'yes')")
        page.reload()
        wait_for_turn(page)
        expect(page.locator(".prompt")).not_to_contain_text("Fill your pub, collect")


def test_what_opens_closes_what_was_open(house: RunningServer, visit: Open) -> None:
    """The news, the rules, what is hidden, a dialog: one at a time, and Escape or a touch elsewhere closes it."""
    hidden, news = "#nuit-unseen:popover-open", ".prompt .news + .unseen + .panel"
    with play_at_a_table(house, "nuit", 20) as scene:
        page = visit(house.url + scene.path, person=scene.people[0], size=PHONE)
        wait_for_turn(page)
        page.locator(".prompt .news").click()
        expect(page.locator(news)).to_be_visible()
        page.locator("[popovertarget=nuit-unseen]").click()
        expect(page.locator(hidden)).to_be_visible()
        expect(page.locator(news)).to_have_count(0)
        page.keyboard.press("Escape")
        expect(page.locator(hidden)).to_have_count(0)
        page.locator(".prompt .news").click()
        expect(page.locator(news)).to_be_visible()
        page.get_by_role("button", name="More", exact=True).click()
        expect(page.locator("dialog[open]")).to_be_visible()
        expect(page.locator(news)).to_have_count(0)
        page.get_by_role("button", name="Rules").click()
        expect(page.locator("dialog[open]")).to_have_count(0)
        expect(page.locator(DRAWER)).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator(DRAWER)).to_have_count(0)


@pytest.mark.parametrize(("language", "title"), [("en", "Keys"), ("fr", "Touches"), ("de", "Tasten")])
def test_a_question_mark_lists_the_keys(language: str, title: str, house: RunningServer, visit: Open) -> None:
    with play_at_a_table(house, "poule", 0) as scene:
        page = visit(house.url + scene.path, person=scene.people[0], language=language)
        wait_for_turn(page)
        page.keyboard.press("?")
        keys = page.get_by_role("dialog", name=title)
        expect(keys.locator("dt")).to_have_count(5)
        expect(keys.locator("dt").last).to_have_text("?")
        assert all(keys.locator("dd").all_inner_texts())
        page.keyboard.press("Escape")
        expect(page.locator("dialog[open]")).to_have_count(0)
