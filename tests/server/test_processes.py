"""`estaminet serve --processes`: several processes behind one door, which knows where every table has its home."""

import itertools
import os
import random
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.server.conftest import Meet
from tests.server.games import play_on, seat_two
from tests.server.pairs import OFTEN, wait_until
from tests.server.people import Line, Visitor
from tests.server.postgres import Postgres
from tests.server.servers import SERVE, RunningServer

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.compiled,
    pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc for what runs"),
]
COUNT = 3
PATIENCE = 2
"""Seconds in which a request must have arrived."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, postgres: Postgres) -> Iterator[RunningServer]:
    folder, database = tmp_path_factory.mktemp("processes"), postgres.make_database()
    server = RunningServer(folder, database, processes=COUNT, heartbeat=OFTEN, request_seconds=PATIENCE)
    with server:
        wait_until(lambda: is_whole(server))
        yield server


def is_whole(server: RunningServer) -> bool:
    """Whether all processes answer, know each other, and can play."""
    for process in range(1, COUNT + 1):
        try:
            ready = httpx.get(f"{server.url}/healthz?process={process}").json()["status"] == "ok"
        except httpx.TransportError:
            return False
        if not ready or measure(server, process, "estaminet_processes") != COUNT:
            return False
    return True


def measure(server: RunningServer, process: int, metric: str) -> float:
    found = re.search(rf"^{metric} (.*)$", httpx.get(f"{server.url}/metrics?process={process}").text, re.MULTILINE)
    assert found
    return float(found[1])


def measure_all(server: RunningServer, metric: str) -> list[float]:
    return [measure(server, process, metric) for process in range(1, COUNT + 1)]


def children_of(server: RunningServer) -> list[int]:
    assert server.process is not None
    return [
        int(each) for each in Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text().split()
    ]


def test_every_table_is_played_at_its_home_wherever_it_was_set_up(house: RunningServer, meet: Meet) -> None:
    games = [seat_two(house, meet_anew(meet)) for _ in range(6)]
    assert sum(measure_all(house, "estaminet_connections")) == 2 * len(games)
    assert all(lines % 2 == 0 for lines in measure_all(house, "estaminet_connections"))  # both of a table are together
    assert sum(lines > 0 for lines in measure_all(house, "estaminet_connections")) > 1
    before = measure_all(house, "estaminet_crossings_total")
    for seed, (_, lines) in enumerate(games):
        assert play_on(lines, random.Random(seed))["table"]["status"] == "over"
    assert measure_all(house, "estaminet_crossings_total") == before


def meet_anew(meet: Meet) -> Meet:
    """People who come with every request through the door, as with a link to a table."""

    def come(server: RunningServer, name: str | None = None, token: str | None = None) -> Visitor:
        visitor = meet(server, name, token)
        visitor.http.headers["Connection"] = "close"
        visitor.get("/api/me")
        return visitor

    return come


def test_a_connection_that_is_not_at_the_home_of_its_table_ends_with_the_answer(
    house: RunningServer, meet: Meet
) -> None:
    anna = meet(house, "Anna")
    tables = [anna.set_up("poule", ["me", "open"])["id"] for _ in range(12)]
    ends = [anna.http.get(f"/api/tables/{table}").headers.get("Connection") == "close" for table in tables]
    assert any(ends)
    assert not any(first and second for first, second in itertools.pairwise(ends))  # a new one comes by the door


def test_a_process_that_is_killed_comes_back_and_no_acknowledged_move_is_lost(house: RunningServer, meet: Meet) -> None:
    table, lines = seat_two(house, meet)
    rng = random.Random(3)
    for child in children_of(house):
        number = play_on(lines, rng, moves=5)["number"]
        acknowledged = lines[0].visitor.watch(table)["events"]
        os.kill(child, signal.SIGKILL)
        lines = [come_again(line, table, number) for line in lines]
        assert lines[0].visitor.watch(table)["events"][: len(acknowledged)] == acknowledged
        wait_until(lambda: is_whole(house))
        assert len(children_of(house)) == COUNT
        assert child not in children_of(house)
    assert play_on(lines, rng)["table"]["outcome"]["reason"] == "finished"


def come_again(line: Line, table: str, number: int) -> Line:
    """A new line, as the page opens one when the old one breaks; what went over HTTP finds another way, too."""
    line.close()
    line.visitor.http.close()
    line.visitor.http = httpx.Client(base_url=line.visitor.url, cookies=line.visitor.http.cookies, timeout=60)
    again = line.visitor.sit_live(table)
    again.until(number)
    return again


def test_whoever_says_nothing_is_cut_off_and_keeps_nobody_waiting(house: RunningServer, meet: Meet) -> None:
    silent = [socket.create_connection(("127.0.0.1", house.port)) for _ in range(400)]
    half = socket.create_connection(("127.0.0.1", house.port))
    half.send(b"GET /api/tab")
    assert meet(house, "Anna").get("/api/me")["name"] == "Anna"
    for each in (*silent, half):
        each.settimeout(30)
        assert each.recv(1) == b""
        each.close()


def test_a_signal_closes_the_house_with_all_its_processes(tmp_path: Path, meet: Meet, postgres: Postgres) -> None:
    server = RunningServer(tmp_path, postgres.make_database(), processes=2, heartbeat=OFTEN).start()
    wait_until(lambda: len(children_of(server)) == 2)
    children = children_of(server)
    table = meet(server, "Anna").set_up("poule", ["me", "open"])
    line = meet(server).sit_live(table["id"])
    assert line.receive()["type"] == "update"
    assert server.stop() == 0
    assert not any(Path(f"/proc/{child}").exists() for child in children)
    assert "Traceback" not in server.log()


@pytest.mark.parametrize("database", ["sqlite:///house.db", "postgresql://nobody@127.0.0.1:1/nothing"])
def test_where_several_processes_cannot_be_the_operator_reads_why_once(tmp_path: Path, database: str) -> None:
    command = [sys.executable, "-c", SERVE, "serve", "--processes", "3", "--port", "0", "--database", database]
    failed = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
    assert failed.returncode == 1
    sentence = "several need PostgreSQL" if database.startswith("sqlite") else "database"
    assert failed.stderr.count(sentence) == 1
    assert "Traceback" not in failed.stderr
