"""N2: what lies where before the first turn."""

import pytest

from estaminet.engine.errors import IllegalAction
from estaminet.engine.position import Position
from estaminet.games.nuit import rules
from estaminet.games.nuit.view import NuitView, build_view
from tests.games.nuit.tables import EMPTY, NUIT, deal, play, set_table, state_of

ACTIONS = [0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 33]


def board(position: Position, seat: int) -> NuitView:
    return build_view(position.known_to(seat), seat)


def test_N2_1_two_tiles_three_guest_cards_and_three_action_cards_lie_open() -> None:
    view = build_view(NUIT.start(players=3, seed=2).known_to(), -1)
    assert None not in [*view["open_tiles"], *view["open_guests"], *view["open_actions"]]
    assert [len(view["open_tiles"]), len(view["open_guests"]), len(view["open_actions"])] == [2, 3, 3]
    assert view["stacks"] == {"furniture": 38 - 9 - 2, "guests": 18, "actions": 36 - 6 - 3, "cash": 6}
    view = build_view(NUIT.start(players=5, seed=2).known_to(), -1)
    assert view["stacks"] == {"furniture": 38 - 15 - 2, "guests": 18, "actions": 36 - 10 - 3, "cash": 6}


def test_N2_2_seats_get_their_tiles_and_cards_before_anything_is_laid_open() -> None:
    tiles = [0, 9, 18, 22, 30, 34, 1, 10, 19, 23, 31]
    position = NUIT.start(players=3, deal=deal(furniture=tiles, guests=[20, 9, 4], actions=ACTIONS))
    view = build_view(position.known_to(), -1)
    assert view["start_tiles"] == [
        ["terrace", "table", "dance"],
        ["bar", "foosball", "billiards"],
        ["terrace", "table", "dance"],
    ]
    assert view["open_tiles"] == ["bar", "foosball"]
    assert [card and card["furniture"] for card in view["open_guests"]] == ["billiards", "bar", "terrace"]
    # Seat s holds cards 2s and 2s + 1; those of even index in ACTIONS say `from`, the others `to`.
    for seat, furniture in enumerate(("terrace", "table", "dance")):
        hand = board(position, seat)["hands"][seat]
        paying = {"furniture": furniture, "paying": True}
        assert [held and held["card"] for held in hand] == [{"type": "from", **paying}, {"type": "to", **paying}]
    row = [(card["type"], card["furniture"]) for card in view["open_actions"] if card]
    assert row == [("from", "bar"), ("to", "bar"), ("from", "foosball")]
    assert position.to_move == 0
    assert position.scores() == [0, 0, 0]


def test_N2_3_in_seat_order_each_owner_places_three_tiles_in_the_order_drawn() -> None:
    tiles = [0, 9, 18, 22, 30, 34, 1, 10, 19]
    position = NUIT.start(players=3, deal=deal(furniture=tiles))
    assert position.legal() == ["put t1", "put t2", "put t3"]
    play(position, "put t2")
    assert position.legal() == [f"put i{number}" for number in range(1, 8)]
    play(position, "put i4", "put i1")
    assert position.to_move == 1
    assert "put i4" not in position.legal()  # a bar comes first, and it needs a wall
    play(position, "put i3", "put i4")
    assert board(position, 0)["start_tiles"] == [[], ["billiards"], ["terrace", "table", "dance"]]
    play(position, "put i5", "put t1", "put i1")
    assert position.to_move == 2
    play(position, "put i2")
    assert position.to_move == 0
    placed = {
        seat: {space["space"]: space["tile"] for space in pub["spaces"] if space["tile"]}
        for seat, pub in enumerate(board(position, 0)["pubs"])
    }
    assert placed[0] == {"t2": "terrace", "i4": "table", "i1": "dance"}
    assert placed[1] == {"i3": "bar", "i4": "foosball", "i5": "billiards"}
    assert placed[2] == {"t1": "terrace", "i1": "table", "i2": "dance"}
    with pytest.raises(IllegalAction):
        position.play("put i6")


def test_N2_3_three_start_tiles_of_a_kind_always_fit() -> None:
    for first in (0, 9, 18, 22, 30, 34):
        position = NUIT.start(players=3, deal=deal(furniture=[first, first + 1, first + 2]))
        for _ in range(3):
            position.play(position.legal()[-1])
        assert position.to_move == 1


def test_N2_5_a_taken_tile_is_replaced_in_its_slot() -> None:
    position = set_table(EMPTY, EMPTY, EMPTY, open_tiles=("table", "bar"), tile_stack=("dance", "foosball"))
    play(position, "equip 0 i1")
    assert board(position, 0)["open_tiles"] == ["dance", "bar"]
    play(position, "equip 1 i1")
    assert board(position, 0)["open_tiles"] == ["dance", "foosball"]


def test_N2_5_with_the_stack_empty_a_slot_stays_empty_and_the_other_keeps_its_number() -> None:
    position = play(set_table(EMPTY, EMPTY, EMPTY, open_tiles=("table", "bar")), "equip 0 i1")
    assert board(position, 0)["open_tiles"] == [None, "bar"]
    assert {text.split()[1] for text in position.legal()} == {"1"}
    with pytest.raises(IllegalAction) as refused:
        position.play("equip 0 i2")
    assert refused.value.rule == "N2.5"


def test_N2_5_guest_cards_keep_their_slots_too() -> None:
    plans = ["bar bar  bar . .  . .  . . ."] * 3
    position = set_table(*plans, open_guests=("bar RR", "bar YB", "-"), guest_stack=("dance BB",))
    play(position, "host 0", "seat i1", "seat i1", "host 1", "seat i2", "seat i2")
    cards = board(position, 0)["open_guests"]
    assert [card and card["furniture"] for card in cards] == ["dance", None, None]
    with pytest.raises(IllegalAction) as refused:
        position.play("host 1")
    assert refused.value.rule == "N2.5"


def test_stacks_of_a_true_position_forget_what_was_taken() -> None:
    state = state_of(NUIT.start(players=3, seed=4))
    assert state.tops.tolist() == [11, 3, 9, 0]
    for stack, top in enumerate(state.tops.tolist()):
        things = state.stacks[stack].tolist()
        assert set(things[:top]) <= {rules.NONE}
        assert min(things[top : rules.SIZES[stack]]) >= 0
