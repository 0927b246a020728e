"""N3: where furniture may stand."""

import itertools

import pytest

from estaminet.engine.errors import IllegalAction
from tests.games.nuit.tables import EMPTY, set_table


def spaces_for(kind: str, plan: str) -> list[str]:
    """The possible spaces for a tile in this pub."""
    position = set_table(plan, EMPTY, EMPTY, open_tiles=(kind, "-"))
    return [text.split()[2] for text in position.legal() if text.startswith("equip")]


def refusal(kind: str, plan: str, space: str) -> str | None:
    position = set_table(plan, EMPTY, EMPTY, open_tiles=(kind, "-"))
    with pytest.raises(IllegalAction) as refused:
        position.play(f"equip 0 {space}")
    return refused.value.rule


def test_N3_1_terrace_tiles_outside_all_others_inside() -> None:
    assert spaces_for("terrace", EMPTY) == ["t1", "t2", "t3"]
    for kind in ("table", "dance", "foosball", "billiards"):
        assert spaces_for(kind, EMPTY) == ["i1", "i2", "i3", "i4", "i5", "i6", "i7"]
    assert refusal("terrace", EMPTY, "i1") == "N3.1"
    assert refusal("table", EMPTY, "t1") == "N3.1"


def test_N3_1_one_tile_a_space() -> None:
    plan = """
        table .
        .     dance .
        .     .
        .     terrace .
    """
    assert spaces_for("terrace", plan) == ["t1", "t3"]
    assert spaces_for("table", plan) == ["i2", "i3", "i5", "i6", "i7"]
    assert refusal("table", plan, "i4") == "N3.1"


def test_N3_2_a_bar_begins_at_a_wall() -> None:
    assert spaces_for("bar", EMPTY) == ["i1", "i2", "i3", "i5", "i6", "i7"]
    assert refusal("bar", EMPTY, "i4") == "N3.2"


def test_N3_2_the_middle_of_the_room_needs_a_bar_tile_beside_it() -> None:
    for space in range(7):
        words = ["."] * 10
        words[space] = "bar"
        has_neighbour = space in (1, 2, 4, 6)
        assert ("i4" in spaces_for("bar", " ".join(words))) is has_neighbour, space


def test_N3_2_a_bar_has_at_most_three_tiles() -> None:
    plan = """
        bar bar
        bar .   .
        .   .
        .   .   .
    """
    assert spaces_for("bar", plan) == ["i5", "i7"]  # i4 and i6 would make it four
    assert refusal("bar", plan, "i4") == "N3.2"
    assert refusal("bar", plan, "i6") == "N3.2"


def test_N3_2_a_tile_may_join_two_bars_up_to_three() -> None:
    two_singles = """
        .   bar
        .   .   .
        .   bar
        .   .   .
    """
    assert "i4" in spaces_for("bar", two_singles)
    pair_and_single = """
        bar bar
        .   .   .
        .   bar
        .   .   .
    """
    assert spaces_for("bar", pair_and_single) == ["i3", "i5", "i6"]


def test_N3_2_a_pub_may_have_several_bars() -> None:
    plan = """
        bar bar
        bar .   bar
        .   .
        .   .   .
    """
    assert spaces_for("bar", plan) == ["i7"]


def test_N3_2_every_set_of_bars_against_a_second_way_of_counting() -> None:
    beside = {1: (2, 3), 2: (1, 4), 3: (1, 4, 6), 4: (2, 3, 5, 7), 5: (4,), 6: (3, 7), 7: (4, 6)}

    def bar_of(tile: int, bars: set[int]) -> set[int]:
        reached = {tile}
        for _ in range(7):
            reached |= {other for each in reached for other in beside[each] if other in bars}
        return reached

    for size in range(8):
        for chosen in itertools.combinations(range(1, 8), size):
            bars = set(chosen)
            plan = " ".join("bar" if number in bars else "." for number in range(1, 8)) + " . . ."
            expected = [
                f"i{number}"
                for number in range(1, 8)
                if number not in bars
                and (number != 4 or bars & set(beside[4]))
                and len(bar_of(number, bars | {number})) <= 3
            ]
            assert spaces_for("bar", plan) == expected, chosen


def test_N3_3_four_billiards_in_one_pub() -> None:
    plan = """
        billiards billiards
        billiards .         .
        .         .
        .         .         .
    """
    assert spaces_for("billiards", plan) == ["i4", "i5", "i6", "i7"]
