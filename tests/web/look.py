"""Pictures of a table on every screen: `python -m tests.web.look poule 3 14 FOLDER [1366x650 390x664 ...]`."""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.table.running import RunningServer
from tests.web.conftest import FLAGS, find_chromium
from tests.web.playing import wait_for_turn
from tests.web.scenes import play_at_a_table
from tests.web.test_fits import SIZES, find_faults


def main(game: str, players: str, moves: str, folder: str, *sizes: str) -> None:
    """Play so many moves, then take a picture for every size and say what does not fit."""
    wanted = [(int(width), int(height)) for width, height in (size.split("x") for size in sizes)] or SIZES
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    with (
        RunningServer(Path(tempfile.mkdtemp())) as house,
        play_at_a_table(house, game, int(moves), int(players)) as scene,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=find_chromium(playwright), args=list(FLAGS))
        context = browser.new_context(reduced_motion="reduce", locale="en")
        name, _, value = scene.people[0].cookie.partition("=")
        context.add_cookies([{"name": name, "value": value, "url": house.url}])
        page = context.new_page()
        page.goto(house.url + scene.path)
        wait_for_turn(page)
        for size in wanted:
            faults = find_faults(page, size)
            page.screenshot(path=target / f"{game}-{players}-{moves}-{size[0]}x{size[1]}.png")
            sys.stdout.write("\n".join(faults) + "\n" if faults else f"{size[0]}x{size[1]} fits\n")
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
