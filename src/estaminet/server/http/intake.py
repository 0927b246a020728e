"""The intake of a connection, counted before it is parsed: bytes, headers, pipelined requests, seconds.

Uvicorn's protocol parses with llhttp, which limits nothing. Here a request has so many bytes and seconds, and a
connection gets its turn in small slices, so that nobody waits for what somebody else has sent.
"""

import asyncio
from asyncio import TimerHandle
from collections import Counter
from time import perf_counter
from typing import Final
from urllib.parse import unquote

import httptools
import orjson
from uvicorn.middleware.proxy_headers import _TrustedHosts
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from estaminet.server.errors import Refusal
from estaminet.server.http.access import site_of
from estaminet.server.http.guard import MOST_BYTES
from estaminet.server.http.limits import Limit
from estaminet.server.http.line import Line
from estaminet.server.live.messages import refuse
from estaminet.server.operation import HELD, REFUSALS
from estaminet.server.settings import Settings

HEAD_BYTES: Final = 16 * 1024
"""The first line and the headers of a request."""
HEADERS: Final = 100
REQUEST_BYTES: Final = MOST_BYTES + 64 * 1024
"""A whole request: headers, body, and the bytes of chunks and trailers."""
SLICE_BYTES: Final = 1024
"""Bytes parsed at once. They hold some fifty requests at most, which is all that can be pipelined."""
TURN_BYTES: Final = 16 * 1024
"""Bytes after which another connection has its turn."""
BYTES_A_SECOND: Final = 1024 * 1024
"""By address."""
BURST_BYTES: Final = 8 * 1024 * 1024
MOST_CONNECTIONS: Final = 1024
"""Of one address at a time. A browser has up to seven."""


class Addresses:
    """The intake from each address of a connection; proxies are trusted with everybody's."""

    def __init__(self, proxies: str) -> None:
        self._proxies = _TrustedHosts(proxies)
        self._open: Counter[str] = Counter()
        self._bytes = Limit(BYTES_A_SECOND, BURST_BYTES)

    def find(self, host: str) -> str:
        """The key by which a connection is counted; empty for that of a proxy."""
        return "" if host in self._proxies else site_of(host)

    def open(self, address: str) -> bool:
        """Whether there may be one more connection."""
        self._open[address] += 1
        return not address or self._open[address] <= MOST_CONNECTIONS

    def close(self, address: str) -> None:
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]

    def spend(self, address: str, count: int) -> float:
        """Count bytes; the seconds for which nothing more may be read."""
        return self._bytes.spend(address, count) if address else 0


class Flow(FlowControl):
    """Uvicorn's flow control, which does not read on while there is something left to parse."""

    is_held = False

    def hold(self) -> None:
        self.is_held = True
        self.pause_reading()

    def release(self) -> None:
        self.is_held = False
        self.resume_reading()

    def resume_reading(self) -> None:
        if not self.is_held:
            super().resume_reading()


