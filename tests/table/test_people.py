"""People at a server: a name and a cookie, links and tokens, lists of tables, and what is left when they leave."""

from http.cookies import SimpleCookie
from pathlib import Path

import httpx
import pytest

from tests.table.conftest import Meet
from tests.table.games import seat_two
from tests.table.people import Json, Refused
from tests.table.running import RunningServer

pytestmark = pytest.mark.compiled


# Names and cookies


def test_who_says_a_name_is_known_by_a_cookie_that_scripts_and_other_sites_do_not_get(
    server: RunningServer, meet: Meet
) -> None:
    nobody = meet(server)
    with pytest.raises(Refused, match=r"401.*person\.unknown"):
        nobody.get("/api/me")
    response = httpx.post(f"{server.url}/api/me", json={"name": "Anna"})
    cookie = SimpleCookie(response.headers["Set-Cookie"])["estaminet"]
    assert cookie["httponly"]
    assert cookie["samesite"].lower() == "lax"
    assert cookie["path"] == "/"
    assert not cookie["secure"]
    assert int(cookie["max-age"]) > 300 * 86_400
    assert "Anna" not in cookie.value
    assert httpx.get(f"{server.url}/api/me", cookies={"estaminet": cookie.value}).json() == {"name": "Anna"}


def test_names_are_trimmed_and_two_people_may_share_one(server: RunningServer, meet: Meet) -> None:
    one, other = meet(server, "  Anna "), meet(server, "Anna")
    assert one.get("/api/me") == other.get("/api/me") == {"name": "Anna"}
    one.post("/api/me", {"name": "Änne 🐔"})
    assert one.get("/api/me") == {"name": "Änne 🐔"}
    assert other.get("/api/me") == {"name": "Anna"}


@pytest.mark.parametrize("name", ["", " ", "\t", "x" * 41, "a\nb", "\x00", "a\x7f", None, 7])
def test_a_name_is_one_short_line(server: RunningServer, meet: Meet, name: object) -> None:
    anna = meet(server, "Anna")
    with pytest.raises(Refused, match=r"422.*message\.invalid"):
        anna.post("/api/me", {"name": name})
    assert anna.get("/api/me") == {"name": "Anna"}


def test_a_new_name_shows_at_the_tables_where_somebody_sits(server: RunningServer, meet: Meet) -> None:
    anna, bert = meet(server, "Anna"), meet(server, "Bert")
    table = anna.set_up("poule", ["me", "open"], is_public=True)["id"]
    bert.command(table, "sit")
    line = anna.sit_live(table)
    line.until(1)
    bert.post("/api/me", {"name": "Bertram"})
    assert [seat["name"] for seat in line.until(2)["table"]["seats"]] == ["Anna", "Bertram"]
    assert [seat["name"] for seat in find(bert.get("/api/tables"), table)["seats"]] == ["Anna", "Bertram"]


def test_who_sits_down_over_an_old_line_has_the_new_name(server: RunningServer, meet: Meet) -> None:
    anna, bert = meet(server, "Anna"), meet(server, "Bert")
    table = anna.set_up("poule", ["me", "open"], is_public=True)["id"]
    line = bert.sit_live(table)
    line.next_update()
    bert.post("/api/me", {"name": "Bertram"})
    assert line.ask("sit")["table"]["seats"][1]["name"] == "Bertram"


# Links and tokens


def test_a_personal_link_brings_somebody_to_another_device(server: RunningServer, meet: Meet) -> None:
    anna, device = meet(server, "Anna"), meet(server)
    table = anna.set_up("poule", ["me", "open"])["id"]
    assert device.post("/api/me/claim", anna.post("/api/me/link")) == {"name": "Anna"}
    assert device.get("/api/me") == {"name": "Anna"}
    assert device.command(table, "sit")["you"]["seats"] == [0]
    assert anna.watch(table)["you"] == device.watch(table)["you"]


def test_tokens_are_good_for_one_purpose_each(server: RunningServer, meet: Meet) -> None:
    anna = meet(server, "Anna")
    link, token = anna.post("/api/me/link")["token"], anna.post("/api/me/token")["token"]
    cookie = anna.http.cookies["estaminet"]
    assert meet(server, token=token).get("/api/me") == {"name": "Anna"}
    for wrong in (link, cookie):
        with pytest.raises(Refused, match=r"person\.unknown"):
            meet(server, token=wrong).get("/api/me")
    for wrong in (token, cookie, link[:-1] + ("A" if link[-1] != "A" else "B"), "", "x"):
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


# Lists


def test_the_lobby_lists_public_tables_alone_and_those_that_wait_first(server: RunningServer, meet: Meet) -> None:
    anna = meet(server, "Anna")
    private = anna.set_up("poule", ["me", "open"])["id"]
    playing, lines = seat_two(server, meet, is_public=True)
    waiting = anna.set_up("poule", ["me", "open"], is_public=True)
    lobby = meet(server).get("/api/tables", limit=200)
    ids = [each["id"] for each in lobby]
    assert private not in ids
    assert ids.index(waiting["id"]) < ids.index(playing)
    assert [each["status"] for each in lobby] == sorted((each["status"] for each in lobby), reverse=True)
    assert find(lobby, waiting["id"])["seats"] == [
        {"name": "Anna", "level": None, "is_free": False},
        {"name": "", "level": None, "is_free": True},
    ]
    assert waiting["invitation"] not in str(lobby)
    lines[0].ask("resign")
    assert playing not in [each["id"] for each in meet(server).get("/api/tables", limit=200)]
    assert len(meet(server).get("/api/tables", limit=1)) == 1


