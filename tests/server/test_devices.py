"""From where people come: browsers, bots and personal links, each of which can be revoked."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from alembic import command
from alembic.config import Config
from websockets.exceptions import ConnectionClosed

from estaminet.server.http.access import describe_browser
from estaminet.server.store import migrations
from tests.server.company import person_of
from tests.server.conftest import Meet
from tests.server.impostors import by_cookie, sign
from tests.server.pairs import OFTEN, other_device, run_pair
from tests.server.people import Json, Line, Refused, Visitor
from tests.server.postgres import Postgres
from tests.server.servers import RunningServer

pytestmark = pytest.mark.compiled


def kinds_of(visitor: Visitor) -> list[str]:
    return [device["kind"] for device in visitor.get("/api/me/devices")]


def is_closed(line: Line) -> bool:
    """Read on until the line is closed, with the refusal that says why; False if it still answers."""
    try:
        line.send("watch_seat", id="still here")
        while line.receive().get("answers") != ["still here"]:
            pass
    except ConnectionClosed as closed:
        return bool(closed.rcvd and closed.rcvd.code == 1008)
    return False


# Personal links


def test_a_personal_link_brings_somebody_to_another_device(server: RunningServer, meet: Meet) -> None:
    anna, device = meet(server, "Anna"), meet(server)
    table = anna.set_up("poule", ["me", "open"])["id"]
    assert device.post("/api/me/claim", anna.post("/api/me/link")) == {"name": "Anna"}
    assert device.get("/api/me") == {"name": "Anna"}
    assert device.command(table, "sit")["you"]["seats"] == [0]
    assert anna.watch(table)["you"] == device.watch(table)["you"]
    assert kinds_of(anna) == ["browser", "browser"]


def test_a_link_says_first_who_it_makes_of_whom(server: RunningServer, meet: Meet) -> None:
    anna, bert = meet(server, "Anna"), meet(server, "Bert")
    link = anna.post("/api/me/link")
    looked = [visitor.post("/api/me/link/look", link) for visitor in (bert, meet(server), anna)]
    assert looked == [{"name": "Anna", "replaces": each} for each in ("Bert", None, None)]
    with pytest.raises(Refused, match=r"409.*person\.other"):
        bert.post("/api/me/claim", link)
    assert bert.get("/api/me") == {"name": "Bert"}
    assert bert.post("/api/me/claim", {**link, "replace": True}) == {"name": "Anna"}
    assert bert.get("/api/me") == {"name": "Anna"}


def test_whoever_was_replaced_is_no_longer_on_that_device(server: RunningServer, meet: Meet) -> None:
    anna, bert = meet(server, "Anna"), meet(server, "Bert")
    bert_too = other_device(bert, meet(server))
    old = by_cookie(bert.http.cookies["estaminet"])
    bert.post("/api/me/claim", {**anna.post("/api/me/link"), "replace": True})
    assert httpx.get(f"{server.url}/api/me", headers=old).status_code == 401
    assert kinds_of(bert_too) == ["browser"]


def test_a_link_is_good_for_one_device(server: RunningServer, meet: Meet) -> None:
    anna = meet(server, "Anna")
    link = anna.post("/api/me/link")
    assert anna.post("/api/me/claim", link) == {"name": "Anna"}, "who opens it where they are has not used it up"
    meet(server).post("/api/me/claim", link)
    for path in ("/api/me/claim", "/api/me/link/look"):
        with pytest.raises(Refused, match=r"403.*link\.invalid"):
            meet(server).post(path, link)


def test_of_two_who_open_a_link_at_once_one_gets_in(server: RunningServer, meet: Meet) -> None:
    anna, devices = meet(server, "Anna"), [meet(server) for _ in range(2)]
    for _ in range(8):
        link = anna.post("/api/me/link")
        for device in devices:
            device.http.cookies.clear()
        with ThreadPoolExecutor(2) as threads:
            answers = list(threads.map(lambda device: device.http.post("/api/me/claim", json=link), devices))  # noqa: B023
        assert sorted(answer.status_code for answer in answers) == [200, 403]
        assert sum("set-cookie" in answer.headers for answer in answers) == 1
        assert len(kinds_of(anna)) <= 20
        anna.delete("/api/me/devices")


# Bots


def test_tokens_are_good_for_one_purpose_each(server: RunningServer, meet: Meet) -> None:
    anna = meet(server, "Anna")
    link, token = anna.post("/api/me/link")["token"], anna.post("/api/me/token")["token"]
    cookie = anna.http.cookies["estaminet"]
    assert meet(server, token=token).set_up("poule", ["me", "open"])["id"]
    for wrong in (link, cookie):
        with pytest.raises(Refused, match=r"person\.unknown"):
            meet(server, token=wrong).set_up("poule", ["me", "open"])
    forged = link[:-5] + ("A" if link[-5] != "A" else "B") + link[-4:]  # the last letter has bits that say nothing
    for wrong in (token, cookie, forged, "", "x"):
        with pytest.raises(Refused, match=r"403.*link\.invalid"):
            meet(server).post("/api/me/claim", {"token": wrong})
    for wrong in (token, link):
        assert httpx.get(f"{server.url}/api/me", cookies={"estaminet": wrong}).status_code == 401


def test_a_bot_with_a_token_acts_for_its_person(server: RunningServer, meet: Meet) -> None:
    anna = meet(server, "Anna")
    bot = meet(server, token=anna.post("/api/me/token")["token"])
    table = bot.set_up("poule", ["me", "regular"])["id"]
    line = bot.sit_live(table)
    line.next_update()
    assert line.ask("sit")["you"] == anna.watch(table)["you"]
    assert [each["id"] for each in anna.get("/api/me/tables")] == [table]


def test_a_revoked_bot_plays_no_more_and_its_line_is_closed_and_no_other(server: RunningServer, meet: Meet) -> None:
    anna, bert = meet(server, "Anna"), meet(server, "Bert")
    bots = [meet(server, token=anna.post("/api/me/token", {"label": name})["token"]) for name in ("One", "Two")]
    table = anna.set_up("poule", ["me", "open"])["id"]
    lines = [visitor.sit_live(table) for visitor in (anna, bert, *bots)]
    (one,) = [device["id"] for device in anna.get("/api/me/devices") if device["label"] == "One"]
    with pytest.raises(Refused, match=r"404.*device\.unknown"):
        bert.delete(f"/api/me/devices/{one}")
    anna.delete(f"/api/me/devices/{one}")
    assert [is_closed(line) for line in lines if line.visitor is not bert] == [False, True, False]
    assert lines[1].next_update()["number"] == 0
    with pytest.raises(Refused, match=r"401.*person\.unknown"):
        bots[0].command(table, "sit")
    assert bots[1].command(table, "sit")["you"]["seats"] == [0]


# The list


def test_the_list_says_from_where_somebody_comes(server: RunningServer, meet: Meet) -> None:
    anna = meet(server)
    anna.http.headers["User-Agent"] = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
    anna.post("/api/me", {"name": "Anna"})
    other_device(anna, meet(server))
    anna.post("/api/me/token", {"label": " My\u200b  bot"})
    anna.post("/api/me/link")
    devices: list[Json] = sorted(anna.get("/api/me/devices"), key=lambda device: str(device["kind"] + device["label"]))
    assert [(each["kind"], each["label"], each["is_this"]) for each in devices] == [
        ("bot", "My bot", False),
        ("browser", "", False),
        ("browser", "Firefox, Linux", True),
        ("link", "", False),
    ]
    assert all(each["seen"] <= each["created"] and each["seen"] % 86_400_000 == 0 for each in devices)


def test_a_device_is_seen_once_a_day(server: RunningServer, meet: Meet) -> None:
    anna = meet(server, "Anna")
    (device,) = anna.get("/api/me/devices")
    for days, is_noted in ((0.9, False), (1.1, True)):
        then = device["created"] - int(days * 86_400_000)
        server.query("UPDATE devices SET seen = ? WHERE id = ?", then, device["id"])
        anna.get("/api/me")
        ((seen,),) = server.query("SELECT seen FROM devices WHERE id = ?", device["id"])
        assert (seen > then) is is_noted


def test_nobody_has_more_than_twenty(server: RunningServer, meet: Meet) -> None:
    anna = meet(server, "Anna")
    for _ in range(19):
        anna.post("/api/me/link")
    for path in ("/api/me/link", "/api/me/token"):
        with pytest.raises(Refused, match=r"409.*device\.limit"):
            anna.post(path)
    server.query("UPDATE devices SET created = created - 86500000 WHERE kind = 'link'")
    assert kinds_of(anna) == ["browser"], "old links are not counted"
    anna.post("/api/me/token")
    assert sorted(kinds_of(anna)) == ["bot", "browser"]


def test_signing_out_everywhere_else(server: RunningServer, meet: Meet) -> None:
    anna, bert = meet(server, "Anna"), meet(server, "Bert")
    phone, bot = other_device(anna, meet(server)), meet(server, token=anna.post("/api/me/token")["token"])
    old = meet(server)
    old.http.cookies["estaminet"] = sign(server, "cookie", [person_of(anna), 0])
    link, table = anna.post("/api/me/link"), anna.set_up("poule", ["me", "open"])["id"]
    lines = [visitor.sit_live(table) for visitor in (anna, phone, bot, old)]
    anna.delete("/api/me/devices")
    assert [is_closed(line) for line in lines] == [False, True, True, True]
    assert kinds_of(anna) == ["browser"]
    assert kinds_of(bert) == ["browser"]
    for gone in (phone, bot, old):
        with pytest.raises(Refused, match=r"401.*person\.unknown"):
            gone.command(table, "sit")
    with pytest.raises(Refused, match=r"link\.invalid"):
        meet(server).post("/api/me/claim", link)
    assert anna.command(table, "sit")["you"]["seats"] == [0]


def test_whoever_revokes_their_own_device_is_nobody_there(server: RunningServer, meet: Meet) -> None:
    anna = meet(server, "Anna")
    (device,) = anna.get("/api/me/devices")
    anna.delete(f"/api/me/devices/{device['id']}")
    assert "estaminet" not in anna.http.cookies
    assert anna.get("/api/welcome")["name"] is None


def test_a_line_at_another_process_is_closed_too(tmp_path: Path, postgres: Postgres, meet: Meet) -> None:
    with run_pair(tmp_path, postgres.make_database(), OFTEN) as servers:
        anna = meet(servers[0], "Anna")
        bot = meet(servers[1], token=anna.post("/api/me/token")["token"])
        table = anna.set_up("poule", ["me", "open"])["id"]
        line = bot.sit_live(table)
        line.next_update()
        anna.delete("/api/me/devices")
        with pytest.raises(ConnectionClosed):  # noqa: PT012  # updates may come before
            while True:
                line.receive()


# From before there were devices


def test_an_old_cookie_is_good_and_becomes_one_with_a_device(server: RunningServer, meet: Meet) -> None:
    anna = meet(server, "Anna")
    server.query("DELETE FROM devices WHERE person = ?", person_of(anna))
    old = sign(server, "cookie", [person_of(anna), 0])
    anna.http.cookies.clear()
    anna.http.cookies["estaminet"] = old
    assert anna.get("/api/me/devices") == []
    anna.http.cookies.clear()
    assert anna._read(anna.http.get("/api/me", headers=by_cookie(old))) == {"name": "Anna"}
    assert [device["is_this"] for device in anna.get("/api/me/devices")] == [True]
    bot = meet(server, token=sign(server, "bot", [person_of(anna), 0]))
    assert bot.set_up("poule", ["me", "open"])["id"]
    anna.delete("/api/me/devices")
    assert httpx.get(f"{server.url}/api/me", headers=by_cookie(old)).status_code == 401
    with pytest.raises(Refused, match=r"person\.unknown"):
        bot.set_up("poule", ["me", "open"])
    assert anna.get("/api/me") == {"name": "Anna"}


def test_an_old_cookie_may_sign_out_everything_else(server: RunningServer, meet: Meet) -> None:
    anna = meet(server, "Anna")
    for _ in range(19):
        anna.post("/api/me/link")
    old = by_cookie(sign(server, "cookie", [person_of(anna), 0]))
    assert "set-cookie" not in httpx.get(f"{server.url}/api/me", headers=old).headers, "there are enough devices"
    answer = httpx.delete(f"{server.url}/api/me/devices", headers=old)
    new = by_cookie(answer.cookies["estaminet"])
    assert httpx.get(f"{server.url}/api/me", headers=new).json() == {"name": "Anna"}
    assert httpx.get(f"{server.url}/api/me", headers=old).status_code == 401


def test_a_database_from_before_keeps_its_people(tmp_path: Path, meet: Meet) -> None:
    with RunningServer(tmp_path) as server:
        anna = meet(server, "Anna")
        table = anna.set_up("poule", ["me", "open"])["id"]
        server.stop()
        config = Config()
        config.set_main_option("script_location", str(Path(migrations.__file__).parent))
        config.set_main_option("sqlalchemy.url", server.database)
        command.downgrade(config, "0001")
        with closing(sqlite3.connect(server.database.removeprefix("sqlite:///"))) as connection:
            names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master")]
        assert "devices" not in names
        old = sign(server, "cookie", [person_of(anna), 0])
        server.start()
        assert server.query("SELECT version_num FROM alembic_version") == [(migrations.HEAD,)]
        anna.http.cookies.clear()
        anna.http.cookies["estaminet"] = old
        assert [each["id"] for each in anna.get("/api/me/tables")] == [table]
        assert anna.command(table, "sit")["you"]["seats"] == [0]


@pytest.mark.parametrize(
    ("agent", "label"),
    [
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Safari/604.1", "Safari, iPhone"),
        ("Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36", "Chrome, Android"),
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0 Safari/537.36 Edg/140.0", "Edge, Windows"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.5 Safari/605.1.15", "Safari, macOS"),
        ("python-httpx/0.28", ""),
    ],
)  # fmt: skip
def test_a_browser_has_the_name_that_people_give_it(agent: str, label: str) -> None:
    assert describe_browser(agent) == label
