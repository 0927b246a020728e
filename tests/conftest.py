"""Test settings everywhere: the same examples every time."""

import asyncio
from collections.abc import Iterator

import pytest
from hypothesis import settings

from estaminet.players.search import Budget

settings.register_profile("same-every-time", derandomize=True, deadline=None, database=None)
settings.load_profile("same-every-time")
HASTY = 8
"""Iterations of `king`, where it matters that it plays and not how well."""


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "compiled: so much that it needs compiled speed; left out when the JIT is off")
    config.addinivalue_line(
        "markers", "thorough: more of the same, or takes long; for `make check`, and `make test` if it is THOROUGH=1"
    )


@pytest.fixture
def hasty_king(monkeypatch: pytest.MonkeyPatch) -> None:
    """The house's own games of a contest take no time."""
    monkeypatch.setattr("estaminet.contests.KING", Budget(iterations=HASTY))


@pytest.fixture(autouse=True)
def no_loop_runs(request: pytest.FixtureRequest) -> Iterator[None]:
    """A browser that another test used leaves its event loop marked as running: others must not see it."""
    if "tests/web" in request.node.nodeid:
        yield
        return
    left = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(left)
