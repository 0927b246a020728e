"""`make icons`: the icons of the installed page, drawn from the one of the tab, which is a drawing of our own."""

import sys
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.web.conftest import FLAGS, find_chromium

PUBLIC = Path(__file__).parents[2] / "web" / "public"
GROUND = "#3b2418"
FULL, SAFE = 1.0, 0.85
"""The drawing's part of the width; systems that cut icons to a shape of their own leave the middle 80 %."""
ICONS = {
    "icon-180.png": (180, 0.9, True),
    "icon-192.png": (192, FULL, False),
    "icon-512.png": (512, FULL, False),
    "icon-maskable-192.png": (192, SAFE, True),
    "icon-maskable-512.png": (512, SAFE, True),
}
"""Each with its size, how much of it the drawing takes, and whether its ground goes to the edge."""


def draw(browser: Browser, size: int, share: float, *, is_grounded: bool) -> bytes:
    page = browser.new_page(viewport={"width": size, "height": size})
    ground = GROUND if is_grounded else "transparent"
    style = f"margin:0;height:100vh;display:grid;place-items:center;background:{ground}"
    drawing = (PUBLIC / "icon.svg").read_text().replace("<svg ", f'<svg width="{size * share}" ', 1)
    page.set_content(f'<body style="{style}">{drawing}</body>')
    picture = page.screenshot(omit_background=not is_grounded)
    page.close()
    return picture


def main() -> None:
    with sync_playwright() as playwright:
        path = find_chromium(playwright)
        if path is None:
            sys.exit("There is no Chromium: `make browser` gets one.")
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        for name, (size, share, is_grounded) in ICONS.items():
            (PUBLIC / name).write_bytes(draw(browser, size, share, is_grounded=is_grounded))
        browser.close()


if __name__ == "__main__":
    main()
