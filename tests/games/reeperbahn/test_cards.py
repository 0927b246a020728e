"""R4: what cards do."""

import pytest

from estaminet.engine.errors import IllegalAction
from estaminet.games.reeperbahn.components import ACTIONS
from tests.games.reeperbahn.table import begin, is_legal, play, squares

ALL_RED = "lola1 lola2 lola3 lola4 lola5 lola0 lilli flank"


def test_R4_1_cards_move_toward_the_acting_player() -> None:
    for starter, step in ((0, -1), (1, 1)):
        for action, figure, far in (
            ("lilli", "lilli", 1),
            ("guard1 w", "w", 1),
            ("hans2", "hans", 2),
            ("lola3", "lola", 3),
        ):
            position = begin("lilli guard1 hans2 lola3", starter=starter)
            (before,) = squares(position, figure)
            position.play(action)
            assert squares(position, figure) == [before + step * far]


def test_R4_2_a_card_is_carried_out_in_full_or_not_at_all() -> None:
    position = begin("hans1 hans2 hans3", street="..h..............")
    assert is_legal(position, "hans1", "hans2", "hans3") == [True, True, False]
    with pytest.raises(IllegalAction) as caught:
        position.play("hans3")
    assert caught.value.rule == "R4.2"
    assert squares(position, "hans") == [3]


def test_R4_2_no_figure_leaves_the_street() -> None:
    low = """
        w...L...........e
        h................
        .l...............
    """
    position = begin("guard1 guard2 lilli*2 hans1 lola1 lola2 flank", street=low)
    assert is_legal(position, "guard1 w", "guard2 w", "guard2 we", "court", "hans1", "lola2") == [False] * 6
    assert is_legal(position, "guard1 e", "guard2 e", "lola1", "lilli") == [True] * 4
    high = """
        w...........L...e
        ................h
        ...............l.
    """
    position = begin("guard1 guard2 lilli*2 hans1 lola1 lola2 flank", starter=1, street=high)
    assert is_legal(position, "guard1 e", "guard2 e", "guard2 we", "court", "hans1", "lola2") == [False] * 6
    assert is_legal(position, "guard1 w", "guard2 w", "lola1", "lilli") == [True] * 4


def test_R4_3_lilli_stays_between_the_guards() -> None:
    position = begin("lilli*3", street="......wL...e.....")
    assert is_legal(position, "lilli", "court") == [False, True]
    position.play("court")
    assert squares(position, "w", "lilli", "e") == [6, 7, 11]
    assert is_legal(position, "lilli") == [False]


def test_R4_3_other_figures_pass_and_share_squares_freely() -> None:
    street = """
        ....w...L...e....
        ..........h......
        ........l........
    """
    position = begin("hans2 hans3 lola4", street=street)
    play(position, "hans2", "hans3")
    assert squares(position, "hans") == [6]
    position = begin("hans2", street=street)
    position.play("hans2")
    assert squares(position, "hans", "lilli", "lola") == [9, 9, 9]


def test_R4_4_single_lilli_cards_and_pairs_follow_each_other() -> None:
    position = begin("lilli*6 guard1*2", street=".....w....L...e..")
    play(position, "lilli", "court", "lilli", "court")
    assert squares(position, "w", "lilli", "e") == [4, 7, 13]
    assert position.legal() == ["end"]


def test_R4_4_a_court_move_needs_two_lilli_cards() -> None:
    position = begin("lilli guard2*7")
    assert is_legal(position, "lilli", "court") == [True, False]


def test_R4_5_guards_one_two_or_one_each() -> None:
    street = ".....w....L...e.."
    for action, after in (
        ("guard1 w", [5, 15]),
        ("guard1 e", [6, 14]),
        ("guard2 w", [4, 15]),
        ("guard2 e", [6, 13]),
        ("guard2 we", [5, 14]),
    ):
        position = begin("guard1 guard2", street=street)
        position.play(action)
        assert squares(position, "w", "e") == after, action


def test_R4_5_a_guard_never_passes_lilli_nor_lands_on_her() -> None:
    position = begin("guard1 guard2", street="....w...L.e......")
    assert is_legal(position, "guard1 e", "guard2 e", "guard2 we") == [True, False, True]
    position.play("guard2 we")
    assert is_legal(position, "guard1 e") == [False]
    position = begin("guard1 guard2", starter=1, street=".......wL..e.....")
    assert is_legal(position, "guard1 w", "guard2 w", "guard2 we", "guard1 e", "guard2 e") == [False] * 3 + [True] * 2


@pytest.mark.parametrize(
    ("street", "is_possible"),
    [
        ("..w....L......e..", True),
        ("......wL..e......", True),
        ("....w..Le........", True),
        ("......wLe........", False),
    ],
)
def test_R4_6_flank_calls_both_guards_to_lilli(street: str, *, is_possible: bool) -> None:
    position = begin("flank", street=street)
    assert is_legal(position, "flank") == [is_possible]
    if is_possible:
        position.play("flank")
        assert squares(position, "w", "lilli", "e") == [7, 8, 9]


