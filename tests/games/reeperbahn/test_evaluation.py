"""The value of a position: shares of the victory, the same from both ends, better where the position is better."""

from random import Random

import numpy as np
import pytest

from estaminet.engine.jit import compiler
from estaminet.engine.jit.random import generator
from estaminet.engine.position import Position
from estaminet.games.reeperbahn import evaluation, rules
from estaminet.games.reeperbahn.game import GAME
from tests.games.reeperbahn.table import begin, craft, draw_street, kinds, play
from tests.games.reeperbahn.test_symmetry import mirror_text

EDITIONS = ("reeperbahn", "royal_visit")
WEAK = "hans1*2 guard1*4 lola1 lola0"
"""Cards that win nothing by themselves."""
FILLING = "hans2*5 hans1*2 hans3"
"""Cards that win nothing while Hans is far away."""


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    GAME.start(seed=0)
    compiler.compile_functions(evaluation.__name__)


def shares(position: Position) -> list[float]:
    out = np.full(2, -1.0)
    evaluation.evaluate(position.memory, out)
    found: list[float] = out.tolist()
    return found


def share(street: str, hand: str = WEAK, other: str = "hans2*8", *, starter: int = 0) -> float:
    """Starter's expected share."""
    return shares(begin(hand, other, starter=starter, street=street))[starter]


def random_games(edition: str, count: int) -> "list[tuple[Position, Position]]":
    """Games and their mirrored games, each not yet begun."""
    pairs = []
    for seed in range(count):
        one = GAME.start(seed=seed, options={"edition": edition})
        hans = one.deal.values["hans"]
        assert isinstance(hans, int)
        pairs.append((one, GAME.start(deal={**one.deal.values, "hans": 1 - hans}, options={"edition": edition})))
    return pairs


@pytest.mark.compiled
@pytest.mark.parametrize("edition", EDITIONS)
def test_shares_add_up_mirror_and_end_as_the_returns(edition: str) -> None:
    dice = Random(3)
    for one, two in random_games(edition, 12):
        while not one.is_over:
            here, there = shares(one), shares(two)
            assert sum(here) == pytest.approx(1)
            assert min(here) >= 0
            assert here == pytest.approx(there[::-1])
            text = dice.choice(one.legal())
            one.play(text)
            two.play(mirror_text(text))
        assert shares(one) == one.returns()
        assert shares(two) == two.returns()


def test_a_position_is_left_as_it_was() -> None:
    position = begin("lilli*4")
    position.play("lilli")
    before = position.memory.copy()
    shares(position)
    assert (position.memory == before).all()


def test_R6_3_a_draw_is_shared() -> None:
    position = begin()
    position.memory.view(rules.STATE)[0].winner = rules.DRAW
    assert shares(position) == [0.5, 0.5]


@pytest.mark.parametrize("starter", [0, 1])
def test_the_start_is_nearly_even(starter: int) -> None:
    hands = "lilli*2 guard2*2 hans2*2 lola3 lola2"
    position = begin(hands, hands, starter=starter)
    assert 0.5 < shares(position)[starter] < 0.75


@pytest.mark.parametrize(
    ("worse", "better"),
    [
        ("......w..L.e..... .........h.......", "......w.L..e..... .........h......."),  # Lilli
        (".....w...L.e..... .........h.......", "....w....L.e..... .........h......."),  # the guard in front
        (".........h.......", "........h........"),  # Hans
        ("..........l......", ".........l......."),  # Lola
        ("........l........ ........c........", "........l........ .......c........."),  # Charly
        ("..w......L.e..... ........l........", ".w.......L.e..... ........l........"),  # onto the entrance
        ("...w..L.e........ ........l........", "...w..Le......... ........l........"),  # the court on the own half
        ("...w....L.e...... ..........h......", "...w....L.e...... .....h..........."),  # a charm
    ],
)
def test_a_nearer_figure_is_better(worse: str, better: str) -> None:
    assert share(better) > share(worse) + 0.005


@pytest.mark.parametrize(
    ("street", "hand", "too_weak"),
    [
        (".w...L...e.......", "lilli*5", "lilli*4"),  # a court move and three squares alone
        ("w....L...e....... .l...............", "lola4", "lola3"),  # a joker
        ("w....L...e....... .l...............", "lola1 lola3", "lola3*2"),  # two jokers
        ("w....L...e....... .....l...........", "lilli*4", "lola4"),  # Lola is not in front of Lilli
        (".....w..L...e.... ....h............ ..c..............", "hans3", "hans1*2 lilli*2 lola0*2 flank*2"),  # Hans
        ("........l........ ..c..............", "lola5 lola2", "lola5 lola1"),  # Lola
        (".............l... ..c..............", "lola0 lola4 lola3", "lola0 lola4"),  # Lola from the centre
        ("....w...L...e.... ..c..............", "guard2*2", "guard2"),  # a guard
        ("...w..L..e....... ..c..............", "guard2", "guard1"),  # the court on the own half
        ("...w..L..e....... ..c..............", "flank", "guard1"),
        ("...w...Le........ ..c..............", "lilli*2", "lilli"),
        ("...w..L...e...... ...c.............", "guard2*2 guard1", "guard2*2"),  # two things at once
    ],
)
def test_whoever_can_win_in_this_turn_has_all_but_won(street: str, hand: str, too_weak: str) -> None:
    street = street if "h" in street else f"{street} ...............h."
    strong, weak = (" ".join(kinds(f"{cards} {FILLING}")[:8]) for cards in (hand, too_weak))
    assert share(street, strong, "hans2*3") >= evaluation.SURE
    assert share(street, weak, "hans2*3") < evaluation.SURE


