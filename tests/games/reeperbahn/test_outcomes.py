"""What is open in the last turns, as exact play sees it: only which card is the last, and only after a charm."""

from collections import Counter

import numpy as np
import pytest

from estaminet.engine.position import Position
from estaminet.games.reeperbahn import rules
from estaminet.games.reeperbahn.components import KIND_NAMES
from estaminet.games.reeperbahn.game import GAME
from tests.games.reeperbahn.table import craft, draw_street, play

KERNEL = GAME.kernel
STREET = ".w...L..h.e......"


def last_card(stack: str = "flank", known: tuple[str, str] = ("", "")) -> Position:
    """The starter can charm; the other has four cards."""
    position = craft(("lilli*2 hans1 lola2", "guard1*2 hans2 lola2"), stack, known)
    position.memory.view(rules.STATE)[0].turn = 0
    draw_street(position, STREET)
    return position


def draws(position: Position, text: str, seat: int = 0) -> list[float] | None:
    weights = np.zeros(KERNEL.most_outcomes)
    count = KERNEL.outcomes(position.known_to(seat), GAME.code(text), weights)
    return None if count < 0 else weights[:count].tolist()


def settled(position: Position, number: int) -> tuple[Counter[str], str]:
    """The hand that was hidden and the last card, if the draw of that number comes."""
    memory = position.known_to(0)
    KERNEL.fix_outcome(memory, GAME.code("charm e"), number)
    state: rules.State = memory.view(rules.STATE)[0]
    kinds = [kind for kind, count in zip(KIND_NAMES, state.hand[1].tolist(), strict=True) for _ in range(count)]
    return Counter(kinds), KIND_NAMES[rules.KIND_OF[state.deck[0]]]


def test_R5_1_after_a_charm_every_unseen_card_may_be_the_last() -> None:
    assert draws(last_card(), "charm e") == [2, 1, 1, 1]  # guard1 twice, flank, hans2, lola2


def test_a_card_that_the_other_is_known_to_have_is_not_the_last() -> None:
    assert draws(last_card(known=("", "guard1 hans2")), "charm e") == [1, 1, 1]  # guard1, flank, lola2


def test_a_settled_draw_gives_the_other_all_that_is_not_the_last() -> None:
    position = last_card()
    assert settled(position, 0) == (Counter(["guard1", "flank", "hans2", "lola2"]), "guard1")
    assert settled(position, 1) == (Counter(["guard1", "guard1", "hans2", "lola2"]), "flank")
    assert settled(position, 3) == (Counter(["guard1", "guard1", "flank", "hans2"]), "lola2")


def test_when_the_hand_is_settled_nothing_is_open_any_more() -> None:
    position = last_card()
    memory = position.known_to(0)
    KERNEL.fix_outcome(memory, GAME.code("charm e"), 1)
    KERNEL.apply(memory, GAME.code("charm e"))
    weights = np.zeros(KERNEL.most_outcomes)
    assert KERNEL.to_move(memory) == 1
    for code in KERNEL.codes(memory).tolist():
        assert KERNEL.outcomes(memory, code, weights) == 0
    for text in ("discard hans2", "end"):
        KERNEL.apply(memory, GAME.code(text))
    assert KERNEL.to_move(memory) == -1


def test_R6_3_whoever_draws_the_last_card_ends_the_game_whatever_it_is() -> None:
    position = last_card()
    assert draws(position, "lilli") == []
    play(position, "lilli")
    assert draws(position, "end") == [1]
    memory = position.known_to(0)
    KERNEL.fix_outcome(memory, GAME.code("end"), 0)
    KERNEL.apply(memory, GAME.code("end"))
    assert KERNEL.to_move(memory) == -1
    play(position, "end")
    shares = np.zeros(2)
    KERNEL.returns(memory, shares)
    assert shares.tolist() == position.returns()


@pytest.mark.parametrize(("stack", "is_calculable"), [("flank", True), ("flank lola3", False)])
def test_with_more_cards_to_draw_hands_matter(stack: str, *, is_calculable: bool) -> None:
    position = last_card(stack)
    for seat in (0, 1):
        assert (draws(position, "charm e", seat) is not None) == is_calculable
        assert draws(position, "lilli", seat) == []  # the cards of a turn are the player's own


def test_a_turn_that_has_spent_enough_cards_is_the_last_one() -> None:
    position = craft(("lilli*4 hans1*2 lola2*2", "guard1*4 hans2*4"), "flank lola3", ("", ""))
    position.memory.view(rules.STATE)[0].turn = 0
    draw_street(position, STREET)
    play(position, "discard lilli")
    assert draws(position, "end") is None
    play(position, "discard lilli")
    assert draws(position, "end") == [1]


def test_R6_2_before_the_refill_the_last_card_ends_nothing() -> None:
    position = last_card()
    position.memory.view(rules.STATE)[0].is_refilled = 0
    assert draws(position, "charm e") is None
    play(position, "lilli")
    assert draws(position, "end") is None


def test_positions_that_go_on_alike_are_forgotten_to_the_same_bytes() -> None:
    one, other = last_card(), last_card()
    play(one, "discard lilli", "discard hans1")
    play(other, "discard hans1", "discard lilli")
    assert not np.array_equal(one.memory, other.memory)
    for position in (one, other):
        KERNEL.canonicalize(position.memory)
    assert np.array_equal(one.memory, other.memory)
