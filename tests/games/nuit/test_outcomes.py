"""What a draw may bring, as exact play sees it: from the four stacks, where every hand is open."""

import numpy as np
import pytest

from estaminet.engine.position import Position
from estaminet.games.nuit import rules
from estaminet.games.nuit.components import KINDS
from tests.games.nuit.tables import EMPTY, NUIT, guest_card, play, set_table, state_of

KERNEL = NUIT.kernel
PUB = """
    bar:R  .
    .  .  .
    .  .
    .  .  .
"""
HANDS = {0: ("to table", "-"), 1: ("from bar", "-"), 2: ("to bar", "to bar")}
ALL_KNOWN = [(seat, slot) for seat in range(3) for slot in range(2)]


def table(**changes: object) -> Position:
    arguments: dict[str, object] = {
        "hands": HANDS,
        "known": ALL_KNOWN,
        "open_tiles": ("table", "bar"),
        "tile_stack": ("dance", "table", "dance"),
        "open_guests": ("bar RR", "-", "-"),
        "guest_stack": ("bar YB", "table RB"),
        "action_stack": (),
        "tips": (50, 50, 70),
        "second_action": True,
    }
    return set_table(PUB, PUB, EMPTY, **{**arguments, **changes})  # type: ignore[arg-type]  # checked by what is made


def draws(position: Position, text: str, seat: int = 0) -> list[float] | None:
    weights = np.zeros(KERNEL.most_outcomes)
    count = KERNEL.outcomes(position.known_to(seat), NUIT.code(text), weights)
    return None if count < 0 else weights[:count].tolist()


def fix_outcome(position: Position, text: str, number: int) -> rules.State:
    """The record after an action with the draw of that number."""
    memory = position.known_to(0)
    KERNEL.fix_outcome(memory, NUIT.code(text), number)
    KERNEL.apply(memory, NUIT.code(text))
    state: rules.State = memory.view(rules.STATE)[0]
    return state


def test_N4_1_a_tile_is_replaced_by_one_of_the_stack() -> None:
    position = table()
    assert draws(position, "equip 0 i3") == [1, 2]
    shown = [KINDS[fix_outcome(position, "equip 0 i3", number).rows[rules.TILES, 0]] for number in (0, 1)]
    assert shown == ["table", "dance"]


def test_N4_2_a_guest_card_is_replaced_by_one_of_the_stack() -> None:
    position = table(open_guests=("bar YB", "bar RR", "-"), guest_stack=("table RB", "bar YYR"))
    state_of(position).free_seats[0, KINDS.index("bar")] = 2
    assert draws(position, "host 1") == [1, 1]
    shown = [int(fix_outcome(position, "host 1", number).rows[rules.GUEST_CARDS, 1]) for number in (0, 1)]
    assert shown == [guest_card("table RB"), guest_card("bar YYR")]


def test_N4_3_cash_cards_with_the_same_tip_are_the_same() -> None:
    position = table()
    assert draws(position, "cash") == [2, 1]
    assert [int(fix_outcome(position, "cash", number).money[0]) for number in (0, 1)] == [20 + 50, 20 + 70]


def test_N2_5_an_empty_stack_brings_nothing() -> None:
    assert draws(table(tile_stack=()), "equip 0 i3") == []


def test_N5_6_a_card_from_the_open_row_is_replaced_openly() -> None:
    position = table(open_actions=("to dance", "-", "-"), action_stack=("from bar unpaid", "to bar unpaid"))
    play(position, "cash", "card 0", "from 0 i1")
    assert draws(position, "take 0") == [1, 1]
    assert draws(position, "take stack") is None


def test_N5_6_a_card_from_the_stack_is_no_secret_if_all_are_the_same() -> None:
    position = table(action_stack=("from table", "from table"))
    play(position, "cash", "card 0", "from 0 i1")
    assert draws(position, "take stack") == [2]
    assert fix_outcome(position, "take stack", 0).hands[0, 0] == 4 * KINDS.index("table")


@pytest.mark.parametrize(("seat", "is_calculable"), [(0, True), (1, False)])
def test_a_hand_that_somebody_cannot_see_cannot_be_calculated(seat: int, *, is_calculable: bool) -> None:
    position = table(known=ALL_KNOWN[1:])
    assert (draws(position, "cash", seat) is not None) == is_calculable


def test_what_draws_nothing_has_no_chance_in_it() -> None:
    position = table()
    play(position, "cash")
    assert draws(position, "card 0") == []


def test_the_end_is_near_when_few_cards_are_left_to_play() -> None:
    assert not KERNEL.is_end_near(table().memory)
    assert KERNEL.is_end_near(table(hands={0: ("to table", "-"), 1: ("from bar", "-")}).memory)


def test_who_went_home_and_what_was_shown_is_forgotten() -> None:
    one, other = table(), table()
    state_of(one).gone_home[0] = 3
    state_of(one).shown = 2
    for position in (one, other):
        KERNEL.canonicalize(position.memory)
    assert np.array_equal(one.memory, other.memory)
