"""Nonsense over HTTP: whatever is sent, the answer is typed, the log is clean and the table is as it was."""

import json
import random
import socket
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from hypothesis.strategies import SearchStrategy
from schemathesis import GenerationMode
from schemathesis.core.result import Ok
from schemathesis.generation.case import Case
from schemathesis.schemas import APIOperation, BaseSchema

from tests.server.conftest import Meet
from tests.server.games import play_on, seat_two
from tests.server.people import Visitor, check_refusal
from tests.server.servers import RunningServer

pytestmark = [pytest.mark.thorough, pytest.mark.compiled, pytest.mark.usefixtures("clean_log")]
EXAMPLES = 10
"""For every operation, of well-formed and of ill-formed requests."""
MOST_BYTES = 256 * 1024


@pytest.fixture(scope="module")
def schema(server: RunningServer) -> BaseSchema:
    loaded: BaseSchema = schemathesis.openapi.from_url(f"{server.url}/api/openapi.json")
    # Valid by its shape is not yet an action that the rules allow, or a game that there is.
    loaded.config.checks.positive_data_acceptance.enabled = False
    return loaded


# As the schema says


@pytest.mark.filterwarnings("ignore:Do not use the .random. module")  # live lines draw lots, in threads of their own
def test_well_formed_requests_get_what_the_schema_promises(
    server: RunningServer, meet: Meet, schema: BaseSchema
) -> None:
    waiting = meet(server, "Cleo").set_up("poule", ["open", "open"], is_public=True)["id"]
    playing, _ = seat_two(server, meet)
    over, lines = seat_two(server, meet)
    play_on(lines, random.Random(4), 6)
    lines[0].ask("resign")
    tried = set()
    for operation in operations(schema):
        known: list[dict[str, str]] = [{}]
        if "{table_id}" in operation.path:
            known += [{"table_id": each} for each in (waiting, playing, over)]
        if "{name}" in operation.path:
            known += [{"name": "poule"}]
        for parameters in known:
            strategy = operation.as_strategy(GenerationMode.POSITIVE, path_parameters=parameters or None)
            tried |= send_all(strategy, meet(server, "Anna"))
    assert {"GET /api/me 200", "DELETE /api/me 200", "GET /api/games/{name} 200"} <= tried
    assert {"GET /api/tables/{table_id} 200", "GET /api/tables/{table_id}/record 200"} <= tried
    assert {"POST /api/tables/{table_id}/commands 409", "POST /api/tables/{table_id}/commands 404"} <= tried


def test_ill_formed_requests_get_a_typed_refusal(server: RunningServer, meet: Meet, schema: BaseSchema) -> None:
    anna = meet(server, "Anna")
    table = anna.set_up("poule", ["me", "open"])["id"]
    before = server.events(table)
    tried = set()
    for operation in operations(schema):
        try:
            tried |= send_all(operation.as_strategy(GenerationMode.NEGATIVE), anna)
        except Unsatisfiable:
            continue  # an operation that takes nothing, or anything
    posts = {f"POST /api/{path} 422" for path in ("me", "me/claim", "tables", "tables/{table_id}/commands", "verify")}
    assert posts <= tried
    assert server.events(table) == before


def operations(schema: BaseSchema) -> Iterator[APIOperation[Any, Any, Any, Any]]:
    for result in schema.get_all_operations():
        assert isinstance(result, Ok)
        yield result.ok()


def send_all(strategy: SearchStrategy[Case[Any]], visitor: Visitor) -> set[str]:
    """Send what a strategy makes; every operation with every status that came back."""
    tried = set()

    @settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck), derandomize=True, database=None)
    @given(strategy)
    def send(case: Case[Any]) -> None:
        response = case.call_and_validate(headers={"Cookie": visitor.cookie})
        assert response.status_code < 500
        assert b"Traceback" not in response.content
        if response.status_code >= 400:
            check_refusal(json.loads(response.content))
        tried.add(f"{case.method} {case.operation.path} {response.status_code}")

    send()
    return tried


# Past any schema


def post(visitor: Visitor, path: str, body: bytes | Iterator[bytes], kind: str = "application/json") -> httpx.Response:
    return visitor.http.post(path, content=body, headers={b"Content-Type": kind.encode("latin-1")})


@pytest.mark.parametrize("path", ["/api/me", "/api/tables", "/api/verify", "/api/replay"])
def test_a_giant_body_is_refused_whether_its_length_is_told_or_not(
    server: RunningServer, meet: Meet, path: str
) -> None:
    anna = meet(server, "Anna")
    for body in (b" " * (MOST_BYTES + 1), (b" " * 4096 for _ in range(65))):
        response = post(anna, path, body)
        assert response.status_code == 413
        assert response.json()["code"] == "message.too_large"
    assert anna.get("/api/me") == {"name": "Anna"}


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b'{"name": "Anna"}{}',
        b'{"name": "\xe9"}',
        b'{"name": "\\ud800"}',
        b'{"\\ud800": 1, "name": "Anna"}',
        b'{"name": NaN}',
        b'{"name": ' + b"9" * 9000 + b"}",
        b"[" * 100_000 + b"]" * 100_000,
        b'{"name":' * 20_000 + b"1" + b"}" * 20_000,
        b'{"name": "' + b"x" * 200_000 + b'"}',
        b'{"name": "\\u0000"}',
    ],
    ids=lambda body: body[:20].decode(errors="replace"),
)
def test_a_body_that_cannot_be_read_gets_a_typed_refusal(server: RunningServer, meet: Meet, body: bytes) -> None:
    anna = meet(server, "Anna")
    for path in ("/api/me", "/api/tables", "/api/verify", "/api/replay"):
        response = post(anna, path, body)
        assert response.status_code == 422
        assert response.json()["code"] in ("message.invalid", "record.invalid", "name.invalid")
        check_refusal(response.json())
    assert anna.get("/api/me") == {"name": "Anna"}


