"""N5: action cards move guests from tile to tile and from pub to pub."""

import pytest

from estaminet.engine.errors import IllegalAction
from estaminet.engine.position import Position
from estaminet.games.nuit import rules
from estaminet.games.nuit.components import KINDS
from tests.games.nuit.tables import EMPTY, NUIT, card_number, play, set_table, state_of
from tests.games.nuit.test_first_action import rule_against

NINE = """
    dance:YYYY dance:RRRR
    table:Y    table .
    .          .
    .          .  .
"""


def with_card(*plans: str, card: str, second: str = "from foosball unpaid", turn: int = 0) -> Position:
    """A position in which the owner of this turn has nothing to do but to play the card in slot 0."""
    position = set_table(*plans, turn=turn, hands={turn: (card, second)}, second_action=True)
    play(position, "cash" if "cash" in position.legal() else "pass")
    state_of(position).money[:] = 0
    return play(position, "card 0")


def test_N5_1_no_second_action_below_ten_guests() -> None:
    position = set_table(NINE, EMPTY, EMPTY, hands={0: ("from bar", "to bar")}, open_tiles=("table", "table"))
    play(position, "equip 0 i5")
    assert position.to_move == 1
    assert not state_of(position).is_second_on


def test_N5_1_the_turn_that_reaches_ten_guests_has_a_second_action() -> None:
    position = set_table(NINE, EMPTY, EMPTY, hands={0: ("from bar", "to bar")}, open_guests=("table RB", "-", "-"))
    play(position, "host 0", "seat i4")
    assert not state_of(position).is_second_on  # ten are in the pubs, but the first action is not over
    play(position, "seat i4")
    assert position.to_move == 0
    assert position.legal() == ["card 0", "card 1"]


def test_N5_1_it_stays_on_when_fewer_guests_remain() -> None:
    position = set_table(
        NINE, EMPTY, EMPTY, hands={1: ("from bar", "to bar")}, open_tiles=("table", "-"), second_action=True, turn=1
    )
    play(position, "equip 0 i1")
    assert position.legal() == ["card 0", "card 1"]


@pytest.mark.parametrize(("threshold", "is_on"), [(0, True), (9, True), (10, False), (63, False)])
def test_N5_1_N8_the_threshold_is_an_option(threshold: int, is_on: bool) -> None:  # noqa: FBT001  # from the table above
    hands = {0: ("from bar", "to bar")}
    position = set_table(NINE, EMPTY, EMPTY, hands=hands, open_tiles=("table", "-"), options={"threshold": threshold})
    play(position, "equip 0 i5")
    assert (position.legal() == ["card 0", "card 1"]) is is_on


def test_N5_1_threshold_zero_counts_from_the_first_turn_but_not_during_setup() -> None:
    position = NUIT.start(players=3, seed=8, options={"threshold": 0})
    for _ in range(9):
        assert all(text.startswith("put") for text in position.legal())
        position.play(position.legal()[0])
    position.play(next(text for text in position.legal() if text.startswith("equip")))
    assert position.to_move == 0
    assert position.legal() == ["card 0", "card 1"]


PUBS = (
    "bar:YR table:B  . . .  . .  terrace:Y . .",
    "bar:B dance:RR  . . .  . .  . . .",
    "bar billiards:Y  . . .  . .  . . .",
)


def test_N5_2_a_from_card_empties_a_tile_of_its_kind_in_any_pub() -> None:
    position = with_card(*PUBS, card="from bar")
    assert position.legal() == ["from 0 i1", "from 1 i1"]  # the bar of seat 2 has no guest
    assert rule_against(position, "from 0 i2") == "N5.2"
    assert rule_against(position, "from 2 i1") == "N5.2"
    assert rule_against(position, "from 2 i7") == "N5.2"
    assert rule_against(position, "from 4 i1") == "N5.2"


def test_N5_2_after_a_from_card_any_other_kind_may_be_named() -> None:
    position = play(with_card(*PUBS, card="from bar"), "from 0 i1")
    assert position.legal() == ["to terrace", "to table", "to dance", "to foosball", "to billiards"]
    assert rule_against(position, "to bar") == "N5.2"
    play(position, "to foosball")  # nobody has one
    assert state_of(position).gone_home.tolist() == [1, 1, 0]


def test_N5_2_a_to_card_empties_a_tile_of_any_other_kind() -> None:
    position = with_card(*PUBS, card="to bar")
    assert position.legal() == ["from 0 i2", "from 0 t1", "from 1 i2", "from 2 i2"]
    assert rule_against(position, "from 1 i1") == "N5.2"
    play(position, "from 0 i2")
    assert position.to_move == 1  # no seat at the bar of seat 0, one at that of seat 1
    assert position.legal() == ["seat i1"]


