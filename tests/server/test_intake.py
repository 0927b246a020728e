"""How long the server waits for a request to begin, by a clock that the test sets."""

import asyncio
from collections.abc import Callable
from typing import Any

import uvicorn
from uvicorn.server import ServerState

from estaminet.server.http.intake import limit_intake
from estaminet.server.settings import Settings

REQUEST = (b"GET /healthz HT", b"TP/1.1\r\nHo", b"st: here\r\n\r\n")


class ClockedLoop(asyncio.SelectorEventLoop):
    """An event loop on which time passes only when the test says so."""

    now = 0.0

    def time(self) -> float:
        return self.now


class Line(asyncio.Transport):
    """A connection that keeps what is written to it."""

    def __init__(self) -> None:
        super().__init__({"peername": ("127.0.0.1", 1), "sockname": ("127.0.0.1", 2)})
        self.written = b""
        self.is_closed = False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.written += bytes(data)

    def is_closing(self) -> bool:
        return self.is_closed

    def close(self) -> None:
        self.is_closed = True


async def answer(_scope: object, _receive: object, send: Callable[[dict[str, Any]], Any]) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
    await send({"type": "http.response.body"})


def connect(loop: ClockedLoop, seconds: float) -> tuple[asyncio.Protocol, Line]:
    config = uvicorn.Config(answer, lifespan="off", log_config=None, access_log=False, timeout_keep_alive=10_000)
    config.load()
    make: Any = limit_intake(Settings(request_seconds=seconds))
    protocol = make(config=config, server_state=ServerState(), app_state={}, _loop=loop)
    line = Line()
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