@pytest.mark.parametrize(
    "extra", ['"names": ["\\ud800", 1]', '"names": NaN', '"names": {}', '"x": NaN', '"x": "\\ud800"']
)
def test_a_record_may_carry_nonsense_beside_the_game(server: RunningServer, meet: Meet, extra: str) -> None:
    table, lines = seat_two(server, meet)
    play_on(lines, random.Random(10), 3)
    lines[0].ask("resign")
    anna = lines[0].visitor
    record = anna.http.get(f"/api/tables/{table}/record").text
    body = record.replace("{", f"{{{extra}, ", 1).replace('"names":["Anna","Bert"],', "").encode()
    assert post(anna, "/api/verify", body).json()["actions"] == 3
    replay = post(anna, "/api/replay?seat=1", body).json()
    assert len(replay["frames"]) == 4
    assert all(isinstance(name, str) for name in replay["names"])


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "/;;=é"])
def test_a_body_of_another_content_type_is_refused(server: RunningServer, meet: Meet, kind: str) -> None:
    anna = meet(server, "Anna")
    response = post(anna, "/api/me", b'{"name": "Bert"}', kind)
    assert response.json()["code"] == "message.invalid"
    assert anna.get("/api/me") == {"name": "Anna"}


@pytest.mark.parametrize(
    "path",
    ["/nothing.js", "/%00.js", "/%ff%fe.js", "/..%2f..%2f..%2fpyproject.toml", "/../../../pyproject.toml", "/api/",
     "/api/nothing", "/api/tables/", "/api/tables/nothing", "/api/tables/a%2fb", "/api/games/%ed%a0%80", "/api/%00",
     "/" + "a" * 5000 + ".js"],
    ids=lambda path: path[:30],
)  # fmt: skip
def test_an_unknown_path_is_a_typed_404(server: RunningServer, path: str) -> None:
    response = get_raw(server, path)
    assert response.status_code == 404
    check_refusal(response.json())


@pytest.mark.parametrize("path", ["/nothing", "/%", "/%zz", "/%00", "/%ff%fe", "//", "/" + "a" * 5000])
def test_any_other_path_is_the_page(server: RunningServer, path: str) -> None:
    response = get_raw(server, path)
    assert response.status_code == 200
    assert response.text == httpx.get(f"{server.url}/").text


@pytest.mark.parametrize("method", ["GET", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"])
def test_a_wrong_method_is_a_typed_405_that_names_the_right_ones(server: RunningServer, method: str) -> None:
    response = httpx.request(method, f"{server.url}/api/me/link")
    assert response.status_code == 405
    assert response.headers["Allow"] == "POST"
    check_refusal(response.json())


@pytest.mark.parametrize(
    "request_bytes",
    [
        b"\x00\x01\x02\r\n\r\n",
        b"NONSENSE / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"POST /api/me HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
        b"POST /api/me HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        random.Random(5).randbytes(3000),
    ],
    ids=["zeros", "method", "version", "length", "two lengths", "random"],
)
def test_what_is_no_http_is_turned_away(server: RunningServer, request_bytes: bytes) -> None:
    assert ask_raw(server, request_bytes).status_code == 400


@pytest.mark.parametrize("origin", ["http://[", "null", "nonsense", "http://evil.example", "é"])
def test_nonsense_for_an_origin_is_a_foreign_origin(server: RunningServer, meet: Meet, origin: str) -> None:
    anna = meet(server, "Anna")
    response = anna.http.post("/api/me", json={"name": "Bert"}, headers={b"Origin": origin.encode()})
    assert (response.status_code, response.json()["code"]) == (403, "origin.foreign")


@pytest.mark.parametrize("identity", ["x", "....", "\xff\xfe", "WyJ4IiwwXQ.x.x", "A" * 6000])
def test_nonsense_for_an_identity_is_nobody(server: RunningServer, identity: str) -> None:
    for headers in ({"Cookie": f"estaminet={identity}"}, {"Authorization": f"Bearer {identity}"}):
        raw = {name.encode(): value.encode("latin-1") for name, value in headers.items()}
        response = httpx.post(f"{server.url}/api/tables/none/rematch", headers=raw)
        assert (response.status_code, response.json()["code"]) in ((401, "person.unknown"), (404, "table.unknown"))
        assert httpx.get(f"{server.url}/api/welcome", headers=raw).json()["name"] is None


def get_raw(server: RunningServer, path: str) -> httpx.Response:
    """A path just as it is written here."""
    return ask_raw(server, f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())


def ask_raw(server: RunningServer, request: bytes) -> httpx.Response:
    """What the server answers to these bytes."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as line:
        line.sendall(request)
        answer = b"".join(iter(lambda: line.recv(65536), b""))
    head, _, body = answer.partition(b"\r\n\r\n")
    return httpx.Response(int(head.split(b" ")[1]), content=body)
