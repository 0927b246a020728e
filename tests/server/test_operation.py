"""What an operator relies on: health, metrics, headers, limits, logs, settings, and stopping without loss."""

import json
import os
import random
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

import estaminet
from estaminet.server.settings import Options
from estaminet.server.store.migrations import HEAD
from tests.server.conftest import Meet
from tests.server.games import play_on, seat_two
from tests.server.people import Refused
from tests.server.servers import SERVE, RunningServer, free_port

pytestmark = [pytest.mark.compiled, pytest.mark.thorough]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server that writes as much to its log as it ever does."""
    with RunningServer(tmp_path_factory.mktemp("server"), log="debug") as running:
        yield running


# Health and metrics


def test_health_tells_the_version_and_which_games_are_ready(server: RunningServer) -> None:
    health = httpx.get(f"{server.url}/healthz").json()
    games = dict.fromkeys(estaminet.games(), "ready")
    assert health == {"status": "ok", "version": estaminet.__version__, "games": games}


def test_metrics_are_what_prometheus_reads_and_move_with_what_happens(server: RunningServer, meet: Meet) -> None:
    before = metrics(server)
    _, lines = seat_two(server, meet)
    with pytest.raises(Refused):
        lines[0].ask("start")
    during = metrics(server)
    assert growth(before, during, "estaminet_events_total") == 3
    assert growth(before, during, "estaminet_commits_total") == 3
    assert growth(before, during, "estaminet_refusals_total", code="table.started") == 1
    assert growth(before, during, "estaminet_connections") == 2
    created = {"method": "POST", "route": "/api/tables", "status": "201"}
    assert growth(before, during, "estaminet_requests_seconds_count", **created) == 1
    for line in lines:
        line.close()
    server.wait(
        lambda: metrics(server)["estaminet_connections", frozenset()] == before["estaminet_connections", frozenset()],
        "notice that somebody hung up",
    )


def test_metrics_are_for_this_machine_and_for_those_that_the_operator_names(
    server: RunningServer, tmp_path: Path
) -> None:
    """Whoever comes through the proxy comes from elsewhere, though the proxy runs on this machine."""

    def ask(url: str, address: str) -> httpx.Response:
        return httpx.get(f"{url}/metrics", headers={"X-Forwarded-For": address})

    refused = ask(server.url, "192.0.2.66")
    assert (refused.status_code, refused.json()["code"]) == (403, "metrics.private")
    assert ask(server.url, "::1").status_code == 200
    with RunningServer(tmp_path, metrics_from="192.0.2.0/24, 2001:db8::7") as open_server:
        found = [ask(open_server.url, each).status_code for each in ("192.0.2.66", "2001:db8::7", "2001:db8::8")]
    assert found == [200, 200, 403]


Samples = dict[tuple[str, frozenset[tuple[str, str]]], float]


def metrics(server: RunningServer) -> Samples:
    text = httpx.get(f"{server.url}/metrics").text
    families = text_string_to_metric_families(text)
    return {(each.name, frozenset(each.labels.items())): each.value for family in families for each in family.samples}


def growth(before: Samples, after: Samples, name: str, **labels: str) -> float:
    key = name, frozenset(labels.items())
    return after[key] - before.get(key, 0)


# What browsers are told


def test_every_answer_carries_the_security_headers(server: RunningServer, meet: Meet) -> None:
    anna = meet(server, "Anna").http
    answers = {
        "page": (200, anna.get("/")),
        "api": (200, anna.get("/api/me")),
        "schema": (200, anna.get("/api/openapi.json")),
        "health": (200, anna.get("/healthz")),
        "metrics": (200, anna.get("/metrics")),
        "no such page": (404, anna.get("/nothing.js")),
        "no such route": (404, anna.get("/api/nothing")),
        "no such table": (404, anna.get("/api/tables/nothing")),
        "method": (405, anna.put("/api/me")),
        "shape": (422, anna.post("/api/me", json={})),
        "size": (413, anna.post("/api/me", content=b" " * 300_000)),
        "nobody": (401, httpx.get(f"{server.url}/api/me")),
        "origin": (403, anna.post("/api/me", json={}, headers={"Origin": "http://evil.example"})),
    }
    for what, (status, answer) in answers.items():
        assert answer.status_code == status, what
        check_headers(answer, server)
        assert ("no-store" in answer.headers.get("Cache-Control", "")) == ("/api" in str(answer.url)), what
        assert "server" not in answer.headers, what


def check_headers(answer: httpx.Response, server: RunningServer) -> None:
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["X-Frame-Options"] == "DENY"
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert answer.headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"
    rules = (rule.split() for rule in answer.headers["Content-Security-Policy"].split(";"))
    policy = {name: sources for name, *sources in rules}
    assert policy["default-src"] == ["'self'"]
    assert policy["connect-src"] == ["'self'", server.url.replace("http", "ws", 1), server.url]
    for name in ("base-uri", "frame-ancestors", "object-src"):
        assert policy[name] == ["'none'"]
    assert policy["script-src"] == ["'self'", "'wasm-unsafe-eval'"], "of all that is unsafe, WebAssembly of our own"
    assert "style-src" not in policy, "nothing but the default"
    assert answer.headers["Content-Security-Policy"].count("unsafe") == 1
    assert "*" not in answer.headers["Content-Security-Policy"]


def test_a_fault_of_the_database_is_told_with_headers_and_no_secrets(server: RunningServer, meet: Meet) -> None:
    anna = meet(server, "Anna")
    server.query("ALTER TABLE visits RENAME TO mislaid")
    try:
        response = anna.http.post("/api/tables", json={"game": "poule", "seats": [{"kind": "me"}, {"kind": "open"}]})
        assert response.status_code == 503
        assert response.json()["code"] == "server.store"
        check_headers(response, server)
    finally:
        server.query("ALTER TABLE mislaid RENAME TO visits")
    assert anna.set_up("poule", ["me", "open"])["id"]


# Origins


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1"},
        {"Origin": "http://127.0.0.1:1"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
    ids=str,
)
def test_pages_of_other_sites_change_nothing_and_hear_nothing(
    server: RunningServer, meet: Meet, headers: dict[str, str]
) -> None:
    anna = meet(server, "Anna")
    table = anna.set_up("poule", ["me", "open"])["id"]
    for method, path in (("POST", "/api/me"), ("DELETE", "/api/me"), ("POST", f"/api/tables/{table}/commands")):
        response = anna.http.request(method, path, json={"name": "Bert", "type": "sit"}, headers=headers)
        assert (response.status_code, response.json()["code"]) == (403, "origin.foreign")
    assert anna.get("/api/me") == {"name": "Anna"}
    assert server.events(table) == []
    with pytest.raises(InvalidStatus, match="403"):
        connect(live(server, table), additional_headers={"Cookie": anna.cookie, **headers})


def test_our_own_pages_do(server: RunningServer, meet: Meet) -> None:
    anna = meet(server, "Anna")
    table = anna.set_up("poule", ["me", "open"])["id"]
    for headers in ({"Origin": server.url}, {"Sec-Fetch-Site": "same-origin"}, {"Sec-Fetch-Site": "none"}):
        assert anna.http.post("/api/me", json={"name": "Anna"}, headers=headers).status_code == 200
        with connect(live(server, table), additional_headers={"Cookie": anna.cookie, **headers}) as line:
            assert json.loads(line.recv(timeout=60))["type"] == "update"


def live(server: RunningServer, table: str) -> str:
    return server.url.replace("http", "ws", 1) + f"/api/tables/{table}/live"


# The log


def test_every_line_of_the_log_is_json_and_none_carries_a_secret(server: RunningServer, meet: Meet) -> None:
    table, lines = seat_two(server, meet)
    for line in lines:
        line.visitor.post("/api/me/link")
        line.visitor.post("/api/me/token")
    with pytest.raises(Refused):
        meet(server, "Cleo").command(table, "sit", invitation="guessed-invitation")
    httpx.get(f"{server.url}/{table}?{table}", headers={"Referer": f"{server.url}/{table}"})
    play_on(lines, random.Random(7))
    terms, seed = server.query("SELECT terms, seed FROM tables WHERE id = ?", table)[0]
    secrets = {table, json.loads(terms)["invitation"], seed.hex(), repr(seed), "guessed-invitation", "annas-salt"}
    secrets |= {part for line in lines for part in line.visitor.http.cookies["estaminet"].split(".")[::2]}
    secrets |= {person for (person,) in server.query("SELECT id FROM people")} | {"Anna", "Bert", "127.0.0.1"}
    log = server.log()
    assert len(log.splitlines()) > 10
    for line_of_log in log.splitlines():
        assert {"at", "severity", "logger", "message"} <= json.loads(line_of_log).keys()
    assert [secret for secret in secrets if secret in log] == []


# Limits


@pytest.fixture(scope="module")
def strict_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """One message a second, ten at once; ten times as much for an address. It believes who forwards to it."""
    with RunningServer(tmp_path_factory.mktemp("strict"), rate=1) as running:
        yield running


def test_one_person_is_limited_wherever_they_come_from(strict_server: RunningServer, meet: Meet) -> None:
    anna, bert = meet(strict_server, "Anna"), meet(strict_server, "Bert")
    codes = [anna.http.get("/api/me", headers={"X-Forwarded-For": f"192.0.2.{each}"}).status_code for each in range(30)]
    assert codes[:10] == [200] * 10
    assert 429 in codes
    with pytest.raises(Refused, match=r"429.*rate\.exceeded"):
        anna.set_up("poule", ["me", "open"])
    assert bert.get("/api/me") == {"name": "Bert"}
    strict_server.wait(lambda: anna.http.get("/api/me").status_code == 200, "forgive")


def test_new_names_are_counted_by_person(strict_server: RunningServer, meet: Meet) -> None:
    """Each of them is an event at every table where somebody sits."""
    anna = meet(strict_server, "Anna").http
    codes = [anna.post("/api/me", json={"name": f"Anna {each}"}).status_code for each in range(4)]
    assert (codes[:2], codes[-1]) == ([200, 200], 429)


def test_one_address_is_limited_whoever_asks(strict_server: RunningServer) -> None:
    def ask(address: str, times: int = 1) -> list[int]:
        """The statuses of so many requests, sent all at once."""
        request = f"GET /api/games/nothing HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: {address}\r\n"
        last = f"{request}Connection: close\r\n\r\n"
        with socket.create_connection(("127.0.0.1", strict_server.port), timeout=60) as line:
            line.sendall((f"{request}\r\n" * (times - 1) + last).encode())
            answers = b"".join(iter(lambda: line.recv(65536), b""))
        return [int(status) for status in re.findall(rb"HTTP/1.1 (\d+)", answers)]

    codes = ask("192.0.2.77", times=150)
    assert len(codes) == 150
    assert codes[:100] == [404] * 100
    strict_server.wait(lambda: 429 in codes or 429 in ask("192.0.2.77", times=150), "refuse")  # however slow it is
    assert ask("192.0.2.78") == [404]
    strict_server.wait(lambda: ask("192.0.2.77") == [404], "forgive")


def test_whoever_floods_a_line_is_refused_and_heard_again_later(strict_server: RunningServer, meet: Meet) -> None:
    anna = meet(strict_server, "Anna")
    table = anna.set_up("poule", ["me", "open"])["id"]
    line = anna.sit_live(table)
    line.next_update()

    def is_refused() -> bool:
        for _ in range(8):
            line.send("watch_seat")
        answers = (line.receive() for _ in range(8))
        return any(answer.get("code") == "rate.exceeded" for answer in answers)

    strict_server.wait(is_refused, "refuse")  # however slow it is

    def is_heard() -> bool:
        line.send("watch_seat")
        return bool(line.receive()["type"] == "update")

    strict_server.wait(is_heard, "listen again")
    assert strict_server.events(table) == []


# Starting and stopping


def test_sigterm_closes_lines_properly_and_loses_nothing(tmp_path: Path, meet: Meet) -> None:
    with RunningServer(tmp_path) as server:
        table, lines = seat_two(server, meet)
        update = play_on(lines, random.Random(8), moves=12)
        assert update["number"] == 15
        assert server.stop() == 0
        for line in lines:
            with pytest.raises(ConnectionClosed) as closed:
                line.receive()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1012, "service restart: come back"
        assert len(server.events(table)) == 15
        assert "traceback" not in server.log()
        server.start().ready()
        again = lines[0].visitor.sit_live(table)
        assert again.next_update()["view"] == update["view"]
        assert server.stop() == 0


def test_a_database_of_before_the_first_step_is_brought_up_to_date(tmp_path: Path) -> None:
    server = RunningServer(tmp_path)
    server.query("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
    with closing(server.start()):
        assert server.query("SELECT version_num FROM alembic_version") == [(HEAD,)]


def test_a_database_of_a_step_that_nobody_knows_is_left_alone(tmp_path: Path) -> None:
    server = RunningServer(tmp_path)
    server.query("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
    server.query("INSERT INTO alembic_version VALUES ('9999')")
    sentence = fail_to_start("--port", str(server.port), "--database", server.database)
    assert "(server.store)" in sentence
    assert "another version" in sentence
    assert server.query("SELECT name FROM sqlite_master WHERE type = 'table'") == [("alembic_version",)]


def test_a_port_in_use_gets_a_sentence_and_its_owner_lives_on(server: RunningServer, tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'other.db'}"
    sentence = fail_to_start("--port", str(server.port), "--database", database)
    assert f"(server.address): Cannot listen on 127.0.0.1:{server.port}: Address already in use." in sentence
    assert httpx.get(f"{server.url}/healthz").status_code == 200


@pytest.mark.parametrize("database", ["nonsense", "sqlite:///{folder}/missing/x.db", "sqlite:///{folder}/text.db"])
def test_what_is_no_database_gets_a_sentence(tmp_path: Path, database: str) -> None:
    (tmp_path / "text.db").write_text("This is no database. " * 50)
    assert "(server.store)" in fail_to_start(ESTAMINET_DATABASE=database.format(folder=tmp_path))


def fail_to_start(*options: str, **environment: str) -> str:
    """What somebody reads whose server does not start: one sentence, no traceback."""
    done = subprocess.run(
        [sys.executable, "-c", SERVE, "serve", *options],
        env={**os.environ, "NO_COLOR": "1", "ESTAMINET_PORT": str(free_port()), **environment},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert done.stdout == ""
    assert done.stderr.startswith("Error (")
    assert len(done.stderr.splitlines()) == 1
    return done.stderr


def test_help_names_every_setting_and_its_environment_variable() -> None:
    done = subprocess.run(
        [sys.executable, "-c", SERVE, "serve", "--help"],
        env={**os.environ, "NO_COLOR": "1", "COLUMNS": "200"},
        capture_output=True,
        text=True,
        check=True,
    )
    for name in Options.model_fields:
        assert f"--{name.replace('_', '-')}" in done.stdout
        assert f"ESTAMINET_{name.upper()}" in done.stdout
