"""What a seat and a spectator cannot know: hidden exactly, and filled in again uniformly."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from itertools import combinations, permutations
from math import sqrt

import numpy as np
import pytest

from estaminet.engine.jit.random import generator
from estaminet.engine.kernel import NOBODY
from estaminet.engine.position import Position
from estaminet.games.reeperbahn import rules
from estaminet.games.reeperbahn.components import KIND_NAMES, KIND_OF, ids_in_game
from estaminet.games.reeperbahn.game import GAME
from tests.games.reeperbahn.table import begin, craft, draw_street, hand, kinds, play, swap

SEATS = (0, 1, NOBODY)
NONE = rules.NONE
Kinds = tuple[str, ...]


def state_of(memory: "np.ndarray[tuple[int], np.dtype[np.uint8]]") -> rules.State:
    state: rules.State = memory.view(rules.STATE)[0]
    return state


def names(counts: Iterable[int]) -> Kinds:
    return tuple(name for name, count in zip(KIND_NAMES, counts, strict=True) for _ in range(int(count)))


def late_game(habit: Callable[[int], int]) -> Position:
    """After the refill; each turn swaps as many cards as `habit` says for the seat."""
    position = GAME.start(seed=11)
    while not state_of(position.memory).is_refilled or state_of(position.memory).stack > 4:
        left = int(state_of(position.memory).stack)
        count = habit(position.to_move or 0)
        swap(position, min(count, left - 1) if state_of(position.memory).is_refilled else count)
    return position


# Hiding


@pytest.mark.parametrize("seat", SEATS)
def test_hide_is_idempotent_and_determinize_keeps_what_is_known(seat: int) -> None:
    position = GAME.start(seed=4)
    ply = 0
    while not position.is_over:
        if ply % 3 == 0:
            known = GAME.kernel.known(position.memory, seat)
            assert GAME.kernel.known(known, seat).tobytes() == known.tobytes()
            filled, again = position.memory.copy(), known.copy()
            GAME.kernel.determinize(filled, seat, generator(ply))
            GAME.kernel.determinize(again, seat, generator(ply))
            assert filled.tobytes() == again.tobytes()
            assert GAME.kernel.known(filled, seat).tobytes() == known.tobytes()
            assert GAME.census(filled) == {"cards": 55, "figures": 6}
            check_cards(filled)
        legal = position.legal()
        position.play(legal[(5 * ply) % len(legal)])
        ply += 1


def check_cards(memory: "np.ndarray[tuple[int], np.dtype[np.uint8]]") -> None:
    """Every id is in one place, and the counts by kind agree with the ids."""
    state = state_of(memory)
    stack = state.deck[: state.stack].tolist()
    assert len(set(stack)) == len(stack)
    for seat in (0, 1):
        held = [card for card in range(55) if int(state.hand_cards[seat]) >> card & 1]
        assert not set(held) & set(stack)
        assert Counter(KIND_OF[card] for card in held) == Counter(
            {kind: count for kind, count in enumerate(state.hand[seat].tolist()) if count}
        )
        assert len(held) == state.hand_sizes[seat]
    assert not int(state.hand_cards[0]) & int(state.hand_cards[1])


def test_positions_alike_by_kinds_hide_to_the_same_bytes() -> None:
    ids = ids_in_game("reeperbahn")
    deal = GAME.start(seed=6).deal.values
    deck, hans = [int(card) for card in deal["deck"]], deal["hans"]  # type: ignore[union-attr,arg-type]
    # The same kinds in the same places, every id exchanged for another one of its kind.
    other = {card: alike[-1 - alike.index(card)] for card in ids for alike in [ids_of(card)]}
    one = GAME.start(deal={"hans": hans, "deck": deck, "reshuffle": ids})
    two = GAME.start(deal={"hans": hans, "deck": [other[card] for card in deck], "reshuffle": ids[::-1]})
    assert one.memory.tobytes() != two.memory.tobytes()
    for count in (8, 3, 8, 8, 8):
        for seat in SEATS:
            assert GAME.kernel.known(one.memory, seat).tobytes() == GAME.kernel.known(two.memory, seat).tobytes()
        swap(one, count)
        swap(two, count)


def ids_of(card: int) -> list[int]:
    return [other for other in range(55) if KIND_OF[other] == KIND_OF[card]]


def test_the_others_cards_the_stack_and_the_refill_leave_no_trace() -> None:
    ids = ids_in_game("reeperbahn")
    own = [0, 12, 16, 28, 30, 40, 44, 53]
    rest = [card for card in ids if card not in own]
    hidden = []
    for order in (rest, rest[::-1], rest[20:] + rest[:20]):
        deck = [card for pair in zip(own, order, strict=False) for card in pair] + order[8:]
        position = GAME.start(deal={"hans": 0, "deck": deck, "reshuffle": order + own})
        hidden.append(GAME.kernel.known(position.memory, 0).tobytes())
    assert hidden[0] == hidden[1] == hidden[2]


def test_a_spectator_is_not_told_who_holds_what_after_the_refill() -> None:
    one = craft(("lilli hans2 lola0", "lilli*2 flank"), "lilli guard1", ("lilli hans2", "lilli flank"))
    two = craft(("lilli*2 flank", "lilli hans2 guard1"), "lola0 lilli", ("lilli flank", "lilli hans2"))
    hidden = [GAME.kernel.known(position.memory, NOBODY).tobytes() for position in (one, two)]
    assert hidden[0] == hidden[1]
    assert one.view()["board"] == two.view()["board"]


def test_a_seat_is_told_no_more_than_the_known_cards_after_the_refill() -> None:
    one = craft(("lilli hans2", "lilli*2 flank"), "hans2 guard1", ("lilli", "flank"))
    two = craft(("lilli hans2", "hans2 guard1 flank"), "lilli*2", ("lilli", "flank"))
    three = craft(("lilli hans2", "hans2 guard1 flank"), "lilli*2", ("lilli", "guard1"))
    hidden = [GAME.kernel.known(position.memory, 0).tobytes() for position in (one, two, three)]
    assert hidden[0] == hidden[1] != hidden[2]


def test_actions_of_earlier_turns_are_forgotten_by_the_record() -> None:
    one, two = begin("lilli*2 guard2*6"), begin("lilli*2 guard2*6")
    play(one, "discard lilli", "discard guard2", "end")
    play(two, "discard guard2", "discard lilli", "end")
    for seat in SEATS:
        assert GAME.kernel.known(one.memory, seat).tobytes() == GAME.kernel.known(two.memory, seat).tobytes()


# What the refill shows


def test_before_the_refill_nobody_knows_a_card_of_another() -> None:
    position = begin()
    swap(position, 8)
    for seat in SEATS:
        state = state_of(GAME.kernel.known(position.memory, seat))
        assert state.known.sum() == state.known_together.sum() == 0


def test_at_the_refill_each_player_knows_the_others_hand() -> None:
    position = begin()
    for count in (8, 8, 8, 8, 7):
        swap(position, count)
    for seat in (0, 1):
        view = position.view(seat)["board"]
        assert isinstance(view, dict)
        assert view["known"] == [dict(+hand(position, other)) for other in (0, 1)]
        assert Counter(view["unseen"]).total() == 39
    spectator = position.view()["board"]
    assert isinstance(spectator, dict)
    assert spectator["known"] is None
    assert spectator["known_together"] == dict(hand(position, 0) + hand(position, 1))


def test_a_refill_while_drawing_shows_the_cards_held_so_far() -> None:
    position = begin()
    for _ in range(4):
        swap(position, 8)
    seat = position.to_move
    assert seat is not None
    swap(position, 8)  # seven cards of the first stack, one of the second
    state = state_of(position.memory)
    assert state.known[seat].sum() == 7
    assert state.known[1 - seat].sum() == 8
    assert state.known_together.sum() == 15
    assert all(state.known[seat] <= state.hand[seat])


def test_known_cards_are_spent_first() -> None:
    position = craft(("lilli*2 hans2", "flank lola0"), "lilli guard1*2", ("lilli hans2", "flank"))
    state = state_of(position.memory)
    state.turn = 0
    play(position, "discard lilli", "discard lilli")
    assert names(state.known[0]) == ("hans2",)
    assert names(state.known_together) == ("flank", "hans2")
    assert names(state.known[1]) == ("flank",)


def test_a_spectator_counts_out_both_hands_together_only() -> None:
    position = craft(("lilli hans2", "lilli flank"), "hans2 guard1", ("hans2", "lilli flank"))
    state = state_of(position.memory)
    state.turn = 0
    # Seat 0 spends the Lilli card that it drew unseen: for a spectator it may as well have been the other one.
    position.play("discard lilli")
    assert names(state.known_together) == ("flank", "hans2")
    assert names(state.known[1]) == ("lilli", "flank")


# Filling in, against exact enumeration

Outcome = tuple[Kinds, Kinds, Kinds]
"""Hand of seat 0, hand of seat 1, stack top first."""


def outcome(memory: "np.ndarray[tuple[int], np.dtype[np.uint8]]") -> Outcome:
    state = state_of(memory)
    stack = tuple(KIND_NAMES[KIND_OF[card]] for card in state.deck[: state.stack][::-1])
    return names(state.hand[0]), names(state.hand[1]), stack


def in_order(cards: Iterable[str]) -> Kinds:
    return tuple(sorted(cards, key=KIND_NAMES.index))


def expect_for_seat(position: Position, seat: int, known: str) -> Counter[Outcome]:
    """Every order of the unseen cards once: the unknown part of the other hand, then the stack."""
    hands = [hand(position, 0), hand(position, 1)]
    stack = outcome(position.memory)[2]
    sure = Counter(kinds(known))
    unseen = list((hands[1 - seat] - sure).elements()) + list(stack)
    found = Counter[Outcome]()
    for order in permutations(unseen):
        taken = hands[1 - seat].total() - sure.total()
        both = [in_order(hands[seat].elements()), in_order([*sure.elements(), *order[:taken]])]
        own, other = both if seat == 0 else both[::-1]
        found[own, other, order[taken:]] += 1
    return found


def expect_for_spectator(position: Position, known: str) -> Counter[Outcome]:
    """Every order of the unseen cards, and every split of the two hands."""
    hands = [hand(position, 0), hand(position, 1)]
    stack = outcome(position.memory)[2]
    sure = Counter(kinds(known))
    unseen = list((hands[0] + hands[1] - sure).elements()) + list(stack)
    found = Counter[Outcome]()
    total = hands[0].total() + hands[1].total()
    for order in permutations(unseen):
        taken = total - sure.total()
        held = [*sure.elements(), *order[:taken]]
        for places in combinations(range(total), hands[0].total()):
            first = in_order(held[place] for place in places)
            second = in_order(held[place] for place in range(total) if place not in places)
            found[first, second, order[taken:]] += 1
    return found


def check_distribution(expected: Counter[Outcome] | Counter[Hashable], drawn: Counter[Hashable]) -> None:
    """Chi-square; a fair sampler fails this for about one seed in 30,000, and the seeds are fixed."""
    assert set(drawn) <= set(expected)
    share = drawn.total() / expected.total()
    surprise = sum((drawn[key] - count * share) ** 2 / (count * share) for key, count in expected.items())
    freedom = len(expected) - 1
    assert surprise < freedom + 4 * sqrt(2 * freedom) + 4


Cards = tuple[tuple[str, str], str, tuple[str, str] | None]
"""What `craft` takes: hands, stack, and after the refill the known cards of each hand."""
BEFORE: Cards = (("lilli hans2", "lilli flank"), "lilli guard1", None)
AFTER: Cards = (("lilli hans2 lola0", "lilli*2 flank"), "lilli guard1 hans2", ("lilli hans2", "lilli flank"))


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("cards", "seat", "known", "edition"),
    [
        (BEFORE, 0, "", "reeperbahn"),
        (BEFORE, 1, "", "reeperbahn"),
        (AFTER, 0, "lilli flank", "reeperbahn"),
        (AFTER, 1, "lilli hans2", "reeperbahn"),
        ((("lola3", "lola3 lola5"), "lola3 lilli", None), 0, "", "royal_visit"),
    ],
)
def test_determinize_is_uniform_for_a_seat(cards: Cards, seat: int, known: str, edition: str) -> None:
    position = craft(*cards, edition=edition)
    ids = ids_in_game(edition)
    expected = expect_for_seat(position, seat, known)
    assert len(expected) > 5
    assert outcome(position.memory) in expected
    drawn = Counter[Hashable]()
    rng = generator(20 + seat)
    for _ in range(700):
        filled = position.memory.copy()
        GAME.kernel.determinize(filled, seat, rng)
        drawn[outcome(filled)] += 1
    check_distribution(expected, drawn)
    check_cards(filled)
    refill = [NONE] * 55 if state_of(filled).is_refilled else ids + [NONE] * (55 - len(ids))
    assert sorted(state_of(filled).reshuffle.tolist()) == sorted(refill)


@pytest.mark.compiled
@pytest.mark.parametrize(("cards", "known"), [(BEFORE, ""), (AFTER, "lilli*2 flank hans2")])
def test_determinize_is_uniform_for_a_spectator(cards: Cards, known: str) -> None:
    position = craft(*cards)
    expected = expect_for_spectator(position, known)
    drawn = Counter[Hashable]()
    rng = generator(30)
    for _ in range(1000):
        filled = position.memory.copy()
        GAME.kernel.determinize(filled, NOBODY, rng)
        drawn[outcome(filled)] += 1
    check_distribution(expected, drawn)


@pytest.mark.compiled
@pytest.mark.parametrize("seat", SEATS)
def test_before_the_refill_every_order_of_it_is_equally_likely(seat: int) -> None:
    position = craft(*BEFORE)
    watched = [0, 30, 54]
    orders = Counter[Hashable]()
    places = Counter[Hashable]()
    rng = generator(40)
    for _ in range(600):
        filled = position.memory.copy()
        GAME.kernel.determinize(filled, seat, rng)
        order = state_of(filled).reshuffle.tolist()
        orders[tuple(card for card in order if card in watched)] += 1
        places[order.index(30)] += 1
    check_distribution(Counter[Hashable](permutations(watched)), orders)
    check_distribution(Counter[Hashable](range(55)), places)


@pytest.mark.parametrize("habit", [lambda _: 8, lambda seat: 1 + 6 * seat, lambda seat: 3 - 2 * seat])
def test_late_in_the_game_the_true_cards_are_always_among_the_possible(habit: Callable[[int], int]) -> None:
    position = late_game(habit)
    state = state_of(position.memory)
    for seat in (0, 1):
        assert all(state.known[1 - seat] <= state.hand[1 - seat])
        view = position.view(seat)["board"]
        assert isinstance(view, dict)
        unknown = hand(position, 1 - seat) - Counter(view["known"][1 - seat])
        stack = Counter(outcome(position.memory)[2])
        assert Counter(view["unseen"]) == unknown + stack
    assert all(state.known_together <= state.hand[0] + state.hand[1])
    for seat in SEATS:
        filled = position.memory.copy()
        GAME.kernel.determinize(filled, seat, generator(1))
        assert all(state_of(filled).reshuffle == NONE)
        check_cards(filled)


@pytest.mark.compiled
def test_playing_on_from_a_filled_in_position_is_sound() -> None:
    for seed in range(6):
        position = GAME.start(seed=seed, options={"edition": ("reeperbahn", "royal_visit")[seed % 2]})
        for _ in range(20 * seed):
            if not position.is_over:
                position.play(position.legal()[-1])
        if position.is_over:
            continue
        census = GAME.census(position.memory)
        GAME.kernel.determinize(position.memory, position.to_move or 0, generator(seed))
        while not position.is_over:
            legal = position.legal()
            position.play(legal[(3 * len(position.history)) % len(legal)])
            assert GAME.census(position.memory) == census


def test_nothing_is_revealed_beyond_the_action_itself() -> None:
    position = begin("lilli*2")
    for text in ("lilli", "end"):
        position.play(text)
        assert GAME.kernel.revealed(position.memory) == 0


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


def test_R6_3_who_draws_the_last_card_ends_the_game_whatever_it_is() -> None:
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
