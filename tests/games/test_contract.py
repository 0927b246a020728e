"""Every game of the house keeps the engine's contract, with every player count and every option."""

from collections.abc import Callable, Iterator

import pytest
from _pytest.mark.structures import ParameterSet

from estaminet.engine.contract import CONTRACT, Case, cases, redraws_at_random
from estaminet.games import REGISTRY


def every_case() -> Iterator[ParameterSet]:
    """All of them compiled; in plain Python, which is slow, the defaults with the fewest players."""
    for name in REGISTRY.names():
        game = REGISTRY.find(name)
        for case in cases(game):
            is_plain = case.players == game.seats[0] and not case.options
            yield pytest.param(case, id=str(case), marks=() if is_plain else pytest.mark.compiled)


def every_check() -> Iterator[ParameterSet]:
    """To see that chance is fair takes so many draws that plain Python is too slow for it."""
    for check in CONTRACT:
        is_plain = check is not redraws_at_random
        yield pytest.param(check, id=check.__name__, marks=() if is_plain else pytest.mark.compiled)


@pytest.mark.parametrize("case", list(every_case()))
@pytest.mark.parametrize("check", list(every_check()))
def test_contract(check: Callable[[Case], None], case: Case) -> None:
    check(case)
