"""What a seat may know (N5.6): `hide`, `determinize`, `encode`, `revealed`."""

import itertools
import math
import random
from collections import Counter
from collections.abc import Callable, Iterator

import numpy as np
import pytest

from estaminet.engine.jit.random import generator
from estaminet.engine.kernel import NOBODY
from estaminet.engine.position import Position
from estaminet.games.nuit import observation, rules
from estaminet.games.nuit.components import KINDS, TIPS
from tests.games.nuit.tables import EMPTY, NUIT, card_number, deal, guest_card, play, set_table, stack_of, state_of

Outcome = tuple[int, ...]


def positions(players: int, seed: int, **options: object) -> Iterator[Position]:
    """Every position of a game played at random."""
    chooser = random.Random(seed)
    position = NUIT.start(players=players, seed=seed, options=options)
    yield position
    while not position.is_over:
        position.play_code(chooser.choice(position.legal_codes()))
        yield position


def known_state(position: Position, seat: int | None) -> rules.State:
    state: rules.State = position.known_to(seat).view(rules.STATE)[0]
    return state


def test_hidden_from_a_seat_are_the_stacks_and_the_secret_hands_of_others() -> None:
    position = set_table(
        EMPTY,
        EMPTY,
        EMPTY,
        hands={0: ("to bar", "from bar"), 1: ("to table", "from table"), 2: ("-", "to dance")},
        known=[(1, 1)],
        tile_stack=("bar", "dance"),
        guest_stack=("dance BB",),
        tips=(30, 60),
    )
    hidden = rules.UNKNOWN
    table = card_number("from table")
    state = known_state(position, 0)
    assert state.hands.tolist()[:3] == [[card_number("to bar"), card_number("from bar")], [hidden, table], [-1, hidden]]
    assert state.stacks[rules.TILES].tolist()[-3:] == [-1, hidden, hidden]
    assert state.stacks[rules.CASH_CARDS].tolist()[3:7] == [-1, hidden, hidden, -1]
    for stack in range(rules.STACKS):
        assert set(stack_of(state, stack)) == {hidden}
    assert known_state(position, None).hands.tolist()[:3] == [[hidden, hidden], [hidden, table], [-1, hidden]]


def test_positions_that_look_the_same_are_the_same_bytes() -> None:
    def table(hand: str, tiles: tuple[str, str], tips: tuple[int, int]) -> Position:
        other = "from table" if hand == "to table" else "to table"
        hands = {0: ("to bar", "-"), 1: (hand, "-")}
        cards = (other, "from dance")
        return set_table(EMPTY, EMPTY, EMPTY, hands=hands, tile_stack=tiles, action_stack=cards, tips=tips)

    one = table("to table", ("bar", "dance"), (50, 30))
    other = table("from table", ("dance", "bar"), (30, 50))
    assert one.memory.tobytes() != other.memory.tobytes()
    for seat in (None, 0, 2):
        assert one.known_to(seat).tobytes() == other.known_to(seat).tobytes()
    assert one.known_to(1).tobytes() != other.known_to(1).tobytes()


def test_cards_that_look_alike_are_the_same_whatever_their_id() -> None:
    one = deal(furniture=[9, 10, 0, 37, 1], actions=[0, 6, 1, 2, 4, 3], cash=[2, 0, 3])
    other = deal(furniture=[10, 9, 1, 37, 0], actions=[1, 6, 0, 2, 3, 4], cash=[3, 0, 2])
    assert NUIT.start(players=3, deal=one).memory.tobytes() == NUIT.start(players=3, deal=other).memory.tobytes()
    different = deal(furniture=[9, 10, 0, 37, 1], actions=[0, 6, 2, 1, 4, 3], cash=[2, 0, 3])
    assert NUIT.start(players=3, deal=one).memory.tobytes() != NUIT.start(players=3, deal=different).memory.tobytes()


