"""A real browser at a real server."""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect, sync_playwright

from tests.server.people import Visitor
from tests.server.running import RunningServer

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
    "--font-render-hinting=none",  # in the headless shell letters stand where they do in the whole browser
)
DESKTOP = (1280, 800)
PHONE = (390, 844)
PATIENCE = 30_000
"""Milliseconds until what is expected must have come: a busy machine is slow."""
Open = Callable[..., Page]
expect.set_options(timeout=PATIENCE)


def find_chromium(playwright: Playwright) -> str | None:
    """The browser that is there: named, installed, or Playwright's own.

    The headless shell has no windows, tabs or menus of which nobody sees anything: pages need half the time in it.
    """
    own = playwright.chromium.executable_path
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    found = (os.environ.get("CHROMIUM"), *map(shutil.which, names))
    return next((path for path in found if path), own if os.path.exists(own) else None)  # noqa: PTH110  # a text is wanted


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        path = find_chromium(playwright)
        if path is None:
            pytest.skip("there is no Chromium: `make browser` gets one")
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """One server for all browser tests of a process: none of them minds what the others left there."""
    with RunningServer(tmp_path_factory.mktemp("house")) as running:
        yield running


@pytest.fixture
def visit(browser: Browser) -> Iterator[Open]:
    """Opens pages, each in a browser of its own; an error in a page's console fails the test."""
    errors: list[str] = []
    with ExitStack() as stack:

        def come(
            address: str,
            *,
            size: tuple[int, int] = DESKTOP,
            language: str = "en",
            theme: str = "light",
            is_still: bool = True,
            may_fail: bool = False,
            has_worker: bool = False,
            person: Visitor | None = None,
        ) -> Page:
            context = browser.new_context(
                viewport={"width": size[0], "height": size[1]},
                locale=language,
                color_scheme="dark" if theme == "dark" else "light",
                reduced_motion="reduce" if is_still else "no-preference",
                has_touch=size == PHONE,
                timezone_id="UTC",
                service_workers="allow" if has_worker else "block",
            )
            stack.callback(context.close)
            if person:
                context.add_cookies(
                    [{"name": name, "value": value, "url": person.url} for name, value in person.http.cookies.items()]
                )
            page = context.new_page()
            page.set_default_timeout(PATIENCE)
            if not may_fail:
                page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
            page.on("pageerror", lambda error: errors.append(str(error)))
            page.goto(address)
            return page

        yield come
    assert errors == []
