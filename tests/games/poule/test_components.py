"""P1, P8: what is in the box, and every action as the page of rules writes it."""

from collections import Counter

import pytest

import estaminet
from estaminet.engine.errors import UnknownAction
from estaminet.engine.record import Record
from estaminet.games.poule.components import CELLS, TILES
from tests.games.poule.boards import GAME, look, read, state_of, walk


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


def test_P8_every_action_is_written_as_the_page_says() -> None:
    texts = [action.text for action in GAME.actions]
    assert Counter(text.split()[0] for text in texts) == {"stall": 120, "draw": 1, "place": 30, "secret": 30, "pass": 1}
    assert texts[:2] == ["stall I a1", "stall I b1"]
    assert {"stall IIII f5", "draw", "place c4", "secret c4", "pass"} <= set(texts)


@pytest.mark.parametrize(
    "text", ["stall IV a1", "stall 1 a1", "stall I g1", "stall I a6", "Draw", "place", "pass ", "stall  I a1", ""]
)
def test_P8_nothing_else_is_an_action(text: str) -> None:
    with pytest.raises(UnknownAction):
        GAME.start().play(text)


def test_P8_targets_are_what_a_person_points_at() -> None:
    targets = {action.text: action.targets for action in GAME.actions}
    assert targets["stall III c4"] == ("rank:III", "cell:c4")
    assert targets["draw"] == ("stack",)
    assert targets["place c4"] == ("cell:c4",)
    assert targets["secret c4"] == ("secret", "cell:c4")
    assert targets["pass"] == ()


def test_P8_a_record_is_the_deal_and_the_actions_and_its_scores_are_the_ecus_at_the_end() -> None:
    *_, last = walk(GAME.start(3, seed=5), seed=5)
    record = estaminet.read_record(Record.of(last).to_json())
    assert list(record.actions) == last.actions
    assert record.scores == tuple(last.scores())
    assert record.replay().memory.tobytes() == last.memory.tobytes()
