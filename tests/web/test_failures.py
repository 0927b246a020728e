"""What fails is said, and nothing that a person asked for gets lost or is asked for without end."""

import json

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.server.people import Visitor
from tests.server.servers import RunningServer
from tests.web.conftest import Open
from tests.web.playing import wait_for_turn
from tests.web.scenes import play_against_the_house

pytestmark = pytest.mark.compiled
FAILURE = "Something went wrong. Try again."


def finish(anna: Visitor) -> str:
    """A game against the house that Anna has given up; its table."""
    table: str = anna.set_up("reeperbahn", ["me", "apprentice"])["id"]
    anna.command(table, "sit", salt="s")
    anna.command(table, "start")
    anna.command(table, "resign")
    return table


def cut_off(page: Page, path: str) -> None:
    """From now on nothing that goes there arrives."""
    page.route(path, lambda route: route.abort())


def test_another_game_that_cannot_be_set_up(house: RunningServer, visit: Open) -> None:
    anna = Visitor(house.url, "Anna")
    page = visit(f"{house.url}/t/{finish(anna)}", person=anna, may_fail=True)
    cut_off(page, "**/rematch")
    page.get_by_role("button", name="Play again").click()
    expect(page.locator("dialog[open] [role=alert]")).to_have_text(FAILURE)
    page.unroute("**/rematch")
    page.get_by_role("button", name="Play again").click()
    expect(page.locator(".play")).to_be_visible()
    anna.close()


def test_leaving_for_good_and_a_link_that_do_not_get_through(house: RunningServer, visit: Open) -> None:
    anna = Visitor(house.url, "Anna")
    page = visit(f"{house.url}/settings", person=anna, may_fail=True)
    expect(page.get_by_role("listitem")).to_have_count(1)
    cut_off(page, "**/api/me**")
    page.get_by_role("button", name="Make a personal link").click()
    expect(page.get_by_role("alert")).to_have_text(FAILURE)
    page.get_by_role("button", name="Delete my account").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete my account").click()
    expect(page.get_by_role("dialog").get_by_role("alert")).to_have_text(FAILURE)
    expect(page).to_have_url(f"{house.url}/settings")
    anna.close()


def test_a_seat_that_is_refused_is_not_asked_for_without_end(house: RunningServer, visit: Open) -> None:
    """After a rematch people sit down by themselves: once, and then when they say so."""
    anna = Visitor(house.url, "Anna")
    again: str = anna.post(f"/api/tables/{finish(anna)}/rematch")["id"]
    asked: list[str] = []

    def refuse_the_first(line: WebSocketRoute) -> None:
        server = line.connect_to_server()

        def pass_on(text: str | bytes) -> None:
            message = json.loads(text)
            if message["type"] == "sit":
                asked.append(message["id"])
                if len(asked) == 1:
                    refusal = {"type": "refusal", "code": "rate.exceeded", "sentence": "", "rule": None}
                    line.send(json.dumps({**refusal, "id": message["id"]}))
                    return
            server.send(text)

        line.on_message(pass_on)

    page = visit("about:blank", person=anna)
    page.route_web_socket("**/live?**", refuse_the_first)
    page.goto(f"{house.url}/t/{again}")
    expect(page.get_by_role("alert")).to_have_text("Not so fast.")
    page.get_by_role("button", name="Sit here").click()
    expect(page.get_by_role("button", name="Begin")).to_be_enabled()
    expect(page.get_by_role("alert")).to_have_count(0)
    assert len(asked) == 2
    anna.close()


def test_a_move_that_waits_for_the_line_is_seen_and_goes_out_with_it(house: RunningServer, visit: Open) -> None:
    is_cut = False

    def pass_on_unless_cut(line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        line.on_message(lambda text: None if is_cut else server.send(text))

    anna = Visitor(house.url, "Anna")
    table: str = anna.set_up("poule", ["me", "apprentice"])["id"]
    anna.command(table, "sit", salt="s")
    anna.command(table, "start")
    page = visit("about:blank", person=anna)
    page.route_web_socket("**/live?**", pass_on_unless_cut)
    page.goto(f"{house.url}/t/{table}")
    wait_for_turn(page)
    lying = page.locator(".square .piece:not(.ghost)").count()
    is_cut = True
    page.locator('[data-target="rank:II"]').click()
    page.locator(".cell[data-touchable]").first.click()
    page.mouse.move(0, 0)
    expect(page.locator(".wanted")).to_contain_text("On its way: put up a stall of rank II on")
    expect(page.locator(".ghost")).to_be_visible()
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    is_cut = False  # nobody answers for so long that another line is tried
    expect(page.locator(".square .piece:not(.ghost)")).not_to_have_count(lying, timeout=15_000)
    expect(page.locator(".wanted")).not_to_contain_text("On its way")
    anna.close()


def test_what_was_picked_up_stays_in_the_hand_when_the_connection_goes(house: RunningServer, visit: Open) -> None:
    with play_against_the_house(house, "poule") as scene:
        page = visit(house.url + scene.path, person=scene.people[0], may_fail=True, is_own=True)
        wait_for_turn(page)
        page.locator('[data-target="rank:II"]').click()
        page.locator(".market").evaluate("(board) => (board.dataset.same = '')")
        page.context.set_offline(True)
        expect(page.locator(".line")).to_contain_text("Connection lost")
        with page.expect_request("**/api/welcome"):
            page.context.set_offline(False)
        expect(page.locator(".line")).to_have_count(0)
        wait_for_turn(page)
        expect(page.locator(".market")).to_have_attribute("data-same", "")
        expect(page.locator('[data-target="rank:II"][data-picked]')).to_have_count(1)


def test_a_page_that_is_older_than_the_house_is_loaded_again(house: RunningServer, visit: Open) -> None:
    page = visit(house.url, may_fail=True, is_own=True)
    page.clock.install()
    page.clock.fast_forward(11_000)
    old = "**/assets/MyGames-*.js"
    page.route(old, lambda route: route.fulfill(status=404))
    page.on("load", lambda page: page.unroute(old))
    page.get_by_role("link", name="My games").click()
    expect(page.get_by_role("heading", name="My games")).to_be_visible()
