"""Why one turn is better than another, on streets drawn in text."""

import pytest

from estaminet.engine.game import LogLine
from estaminet.engine.jit.random import generator
from estaminet.games.reeperbahn.game import GAME
from tests.games.reeperbahn.table import begin

HAND = "lilli*2 guard1 guard2 hans2*2 lola3 lola0"
STREET = """
......wL.e.......
..........h......
.....l...........
........c........
"""


def find(
    better: str, worse: str, *, street: str = STREET, other: str = "", worlds: int = 4
) -> tuple[str, dict[str, str | int]] | None:
    """The reason of seat 0, whose club is to the left; turns are written like ``lilli, end``."""
    position = begin(HAND, other, street=street)
    imagined = []
    for number in range(worlds):
        world = position.known_to(0)
        GAME.kernel.determinize(world, 0, generator(number))
        imagined.append(world)
    lines = [[GAME.code(text) for text in turn.split(", ")] for turn in (better, worse)]
    reason: LogLine | None = GAME.reason(imagined, 0, *lines)
    return (reason.key.removeprefix("reeperbahn.reason_"), dict(reason.arguments)) if reason else None


@pytest.mark.parametrize(
    ("better", "worse", "reason"),
    [
        ("court, end", "hans2, end", ("lilli", {"squares": 1, "square": 7})),
        ("hans2, end", "hans2, hans2, end", ("keeps", {"colour": "yellow"})),
        ("discard hans2, discard guard1, end", "discard hans2, end", ("draws", {"count": 1})),
        ("hans2, end", "lola0, end", ("jokers", {})),
    ],
)
def test_the_figures_and_the_cards(better: str, worse: str, reason: tuple[str, dict[str, str | int]]) -> None:
    assert find(better, worse) == reason


def test_charly_comes_nearer_at_once() -> None:
    """The guard steps onto the entrance: Charly follows, now and after every turn; what lasts is the reason."""
    street = """
    ..w.L.........e..
    ...l......h......
    ........c........
    """
    assert find("guard1 w, end", "hans2, end", street=street) == ("pull", {"squares": 1})


def test_a_turn_that_wins() -> None:
    street = """
    w.L.e............
    ..........h......
    .....l...........
    ........c........
    """
    assert find("lilli", "hans2, end", street=street) == ("wins", {"by": "lilli"})


def test_a_danger_is_told_with_how_likely_it_was() -> None:
    """A guard on the other entrance pulls Charly home in the next turn, unless Hans calls him away."""
    street = """
    ......w.L......e.
    ....l....h.......
    ..............c..
    """
    key, values = find("charm e", "hans2, end", street=street, worlds=16) or ("", {})
    assert (key, values["seat"], values["percent"]) == ("danger", 1, 100)
    assert int(values["other"]) <= 80


def test_the_other_seat_sees_the_street_from_its_own_end() -> None:
    position = begin(HAND, starter=1, street=STREET)
    world = position.known_to(1)
    GAME.kernel.determinize(world, 1, generator(1))
    lines = [[GAME.code(text) for text in turn] for turn in (("lilli", "end"), ("hans2", "end"))]
    assert GAME.reason([world], 1, *lines) == LogLine("reeperbahn.reason_lilli", {"squares": 1, "square": 9})
