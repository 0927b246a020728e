"""P3: a turn is exactly one of three things, or a pass that nobody can choose."""

import pytest

from estaminet.engine.errors import IllegalAction
from tests.games.poule.boards import GAME, all_cells_but, draw_and_place, give, lay, look, state_of, written
from tests.games.poule.reference import CELLS

TILES = list(range(22))


def kinds(legal: list[str]) -> set[str]:
    return {text.split()[0] for text in legal}


def test_P3_a_turn_offers_stalls_the_stack_and_the_secret_tile() -> None:
    position = GAME.start(2)
    expected = [f"stall {rank} {cell}" for rank in ("I", "II", "III", "IIII") for cell in CELLS]
    expected += ["draw", *(f"secret {cell}" for cell in CELLS)]
    assert position.legal() == expected


def test_P3_1_a_stall_goes_on_any_empty_cell_and_leaves_the_hand() -> None:
    position = GAME.start(3, options={"rounds": 1}, deal={"first": 1, "rounds": [TILES]})
    position.play("stall II c4")
    view = look(position)
    assert written(view["pieces"]) == {"c4": "G II"}
    assert view["stalls"][1] == {"I": 3, "II": 2, "III": 2, "IIII": 1}
    assert position.to_move == 2
    assert not any(text.endswith("c4") for text in position.legal())


def test_P3_1_only_the_ranks_in_hand_can_be_placed() -> None:
    position = GAME.start(2)
    give(position, {0: "II IIII"}, turn=0)
    lay(position, all_cells_but("a1", "b1"))
    assert position.legal() == ["stall II a1", "stall II b1", "stall IIII a1", "stall IIII b1"]


def test_P3_2_the_drawn_tile_is_seen_by_all_before_its_cell_is_chosen() -> None:
    position = GAME.start(2, options={"rounds": 1}, deal={"first": 0, "rounds": [TILES]})
    position.play("draw")
    for viewer in (None, 0, 1):
        assert look(position, viewer)["drawn"] == {"name": "farmer", "value": 2}
    assert position.to_move == 0
    assert position.legal() == [f"place {cell}" for cell in CELLS]
    position.play("place b2")
    assert written(look(position)["pieces"]) == {"b2": "+2"}
    assert look(position)["stack"] == 19
    assert look(position)["drawn"] is None
    assert position.to_move == 1


def test_P3_2_there_is_no_way_back_from_a_draw() -> None:
    position = GAME.start(2)
    position.play("draw")
    assert kinds(position.legal()) == {"place"}
    for text in ("stall I a1", "draw", "secret a1", "pass"):
        with pytest.raises(IllegalAction) as refusal:
            position.play(text)
        assert refusal.value.rule == "P3.2"


def test_P3_2_tiles_come_in_the_order_of_the_stack() -> None:
    position = GAME.start(2, options={"rounds": 1}, deal={"first": 0, "rounds": [TILES[::-1]]})
    draw_and_place(position, 3)
    assert written(look(position)["pieces"]) == {"a1": "fire", "b1": "purse", "c1": "-6"}


def test_P3_2_an_empty_stack_cannot_be_drawn_from() -> None:
    position = GAME.start(2)
    draw_and_place(position, 20)
    assert look(position)["stack"] == 0
    assert kinds(position.legal()) == {"stall", "secret"}


def test_P3_3_the_secret_tile_is_shown_when_it_is_placed() -> None:
    position = GAME.start(2, options={"rounds": 1}, deal={"first": 0, "rounds": [TILES[::-1]]})
    position.play("secret c4")
    assert written(look(position)["pieces"]) == {"c4": "curse"}
    assert look(position)["holds_secret"] == [False, True]
    position.play("stall I a1")
    assert kinds(position.legal()) == {"stall", "draw"}


def test_P3_4_the_secret_tile_may_be_kept_while_another_action_is_possible() -> None:
    position = GAME.start(2)
    state = state_of(position)
    secret = int(state.secret[0])
    give(position, {}, turn=0, stack=1)
    state.secret[0] = secret
    assert kinds(position.legal()) == {"draw", "secret"}


def test_P3_4_a_secret_tile_that_is_the_only_action_must_be_played() -> None:
    position = GAME.start(2)
    state = state_of(position)
    secret = int(state.secret[0])
    give(position, {1: "I I"}, turn=0)
    state.secret[0] = secret
    assert position.legal() == [f"secret {cell}" for cell in CELLS]


def test_P3_4_whoever_can_do_nothing_must_pass_while_others_can_act() -> None:
    position = GAME.start(3)
    give(position, {2: "I II"}, turn=0)
    assert position.legal() == ["pass"]
    position.play("pass")
    assert position.legal() == ["pass"]
    position.play("pass")
    assert "pass" not in position.legal()
    position.play("stall II a1")
    assert position.to_move == 0
    assert position.legal() == ["pass"]
    assert look(position)["round"] == 1


def test_P3_4_nobody_passes_while_an_action_is_possible() -> None:
    position = GAME.start(2)
    with pytest.raises(IllegalAction, match="another action is possible") as refusal:
        position.play("pass")
    assert refusal.value.rule == "P3.4"


def test_P3_5_higher_ranks_are_used_once_and_rank_I_comes_back() -> None:
    position = GAME.start(2, options={"rounds": 2})
    give(position, {0: "I III", 1: "I II II"}, turn=0)
    lay(position, all_cells_but("c5", "d5", "e5", "f5"))
    for text in ("stall III c5", "stall II d5", "stall I e5", "stall I f5"):
        position.play(text)
    assert look(position)["round"] == 2
    assert look(position)["stalls"] == [
        {"I": 4, "II": 0, "III": 0, "IIII": 0},
        {"I": 4, "II": 1, "III": 0, "IIII": 0},
    ]
