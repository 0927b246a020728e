"""The rules of connect four, and the contract of every game. In drawings, seat 0 has X and seat 1 has O."""

import pytest

from connect_four import rules
from connect_four.game import COLUMNS, DISCS, GAME
from estaminet.engine.contract import check_game
from estaminet.engine.errors import BadDeal, EstaminetError, IllegalAction
from estaminet.engine.position import Position


def grid(drawing: str) -> Position:
    """The position that a drawing shows; whoever has fewer discs is to move, seat 0 if both have as many."""
    rows = [line.split() for line in drawing.split("\n") if line.strip()]
    position = GAME.start()
    state: rules.State = position.memory.view(rules.STATE)[0]
    for height, row in enumerate(reversed(rows)):
        for column, disc in enumerate(row):
            if disc != ".":
                state.discs[DISCS.index(disc)] |= 1 << column * rules.FENCE + height
                state.dropped += 1
    state.turn = state.dropped % 2
    return position


def test_the_contract_of_every_game() -> None:
    check_game(GAME, seeds=3)


def test_C2_1_a_disc_falls_onto_the_topmost_one() -> None:
    position = GAME.start()
    for column in "ddd":
        position.play(f"drop {column}")
    assert position.render() == "\n".join([
        ". . . . . . .",
        ". . . . . . .",
        ". . . . . . .",
        ". . . X . . .",
        ". . . O . . .",
        ". . . X . . .",
        "a b c d e f g",
    ])  # fmt: skip
    assert position.to_move == 1
    assert position.view()["board"] == {
        "columns": {"a": [], "b": [], "c": [], "d": [0, 1, 0], "e": [], "f": [], "g": []}
    }


def test_C2_2_no_disc_in_a_full_column() -> None:
    position = GAME.start()
    for _ in range(rules.ROWS):
        position.play("drop c")
    assert position.legal() == [f"drop {column}" for column in COLUMNS if column != "c"]
    with pytest.raises(IllegalAction, match="column c is full") as refused:
        position.play("drop c")
    assert refused.value.rule == "C2.2"


LINES = {
    "level": """
        . . . O . . .
        . . . X X X .
        . . . O X O O""",
    "upright": """
        X . . . . . .
        X . . . . . .
        X O O . . . O""",
    "rising": """
        . . . . . . .
        . . X O . . .
        . X O X . . .
        X O O X O . .""",
    "falling": """
        . . . X . . .
        . . . O X . .
        . . . X O X .
        . O . O O X .""",
}


@pytest.mark.parametrize(
    ("line", "winning"),
    [("level", "g"), ("upright", "a"), ("rising", "d"), ("falling", "g")],
)
def test_C3_1_four_in_a_line_win_at_once(line: str, winning: str) -> None:
    position = grid(LINES[line])
    assert position.to_move == 0
    elsewhere = position.copy()
    elsewhere.play("drop c")
    assert not elsewhere.is_over
    position.play(f"drop {winning}")
    assert position.winners() == [0]
    assert position.scores() == [1, 0]
    assert position.legal() == []
    with pytest.raises(EstaminetError, match="over"):
        position.play("drop b")


def test_C3_1_a_line_does_not_go_on_in_the_next_column() -> None:
    position = grid("""
        X . . . . . .
        X . . . . . .
        X . . . . . .
        O . . . . . .
        O . . . . . .
        O . . . . . .
    """)
    assert position.to_move == 0
    position.play("drop b")
    assert not position.is_over


def test_C3_2_a_full_grid_is_shared() -> None:
    position = grid("""
        . X O X O X O
        X O X O X O X
        X O X O X O X
        O X O X O X O
        O X O X O X O
        X O X O X O X
    """)
    assert position.legal() == ["drop a"]
    before = position.known_to()
    position.play("drop a")
    assert position.is_over
    assert position.winners() == [0, 1]
    assert position.returns() == [0.5, 0.5]
    assert position.scores() == [0, 0]
    lines = GAME.describe(before, GAME.actions[0], position.known_to())
    assert [line.key for line in lines] == ["connect_four.drop", "connect_four.shared"]


def test_C3_1_the_log_names_the_winner() -> None:
    position = GAME.start()
    for column in "abababa":
        position.play(f"drop {column}")
    assert [line.key for line in position.log()[-1]] == ["connect_four.drop", "connect_four.wins"]
    assert position.log()[-1][1].arguments == {"seat": 0}


def test_C1_the_deal_is_empty() -> None:
    assert GAME.start(seed=5).deal.values == {}
    with pytest.raises(BadDeal):
        GAME.start(deal={"first": 0})


def test_C1_two_players() -> None:
    with pytest.raises(EstaminetError, match="players"):
        GAME.start(3)
