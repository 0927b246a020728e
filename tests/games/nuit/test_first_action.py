"""N4: equip, welcome, collect or pass."""

import pytest

from estaminet.engine.errors import IllegalAction
from estaminet.engine.position import Position
from estaminet.games.nuit import rules
from tests.games.nuit.tables import EMPTY, play, set_table, state_of

FULL = """
    table table
    table table table
    table table
    terrace terrace terrace
"""


def rule_against(position: Position, action: str) -> str | None:
    """The rule that forbids an action; fails if it is allowed."""
    before = position.memory.tobytes()
    with pytest.raises(IllegalAction) as refused:
        position.play(action)
    assert position.memory.tobytes() == before
    return refused.value.rule


def test_N4_a_turn_has_one_first_action_and_then_the_next_owner_is_due() -> None:
    position = set_table(EMPTY, EMPTY, EMPTY, turn=2, open_tiles=("table", "bar"))
    play(position, "equip 0 i1")
    assert position.to_move == 0
    assert rule_against(position, "card 0") == "N4"


def test_N4_1_equip_takes_an_open_tile_and_the_next_one_replaces_it() -> None:
    position = set_table(EMPTY, EMPTY, EMPTY, open_tiles=("table", "terrace"), tile_stack=("dance", "bar"))
    assert "equip 1 t2" in position.legal()
    play(position, "equip 1 t2")
    state = state_of(position)
    assert (state.tiles[0, 8], state.rows[rules.TILES, :2].tolist(), state.tops[rules.TILES]) == (0, [1, 2], 37)


def test_N4_1_a_tile_without_a_legal_space_cannot_be_taken() -> None:
    position = set_table(FULL, EMPTY, EMPTY, open_tiles=("terrace", "bar"))
    assert position.legal() == ["pass"]
    assert rule_against(position, "equip 0 t1") == "N3.1"


def test_N4_2_host_only_if_all_guests_fit_on_their_kind() -> None:
    three_free_seats = """
        bar:Y bar
        .     .   .
        .     .
        terrace . .
    """
    cards = ("bar YYR", "bar YYRB", "terrace YYRB")
    position = set_table(three_free_seats, EMPTY, EMPTY, open_guests=cards)
    assert position.legal() == ["host 0"]
    assert rule_against(position, "host 1") == "N4.2"
    assert rule_against(position, "host 2") == "N4.2"


def test_N4_2_a_group_table_must_be_empty_whatever_the_size_of_the_group() -> None:
    plan = """
        foosball:Y foosball
        billiards:B .  .
        .  .
        .  .  .
    """
    cards = ("foosball YRB", "billiards YBBB", "foosball YYRR")
    position = set_table(plan, EMPTY, EMPTY, open_guests=cards)
    assert position.legal() == ["host 0", "host 2"]
    assert rule_against(position, "host 1") == "N4.2"
    play(position, "host 2")
    assert position.legal() == ["seat i2"]


def test_N4_2_the_card_is_replaced_at_once_and_only_the_own_pub_counts() -> None:
    bars = "bar bar  . . .  . .  . . ."
    position = set_table(
        EMPTY, bars, EMPTY, turn=1, open_guests=("-", "bar RR", "-"), guest_stack=("dance BB", "bar YB")
    )
    play(position, "host 1")
    assert state_of(position).rows[rules.GUEST_CARDS].tolist() == [-1, 14, -1]
    assert position.to_move == 1
    play(position, "seat i1", "seat i2")
    assert position.to_move == 2
    assert position.legal() == ["pass"]


def test_N4_2_the_guest_stack_is_not_reshuffled() -> None:
    plan = "bar bar  . . .  . .  . . ."
    position = play(set_table(plan, EMPTY, EMPTY, open_guests=("bar RR", "-", "-")), "host 0", "seat i1", "seat i2")
    play(position, "pass", "pass")
    assert position.legal() == ["pass"]


def test_N4_3_cash_pays_every_owner_and_the_tip_to_the_active_one() -> None:
    plans = ("bar:YR table:B  . . .  . .  . . .", "dance:YYRB .  . . .  . .  . . .", EMPTY)
    position = play(set_table(*plans, turn=1, tips=(60, 30)), "cash")
    assert position.scores() == [60, 70 + 60, 0]
    state = state_of(position)
    assert state.guests.sum() == 7  # guests stay
    assert state.tops[rules.CASH_CARDS] == 5
    assert position.to_move == 2


def test_N4_3_cash_needs_a_guest_of_ones_own_and_one_of_somebody_else() -> None:
    mine, none = "bar:Y .  . . .  . .  . . .", "bar .  . . .  . .  . . ."
    assert "cash" in set_table(mine, none, mine).legal()
    assert rule_against(set_table(mine, none, none, open_tiles=("table", "-")), "cash") == "N4.3"
    assert rule_against(set_table(none, mine, mine, open_tiles=("table", "-")), "cash") == "N4.3"


def test_N4_4_pass_only_if_nothing_else_is_possible() -> None:
    assert set_table(FULL, EMPTY, EMPTY, open_tiles=("table", "-")).legal() == ["pass"]
    assert rule_against(set_table(EMPTY, EMPTY, EMPTY, open_tiles=("table", "-")), "pass") == "N4.4"
    guests = "bar:Y .  . . .  . .  . . ."
    assert set_table(guests, guests, EMPTY).legal() == ["cash"]


def test_N4_4_the_second_action_still_follows_a_pass() -> None:
    position = set_table(FULL, EMPTY, EMPTY, hands={0: ("from bar", "to bar")}, second_action=True)
    play(position, "pass")
    assert position.legal() == ["card 0", "card 1"]
    assert position.to_move == 0
