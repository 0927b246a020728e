"""P5: between rounds, and the end of the game."""

import pytest

from estaminet.engine.position import Position
from tests.games.poule.boards import GAME, account, all_cells_but, give, lay, look, state_of, written
from tests.refusals import raises_code

ROUNDS = [list(range(22)), list(range(22))[::-1]]


def end_with(money: list[int]) -> Position:
    position = GAME.start(len(money), options={"rounds": 1})
    state_of(position).money[: len(money)] = money
    lay(position, all_cells_but("f5"))
    position.play("stall I f5")
    assert position.is_over
    return position


@pytest.mark.parametrize(
    ("money", "winners", "shares"),
    [
        ([50, 60, 40], [1], [0, 1, 0]),
        ([60, 60, 40], [0, 1], [0.5, 0.5, 0]),
        ([-5, -7, -5], [0, 2], [0.5, 0, 0.5]),
        ([9, 9, 9, 9], [0, 1, 2, 3], [0.25] * 4),
    ],
)
def test_P5_1_the_most_ecus_win_and_equal_ecus_share(money: list[int], winners: list[int], shares: list[float]) -> None:
    position = end_with(money)
    assert position.winners() == winners
    assert position.returns() == shares
    assert position.scores() == money


def test_P5_1_nobody_acts_after_the_last_round() -> None:
    position = end_with([50, 50])
    assert position.to_move is None
    assert position.legal() == []
    assert look(position)["stage"] == "over"
    with raises_code("game.over") as over:
        position.play("draw")
    assert over.value.rule == "P5.1"


def test_P5_1_the_last_board_stays_to_be_looked_at() -> None:
    position = end_with([50, 50])
    assert len(look(position)["pieces"]) == 30
    assert look(position)["pieces"] == account(position)["pieces"]
    assert look(position)["round"] == 1


def test_P5_2_the_board_is_emptied_and_all_tiles_are_shuffled_anew() -> None:
    position = GAME.start(2, options={"rounds": 2}, deal={"first": 0, "rounds": ROUNDS})
    position.play("stall II a1")
    lay(position, all_cells_but("f5") | {"a1": "W II"})
    position.play("stall I f5")
    view = look(position)
    assert view["round"] == 2
    assert view["pieces"] == []
    assert view["stack"] == 20
    assert view["holds_secret"] == [True, True]
    first = view["first"]
    assert first == 1
    assert look(position, 1)["secret"] == {"name": "curse", "value": 0}
    assert look(position, 0)["secret"] == {"name": "fire", "value": 0}
    assert view["stalls"] == [{"I": 4, "II": 2, "III": 2, "IIII": 1}, {"I": 4, "II": 3, "III": 2, "IIII": 1}]


def test_P5_2_the_paid_board_is_kept_for_those_who_want_to_count_again() -> None:
    position = GAME.start(2, options={"rounds": 2})
    lay(position, {"a1": "+6", "b1": "W I"})
    give(position, {1: "I"}, turn=1)
    assert look(position)["last_round"] is None
    position.play("stall I f5")
    assert written(account(position)["pieces"]) == {"a1": "+6", "b1": "W I", "f5": "G I"}
    assert account(position)["gains"] == [6, 0]
