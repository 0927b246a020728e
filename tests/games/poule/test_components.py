"""P1: what is in the box."""

import pytest

from estaminet.games.poule.components import CELLS, TILES
from tests.games.poule.boards import GAME, look, read, state_of


def test_P1_1_columns_a_to_f_rows_1_to_5_from_the_castle_side() -> None:
    assert CELLS[:7] == ("a1", "b1", "c1", "d1", "e1", "f1", "a2")
    assert CELLS[-1] == "f5"
    assert len(set(CELLS)) == 30


def test_P1_1_a_board_is_drawn_with_row_1_on_top() -> None:
    board = read("""
           a      b      c      d      e      f
      1    .      .      .      .      .      fire
      2    .      .      .      .      .      .
      3    .      .      .      .      .      .
      4    .      .      W III  .      .      .
      5    -6     .      .      .      .      .
    """)
    assert board == {"f1": "fire", "c4": "W III", "a5": "-6"}


def test_P1_2_twelve_buyers_six_rogues_a_purse_two_fires_a_curse() -> None:
    assert {tile.name: tile.value for tile in TILES[:12]} == {
        "king": 6, "queen": 6, "bishop": 5, "abbess": 5, "knight": 4, "lady": 4,
        "burgher": 3, "burgheress": 3, "farmer": 2, "farmeress": 2, "farmhand": 1, "maid": 1,
    }  # fmt: skip
    assert {tile.name: tile.value for tile in TILES[12:18]} == {
        "beggar": -1, "quack": -2, "thief": -3, "cardsharp": -4, "preacher": -5, "tax_collector": -6,
    }  # fmt: skip
    assert [tile.name for tile in TILES[18:22]] == ["purse", "fire", "fire", "curse"]
    assert state_of(GAME.start()).tiles == 22


def test_P1_3_a_deal_names_tiles_by_these_ids() -> None:
    order = list(range(22))
    position = GAME.start(options={"rounds": 1, "tiles": "open"}, deal={"first": 0, "rounds": [order]})
    stack = look(position)["open_stack"]
    assert stack is not None
    assert [tile["value"] for tile in stack[:18]] == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, -1, -2, -3, -4, -5, -6]
    assert [tile["name"] for tile in stack[18:]] == ["purse", "fire", "fire", "curse"]


@pytest.mark.parametrize(("players", "rank_one"), [(2, 4), (3, 3), (4, 2)])
def test_P1_4_stalls_of_each_colour(players: int, rank_one: int) -> None:
    hands = look(GAME.start(players))["stalls"]
    assert hands == [{"I": rank_one, "II": 3, "III": 2, "IIII": 1}] * players
