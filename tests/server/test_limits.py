"""Nobody takes more than their share: every limit refuses with its code and says when to come back; others play on."""

import asyncio
import json
import random
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import create_engine
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.http11 import Response

import estaminet
from estaminet.server.store.migrations import migrate
from tests.server.conftest import Meet
from tests.server.games import play_on, seat_two
from tests.server.people import Refused, Visitor, check_refusal
from tests.server.servers import PATIENCE, RunningServer

pytestmark = pytest.mark.compiled
ELSEWHERE = {"X-Forwarded-For": "192.0.2.66"}
"""The server believes who forwards to it: this is somebody at another address."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server at which everything is scarce."""
    limits: dict[str, Any] = {
        "renames": 2,
        "open_tables": 3,
        "tables": 36,
        "lines": 3,
        "address_lines": 8,
        "watchers": 2,
    }
    folder = tmp_path_factory.mktemp("scarce")
    with RunningServer(folder, records=6, thinking=1, **limits) as running:
        yield running
        assert "traceback" not in running.log().lower()


@pytest.fixture
def scarce(tmp_path: Path) -> Iterator[RunningServer]:
    """A server of which one address gets ten answers at once, and then one a second."""
    with RunningServer(tmp_path, rate=0.1) as running:
        yield running


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server that does not wait long for requests."""
    with RunningServer(tmp_path_factory.mktemp("impatient"), request_seconds=2) as running:
        yield running
        assert "traceback" not in running.log().lower()


def turned_away(visitor: Visitor, table: str) -> dict[str, Any]:
    """The refusal that somebody gets instead of a first update, after which the line is closed for now."""
    line = visitor.sit_live(table)
    refusal = line.receive()
    check_refusal(refusal)
    with pytest.raises(ConnectionClosed) as closed:
        line.receive()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1013, "try again later"
    return refusal


# Tables


def test_nobody_has_more_open_tables_than_a_few(server: RunningServer, meet: Meet) -> None:
    anna, bert = meet(server, "Anna"), meet(server, "Bert")
    tables = [anna.set_up("poule", ["me", "open"])["id"] for _ in range(3)]
    with pytest.raises(Refused, match=r"409.*tables\.too_many") as refused:
        anna.set_up("poule", ["apprentice", "apprentice"])
    assert "leave a table" in refused.value.refusal["sentence"]
    assert refused.value.refusal["retry_after"] is None, "waiting does not help"
    bert.set_up("poule", ["me", "open"])
    anna.command(tables[0], "sit")
    anna.command(tables[0], "leave")
    anna.set_up("poule", ["me", "open"])


def test_branches_of_a_game_count_as_any_table_does(server: RunningServer, meet: Meet) -> None:
    anna = meet(server, "Anna")
    record = estaminet.Record.of(estaminet.game("poule").start(2, seed=1)).to_data()
    branches = [anna.post("/api/branches", {"record": record, "at": 0})["id"] for _ in range(3)]
    with pytest.raises(Refused, match=r"409.*tables\.too_many"):
        anna.post("/api/branches", {"record": record, "at": 0})
    anna.delete(f"/api/branches/{branches[0]}")
    anna.post("/api/branches", {"record": record, "at": 0})


def test_a_game_that_is_over_does_not_count(server: RunningServer, meet: Meet) -> None:
    anna = meet(server, "Anna")
    tables = [anna.set_up("poule", ["me", "apprentice"])["id"] for _ in range(3)]
    for command in ("sit", "start", "resign"):
        anna.command(tables[0], command)
    anna.set_up("poule", ["me", "open"])


def test_tables_of_before_they_were_counted_count_too(tmp_path: Path) -> None:
    with create_engine(f"sqlite:///{tmp_path / 'old.db'}").begin() as connection:
        migrate(connection, "0001")
        columns = "(id, terms, seed, status, is_public, summary, created, touched)"
        for name, status in (("one", "waiting"), ("two", "playing"), ("old", "over")):
            values = f"('{name}', '{{\"owner\": \"anna\"}}', '', '{status}', false, '', 0, 0)"
            connection.exec_driver_sql(f"INSERT INTO tables {columns} VALUES {values}")  # noqa: S608  # our own words
        migrate(connection)
        rows = connection.exec_driver_sql("SELECT id FROM tables WHERE owner = 'anna' ORDER BY id").scalars()
        assert list(rows) == ["one", "two"]


def test_one_address_sets_up_so_many_tables_an_hour(server: RunningServer, meet: Meet) -> None:
    """Whoever it is that does it: new names cost nothing."""
    plan = {"game": "poule", "seats": [{"kind": "me"}, {"kind": "open"}]}
    for _ in range(12):
        mallory = meet(server, "Mallory").http
        answers = [mallory.post("/api/tables", json=plan, headers=ELSEWHERE) for _ in range(3)]
        assert {answer.status_code for answer in answers} == {201}
    answer = meet(server, "Mallory").http.post("/api/tables", json=plan, headers=ELSEWHERE)
    assert (answer.status_code, answer.json()["code"]) == (429, "rate.exceeded")
    assert 0 < answer.json()["retry_after"] <= 100, "so many an hour is one in a hundred seconds"
    assert answer.headers["Retry-After"] == str(answer.json()["retry_after"])
    meet(server, "Anna").set_up("poule", ["me", "open"])


# Names


def test_a_name_changes_a_few_times_an_hour_and_the_same_name_is_no_change(server: RunningServer, meet: Meet) -> None:
    anna = meet(server, "Anna")
    table = anna.set_up("poule", ["me", "open"])["id"]
    anna.command(table, "sit")
    for _ in range(5):
        anna.post("/api/me", {"name": "Anna"})
    assert len(server.events(table)) == 1
    for name in ("Anne", "Annette"):
        anna.post("/api/me", {"name": name})
    with pytest.raises(Refused, match=r"429.*rate\.exceeded") as refused:
        anna.post("/api/me", {"name": "Antje"})
    assert refused.value.refusal["retry_after"] > 1000
    assert anna.get("/api/me") == {"name": "Annette"}
    assert len(server.events(table)) == 3


# Lines


def test_one_person_has_so_many_lines_and_gets_another_when_one_ends(server: RunningServer, meet: Meet) -> None:
    anna, bert = meet(server, "Anna"), meet(server, "Bert")
    table = anna.set_up("poule", ["me", "open"])["id"]
    lines = [anna.sit_live(table) for _ in range(3)]
    for line in lines:
        line.next_update()
    refusal = turned_away(anna, table)
    assert refusal["code"] == "lines.too_many"
    assert refusal["retry_after"] == 5
    assert bert.sit_live(table).next_update()
    lines[0].close()
    server.wait(lambda: anna.sit_live(table).receive()["type"] == "update", "have a line again")


def test_spectators_are_turned_away_from_a_crowded_table_and_whoever_has_a_seat_is_not(
    server: RunningServer, meet: Meet
) -> None:
    table, (annas, berts) = seat_two(server, meet)
    for _ in range(2):
        meet(server).sit_live(table).next_update()
    refusal = turned_away(meet(server), table)
    assert refusal["code"] == "table.crowded"
    assert refusal["retry_after"] == 30
    assert turned_away(meet(server, "Walter"), table)["code"] == "table.crowded"
    berts.close()
    again = berts.visitor.sit_live(table)
    assert again.next_update()["you"]["seats"] == [1]
    play_on([annas, again], random.Random(3), moves=4)
    other = meet(server, "Cleo").set_up("poule", ["me", "open"])["id"]
    assert meet(server).sit_live(other).next_update(), "another table has room"


def test_one_address_has_so_many_lines_whoever_they_are(server: RunningServer, meet: Meet) -> None:
    tables = [meet(server, "Anna").set_up("poule", ["me", "open"])["id"] for _ in range(5)]
    crowd = [meet(server) for _ in range(9)]
    for each in crowd:
        each.http.headers.update(ELSEWHERE)
    kinds = [each.sit_live(tables[place // 2]).receive() for place, each in enumerate(crowd)]
    assert [kind["type"] for kind in kinds] == ["update"] * 8 + ["refusal"]
    assert kinds[-1]["code"] == "lines.too_many"
    assert meet(server).sit_live(tables[4]).next_update(), "somebody at another address"


def connect_and_hang_up(person: Visitor, table: str) -> Response | None:
    """The answer to a rejected connection."""
    try:
        line = person.sit_live(table)
    except InvalidStatus as refused:
        return refused.response
    line.next_update()
    line.close()
    return None


def test_whoever_connects_again_and_again_is_turned_away_before_it_costs_anything(tmp_path: Path, meet: Meet) -> None:
    with RunningServer(tmp_path, address_lines=4, connections=1) as server:
        anna = meet(server, "Anna")
        table = anna.set_up("poule", ["me", "open"])["id"]
        answers = [connect_and_hang_up(meet(server), table) for _ in range(9)]
        assert answers[:4] == [None] * 4
        answer = next(filter(None, answers[4:]))  # on a machine so slow that a minute passes, not the first
        assert answer.status_code == 429
        assert json.loads(answer.body)["code"] == "rate.exceeded"
        assert 0 < int(answer.headers["Retry-After"]) <= 60
        assert anna.watch(table)["number"] == 0, "all else goes on"
        assert "traceback" not in server.log().lower()


# Whatever is asked for


def test_every_request_counts_against_its_address(scarce: RunningServer) -> None:
    paths = ("/", "/icon.svg", "/api/openapi.json", "/api/games", "/metrics", "/healthz")

    def flood(number: int) -> None:
        flood_at(scarce, paths[number], *({"X-Forwarded-For": f"192.0.2.{2 * number + each}"} for each in (66, 67)))

    with ThreadPoolExecutor() as threads:  # a refusal keeps its address waiting
        list(threads.map(flood, range(len(paths))))


def flood_at(server: RunningServer, path: str, flood: dict[str, str], other: dict[str, str]) -> None:
    with httpx.Client(base_url=server.url) as client:
        statuses = [client.get(path, headers=flood).status_code for _ in range(20)]
        assert statuses.count(429) >= 5
        refused = next(answer for _ in range(40) if (answer := client.get(path, headers=flood)).status_code == 429)
        assert refused.json()["code"] == "rate.exceeded"
        assert refused.headers["Retry-After"]
        assert client.get(path, headers=other).status_code != 429


# Hints and records


HINTS = 'estaminet_house_seconds_count{level="hint"}'


def waiting(server: RunningServer, name: str = "estaminet_house_waiting") -> float:
    lines = httpx.get(f"{server.url}/metrics").text.splitlines()
    return float(next((line.split()[1] for line in lines if line.startswith(f"{name} ")), 0))


def test_whoever_hangs_up_no_longer_waits_for_a_hint(tmp_path: Path, meet: Meet) -> None:
    """Of sixteen hints only those are thought through that have begun."""
    with RunningServer(tmp_path, thinking=1, change="") as server:
        tables = {anna: play_alone(anna) for anna in [meet(server, "Anna") for _ in range(8)]}
        with ExitStack() as lines:
            for anna, table in [*tables.items()] * 2:
                head = f"POST /api/tables/{table}/advice HTTP/1.1\r\nHost: here\r\nCookie: {anna.cookie}\r\n\r\n"
                lines.enter_context(socket.create_connection(("127.0.0.1", server.port))).sendall(head.encode())
            server.wait(lambda: waiting(server) >= 12, "have them wait")
            others = waiting(server)
        server.wait(lambda: waiting(server) == 0, "forget who has gone")
        assert anna.post(f"/api/tables/{table}/advice")["suggestions"], "who stays gets one"
        assert waiting(server, HINTS) <= 16 - others + 2, "what had begun, one that began meanwhile, and hers"
        assert "traceback" not in server.log().lower()


def play_alone(anna: Visitor) -> str:
    """A table where it is Anna's turn."""
    table: str = anna.set_up("poule", ["me", "apprentice"])["id"]
    anna.command(table, "sit")
    anna.command(table, "start")
    deadline = time.monotonic() + PATIENCE
    while not anna.watch(table)["view"]["legal"]:
        assert time.monotonic() < deadline
    return table


