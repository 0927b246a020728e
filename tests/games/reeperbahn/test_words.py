"""The texts: views, drawings, the log and refusals."""

import json
import random

import numpy as np
import pytest

from estaminet.engine.errors import IllegalAction
from estaminet.engine.game import LogLine
from estaminet.engine.kernel import NOBODY
from estaminet.engine.position import Position
from estaminet.games.reeperbahn import observation, rules
from estaminet.games.reeperbahn.components import ACTIONS, CHARLY
from estaminet.games.reeperbahn.game import GAME
from estaminet.games.reeperbahn.words import LOG_KEYS
from tests.games.reeperbahn.table import begin, craft, draw_street, play, swap

STREET = """
    ....w.......L...e
    ............h....
    ......l..........
"""


def test_view_of_a_fresh_turn() -> None:
    position = begin("lilli*3 guard2*2 lola3 lola0 flank", "hans2*8", street=STREET)
    view = position.view(0)["board"]
    assert view == {
        "figures": {"lilli": 13, "w": 5, "e": 17, "hans": 13, "lola": 7, "charly": 9},
        "pull": [0, 1],
        "charly_after": [9, 10],
        "turn": {"mode": "fresh", "colour": None, "red_means": None, "done": [], "can_joke": True},
        "hand": {"lilli": 3, "guard2": 2, "flank": 1, "lola3": 1, "lola0": 1},
        "hand_sizes": [8, 8],
        "known": [{}, {}],
        "known_together": {},
        "unseen": {
            "lilli": 9, "guard1": 4, "guard2": 8, "flank": 1, "hans1": 2, "hans2": 8, "hans3": 2,
            "lola1": 1, "lola2": 3, "lola3": 4, "lola4": 3, "lola5": 1, "lola0": 1,
        },
        "discards": {},
        "stack": 39,
        "is_refilled": False,
        "end": None,
    }  # fmt: skip
    json.dumps(position.view(0))


@pytest.mark.parametrize(
    ("action", "mode", "colour", "red_means"),
    [
        ("lilli", "cards", "green", None),
        ("guard1 w", "cards", "grey", None),
        ("hans2", "cards", "yellow", None),
        ("lola3", "cards", "red", "lola"),
        ("joker3 lilli", "cards", "red", "green"),
        ("joker3 e", "cards", "red", "grey"),
        ("joker3 hans", "cards", "red", "yellow"),
        ("discard lilli", "swap", None, None),
    ],
)
def test_view_says_what_the_turn_has_become(action: str, mode: str, colour: str | None, red_means: str | None) -> None:
    position = begin("lilli guard1 hans2 lola3", street=STREET)
    position.play(action)
    for seat in (0, 1, None):
        turn = position.view(seat)["board"]["turn"]
        assert turn == {"mode": mode, "colour": colour, "red_means": red_means, "done": [action], "can_joke": True}


def test_nobody_sees_a_hand_and_a_seat_only_its_own() -> None:
    position = begin("lilli*8", "hans2*8")
    hands = [position.view(seat)["board"]["hand"] for seat in (0, 1, None)]
    assert hands == [{"lilli": 8}, {"hans2": 8}, None]


def test_drawing_of_a_turn() -> None:
    position = begin("lilli*3 guard2*2 lola3 lola0 flank", "hans2*8", street=STREET)
    position.play("joker3 lilli")
    assert position.render(0) == "\n".join(
        [
            "        seat 0                                                          seat 1",
            "         1   2  │ 3   4   5   6   7   8  (9)  10  11  12  13  14  15 │ 16  17",
            "court    ·   ·  │ ·   ·   w   ·   ·   ·   ·   Li  ·   ·   ·   ·   ·  │ ·   e",
            "Hans     ·   ·  │ ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   Ha  ·   ·  │ ·   ·",
            "Lola     ·   ·  │ ·   ·   ·   ·   Lo  ·   ·   ·   ·   ·   ·   ·   ·  │ ·   ·",
            "Charly   ·   ·  │ ·   ·   ·   ·   ·   ·   Ch  ·   ·   ·   ·   ·   ·  │ ·   ·",
            "",
            "Turn of seat 0: joker3 lilli",
            "Red cards stand for green.",
            "",
            "seat 0  7 cards, pulls Charly 0  (you)",
            "seat 1  8 cards, pulls Charly 1",
            "stack 39, discarded: lola3",
            "your hand: lilli ×3, guard2 ×2, flank, lola0",
        ]
    )