def test_my_tables_are_those_where_i_sat_the_latest_first(server: RunningServer, meet: Meet) -> None:
    anna, bert = meet(server, "Anna"), meet(server, "Bert")
    first = anna.set_up("poule", ["me", "open"])
    second = anna.set_up("reeperbahn", ["me", "open"])
    assert bert.get("/api/me/tables") == []
    bert.watch(first["id"])
    assert bert.get("/api/me/tables") == []
    bert.command(first["id"], "sit", invitation=first["invitation"])
    assert [each["id"] for each in bert.get("/api/me/tables")] == [first["id"]]
    assert [each["id"] for each in anna.get("/api/me/tables")] == [first["id"], second["id"]]
    bert.command(first["id"], "leave")
    assert [each["id"] for each in bert.get("/api/me/tables")] == [first["id"]]
    with pytest.raises(Refused, match=r"person\.unknown"):
        meet(server).get("/api/me/tables")


# Leaving


def test_who_leaves_stands_up_everywhere_and_is_forgotten(server: RunningServer, meet: Meet) -> None:
    anna, bert = meet(server, "Anna"), meet(server, "Bert")
    waiting = anna.set_up("poule", ["me", "open"], is_public=True)["id"]
    bert.command(waiting, "sit")
    playing = anna.set_up("poule", ["me", "open"], is_public=True, options={"rounds": 1})["id"]
    for person in (anna, bert):
        person.command(playing, "sit")
    anna.command(playing, "start")
    bert.delete("/api/me")
    assert "estaminet" not in bert.http.cookies
    seats = [anna.watch(table)["table"]["seats"][1] for table in (waiting, playing)]
    assert [seat["is_taken"] for seat in seats] == [False, False]
    assert [seat["name"] for seat in seats] == ["", ""]
    assert [seat["level"] for seat in seats] == [None, "regular"]


def test_leaving_voids_cookies_links_tokens_and_lines(server: RunningServer, meet: Meet) -> None:
    anna, bert = meet(server, "Anna"), meet(server, "Bertolt")
    table = anna.set_up("poule", ["me", "open"], is_public=True)["id"]
    line = bert.sit_live(table)
    line.next_update()
    cookie, device = bert.http.cookies["estaminet"], meet(server)
    device.post("/api/me/claim", bert.post("/api/me/link"))
    link, token = bert.post("/api/me/link"), bert.post("/api/me/token")["token"]
    bert.delete("/api/me")
    assert server.query("SELECT count(*) FROM people WHERE name = 'Bertolt'") == [(0,)]
    assert httpx.get(f"{server.url}/api/me", cookies={"estaminet": cookie}).status_code == 401
    for stale in (bert, device, meet(server, token=token)):
        with pytest.raises(Refused, match=r"401.*person\.unknown"):
            stale.get("/api/me")
        with pytest.raises(Refused, match=r"401.*person\.unknown"):
            stale.command(table, "sit")
    with pytest.raises(Refused, match=r"403.*link\.invalid"):
        meet(server).post("/api/me/claim", link)
    with pytest.raises(Refused, match=r"person\.unknown"):
        line.ask("sit")
    assert not anna.watch(table)["table"]["seats"][1]["is_taken"]
    bert.post("/api/me", {"name": "Bertolt"})
    assert bert.get("/api/me/tables") == []


def test_a_finished_game_outlives_who_left(server: RunningServer, meet: Meet) -> None:
    table, lines = seat_two(server, meet)
    lines[0].ask("resign")
    anna = meet(server, "Anna")
    before = anna.get(f"/api/tables/{table}/record")
    lines[0].visitor.delete("/api/me")
    assert anna.get(f"/api/tables/{table}/record") == before


# Tables that nobody uses


def test_unused_tables_are_cleared_away_and_games_that_were_given_up_end(tmp_path: Path, meet: Meet) -> None:
    with RunningServer(tmp_path) as server:
        anna = meet(server, "Anna")
        waiting = anna.set_up("poule", ["me", "open"], is_public=True)["id"]
        anna.command(waiting, "sit")
        playing, lines = seat_two(server, meet)
        over, ended = seat_two(server, meet)
        ended[0].ask("resign")
        for line in (*lines, *ended):
            line.close()
        server.stop()
        assert statuses(server) == {waiting: "waiting", playing: "playing", over: "over"}
    with RunningServer(tmp_path, waiting_days=0, playing_days=0) as server:
        server.wait(lambda: statuses(server) == {playing: "over", over: "over"}, "clear away")
        visitor = meet(server)
        with pytest.raises(Refused, match=r"404.*table\.unknown"):
            visitor.watch(waiting)
        assert visitor.watch(playing)["table"]["outcome"] == {"reason": "expired", "winners": []}
        assert visitor.post("/api/verify", visitor.get(f"/api/tables/{playing}/record"))["is_finished"] is False
        assert visitor.watch(over)["table"]["outcome"]["reason"] == "resigned"
        assert server.events(waiting) == []


def statuses(server: RunningServer) -> dict[str, str]:
    return dict(server.query("SELECT id, status FROM tables"))


def find(tables: list[Json], table: str) -> Json:
    (found,) = [each for each in tables if each["id"] == table]
    return found
