"""Pages in other browsers than Chromium: as much of Playwright's `Page` as a game needs, in its words."""

from pathlib import Path
from subprocess import Popen, TimeoutExpired
from typing import Any, Protocol, Self

from tests.web.playing import Scripted

Point = tuple[float, float]


class Missing(Exception):
    """This browser is not installed here."""


def end(process: "Popen[str] | Popen[bytes]") -> None:
    """Ask it to end; one that does not is made to."""
    process.terminate()
    try:
        process.wait(timeout=20)
    except TimeoutExpired:
        process.kill()


class Engine(Scripted, Protocol):
    """A browser with one page."""

    def __init__(self, folder: Path) -> None: ...
    def __enter__(self) -> Self: ...
    def __exit__(self, *error: object) -> None: ...
    def goto(self, url: str) -> None: ...
    def set_cookie(self, name: str, value: str) -> None: ...
    def screenshot(self, *, path: Path) -> None: ...
    def gesture(self, *points: Point) -> None: ...

    @property
    def errors(self) -> list[str]:
        """The errors of the page, as far as its browser tells."""


def describe_gesture(points: tuple[Point, ...]) -> list[dict[str, Any]]:
    """A mouse goes to the first point, is pressed, goes on through the others, and is released."""
    first, *others = [{"type": "pointerMove", "x": round(x), "y": round(y), "duration": 100} for x, y in points]
    actions = [first, {"type": "pointerDown", "button": 0}, *others, {"type": "pointerUp", "button": 0}]
    return [{"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": actions}]


def middle(page: Engine, selector: str) -> Point:
    """The point to press on the first of these, after scrolling to it."""
    x, y = page.evaluate(
        """(selector) => {
          const node = document.querySelector(selector);
          node.scrollIntoView({ block: "nearest", behavior: "instant" });
          const box = node.getBoundingClientRect();
          return [box.x + box.width / 2, box.y + box.height / 2];
        }""",
        selector,
    )
    return x, y


def wait_for(page: Engine, selector: str) -> None:
    page.evaluate(
        """(selector) => new Promise((done, fail) => {
          const late = performance.now() + 30_000;
          const look = () => {
            if (document.querySelector(selector)) return done();
            if (performance.now() > late) return fail(new Error(`there is no ${selector}`));
            setTimeout(look, 10);
          };
          look();
        })""",
        selector,
    )
