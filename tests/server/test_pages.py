"""The page, where it has not been built."""

import asyncio
from pathlib import Path

import httpx
import pytest

from estaminet.server.http.routes import pages


def test_a_house_without_a_page_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "FOLDER", tmp_path / "nothing")

    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(app=pages.Pages())
        async with httpx.AsyncClient(transport=transport, base_url="http://house") as client:
            return await client.get("/t/some-table")

    answer = asyncio.run(ask())
    assert (answer.status_code, "has not been built" in answer.text) == (200, True)