def test_N5_2_all_guests_of_the_tile_leave_it() -> None:
    position = play(with_card(*PUBS, card="from bar"), "from 0 i1", "to billiards")
    state = state_of(position)
    assert state.guests[0, 0].tolist() == [0, 0, 0]
    assert state.gone_home.tolist() == [1, 1, 0]  # the only billiards table is taken


def test_N5_3_the_same_pub_comes_first() -> None:
    dancers = "dance:YR bar  . . .  . .  . . ."
    position = play(with_card(dancers, dancers, dancers, card="to bar", turn=2), "from 1 i1")
    assert position.to_move == 1
    play(position, "seat i2", "seat i2")
    assert state_of(position).guests[1, 1].tolist() == [1, 1, 0]


def test_N5_3_then_clockwise_and_only_where_all_of_them_fit() -> None:
    plans = (
        "bar .  . . .  . .  . . .",
        "bar bar:RR  . . .  . .  . . .",
        "dance:YRB bar:B  . . .  . .  . . .",
        "bar:Y bar:Y  bar:Y . .  . .  . . .",
    )
    # Seat 2 has one seat, seat 3 has three: not seat 0, which would be next.
    position = play(with_card(*plans, card="to bar"), "from 2 i1")
    assert position.to_move == 3
    # Without those three, the two seats each of seats 0 and 1 do not help: the group is not split.
    plans = (*plans[:3], EMPTY)
    position = play(with_card(*plans, card="to bar"), "from 2 i1")
    assert state_of(position).gone_home.tolist() == [1, 1, 1]


def test_N5_3_the_search_goes_round_the_whole_table() -> None:
    plans = ("bar bar  . . .  . .  . . .", "bar:YR .  . . .  . .  . . .", "dance:YB .  . . .  . .  . . .")
    position = play(with_card(*plans, card="to bar", turn=1), "from 2 i1")
    assert position.to_move == 0


def test_N5_3_whoever_finds_no_room_is_out_of_the_game() -> None:
    position = play(with_card(*PUBS, card="to foosball"), "from 1 i2")
    state = state_of(position)
    assert (state.gone_home.tolist(), state.in_pubs) == ([0, 2, 0], 6)


@pytest.mark.parametrize(("card", "paid"), [("to table", 60), ("to table unpaid", 0)])
def test_N5_4_guests_who_leave_the_pub_or_go_home_pay_unless_the_card_is_unpaid(card: str, paid: int) -> None:
    leaving = "dance:YRB .  . . .  . .  . . ."
    position = play(with_card(leaving, EMPTY, "table table  . . .  . .  . . .", card=card), "from 0 i1")
    assert position.to_move == 2
    assert position.scores() == [paid, 0, 0]
    position = play(with_card(leaving, EMPTY, "table .  . . .  . .  . . .", card=card), "from 0 i1")
    assert state_of(position).gone_home.tolist() == [1, 1, 1]
    assert position.scores() == [paid, 0, 0]


def test_N5_4_within_the_same_pub_nobody_pays() -> None:
    position = play(with_card("dance:YRB table  table . .  . .  . . .", EMPTY, EMPTY, card="to table"), "from 0 i1")
    assert position.to_move == 0
    assert position.scores() == [0, 0, 0]


def test_N5_5_a_from_card_without_a_guest_on_its_kind_has_no_effect() -> None:
    position = with_card("dance:YR bar  . . .  . .  . . .", EMPTY, EMPTY, card="from bar")
    assert position.to_move == 0
    assert position.legal() == ["take stack"]  # the refill follows
    assert state_of(position).in_pubs == 2


def test_N5_5_a_to_card_without_a_guest_on_another_kind_has_no_effect() -> None:
    position = with_card("bar:YR bar  . . .  . .  . . .", EMPTY, EMPTY, card="to bar")
    assert position.legal() == ["take stack"]
    assert state_of(position).in_pubs == 2


def test_N5_5_a_card_that_can_be_carried_out_must_be_even_if_the_guests_go_home() -> None:
    position = with_card("bar:YR bar  . . .  . .  . . .", EMPTY, EMPTY, card="from bar")
    assert position.legal() == ["from 0 i1"]


def test_N5_5_either_card_may_be_played_with_effect_or_without() -> None:
    plan = "bar:YR bar  . . .  . .  . . ."
    position = set_table(plan, EMPTY, EMPTY, hands={0: ("from bar", "from dance")}, second_action=True)
    assert play(position, "pass").legal() == ["card 0", "card 1"]


ROW = ("to bar", "from table", "-")


