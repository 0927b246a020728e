"""A newcomer learns a game in the page by following its instructions, with mouse or keyboard."""

import pytest
from playwright.sync_api import Page, expect

from tests.server.servers import RunningServer
from tests.web.conftest import Open
from tests.web.playing import PLAIN as BUTTONS

pytestmark = [pytest.mark.compiled, pytest.mark.thorough]
PLAIN = f"{BUTTONS}, .prompt [data-yes]"
"""What can be pressed: an action, or the way on from what is read."""
LEARNED = ("poule", "reeperbahn", "nuit")
HINTED = "[data-hinted][data-touchable]"
SENTENCES = {"poule": 9, "reeperbahn": 10, "nuit": 9}


def begin(page: Page, house: RunningServer, game: str) -> None:
    page.goto(house.url)
    page.locator(f'li[data-game="{game}"] .learn button').click()
    expect(page.locator(".play")).to_be_visible()


LIT = """() => {
    const lit = [...document.querySelectorAll('LIT')].map((each) => each.getAttribute('aria-label') ?? each.textContent);
    return document.querySelector('.lesson-end') ? 'end' : lit.length ? lit.join() + document.querySelector('.wanted').textContent : '';
}""".replace("LIT", f"{HINTED}, {PLAIN}")  # noqa: E501
"""What is lit and said; empty while the others play."""
TOUCH = f"""(was) => {{
    if (({LIT})() !== was) return true;
    document.querySelector('{HINTED}, {PLAIN}')?.dispatchEvent(new MouseEvent('click', {{bubbles: true}}));
}}"""
PACE = 350
"""Milliseconds: two touches of one card that follow faster are a double click, and one."""


def do_as_told(page: Page, *, by_keys: bool = False) -> str:
    """One touch of what is lit, or of the button that is there; what was said with it, empty at the end."""
    lit = page.wait_for_function(LIT).json_value()
    if lit == "end":
        return ""
    said = page.locator(".prompt .wanted").inner_text()
    if by_keys:
        page.locator(f"{HINTED}, {PLAIN}").first.press("Enter")
    page.wait_for_function(TOUCH if not by_keys else f"(was) => ({LIT})() !== was", arg=lit, polling=PACE)
    return said


@pytest.mark.parametrize("game", LEARNED)
def test_whoever_touches_what_is_lit_hears_every_step_and_is_left_in_a_game(
    game: str, house: RunningServer, visit: Open
) -> None:
    page = visit(house.url)
    begin(page, house, game)
    said: list[str] = []
    while text := do_as_told(page, by_keys=len(said) % 2 == 1):
        said.append(text)
    assert len(set(said)) == SENTENCES[game]
    page.get_by_role("button", name="Keep playing").click()
    expect(page.locator(".lesson-end")).to_have_count(0)
    page.goto(house.url)
    expect(page.locator(f'li[data-game="{game}"] .learn')).to_have_count(0)


def test_a_lesson_that_was_left_goes_on_where_it_was(house: RunningServer, visit: Open) -> None:
    page = visit(house.url)
    begin(page, house, "poule")
    do_as_told(page)
    expect(page.locator(".wanted")).to_contain_text("A king!")
    page.goto(house.url)
    page.get_by_role("link", name="Go on with the lesson").click()
    expect(page.locator(".wanted")).to_contain_text("A king!")
    expect(page.locator(".ways").get_by_title("Step 2 of 9")).to_be_visible()