@pytest.mark.parametrize(
    "street",
    [
        "w.......L..e..... .h...............",  # a charm
        "w.......L...e.... ..c..............",  # Charly comes anyway
        ".....w..L...e.... h................ ...c.............",  # a guard drawn to Hans
    ],
)
def test_whoever_can_win_without_a_card_has_all_but_won(street: str) -> None:
    assert share(street) >= evaluation.SURE


def test_a_threat_of_the_waiting_seat_counts() -> None:
    street = "....w.....L..e..."
    assert share(street, "hans2*8", "lilli*8") < share(street, "hans2*8", "lilli*7 lola5")


def test_R8_1_lilli_at_home_after_the_rest_of_the_colour_is_promised_at_once() -> None:
    position = begin("lilli*6", street="w.....L...e......")
    promised = []
    for _ in range(4):
        play(position, "lilli")
        promised.append(shares(position)[0])
    assert min(promised) >= evaluation.SURE
    assert promised == sorted(promised)
    play(position, "lilli")
    assert shares(position) == [1, 0]


def test_R7_1_end_is_no_surprise() -> None:
    street = """
        .w....L...e......
        h................
        .....c...........
    """
    position = begin("hans2*2 lilli*2 guard1*2 lola1 lola2", street=street)
    position.play("discard lola1")
    before = shares(position)[0]
    position.play("end")
    assert abs(shares(position)[0] - before) < 0.1


def test_R6_3_the_end_of_the_second_stack_is_seen() -> None:
    hands = ("lilli guard1*3 hans1*2 lola1 lola2", "guard2*8")
    for street, expected in (
        (".....w.L..e......", 1),  # the own half
        (".....w..L.e...... .......c.........", 1),  # the centre: Charly's side
        (".....w..L.e......", 0.5),
        (".....w....L.e....", 0),
    ):
        position = craft(hands, "hans2", known=("", ""))
        position.memory.view(rules.STATE)[0].turn = 0
        draw_street(position, street)
        if expected == 1:
            assert shares(position)[0] >= evaluation.SURE
        position.play("discard lola1")
        assert shares(position)[0] == expected
        position.play("end")
        assert position.returns()[0] == expected


def test_R9_in_royal_visit_charly_moves_before_the_last_card_is_drawn() -> None:
    position = craft(("lilli guard1*3 hans1*2 lola1 lola2", "guard2*8"), "hans2", known=("", ""), edition="royal_visit")
    position.memory.view(rules.STATE)[0].turn = 0
    draw_street(position, ".w......L.e...... .........c.......")
    position.play("discard lola1")
    assert shares(position) == [0.5, 0.5]
    position.play("end")
    assert position.returns() == [0.5, 0.5]


def test_R6_3_discards_that_end_the_game_are_promised() -> None:
    position = craft(("lilli guard1*3 hans1*2 lola1 lola2", "guard2*8"), "hans2*4", known=("", ""))
    position.memory.view(rules.STATE)[0].turn = 0
    draw_street(position, ".....w.L..e......")
    for text in ("discard lola1", "discard lola2", "discard hans1"):
        position.play(text)
        assert shares(position)[0] > 0.9
    position.play("discard hans1")
    assert shares(position)[0] == 1


def test_many_lilli_cards_are_worth_more_than_any_cards() -> None:
    assert share("", "lilli*5 hans2*3", "guard2*8") > share("", "lilli hans2*3 guard1*4", "guard2*8")


def greedy_action(position: Position, rng: "np.ndarray[tuple[int], np.dtype[np.uint64]]", seat: int) -> int:
    """The best action one step ahead in one imagined world."""
    kernel = GAME.kernel
    world = kernel.known(position.memory, seat).copy()
    kernel.determinize(world, seat, rng)
    out = np.empty(2)
    promises: dict[int, float] = {}
    for code in kernel.codes(world).tolist():
        ahead = world.copy()
        kernel.apply(ahead, code)
        evaluation.evaluate(ahead, out)
        promises[code] = float(out[seat])
    return max(promises, key=lambda code: promises[code])


@pytest.mark.compiled
def test_the_estimate_beats_chance() -> None:
    rng = generator(5)
    dice = Random(5)
    won = 0.0
    for seed in range(60):
        position = GAME.start(seed=seed // 2)
        hero = seed % 2
        while (seat := position.to_move) is not None:
            if seat == hero:
                position.play(GAME.actions[greedy_action(position, rng, seat)].text)
            else:
                position.play(dice.choice(position.legal()))
        won += position.returns()[hero]
    assert won >= 57
