"""N7: how a game ends and who has won."""

from estaminet.engine.position import Position
from tests.games.nuit.tables import EMPTY, play, set_table, state_of

PLANS = ("bar:YR dance:B  . . .  . .  . . .", "bar:B table  . . .  . .  . . .", EMPTY)


def last_card(card: str, *plans: str, second: str = "-") -> Position:
    """Seat 0 has played its first action and now plays one of the last cards."""
    position = set_table(*plans, hands={0: (card, second)}, action_stack=(), second_action=True)
    play(position, "cash" if "cash" in position.legal() else "pass")
    state_of(position).money[:] = 0
    return position


def test_N7_1_the_sixth_cash_card_ends_the_game_at_once() -> None:
    position = set_table(*PLANS, tips=(70,), hands={0: ("from bar", "to bar")}, second_action=True)
    play(position, "cash")
    assert position.is_over
    assert position.scores() == [60 + 70, 30, 0]


def test_N7_1_the_fifth_does_not() -> None:
    position = set_table(*PLANS, tips=(70, 40), hands={0: ("from bar", "to bar")}, second_action=True)
    play(position, "cash")
    assert position.legal() == ["card 0", "card 1"]


def test_N7_2_after_the_last_action_card_everybody_collects_without_tip() -> None:
    position = play(last_card("to table", *PLANS), "card 0", "from 0 i1")
    assert position.to_move == 1
    assert position.scores() == [30, 0, 0]
    play(position, "seat i2")
    assert not position.is_over  # the second guest still has to sit down
    play(position, "seat i2")
    assert position.is_over
    assert position.scores() == [30 + 30, 30 + 30, 0]
    assert position.winners() == [0, 1]


def test_N7_2_also_when_the_guests_go_home() -> None:
    position = play(last_card("to foosball unpaid", *PLANS), "card 0", "from 0 i1")
    assert position.is_over
    assert position.scores() == [30, 30, 0]


def test_N7_2_also_when_the_card_has_no_effect() -> None:
    position = play(last_card("from billiards", *PLANS), "card 0")
    assert position.is_over
    assert position.scores() == [60, 30, 0]


def test_N7_2_not_while_another_card_is_left() -> None:
    position = play(last_card("from billiards", *PLANS, second="to foosball"), "card 0")
    assert not position.is_over
    assert position.to_move == 1


def test_N7_3_equal_marks_share_the_victory() -> None:
    position = play(set_table(*PLANS[:2], PLANS[0], tips=(30,), turn=1), "cash")
    assert position.scores() == [60, 60, 60]
    assert position.winners() == [0, 1, 2]
    assert position.returns() == [1 / 3, 1 / 3, 1 / 3]
    position = play(set_table(*PLANS, tips=(30,)), "cash")
    assert position.winners() == [0]
    assert position.returns() == [1, 0, 0]
    assert position.view()["winners"] == [0]


def test_N7_4_as_many_idle_turns_as_owners_end_the_game() -> None:
    position = set_table(EMPTY, "bar:YB .  . . .  . .  . . .", EMPTY, turn=1)
    assert play(position, "pass", "pass").legal() == ["pass"]
    assert play(position, "pass").is_over
    assert position.scores() == [0, 40, 0]


def test_N7_4_a_card_played_begins_the_count_again() -> None:
    position = set_table(
        EMPTY, EMPTY, EMPTY, hands={2: ("from bar", "-")}, action_stack=("to bar",), second_action=True
    )
    play(position, "pass", "pass", "pass", "card 0", "take stack", "pass", "pass")
    assert not position.is_over
    assert state_of(position).idle_turns == 2
    play(position, "pass")
    assert position.legal() == ["card 0"]
    assert play(position, "card 0").is_over  # N7.2: it was the last one


def test_N7_4_any_other_first_action_begins_the_count_again() -> None:
    full = "table table  table table table  table table  . . ."
    position = set_table(full, full, EMPTY, open_tiles=("table", "-"))
    play(position, "pass", "pass", "equip 0 i1")
    assert state_of(position).idle_turns == 0
    play(position, "pass", "pass")
    assert not position.is_over
    assert play(position, "pass").is_over
    assert position.winners() == [0, 1, 2]
