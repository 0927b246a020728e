"""People at a server: a name and a cookie, and lists of tables."""

from http.cookies import SimpleCookie
from pathlib import Path
from unittest import mock

import httpx
import pytest

from estaminet.server.rules.plan import DAY
from tests.server.conftest import Meet
from tests.server.games import seat_two
from tests.server.people import Json, Refused
from tests.server.servers import RunningServer

pytestmark = pytest.mark.compiled


# Names and cookies


def test_whoever_says_a_name_is_known_by_a_cookie_that_scripts_and_other_sites_do_not_get(
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


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("a\tb\n c", "a b c"),
        ("Anna\u200b\u00ad\x07", "Anna"),
        ("\u202eannA\u2066", "annA"),
        ("A\u0308nne", "Änne"),
        ("x\u0323\u0302\u0301\u0300e", "x\u0323\u0302e"),
        ("\u0301 \u0301Anna", "Anna"),
        ("\U0001f469\u200d\U0001f680", "\U0001f469\U0001f680"),
        ("国国国国国国国国国国国国", "国国国国国国国国国国国国"),
        ("W" * 24, "W" * 24),
    ],
)
def test_a_name_is_shown_without_what_cannot_be_seen(server: RunningServer, meet: Meet, typed: str, shown: str) -> None:
    anna = meet(server, typed)
    assert anna.get("/api/me") == {"name": shown}
    table = anna.set_up("poule", ["me", f"local:{typed}"])["id"]
    assert [seat["name"] for seat in anna.watch(table)["table"]["seats"]] == [shown, shown]


NO_NAMES = [
    " ",
    "\t",
    "\x00",
    "\u200b",
    "\u202e \u2069",
    "\u3164",
    "\u2800\ufe0f",
    "\u0301\u0301",
    "W" * 40,
    "国" * 13,
    "x" * 25,
]


@pytest.mark.parametrize("name", NO_NAMES, ids=ascii)
def test_a_name_is_one_short_line_that_can_be_seen(server: RunningServer, meet: Meet, name: str) -> None:
    anna = meet(server, "Anna")
    with pytest.raises(Refused, match=r"422.*name\.invalid"):
        anna.post("/api/me", {"name": name})
    with pytest.raises(Refused, match=r"422.*name\.invalid"):
        anna.set_up("poule", ["me", f"local:{name}"])
    assert anna.get("/api/me") == {"name": "Anna"}


@pytest.mark.parametrize("name", ["", "x" * 201, None, 7])
def test_a_name_is_a_text(server: RunningServer, meet: Meet, name: object) -> None:
    with pytest.raises(Refused, match=r"422.*message\.invalid"):
        meet(server).post("/api/me", {"name": name})


def test_names_from_before_there_were_rules_for_them_are_read(tmp_path: Path, meet: Meet) -> None:
    with RunningServer(tmp_path) as server:
        table = meet(server, "Anna").set_up("poule", ["me", "local:Bert"])["id"]
        server.stop()
        server.query("UPDATE tables SET terms = replace(terms, 'Bert', ?)", "W" * 40)
        server.start()
        assert meet(server).watch(table)["table"]["seats"][1]["name"] == "W" * 40


def test_a_new_name_shows_at_the_tables_where_somebody_sits(server: RunningServer, meet: Meet) -> None:
    anna, bert = meet(server, "Anna"), meet(server, "Bert")
    table = anna.set_up("poule", ["me", "open"], is_public=True)["id"]
    bert.command(table, "sit")
    line = anna.sit_live(table)
    line.until(1)
    bert.post("/api/me", {"name": "Bertram"})
    assert [seat["name"] for seat in line.until(2)["table"]["seats"]] == ["Anna", "Bertram"]
    assert [seat["name"] for seat in find(bert.get("/api/tables"), table)["seats"]] == ["Anna", "Bertram"]


def test_whoever_sits_down_over_an_old_line_has_the_new_name(server: RunningServer, meet: Meet) -> None:
    anna, bert = meet(server, "Anna"), meet(server, "Bert")
    table = anna.set_up("poule", ["me", "open"], is_public=True)["id"]
    line = bert.sit_live(table)
    line.next_update()
    bert.post("/api/me", {"name": "Bertram"})
    assert line.ask("sit")["table"]["seats"][1]["name"] == "Bertram"


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
        {"name": "Anna", "level": None, "character": mock.ANY, "is_free": False},
        {"name": "", "level": None, "character": mock.ANY, "is_free": True},
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


def test_my_tables_say_whose_turn_it_is_and_how_they_ended(server: RunningServer, meet: Meet) -> None:
    table, lines = seat_two(server, meet)
    people = [line.visitor for line in lines]
    seat = people[0].watch(table)["view"]["to_move"]
    for number, person in enumerate(people):
        for listing in (person.get("/api/me/tables"), person.get("/api/welcome")["mine"]):
            assert (find(listing, table)["yours"], find(listing, table)["turn"]) == ([number], seat)
    lines[0].ask("resign")
    mine = find(people[0].get("/api/me/tables"), table)
    assert (mine["reason"], mine["winners"], mine["turn"]) == ("resigned", [1], None)
    assert mine["scores"] == people[0].watch(table)["view"]["scores"]


def test_lists_name_nobodys_identity(server: RunningServer, meet: Meet) -> None:
    table, lines = seat_two(server, meet, is_public=True)
    ids = {str(person) for (person,) in server.query("SELECT DISTINCT person FROM visits")}
    for listing in (meet(server).get("/api/tables"), lines[0].visitor.get("/api/me/tables")):
        assert find(listing, table)
        assert not any(identity in str(listing) for identity in ids)


def test_in_a_rematch_house_players_stay_who_they_are(server: RunningServer, meet: Meet) -> None:
    anna = meet(server, "Anna")
    table = anna.set_up("poule", ["me", "apprentice", "regular"])["id"]
    for turned in (1, 2, 0):
        anna.command(table, "sit")
        anna.command(table, "start")
        anna.command(table, "offer_stop")
        table = anna.post(f"/api/tables/{table}/rematch")["id"]
        message = anna.watch(table)["table"]
        levels = [None, "apprentice", "regular"]
        assert message["turned"] == turned
        assert [message["seats"][(seat + turned) % 3]["level"] for seat in range(3)] == levels


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
        for change in ("tables SET touched = touched - ?", "events SET at = at - ?"):
            server.query(f"UPDATE {change}", 2 * DAY)
    with RunningServer(tmp_path, waiting_days=1, playing_days=1) as server:
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
