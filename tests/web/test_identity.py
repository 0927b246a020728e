"""Who somebody is on a device: nobody is replaced unasked, what is signed out is out, long names keep their place."""

import pytest
from playwright.sync_api import expect

from tests.server.people import Visitor
from tests.server.servers import RunningServer
from tests.web.conftest import PHONE, Open

pytestmark = [pytest.mark.compiled, pytest.mark.thorough]


def test_a_personal_link_asks_before_it_replaces_somebody(house: RunningServer, visit: Open) -> None:
    anna, bert = Visitor(house.url, "Anna"), Visitor(house.url, "Bert")
    token = anna.post("/api/me/link")["token"]
    page = visit(f"{house.url}/me#{token}", person=bert, size=PHONE)
    expect(page.get_by_role("heading", name="Continue as Anna on this device?")).to_be_visible()
    expect(page.get_by_text("On this device you are Bert.")).to_be_visible()
    page.get_by_role("button", name="Make a personal link").click()
    back = page.get_by_label("Continue on another device").input_value()
    page.get_by_role("button", name="Cancel").click()
    expect(page).to_have_url(f"{house.url}/")
    assert page.evaluate("fetch('/api/me').then((answer) => answer.json())") == {"name": "Bert"}
    page.goto(f"{house.url}/me#{token}")
    page.reload()
    page.evaluate("localStorage.setItem('estaminet.deal.old', JSON.stringify({ id: 'old', at: 1 }))")
    page.evaluate("caches.open('estaminet-records-1')")
    page.get_by_role("button", name="Continue as Anna").click()
    expect(page.get_by_role("heading", name="Welcome back, Anna.")).to_be_visible()
    assert page.evaluate("localStorage.getItem('estaminet.deal.old')") is None, "nothing of Bert's stays"
    assert page.evaluate("caches.has('estaminet-records-1')") is False
    assert page.evaluate("fetch('/api/me').then((answer) => answer.json())") == {"name": "Anna"}
    other = visit(f"{house.url}/me#{token}", may_fail=True)
    expect(other.get_by_role("alert")).to_have_text("This personal link is no longer valid. Make a new one.")
    page.goto(back)
    page.reload()
    expect(page.get_by_role("heading", name="Continue as Bert on this device?")).to_be_visible()
    for visitor in (anna, bert):
        visitor.close()


def test_a_bot_is_signed_out_and_then_all_else(house: RunningServer, visit: Open) -> None:
    anna = Visitor(house.url, "Anna")
    bot, phone = Visitor(house.url, token=anna.post("/api/me/token", {"label": "My bot"})["token"]), Visitor(house.url)
    phone.post("/api/me/claim", anna.post("/api/me/link"))
    page = visit(f"{house.url}/settings", person=anna, size=PHONE)
    devices = page.get_by_role("listitem")
    expect(devices).to_have_count(3)
    expect(page.get_by_text("this device", exact=True)).to_have_count(1)
    page.get_by_role("button", name="Sign out: My bot").click()
    expect(devices).to_have_count(2)
    assert bot.http.post("/api/tables", json={"game": "poule", "seats": [{"kind": "open"}] * 2}).status_code == 401
    page.get_by_role("button", name="Make a personal link").click()
    expect(devices).to_have_count(3)
    page.get_by_role("button", name="Sign out everywhere else").click()
    expect(devices).to_have_count(1)
    assert phone.http.get("/api/me").status_code == 401
    assert page.evaluate("fetch('/api/me').then((answer) => answer.json())") == {"name": "Anna"}
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for visitor in (anna, bot, phone):
        visitor.close()


def test_whoever_leaves_for_good_is_told_what_stays(house: RunningServer, visit: Open) -> None:
    anna = Visitor(house.url, "Anna")
    page = visit(f"{house.url}/settings", person=anna)
    page.get_by_role("button", name="Delete my account").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("stay in the records of those tables")
    dialog.get_by_role("button", name="Delete my account").click()
    expect(page).to_have_url(f"{house.url}/")
    assert anna.http.get("/api/me").status_code == 401
    anna.close()


@pytest.mark.parametrize("path", ["__proto__", "constructor", "play/__proto__", "rules/constructor"])
def test_an_address_that_is_no_place_is_said_to_be_none(path: str, house: RunningServer, visit: Open) -> None:
    page = visit(f"{house.url}/{path}")
    expect(page.get_by_role("heading", name="There is nothing at this address.")).to_be_visible()


@pytest.mark.parametrize("game", ["poule", "reeperbahn", "nuit"])
def test_the_longest_name_runs_over_nothing(game: str, house: RunningServer, visit: Open) -> None:
    """No text of the page with that name in it is wider than its place, nor sticks out of the page."""
    wide = "W" * 24
    anna = Visitor(house.url, wide)
    table = anna.set_up(game, ["me", f"local:{wide}", *(["apprentice"] if game == "nuit" else [])])["id"]
    anna.command(table, "sit")
    page = visit(f"{house.url}/t/{table}", person=anna, size=PHONE)
    for start in (False, True):
        if start:
            page.get_by_role("button", name="Begin").click()
            page.get_by_role("button", name=f"I am {wide}").or_(page.locator(".name").first).first.wait_for()
        outside = page.evaluate(
            """name => [...document.querySelectorAll("body *")].filter((each) => {
                 const isHere = [...each.childNodes].some((child) => child.nodeType === 3 && child.data.includes(name));
                 if (!isHere || !each.checkVisibility()) return false;
                 const box = each.getBoundingClientRect(), style = getComputedStyle(each);
                 const isCut = style.overflowX !== "visible";
                 const isOver = each.clientWidth > 0 && each.scrollWidth > each.clientWidth + 1;
                 return box.right > innerWidth + 1 || (!isCut && isOver);
               }).map((each) => each.outerHTML.slice(0, 160))""",
            wide,
        )
        assert outside == []
    anna.close()