def test_R4_7_hans_and_lola_move_by_their_numbers() -> None:
    position = begin("hans1 hans2 hans3 lola0", street="...........h.....")
    play(position, "hans1", "hans2", "hans3")
    assert squares(position, "hans") == [6]
    position = begin(ALL_RED, street="................l")
    play(position, "lola1", "lola2", "lola3", "lola4", "lola5")
    assert squares(position, "lola") == [2]


@pytest.mark.parametrize("street", ["l................", "................l"])
def test_R4_7_lola_goes_to_the_centre_from_either_side(street: str) -> None:
    position = begin("lola0*2", street=street)
    position.play("lola0")
    assert squares(position, "lola") == [9]
    assert is_legal(position, "lola0") == [False]


def test_R4_8_a_red_card_moves_another_figure_by_its_number() -> None:
    street = """
        ....w.......L...e
        ..........h......
        ......l..........
    """
    for action, figure, after in (
        ("joker3 lilli", "lilli", 10),
        ("joker3 hans", "hans", 8),
        ("joker3 w", "w", 2),
        ("joker3 e", "e", 14),
    ):
        position = begin(ALL_RED, street=street)
        position.play(action)
        assert squares(position, figure) == [after]
        assert squares(position, "lola") == [7]


@pytest.mark.parametrize(
    ("starter", "lola", "is_possible"),
    [
        (0, "l................", True),  # on the own entrance
        (0, ".......l.........", True),
        (0, "........l........", True),  # on the centre
        (0, ".........l.......", False),  # with Lilli
        (0, "................l", False),
        (1, "................l", True),
        (1, "..........l......", True),
        (1, ".........l.......", False),
        (1, "........l........", False),
        (1, "l................", False),
    ],
)
def test_R4_8_lola_stands_between_lilli_and_the_own_end(starter: int, lola: str, *, is_possible: bool) -> None:
    position = begin("lola1", starter=starter, street=f"....w....L....e.. {lola}")
    assert is_legal(position, "joker1 lilli", "joker1 hans", "joker1 w", "joker1 e") == [is_possible] * 4


def test_R4_8_joker_is_checked_before_each_card() -> None:
    street = """
        ..w......L....e..
        .......l.........
    """
    position = begin("lola1 lola2*2", street=street)
    position.play("joker2 lilli")
    assert squares(position, "lilli", "lola") == [8, 8]
    assert position.legal() == ["end"]


def test_R4_8_jokers_keep_the_court_and_the_street() -> None:
    street = """
        ...w....L...e....
        ...h.............
        .l...............
    """
    position = begin(ALL_RED, street=street)
    figures = {"lilli": 4, "hans": 3, "w": 3, "e": 3}
    for figure, room in figures.items():
        texts = [f"joker{number} {figure}" for number in range(1, 6)]
        assert is_legal(position, *texts) == [number <= room for number in range(1, 6)], figure


def test_R4_8_lola0_is_no_joker_and_jokers_make_no_court_move() -> None:
    assert not any(action.text.startswith(("joker0", "joker court")) for action in ACTIONS)
    position = begin("lola0*2 guard1*4 guard2*2", street="....w....L....e.. l................")
    assert not any(text.startswith("joker") for text in position.legal())
    position = begin("lola2*2 guard1*4 guard2*2", street="....w....L....e.. l................")
    position.play("joker2 lilli")
    assert position.legal() == ["joker2 lilli", "end"]


RED_STREET = """
    ....w.......L...e
    ............h....
    ......l..........
"""


def test_R4_9_lola_herself_for_the_whole_turn() -> None:
    for first in ("lola1", "lola0"):
        position = begin(ALL_RED, street=RED_STREET)
        position.play(first)
        assert {text.rstrip("012345") for text in position.legal()} == {"lola", "end"}


@pytest.mark.parametrize(
    ("first", "figures"),
    [("joker1 lilli", {"lilli"}), ("joker1 hans", {"hans"}), ("joker1 w", {"w", "e"}), ("joker1 e", {"w", "e"})],
)
def test_R4_9_the_first_red_card_fixes_the_colour(first: str, figures: set[str]) -> None:
    position = begin("lola1 lola2 lola3 lola0 lilli*2 guard1 hans1", street=RED_STREET)
    position.play(first)
    legal = position.legal()
    assert legal.pop() == "end"
    assert {text.split()[0][:5] for text in legal} == {"joker"}
    assert {text.split()[1] for text in legal} == figures


def test_R4_9_grey_jokers_move_either_guard_card_by_card() -> None:
    position = begin(ALL_RED, street=RED_STREET)
    play(position, "joker1 w", "joker3 e", "joker2 w")
    assert squares(position, "w", "e") == [2, 14]


@pytest.mark.parametrize(
    ("first", "second"), [("lilli", "joker1 lilli"), ("joker1 lilli", "lilli"), ("guard1 w", "joker1 w")]
)
def test_R4_9_jokers_are_not_mixed_with_the_colour_they_stand_for(first: str, second: str) -> None:
    position = begin("lola1 lola2 lola3 lola0 lilli*2 guard1 hans1", street=RED_STREET)
    position.play(first)
    with pytest.raises(IllegalAction) as caught:
        position.play(second.replace("joker1", "joker2"))
    assert caught.value.rule == "R4.9"
