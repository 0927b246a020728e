"""Reminders of a real server, as they arrive: encrypted, signed, confirmed, once, and not where nobody wants them."""

import asyncio
import gc
import json
import re
import socket
import ssl
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

from estaminet.games import REGISTRY
from estaminet.server.live.lobby import Lobby
from estaminet.server.live.peers import Peers
from estaminet.server.reminders import dispatcher
from estaminet.server.reminders.dispatcher import Links
from estaminet.server.reminders.mail import MailSender
from estaminet.server.reminders.sender import AddressGone, RetryLater, Undeliverable
from estaminet.server.reminders.words import Notification, write_test
from estaminet.server.rules.reminders import ReminderSettings
from estaminet.server.settings import Settings
from estaminet.server.store.database import Store
from estaminet.server.store.reminders import Channel
from tests.server.company import person_of
from tests.server.conftest import Meet
from tests.server.people import Json, Refused, Visitor
from tests.server.post import Browser, Catcher, Mailbox, mailbox, make_certificate, service
from tests.server.postgres import Postgres
from tests.server.servers import RunningServer

__all__ = ["mailbox", "service"]
pytestmark = [pytest.mark.compiled, pytest.mark.thorough]
SETTINGS: dict[str, Any] = {"mail_from": "house@example.org", "grace": 0, "rounds": 0.1, "confirmations": 0}


@pytest.fixture(scope="module")
def topics() -> Iterator[Catcher]:
    """A ntfy server, and a webhook."""
    with Catcher() as running:
        yield running


@pytest.fixture(scope="module")
def house(
    tmp_path_factory: pytest.TempPathFactory, mailbox: Mailbox, service: Catcher, topics: Catcher
) -> Iterator[RunningServer]:
    ways = {"smtp": mailbox.url, "push_hosts": service.host, "ntfy": f"http://{topics.host}/"}
    template = json.dumps({"to": "{topic}", "parts": ["{text} {nothing}", 1], "link": "{link}"})
    hook = {"webhook": f"http://{topics.host}/hook", "webhook_template": template}
    with RunningServer(tmp_path_factory.mktemp("house"), **SETTINGS, **ways, **hook) as running:
        yield running


class Game:
    """Two people at a table, both of them elsewhere."""

    def __init__(self, server: RunningServer, meet: Meet, **plan: object) -> None:
        self.people = [meet(server, "Anna"), meet(server, "Bert")]
        anna, bert = self.people
        table = anna.set_up("poule", ["me", "open"], options={"rounds": 1}, **plan)
        self.id, self.invitation = table["id"], table["invitation"]
        anna.command(self.id, "sit", salt="annas-salt")
        bert.command(self.id, "sit", invitation=self.invitation, salt="berts-salt")

    def start(self) -> "Game":
        self.people[0].command(self.id, "start")
        return self

    @property
    def seat(self) -> int:
        """Whose turn it is."""
        seat: int = self.people[0].watch(self.id)["view"]["to_move"]
        return seat

    def move(self) -> None:
        """Whoever is to move plays their whole turn."""
        seat = self.seat
        while self.seat == seat:
            update = self.people[seat].watch(self.id)
            action = update["view"]["legal"][0]
            self.people[seat].command(self.id, "move", number=update["number"], action=action)


def subscribe(visitor: Visitor, service: Catcher, name: str) -> Browser:
    browser = Browser(service, name)
    visitor.post("/api/me/reminders/channels", browser.plan)
    return browser


def settle(visitor: Visitor, **choice: object) -> None:
    settled = {"language": "en", "zone": "Europe/Paris", **choice}
    assert visitor.http.put("/api/me/reminders", json=settled).status_code == 204


def channels(visitor: Visitor) -> list[Json]:
    found: list[Json] = visitor.get("/api/me/reminders")["channels"]
    return found


