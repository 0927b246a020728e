"""Pictures of a table: `python -m tests.web.look poule 3 14 FOLDER [de] [firefox] [1366x650 390x664]`."""

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from playwright.sync_api import Page, sync_playwright

from tests.server.servers import RunningServer
from tests.web.conftest import FLAGS, find_chromium
from tests.web.engine import Engine
from tests.web.playing import wait_for_turn
from tests.web.scenes import Scene, play_at_a_table
from tests.web.test_engines import ENGINES, come_in
from tests.web.test_layout import SIZES, find_faults

LANGUAGES: Final = ("fr", "en", "de")


@contextmanager
def open_page(browser: str, language: str, house: RunningServer, scene: Scene) -> Iterator[Page | Engine]:
    """Anna's page at the table."""
    if browser in ENGINES:
        with ENGINES[browser](Path(tempfile.mkdtemp())) as engine:
            come_in(engine, house, scene)
            yield engine
        return
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=find_chromium(playwright), args=list(FLAGS))
        context = chromium.new_context(reduced_motion="reduce", locale=language)
        name, _, value = scene.people[0].cookie.partition("=")
        context.add_cookies([{"name": name, "value": value, "url": house.url}])
        page = context.new_page()
        page.goto(house.url + scene.path)
        yield page
        chromium.close()


def main(game: str, players: str, moves: str, folder: str, *words: str) -> None:
    """Play so many moves, then take a picture for every size and say what does not fit."""
    browser = next((word for word in words if word in ENGINES), "chromium")
    language = next((word for word in words if word in LANGUAGES), "en")
    sizes = [word.split("x") for word in words if word not in (browser, language)]
    wanted = [(int(width), int(height)) for width, height in sizes] or SIZES
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    with (
        RunningServer(Path(tempfile.mkdtemp())) as house,
        play_at_a_table(house, game, int(moves), int(players)) as scene,
        open_page(browser, language, house, scene) as page,
    ):
        wait_for_turn(page)
        for size in wanted:
            faults = find_faults(page, size)
            page.screenshot(path=target / f"{game}-{players}-{moves}-{size[0]}x{size[1]}-{browser}.png")
            sys.stdout.write("\n".join(faults) + "\n" if faults else f"{size[0]}x{size[1]} fits\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
