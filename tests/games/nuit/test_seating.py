"""N6: who sits where, and who decides it."""

from tests.games.nuit.tables import EMPTY, play, set_table, state_of
from tests.games.nuit.test_first_action import rule_against


def test_N6_1_yellow_first_then_red_then_blue_one_by_one() -> None:
    plan = """
        bar bar
        bar table .
        .   .
        .   .     .
    """
    position = set_table(plan, EMPTY, EMPTY, open_guests=("bar YYRB", "-", "-"))
    play(position, "host 0")
    assert position.legal() == ["seat i1", "seat i2", "seat i3"]
    assert rule_against(position, "seat i4") == "N6.1"
    play(position, "seat i1", "seat i1")
    assert position.legal() == ["seat i2", "seat i3"]
    assert rule_against(position, "seat i1") == "N6.1"
    play(position, "seat i3", "seat i2")
    guests = state_of(position).guests[0]
    assert [guests[0].tolist(), guests[1].tolist(), guests[2].tolist()] == [[2, 0, 0], [0, 0, 1], [0, 1, 0]]
    assert position.to_move == 1


def test_N6_1_a_forced_seat_is_a_decision_too() -> None:
    position = set_table("bar .  . . .  . .  . . .", EMPTY, EMPTY, open_guests=("bar RR", "-", "-"))
    play(position, "host 0")
    assert position.legal() == ["seat i1"]
    play(position, "seat i1", "seat i1")
    assert position.actions == ["host 0", "seat i1", "seat i1"]


def test_N6_1_one_seat_puts_the_whole_group_on_one_empty_table() -> None:
    plan = """
        billiards billiards:Y
        billiards foosball .
        .         .
        .         .        .
    """
    position = set_table(plan, EMPTY, EMPTY, open_guests=("billiards YRRB", "-", "-"))
    play(position, "host 0")
    assert position.legal() == ["seat i1", "seat i3"]
    assert rule_against(position, "seat i2") == "N6.1"
    play(position, "seat i3")
    assert state_of(position).guests[0, 2].tolist() == [1, 2, 1]
    assert position.to_move == 1


def test_N6_1_groups_never_share_a_table() -> None:
    plans = ("dance:Y billiards:B  . . .  . .  . . .", "billiards .  . . .  . .  . . .", EMPTY)
    position = set_table(*plans, hands={0: ("to billiards", "-")}, second_action=True)
    play(position, "pass", "card 0", "from 0 i1")
    assert position.to_move == 1


def test_N6_1_seats_given_up_are_free_again() -> None:
    plans = ("dance:YRB bar:Y  . . .  . .  . . .", "bar bar  . . .  . .  . . .", EMPTY)
    position = set_table(
        *plans, hands={0: ("from dance", "-")}, second_action=True, open_guests=("dance RRBB", "-", "-")
    )
    play(position, "pass", "card 0", "from 0 i1", "to bar", "seat i1", "seat i1", "seat i2", "take stack")
    play(position, "cash", "pass")
    assert "host 0" in position.legal()


def test_N6_2_the_owner_of_the_pub_decides_also_in_another_ones_turn() -> None:
    plans = ("dance:YB .  . . .  . .  . . .", EMPTY, "bar bar  . . .  . .  . . .")
    position = set_table(*plans, turn=1, hands={1: ("to bar", "-")}, second_action=True)
    play(position, "pass", "card 0", "from 0 i1")
    assert position.to_move == 2
    assert position.view(2)["legal"]
    assert position.view(1)["legal"] == []
    assert rule_against(position, "take stack") == "N6.1"
    play(position, "seat i1")
    assert position.to_move == 2
    play(position, "seat i2")
    assert position.to_move == 1  # back to the owner whose turn it is, for the refill
    assert play(position, "take stack").to_move == 2