def test_a_flood_of_records_is_refused_and_others_are_read(server: RunningServer, meet: Meet) -> None:
    table, lines = seat_two(server, meet)
    play_on(lines, random.Random(4))
    record = lines[0].visitor.get(f"/api/tables/{table}/record")

    async def flood() -> list[httpx.Response]:
        async with httpx.AsyncClient(base_url=server.url, timeout=PATIENCE, headers=ELSEWHERE) as client:
            asked = (client.post("/api/replay", json=record) for _ in range(30))
            honest = asyncio.to_thread(meet(server).post, "/api/verify", record)
            *answers, verdict = await asyncio.gather(*asked, honest)
            assert verdict["is_finished"]
            return answers

    answers = asyncio.run(flood())
    refused = [answer for answer in answers if answer.status_code != 200]
    assert 1 <= len(refused) < 30
    for answer in refused:
        assert (answer.status_code, answer.json()["code"]) == (429, "rate.exceeded")
        assert answer.headers["Retry-After"] == "1"


# Requests that never arrive


def test_half_sent_requests_are_cut_off_and_an_open_line_is_not(impatient: RunningServer, meet: Meet) -> None:
    halves = [
        b"",
        b"GET /api/me HTTP/1.1\r\nHost: here\r\nX-Ha",
        b"\r\n",
        b"POST /api/me HTTP/1.1\r\nHost: here\r\nContent-Length: 99\r\n\r\n{",
        b"POST /api/replay HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{",
        b"GET /healthz HTTP/1.1\r\nHost: here\r\n\r\nGET /heal",
    ]
    table = meet(impatient, "Anna").set_up("poule", ["me", "open"])["id"]
    line = meet(impatient).sit_live(table)
    line.next_update()
    with ExitStack() as stack:
        sockets = []
        for each in range(200):
            sockets.append(socket.create_connection(("127.0.0.1", impatient.port), timeout=PATIENCE))
            stack.enter_context(sockets[-1])
            sockets[-1].sendall(halves[each % len(halves)])
        answers = [b"".join(iter(lambda one=one: one.recv(65536), b"")) for one in sockets]  # type: ignore[misc]
    for answer in (answers[3], answers[4]):
        assert b"408" in answer.splitlines()[0]
        assert b'"message.slow"' in answer
    assert b"200 OK" in answers[5], "what was sent whole is answered"
    line.send("watch_seat")
    assert line.receive()["code"] == "person.unknown", "it has stood longer than any request may take, and is heard"


# Hanging up


def test_whoever_hangs_up_while_being_refused_is_no_error(tmp_path: Path) -> None:
    head = (
        "GET /api/tables/nowhere/live HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: ZXN0YW1pbmV0LWJlbmNoIQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    with RunningServer(tmp_path) as server:
        for each in range(60):
            with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as line:
                line.sendall(head.encode())
                if each % 3:
                    line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")  # gone without a word
                if each % 3 == 2:
                    line.recv(1)
        for _ in range(20):  # in the middle of sending
            with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as line:
                line.sendall(b"POST /api/verify HTTP/1.1\r\nHost: here\r\nContent-Length: 99\r\n\r\n{")
        server.wait(lambda: waiting(server, "estaminet_connections") == 0, "notice")
        assert server.stop() == 0
        assert "traceback" not in server.log().lower()
