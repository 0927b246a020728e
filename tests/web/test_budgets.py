"""The budgets of the page, measured in what does not depend on how busy the machine is.

What stands for what:

- *Interactive in under a second on localhost*: how often the page has to wait for the server, one after the other, how
  many bytes come over the line, and how long the processor is at work on the page's main thread before the first button
  can be pressed. The rest of a second is the server's own, which has tests of its own.
- *60 frames a second on a mid phone*: nothing is animated that would make the browser lay out the page anew, and both a
  move and a frame at rest leave more than half of the main thread's time free.

Times are processor time of the main thread, which others on the machine do not lengthen, and are told in loops: how
long the same thread takes to count to thirty million. A loop is a quarter of a second on a slow server core, and half a
second on a mid phone. Drawing on the graphics card is not in it.
"""

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.server.people import Json
from tests.server.servers import RunningServer
from tests.web.conftest import PHONE, Open
from tests.web.playing import is_over, play_from_home, touch_something, wait_for_turn

pytestmark = [pytest.mark.compiled, pytest.mark.thorough]
GAMES = ["poule", "reeperbahn", "nuit"]
LOOP = "() => { let sum = 0; for (let at = 0; at < 3e7; at += 1) sum = (sum * 31 + at) | 0; return sum; }"
SECOND_ON_A_PHONE = 2.0
"""In loops."""
FRAME_ON_A_PHONE = SECOND_ON_A_PHONE / 60
MOVE_ON_A_PHONE = SECOND_ON_A_PHONE * 0.6
"""How long one picture of a game is shown before the next: what others do for a second, one's own moves less."""
MOST_WAITS = 3
"""For the page, for its scripts, for what there is to show."""
MOST_BYTES = 150_000
STEADY = {
    "transform", "translate", "rotate", "scale", "opacity", "filter", "clipPath", "visibility", "zIndex",
    "color", "backgroundColor", "borderColor", "boxShadow", "outlineColor", "textDecorationColor",
    "fill", "fillOpacity", "stroke", "strokeOpacity", "strokeWidth", "strokeDashoffset",
}  # fmt: skip
"""What can change without anything else moving aside; borders have a colour for each side."""
WATCH = """() => {
  window.animated = new Set();
  const skip = new Set(["offset", "computedOffset", "easing", "composite"]);
  const look = () => {
    for (const animation of document.getAnimations())
      for (const frame of animation.effect?.getKeyframes() ?? [])
        for (const name of Object.keys(frame)) if (!skip.has(name)) window.animated.add(name);
    requestAnimationFrame(look);
  };
  look();
}"""
FRAMES = """(count) => new Promise((done) => {
  const next = () => (count-- > 0 ? requestAnimationFrame(next) : done());
  next();
})"""


def stopwatch(page: Page) -> Callable[[], float]:
    """Gives the processor time that the page's main thread has had, in seconds."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def read() -> float:
        metrics = session.send("Performance.getMetrics")["metrics"]
        return float(next(each["value"] for each in metrics if each["name"] == "TaskDuration"))

    return read


def loop(page: Page, read: Callable[[], float]) -> float:
    """How long this machine takes for a loop."""
    began = read()
    page.evaluate(LOOP)
    return read() - began


def test_the_first_button_costs_less_than_half_a_second_of_a_phone(house: RunningServer, visit: Open) -> None:
    page = visit("about:blank", size=PHONE, is_own=True)
    read = stopwatch(page)
    began = read()
    page.goto(house.url)
    page.locator("li button").first.click(trial=True)
    spent = read() - began
    assert spent / loop(page, read) < SECOND_ON_A_PHONE / 2


def test_the_first_button_waits_for_the_server_three_times_and_for_few_bytes(house: RunningServer, visit: Open) -> None:
    page = visit("about:blank", is_own=True)
    session = page.context.new_cdp_session(page)
    waits: dict[str, int] = {}
    received: list[int] = []

    def ask(event: Json) -> None:
        frames = event["initiator"].get("stack", {}).get("callFrames", [])
        causes = [event["initiator"].get("url"), *(frame["url"] for frame in frames)]
        waits[event["request"]["url"]] = 1 + max((waits[cause] for cause in causes if cause in waits), default=0)

    session.on("Network.requestWillBeSent", ask)
    session.on("Network.loadingFinished", lambda event: received.append(int(event["encodedDataLength"])))
    session.send("Network.enable")
    page.goto(house.url)
    page.locator("li button").first.click(trial=True)
    assert 1 < max(waits.values()) <= MOST_WAITS, waits
    assert 0 < sum(received) <= MOST_BYTES


@pytest.mark.parametrize("game", GAMES)
def test_moves_need_no_layout_and_leave_half_of_a_phone_idle(game: str, house: RunningServer, visit: Open) -> None:
    page = visit(house.url, size=PHONE, is_still=False, is_own=True)
    read = stopwatch(page)
    unit = loop(page, read)
    play_from_home(page, game)
    wait_for_turn(page)
    page.evaluate(WATCH)
    rng, lines = random.Random(2), page.locator('[role="log"] p')
    shown, began = -lines.count(), read()
    for _ in range(8):
        touch_something(page, rng)
        wait_for_turn(page)
        if is_over(page):
            break
        shown += 1
    shown += lines.count()
    spent = read() - began
    animated = set(page.evaluate("[...window.animated]"))
    assert animated
    assert {name for name in animated if name not in STEADY and not name.endswith("Color")} == set()
    assert spent / unit / shown < MOVE_ON_A_PHONE / 2


@pytest.mark.parametrize("game", GAMES)
def test_a_frame_at_rest_leaves_half_of_a_phone_idle(game: str, house: RunningServer, visit: Open) -> None:
    """What can be touched may breathe while somebody thinks, but gently."""
    page = visit(house.url, size=PHONE, is_still=False, is_own=True)
    read = stopwatch(page)
    unit = loop(page, read)
    play_from_home(page, game)
    wait_for_turn(page)
    page.evaluate(FRAMES, 30)
    began = read()
    page.evaluate(FRAMES, 40)
    assert (read() - began) / unit / 40 < FRAME_ON_A_PHONE / 2
