"""P7: the worked example of the page, played from the deal to the pay."""

from collections import Counter
from functools import cache

import pytest

from estaminet.engine.position import Position
from estaminet.games.poule.view import SegmentView
from tests.games.poule import reference
from tests.games.poule.boards import COLOURS, GAME, TILE_IDS, Board, account, gains, look, read, written

EXAMPLE = """
         a     b     c     d     e      f
    1    B I   G I   +3    -6    W IIII W I
    2    +1    +4    W I   B I   B IIII W II
    3    B II  -3    W I   +2    W II   G II
    4    W II  curse +3    fire  +5     G I
    5    G III purse fire  W III G III  B III
"""
ROWS = {"W": -3, "G": 0, "B": 20}
COLUMNS = {"W": 44, "G": 12, "B": 19}
TOTAL = {"W": 41, "G": 12, "B": 39}


def deal_for(board: Board) -> dict[str, object]:
    """Three tiles that nobody plays on top, then those of the board, row by row."""
    used: Counter[str] = Counter()
    order = []
    for word in board.values():
        if word in TILE_IDS:
            order.append((19, 20)[used[word]] if word == "fire" else TILE_IDS[word][used[word]])
            used[word] += 1
    others = [tile for tile in range(22) if tile not in order]
    return {"first": 0, "rounds": [others[:3] + order + others[3:]]}


@cache
def example() -> Position:
    """Each seat has ten turns: it places its stalls, then tiles from the stack."""
    board = read(EXAMPLE)
    position = GAME.start(3, options={"rounds": 1}, deal=deal_for(board))
    stalls = {
        seat: [(word.split()[1], cell) for cell, word in board.items() if word.startswith(f"{colour} ")]
        for seat, colour in enumerate(COLOURS)
    }
    tiles = [cell for cell, word in board.items() if word in TILE_IDS]
    while (seat := position.to_move) is not None:
        if stalls[seat]:
            rank, cell = stalls[seat].pop(0)
            position.play(f"stall {rank} {cell}")
        else:
            position.play("draw")
            position.play(f"place {tiles.pop(0)}")
    return position


def segments(line: str) -> list[SegmentView]:
    return [segment for segment in account(example())["segments"] if segment["line"] == line]


def gain(segment: SegmentView) -> dict[str, int]:
    return {colour: segment["value"] * rank for colour, rank in zip(COLOURS, segment["ranks"], strict=False)}


def test_P7_the_whole_board() -> None:
    assert written(account(example())["pieces"]) == read(EXAMPLE)
    assert len(read(EXAMPLE)) == 30
    assert example().is_over


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_P7_rows_columns_and_total_of_each_player(seat: int) -> None:
    paid = account(example())["segments"]
    colour = COLOURS[seat]
    assert sum(gain(segment)[colour] for segment in paid if segment["line"].startswith("row")) == ROWS[colour]
    assert sum(gain(segment)[colour] for segment in paid if segment["line"].startswith("column")) == COLUMNS[colour]
    assert account(example())["gains"][seat] == TOTAL[colour]
    assert look(example())["money"][seat] == 50 + TOTAL[colour]


def test_P7_row_1_costs_everybody() -> None:
    (row,) = segments("row 1")
    assert row["value"] == -3
    assert gain(row) == {"W": -15, "G": -3, "B": -3}


def test_P7_row_4_is_cut_by_a_fire_and_cursed_on_one_side() -> None:
    cursed, spared = segments("row 4")
    assert gain(cursed) == {"W": 0, "G": 0, "B": 0}
    assert gain(spared) == {"W": 0, "G": 5, "B": 0}


def test_P7_row_4_would_pay_W_6_without_the_curse() -> None:
    without = gains(EXAMPLE.replace("curse", ".    "))
    assert without[0] == TOTAL["W"] + 6


def test_P7_column_b_is_cursed_and_doubled() -> None:
    (column,) = segments("column b")
    assert column["value"] == -6
    assert gain(column) == {"W": 0, "G": -6, "B": 0}


def test_P7_column_d_shields_W_behind_the_fire() -> None:
    above, below = segments("column d")
    assert gain(above) == {"W": 0, "G": 0, "B": -4}
    assert gain(below) == {"W": 0, "G": 0, "B": 0}
    assert below["ranks"] == [3, 0, 0]
    assert above["value"] * below["ranks"][0] == -12


def test_P7_the_reference_agrees() -> None:
    assert reference.rows_and_columns(read(EXAMPLE), 3) == (list(ROWS.values()), list(COLUMNS.values()))
