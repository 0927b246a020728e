"""A real browser at a real server."""

import os
import shutil
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator
from contextlib import ExitStack
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect, sync_playwright

from tests.server.people import Visitor
from tests.server.servers import RunningServer

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


class Contexts:
    """Browsers that one test after another uses, each without cookies and storage: what they fetched stays there.

    A page takes half the time where its scripts are at hand.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: defaultdict[Hashable, list[BrowserContext]] = defaultdict(list)
        self._used: defaultdict[BrowserContext, set[str]] = defaultdict(set)
        """The addresses at which somebody may have left something."""

    def open_page(self, stack: ExitStack, settings: dict[str, Any], size: tuple[int, int], *, is_own: bool) -> Page:
        """A new page; at the end of the test its browser is free for others, or gone if nobody else may have it."""
        kind = repr(settings)
        free = [] if is_own else self._free[kind]
        context = free.pop() if free else self._browser.new_context(**settings)
        stack.callback(context.close if is_own else lambda: self._free_again(kind, context))
        page = context.new_page()
        if context in self._used:
            context.clear_cookies()
            session = context.new_cdp_session(page)
            for origin in self._used.pop(context):
                session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
            session.detach()
        if size != DESKTOP:
            page.set_viewport_size({"width": size[0], "height": size[1]})
        return page

    def _free_again(self, kind: Hashable, context: BrowserContext) -> None:
        for page in context.pages:
            address = urlsplit(page.url)
            self._used[context].add(f"{address.scheme}://{address.netloc}")
            page.close()
        self._free[kind].append(context)


@pytest.fixture(scope="session")
def contexts(browser: Browser) -> Contexts:
    return Contexts(browser)


@pytest.fixture
def visit(contexts: Contexts) -> Iterator[Open]:
    """Opens pages, each in a browser of its own; an error in a page's console fails the test.

    Who changes the browser itself, its clock, its network or what it allows, asks for one that `is_own`.
    """
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
            is_own: bool = False,
            person: Visitor | None = None,
        ) -> Page:
            settings = {
                "viewport": {"width": DESKTOP[0], "height": DESKTOP[1]},
                "locale": language,
                "color_scheme": "dark" if theme == "dark" else "light",
                "reduced_motion": "reduce" if is_still else "no-preference",
                "has_touch": size == PHONE,
                "timezone_id": "UTC",
                "service_workers": "allow" if has_worker else "block",
            }
            page = contexts.open_page(stack, settings, size, is_own=is_own or has_worker)
            if person:
                page.context.add_cookies(
                    [{"name": name, "value": value, "url": person.url} for name, value in person.http.cookies.items()]
                )
            page.set_default_timeout(PATIENCE)
            if not may_fail:
                page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
            page.on("pageerror", lambda error: errors.append(str(error)))
            page.goto(address)
            return page

        yield come
    assert errors == []
