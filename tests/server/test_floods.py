"""One connection that sends without end: it is cut off, costs the others nothing, and everybody else plays on."""

import itertools
import random
import socket
from collections.abc import Callable, Iterator

import pytest

from tests.server.conftest import Meet
from tests.server.games import play_on, seat_two
from tests.server.people import Line
from tests.server.servers import PATIENCE, RunningServer

pytestmark = pytest.mark.compiled
MEGABYTE = 1_000_000
MASK = bytes(4)
FRAMES = {
    "pings": b"\x89\x80" + MASK,
    "pongs": b"\x8a\x80" + MASK,
    "fragments": b"\x00\x80" + MASK,
}
"""Masked with zeros, so that they are as they read."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """With the usual limits of messages and lines."""
    with RunningServer(tmp_path_factory.mktemp("flooded"), rate=20, address_lines=256, lines=12) as running:
        yield running
        assert "traceback" not in running.log().lower()


@pytest.fixture
def bystanders(server: RunningServer, meet: Meet) -> Iterator[list[Line]]:
    """Two people in the middle of a game: they play on afterwards."""
    _, lines = seat_two(server, meet)
    play_on(lines, random.Random(2), moves=3)
    yield lines
    play_on(lines, random.Random(3), moves=3)


def connect(server: RunningServer) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)


def open_line(server: RunningServer, meet: Meet) -> tuple[socket.socket, bytes]:
    """A stranger's live line, with nothing between it and the test; and what the server has said so far."""
    table = meet(server, "Anna").set_up("poule", ["me", "open"])["id"]
    line = connect(server)
    line.sendall(
        f"GET /api/tables/{table}/live HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: ZXN0YW1pbmV0LWJlbmNoIQ==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    said = b""
    while b'"type":"update"' not in said:
        said += line.recv(65536)
    return line, said


def send_until_closed(line: socket.socket, flood: Iterator[bytes]) -> bytes:
    """Send until the other side hangs up, which it must, also once all is sent; all that it says."""
    said = b""
    try:
        for piece in flood:
            line.sendall(piece)
    except ConnectionError:
        pass
    try:
        while more := line.recv(65536):
            said += more
    except ConnectionError:  # it did not read all, so the rest of what it said may be lost
        pass
    return said


@pytest.mark.usefixtures("bystanders")
@pytest.mark.parametrize("kind", FRAMES)
def test_a_line_that_sends_nothing_but_frames_is_closed(server: RunningServer, meet: Meet, kind: str) -> None:
    first = b"\x01\x80" + MASK if kind == "fragments" else b""
    for count in (1, 200):
        line, _ = open_line(server, meet)
        with line:
            flood = itertools.chain((first,), itertools.repeat(FRAMES[kind] * 700, count))
            said = send_until_closed(line, flood)
        assert said.count(b"\x8a\x00") < 700, "not all pings are answered"
        if count == 1:
            assert said.endswith((1008).to_bytes(2, "big") + b"rate.exceeded")


def endless(head: bytes, again: bytes) -> Callable[[], Iterator[bytes]]:
    count = 4 * MEGABYTE // len(again) // 100
    return lambda: itertools.chain((head,), itertools.repeat(again * 100, count))


HEAD = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"
HEADS = {
    "value": endless(HEAD + b"X-Long: ", b"x" * 100),
    "cookie": endless(HEAD + b"Cookie: ", b"estaminet=x; " * 8),
    "path": endless(b"GET /", b"x" * 100),
    "short headers": endless(HEAD, b"a:\r\n"),
}


@pytest.mark.usefixtures("bystanders")
@pytest.mark.parametrize("kind", HEADS)
def test_headers_without_end_are_refused(server: RunningServer, kind: str) -> None:
    with connect(server) as line:
        said = send_until_closed(line, HEADS[kind]())
    assert said.startswith(b"HTTP/1.1 431 ")
    assert b'"message.too_large"' in said
    assert said.count(b"HTTP/1.1") == 1


def test_headers_that_end_may_be_many_but_not_hundreds(server: RunningServer) -> None:
    for header, count, status in ((b"X-Other: y", 80, b"200"), (b"X-Other: y", 200, b"431"), (b"a:b", 150, b"431")):
        with connect(server) as line:
            line.sendall(HEAD + (header + b"\r\n") * count + b"Connection: close\r\n\r\n")
            assert send_until_closed(line, iter(())).startswith(b"HTTP/1.1 " + status)


@pytest.mark.usefixtures("bystanders")
@pytest.mark.parametrize("kind", ["trailers", "chunks of a byte", "a body after its refusal"])
def test_bodies_and_trailers_without_end_are_cut_off(server: RunningServer, kind: str) -> None:
    head = b"POST /api/verify HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    floods = {
        "trailers": endless(head + b"2\r\n{}\r\n0\r\n", b"a: b\r\n"),
        "chunks of a byte": endless(head, b"1\r\n \r\n"),
        "a body after its refusal": endless(
            b"POST /api/me HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999\r\n\r\n", b" " * 100
        ),
    }
    with connect(server) as line:
        said = send_until_closed(line, floods[kind]())
    assert said.count(b"HTTP/1.1") <= 1
    assert b"200 OK" not in said


@pytest.mark.usefixtures("bystanders")
def test_requests_behind_each_other_are_all_answered_one_after_the_other(server: RunningServer) -> None:
    with connect(server) as line:
        line.sendall((HEAD + b"\r\n") * 2000 + HEAD + b"Connection: close\r\n\r\n")
        said = send_until_closed(line, iter(()))
    assert said.count(b"HTTP/1.1 200 OK") == 2001


def test_the_metrics_say_how_long_one_connection_held_up_the_others(server: RunningServer, meet: Meet) -> None:
    metrics = meet(server).http.get("/metrics").text
    assert 'estaminet_intake_seconds_bucket{le="0.005"}' in metrics