def limit_intake(settings: Settings) -> type[asyncio.Protocol]:
    """Uvicorn's protocol for HTTP with limits, and with our own live lines."""
    addresses = Addresses(settings.proxies)

    class Intake(HttpToolsProtocol):
        _timer: TimerHandle | None = None
        _address = ""
        _count = 0
        """Bytes of the incoming request."""
        _most = HEAD_BYTES
        _is_over = False
        """Cut off, or a live line by now."""
        _line: Line | None = None
        _resuming: TimerHandle | asyncio.Handle | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
            super().connection_made(transport)
            self.flow: Flow = Flow(transport)
            self._rest = bytearray()
            """Bytes that are not parsed yet."""
            self._address = addresses.find(self.client[0] if self.client else "")
            if not addresses.open(self._address):
                self._cut_off()
            else:
                self._wait()

        def connection_lost(self, exc: Exception | None) -> None:
            self._stop()
            if self._line:
                self._line.lose()
            else:
                addresses.close(self._address)
            super().connection_lost(exc)

        # Bytes

        def data_received(self, data: bytes) -> None:
            if self._is_over:
                return
            self._rest += data
            seconds = addresses.spend(self._address, len(data))
            if seconds and self._resuming is None:
                self._resuming = self.loop.call_later(seconds, self._parse)
            if self._resuming is None:
                self._parse()
            else:
                self.flow.hold()

        def _parse(self) -> None:
            """Parse one slice; the rest waits for its next turn, or until all requests are answered."""
            self._resuming = None
            began, turn = perf_counter(), TURN_BYTES
            while self._rest and turn > 0 and not self.pipeline and not self.transport.is_closing():
                piece = bytes(self._rest[:SLICE_BYTES])
                del self._rest[:SLICE_BYTES]
                turn -= len(piece)
                if self.cycle is None or self.cycle.response_complete:  # the next request on the same connection begins
                    self._wait()
                self._count += len(piece)
                super().data_received(piece)
                if self._count > self._most and not self._is_over:
                    self._refuse()
            HELD.observe(perf_counter() - began)
            if not self._rest:
                self.flow.release()
            else:
                self.flow.hold()
                self._go_on()

        def _go_on(self) -> None:
            if self._rest and not self.pipeline and self._resuming is None:
                self._resuming = self.loop.call_soon(self._parse)

        def on_response_complete(self) -> None:
            super().on_response_complete()
            self._go_on()

        # Requests

        def on_message_begin(self) -> None:
            self._count, self._most = 0, HEAD_BYTES
            super().on_message_begin()

        def on_header(self, name: bytes, value: bytes) -> None:
            if len(self.headers) >= HEADERS:
                self._most = -1  # refused as soon as the parser is done with this slice
            else:
                super().on_header(name, value)

        def on_headers_complete(self) -> None:
            self._stop_waiting()
            if self._most < 0:
                return
            self._most = REQUEST_BYTES
            super().on_headers_complete()

        def on_message_complete(self) -> None:
            if self._most >= 0:
                super().on_message_complete()

        def _refuse(self) -> None:
            """Refuse a request that is too large, unless an answer is under way, and hang up."""
            if self.cycle is None or self.cycle.response_complete:
                self.transport.write(refuse_headers())
            self._cut_off()

        def send_400_response(self, msg: str) -> None:
            super().send_400_response(msg)
            self._cut_off()

        def _cut_off(self) -> None:
            self._is_over = True
            self._rest.clear()
            self._stop()
            self.transport.close()

        # Live lines

        def _should_upgrade_to_ws(self) -> bool:
            return True

        def handle_websocket_upgrade(self) -> None:
            self._is_over = True
            self._rest.clear()
            self._stop()
            self.connections.discard(self)
            url = httptools.parse_url(self.url)
            path = unquote(url.path.decode("ascii"))
            scope = {**self.scope, "type": "websocket", "path": path, "raw_path": url.path, "subprotocols": []}
            scope |= {"query_string": url.query or b"", "scheme": "ws", "extensions": {"websocket.http.response": {}}}
            address = self._address
            line = Line(
                self.transport,
                dict(self.headers),
                self.server_state,
                lambda count: addresses.spend(address, count),
                lambda: addresses.close(address),
            )
            self._line = line
            line.open(self.app, scope)

        # Seconds

        def _wait(self) -> None:
            if self._timer is None:
                self._timer = self.loop.call_later(settings.request_seconds, self.transport.close)

        def _stop_waiting(self) -> None:
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None

        def _stop(self) -> None:
            self._stop_waiting()
            if self._resuming is not None:
                self._resuming.cancel()

    return Intake


def refuse_headers() -> bytes:
    """The answer to a request whose headers do not end."""
    error = Refusal("message.too_large", f"A request has at most {HEADERS} headers and {HEAD_BYTES} bytes of them.")
    REFUSALS.labels(error.code).inc()
    body = orjson.dumps(refuse(error))
    head = (
        "HTTP/1.1 431 Request Header Fields Too Large", "content-type: application/json",
        f"content-length: {len(body)}", "connection: close", "", "",
    )  # fmt: skip
    return "\r\n".join(head).encode() + body
