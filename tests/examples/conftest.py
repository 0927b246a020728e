"""The example, installed once for all tests."""

from collections.abc import Iterator

import pytest

from tests.examples.installation import Installation, install_once
from tests.server.servers import RunningServer


@pytest.fixture(scope="session")
def installation(tmp_path_factory: pytest.TempPathFactory) -> Installation:
    return install_once(tmp_path_factory)


@pytest.fixture(scope="session")
def house(installation: Installation, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server of that Python."""
    with RunningServer(tmp_path_factory.mktemp("house"), python=installation.python) as running:
        yield running
