"""Processes that share a PostgreSQL: since when the house is up, and that news keep coming."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, cast

import pytest

from estaminet.games import REGISTRY
from estaminet.server.live import peers as peers_module
from estaminet.server.live.peers import PostgresPeers
from estaminet.server.store.database import Store
from tests.server.postgres import Postgres

pytestmark = pytest.mark.thorough
SELDOM = 3600.0


class NoTables:
    """A process without tables."""

    def foreign_sessions(self) -> dict[str, int]:
        return {}

    async def rehome(self) -> None:
        pass


@asynccontextmanager
async def process(store: Store, name: str) -> AsyncIterator[PostgresPeers]:
    peers = PostgresPeers(store, f"http://{name}", SELDOM, name)
    await peers.open(cast("Any", NoTables()))
    try:
        yield peers
    finally:
        await peers.close()


@asynccontextmanager
async def database(postgres: Postgres) -> AsyncIterator[Store]:
    store = Store(postgres.make_database(), REGISTRY)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


def test_the_house_is_up_since_its_first_process_began(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever joins is not the first; after all have gone, the next one is."""
    times = iter(range(1000, 9000, 1000))
    monkeypatch.setattr(peers_module, "now", lambda: next(times))

    async def go() -> list[int]:
        async with database(postgres) as store:
            async with process(store, "a") as first, process(store, "b") as second:
                together = [first.up_since, second.up_since]
            async with process(store, "c") as third:
                return [*together, third.up_since]

    assert asyncio.run(go()) == [1000, 1000, 3000]


class Silent:
    """A connection that broke without a word: it does not say that it is closed, and does not answer."""

    is_terminated = False

    def is_closed(self) -> bool:
        return False

    async def execute(self, _query: str, *, timeout: float) -> None:  # noqa: ARG002  # as asyncpg has it
        raise TimeoutError

    def terminate(self) -> None:
        self.is_terminated = True


def test_a_connection_that_broke_without_a_word_is_replaced_once(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also if a heartbeat and the news that somebody came are at it together."""

    async def go() -> tuple[bool, int]:
        async with database(postgres) as store, process(store, "a") as peers:
            silent, opened = Silent(), []
            honest = peers._listen

            async def listen() -> None:
                opened.append(1)
                await honest()

            if peers._listener:
                peers._listener.terminate()
            monkeypatch.setattr(peers, "_listener", silent)
            monkeypatch.setattr(peers, "_listen", listen)
            await asyncio.gather(peers._try_to_beat(), peers._try_to_beat())
            return silent.is_terminated, len(opened)

    assert asyncio.run(go()) == (True, 1)
