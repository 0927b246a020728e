"""Small networks on a machine that is shared."""

from collections.abc import Iterator
from importlib.util import find_spec

import pytest


@pytest.fixture(autouse=True)
def alone() -> Iterator[None]:
    """Threads of torch that wait for each other make small networks slow where tests share the cores."""
    if not find_spec("torch"):
        yield
        return
    import torch

    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)
