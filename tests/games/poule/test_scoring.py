"""P4: when a round ends and what it pays. W, G, B are seats 0, 1, 2."""

import pytest

from estaminet.engine.position import Position
from tests.games.poule.boards import GAME, account, all_cells_but, gains, give, lay, look, pay, read


def values(drawing: str) -> dict[str, list[int]]:
    """The values of the segments of each line that is worth anything."""
    worth: dict[str, list[int]] = {}
    for segment in account(pay(read(drawing)))["segments"]:
        worth.setdefault(segment["line"], []).append(segment["value"])
    return {line: found for line, found in worth.items() if any(found)}


def start_with_none_returning() -> Position:
    return GAME.start(2, options={"rounds": 2, "stalls_return": "none"})


def test_P4_1_a_round_ends_at_once_when_all_cells_are_full() -> None:
    position = GAME.start(2, options={"rounds": 2})
    lay(position, all_cells_but("e5", "f5"))
    position.play("stall I e5")
    assert look(position)["round"] == 1
    position.play("stall I f5")
    assert look(position)["round"] == 2
    assert look(position)["pieces"] == []


def test_P4_1_a_drawn_tile_can_be_the_last_piece() -> None:
    position = GAME.start(2, options={"rounds": 2})
    lay(position, all_cells_but("f5"))
    position.play("draw")
    assert look(position)["round"] == 1
    position.play("place f5")
    assert look(position)["round"] == 2


def test_P4_1_a_secret_tile_can_be_the_last_piece() -> None:
    position = GAME.start(2, options={"rounds": 2})
    lay(position, all_cells_but("f5"))
    position.play("secret f5")
    assert look(position)["round"] == 2


def test_P4_1_a_round_ends_with_empty_cells_when_nobody_can_act_and_no_pass_is_written() -> None:
    position = start_with_none_returning()
    give(position, {0: "II"}, turn=0)
    position.play("stall II b1")
    assert look(position)["round"] == 2
    assert position.actions == ["stall II b1"]


def test_P4_1_a_round_does_not_end_while_somebody_else_can_act() -> None:
    position = start_with_none_returning()
    give(position, {0: "II", 1: "I"}, turn=0)
    position.play("stall II b1")
    position.play("stall I a1")
    assert look(position)["round"] == 2
    assert position.actions == ["stall II b1", "stall I a1"]


def test_P4_1_a_round_does_not_end_while_the_stack_is_left() -> None:
    position = start_with_none_returning()
    give(position, {0: "II"}, turn=0, stack=1)
    position.play("stall II b1")
    assert look(position)["round"] == 1
    assert position.legal() == ["draw"]
    position.play("draw")
    position.play("place a1")
    assert look(position)["round"] == 2


def test_P4_1_in_a_real_game_with_no_stalls_coming_back_cells_stay_empty() -> None:
    """All 20 stalls go in round 1, so round 2 has only its 22 tiles for 30 cells."""
    position = start_with_none_returning()
    while look(position)["round"] == 1:
        stalls = [text for text in position.legal() if text.startswith("stall")]
        position.play((stalls or position.legal())[0])
    while not position.is_over:
        position.play(position.legal()[0])
    assert len(account(position)["pieces"]) == 22
    assert "pass" not in position.actions


def test_P4_1_empty_cells_are_worth_nothing_and_cut_nothing() -> None:
    assert gains("""
           a      b      c      d      e      f
      1    +6     .      .      .      .      W II
      2    .      .      .      .      .      .
      3    .      .      .      .      .      .
      4    .      .      .      .      .      .
      5    .      .      .      .      .      -1
    """) == [2 * 6 - 2, 0, 0]


def test_P4_2_a_fire_cuts_a_row_and_a_column() -> None:
    drawing = """
           a      b      c      d      e      f
      1    .      .      +1     .      .      .
      2    .      .      G I    .      .      .
      3    +6     W I    fire   W II   .      -5
      4    .      .      B I    .      .      .
      5    .      .      -2     .      .      .
    """
    assert values(drawing)["row 3"] == [6, -5]
    assert values(drawing)["column c"] == [1, -2]
    assert gains(drawing) == [6 - 10, 1, -2]


def test_P4_2_a_fire_at_the_end_of_a_line_leaves_one_segment() -> None:
    drawing = """
           a      b      c      d      e      f
      1    fire   W I    +2     .      .      fire
      2    .      .      .      .      .      .
      3    .      .      .      .      .      .
      4    .      .      .      .      .      .
      5    .      .      .      .      .      .
    """
    segments = [segment for segment in account(pay(read(drawing)))["segments"] if segment["line"] == "row 1"]
    assert [segment["cells"] for segment in segments] == [["b1", "c1", "d1", "e1"]]
    assert gains(drawing) == [2, 0, 0]


