"""More than one person: two browsers at one table, one device for two, a server that comes and goes."""

import random

import pytest
from playwright.sync_api import Page, expect

from tests.server.servers import RunningServer
from tests.web.conftest import Open
from tests.web.playing import is_over, play_from_home, something_to_do, touch_something, wait_for_turn

pytestmark = [pytest.mark.compiled, pytest.mark.thorough]
SETTLED = """() => document.querySelector("[data-touchable], .play button[data-action]")
                  || document.querySelector(".prompt:not(.mine)")"""
"""It is this page's turn and it says what can be done, or it is somebody else's."""


def set_up(page: Page, house: RunningServer, game: str, *kinds: str) -> None:
    page.goto(f"{house.url}/play/{game}")
    expect(page.locator(".seats select").first).to_be_visible()
    while page.locator(".seats li").count() > len(kinds):
        page.locator(".counts button").first.click()
    for at, kind in enumerate(kinds):
        page.locator(".seats li").nth(at).locator("select").first.select_option(kind)
    page.locator('button[type="submit"]').click()


def next_mover(last: Page, other: Page) -> Page:
    """Whose turn it is, after the table has answered the last touch."""
    last.wait_for_function(SETTLED)
    if something_to_do(last).count():
        return last
    wait_for_turn(other)
    return other


def test_two_people_meet_by_link_and_play(house: RunningServer, visit: Open) -> None:
    anna, bert = visit(house.url), visit(house.url, language="fr")
    set_up(anna, house, "reeperbahn", "me", "open")
    link = anna.locator(".link input").input_value()
    bert.goto(link)
    bert.locator("ol button").first.click()
    anna.get_by_role("button", name="Begin").click()
    for page in (anna, bert):
        expect(page.locator(".play")).to_be_visible()
    rng, mover = random.Random(5), anna
    for _ in range(40):
        mover = next_mover(mover, bert if mover is anna else anna)
        touch_something(mover, rng)
    next_mover(mover, bert if mover is anna else anna)
    lines = mover.locator('[role="log"] p').count()
    assert lines > 3
    for page in (anna, bert):
        expect(page.locator('[role="log"] p')).to_have_count(lines)


def test_pass_and_play_never_shows_the_others_hand(house: RunningServer, visit: Open) -> None:
    """Before the next player says that they hold the device, no card of anybody is in the page."""
    page = visit(house.url)
    set_up(page, house, "reeperbahn", "me", "local")
    rng = random.Random(7)
    uncovered = 0
    while uncovered < 4:
        page.wait_for_selector(".prompt [data-yes], [data-touchable], button[data-action]")
        if page.locator(".prompt [data-yes]").count():
            assert page.locator('[data-target^="card:"], [data-touchable]').count() == 0
            page.locator(".prompt [data-yes]").click()
            uncovered += 1
            page.wait_for_selector("[data-touchable], button[data-action]")
        touch_something(page, rng)


def test_a_game_survives_a_server_that_is_killed_and_started_again(
    tmp_path_factory: pytest.TempPathFactory, visit: Open
) -> None:
    with RunningServer(tmp_path_factory.mktemp("fragile")) as house:
        page = visit(house.url, may_fail=True)
        play_from_home(page, "poule")
        rng = random.Random(9)
        for _ in range(4):
            wait_for_turn(page)
            touch_something(page, rng)
        wait_for_turn(page)
        lines = page.locator('[role="log"] p').count()
        place = page.locator(".prompt").bounding_box()
        house.kill()
        expect(page.locator(".line")).to_be_visible()
        assert page.locator(".prompt").bounding_box() == place, "the table moved"
        house.start().ready()
        expect(page.locator(".line")).to_be_hidden()
        for _ in range(6):
            wait_for_turn(page)
            touch_something(page, rng)
        assert is_over(page) or page.locator('[role="log"] p').count() > lines


def meet_by_link(house: RunningServer, visit: Open, game: str) -> tuple[Page, Page]:
    """Two people whose game has begun."""
    anna, bert = visit(house.url), visit(house.url)
    set_up(anna, house, game, "me", "open")
    bert.goto(anna.locator(".link input").input_value())
    bert.locator("ol button").first.click()
    anna.get_by_role("button", name="Begin").click()
    for page in (anna, bert):
        expect(page.locator(".play")).to_be_visible()
    return anna, bert


def leave_game(page: Page, *, offers_seat: bool = False) -> None:
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Leave the table").click()
    expect(page.get_by_role("dialog")).to_contain_text("Leave this game?")
    if offers_seat:
        page.get_by_role("checkbox", name="Somebody else may have my seat").check()
    page.get_by_role("button", name="Leave the table").click()


def test_whoever_leaves_is_asked_and_can_sit_down_again(house: RunningServer, visit: Open) -> None:
    anna, bert = meet_by_link(house, visit, "poule")
    anna.get_by_role("button", name="More").click()
    anna.get_by_role("button", name="Leave the table").click()
    anna.get_by_role("button", name="Stay").click()
    anna.keyboard.press("Escape")
    leave_game(anna)
    anna.get_by_role("button", name="Sit down again").click()
    expect(anna.get_by_role("button", name="Sit down again")).to_have_count(0)
    expect(anna.locator(".play li", has_text="you")).to_have_count(1)
    expect(bert.get_by_role("button", name="Agree")).to_have_count(0)


def test_a_seat_that_was_offered_goes_to_whom_the_others_agree_to(house: RunningServer, visit: Open) -> None:
    anna, bert = meet_by_link(house, visit, "poule")
    link = bert.url
    leave_game(anna, offers_seat=True)
    carl = visit(link)
    carl.get_by_role("button", name="Ask for the seat").click()
    expect(bert.get_by_role("alert")).to_contain_text("would like to play on for")
    bert.get_by_role("button", name="Agree").click()
    carl.get_by_role("button", name="Sit down", exact=True).click()
    expect(carl.locator(".play li", has_text="you")).to_have_count(1)
    expect(anna.get_by_role("button", name="Sit down again")).to_have_count(0)
