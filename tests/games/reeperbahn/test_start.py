"""R1 and R2: what is in the box, and how a game begins."""

from collections import Counter

import pytest

from estaminet.engine.errors import BadDeal
from estaminet.games.reeperbahn import rules
from estaminet.games.reeperbahn.components import (
    CARDS,
    CENTRE,
    ENTRANCES,
    FIGURES,
    FIRST_IDS,
    KIND_NAMES,
    KIND_OF,
    KINDS,
    SQUARES,
    ids_in_game,
)
from estaminet.games.reeperbahn.game import GAME
from tests.games.reeperbahn.table import begin, hand, is_legal, kinds, squares
from tests.refusals import raises_code


def test_R1_1_seventeen_squares_two_entrances_and_the_centre() -> None:
    assert SQUARES == 17
    assert ENTRANCES == ((1, 2), (16, 17))
    assert CENTRE == 9
    assert [rules.owner_of(square) for square in range(1, 18)] == [0] * 2 + [rules.NONE] * 13 + [1] * 2
    assert [rules.side_of(square) for square in range(1, 18)] == [0] * 8 + [rules.NONE] + [1] * 8


def test_R1_2_six_figures_and_w_is_the_guard_on_the_low_side() -> None:
    assert FIGURES == ("lilli", "w", "e", "hans", "lola", "charly")
    w, lilli, e = squares(GAME.start(seed=1), "w", "lilli", "e")
    assert w < lilli < e


def test_R1_3_fifty_five_cards_in_four_colours() -> None:
    assert CARDS == 55
    assert {kind.name: kind.copies for kind in KINDS} == {
        "lilli": 12, "guard1": 4, "guard2": 10, "flank": 2, "hans1": 2, "hans2": 8, "hans3": 2,
        "lola1": 1, "lola2": 3, "lola3": 5, "lola4": 3, "lola5": 1, "lola0": 2,
    }  # fmt: skip
    colours = Counter[str]()
    for kind in KINDS:
        colours[kind.colour] += kind.copies
    assert colours == {"green": 12, "grey": 16, "yellow": 12, "red": 15}


def test_R1_4_ids_in_the_order_of_the_kinds() -> None:
    lowest = dict(zip(KIND_NAMES, FIRST_IDS, strict=True))
    assert lowest == {
        "lilli": 0, "guard1": 12, "guard2": 16, "flank": 26, "hans1": 28, "hans2": 30, "hans3": 38,
        "lola1": 40, "lola2": 41, "lola3": 44, "lola4": 49, "lola5": 52, "lola0": 53,
    }  # fmt: skip
    assert len(KIND_OF) == 55
    assert [KIND_NAMES[KIND_OF[card]] for card in (11, 12, 25, 37, 40, 48, 54)] == [
        "lilli", "guard1", "guard2", "hans2", "lola1", "lola3", "lola0",
    ]  # fmt: skip
    for kind in range(len(KINDS)):
        assert [card for card in range(55) if int(rules.KIND_CARDS[kind]) >> card & 1] == [
            card for card in range(55) if KIND_OF[card] == kind
        ]


@pytest.mark.parametrize(("starter", "hans", "lola"), [(0, 8, 10), (1, 10, 8)])
def test_R2_1_figures_at_the_start(starter: int, hans: int, lola: int) -> None:
    position = begin(starter=starter)
    assert squares(position, "lilli", "charly", "w", "e", "hans", "lola") == [9, 9, 7, 11, hans, lola]


@pytest.mark.parametrize("starter", [0, 1])
def test_R2_2_whoever_has_hans_starts_and_cards_are_dealt_in_turn(starter: int) -> None:
    deck = list(range(55))
    position = GAME.start(deal={"hans": starter, "deck": deck, "reshuffle": deck})
    assert position.to_move == starter
    names = [KIND_NAMES[KIND_OF[card]] for card in deck]
    assert hand(position, starter) == Counter(names[0:16:2])
    assert hand(position, 1 - starter) == Counter(names[1:16:2])
    state: rules.State = position.memory.view(rules.STATE)[0]
    assert state.deck[: state.stack][::-1].tolist() == deck[16:]


def test_R2_3_a_deal_has_its_three_parts() -> None:
    values = GAME.start(seed=5).deal.values
    assert list(values) == ["hans", "deck", "reshuffle"]
    assert sorted(values["deck"]) == sorted(values["reshuffle"]) == list(range(55))  # type: ignore[arg-type]
    assert values["deck"] != values["reshuffle"]
    with pytest.raises(BadDeal):
        GAME.start(deal={**values, "hans": 2})
    with raises_code("players.range"):
        GAME.start(players=3)


def test_R2_3_of_several_cards_of_a_kind_the_lowest_id_is_spent() -> None:
    position = begin("lilli*3 guard2*5", "lilli*2")
    state: rules.State = position.memory.view(rules.STATE)[0]
    assert state.hand_cards[0] == 0b111 | 0b11111 << 16
    position.play("discard guard2")
    position.play("discard lilli")
    assert state.hand_cards[0] == 0b110 | 0b11110 << 16
    assert state.hand_cards[1] & 0b11000 == 0b11000


def test_R2_3_discards_are_stacked_in_the_order_of_reshuffle() -> None:
    order = ids_in_game("reeperbahn")[::-1]
    position = begin("lilli*8", "guard2*8", reshuffle=order)
    for count in (8, 8, 8, 8, 7):
        for _ in range(count):
            position.play(next(text for text in position.legal() if text.startswith("discard")))
        position.play("end")
    state: rules.State = position.memory.view(rules.STATE)[0]
    held = int(state.hand_cards[0] | state.hand_cards[1])
    top_first = state.deck[: state.stack][::-1].tolist()
    assert top_first == [card for card in order if not held >> card & 1]
    assert {0, 1, 2, 3, 4, 5, 6, 7}.issubset(top_first)


def test_the_tests_own_table_deals_what_it_is_asked_for() -> None:
    position = begin("lilli*2 flank hans1 lola1 lola2*2 lola0", "guard1*4", "lola5 lilli")
    assert hand(position, 0) == Counter(kinds("lilli*2 flank hans1 lola1 lola2*2 lola0"))
    assert hand(position, 1)["guard1"] == 4
    assert is_legal(position, "lola1", "lola5") == [True, False]