def test_drawings_of_other_moments() -> None:
    position = begin("lilli*3 lola3", "hans2*8", street=STREET)
    assert "Red cards may be jokers." in str(position)
    assert "your hand" not in str(position)
    position.play("lola3")
    assert "Red cards move Lola." in str(position)
    late = craft(("lilli hans2", "flank lola0"), "guard1", ("lilli", "flank"))
    assert late.render(0).endswith("your hand: lilli, hans2\nseat 1 is known to hold: flank")
    assert late.render().endswith("in the two hands together: lilli, flank")
    assert "second stack 1" in str(late)
    won = begin("lilli", street="w.L.....e........")
    won.play("lilli")
    assert "The game is over: seat 0 wins (lilli)." in str(won)


def log_of(position: Position, *texts: str) -> list[LogLine]:
    play(position, *texts)
    return position.log()[-1]


@pytest.mark.parametrize(
    ("action", "key", "arguments"),
    [
        ("lilli", "lilli", {"seat": 0, "square": 8}),
        ("court", "court", {"seat": 0, "w": 6, "lilli": 8, "e": 10}),
        ("guard1 w", "guard", {"seat": 0, "card": "guard1", "guard": "w", "square": 6}),
        ("guard2 we", "guards", {"seat": 0, "w": 6, "e": 10}),
        ("flank", "flank", {"seat": 0, "w": 8, "e": 10}),
        ("hans2", "hans", {"seat": 0, "card": "hans2", "square": 6}),
        ("lola3", "lola", {"seat": 0, "card": "lola3", "square": 7}),
        ("charm w", "charm", {"seat": 0, "figure": "w", "square": 8}),
        ("discard lola3", "discard", {"seat": 0, "card": "lola3"}),
    ],
)
def test_the_log_tells_every_action(action: str, key: str, arguments: dict[str, str | int]) -> None:
    position = begin("lilli*2 guard1 guard2 flank hans2 lola3")
    assert log_of(position, action) == [LogLine(f"reeperbahn.{key}", arguments)]


def test_the_log_tells_a_joker() -> None:
    position = begin("lola1", street=STREET)
    before = position.known_to()
    GAME.kernel.apply(position.memory, GAME.code("joker1 e"))
    (message,) = GAME.describe(before, ACTIONS[GAME.code("joker1 e")], position.known_to())
    assert message == LogLine("reeperbahn.joker", {"seat": 0, "card": "lola1", "figure": "e", "square": 16})


def test_the_log_tells_the_end_of_a_turn() -> None:
    position = begin("lola3*3 lola2*2 lola1 lilli*2")
    play(position, "lola3", "lola3", "lola2")
    assert log_of(position, "end") == [
        LogLine("reeperbahn.end", {"seat": 0}),
        LogLine("reeperbahn.draw", {"seat": 0, "count": 3, "stack": 36}),
        LogLine("reeperbahn.charly", {"seat": 0, "steps": 1, "square": 8}),
    ]


