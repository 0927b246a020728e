"""Clients for load tests, with as little work per message as possible, so that the server is the bottleneck."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any, Final, cast
from urllib.parse import urlsplit

import orjson

TEXT, PING, PONG = 1, 9, 10
FINAL: Final = 0x80
MASKED: Final = 0x80
NO_MASK: Final = bytes(4)
"""Clients must mask messages. This mask changes nothing; the server unmasks all the same."""
KEY: Final = "ZXN0YW1pbmV0LWJlbmNoIQ=="
"""Sixteen bytes that a server must echo in its handshake; no proxy is between us to confuse."""


class Refused(Exception):
    """The server rejected a request."""


class HungUp(Exception):
    """The other side closed the line, or sent something other than WebSocket."""


class HttpClient:
    """The few HTTP requests that seat people at tables: one connection, one request at a time."""

    def __init__(self, url: str, headers: Mapping[str, str] | None = None) -> None:
        self._host, self.headers = urlsplit(url), headers or {}
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def post(self, path: str, body: object, cookie: str = "") -> tuple[dict[str, Any], str]:
        """The server's answer, and the cookie it sets, if any; Refused on an error."""
        status, answer, cookie = await self.request("POST", path, body, cookie)
        if status // 100 != 2:
            raise Refused(f"{path}: {status} {answer}")
        return answer or {}, cookie

    async def request(self, method: str, path: str, body: object = None, cookie: str = "") -> tuple[int, Any, str]:
        """The status, the answer, and the cookie set."""
        if self._writer is None or self._reader is None:
            self._reader, self._writer = await asyncio.open_connection(self._host.hostname, self._host.port)
        data = b"" if body is None else orjson.dumps(body)
        head = {"Host": self._host.netloc, "Content-Type": "application/json", "Cookie": cookie, **self.headers}
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in head.items())]
        self._writer.write("\r\n".join([*lines, f"Content-Length: {len(data)}", "", ""]).encode() + data)
        first, *rest = (await self._reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in rest)}
        answer = await self._reader.readexactly(int(headers.get("content-length", 0)))
        set_cookie = headers.get("set-cookie", "").partition(";")[0]
        return int(first.split()[1]), orjson.loads(answer) if answer else None, set_cookie

    def close(self) -> None:
        if self._writer:
            self._writer.close()


class Line(asyncio.Protocol):
    """One WebSocket. Incoming texts are passed on as bytes."""

    def __init__(self, url: str, headers: dict[str, str]) -> None:
        self.url = url
        parts = urlsplit(url)
        head = {"Host": parts.netloc, "Upgrade": "websocket", "Connection": "Upgrade", **headers}
        lines = [f"GET {parts.path}?{parts.query} HTTP/1.1", *(f"{name}: {value}" for name, value in head.items())]
        self._request = "\r\n".join([*lines, f"Sec-WebSocket-Key: {KEY}", "Sec-WebSocket-Version: 13", "", ""])
        self._buffer = b""
        self._transport: asyncio.Transport | None = None
        self._opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._is_open = False
        self.on_text: Callable[[bytes], None] = lambda _text: None
        self.received, self.received_bytes = 0, 0
        """The number of texts received, and their length."""

    @classmethod
    async def open(cls, url: str, headers: dict[str, str], on_text: Callable[[bytes], None]) -> "Line":
        """Connect, and wait until the server accepts the upgrade."""
        line = cls(url, headers)
        line.on_text = on_text
        parts = urlsplit(url)
        await asyncio.get_running_loop().create_connection(lambda: line, parts.hostname or "", parts.port or 80)
        await line._opened
        return line

    def send(self, text: bytes) -> None:
        """Send a text of less than 64 kB."""
        size = len(text)
        short = size < 126
        head = (
            bytes([FINAL | TEXT, MASKED | size])
            if short
            else bytes([FINAL | TEXT, MASKED | 126, size >> 8, size & 255])
        )
        self._write(head + NO_MASK + text)

    def close(self) -> None:
        """Just hang up."""
        self._is_open = False
        if self._transport:
            self._transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        self._write(self._request.encode())

    def connection_lost(self, error: Exception | None) -> None:
        if not self._opened.done():
            self._opened.set_exception(error or HungUp("the server closed the line before it was open"))
        elif self._is_open:
            raise HungUp("the server closed the line") from error

    def data_received(self, data: bytes) -> None:
        self._buffer = self._buffer + data if self._buffer else data
        if not self._is_open and not self._shake_hands():
            return
        self._read_frames()

    def _shake_hands(self) -> bool:
        head, end, rest = self._buffer.partition(b"\r\n\r\n")
        if end and not self._opened.done():
            if b" 101 " in head.partition(b"\r\n")[0]:
                self._is_open, self._buffer = True, rest
                self._opened.set_result(None)
            else:
                self._opened.set_exception(HungUp(head.partition(b"\r\n")[0].decode()))
        return self._is_open

    def _read_frames(self) -> None:
        buffer, begin, end = self._buffer, 0, len(self._buffer)
        while end - begin >= 2:
            kind, size, start = buffer[begin], buffer[begin + 1], begin + 2
            if size == 126:
                size, start = int.from_bytes(buffer[start : start + 2]), start + 2
            elif size == 127:
                size, start = int.from_bytes(buffer[start : start + 8]), start + 8
            if end < start + size:
                break
            begin = start + size
            self._hear(kind, buffer[start:begin])
        self._buffer = buffer[begin:]

    def _hear(self, kind: int, payload: bytes) -> None:
        if kind == FINAL | TEXT:
            self.received += 1
            self.received_bytes += len(payload)
            self.on_text(payload)
        elif kind == FINAL | PING:
            self._write(bytes([FINAL | PONG, MASKED | len(payload)]) + NO_MASK + payload)
        elif kind != FINAL | PONG and self._is_open:
            self.close()
            raise HungUp(f"the server sent a frame of kind {kind & 15}: {payload[2:].decode(errors='replace')}")

    def _write(self, data: bytes) -> None:
        assert self._transport is not None
        self._transport.write(data)