def next_push(service: Catcher, visitor: Visitor, browser: Browser) -> Json:
    path, headers, body = service.next()
    assert browser.endpoint.endswith(path)
    return browser.read(headers, body, visitor.get("/api/me/reminders")["offers"]["push"])


def wait_a_round(house: RunningServer, service: Catcher, meet: Meet) -> None:
    """Somebody else is reminded: whoever was to be reminded before has been."""
    for number in range(2):
        other = Game(house, meet)
        browser = Browser(service, f"round-{number}-{other.id[:8]}")
        for person in other.people:
            person.post("/api/me/reminders/channels", browser.plan)  # whose it was last, has it
        other.start()
        if other.seat != 1:
            other.move()
        next_push(service, other.people[1], browser)


def test_a_turn_is_told_once_to_the_browser_alone_whatever_happens_to_the_server(
    tmp_path: Path, service: Catcher, meet: Meet
) -> None:
    with RunningServer(tmp_path, **SETTINGS, push_hosts=service.host) as server:
        game = Game(server, meet)
        browsers = [subscribe(person, service, name) for person, name in zip(game.people, ("a", "b"), strict=True)]
        settle(game.people[0])
        settle(game.people[1], language="de")
        first = game.start().seat
        told = next_push(service, game.people[first], browsers[first])
        assert told["link"] == f"{server.url}/t/{game.id}"
        assert game.invitation not in json.dumps(told)
        key = game.people[0].get("/api/me/reminders")["offers"]["push"]
        server.stop()
        server.start().ready()
        assert game.people[0].get("/api/me/reminders")["offers"]["push"] == key, "browsers stay subscribed"
        game.move()
        again = next_push(service, game.people[1 - first], browsers[1 - first])
        assert {told["title"], again["title"]} == {
            "La Poule aux œufs d'or: your turn", "La Poule aux œufs d'or: Du bist am Zug"
        }  # fmt: skip
        assert {told["text"], again["text"]} == {"Bert is waiting for you.", "Anna wartet auf dich."}
        game.move()
        assert next_push(service, game.people[first], browsers[first])["title"] == told["title"]
        assert service.posts.empty()
        secret = server.query("SELECT hex(value) FROM keys WHERE name = 'push'")[0][0]
        assert not {secret.lower(), "p256dh", service.host} & set(re.split(r'[\s"]', server.log().lower()))


def test_nobody_is_reminded_while_they_are_at_the_table_and_everybody_else_is_when_they_leave(
    house: RunningServer, service: Catcher, meet: Meet
) -> None:
    game = Game(house, meet)
    seat = game.start().seat
    line = game.people[seat].sit_live(game.id)
    line.next_update()
    browser = subscribe(game.people[seat], service, "at-the-table")
    wait_a_round(house, service, meet)
    line.close()
    assert next_push(service, game.people[seat], browser)["tag"] == game.id


def test_nobody_is_reminded_in_quiet_hours_of_live_games_or_of_games_against_the_house(
    house: RunningServer, service: Catcher, meet: Meet
) -> None:
    quiet, live = Game(house, meet), Game(house, meet, clock={"kind": "game", "seconds": 3600})
    for game in (quiet, live):
        seat = game.start().seat
        settle(game.people[seat], zone="UTC", quiet_from=1, quiet_to=0)
        subscribe(game.people[seat], service, f"quiet-{game.id[:6]}")
    alone = meet(house, "Carla")
    table = alone.set_up("poule", ["me", "apprentice"], options={"rounds": 1})
    alone.command(table["id"], "sit")
    alone.command(table["id"], "start")
    subscribe(alone, service, "alone")
    wait_a_round(house, service, meet)
    assert service.posts.empty()
    person = quiet.people[quiet.seat]
    settle(person)
    assert service.next()[0].startswith("/quiet-")
    settle(live.people[live.seat])
    wait_a_round(house, service, meet)


