"""The example, installed once for all tests of a process."""

from collections.abc import Iterator

import pytest

from tests.examples.installation import Installation
from tests.table.running import RunningServer


@pytest.fixture(scope="session")
def installation(tmp_path_factory: pytest.TempPathFactory) -> Installation:
    """A Python that has Estaminet and connect four, already compiled."""
    installed = Installation(tmp_path_factory.mktemp("installed") / "environment")
    installed.command("warm connect_four")
    return installed


@pytest.fixture(scope="session")
def house(installation: Installation, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server of that Python."""
    with RunningServer(tmp_path_factory.mktemp("house"), python=installation.python) as running:
        yield running