def refilling(*, action_stack: tuple[str, ...] = ("to dance", "from dance"), row: tuple[str, ...] = ROW) -> Position:
    """A position after `card 1` without effect."""
    position = set_table(
        EMPTY,
        EMPTY,
        EMPTY,
        hands={0: ("from bar", "from terrace"), 1: ("to table", "to terrace")},
        open_actions=row,
        action_stack=action_stack,
        second_action=True,
    )
    return play(position, "pass", "card 1")


def test_N5_6_an_open_card_is_taken_into_the_slot_of_the_played_one_and_replaced() -> None:
    position = refilling()
    assert position.legal() == ["take 0", "take 1", "take stack"]
    assert rule_against(position, "take 2") == "N2.5"
    assert rule_against(position, "cash") == "N5.6"
    play(position, "take 1")
    state = state_of(position)
    assert state.hands[0].tolist() == [card_number("from bar"), card_number("from table")]
    assert state.rows[rules.ACTION_CARDS].tolist() == [card_number("to bar"), card_number("to dance"), -1]
    assert position.to_move == 1


def test_N5_6_or_the_top_of_the_stack() -> None:
    position = play(refilling(), "take stack")
    state = state_of(position)
    assert state.hands[0].tolist() == [card_number("from bar"), card_number("to dance")]
    assert state.is_known[0].tolist() == [0, 0]
    assert state.rows[rules.ACTION_CARDS].tolist() == [card_number("to bar"), card_number("from table"), -1]


def test_N5_6_a_card_from_the_open_row_stays_known_until_it_is_played() -> None:
    position = play(refilling(), "take 1")
    assert state_of(position).is_known[0].tolist() == [0, 1]
    seen = state_of(position).hands[0, 1]
    for seat in (None, 0, 1, 2):
        assert position.known_to(seat).view(rules.STATE)[0].hands[0, 1] == seen
    state_of(position).hands[1] = -1
    play(position, "pass", "pass", "pass", "card 1")
    assert state_of(position).is_known[0].tolist() == [0, 0]
    play(position, "take stack")
    assert state_of(position).is_known[0].tolist() == [0, 0]


def test_N5_6_forced_takes_are_decisions_too() -> None:
    assert refilling(action_stack=(), row=("-", "to bar", "-")).legal() == ["take 1"]
    position = refilling(row=("-", "-", "-"))
    assert position.legal() == ["take stack"]
    assert play(position, "take stack").actions[-1] == "take stack"


def test_N5_6_with_the_stack_empty_the_open_slot_stays_empty() -> None:
    position = refilling(action_stack=())
    assert rule_against(position, "take stack") == "N5.6"
    play(position, "take 0")
    assert state_of(position).rows[rules.ACTION_CARDS].tolist() == [-1, card_number("from table"), -1]


def test_N5_6_with_nothing_left_nothing_is_taken_and_the_slot_stays_empty() -> None:
    position = refilling(action_stack=(), row=("-", "-", "-"))
    assert position.to_move == 1
    assert state_of(position).hands[0].tolist() == [card_number("from bar"), -1]
    play(position, "pass", "card 0", "pass")
    play(position, "pass")
    assert position.legal() == ["card 0"]
    assert rule_against(position, "card 1") == "N5.6"


def test_N5_6_with_no_card_in_hand_the_second_action_is_left_out() -> None:
    position = set_table(
        NINE, EMPTY, EMPTY, hands={1: ("from bar", "-")}, open_tiles=("table", "-"), second_action=True
    )
    assert play(position, "equip 0 i5").to_move == 1


def test_N5_6_N8_with_action_draw_stack_nothing_lies_open() -> None:
    position = NUIT.start(players=4, seed=3, options={"action_draw": "stack", "threshold": 0})
    state = state_of(position)
    assert state.rows[rules.ACTION_CARDS].tolist() == [-1, -1, -1]
    assert state.tops[rules.ACTION_CARDS] == 8
    while position.legal()[0] != "card 0":
        position.play(position.legal()[0])
    while not position.legal()[0].startswith("take"):
        position.play(position.legal()[0])
    assert position.legal() == ["take stack"]
    assert rule_against(position, "take 0") == "N8"


def test_N5_2_other_actions_wait_until_the_card_is_done() -> None:
    position = set_table(*PUBS, hands={0: ("from bar", "to bar")}, second_action=True)
    play(position, "cash")
    assert rule_against(position, "pass") == "N5.2"
    play(position, "card 0")
    assert rule_against(position, "card 1") == "N5.2"
    play(position, "from 0 i1")
    assert rule_against(position, "from 1 i1") == "N5.2"
    assert len(position.legal()) == len(KINDS) - 1


def test_an_illegal_action_leaves_the_position_alone() -> None:
    position = refilling()
    with pytest.raises(IllegalAction):
        position.play("card 0")
    assert position.legal() == ["take 0", "take 1", "take stack"]
