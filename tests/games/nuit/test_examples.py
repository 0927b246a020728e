"""N9: the worked examples, seated Gaël 0, Ludo 1, Julie 2, Jérôme 3."""

import pytest

from tests.games.nuit.tables import EMPTY, play, set_table, state_of

GAEL, LUDO, JULIE, JEROME = range(4)


@pytest.mark.parametrize("seats", [("i1", "i1", "i2"), ("i1", "i3", "i1"), ("i2", "i1", "i3")])
def test_N9_1_from_billiards_to_the_bar(seats: tuple[str, str, str]) -> None:
    ludo = """
        billiards:RRB bar:YY
        .             .      .
        .             .
        .             .      .
    """
    julie = """
        bar:B .
        .     .  .
        .     .
        .     .  .
    """
    jerome = """
        bar   bar:Y
        bar:R .     .
        .     .
        .     .     .
    """
    position = set_table(EMPTY, ludo, julie, jerome, hands={GAEL: ("from billiards", "-")}, second_action=True)
    play(position, "pass", "card 0")
    assert position.legal() == ["from 1 i1"]
    play(position, "from 1 i1", "to bar")
    assert position.scores() == [0, 70, 0, 0]
    assert position.to_move == JEROME
    assert position.legal() == ["seat i1", "seat i2", "seat i3"]
    play(position, *(f"seat {space}" for space in seats))
    state = state_of(position)
    assert state.sitting.tolist()[:4] == [0, 2, 1, 5]
    assert state.guests[JEROME].sum(axis=0).tolist() == [1, 3, 1]
    assert position.to_move == GAEL
    assert position.scores() == [0, 70, 0, 0]


def test_N9_2_to_billiards_unpaid() -> None:
    gael = """
        billiards .
        .         .  .
        .         .
        .         .  .
    """
    julie = """
        dance:BB .
        .        .  .
        .        .
        .        .  .
    """
    jerome = """
        billiards:Y .
        .           .  .
        .           .
        .           .  .
    """
    position = set_table(
        gael, EMPTY, julie, jerome, turn=JEROME, hands={JEROME: ("-", "to billiards unpaid")}, second_action=True
    )
    play(position, "cash")
    money = position.scores()
    play(position, "card 1", "from 2 i1")
    assert position.to_move == GAEL
    assert position.legal() == ["seat i1"]
    play(position, "seat i1")
    assert state_of(position).guests[GAEL, 0].tolist() == [0, 0, 2]
    assert position.scores() == money
    assert position.to_move == JEROME
