"""A house below a path of its site, behind a proxy: https://example.org/games."""

import asyncio
import random
import threading
from collections.abc import Iterator
from contextlib import suppress

import pytest
from playwright.sync_api import expect

from tests.server.servers import RunningServer, free_port
from tests.web.conftest import Open
from tests.web.playing import play_from_home, touch_something, wait_for_turn

pytestmark = [pytest.mark.compiled, pytest.mark.thorough]


class Proxy:
    """Passes on what is below a path, with or without it, one request a connection; all else is not there."""

    def __init__(self, target: int, *, keeps_path: bool) -> None:
        self.port = free_port()
        self._target, self._keeps_path = target, keeps_path
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stopped = asyncio.Event()
        self.outside: list[str] = []
        """What was asked for that is not below the path."""

    async def run(self) -> None:
        self._loop = asyncio.get_running_loop()
        async with await asyncio.start_server(self._serve, "127.0.0.1", self.port):
            await self._stopped.wait()

    def stop(self) -> None:
        assert self._loop is not None
        self._loop.call_soon_threadsafe(self._stopped.set)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            first, *lines = head.rstrip().split("\r\n")
            method, path, version = first.split()
            if not path.startswith("/games/"):
                self.outside.append(path)
                writer.write(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            else:
                there_reader, there_writer = await asyncio.open_connection("127.0.0.1", self._target)
                if "upgrade:" not in head.lower():
                    lines = [line for line in lines if not line.lower().startswith("connection:")] + [
                        "Connection: close"
                    ]
                target = path if self._keeps_path else path.removeprefix("/games")
                there_writer.write("\r\n".join([f"{method} {target} {version}", *lines, "", ""]).encode())
                await asyncio.gather(pass_on(reader, there_writer), pass_on(there_reader, writer))
        writer.close()


async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(ConnectionError):
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    writer.close()


@pytest.fixture(params=["strips", "keeps"])
def proxy(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Iterator[Proxy]:
    """A proxy before a house that knows where it is."""
    house = RunningServer(tmp_path_factory.mktemp("below"))
    proxy = Proxy(house.port, keeps_path=request.param == "keeps")
    house.settings["url"] = f"http://127.0.0.1:{proxy.port}/games/"
    thread = threading.Thread(target=lambda: asyncio.run(proxy.run()))
    thread.start()
    try:
        with house:
            yield proxy
    finally:
        proxy.stop()
        thread.join()


def test_everything_is_below_the_path(proxy: Proxy, visit: Open) -> None:
    home = f"http://127.0.0.1:{proxy.port}/games"
    page = visit(f"{home}/")
    play_from_home(page, "reeperbahn")
    expect(page).to_have_url(f"{home}/t/{page.url.rpartition('/')[2]}")
    wait_for_turn(page)
    touch_something(page, random.Random(1))
    page.reload()
    wait_for_turn(page)
    cookies = [cookie["path"] for cookie in page.context.cookies() if cookie["name"] == "estaminet"]
    assert cookies == ["/games/"]
    page.goto(f"{home}/settings")
    page.get_by_role("link", name="My games").click()
    expect(page).to_have_url(f"{home}/mine")
    expect(page.locator('a[href^="/games/t/"]')).to_have_count(1)
    page.go_back()
    expect(page).to_have_url(f"{home}/settings")
    page.goto(f"{home}/play/poule")
    page.locator('button[type="submit"]').click()
    assert page.locator(".link input").input_value().startswith(f"{home}/t/")
    assert proxy.outside == []
