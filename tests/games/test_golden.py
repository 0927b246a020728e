"""Whole games stay what they were: a change of the rules or of a sentence shows as a readable difference."""

import pytest

from tests import golden


@pytest.mark.parametrize(("name", "players"), golden.names())
def test_golden_playthrough(name: str, players: int) -> None:
    expected = golden.path(name, players).read_text(encoding="utf-8")
    assert golden.playthrough(name, players) == expected, "if this is meant, `make golden` writes it anew"
