"""Servers for tests: a real process, real sockets, a database of its own."""

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Protocol

import pytest

from tests.server.people import Visitor
from tests.server.postgres import Postgres
from tests.server.servers import RunningServer


class Meet(Protocol):
    def __call__(self, server: RunningServer, name: str | None = None, token: str | None = None) -> Visitor: ...


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """One server for all tests of a process: each takes seconds to begin. Every test sets up tables of its own."""
    with RunningServer(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture
def clean_log(server: RunningServer) -> Iterator[None]:
    """Afterwards nothing went wrong in the server, and it still runs."""
    yield
    assert "traceback" not in server.log().lower()
    assert server.process is not None
    assert server.process.poll() is None


@pytest.fixture
def meet() -> Iterator[Meet]:
    """Meets people at a server; all of them hang up at the end of the test."""
    with ExitStack() as stack:

        def come(server: RunningServer, name: str | None = None, token: str | None = None) -> Visitor:
            visitor = Visitor(server.url, name, token)
            stack.callback(visitor.close)
            return visitor

        yield come


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A real PostgreSQL; every test makes a database of its own in it."""
    with Postgres() as running:
        yield running
