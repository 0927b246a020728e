"""`make screenshots`: the pictures of the README, taken from a real server in a real browser."""

import random
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, sync_playwright

from tests.server.servers import RunningServer
from tests.web.conftest import FLAGS, PHONE, find_chromium
from tests.web.playing import is_over, play_from_home, touch_something, wait_for_turn

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
TABLES = {"poule": ("light", 26), "reeperbahn": ("dark", 3), "nuit": ("dark", 24)}
"""Each game with the light it is seen in, and how many touches into the game."""
WIDE = (1280, 860)


def main() -> None:
    PICTURES.mkdir(exist_ok=True)
    with TemporaryDirectory() as folder, RunningServer(Path(folder)) as house, sync_playwright() as playwright:
        path = find_chromium(playwright)
        if path is None:
            sys.exit("There is no Chromium: `make browser` gets one.")
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        take_home(browser, house.url)
        for game, (theme, touches) in TABLES.items():
            take_table(browser, house.url, game, theme, touches)
        browser.close()


def take_home(browser: Browser, url: str) -> None:
    page = browser.new_page(viewport={"width": WIDE[0], "height": WIDE[1]}, locale="en", reduced_motion="reduce")
    page.goto(url)
    page.wait_for_load_state("networkidle")
    page.screenshot(path=PICTURES / "home.jpg", type="jpeg", quality=82)


def take_table(browser: Browser, url: str, game: str, theme: str, touches: int) -> None:
    page = browser.new_page(
        viewport={"width": WIDE[0], "height": WIDE[1]},
        locale="en",
        color_scheme="dark" if theme == "dark" else "light",
        reduced_motion="reduce",
    )
    page.goto(url)
    play_from_home(page, game)
    rng = random.Random(4)
    for _ in range(touches):
        wait_for_turn(page)
        if is_over(page):
            break
        touch_something(page, rng)
    wait_for_turn(page)
    page.screenshot(path=PICTURES / f"{game}.jpg", type="jpeg", quality=82)
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    page.wait_for_timeout(300)
    page.screenshot(path=PICTURES / f"{game}-phone.jpg", type="jpeg", quality=82)


if __name__ == "__main__":
    main()
