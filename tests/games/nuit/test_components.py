"""N1: what is in the box; N8: the options."""

from collections import Counter

import estaminet
from estaminet.games.nuit.components import (
    ACTION_CARD_IDS,
    ACTION_CARDS,
    FURNITURE,
    GUEST_CARDS,
    KINDS,
    PUBS,
    SPACES,
    TILES,
    TIP_IDS,
    TIPS,
    VALUES,
)
from tests.games.nuit.tables import NUIT, state_of
from tests.refusals import raises_code


def test_N1_1_five_pubs_of_seven_inside_spaces_and_three_terrace_spaces() -> None:
    assert PUBS == ("Charlys Pub", "Schwarze Sau", "Mama Nostra", "Hungrige Herzen", "Café Lebensart")
    assert SPACES == ("i1", "i2", "i3", "i4", "i5", "i6", "i7", "t1", "t2", "t3")
    assert [NUIT.start(players=players).view()["players"] for players in (3, 4, 5)] == [3, 4, 5]
    for players in (2, 6):
        with raises_code("players.range"):
            NUIT.start(players=players)


def test_N1_2_tiles_by_id() -> None:
    ids = {"terrace": (0, 8), "table": (9, 17), "dance": (18, 21), "bar": (22, 29), "foosball": (30, 33)}
    ids["billiards"] = (34, 37)
    for name, (first, last) in ids.items():
        assert {KINDS[TILES[number]] for number in range(first, last + 1)} == {name}
    assert len(TILES) == 38
    seats = {furniture.name: furniture.seats for furniture in FURNITURE}
    assert seats == {"terrace": 3, "table": 2, "dance": 4, "bar": 2, "foosball": 4, "billiards": 4}
    assert [furniture.name for furniture in FURNITURE if furniture.is_for_a_group] == ["foosball", "billiards"]


def test_N1_3_guests_are_worth_ten_twenty_and_thirty() -> None:
    assert VALUES == (10, 20, 30)
    assert [sum(card.guests[colour] for card in GUEST_CARDS) for colour in range(3)] == [21, 21, 21]


def test_N1_4_guest_cards_by_id() -> None:
    cards = [
        KINDS[card.kind] + " " + "".join(c * n for c, n in zip("YRB", card.guests, strict=True)) for card in GUEST_CARDS
    ]
    assert cards[:5] == ["terrace YY", "terrace YR", "terrace YYR", "terrace YRB", "terrace YYRB"]
    assert cards[5:9] == ["table RB", "table YB", "table RRB", "table YRBB"]
    assert cards[9:14] == ["bar RR", "bar YB", "bar YYR", "bar RBB", "bar YYRB"]
    assert cards[14:17] == ["dance BB", "dance YRB", "dance RRBB"]
    assert cards[17:] == ["foosball YRB", "foosball YYRR", "billiards YRRB", "billiards YBBB"]


def test_N1_5_action_cards_by_id() -> None:
    names = []
    for number in ACTION_CARD_IDS:
        card = ACTION_CARDS[number]
        names.append(("to" if card.is_to else "from", KINDS[card.kind], "unpaid" if card.is_unpaid else "paying"))
    assert len(names) == 36
    for at, furniture in enumerate(("terrace", "table", "dance", "bar", "foosball", "billiards")):
        assert names[6 * at : 6 * at + 6] == [
            ("from", furniture, "paying"),
            ("from", furniture, "paying"),
            ("from", furniture, "unpaid"),
            ("to", furniture, "paying"),
            ("to", furniture, "paying"),
            ("to", furniture, "unpaid"),
        ]


def test_N1_6_tips_by_id() -> None:
    assert [TIPS[kind] for kind in TIP_IDS] == [30, 40, 50, 50, 60, 70]


def test_N8_options_and_their_defaults() -> None:
    assert NUIT.start(players=3).options == {"action_draw": "open", "threshold": 10}
    assert [option.name for option in NUIT.options] == ["action_draw", "threshold"]
    assert state_of(NUIT.start(players=3, options={"threshold": 63})).threshold == 63
    for wrong in ({"threshold": 64}, {"threshold": -1}, {"action_draw": "closed"}):
        with raises_code("option.value") as refused:
            NUIT.start(players=3, options=wrong)
        assert refused.value.rule == "N8"


def test_N2_4_a_deal_has_four_shuffles() -> None:
    values = NUIT.start(players=4, seed=5).deal.values
    assert {name: Counter(cards) for name, cards in values.items() if isinstance(cards, list)} == {
        "furniture": Counter(range(38)),
        "guests": Counter(range(21)),
        "actions": Counter(range(36)),
        "cash": Counter(range(6)),
    }
    assert list(values) == ["furniture", "guests", "actions", "cash"]
    assert NUIT.start(players=4, deal=values).memory.tobytes() == NUIT.start(players=4, seed=5).memory.tobytes()


def test_the_game_is_found_by_its_name() -> None:
    assert estaminet.game("nuit").title == "Roi de la nuit"
