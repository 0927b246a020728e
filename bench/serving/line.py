"""A WebSocket client with as little work a message as possible, so that the server is what is measured."""

import asyncio
from collections.abc import Callable
from typing import Final, cast
from urllib.parse import urlsplit

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
FINAL: Final = 0x80
MASKED: Final = 0x80
NO_MASK: Final = bytes(4)
"""Clients must mask what they send. With this mask it stays as it is; the server unmasks it all the same."""
KEY: Final = "ZXN0YW1pbmV0LWJlbmNoIQ=="
"""Sixteen bytes that a server proves to have read; nobody is between us who could mistake them."""


class HungUp(Exception):
    """The other side closed the line, or said something that is no WebSocket."""


class Line(asyncio.Protocol):
    """One connection. Every text that comes in is handed on as bytes."""

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
        """How many texts came in, and how long they were together."""

    @classmethod
    async def open(cls, url: str, headers: dict[str, str], on_text: Callable[[bytes], None]) -> "Line":
        """Connect, and wait until the server has agreed to speak WebSocket."""
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
        """Hang up without a word."""
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
