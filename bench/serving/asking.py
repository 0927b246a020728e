"""The few HTTP requests that seat people at tables: one connection, one request after the other."""

import asyncio
from typing import Any
from urllib.parse import urlsplit

import orjson


class Refused(Exception):
    """The server did not do what it was asked for."""


class Asking:
    """A connection to a server."""

    def __init__(self, url: str) -> None:
        self._host = urlsplit(url)
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def post(self, path: str, body: object, cookie: str = "") -> tuple[dict[str, Any], str]:
        """What the server answers, and the cookie that it sets, if it does."""
        if self._writer is None or self._reader is None:
            self._reader, self._writer = await asyncio.open_connection(self._host.hostname, self._host.port)
        data = orjson.dumps(body)
        head = (
            f"POST {path} HTTP/1.1\r\nHost: {self._host.netloc}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(data)}\r\nCookie: {cookie}\r\n\r\n"
        )
        self._writer.write(head.encode() + data)
        lines = (await self._reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:])}
        answer = await self._reader.readexactly(int(headers.get("content-length", 0)))
        if " 20" not in lines[0]:
            raise Refused(f"{path}: {lines[0]} {answer.decode(errors='replace')}")
        return orjson.loads(answer) if answer else {}, headers.get("set-cookie", "").partition(";")[0]

    def close(self) -> None:
        if self._writer:
            self._writer.close()
