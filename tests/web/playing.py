"""A person who plays in the page, in any browser: touches what can be touched, reads what is written."""

import random
from collections.abc import Sequence
from typing import Any, Protocol

from playwright.sync_api import Locator, Page, ViewportSize, expect

TOUCHABLE = "[data-touchable], [data-go-on]"
"""Touchable elements, and the way on from accounts that a person may want to read first."""
PLAIN = ".play button[data-action]"
ANYTHING = f"{TOUCHABLE}, {PLAIN}"
OVER = "dialog[open] .end"
WAIT = """([anything, over]) => new Promise((done, fail) => {
  const late = performance.now() + 60_000;
  const look = () => {
    if (document.querySelector(over) || document.querySelector(anything)) return done();
    if (performance.now() > late) return fail(new Error("it is nobody's turn: " + document.body.innerText));
    setTimeout(look, 10);
  };
  look();
})"""
TOUCH = """([anything, chance]) => {
  const choices = document.querySelectorAll(anything);
  const chosen = choices[Math.floor(chance * choices.length)];
  chosen?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
}"""
STEP = f"""async ([anything, over, chance]) => {{
  await ({WAIT})([anything, over]);
  const page = document.documentElement;
  if (page.scrollWidth > page.clientWidth + 1) throw new Error("the page is too wide");
  if (document.querySelector(over)) return true;
  ({TOUCH})([anything, chance]);
  return false;
}}"""
"""One question to the page for a whole touch: whether the game is over."""


class Scripted(Protocol):
    """A page in any browser: Playwright's, as far as these steps need it."""

    def evaluate(self, expression: str, arg: Any = None) -> Any: ...
    def set_viewport_size(self, viewport_size: ViewportSize) -> None: ...


def play_from_home(page: Page, game: str) -> None:
    """One click on the first page, and one is told what is wanted."""
    page.locator(f'li[data-game="{game}"] button').first.click()
    expect(page.locator(".play .wanted")).not_to_be_empty()


def hinted(*actions: str, share: float = 0.8, **more: object) -> dict[str, object]:
    """A whole turn, as a hint says it."""
    plain: dict[str, object] = {"effects": [], "lead": None, "error": 0.01, "is_as_good": False, "risk": None}
    return {"actions": list(actions), "share": share, **plain, **more}


def answer_hint(page: Page, *turns: dict[str, object], reason: str = "", follow: Sequence[object] = ()) -> None:
    """The house is asked for a hint, and says this."""
    why = {"key": reason, "arguments": {}} if reason else None
    answer = {"turns": list(turns), "reason": why, "follow": list(follow)}
    page.route("**/advice", lambda route: route.fulfill(json=answer))
    page.locator('.prompt button[title="Hint"]').click()


def show_hint(page: Page, *actions: str) -> None:
    """The same, with one turn alone."""
    answer_hint(page, hinted(*actions))


def is_over(page: Scripted) -> bool:
    return bool(page.evaluate("(over) => Boolean(document.querySelector(over))", OVER))


def something_to_do(page: Page) -> Locator:
    """Touchable elements, and the buttons of actions that point at nothing."""
    return page.locator(ANYTHING)


def wait_for_turn(page: Scripted) -> None:
    """Until it is this person's turn, or the game is over."""
    page.evaluate(WAIT, [ANYTHING, OVER])


def touch_something(page: Scripted, rng: random.Random) -> None:
    """One touch, as a person makes it, if there is anything to touch."""
    page.evaluate(TOUCH, [ANYTHING, rng.random()])


def play_to_the_end(page: Scripted, rng: random.Random, most: int = 2000) -> None:
    """Random touches until the crown is on the screen; at no time does it have to be moved sideways."""
    for _ in range(most):
        if page.evaluate(STEP, [ANYTHING, OVER, rng.random()]):
            return
    raise AssertionError("the game did not end")
