"""Taking back: against the house freely, past what came to light, and the table says that it was practice."""

import pytest
from playwright.sync_api import Page, expect

from tests.server.pairs import wait_until
from tests.server.servers import RunningServer
from tests.web.conftest import Open
from tests.web.playing import play_from_home, wait_for_turn
from tests.web.scenes import play_against_the_house

pytestmark = pytest.mark.compiled
LINES = '[role="log"] p'


def place_something(page: Page) -> None:
    """A stall of the first rank, on the first cell that is free."""
    page.locator('[data-target="rank:I"]').click()
    page.locator('[data-target^="cell:"][data-touchable]').first.click()


def take_back(page: Page) -> None:
    """With a yes, if one is asked for."""
    page.get_by_role("button", name="Undo").click()
    yes = page.get_by_role("button", name="Take back")
    if yes.count():
        yes.click()


def test_a_move_is_taken_back_after_the_house_has_answered(house: RunningServer, visit: Open) -> None:
    page = visit(house.url)
    play_from_home(page, "poule")
    wait_for_turn(page)
    free = page.locator('[data-target^="cell:"]:has(svg)').count()
    place_something(page)
    wait_for_turn(page)  # the others have moved, or it is still one's own turn
    take_back(page)
    wait_for_turn(page)
    expect(page.locator(".news.alert")).to_have_count(0)
    expect(page.locator('[data-target="rank:I"][data-touchable]')).to_have_count(1)
    assert page.locator('[data-target^="cell:"]:has(svg)').count() <= free + 1


def test_what_came_to_light_is_taken_back_as_practice_after_a_yes(house: RunningServer, visit: Open) -> None:
    page = visit(house.url)
    play_from_home(page, "poule")
    wait_for_turn(page)
    undo, practice = page.get_by_role("button", name="Undo"), page.get_by_text("Practice: moves were taken back.")
    page.locator('[data-target="stack"], button[data-action="draw"]').first.click()
    expect(undo).to_be_enabled()
    undo.click()
    expect(page.locator(".wanted")).to_contain_text("this game becomes practice")
    page.keyboard.press("Escape")
    expect(page.locator(".wanted")).not_to_contain_text("practice")
    expect(practice).to_have_count(0)
    undo.click()
    page.get_by_role("button", name="Take back").click()
    expect(practice).to_be_visible()
    expect(page.locator('[data-target="rank:I"][data-touchable]')).to_have_count(1)


def test_what_the_house_has_answered_unseen_is_not_taken_back_without_a_question(
    house: RunningServer, visit: Open
) -> None:
    with play_against_the_house(house, "poule") as scene:
        anna = scene.people[0]
        page = visit("about:blank", person=anna, is_still=False, is_own=True)
        page.clock.install()
        page.goto(house.url + scene.path)
        wait_for_turn(page)
        page.clock.pause_at("2100-01-01")  # from now on one's own move goes on moving
        touched = anna.watch(scene.table)["number"]
        place_something(page)
        expect(page.locator(".prompt .undo button")).to_be_enabled()
        wait_until(lambda: anna.watch(scene.table)["number"] > touched + 1)
        page.get_by_role("button", name="Undo").click()
        expect(page.locator(".wanted")).to_contain_text("this game becomes practice")


def test_what_changed_nothing_hidden_is_taken_back_without_a_question(house: RunningServer, visit: Open) -> None:
    with play_against_the_house(house, "reeperbahn") as scene:
        page = visit(house.url + scene.path, person=scene.people[0])
        wait_for_turn(page)
        update = scene.people[0].watch(scene.table)
        action = update["view"]["legal"][0]
        scene.people[0].command(scene.table, "move", number=update["number"], action=action)
        undo = page.get_by_role("button", name="Undo")
        expect(undo).to_be_enabled()
        undo.click()
        expect(undo).to_be_disabled()
        expect(page.get_by_text("Practice: moves were taken back.")).to_have_count(0)
