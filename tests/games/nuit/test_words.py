"""What turns are the same to a person, on tables drawn in text."""

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


def test_turns_that_differ_in_spaces_and_seats_are_the_same_to_a_person() -> None:
    position = table()
    world = position.known_to(0)
    NUIT.kernel.determinize(world, 0, generator(1))
    first, second, other = (
        NUIT.turn_key(world, [NUIT.code(text) for text in turn])
        for turn in (["equip 0 i3"], ["equip 0 i5"], ["equip 1 i3"])
    )
    assert first == second != other