def test_the_log_tells_the_refill_and_the_ends() -> None:
    position = begin()
    for count in (8, 8, 8, 8, 7):
        swap(position, count)
    assert LogLine("reeperbahn.refill", {"stack": 39}) in position.log()[-1]
    while not position.is_over:
        swap(position, 1)
    assert position.log()[-1][-1] == LogLine("reeperbahn.tie", {})
    won = begin("lola0*2 lilli*6")
    before = won.known_to()
    state: rules.State = won.memory.view(rules.STATE)[0]
    state.winner = 0
    state.figures[CHARLY] = 2
    last = GAME.describe(before, ACTIONS[rules.END], won.known_to())[-1]
    assert last == LogLine("reeperbahn.wins", {"seat": 0, "by": "charly"})


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.compiled) for seed in range(1, 4))])
def test_every_message_and_every_refusal_is_well_formed(seed: int) -> None:
    dice = random.Random(seed)
    position = GAME.start(seed=seed)
    while not position.is_over:
        seat = position.to_move
        assert seat is not None
        legal = position.legal_codes()
        known = position.known_to(seat)
        for code in set(range(len(ACTIONS))) - set(legal):
            refusal = GAME.explain(known, seat, ACTIONS[code])
            assert refusal.rule in {
                "R3.1",
                "R3.2",
                "R4.2",
                "R4.3",
                "R4.4",
                "R4.5",
                "R4.6",
                "R4.7",
                "R4.8",
                "R4.9",
                "R5.1",
            }
            assert refusal.sentence.endswith(".")
            assert "\n" not in refusal.sentence
        position.play_code(dice.choice(legal))
    for messages in position.log():
        for message in messages:
            assert tuple(message.arguments) == LOG_KEYS[message.key]


BLOCKED = """
    w...L.e..........
    h................
    .........l.......
"""


@pytest.mark.parametrize(
    ("played", "action", "rule", "sentence"),
    [
        ((), "end", "R3.1", "at least one card must be played or discarded first."),
        ((), "lola5", "R3.1", "no card lola5 is in hand."),
        ((), "discard lola5", "R3.2", "no card lola5 is in hand."),
        (("lilli",), "charm e", "R3.2", "a charm is a whole turn, and this one has begun with cards."),
        (("lilli",), "discard lilli", "R3.2", "cards have been played in this turn, so that none can be swapped."),
        (("discard lilli",), "lilli", "R3.2", "this turn swaps cards, so that none can be played."),
        (("lilli",), "court", "R4.4", "the court moves with two Lilli cards, and only one is in hand."),
        (("guard1 e",), "lilli", "R3.1", "the cards of a turn have one colour, and the first one was grey."),
        (("lola2",), "joker2 w", "R4.9", "red moves Lola in this turn."),
        ((), "court", "R4.2", "guard w would leave the street."),
        ((), "guard1 w", "R4.2", "guard w would leave the street."),
        ((), "guard2 we", "R4.2", "guard w would leave the street."),
        ((), "guard2 e", "R4.5", "guard e would land on Lilli or pass her."),
        ((), "hans2", "R4.2", "Hans would leave the street."),
        ((), "joker2 hans", "R4.8", "Lola does not stand between Lilli and the own end of the street."),
        ((), "charm w", "R5.1", "guard w is on the square of Hans already."),
        ((), "charm lilli", "R4.3", "with Lilli on the square of Hans, Lilli would not stand between the guards."),
    ],
)
def test_refusals_name_the_rule(played: tuple[str, ...], action: str, rule: str, sentence: str) -> None:
    position = begin("lilli*2 guard1 guard2 hans2 lola2*3", street=BLOCKED)
    play(position, *played)
    with pytest.raises(IllegalAction) as caught:
        position.play(action)
    assert caught.value.rule == rule
    assert caught.value.sentence == f"{action!r} is not possible: {sentence}"