@pytest.mark.compiled
@pytest.mark.parametrize("action_draw", ["open", "stack"])
def test_hiding_and_resampling_keep_what_a_seat_knows(action_draw: str) -> None:
    rng = random.Random(4)
    for position in positions(4, 11, action_draw=action_draw):
        if rng.random() < 0.8 and not position.is_over:
            continue
        for seat in range(NOBODY, 4):
            known = NUIT.kernel.known(position.memory, seat)
            assert NUIT.kernel.known(known, seat).tobytes() == known.tobytes()
            sampled, again = position.memory.copy(), known.copy()
            NUIT.kernel.determinize(sampled, seat, generator(9))
            NUIT.kernel.determinize(again, seat, generator(9))
            assert sampled.tobytes() == again.tobytes()
            assert NUIT.kernel.known(sampled, seat).tobytes() == known.tobytes()
            assert NUIT.census(sampled) == NUIT.census(position.memory)
            state = sampled.view(rules.STATE)[0]
            assert rules.UNKNOWN not in [*state.stacks.ravel(), *state.hands.ravel()]
            seen, true = np.empty((2, observation.FEATURES), np.float32)
            NUIT.kernel.encode(known, seat, seen)
            NUIT.kernel.encode(position.memory, seat, true)
            assert seen.tobytes() == true.tobytes()


def check_distribution(
    position: Position, seat: int, read: Callable[[rules.State], Outcome], expected: Counter[Outcome]
) -> None:
    """Compare 3,000 samples with exact odds: chi-square within 3.5 standard deviations."""
    samples, rng = 3000, generator(2024)
    found: Counter[Outcome] = Counter()
    for _ in range(samples):
        memory = position.memory.copy()
        NUIT.kernel.determinize(memory, seat, rng)
        found[read(memory.view(rules.STATE)[0])] += 1
    assert set(found) <= set(expected)
    ways = expected.total()
    square = sum(
        (found[each] - samples * odds / ways) ** 2 / (samples * odds / ways) for each, odds in expected.items()
    )
    freedom = len(expected) - 1
    assert freedom >= 2
    assert abs(square - freedom) < 3.5 * math.sqrt(2 * freedom), (square, freedom)


@pytest.mark.compiled
def test_unseen_action_cards_are_uniform_over_hands_and_stack() -> None:
    hands = {0: ("to bar", "-"), 1: ("to table", "from dance"), 2: ("to dance", "-")}
    stack = ("to table", "from bar unpaid")
    position = set_table(EMPTY, EMPTY, EMPTY, hands=hands, known=[(1, 1)], action_stack=stack)
    unseen = [card_number(card) for card in ("to table", "to dance", *stack)]

    def read(state: rules.State) -> Outcome:
        assert state.hands[0].tolist() == [card_number("to bar"), -1]
        assert state.hands[1, 1] == card_number("from dance")  # taken from the open row: stays known
        assert state.hands[2, 1] == -1
        return (int(state.hands[1, 0]), int(state.hands[2, 0]), *stack_of(state, rules.ACTION_CARDS))

    check_distribution(position, 0, read, Counter(itertools.permutations(unseen)))


@pytest.mark.compiled
def test_a_spectator_knows_no_hand_but_what_lay_open() -> None:
    hands = {0: ("to bar", "-"), 1: ("to table", "from dance")}
    position = set_table(EMPTY, EMPTY, EMPTY, hands=hands, known=[(1, 1)], action_stack=("to table",))
    unseen = [card_number(card) for card in ("to bar", "to table", "to table")]

    def read(state: rules.State) -> Outcome:
        assert state.hands[1, 1] == card_number("from dance")
        return (int(state.hands[0, 0]), int(state.hands[1, 0]), *stack_of(state, rules.ACTION_CARDS))

    check_distribution(position, NOBODY, read, Counter(itertools.permutations(unseen)))


@pytest.mark.compiled
def test_N5_6_a_card_taken_in_play_from_the_open_row_is_in_every_sample() -> None:
    hands = {0: ("from bar", "to bar"), 1: ("to table", "-")}
    row = ("to dance", "-", "-")
    stack = ("from dance", "to foosball")
    position = set_table(
        EMPTY, EMPTY, EMPTY, hands=hands, open_actions=row, action_stack=stack, options={"threshold": 0}
    )
    play(position, "pass", "card 0", "take 0")  # `from dance` is laid open instead
    unseen = [card_number(card) for card in ("to bar", "to table", "to foosball")]

    def read(state: rules.State) -> Outcome:
        assert state.hands[0, 0] == card_number("to dance")
        assert state.rows[rules.ACTION_CARDS, 0] == card_number("from dance")
        return (int(state.hands[0, 1]), int(state.hands[1, 0]), *stack_of(state, rules.ACTION_CARDS))

    check_distribution(position, 2, read, Counter(itertools.permutations(unseen)))


