"""R3: a turn is cards of one colour, or a charm, or a swap; then draw, then Charly."""

import pytest

from estaminet.engine.errors import IllegalAction
from estaminet.games.reeperbahn.game import GAME
from tests.games.reeperbahn.table import begin, hand, is_legal, play, squares

MIXED = "lilli*3 guard1 guard2 hans2 lola2 lola3"
OPEN_STREET = """
    ....w...L...e....
    .......h.........
    .........l.......
"""


def test_R3_1_all_cards_of_a_turn_have_one_colour() -> None:
    position = begin(MIXED, street=OPEN_STREET)
    assert is_legal(position, "lilli", "guard1 w", "hans2", "lola2") == [True] * 4
    position.play("guard1 w")
    assert is_legal(position, "guard2 w", "guard2 e", "guard2 we") == [True] * 3
    assert is_legal(position, "lilli", "court", "hans2", "lola2", "lola3") == [False] * 5


def test_R3_1_end_needs_a_card() -> None:
    position = begin(MIXED)
    assert not is_legal(position, "end")[0]
    position.play("lilli")
    assert is_legal(position, "end") == [True]


def test_R3_1_end_is_written_even_if_nothing_else_is_possible() -> None:
    position = begin("lola5 lilli*7", street=OPEN_STREET)
    position.play("lola5")
    assert position.legal() == ["end"]
    assert position.to_move == 0


def test_R3_1_an_empty_hand_can_only_end() -> None:
    position = begin("guard2*8")
    play(position, *["discard guard2"] * 8)
    assert position.legal() == ["end"]
    position.play("end")
    assert hand(position, 0).total() == 8


def test_R3_1_no_end_after_the_game_is_over() -> None:
    position = begin(MIXED, street="w.L.....e........")
    position.play("lilli")
    assert position.legal() == []
    assert position.winners() == [0]


def test_R3_2_a_charm_is_the_whole_turn() -> None:
    position = begin(MIXED, street=OPEN_STREET)
    before = hand(position, 0)
    position.play("charm w")
    assert position.to_move == 1
    assert hand(position, 0) == before
    position = begin(MIXED, street=OPEN_STREET)
    position.play("lilli")
    assert is_legal(position, "charm w", "charm lilli", "charm e") == [False] * 3


def test_R3_2_a_swap_is_discards_and_nothing_else() -> None:
    position = begin(MIXED, street=OPEN_STREET)
    position.play("discard lola2")
    assert position.legal() == [
        "discard lilli", "discard guard1", "discard guard2", "discard hans2", "discard lola3", "end",
    ]  # fmt: skip
    assert squares(position, "lola") == [10]


def test_R3_2_after_a_card_nothing_can_be_swapped() -> None:
    position = begin(MIXED)
    position.play("lilli")
    assert not any(text.startswith("discard") for text in position.legal())


def test_R3_2_a_swap_needs_one_card_at_least() -> None:
    with pytest.raises(IllegalAction) as caught:
        begin(MIXED).play("end")
    assert caught.value.rule == "R3.1"


@pytest.mark.parametrize("action", ["lilli", "discard lilli"])
def test_R3_3_draw_up_to_eight_after_cards_or_a_swap(action: str) -> None:
    position = begin(MIXED, stack="lola5 flank", street=OPEN_STREET)
    play(position, action, action, "end")
    assert hand(position, 0).total() == 8
    assert hand(position, 0)["lola5"] == hand(position, 0)["flank"] == 1
    assert position.to_move == 1


def test_R3_3_charly_moves_after_cards_a_swap_and_a_charm() -> None:
    street = """
        .w....L...e......
        .......h.........
        l................
    """
    for actions in (("lilli", "end"), ("discard lilli", "end"), ("charm lilli",)):
        position = begin(MIXED, street=street)
        play(position, *actions)
        assert squares(position, "charly") == [7], actions


@pytest.mark.compiled
def test_a_turn_can_not_be_left_without_an_action() -> None:
    for seed in range(20):
        position = GAME.start(seed=seed)
        while not position.is_over:
            legal = position.legal()
            assert legal
            assert "end" in legal or sum(hand(position, position.to_move or 0).values()) == 8
            position.play(legal[(7 * len(position.history) + seed) % len(legal)])
