"""What one connection may send, and for how long the server waits for it, by a clock that the test sets."""

import asyncio
import itertools
from collections.abc import Callable
from typing import Any

import uvicorn
from uvicorn.server import ServerState

from estaminet.server.http.intake import (
    BURST_BYTES,
    BYTES_A_SECOND,
    MOST_CONNECTIONS,
    TURN_BYTES,
    Addresses,
    limit_intake,
)
from estaminet.server.settings import Settings

REQUEST = (b"GET /healthz HT", b"TP/1.1\r\nHo", b"st: here\r\n\r\n")


class ClockedLoop(asyncio.SelectorEventLoop):
    """An event loop on which time passes only when the test says so."""

    now = 0.0

    def time(self) -> float:
        return self.now


class Line(asyncio.Transport):
    """A connection that keeps what is written to it."""

    def __init__(self, host: str) -> None:
        super().__init__({"peername": (host, 1), "sockname": ("127.0.0.1", 2)})
        self.written = b""
        self.is_closed = self.is_paused = False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.written += bytes(data)

    def is_closing(self) -> bool:
        return self.is_closed

    def close(self) -> None:
        self.is_closed = True

    def pause_reading(self) -> None:
        self.is_paused = True

    def resume_reading(self) -> None:
        self.is_paused = False


async def answer(_scope: object, _receive: object, send: Callable[[dict[str, Any]], Any]) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
    await send({"type": "http.response.body"})


def connect(loop: ClockedLoop, seconds: float, host: str = "127.0.0.1") -> tuple[asyncio.Protocol, Line]:
    config = uvicorn.Config(answer, lifespan="off", log_config=None, access_log=False, timeout_keep_alive=10_000)
    config.load()
    make: Any = limit_intake(Settings(request_seconds=seconds))
    protocol = make(config=config, server_state=ServerState(), app_state={}, _loop=loop)
    line = Line(host)
    protocol.connection_made(line)
    return protocol, line


def run(loop: ClockedLoop, seconds: float = 0) -> None:
    """Let time pass, then all that is due."""
    loop.now += seconds
    for _ in range(10):
        loop.run_until_complete(asyncio.sleep(0))


def test_a_slow_but_steady_request_is_heard_on_one_line_again_and_again() -> None:
    loop = ClockedLoop()
    protocol, line = connect(loop, seconds=1)
    for number in range(1, 4):
        for part in REQUEST:
            protocol.data_received(part)
            run(loop, 0.3)  # three requests take longer than one may
        assert line.written.count(b"HTTP/1.1 200") == number
    assert not line.is_closed
    loop.close()


def test_whoever_sends_half_a_request_is_cut_off() -> None:
    loop = ClockedLoop()
    protocol, line = connect(loop, seconds=1)
    protocol.data_received(REQUEST[0])
    run(loop, 0.9)
    assert not line.is_closed
    run(loop, 0.2)
    assert line.is_closed
    loop.close()


def test_few_requests_wait_behind_each_other_and_the_rest_is_not_read() -> None:
    loop = ClockedLoop()
    protocol, line = connect(loop, seconds=1)
    waiting: Any = protocol
    protocol.data_received(b"".join(REQUEST) * 1000)
    assert waiting.pipeline
    assert line.is_paused
    for _ in range(1000):
        assert len(waiting.pipeline) < 60
        run(loop)
    assert line.written.count(b"HTTP/1.1 200") == 1000
    assert not line.is_paused
    assert not line.is_closed
    loop.close()


def test_much_at_once_is_taken_in_slices_and_others_have_their_turn_in_between() -> None:
    loop = ClockedLoop()
    protocol, line = connect(loop, seconds=1)
    waiting: Any = protocol
    chunks = b"1\r\nx\r\n" * 10_000
    protocol.data_received(b"POST / HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks)
    left = [len(chunks), len(waiting._rest)]
    for _ in range(10):
        assert line.is_paused == bool(left[-1])
        loop.call_soon(loop.stop)
        loop.run_forever()  # one round
        left.append(len(waiting._rest))
    assert left[1] > 0
    assert left[-1] == 0
    assert all(earlier - later <= TURN_BYTES for earlier, later in itertools.pairwise(left))
    loop.close()


def test_an_address_sends_so_much_a_second_and_has_so_many_connections() -> None:
    addresses = Addresses("192.0.2.1")
    assert addresses.find("192.0.2.1") == "", "proxies are not counted: they bring everybody"
    here, there = addresses.find("2001:db8::1"), addresses.find("192.0.2.7")
    assert here == addresses.find("2001:db8::2:2"), "one household"
    assert not addresses.spend(here, BURST_BYTES)
    assert addresses.spend(here, BYTES_A_SECOND) > 0.5
    assert not addresses.spend(there, BYTES_A_SECOND)
    assert all(addresses.open(here) for _ in range(MOST_CONNECTIONS))
    assert not addresses.open(here)
    assert addresses.open(there)
    addresses.close(here)
    addresses.close(here)
    assert addresses.open(here)


def test_whoever_sends_too_much_is_read_again_after_a_while() -> None:
    loop = ClockedLoop()
    protocol, line = connect(loop, seconds=1000, host="192.0.2.7")
    head = b"POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 200000\r\n\r\n"
    for _ in range(2 * BURST_BYTES // 200_000):
        protocol.data_received(head + b"x" * 200_000)
        run(loop)
        if line.is_paused:
            break
    assert line.is_paused, "or there is no limit"
    answers = line.written.count(b"HTTP/1.1 200")
    run(loop, 1)
    run(loop, 0)
    assert not line.is_paused
    assert line.written.count(b"HTTP/1.1 200") == answers + 1
    loop.close()
