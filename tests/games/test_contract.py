"""Every game of the house keeps the engine's contract, with every player count and every option."""

from collections.abc import Callable, Iterator

import pytest
from _pytest.mark.structures import ParameterSet

from estaminet.engine.contract import CONTRACT, Case, cases
from estaminet.games import REGISTRY


def every_case() -> Iterator[ParameterSet]:
    """All of them compiled; in plain Python, which is slow, the defaults with the fewest players."""
    for name in REGISTRY.names():
        game = REGISTRY.find(name)
        for case in cases(game):
            is_plain = case.players == game.seats[0] and not case.options
            yield pytest.param(case, id=str(case), marks=() if is_plain else pytest.mark.compiled)


@pytest.mark.parametrize("case", list(every_case()))
@pytest.mark.parametrize("check", CONTRACT, ids=lambda check: check.__name__)
def test_contract(check: Callable[[Case], None], case: Case) -> None:
    check(case)