@pytest.mark.compiled
def test_the_other_stacks_are_uniform_and_independent() -> None:
    position = set_table(
        EMPTY,
        EMPTY,
        EMPTY,
        tile_stack=("bar", "bar", "dance", "table"),
        guest_stack=("bar RR", "dance BB", "bar YB"),
        action_stack=("to bar",),
        tips=(50, 70, 50),
    )
    stacks = (rules.TILES, rules.GUEST_CARDS, rules.CASH_CARDS)
    orders = [itertools.permutations(stack_of(state_of(position), stack)) for stack in stacks]

    def read(state: rules.State) -> Outcome:
        return tuple(thing for stack in stacks for thing in stack_of(state, stack))

    expected = Counter(tuple(itertools.chain(*each)) for each in itertools.product(*orders))
    assert len(expected) == 12 * 6 * 3
    check_distribution(position, 1, read, expected)


def shown(position: Position) -> int:
    return NUIT.kernel.revealed(position.memory)


def test_revealed_is_what_an_action_turned_up_for_everybody() -> None:
    bars = "bar:YR bar:Y  . . .  . .  . . ."
    position = set_table(
        bars,
        bars,
        EMPTY,
        hands={0: ("from table", "from dance"), 1: ("from dance", "from table")},
        known=[(1, 0)],
        open_tiles=("table", "-"),
        tile_stack=("dance",),
        open_guests=("bar YB", "-", "-"),
        open_actions=("to bar", "-", "-"),
        action_stack=("to dance", "to table"),
        tips=(40, 50),
        second_action=True,
    )
    assert shown(position) == 0
    assert shown(play(position, "equip 0 i3")) == KINDS.index("dance") + 1
    assert shown(play(position, "card 0")) == card_number("from table") + 1
    assert shown(play(position, "take 0")) == card_number("to dance") + 1
    assert shown(play(position, "cash")) == TIPS.index(40) + 1
    assert shown(play(position, "card 0")) == 0  # everybody knew it
    assert shown(play(position, "take stack")) == 0
    assert shown(play(position, "equip 0 i1")) == 0  # the stack of tiles is empty


def test_revealed_tells_the_new_guest_card() -> None:
    plan = "bar bar  . . .  . .  . . ."
    position = set_table(plan, EMPTY, EMPTY, open_guests=("bar YB", "-", "-"), guest_stack=("dance BB",))
    assert shown(play(position, "host 0")) == 14 + 1
    assert shown(play(position, "seat i1")) == 0


def test_an_observation_has_the_observers_pub_first() -> None:
    plans = ("bar:YR .  . . .  . .  . . .", "dance:B .  . . .  . .  . . .", EMPTY)
    position = set_table(*plans, hands={0: ("to bar", "-"), 1: ("-", "from dance unpaid")})
    out = np.empty(observation.FEATURES, np.float32)
    NUIT.kernel.encode(position.memory, 1, out)
    assert out[: observation.SPACE_FEATURES].tolist() == [0, 0, 1, 0, 0, 0, 0, 0, 0.25]
    hand = rules.SPACES * observation.SPACE_FEATURES + 2 * rules.KINDS
    second = hand + observation.HAND_FEATURES
    assert out[hand:second].tolist() == [0] * 10
    assert out[second : second + observation.HAND_FEATURES].tolist() == [1, 0, 0, 0, 1, 0, 0, 0, 0, 1]
    # Seat 0 sits last in the circle 1, 2, 0: its pub is seen, its hand is not.
    last = 2 * observation.PUB_FEATURES
    assert out[last : last + observation.SPACE_FEATURES].tolist() == [0, 0, 0, 1, 0, 0, 0.25, 0.25, 0]
    assert out[last + hand : last + second].tolist() == [1, 0] + [0] * 8
    assert out[3 * observation.PUB_FEATURES : 5 * observation.PUB_FEATURES].sum() == 0


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
