"""Somebody who plays in the page: touches what can be touched, reads what is written."""

import random

from playwright.sync_api import Locator, Page, expect

TOUCHABLE = "[data-touchable], [data-go-on]"
"""What can be touched, and the way on from accounts that somebody may want to read first."""
PLAIN = ".play button[data-action]"


def play_from_home(page: Page, game: str) -> None:
    """One click on the first page."""
    page.locator(f'li[data-game="{game}"] button').first.click()
    expect(page.locator(".play")).to_be_visible()


def is_over(page: Page) -> bool:
    return page.locator("dialog[open] .end").count() > 0


def something_to_do(page: Page) -> Locator:
    """What can be touched, and the buttons of actions that point at nothing."""
    return page.locator(f"{TOUCHABLE}, {PLAIN}")


def wait_for_turn(page: Page) -> None:
    """Until it is this person's turn, or the game is over."""
    page.wait_for_function(
        """() => document.querySelector("dialog[open] .end") || document.querySelector("[data-touchable], [data-go-on]")
             || document.querySelector(".play button[data-action]")""",
        timeout=60_000,
    )


def touch_something(page: Page, rng: random.Random) -> None:
    """One touch, as a person makes it; on a phone a second one says yes."""
    choices = something_to_do(page)
    count = choices.count()
    if not count:
        return
    page.evaluate(
        """([selector, at]) => {
            const node = document.querySelectorAll(selector)[at];
            node?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
        }""",
        [f"{TOUCHABLE}, {PLAIN}", rng.randrange(count)],
    )


def play_to_the_end(page: Page, rng: random.Random, most: int = 2000) -> None:
    """Random touches until the crown is on the screen; at no time does it have to be moved sideways."""
    for _ in range(most):
        wait_for_turn(page)
        assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth + 1")
        if is_over(page):
            return
        touch_something(page, rng)
    raise AssertionError("the game did not end")