def test_a_mail_address_gets_one_letter_until_it_is_confirmed_and_none_after_a_click(
    house: RunningServer, mailbox: Mailbox, service: Catcher, meet: Meet
) -> None:
    game = Game(house, meet)
    seat = game.start().seat
    person = game.people[seat]
    settle(person, language="fr")
    channel = person.post("/api/me/reminders/channels", {"kind": "mail", "address": "anna@example.org"})
    notification = mailbox.next()
    assert notification["Subject"] == "Confirmez vos rappels"
    assert "Anna" not in str(notification["Subject"]) + notification.get_content(), "no word of it is a stranger's"
    link = re.findall(rf"{house.url}/reminders/confirm\S+", notification.get_content())[0].removeprefix(house.url)
    stranger = meet(house)
    assert stranger.http.get(link).status_code == 200, "what looks at mail may open it"
    with pytest.raises(Refused) as refused:
        person.post(f"/api/me/reminders/channels/{channel['id']}/test")
    assert refused.value.code == "channel.unconfirmed"
    wait_a_round(house, service, meet)
    assert mailbox.notifications.empty()
    assert stranger.http.post(link.replace("token=", "token=x")).status_code == 403
    assert stranger.http.post(link).status_code == 204
    notification = mailbox.next()
    assert notification["Subject"] == "La Poule aux œufs d'or\u00a0: à vous de jouer"
    assert f"{house.url}/t/{game.id}" in notification.get_content()
    assert game.invitation not in notification.get_content()
    assert notification["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    stop = notification["List-Unsubscribe"].strip("<>").removeprefix(house.url)
    assert stranger.http.get(stop).status_code == 200
    assert channels(person)[0]["is_confirmed"]
    assert stranger.http.post(stop, data={"List-Unsubscribe": "One-Click"}).status_code == 204
    assert channels(person) == []
    assert stranger.http.post(stop).status_code == 204
    assert stranger.http.post(link).json()["code"] == "link.invalid", "who has stopped is not begun with again"


def test_nobody_can_have_the_house_write_to_a_stranger_again_and_again(
    tmp_path: Path, mailbox: Mailbox, meet: Meet
) -> None:
    with RunningServer(tmp_path, **{**SETTINGS, "confirmations": 2}, smtp=mailbox.url) as server:

        def ask(visitor: Visitor, address: str) -> str:
            try:
                visitor.post("/api/me/reminders/channels", {"kind": "mail", "address": address})
            except Refused as refused:
                return refused.code
            return str(mailbox.next()["To"])

        crowd = [meet(server, f"Guest {number}") for number in range(30)]
        spellings = ["victim@example.org", "VICTIM+1@example.org", "vic.tim+2@Example.org", "victim@example.org"]
        answers = [ask(visitor, spelling) for visitor, spelling in zip(crowd, spellings, strict=False)]
        assert answers == [*spellings[:2], "rate.exceeded", "rate.exceeded"]
        assert [ask(crowd[9], f"{name}@example.org") for name in "abc"][2] == "rate.exceeded"
        rest = [ask(visitor, f"somebody{number}@example.org") for number, visitor in enumerate(crowd[10:])]
        assert rest.count("rate.exceeded") == len(rest) - (20 - 7), "so many a day from one address of the net"
        for bad in (
            "nobody",
            "a@b",
            "a b@example.org",
            "a@example.org\nBcc: x@example.org",
            "a@example.org,b@example.org",
        ):
            assert ask(meet(server, "Carl"), bad) == "mail.invalid"


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://{host}/x",
        "https://127.0.0.1:{port}1/x",
        "https://127.0.0.1/x",
        "https://localhost/x",
        "https://169.254.169.254/latest/meta-data",
        "https://[::1]/x",
        "https://{host}@evil.example/x",
        "https://fcm.googleapis.com@127.0.0.1/x",
        "https://fcm.googleapis.com:8443/x",
        "https://fcm.googleapis.com.evil.example/x",
        "https://evilpush.apple.com/x",
        "https://evil.example\\@fcm.googleapis.com/x",
        "https://evil.example#@fcm.googleapis.com/x",
        "https://evil.example?fcm.googleapis.com/",
        "file:///etc/passwd",
        "https://fcm.googleapis.com/x\r\nX-Injected: 1",
        "",
    ],
)
def test_the_server_goes_to_no_address_but_that_of_a_push_service(
    endpoint: str, house: RunningServer, service: Catcher, meet: Meet
) -> None:
    visitor = meet(house, "Eve")
    plan = Browser(service, "eve").plan
    address = endpoint.format(host=service.host, port=service.host.rpartition(":")[2])
    with pytest.raises(Refused) as refused:
        visitor.post("/api/me/reminders/channels", {**plan, "endpoint": address})
    assert (refused.value.code, refused.value.status) == ("endpoint.refused", 422)
    for bad in ({**plan, "auth": "x"}, {**plan, "p256dh": plan["auth"]}, {**plan, "p256dh": "é"}):
        with pytest.raises(Refused) as refused:
            visitor.post("/api/me/reminders/channels", bad)
        assert refused.value.code == "endpoint.refused"


