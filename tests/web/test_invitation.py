"""Inviting: a link that others can open, and that can be copied, shared and read by a camera."""

import pytest
from playwright.sync_api import Page, expect

from tests.server.servers import RunningServer
from tests.web.conftest import Open
from tests.web.scenes import play_at_a_table, wait_at_a_table
from tests.web.test_several_people import set_up

pytestmark = [pytest.mark.compiled, pytest.mark.thorough]
PLAIN = """Object.defineProperty(Navigator.prototype, "clipboard", { get: () => undefined });
           Object.defineProperty(Crypto.prototype, "subtle", { get: () => undefined });
           Object.defineProperty(window, "isSecureContext", { value: false });"""
"""What a page over plain HTTP lacks."""


def link(page: Page) -> str:
    return page.locator(".link input").input_value()


def test_a_link_is_copied_over_plain_http_too(house: RunningServer, visit: Open) -> None:
    page = visit("about:blank")
    page.add_init_script(PLAIN)
    set_up(page, house, "poule", "me", "open")
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    page.evaluate("document.body.append(Object.assign(document.createElement('input'), { id: 'elsewhere' }))")
    page.locator("#elsewhere").focus()
    page.keyboard.press("Control+V")
    assert page.locator("#elsewhere").input_value() == link(page)


def test_a_link_that_only_this_device_can_open_says_so(house: RunningServer, visit: Open) -> None:
    page = visit(house.url)
    set_up(page, house, "poule", "me", "open")
    expect(page.get_by_role("note")).to_contain_text("start it again with “estaminet --lan”")
    expect(page.get_by_role("button", name="QR code")).to_have_count(0)


def test_where_others_reach_the_server_the_link_and_its_code_lead_there(
    tmp_path_factory: pytest.TempPathFactory, visit: Open
) -> None:
    address = "http://192.168.7.7:8000"
    with RunningServer(tmp_path_factory.mktemp("open"), url=address) as house:
        page, outside = visit(house.url), []
        page.on("request", lambda request: outside.append(request.url) if house.url not in request.url else None)
        set_up(page, house, "poule", "me", "open")
        assert link(page).startswith(f"{address}/t/")
        expect(page.get_by_role("note")).to_contain_text("same network")
        expect(page.get_by_role("img", name="QR code")).to_be_visible()
        page.get_by_role("button", name="QR code").click()
        expect(page.get_by_role("img", name="QR code")).to_have_count(0)
        assert outside == []


def test_a_guest_sees_what_is_played_before_they_sit_down(house: RunningServer, visit: Open) -> None:
    with wait_at_a_table(house, "poule", 2, options={"rounds": 1}, clock={"kind": "move", "days": 3}) as scene:
        page = visit(house.url + scene.path)
        expect(page.get_by_role("heading", level=1)).to_contain_text("Poule")
        expect(page.get_by_text("Rounds: 1", exact=True)).to_be_visible()
        expect(page.get_by_text("3 days per turn")).to_be_visible()
        expect(page.get_by_role("link", name="Rules")).to_be_visible()
        expect(page.locator("ol li", has_text="Anna")).to_be_visible()


def test_a_friend_who_does_not_come_to_the_rematch_blocks_nobody(house: RunningServer, visit: Open) -> None:
    with play_at_a_table(house, "poule", 0, 2) as scene:
        anna, bert = scene.people
        bert.command(scene.table, "resign")
        page = visit(house.url + scene.path, person=anna)
        page.get_by_role("button", name="Play again").click()
        page.wait_for_url(lambda url: not url.endswith(scene.table))
        expect(page.locator("ol li", has_text="Bert")).to_contain_text("not here yet")
        expect(page.get_by_text("Not everybody is here yet.")).to_be_visible()
        page.get_by_role("button", name="Give to a house player").click()
        page.get_by_role("button", name="Begin").click()
        expect(page.locator(".play")).to_be_visible()


def test_everybody_who_asks_for_a_rematch_lands_at_the_same_table(house: RunningServer, visit: Open) -> None:
    with play_at_a_table(house, "poule", 0, 2) as scene:
        scene.people[1].command(scene.table, "resign")
        anna, bert = (visit(house.url + scene.path, person=person) for person in scene.people)
        anna.get_by_role("button", name="Play again").click()
        anna.wait_for_url(lambda url: not url.endswith(scene.table))
        expect(bert.locator(".invitation")).to_have_text("Anna would like to play again.")
        bert.get_by_role("link", name="Join in").click()
        bert.wait_for_url(anna.url)
        anna.get_by_role("button", name="Begin").click()
        for page in (anna, bert):
            expect(page.locator(".play")).to_be_visible()


def test_an_invitation_to_play_again_is_declined_and_whoever_asked_sees_by_whom(
    house: RunningServer, visit: Open
) -> None:
    with play_at_a_table(house, "poule", 0, 2) as scene:
        scene.people[1].command(scene.table, "resign")
        anna, bert = (visit(house.url + scene.path, person=person) for person in scene.people)
        expect(anna.locator("dialog[open] .said")).to_contain_text("Bert gave up.")
        anna.get_by_role("button", name="Play again").click()
        anna.wait_for_url(lambda url: not url.endswith(scene.table))
        expect(anna.locator("ol li", has_text="Bert")).to_contain_text("not here yet")
        bert.get_by_role("button", name="Not this time").click()
        expect(bert.locator(".invitation")).to_have_count(0)
        expect(anna.get_by_text("Bert is not playing this time.")).to_be_visible()
        bert.reload()
        expect(bert.get_by_role("button", name="Look at the board")).to_be_visible()
        expect(bert.locator(".invitation")).to_have_count(0)
        anna.get_by_role("button", name="Give to a house player").click()
        anna.get_by_role("button", name="Begin").click()
        expect(anna.locator(".play")).to_be_visible()


def test_whoever_was_not_invited_sees_no_seat_that_refuses(house: RunningServer, visit: Open) -> None:
    with wait_at_a_table(house, "poule", 3) as scene:
        page = visit(f"{house.url}/t/{scene.table}")
        expect(page.get_by_role("note")).to_have_text("This table is private. Ask for the link to sit down.")
        expect(page.get_by_role("button", name="Sit")).to_have_count(0)


def test_whoever_looks_at_the_board_after_the_end_is_invited_there(house: RunningServer, visit: Open) -> None:
    with play_at_a_table(house, "poule", 0, 2) as scene:
        scene.people[1].command(scene.table, "resign")
        bert = visit(house.url + scene.path, person=scene.people[1])
        bert.get_by_role("button", name="Look at the board").click()
        scene.people[0].post(f"/api/tables/{scene.table}/rematch")
        notice = bert.get_by_role("alert").filter(has_text="Anna would like to play again.")
        notice.get_by_role("link", name="Join in").click()
        bert.wait_for_url(lambda url: not url.endswith(scene.table))
