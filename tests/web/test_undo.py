"""Taking back: against the house freely, past what came to light, and the table says that it was practice."""

import pytest
from playwright.sync_api import Page, expect

from tests.server.running import RunningServer
from tests.web.conftest import Open
from tests.web.playing import play_from_home, wait_for_turn

pytestmark = pytest.mark.compiled
LINES = '[role="log"] p'


def place_something(page: Page) -> None:
    """A stall of the first rank, on the first cell that is free."""
    page.locator('[data-target="rank:I"]').click()
    page.locator('[data-target^="cell:"][data-touchable]').first.click()


def test_a_move_is_taken_back_after_the_house_has_answered(house: RunningServer, visit: Open) -> None:
    page = visit(house.url)
    play_from_home(page, "poule")
    wait_for_turn(page)
    free = page.locator('[data-target^="cell:"]:has(svg)').count()
    place_something(page)
    wait_for_turn(page)  # the others have moved, or it is still one's own turn
    page.get_by_role("button", name="Undo").click()
    wait_for_turn(page)
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.locator('[data-target="rank:I"][data-touchable]')).to_have_count(1)
    assert page.locator('[data-target^="cell:"]:has(svg)').count() <= free + 1


def test_what_came_to_light_is_taken_back_as_practice(house: RunningServer, visit: Open) -> None:
    page = visit(house.url)
    play_from_home(page, "poule")
    wait_for_turn(page)
    page.locator('[data-target="stack"], button[data-action="draw"]').first.click()
    expect(page.get_by_role("button", name="Undo")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("Practice: moves were taken back.")).to_be_visible()
    expect(page.locator('[data-target="rank:I"][data-touchable]')).to_have_count(1)
