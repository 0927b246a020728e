"""R6: the stack, its one refill, and the end with its last card."""

from collections import Counter

import pytest

from estaminet.engine.position import Position
from estaminet.games.reeperbahn import rules
from estaminet.games.reeperbahn.components import KIND_NAMES
from tests.games.reeperbahn.table import begin, draw_street, hand, is_legal, play, squares, swap


def board(position: Position, seat: int | None = None) -> dict[str, object]:
    found = position.view(seat)["board"]
    assert isinstance(found, dict)
    return found


def play_to_the_last_card(edition: str = "reeperbahn") -> Position:
    """A position in which the second stack has one card left, and nothing has moved."""
    position = begin(edition=edition)
    while not (board(position)["is_refilled"] and board(position)["stack"] == 1):
        left = board(position)["stack"]
        assert isinstance(left, int)
        swap(position, min(8, left - 1) if left > 1 else 1)
    return position


def test_R6_1_the_stack_can_be_counted_and_discards_are_open() -> None:
    position = begin("lilli*2 flank", "lola5")
    play(position, "discard lilli", "discard lilli", "discard flank", "end")
    for seat in (0, 1, None):
        assert board(position, seat)["stack"] == 36
        assert board(position, seat)["discards"] == {"lilli": 2, "flank": 1}


def test_R6_2_refilled_with_the_last_card_that_is_needed() -> None:
    position = begin()
    for _ in range(4):
        swap(position, 8)
    assert (board(position)["stack"], board(position)["is_refilled"]) == (7, False)
    swap(position, 7)
    assert (board(position)["stack"], board(position)["is_refilled"]) == (39, True)
    assert board(position)["discards"] == {}
    assert hand(position, 0).total() == hand(position, 1).total() == 8


def test_R6_2_refilled_in_the_middle_of_drawing_and_drawing_goes_on() -> None:
    order = list(range(55))
    position = begin("lilli*8", reshuffle=order)
    for _ in range(4):
        swap(position, 8)
    assert position.to_move == 0
    spent = hand(position, 0)
    swap(position, 8)
    assert (board(position)["stack"], board(position)["is_refilled"]) == (39, True)
    assert hand(position, 0).total() == 8
    # The new stack had the cards of this turn too, and its top card, the lowest id discarded, has been drawn.
    state: rules.State = position.memory.view(rules.STATE)[0]
    in_stack = Counter(KIND_NAMES[rules.KIND_OF[card]] for card in state.deck[: state.stack])
    assert hand(position, 0)["lilli"] >= 1
    assert (spent - in_stack - hand(position, 0)).total() == 0


@pytest.mark.compiled
def test_R6_2_there_is_always_something_to_refill() -> None:
    for edition, fewest in (("reeperbahn", 39), ("royal_visit", 38)):
        for last in range(1, 9):
            position = begin(edition=edition)
            while True:
                left = board(position)["stack"]
                assert isinstance(left, int)
                if left <= last:
                    swap(position, last)
                    break
                swap(position, min(8, left - last))
            assert board(position)["is_refilled"]
            assert board(position)["stack"] == fewest


@pytest.mark.parametrize(
    ("street", "winners"),
    [
        ("..w....L...e..... ............c....", [0]),
        ("..w.......L.e.... ...c.............", [1]),
        ("..w.....L...e.... ...c.............", [0]),
        ("..w.....L...e.... ............c....", [1]),
        ("..w.....L...e.... ........c........", [0, 1]),
    ],
)
def test_R6_3_the_last_card_of_the_second_stack_ends_the_game(street: str, winners: list[int]) -> None:
    for edition in ("reeperbahn", "royal_visit"):
        position = play_to_the_last_card(edition)
        draw_street(position, street + " ....h............ .....l...........")
        swap(position, 1)
        assert position.is_over
        assert position.winners() == winners
        assert position.scores() == ([0.5, 0.5] if len(winners) == 2 else [1 - winners[0], winners[0]])
        assert board(position)["end"] == "stack"
        assert board(position)["stack"] == 0


def test_R6_3_the_game_ends_before_the_hand_is_full() -> None:
    position = play_to_the_last_card()
    seat = position.to_move
    assert seat is not None
    swap(position, 3)
    assert position.is_over
    assert hand(position, seat).total() == 6


def test_R6_3_before_charly_moves() -> None:
    position = play_to_the_last_card()
    seat = position.to_move
    entrance = "l" + "." * 16 if seat == 0 else "." * 16 + "l"
    charly = "..c.............." if seat == 0 else "..............c.."
    draw_street(position, f"..w.....L.....e.. {entrance} {charly}")
    swap(position, 1)
    assert position.is_over
    assert squares(position, "charly") == [3 if seat == 0 else 15]
    assert board(position)["end"] == "stack"


def test_R6_3_a_charm_takes_no_card_and_does_not_end_the_game() -> None:
    position = play_to_the_last_card()
    draw_street(position, "..w.....L.....e.. .....h...........")
    assert is_legal(position, "charm lilli") == [True]
    position.play("charm lilli")
    assert not position.is_over
