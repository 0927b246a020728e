"""One connection that sends without end."""

import asyncio
from functools import partial
from time import perf_counter
from typing import Final
from urllib.parse import urlsplit

from bench.attacks.meter import Meter, behind, running
from bench.attacks.people import SETTLING, seat_two
from bench.harness import COUNT, MEMORY, Row
from bench.server.client import KEY
from bench.server.servers import resident_bytes

MB: Final = 1_000_000
ELSEWHERE: Final = "127.0.0.2"
"""Another address of this machine, as Linux has it: limits count by address, and those who play have their own."""
HEAD: Final = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"
CHUNKED: Final = b"POST /api/verify HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
MASK: Final = bytes(4)
REQUESTS: Final = {
    "an endless header": (HEAD + b"X-Long: ", b"x" * 1000, 80 * MB, 5 * MB),
    "an endless path": (b"GET /", b"x" * 1000, 80 * MB, 5 * MB),
    "headers without end": (HEAD, b"a:b\r\n" * 200, 90 * MB, 5 * MB),
    "trailers without end": (CHUNKED + b"2\r\n{}\r\n0\r\n", b"a: b\r\n" * 200, 80 * MB, 5 * MB),
    "chunks of a byte": (CHUNKED, b"1\r\n \r\n" * 200, 100 * MB, 5 * MB),
    "requests behind each other": (b"", (HEAD + b"\r\n") * 20, 20 * MB, 20 * MB),
}
"""What comes first, what comes again and again, how much of it, and how much memory it may cost."""
FRAMES: Final = {"pings": b"\x89\x80", "pongs": b"\x8a\x80", "empty fragments": b"\x00\x80"}
FRAME_BYTES: Final = 1.4 * MB
"""A second."""
SECONDS: Final = 8
LONGEST: Final = 25
"""Seconds after which a flood ends by itself."""


async def requests(rows: list[Row], proxy: str = "") -> None:
    for name, (first, again, count, memory) in REQUESTS.items():
        meter = Meter(name + (f", through {proxy}" if proxy else ""), rows)
        with running({}) as server, behind(proxy, server) as url:
            with meter.watch(server, cpu=None, memory=memory, wait=0.3, url=url):
                sent, peak = await flood(url, first, again, count, LONGEST, server.process)
                await asyncio.sleep(SETTLING)
            meter.note("sent until it was cut off", MEMORY, sent)
            meter.note("memory at its height", MEMORY, peak, memory)


async def frames(rows: list[Row], proxy: str = "") -> None:
    for name, frame in FRAMES.items():
        meter = Meter(f"1.4 MB of {name} a second by a stranger" + (f", through {proxy}" if proxy else ""), rows)
        with running({}) as server, behind(proxy, server) as url:
            table, live = await seat_two(server)
            path = live.removeprefix(server.url)
            first = (
                f"GET {path} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                f"Sec-WebSocket-Key: {KEY}\r\nSec-WebSocket-Version: 13\r\n\r\n"
            ).encode()
            beginning = b"\x01\x80" + MASK if name == "empty fragments" else b""
            many = (frame + MASK) * 2000
            with meter.watch(server, cpu=1, memory=5 * MB, wait=0.3, url=url):
                sent, _ = await flood(
                    url, first, many, int(FRAME_BYTES * SECONDS), SECONDS, server.process, beginning, FRAME_BYTES
                )
                await asyncio.sleep(SETTLING)
            meter.note("sent until it was cut off", MEMORY, sent)
            meter.note("lines still open", COUNT, int(sent >= FRAME_BYTES * SECONDS), 1)
            table.close()


async def flood(
    url: str, first: bytes, again: bytes, count: int, seconds: float, process: int,
    beginning: bytes = b"", a_second: float = 0,
) -> tuple[int, int]:  # fmt: skip
    """Send until the other side hangs up; how many bytes it took, and by how much the server grew meanwhile."""
    parts = urlsplit(url)
    reader, writer = await asyncio.open_connection(parts.hostname, parts.port, local_addr=(ELSEWHERE, 0))
    began, sent, size, peak = perf_counter(), 0, resident_bytes(process), 0
    try:
        writer.write(first)
        if beginning:
            await reader.readuntil(b"\r\n\r\n")
        writer.write(beginning)
        drain = asyncio.create_task(swallow(reader))
        while sent < count and perf_counter() - began < seconds and not drain.done():
            writer.write(again)
            sent += len(again)
            async with asyncio.timeout(LONGEST):
                await writer.drain()
            peak = max(peak, resident_bytes(process) - size)
            await asyncio.sleep(max(0, sent / a_second - (perf_counter() - began)) if a_second else 0)
        drain.cancel()
    except (OSError, TimeoutError):
        pass
    writer.close()
    return sent, peak


async def swallow(reader: asyncio.StreamReader) -> None:
    try:
        while await reader.read(65536):
            pass
    except OSError:
        pass


THROUGH = {
    f"{name}-{proxy}": partial(attack, proxy=proxy)
    for proxy in ("nginx", "caddy")
    for name, attack in (("requests", requests), ("frames", frames))
}