def test_topics_are_the_operators_and_confirmed_like_addresses(
    house: RunningServer, topics: Catcher, meet: Meet
) -> None:
    game = Game(house, meet)
    person = game.people[game.start().seat]
    for kind in ("ntfy", "webhook"):
        with pytest.raises(Refused):
            person.post("/api/me/reminders/channels", {"kind": kind, "topic": "http://elsewhere/"})
        channel = person.post("/api/me/reminders/channels", {"kind": kind, "topic": f"my-{kind}"})
        _, _, body = topics.next()
        link = re.findall(r'/reminders/confirm[^"\s\\]+', body.decode())[0]
        assert meet(house).http.post(link).status_code == 204
        path, _, body = topics.next()
        told = json.loads(body)
        if kind == "ntfy":
            assert (path, told["topic"], told["click"]) == ("/", "my-ntfy", f"{house.url}/t/{game.id}")
        else:
            text = told.pop("parts")
            assert text[0].endswith("is waiting for you. {nothing}")
            assert (path, told) == ("/hook", {"to": "my-webhook", "link": f"{house.url}/t/{game.id}"})
        person.delete(f"/api/me/reminders/channels/{channel['id']}")
        game.move()
        game.move()


def test_a_name_is_no_mention_and_no_markup_in_a_chat(house: RunningServer, topics: Catcher, meet: Meet) -> None:
    game = Game(house, meet)
    person = game.people[game.start().seat]
    person.post("/api/me/reminders/channels", {"kind": "webhook", "topic": "my-chat"})
    link = re.findall(r'/reminders/confirm[^"\s\\]+', topics.next()[2].decode())[0]
    game.people[1 - game.seat].post("/api/me", {"name": "<!channel> @here *_[&`"})
    assert meet(house).http.post(link).status_code == 204, "links are as they were"
    text = json.loads(topics.next()[2])["parts"][0]
    assert not set(text.removesuffix(" {nothing}")) & set("<>@&*_~`|[]#"), "nothing that Slack or Discord would read"
    assert text.startswith("＜!channel＞ ＠here ＊＿［＆｀ is waiting for you.")


def test_a_dead_subscription_is_forgotten_and_one_whose_device_or_person_has_gone(
    house: RunningServer, service: Catcher, meet: Meet
) -> None:
    person = meet(house, "Dora")
    subscribe(person, service, "dead")
    service.statuses = [410]
    with pytest.raises(Refused) as refused:
        person.post(f"/api/me/reminders/channels/{channels(person)[0]['id']}/test")
    assert refused.value.code == "channel.failed"
    service.next()
    assert channels(person) == []
    twin = meet(house)
    twin.post("/api/me/claim", {"token": person.post("/api/me/link")["token"]})
    subscribe(twin, service, "twin")
    browser = subscribe(person, service, "own")
    person.http.delete("/api/me/devices")
    assert [(each["kind"], each["is_this"]) for each in channels(person)] == [("push", True)]
    person.post(f"/api/me/reminders/channels/{channels(person)[0]['id']}/test")
    assert next_push(service, person, browser)["tag"] == "test"
    identity = person_of(person)
    settle(person)
    person.delete("/api/me")
    for name in ("channels", "reminder_choices", "reminders"):
        assert house.query(f"SELECT * FROM {name} WHERE person = ?", identity) == [], name  # noqa: S608