def test_P4_2_two_fires_cut_one_line_into_three() -> None:
    drawing = """
           a      b      c      d      e      f
      1    .      .      .      .      .      .
      2    +1     W I    fire   G I    fire   B I
      3    .      .      .      .      .      .
      4    .      .      .      .      .      .
      5    .      .      .      .      .      -4
    """
    segments = [segment for segment in account(pay(read(drawing)))["segments"] if segment["line"] == "row 2"]
    assert [segment["cells"] for segment in segments] == [["a2", "b2"], ["d2"], ["f2"]]
    assert gains(drawing) == [1, 0, -4]


def test_P4_2_two_fires_side_by_side_leave_nothing_between_them() -> None:
    drawing = """
           a      b      c      d      e      f
      1    .      .      .      .      .      .
      2    +1     W I    fire   fire   G I    +5
      3    .      .      .      .      .      .
      4    .      .      .      .      .      .
      5    .      .      .      .      .      .
    """
    segments = [segment for segment in account(pay(read(drawing)))["segments"] if segment["line"] == "row 2"]
    assert [segment["cells"] for segment in segments] == [["a2", "b2"], ["e2", "f2"]]
    assert gains(drawing) == [1, 5, 0]


def test_P4_2_two_fires_cut_the_lines_into_fifteen_segments_at_most() -> None:
    board = {"b2": "fire", "d4": "fire", "f5": "W I", "f1": "+6"}
    paid = account(pay(board))
    assert len(paid["segments"]) == 15
    assert paid["segments"][-1] == {
        "line": "column f",
        "cells": ["f1", "f2", "f3", "f4", "f5"],
        "value": 6,
        "ranks": [1, 0, 0],
    }
    assert paid["gains"] == [6, 0, 0]


def test_P4_2_neither_curse_nor_purse_crosses_a_fire() -> None:
    assert gains("""
           a      b      c      d      e      f
      1    curse  purse  fire   +4     W I    .
      2    .      .      .      .      .      .
      3    .      .      .      .      .      .
      4    .      .      .      .      .      .
      5    .      .      .      .      .      .
    """) == [4, 0, 0]


def test_P4_3_a_segment_is_worth_buyers_plus_rogues() -> None:
    assert values("""
           a      b      c      d      e      f
      1    +6     -4     +1     W I    .      .
      2    .      .      .      .      .      .
      3    .      .      .      .      .      .
      4    .      .      .      .      .      .
      5    .      .      .      .      .      .
    """) == {"row 1": [3], "column a": [6], "column b": [-4], "column c": [1]}


def test_P4_3_a_curse_cancels_the_buyers_and_leaves_the_rogues() -> None:
    assert gains("""
           a      b      c      d      e      f
      1    +6     -4     curse  W II   .      .
      2    .      .      .      .      .      .
      3    .      .      G I    .      .      .
      4    .      .      +3     .      .      .
      5    .      .      -1     .      .      .
    """) == [-8, -1, 0]


def test_P4_3_a_purse_doubles_a_gain() -> None:
    assert gains("""
           a      b      c      d      e      f
      1    +6     -4     purse  W III  .      .
      2    .      .      .      .      .      .
      3    .      .      .      .      .      .
      4    .      .      .      .      .      .
      5    .      .      .      .      .      .
    """) == [3 * 2 * 2, 0, 0]


def test_P4_3_a_purse_doubles_a_loss() -> None:
    assert gains("""
           a      b      c      d      e      f
      1    +1     -4     purse  W III  .      .
      2    .      .      .      .      .      .
      3    .      .      .      .      .      .
      4    .      .      .      .      .      .
      5    .      .      .      .      .      .
    """) == [3 * -3 * 2, 0, 0]


@pytest.mark.parametrize("purse", ["a1", "f1"])
def test_P4_3_with_curse_and_purse_the_rogues_count_double(purse: str) -> None:
    board = {"b1": "+5", "c1": "-2", "d1": "curse", "e1": "W II", purse: "purse"}
    assert account(pay(board))["gains"] == [2 * -2 * 2, 0, 0]


def test_P4_4_ranks_of_own_stalls_in_a_segment_add_up() -> None:
    assert gains("""
           a      b      c      d      e      f
      1    +5     W I    W IIII G III  G II   .
      2    .      .      .      .      .      .
      3    .      .      .      .      .      .
      4    .      .      .      .      .      .
      5    .      .      .      .      .      .
    """) == [25, 25, 0]


def test_P4_4_a_stall_counts_once_in_its_row_and_once_in_its_column() -> None:
    assert gains("""
           a      b      c      d      e      f
      1    .      .      +3     .      .      .
      2    .      .      .      .      .      .
      3    -5     .      W II   .      .      .
      4    .      .      .      .      .      .
      5    .      .      +1     .      .      .
    """) == [2 * -5 + 2 * 4, 0, 0]


def test_P4_5_the_sum_is_paid_to_or_by_the_player() -> None:
    position = pay(
        read("""
           a      b      c      d      e      f
      1    +6     W IIII .      .      .      .
      2    .      .      .      .      .      .
      3    .      .      .      .      .      .
      4    .      .      G III  .      .      .
      5    -6     .      -5     .      B II   .
    """)
    )
    assert account(position)["gains"] == [24, -15, -22]
    assert position.scores() == [74, 35, 28]
