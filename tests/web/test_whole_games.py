"""Whole games of all three, played through the page, on a large or a small screen, each in another language."""

import random
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, expect

from tests.server.servers import RunningServer
from tests.web.conftest import DESKTOP, PHONE, Open
from tests.web.playing import play_to_the_end

pytestmark = pytest.mark.compiled


class Evening(NamedTuple):
    game: str
    size: tuple[int, int]
    language: str
    again: str


EVENINGS = [
    Evening("poule", PHONE, "en", "Play again"),
    Evening("reeperbahn", DESKTOP, "de", "Noch einmal spielen"),
    Evening("nuit", PHONE, "fr", "Rejouer"),
]


def set_up_short(page: Page, house: RunningServer, game: str) -> None:
    """A table from the set-up screen, with house players, as short as the game can be."""
    page.goto(f"{house.url}/play/{game}")
    seats = page.locator(".seats select")
    expect(seats.first).to_be_visible()
    for at in range(1, page.locator(".seats li").count()):
        page.locator(".seats li").nth(at).locator("select").first.select_option("house")
        page.locator(".seats li").nth(at).locator("select").nth(1).select_option("apprentice")
    if game == "poule":
        page.locator("summary").first.click()
        page.locator('input[type="number"]').first.fill("1")
        page.locator('input[type="number"]').first.dispatch_event("change")
    page.locator('button[type="submit"]').click()
    expect(page.locator(".play")).to_be_visible()


@pytest.mark.parametrize("evening", EVENINGS, ids=lambda each: f"{each.game}-{each.size[0]}-{each.language}")
def test_a_game_is_played_to_its_end_against_house_players(evening: Evening, house: RunningServer, visit: Open) -> None:
    page = visit(house.url, size=evening.size, language=evening.language)
    set_up_short(page, house, evening.game)
    play_to_the_end(page, random.Random(3))
    end = page.locator("dialog[open] .end")
    expect(end).to_contain_text(evening.again)
