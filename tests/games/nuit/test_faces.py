"""Display of a position: as data, as a drawing, as a log; and why an action is refused."""

import json

import pytest

from estaminet.engine.errors import IllegalAction
from estaminet.engine.position import Position
from estaminet.games.nuit.view import build_view
from tests.games.nuit.tables import EMPTY, NUIT, play, set_table

PLAN = """
    bar:Y     bar
    foosball:RB . table:R
    billiards .
    .         terrace:YYB .
"""


def table() -> Position:
    return set_table(
        PLAN,
        "dance:YRB .  . . .  . .  . . .",
        EMPTY,
        hands={0: ("to dance unpaid", "from bar"), 1: ("from table", "-"), 2: ("to bar", "to bar unpaid")},
        known=[(1, 0), (0, 1)],
        open_tiles=("-", "billiards"),
        tile_stack=("bar", "dance"),
        open_guests=("bar YYR", "-", "billiards YBBB"),
        guest_stack=("dance BB",),
        open_actions=("to foosball", "-", "from terrace unpaid"),
        action_stack=("from bar unpaid", "to dance"),
        tips=(40, 70),
        second_action=True,
    )


DRAWING = """\
*0 Charlys Pub (you)                     1 Schwarze Sau
0 marks, guests worth 130                0 marks, guests worth 60
i1 bar       i2 bar                      i1 dance     i2 .
   Y .          . .                         Y R B .
i3 foosball  i4 .         i5 table       i3 .         i4 .         i5 .
   R B                       R .
i6 billiards i7 .                        i6 .         i7 .
   . . . .
t1 .         t2 terrace   t3 .           t1 .         t2 .         t3 .
                Y Y B

2 Mama Nostra
0 marks, guests worth 0
i1 .         i2 .
i3 .         i4 .         i5 .
i6 .         i7 .
t1 .         t2 .         t3 .

tiles    0: -   1: billiards  stack 2
guests   0: bar YYR   1: -   2: billiards YBBB  stack 1
actions  0: to foosball   1: -   2: from terrace unpaid  stack 2
cash     2 left

hand 0   0: to dance unpaid   1: from bar !  (you)
hand 1   0: from table !   1: -
hand 2   0: ?   1: ?

Turn of seat 0"""


def test_a_drawing_shows_pubs_rows_and_the_own_hand() -> None:
    assert table().render(0) == DRAWING


def test_the_last_line_of_a_drawing_says_what_is_going_on() -> None:
    position = table()
    assert NUIT.start(players=3, seed=1).render().splitlines()[-1].startswith("Turn of seat 0, start tiles")
    play(position, "host 0")
    assert position.render().splitlines()[-1] == "Turn of seat 0, seat 0 seats YYR on bar"
    play(position, "seat i1", "seat i2", "seat i2", "card 1", "from 0 i2")
    assert position.render().splitlines()[-1] == "Turn of seat 0, card from bar, leaving i2 of seat 0"
    play(position, "to dance")
    assert position.render().splitlines()[-1] == "Turn of seat 0, card from bar"  # they went home


def test_a_drawing_of_the_end() -> None:
    position = set_table("bar:Y . . . . . . . . .", "bar:Y . . . . . . . . .", EMPTY, tips=(30,))
    assert play(position, "cash").render().splitlines()[-1] == "The game is over."


def test_a_view_is_plain_data() -> None:
    position = table()
    for seat in (None, 0, 1, 2):
        view = position.view(seat)
        assert json.loads(json.dumps(view)) == view


def test_a_view_names_everything() -> None:
    view = build_view(table().known_to(0), 0)
    assert view["stage"] == "first"
    assert view["second_action"] is True
    pub = view["pubs"][0]
    assert (pub["seat"], pub["name"], pub["money"], pub["worth"]) == (0, "Charlys Pub", 0, 130)
    free = {space["space"]: space["free"] for space in pub["spaces"] if space["tile"]}
    assert free == {"i1": 1, "i2": 2, "i3": 0, "i5": 1, "i6": 4, "t2": 0}
    assert pub["spaces"][2] == {
        "space": "i3",
        "tile": "foosball",
        "guests": {"yellow": 0, "red": 1, "blue": 1},
        "free": 0,
    }
    assert view["open_guests"][0] == {"furniture": "bar", "guests": {"yellow": 2, "red": 1, "blue": 0}}
    assert view["open_actions"][2] == {"type": "from", "furniture": "terrace", "paying": False}
    assert view["hands"][1][0] == {
        "card": {"type": "from", "furniture": "table", "paying": True},
        "known": True,
    }
    assert view["hands"][1][1] is None
    assert view["hands"][2][0] == {"card": None, "known": False}
    assert view["stacks"] == {"furniture": 2, "guests": 1, "actions": 2, "cash": 2}