def test_a_digest_names_every_table_that_waits_and_comes_no_sooner_than_it_should(
    house: RunningServer, service: Catcher, meet: Meet
) -> None:
    game = Game(house, meet)
    anna = game.people[0]
    other = anna.set_up("poule", ["me", "open"], options={"rounds": 1})
    anna.command(other["id"], "sit", salt="annas-salt")
    meet(house, "Carl").command(other["id"], "sit", invitation=other["invitation"], salt="carls-salt")
    anna.command(other["id"], "start")
    game.start()
    while game.seat != 0:
        game.move()
    waiting = sum(bool(anna.watch(table)["view"]["legal"]) for table in (game.id, other["id"]))
    settle(anna, every=4)
    told = next_push(service, anna, subscribe(anna, service, "digest"))
    assert (told["tag"], told["text"].count("\n") + 1) == ("digest", waiting)
    game.move()
    game.move()
    assert game.seat == 0
    wait_a_round(house, service, meet)


def test_the_end_of_a_game_is_told_to_whoever_has_not_seen_it(
    house: RunningServer, service: Catcher, meet: Meet
) -> None:
    game = Game(house, meet)
    lines = [person.sit_live(game.id) for person in game.people]
    game.start()
    browsers = [subscribe(person, service, f"end-{at}") for at, person in enumerate(game.people)]
    seen = lines[0].until(3)
    lines[1].until(3)
    assert seen["table"]["status"] == "playing"
    lines[1].close()
    game.people[0].command(game.id, "resign")
    while (told := next_push(service, game.people[1], browsers[1]))["title"].endswith("your turn"):
        pass
    assert told["title"] == "La Poule aux œufs d'or: the game is over"
    wait_a_round(house, service, meet)


