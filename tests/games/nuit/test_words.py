"""Why one turn is better than another, on tables drawn in text."""

import pytest

from estaminet.engine.game import LogLine
from estaminet.engine.jit.random import generator
from estaminet.engine.position import Position
from tests.games.nuit.tables import EMPTY, NUIT, set_table

MINE = """
    bar  table:R
    .    dance  .
    .    .
    .    .      .
"""
THEIRS = """
    bar:BB  table
    .       .      .
    .       .
    .       .      .
"""


def table(mine: str = MINE, *, second: bool = False) -> Position:
    """Three owners; the viewer is the first."""
    return set_table(
        mine, THEIRS, EMPTY,
        hands={0: ("from bar unpaid", "to table"), 1: ("to bar", "from table")},
        open_tiles=("table", "bar"),
        open_guests=("dance BB", "table RB", "bar RR"),
        open_actions=("to dance", "from dance", "to bar unpaid"),
        tile_stack=("dance", "table"), guest_stack=("terrace YY", "bar YB"),
        options={"threshold": 0} if second else None, second_action=second,
    )  # fmt: skip


def find(position: Position, better: str, worse: str) -> tuple[str, dict[str, str | int]] | None:
    """The reason of seat 0; turns are written like ``host 0, seat i4``."""
    world = position.known_to(0)
    NUIT.kernel.determinize(world, 0, generator(1))
    lines = [[NUIT.code(text) for text in turn.split(", ")] for turn in (better, worse)]
    reason: LogLine | None = NUIT.reason([world], 0, *lines)
    return (reason.key.removeprefix("nuit.reason_"), dict(reason.arguments)) if reason else None


@pytest.mark.parametrize(
    ("better", "worse", "reason"),
    [
        ("host 0, seat i4, seat i4", "equip 0 i3", ("guests", {"count": 2, "amount": 60})),
        ("host 0, seat i4, seat i4", "host 2, seat i1, seat i1", ("worth", {"amount": 20})),
        ("equip 0 i3", "equip 1 i3", ("fits", {"guests": "RB", "furniture": "table", "amount": 50})),
    ],
)
def test_a_first_action(better: str, worse: str, reason: tuple[str, dict[str, str | int]]) -> None:
    assert find(table(), better, worse) == reason


def test_collecting_is_told_with_what_it_pays_the_others() -> None:
    position = set_table(
        MINE.replace("table:R", "table:BB"), THEIRS.replace("BB", "Y"), EMPTY, open_tiles=("dance", "bar")
    )
    assert find(position, "cash", "equip 0 i3") == ("collects", {"amount": 60, "seat": 1, "other": 10})


def test_a_collection_that_pays_others_more_is_no_reason() -> None:
    found = find(table(), "cash", "equip 0 i3")
    assert found is None or found[0] != "collects"


def test_guests_who_change_pubs() -> None:
    """The two of the second owner's bar come to dance, or go home because nobody has foosball."""
    begins = "equip 0 i3, card 0, from 1 i1"
    position = table(second=True)
    assert find(position, f"{begins}, to dance, seat i4, seat i4, take 0", f"{begins}, to foosball, take 0") == (
        "guests",
        {"count": 2, "amount": 60},
    )
    stays = "equip 0 i3, card 1, from 0 i1, take 0"
    full = table(MINE.replace("dance", ".").replace("bar", "bar:Y"), second=True)
    assert find(full, f"{begins}, to foosball, take 0", stays) == ("lures", {"seat": 1, "amount": 60})


def test_the_last_collection_wins() -> None:
    position = set_table(
        MINE.replace("table:R", "table:BB"), THEIRS.replace("BB", "Y"), EMPTY, tips=(30,), open_tiles=("dance", "bar")
    )
    assert find(position, "cash", "equip 0 i3") == ("wins", {})


def test_turns_that_differ_in_spaces_and_seats_are_the_same_to_a_person() -> None:
    position = table()
    world = position.known_to(0)
    NUIT.kernel.determinize(world, 0, generator(1))
    first, second, other = (
        NUIT.turn_key(world, [NUIT.code(text) for text in turn])
        for turn in (["equip 0 i3"], ["equip 0 i5"], ["equip 1 i3"])
    )
    assert first == second != other