def test_a_view_lists_what_its_viewer_has_never_seen() -> None:
    unseen = build_view(table().known_to(0), 0)["unseen"]
    assert unseen["furniture"] == ["dance", "bar"]
    assert unseen["guests"] == [{"furniture": "dance", "guests": {"yellow": 0, "red": 0, "blue": 2}}]
    assert unseen["tips"] == [40, 70]
    cards = [(card["type"], card["furniture"], card["paying"]) for card in unseen["actions"]]
    assert cards == [("to", "dance", True), ("from", "bar", False), ("to", "bar", True), ("to", "bar", False)]
    spectator = build_view(table().known_to(), -1)["unseen"]["actions"]
    assert {"type": "to", "furniture": "dance", "paying": False} in spectator
    assert len(spectator) == 5


def test_a_view_follows_the_guests() -> None:
    position = play(table(), "equip 1 i4", "card 1", "from 0 i1")
    view = build_view(position.known_to(), -1)
    assert view["stage"] == "to"
    assert view["leaving"] == {"pub": 0, "space": "i1"}
    assert view["card"] == {"type": "from", "furniture": "bar", "paying": True}
    play(position, "to dance")
    view = build_view(position.known_to(), -1)
    assert view["group"] == {"pub": 1, "furniture": "dance", "guests": {"yellow": 1, "red": 0, "blue": 0}}
    play(position, "seat i1", "take stack")
    view = build_view(position.known_to(), -1)
    assert (view["group"], view["card"], view["leaving"], view["turn"]) == (None, None, None, 1)


def log_of(position: Position, *actions: str) -> list[tuple[str, dict[str, str | int]]]:
    """The log of these actions."""
    messages = []
    for text in actions:
        before = position.known_to()
        position.play(text)
        messages += NUIT.describe(before, NUIT.actions[position.history[-1]], position.known_to())
    return [(message.key.removeprefix("nuit."), dict(message.arguments)) for message in messages]


def test_the_log_of_a_turn() -> None:
    assert log_of(table(), "host 0", "seat i1", "seat i2", "seat i2", "card 0", "from 0 i3") == [
        ("host", {"seat": 0, "furniture": "bar", "guests": "YYR"}),
        ("seat", {"seat": 0, "space": "i1", "furniture": "bar", "guests": "Y"}),
        ("seat", {"seat": 0, "space": "i2", "furniture": "bar", "guests": "Y"}),
        ("seat", {"seat": 0, "space": "i2", "furniture": "bar", "guests": "R"}),
        ("card", {"seat": 0, "type": "to", "furniture": "dance", "payment": "unpaid"}),
        ("from", {"seat": 0, "pub": 0, "space": "i3", "furniture": "foosball", "guests": "RB"}),
        ("go_home", {"guests": "RB"}),
    ]


def test_the_log_of_a_move_that_is_paid() -> None:
    assert log_of(table(), "equip 1 i4", "card 1", "from 0 i1", "to dance", "seat i1", "take 0") == [
        ("equip", {"seat": 0, "tile": "billiards", "space": "i4"}),
        ("card", {"seat": 0, "type": "from", "furniture": "bar", "payment": "paying"}),
        ("from", {"seat": 0, "pub": 0, "space": "i1", "furniture": "bar", "guests": "Y"}),
        ("to", {"seat": 0, "furniture": "dance"}),
        ("paid", {"seat": 0, "amount": 10, "money": 10}),
        ("find_room", {"pub": 1, "furniture": "dance", "guests": "Y"}),
        ("seat", {"seat": 1, "space": "i1", "furniture": "dance", "guests": "Y"}),
        ("take", {"seat": 0, "type": "to", "furniture": "foosball", "payment": "paying"}),
    ]