@pytest.mark.parametrize(
    ("starter", "street", "action", "rule"),
    [
        (0, "...wL...e........", "lilli", "R4.3"),
        (0, "w..Le............", "guard2 we", "R4.2"),
        (0, "..w.Le...........", "guard2 we", "R4.5"),
        (1, "..w.Le...........", "lilli", "R4.3"),
        (1, "..w.Le...........", "guard2 w", "R4.5"),
        (1, "..w.L...........e", "guard1 e", "R4.2"),
        (0, "...wLe...........", "flank", "R4.6"),
        (0, "........l........", "lola0", "R4.7"),
        (0, "w.....L.e........ ..l..............", "joker3 w", "R4.2"),
        (0, "w.....Le......... ..l..............", "joker3 e", "R4.5"),
        (0, "...w..L.e........ ..l..............", "joker3 lilli", "R4.3"),
    ],
)
def test_refusals_of_moves(starter: int, street: str, action: str, rule: str) -> None:
    position = begin("lilli guard1 guard2 flank hans1 lola3 lola0", starter=starter, street=street)
    with pytest.raises(IllegalAction) as caught:
        position.play(action)
    assert caught.value.rule == rule


@pytest.mark.parametrize(
    ("first", "second", "rule"),
    [
        ("joker1 w", "lola2", "R4.9"),
        ("joker1 w", "joker2 lilli", "R4.9"),
        ("joker1 w", "guard1 w", "R4.9"),
        ("joker1 w", "lilli", "R3.1"),
        ("lilli", "joker2 lilli", "R4.9"),
        ("lilli", "joker2 w", "R3.1"),
        ("lilli", "lola2", "R3.1"),
        ("lola1", "lilli", "R3.1"),
    ],
)
def test_refusals_of_mixed_colours(first: str, second: str, rule: str) -> None:
    position = begin("lola1 lola2 lilli*2 guard1", street=STREET)
    position.play(first)
    with pytest.raises(IllegalAction) as caught:
        position.play(second)
    assert caught.value.rule == rule


@pytest.mark.parametrize("seat", [0, 1, NOBODY])
def test_an_observation_needs_no_more_than_the_seat_knows(seat: int) -> None:
    position = GAME.start(seed=9)
    open_out, known_out = np.empty(observation.FEATURES, np.float32), np.empty(observation.FEATURES, np.float32)
    for number in range(10):
        GAME.kernel.encode(position.memory, seat, open_out)
        GAME.kernel.encode(GAME.kernel.known(position.memory, seat), seat, known_out)
        assert (open_out == known_out).all()
        assert open_out.min() >= -2
        assert open_out.max() <= 2
        swap(position, 1 + (3 * number) % 8)


def test_an_observation_has_the_documented_layout() -> None:
    position = craft(("lilli*2 hans2", "flank lola0"), "lilli guard1", ("lilli", "flank"))
    draw_street(position, STREET)
    state: rules.State = position.memory.view(rules.STATE)[0]
    state.turn = 1
    out = np.empty(observation.FEATURES, np.float32)
    GAME.kernel.encode(position.memory, 1, out)
    ones = [int(at) for at in np.flatnonzero(out[:102])]
    # Seat 1 sees the street mirrored, and its own guard is e: Lilli 13 is 5, e 17 is 1, w 5 is 13.
    assert ones == [5 - 1, 17 + 1 - 1, 34 + 13 - 1, 51 + 5 - 1, 68 + 11 - 1, 85 + 9 - 1]
    by_offset = {at: float(out[at]) for at in range(102, 212) if out[at] and not 115 <= at < 128}
    expected = {
        102 + 3: 1 / 8, 102 + 12: 1 / 8,  # own hand: flank, lola0
        128 + 0: 1 / 8,  # the other is known to hold lilli
        141 + 3: 1 / 8,  # and knows of flank
        154 + 0: 2 / 12, 154 + 1: 1 / 4, 154 + 5: 1 / 8,  # unseen: lilli, lilli, guard1, hans2
        167: 1, 176: 1,  # a fresh turn of the observer
        179: 2 / 8, 180: 3 / 8, 181: 2 / 55, 182: 1, 183: 1 / 5,
    }  # fmt: skip
    assert by_offset == pytest.approx(expected)
    assert out[115:128].tolist() == pytest.approx([9 / 12, 3 / 4, 1, 1 / 2, 1, 7 / 8, 1, 1, 1, 1, 1, 1, 1 / 2])
    assert observation.FEATURES == 212
