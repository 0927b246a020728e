"""Clocks: settled when the table is set, seen by both while they run, and said when somebody's time is up."""

import json

import pytest
from playwright.sync_api import Page, Route, expect

from tests.server.servers import RunningServer
from tests.web.conftest import Open

pytestmark = [pytest.mark.compiled, pytest.mark.thorough]
SECONDS = 10
"""The shortest clock that the server allows; the page offers ten minutes and more."""


def set_a_table_with_a_clock(page: Page, house: RunningServer, at_zero: str) -> None:
    def shorten(route: Route) -> None:
        plan = json.loads(route.request.post_data or "")
        assert plan["clock"] == {"kind": "game", "seconds": 600}
        route.continue_(post_data=json.dumps({**plan, "clock": {"kind": "game", "seconds": SECONDS}}))

    page.route("**/api/tables", shorten)
    page.goto(f"{house.url}/play/reeperbahn")
    page.get_by_label("Your name").fill("Anna")
    page.get_by_label("Seat 2").select_option("open")
    page.get_by_text("Clock and spectators").click()
    page.get_by_label("Clock").select_option("game:10")
    page.get_by_label("When time is up").select_option(at_zero)
    page.get_by_role("button", name="Set the table").click()
    expect(page.locator(".link input")).to_be_visible()


@pytest.mark.parametrize(
    ("at_zero", "terms", "said"),
    [
        ("house", "when time is up, a house player takes over.", "has no time left:"),
        ("loss", "when time is up, the game is lost.", "has no time left, and has lost."),
    ],
)
def test_both_see_the_clocks_and_what_happens_at_zero(
    at_zero: str, terms: str, said: str, house: RunningServer, visit: Open
) -> None:
    anna, bert = visit(house.url), visit(house.url)
    set_a_table_with_a_clock(anna, house, at_zero)
    bert.goto(anna.locator(".link input").input_value())
    for page in (anna, bert):
        expect(page.get_by_text(terms)).to_be_visible()
    bert.get_by_label("Sit down as").fill("Bert")
    expect(bert.get_by_role("button", name="Sit here")).to_have_count(0)  # one free seat, one button
    bert.get_by_role("button", name="Sit down", exact=True).click()
    anna.get_by_role("button", name="Begin").click()
    for page in (anna, bert):
        clocks = page.get_by_role("timer")
        expect(clocks).to_have_count(2)
        running = page.locator('[aria-current="true"]').get_by_role("timer")
        expect(running).not_to_have_text(f"0:{SECONDS}")
    for page in (anna, bert):
        expect(page.get_by_role("status").filter(has_text=said)).to_be_visible()
        if at_zero == "loss":
            expect(page.locator("dialog[open] .end")).to_contain_text("Time was up.")
        else:
            expect(page.get_by_role("timer")).to_have_count(1)
