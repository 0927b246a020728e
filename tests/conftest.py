"""How tests run everywhere: the same examples every time."""

import pytest
from hypothesis import settings

settings.register_profile("same-every-time", derandomize=True, deadline=None, database=None)
settings.load_profile("same-every-time")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "compiled: so much that it needs compiled speed; left out when the JIT is off")
    config.addinivalue_line("markers", "thorough: for CI alone; `make test` leaves it out unless it is THOROUGH=1")