@pytest.mark.filterwarnings("ignore::ResourceWarning")  # the mail server forgets to close what it has encrypted
@pytest.mark.parametrize("scheme", ["smtp", "smtps"])
def test_mail_goes_out_encrypted_and_to_no_server_elsewhere_that_cannot(
    scheme: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    certificate = make_certificate(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    passwords: list[tuple[bytes, bytes]] = []

    def check(_server: SMTP, _session: Session, _envelope: Envelope, _way: str, data: LoginPassword) -> AuthResult:
        passwords.append((data.login, data.password))
        return AuthResult(success=True)

    def send(mailbox: Mailbox, *, is_local: bool) -> None:
        url = mailbox.url.replace("smtp://", f"{scheme}://me:p%40ss@")
        sender = MailSender(Settings(smtp=url, mail_from="house@example.org"))
        sender._server = sender._server._replace(is_local=is_local)
        asyncio.run(sender.send("anna@example.org", write_test("en", ""), "http://127.0.0.1/reminders/stop?token=x"))

    tls = {"tls_context": context} if scheme == "smtp" else {"ssl_context": context}
    with Mailbox(**tls, authenticator=check, auth_require_tls=scheme == "smtp") as mailbox:
        send(mailbox, is_local=False)
        assert mailbox.next()["Subject"] == "Estaminet"
        assert passwords == [(b"me", b"p@ss")]
    if scheme == "smtp":
        with Mailbox(authenticator=check, auth_require_tls=False) as plain:
            with pytest.raises(RetryLater):
                send(plain, is_local=False)
            send(plain, is_local=True)  # by now it has seen that nobody is left of the one before
            assert plain.next()["Subject"] == "Estaminet"
    assert len(passwords) == (2 if scheme == "smtp" else 1), "and to nobody elsewhere"
    gc.collect()  # while it is let pass


class Fickle:
    """A way to people that fails for a while."""

    def __init__(self, *failures: Exception, stops: bool = False) -> None:
        self.failures, self.tries, self.stops = list(failures), 0, stops
        self.stop: Callable[[], Awaitable[None]]
        """What somebody does in the meantime who has had enough."""

    async def send(self, _address: str, _letter: Notification, _stop: str) -> None:
        self.tries += 1
        if self.stops:
            await self.stop()
        if self.failures:
            raise self.failures.pop(0)

    async def examine(self) -> str:
        return ""

    async def close(self) -> None:
        pass


@pytest.mark.parametrize(
    ("failures", "tries"),
    [
        ([], 1),
        ([RetryLater()] * 2, 3),
        ([RetryLater()] * 9, 4),
        ([Undeliverable()], 1),
        ([RetryLater(), AddressGone()], 2),
    ],
)
def test_what_does_not_get_through_is_tried_again_a_few_times(
    failures: list[Exception], tries: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fickle = Fickle(*failures)
    left = deliver(fickle, ReminderSettings("?"), tmp_path, monkeypatch)
    assert (fickle.tries, left) == (tries, 0 if any(isinstance(each, AddressGone) for each in failures) else 1)


@pytest.mark.parametrize("why", ["stopped", "sleeps"])
def test_nothing_is_tried_again_for_whoever_has_stopped_or_sleeps_by_now(
    why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fickle = Fickle(*[RetryLater()] * 3, stops=why == "stopped")
    choice = ReminderSettings("?", quiet_from=1, quiet_to=0) if why == "sleeps" else ReminderSettings("?")
    deliver(fickle, choice, tmp_path, monkeypatch)
    assert fickle.tries == 1


def deliver(fickle: Fickle, choice: ReminderSettings, folder: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    """Deliver one notification to somebody's only channel; whether they still have it."""
    monkeypatch.setattr(dispatcher, "PAUSES", (0.0, 0.0, 0.0))

    async def work() -> int:
        store = Store(f"sqlite:///{folder / 'store.db'}", REGISTRY)
        await store.open()
        anna = await store.people.add("Anna", 0)
        await store.reminders.put_channel(Channel("c", anna.id, "mail", "a@example.org", "", "", True, 0))
        fickle.stop = lambda: store.reminders.remove_channels(anna.id)
        lobby = Lobby(store, REGISTRY, Settings(), Peers())
        noon = 12 * 3_600_000
        house = dispatcher.ReminderDispatcher(
            lobby, store.reminders, REGISTRY, Settings(), {"mail": fickle}, Links(b"", ""), clock=lambda: noon
        )
        await house.deliver(choice._replace(person=anna.id), write_test("en", ""))
        await asyncio.gather(*house._sending)
        left = len(await store.reminders.list_channels(anna.id))
        await lobby.close()
        await store.close()
        return left

    return asyncio.run(work())


def test_a_mail_server_that_never_answers_keeps_nobody_waiting(tmp_path: Path, meet: Meet) -> None:
    with socket.create_server(("127.0.0.1", 0)) as hanging:
        smtp = f"smtp://127.0.0.1:{hanging.getsockname()[1]}"
        with RunningServer(tmp_path, **SETTINGS, smtp=smtp) as server:
            game = Game(server, meet)
            for at, person in enumerate(game.people):
                row = (str(at), person_of(person), "mail", f"p{at}@example.org", "", "", 1, 0)
                server.query("INSERT INTO channels VALUES (?, ?, ?, ?, ?, ?, ?, ?)", *row)
            game.start()
            hanging.settimeout(30)
            connection, _ = hanging.accept()
            with connection:
                for _ in range(4):
                    game.move()
                assert server.stop() == 0


def test_of_two_processes_one_reminds(tmp_path: Path, service: Catcher, meet: Meet, postgres: Postgres) -> None:
    database = postgres.make_database()
    settings = {**SETTINGS, "push_hosts": service.host, "heartbeat": 0.2}
    with (
        RunningServer(tmp_path, database, **settings) as first,
        RunningServer(tmp_path, database, **settings) as second,
    ):
        for number in range(6):
            game = Game(first, meet)
            seat = game.start().seat
            person = game.people[seat]
            other = meet(second)
            other.http.cookies.update(person.http.cookies)
            line = other.sit_live(game.id)
            line.next_update()
            browser = subscribe(person, service, f"pair-{number}")
            other.get("/api/me/reminders")
            line.close()
            assert next_push(service, person, browser)["tag"] == game.id
        assert service.posts.empty()


def test_the_deadline_of_a_turn_is_a_calendar_for_whoever_has_the_link(house: RunningServer, meet: Meet) -> None:
    game = Game(house, meet, clock={"kind": "move", "days": 3}).start()
    seat = game.seat
    paths = [person.post(f"/api/tables/{game.id}/calendar")["path"] for person in game.people]
    stranger = meet(house)

    def look(at: int) -> dict[str, str]:
        answer = stranger.http.get(paths[at])
        assert answer.headers["content-type"] == "text/calendar; charset=utf-8"
        lines = answer.text.removesuffix("\r\n").split("\r\n")
        assert all(len(line.encode()) <= 75 for line in lines)
        assert (lines[0], lines[-1]) == ("BEGIN:VCALENDAR", "END:VCALENDAR")
        return dict(line.split(":", 1) for line in answer.text.replace("\r\n ", "").split("\r\n") if line)

    before = look(seat)
    assert (before["STATUS"], look(1 - seat)["STATUS"]) == ("CONFIRMED", "CANCELLED")
    deadline = game.people[0].watch(game.id)["clock"]["deadline"]
    assert re.fullmatch(r"\d{8}T\d{6}Z", before["DTSTART"])
    assert deadline // 1000 % 60 == int(before["DTSTART"][13:15])
    game.move()
    after = look(seat)
    assert (after["STATUS"], after["UID"]) == ("CANCELLED", before["UID"])
    assert int(after["SEQUENCE"]) > int(before["SEQUENCE"])
    game.people[0].command(game.id, "resign")
    assert {look(0)["STATUS"], look(1)["STATUS"]} == {"CANCELLED"}
    other = Game(house, meet)
    wrong = urlsplit(paths[0])._replace(path=f"/api/tables/{other.id}/deadline.ics").geturl()
    assert stranger.http.get(wrong).json()["code"] == "link.invalid"
    assert stranger.http.get(f"/api/tables/{game.id}/deadline.ics").json()["code"] == "person.unknown"
    assert other.people[0].http.get(f"/api/tables/{game.id}/deadline.ics").json()["code"] == "seat.foreign"


def test_a_calendar_link_is_void_once_its_owner_revokes_it(house: RunningServer, meet: Meet) -> None:
    game = Game(house, meet, clock={"kind": "move", "days": 3}).start()
    anna, bert = game.people
    place, stranger = f"/api/tables/{game.id}/calendar", meet(house)
    annas, berts = (person.post(place)["path"] for person in game.people)
    anna.delete(place)
    assert stranger.http.get(annas).json()["code"] == "link.invalid"
    assert stranger.http.get(berts).status_code == 200, "nobody else's is touched"
    renewed = anna.post(place)["path"]
    assert stranger.http.get(renewed).status_code == 200
    assert stranger.http.get(annas).json()["code"] == "link.invalid"
    stranger.http.delete(place)
    meet(house, "Carl").delete(place)
    assert stranger.http.get(renewed).status_code == 200, "one's own links alone"
    assert bert.http.get(f"/api/tables/{game.id}/deadline.ics").status_code == 200
