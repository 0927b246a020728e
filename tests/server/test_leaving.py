"""Leaving for good: everything that says it is from somebody is void at once, and no seat stays behind."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from threading import Barrier

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.company import person_of
from tests.server.conftest import Meet
from tests.server.games import seat_two
from tests.server.people import NO_CERTIFICATES, Json, Refused, Visitor
from tests.server.servers import RunningServer

pytestmark = [pytest.mark.compiled, pytest.mark.thorough]
ROUNDS = 40


def test_whoever_leaves_stands_up_everywhere_and_is_forgotten(server: RunningServer, meet: Meet) -> None:
    anna, bert = meet(server, "Anna"), meet(server, "Bert")
    waiting = anna.set_up("poule", ["me", "open"], is_public=True)["id"]
    bert.command(waiting, "sit")
    playing = anna.set_up("poule", ["me", "open"], is_public=True, options={"rounds": 1})["id"]
    for person in (anna, bert):
        person.command(playing, "sit")
    anna.command(playing, "start")
    farewell = bert.delete("/api/me")
    assert farewell["left"] == 2
    assert "stay in the logs" in farewell["sentence"]
    assert "estaminet" not in bert.http.cookies
    seats = [anna.watch(table)["table"]["seats"][1] for table in (waiting, playing)]
    assert [seat["is_taken"] for seat in seats] == [False, False]
    assert [seat["name"] for seat in seats] == ["", ""]
    assert [seat["level"] for seat in seats] == [None, "regular"]


def test_leaving_voids_cookies_links_tokens_and_lines(server: RunningServer, meet: Meet) -> None:
    anna, bert = meet(server, "Anna"), meet(server, "Bertolt")
    table = anna.set_up("poule", ["me", "open"], is_public=True)["id"]
    line, other = bert.sit_live(table), anna.sit_live(table)
    cookie, device = bert.http.cookies["estaminet"], meet(server)
    device.post("/api/me/claim", bert.post("/api/me/link"))
    link, token = bert.post("/api/me/link"), bert.post("/api/me/token")["token"]
    bert.delete("/api/me")
    assert server.query("SELECT count(*) FROM people WHERE name = 'Bertolt'") == [(0,)]
    assert server.query("SELECT count(*) FROM devices WHERE person NOT IN (SELECT id FROM people)") == [(0,)]
    assert httpx.get(f"{server.url}/api/me", cookies={"estaminet": cookie}).status_code == 401
    for stale in (bert, device, meet(server, token=token)):
        with pytest.raises(Refused, match=r"401.*person\.unknown"):
            stale.command(table, "sit")
    with pytest.raises(Refused, match=r"403.*link\.invalid"):
        meet(server).post("/api/me/claim", link)
    with pytest.raises(ConnectionClosed):  # noqa: PT012  # updates may come before
        while True:
            line.receive()
    other.next_update()
    assert other.ask("sit")["table"]["seats"][0]["is_ready"]
    bert.post("/api/me", {"name": "Bertolt"})
    assert bert.get("/api/me/tables") == []


def test_a_finished_game_outlives_whoever_left(server: RunningServer, meet: Meet) -> None:
    table, lines = seat_two(server, meet)
    lines[0].ask("resign")
    anna = meet(server, "Anna")
    before = anna.get(f"/api/tables/{table}/record")
    lines[0].visitor.delete("/api/me")
    assert anna.get(f"/api/tables/{table}/record") == before
    lines[1].until(lines[0].update["number"])
    again = lines[1].visitor.post(f"/api/tables/{table}/rematch")["id"]
    assert [seat["is_taken"] for seat in anna.watch(again)["table"]["seats"]] == [True, False]


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_whoever_sits_down_while_they_leave_has_no_seat(
    kind: str, tmp_path: Path, meet: Meet, request: pytest.FixtureRequest
) -> None:
    """The attack: sit down over an open line, over HTTP, and at a new table, all while one is being forgotten."""
    database = request.getfixturevalue("postgres").make_database() if kind == "postgres" else ""
    with RunningServer(tmp_path, database) as server, ThreadPoolExecutor(4) as threads:
        anna = meet(server, "Anna")
        seats = [seat for turn in range(ROUNDS) for seat in sit_and_leave(server, anna, threads, turn)]
        assert len(seats) >= 4 * ROUNDS
        assert [seat for seat in seats if seat["is_taken"] or seat["name"]] == []
        assert "traceback" not in server.log().lower()


def sit_and_leave(server: RunningServer, anna: Visitor, threads: ThreadPoolExecutor, turn: int) -> list[Json]:
    """Somebody does it all at once; the seats of the tables where they tried."""
    bert = Visitor(server.url, "Bert")
    tables = [anna.set_up("poule", ["open", "open"], is_public=True)["id"] for _ in range(2)]
    line = bert.sit_live(tables[0])
    line.next_update()
    start = Barrier(4)
    plan = {"game": "poule", "seats": [{"kind": "me"}, {"kind": "open"}]}

    def ask(method: str, path: str, body: object = None) -> httpx.Response:
        with httpx.Client(headers={"Cookie": bert.cookie}, verify=NO_CERTIFICATES) as http:
            start.wait()
            return http.request(method, server.url + path, json=body)

    def sit() -> None:
        start.wait()
        for _ in range(turn % 5):  # sooner or later
            line.send("watch_seat")
        line.send("sit")

    sat = threads.submit(sit)
    left = threads.submit(ask, "DELETE", "/api/me")
    commanded = threads.submit(ask, "POST", f"/api/tables/{tables[1]}/commands", {"type": "sit"})
    made = threads.submit(ask, "POST", "/api/tables", plan)
    with suppress(ConnectionClosed):
        sat.result()
    assert left.result().status_code == 200
    assert commanded.result().status_code in (200, 401)
    assert made.result().status_code in (201, 401)
    if made.result().status_code == 201:
        tables.append(made.result().json()["id"])
    with pytest.raises(ConnectionClosed):  # noqa: PT012  # updates may come before
        while True:
            line.receive()
    bert.close()
    return [seat for table in tables for seat in anna.watch(table)["table"]["seats"]]


def test_whoever_had_no_time_to_stand_up_does_so_after_a_restart(tmp_path: Path, meet: Meet) -> None:
    with RunningServer(tmp_path) as server:
        anna, bert = meet(server, "Anna"), meet(server, "Bert")
        whole, damaged = (anna.set_up("poule", ["me", "open"], is_public=True)["id"] for _ in range(2))
        for table in (whole, damaged):
            bert.command(table, "sit")
        server.stop()
        server.query("UPDATE events SET kind = 'danced' WHERE table_id = ?", damaged)
        server.query("DELETE FROM people WHERE id = ?", person_of(bert))  # all that was done before the power went
        server.start()
        server.wait(lambda: not anna.watch(whole)["table"]["seats"][1]["is_taken"], "have him stand up")
        assert anna.get("/api/me") == {"name": "Anna"}
        assert anna.watch(whole)["table"]["seats"][0]["name"] == "Anna"


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE tables SET terms = '{' WHERE id = ?",
        "UPDATE tables SET terms = replace(terms, 'poule', 'ludo') WHERE id = ?",
        "UPDATE tables SET terms = replace(terms, 'rounds', 'verses') WHERE id = ?",
        "UPDATE events SET kind = 'danced' WHERE table_id = ?",
    ],
)
def test_a_damaged_table_keeps_nobody_from_leaving(tmp_path: Path, meet: Meet, damage: str) -> None:
    with RunningServer(tmp_path) as server:
        anna = meet(server, "Anna")
        tables = [anna.set_up("poule", ["me", "open"], options={"rounds": 1})["id"] for _ in range(3)]
        for table in tables:
            anna.command(table, "sit")
        server.stop()
        server.query(damage, tables[1])
        server.start()
        assert anna.post("/api/me", {"name": "Anne"}) == {"name": "Anne"}
        assert anna.delete("/api/me")["left"] == 2
        seats = [meet(server).watch(tables[number])["table"]["seats"][0] for number in (0, 2)]
        assert [seat["is_taken"] for seat in seats] == [False, False]
