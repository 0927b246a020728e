"""R5: Hans draws Lilli or a guard to his square."""

import pytest

from tests.games.reeperbahn.table import begin, hand, is_legal, play, squares

CHARMS = ("charm lilli", "charm w", "charm e")


@pytest.mark.parametrize(
    ("hans", "possible"),
    [
        ("h................", [False, True, False]),  # outside, on the low side
        ("...h.............", [False, False, False]),  # with w
        (".....h...........", [True, True, False]),
        (".......h.........", [False, False, False]),  # with Lilli
        ("..........h......", [True, False, True]),
        ("............h....", [False, False, False]),  # with e
        ("................h", [False, False, True]),
    ],
)
def test_R5_1_who_can_be_charmed(hans: str, possible: list[bool]) -> None:
    for starter in (0, 1):
        position = begin(starter=starter, street=f"...w...L....e.... {hans}")
        assert is_legal(position, *CHARMS) == possible


def test_R5_1_from_any_distance_and_in_either_direction() -> None:
    street = """
        .....w...L.....e.
        ...h.............
    """
    position = begin(street=street)
    position.play("charm w")
    assert squares(position, "w") == [4]
    street = """
        ..w......L.....e.
        ............h....
    """
    for charm, figure in (("charm lilli", "lilli"), ("charm e", "e")):
        position = begin(street=street)
        position.play(charm)
        assert squares(position, figure) == [13]


def test_R5_1_never_lola_never_charly() -> None:
    position = begin()
    assert [text for text in position.legal() if text.startswith("charm")] == ["charm lilli", "charm w"]


def test_R5_1_no_cards_are_drawn_after_a_charm() -> None:
    position = begin("lilli*8")
    before = position.view(0)["board"]
    position.play("charm lilli")
    after = position.view(0)["board"]
    assert isinstance(before, dict)
    assert isinstance(after, dict)
    assert (after["stack"], after["hand"]) == (before["stack"], before["hand"])
    assert position.to_move == 1


def test_R5_1_not_after_a_discard() -> None:
    position = begin("lilli*8")
    play(position, "discard lilli")
    assert is_legal(position, *CHARMS) == [False] * 3
    assert hand(position, 0)["lilli"] == 7
