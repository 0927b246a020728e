"""Reminders in a browser: subscribe, be shown one, confirm an address, settle when, stop; deadlines to take away."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.server.people import Visitor
from tests.server.post import Browser, Catcher, Mailbox, mailbox, service
from tests.server.servers import RunningServer
from tests.web.conftest import PATIENCE, PHONE, Open

__all__ = ["mailbox", "service"]
pytestmark = [pytest.mark.compiled, pytest.mark.thorough]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, mailbox: Mailbox, service: Catcher) -> Iterator[RunningServer]:
    ways = {"smtp": mailbox.url, "mail_from": "house@example.org", "push_hosts": service.host}
    with RunningServer(tmp_path_factory.mktemp("house"), **ways) as running:
        yield running


def subscribe_to(page: Page, browser: Browser) -> None:
    """Have the page's browser subscribe to a push service on this machine: its own is far away."""
    plan = browser.plan
    keys = {"p256dh": plan["p256dh"], "auth": plan["auth"]}
    page.evaluate(
        """(subscription) => {
            PushManager.prototype.subscribe = async () => ({ toJSON: () => subscription });
        }""",
        {"endpoint": plan["endpoint"], "keys": keys},
    )


def deliver(page: Page, origin: str, message: dict[str, str]) -> None:
    """Have the browser hand a message of its push service to the worker."""
    client = page.context.new_cdp_session(page)
    found: list[Any] = []
    client.on("ServiceWorker.workerRegistrationUpdated", lambda event: found.extend(event["registrations"]))
    client.send("ServiceWorker.enable")
    page.wait_for_function("navigator.serviceWorker.ready")
    for _ in range(PATIENCE // 20):
        if found:
            break
        page.wait_for_timeout(20)
    where = {"origin": origin, "registrationId": found[-1]["registrationId"]}
    client.send("ServiceWorker.deliverPushMessage", {**where, "data": json.dumps(message)})


def test_a_browser_that_subscribes_is_reached_and_shows_what_comes(
    house: RunningServer, service: Catcher, visit: Open
) -> None:
    anna = Visitor(house.url, "Anna")
    page = visit(f"{house.url}/settings", person=anna, size=PHONE, has_worker=True)
    page.context.grant_permissions(["notifications"])
    subscribe_to(page, browser := Browser(service, "anna"))
    page.get_by_role("button", name="Remind me in this browser").click()
    expect(page.get_by_text("this browser", exact=True)).to_be_visible()
    page.get_by_role("button", name="Send one now").click()
    expect(page.get_by_text("It is on its way.")).to_be_visible()
    _, headers, body = service.next()
    told = browser.read(headers, body, anna.get("/api/me/reminders")["offers"]["push"])
    worker = page.context.service_workers[0]
    # A browser without a head shows nothing: what it was asked to show is noted.
    worker.evaluate("""() => {
        self.shown = new Promise((done) => {
            ServiceWorkerRegistration.prototype.showNotification = async (title, { body, tag, data }) =>
                done([title, body, tag, data]);
        });
    }""")
    deliver(page, house.url, told)
    shown = worker.evaluate("() => self.shown")
    assert shown == ["Estaminet", told["text"], "test", f"{house.url}/settings"]
    page.get_by_role("button", name="Stop all reminders").click()
    expect(page.get_by_role("button", name="Remind me in this browser")).to_be_visible()
    assert anna.get("/api/me/reminders")["channels"] == []
    anna.close()


def test_an_address_is_confirmed_by_a_button_and_the_rest_is_settled_beside_it(
    house: RunningServer, mailbox: Mailbox, visit: Open
) -> None:
    anna = Visitor(house.url, "Anna")
    page = visit(f"{house.url}/settings", person=anna, language="de", size=PHONE)
    page.get_by_label("E-Mail-Adresse").fill("anna@example.org")
    page.get_by_role("button", name="Hinzufügen").click()
    expect(page.get_by_text("Ein Link ist unterwegs.")).to_be_visible()
    notification = mailbox.next()
    assert notification["Subject"] == "Bestätige deine Erinnerungen"
    link = next(word for word in notification.get_content().split() if "/reminders/confirm" in word)
    other = visit(link, language="de", size=PHONE)
    other.get_by_role("button", name="Ja, hier erinnern").click()
    expect(other.get_by_text("Fertig. Du wirst hier erinnert.")).to_be_visible()
    page.reload()
    page.get_by_label("Wie oft").select_option(label="höchstens einmal am Tag")
    page.get_by_label("Ruhezeit").check()
    page.get_by_label("bis", exact=True).fill("09:30")
    expect(page.get_by_label("bis", exact=True)).to_have_value("09:30")
    page.get_by_role("button", name="Jetzt eine schicken").click()
    expect(page.get_by_text("Sie ist unterwegs.")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    settled = anna.get("/api/me/reminders")
    assert [settled[name] for name in ("language", "zone", "every", "quiet_from", "quiet_to")] == [
        "de", "UTC", 24, 1320, 570
    ]  # fmt: skip
    stop = mailbox.next()["List-Unsubscribe"].strip("<>")
    other.goto(stop)
    other.get_by_role("button", name="Diese Erinnerungen beenden").click()
    expect(other.get_by_text("Fertig. Dort wirst du nicht mehr erinnert.")).to_be_visible()
    assert anna.get("/api/me/reminders")["channels"] == []
    anna.close()


def test_a_game_over_days_offers_reminders_and_its_deadline(house: RunningServer, visit: Open) -> None:
    anna, bert = Visitor(house.url, "Anna"), Visitor(house.url, "Bert")
    table = anna.set_up("poule", ["me", "open"], clock={"kind": "move", "days": 3})
    anna.command(table["id"], "sit", salt="annas-salt")
    page = visit(f"{house.url}/t/{table['id']}", person=anna)
    expect(page.get_by_role("link", name="Be reminded of your turn")).to_be_visible()
    bert.command(table["id"], "sit", invitation=table["invitation"], salt="berts-salt")
    anna.command(table["id"], "start")
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Deadline in my calendar").click()
    address = page.get_by_label("Address of the calendar").input_value()
    calendar = Visitor(house.url)
    assert calendar.http.get(address).text.startswith("BEGIN:VCALENDAR\r\n")
    with page.expect_download() as download:
        page.get_by_role("link", name="Add this one deadline").click()
    assert download.value.suggested_filename == "deadline.ics"
    page.get_by_role("button", name="Disable this address").click()
    expect(page.get_by_role("button", name="Deadline in my calendar")).to_be_visible()
    assert calendar.http.get(address).json()["code"] == "link.invalid"
    for visitor in (anna, bert, calendar):
        visitor.close()
