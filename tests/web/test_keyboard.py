"""Whole games with the keyboard alone: the focus is never lost, and every stop has a name."""

import random
import re

import pytest
from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tests.server.people import Visitor
from tests.server.servers import RunningServer
from tests.web.conftest import Open
from tests.web.playing import is_over, wait_for_turn
from tests.web.scenes import DEAL, play_at_a_table

pytestmark = [pytest.mark.compiled, pytest.mark.thorough]
SEATS = {"poule": 2, "reeperbahn": 2, "nuit": 3}
OPTIONS = {"poule": {"rounds": 1}, "reeperbahn": {}, "nuit": {}}
ARROWS = ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown")
MOST = 600
NEW = "[data-touchable]:not([data-picked]), button[data-action], .payday, [data-go-on]"
"""What brings a game on; what is picked would be put back."""
IS_KEPT = """() => document.querySelector("dialog[open] .end") || document.activeElement !== document.body"""
FOCUS = f"(wanted) => [Boolean(({IS_KEPT})()), document.activeElement.matches(wanted)]"
IS_ON = """() => document.querySelector("dialog[open] .end")
  || document.activeElement.closest("[data-target][role=button], button[data-action], .payday, .prompt")"""
NAMELESS = """() => [...document.querySelectorAll(".play *")]
  .filter((node) => node.tabIndex >= 0 && node.checkVisibility())
  .filter((node) => !(node.ariaLabel || node.textContent.trim() || node.title || node.labels?.length))
  .map((node) => node.outerHTML.slice(0, 200))"""
LIMIT = 10_000
"""Milliseconds until the focus must be back."""


def see(page: Page, what: str) -> None:
    """The focus comes where it belongs, or the test says where it is."""
    try:
        page.wait_for_function(what, timeout=LIMIT)
    except PlaywrightTimeout:
        where = page.evaluate(
            "[document.querySelector('.wanted').innerText, document.activeElement.outerHTML.slice(0, 300)]"
        )
        pytest.fail(f"the focus is on {where}")


def press(page: Page, key: str) -> bool:
    """Whether the focus is now on something that brings the game on; it is never on nothing."""
    page.keyboard.press(key)
    is_kept, is_new = page.evaluate(FOCUS, NEW)
    if not is_kept:
        see(page, IS_KEPT)
    return bool(is_new)


def decide(page: Page, rng: random.Random) -> None:
    """Arrows until there is something to say yes to; where they lead nowhere, Tab, also past the page's end."""
    for number in range(80):
        if number < 8 and press(page, rng.choice(ARROWS)):
            break
        if number >= 8:
            page.keyboard.press("Tab")
            if page.evaluate(FOCUS, NEW)[1]:
                break
    press(page, rng.choice(("Enter", "Space")))


@pytest.mark.parametrize("game", SEATS)
def test_a_whole_game_needs_no_mouse_and_never_loses_the_focus(game: str, house: RunningServer, visit: Open) -> None:
    anna = Visitor(house.url, "Anna")
    made = anna.set_up(game, ["me", *["apprentice"] * (SEATS[game] - 1)], options=OPTIONS[game])
    house.query("UPDATE tables SET seed = ? WHERE id = ?", DEAL, made["id"])
    anna.command(made["id"], "sit", salt="annas-salt")
    anna.command(made["id"], "start")
    page = visit(f"{house.url}/t/{made['id']}", person=anna)
    wait_for_turn(page)
    assert press(page, "ArrowDown")  # into the board, without a way through all that is above it
    rng = random.Random(5)
    for number in range(MOST):
        wait_for_turn(page)
        if is_over(page):
            break
        see(page, IS_ON)
        if number % 20 == 0:
            assert page.evaluate(NAMELESS) == []
        decide(page, rng)
    else:
        raise AssertionError("the game did not end")
    expect(page.get_by_role("button", name="Play again")).to_be_focused()
    anna.close()


def test_escape_puts_back_what_was_picked_and_goes_back_there(house: RunningServer, visit: Open) -> None:
    with play_at_a_table(house, "poule", 6) as scene:
        page = visit(house.url + scene.path, person=scene.people[0])
        wait_for_turn(page)
        stall = page.locator("[data-target='rank:I']")
        page.keyboard.press("ArrowDown")
        stall.focus()
        page.keyboard.press("Enter")
        expect(stall).to_have_attribute("aria-pressed", "true")
        page.keyboard.press("ArrowLeft")
        cell = page.locator("[data-target^='cell:']:focus")
        expect(cell).to_have_attribute("aria-label", re.compile(r"Cell [a-f][1-5]: .* for you [+−]?[0-9]+$"))
        page.keyboard.press("Escape")
        expect(stall).to_be_focused()
        expect(stall).to_have_attribute("aria-pressed", "false")