def test_the_log_of_a_collection_and_of_a_group_within_a_pub() -> None:
    assert log_of(table(), "cash", "card 1", "from 0 i1", "to billiards", "seat i6", "take stack") == [
        ("cash", {"seat": 0, "tip": 40}),
        ("collect", {"seat": 0, "amount": 130, "money": 170}),
        ("collect", {"seat": 1, "amount": 60, "money": 60}),
        ("collect", {"seat": 2, "amount": 0, "money": 0}),
        ("card", {"seat": 0, "type": "from", "furniture": "bar", "payment": "paying"}),
        ("from", {"seat": 0, "pub": 0, "space": "i1", "furniture": "bar", "guests": "Y"}),
        ("to", {"seat": 0, "furniture": "billiards"}),
        ("find_room", {"pub": 0, "furniture": "billiards", "guests": "Y"}),
        ("seat", {"seat": 0, "space": "i6", "furniture": "billiards", "guests": "Y"}),
        ("take_stack", {"seat": 0}),
    ]


def test_the_log_of_the_end() -> None:
    plans = ("bar:YR .  . . .  . .  . . .", EMPTY, EMPTY)
    position = set_table(*plans, hands={0: ("to dance", "-")}, action_stack=(), options={"threshold": 0})
    assert log_of(position, "pass", "card 0", "from 0 i1") == [
        ("pass", {"seat": 0}),
        ("second_action", {}),
        ("card", {"seat": 0, "type": "to", "furniture": "dance", "payment": "paying"}),
        ("from", {"seat": 0, "pub": 0, "space": "i1", "furniture": "bar", "guests": "YR"}),
        ("paid", {"seat": 0, "amount": 30, "money": 30}),
        ("go_home", {"guests": "YR"}),
        ("last_collect", {}),
        ("collect", {"seat": 0, "amount": 0, "money": 30}),
        ("collect", {"seat": 1, "amount": 0, "money": 0}),
        ("collect", {"seat": 2, "amount": 0, "money": 0}),
        ("wins", {"seat": 0, "money": 30}),
    ]


def test_N7_4_the_log_of_an_end_without_a_last_card_speaks_of_none() -> None:
    position = set_table(EMPTY, EMPTY, EMPTY, action_stack=())
    assert ("last_collect", {}) in log_of(position, "pass", "pass", "pass")
    assert "card" not in NUIT.sentences["nuit.last_collect"]


def test_the_log_names_a_card_without_effect_even_if_the_turn_is_over() -> None:
    hands = {0: ("from bar unpaid", "-"), 1: ("to bar", "-")}
    position = set_table(EMPTY, EMPTY, EMPTY, hands=hands, action_stack=(), second_action=True)
    assert log_of(position, "pass", "card 0")[1:] == [
        ("card", {"seat": 0, "type": "from", "furniture": "bar", "payment": "unpaid"}),
        ("no_effect", {"seat": 0}),
    ]


def test_the_log_of_the_setup() -> None:
    position = NUIT.start(players=3, seed=1)
    tile = build_view(position.known_to(), -1)["start_tiles"][0][0]
    action = position.legal()[0]
    assert log_of(position, action) == [("put", {"seat": 0, "tile": tile, "space": action.split()[1]})]


@pytest.mark.parametrize(
    ("actions", "illegal", "rule", "sentence"),
    [
        ([], "equip 1 t1", "N3.1", "a billiards tile is placed inside only."),
        ([], "equip 1 i1", "N3.1", "space i1 has a tile already."),
        ([], "host 1", "N2.5", "no guest card lies in slot 1."),
        ([], "take stack", "N4", "a turn begins with its first action: equip, host or cash."),
        (["equip 1 i4"], "cash", "N5.2", "the second action follows: an action card is played."),
        (["cash", "card 1"], "from 0 i2", "N5.2", "nobody sits on space i2 of seat 0."),
        (["cash", "card 1"], "from 2 i2", "N5.2", "space i2 of seat 2 has no tile."),
        (["cash", "card 1"], "from 3 i2", "N5.2", "nobody sits at seat 3."),
        (["cash", "card 1"], "from 0 i5", "N5.2", "the card empties a bar tile."),
        (["cash", "card 0"], "from 1 i1", "N5.2", "the card sends guests to dance, so they leave another kind."),
        (["cash", "card 1", "from 0 i1"], "to bar", "N5.2", "the guests leave a bar tile and look for another kind."),
        (["host 2"], "seat i3", "N6.1", "the guests want billiards, and there is none on space i3."),
        (["host 0"], "cash", "N6.1", "the guests who wait are seated first."),
    ],
)
def test_a_refusal_names_the_rule_and_the_reason(actions: list[str], illegal: str, rule: str, sentence: str) -> None:
    position = play(table(), *actions)
    with pytest.raises(IllegalAction) as refused:
        position.play(illegal)
    assert refused.value.rule == rule
    assert sentence in str(refused.value)
