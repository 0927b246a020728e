"""R7 and R8: Charly, and how a game ends."""

import random
from itertools import combinations

import pytest

from estaminet.games.reeperbahn import rules
from estaminet.games.reeperbahn.components import HANS, LILLI, E, W
from estaminet.games.reeperbahn.game import GAME
from tests.games.reeperbahn.table import begin, is_legal, play, squares
from tests.refusals import raises_code


@pytest.mark.parametrize(
    ("street", "pulls"),
    [
        ("....w...L...e.... .....h........... ......l..........", [0, 0]),
        ("w.......L...e.... .....h........... ......l..........", [1, 0]),
        (".w......L...e.... h................ .l...............", [3, 0]),
        ("....w...L...e.... h................ ................l", [1, 1]),
        ("....w...L.......e ...............h. ...............l.", [0, 3]),
        ("....w.L.e........ .....h........... ......l..........", [0, 0]),  # e on the centre, on no half
        ("....w.Le......... .....h........... ......l..........", [1, 0]),
        ("........w.L..e... .....h........... ......l..........", [0, 0]),
        (".........wL..e... .....h........... ......l..........", [0, 1]),
        ("w.Le............. .h............... l................", [4, 0]),
        ("..w.....L...e.... ..h.............. ..l..............", [0, 0]),  # square 3 is no entrance
    ],
)
def test_R7_1_how_far_charly_moves(street: str, pulls: list[int]) -> None:
    for seat in (0, 1):
        position = begin("guard2", starter=seat, street=street)
        assert [int(rules.measure_pull(position.memory, player)) for player in (0, 1)] == pulls
        play(position, "discard guard2", "end")
        assert squares(position, "charly") == [9 - pulls[0] if seat == 0 else 9 + pulls[1]]


def test_R7_1_lilli_and_charly_themselves_pull_nothing() -> None:
    position = begin("guard2", street="....w...L...e.... ..c.............. .....h........... ......l..........")
    play(position, "discard guard2", "end")
    assert squares(position, "charly") == [3]


def test_R7_2_charly_never_moves_toward_the_other_player() -> None:
    street = """
        ....w......L....e
        ................h
        ...............l.
    """
    position = begin("guard2", street=street)
    play(position, "discard guard2", "end")
    assert squares(position, "charly") == [9]


@pytest.mark.parametrize(
    ("action", "street"),
    [
        ("lilli", "w.L.....e........"),
        ("court", ".wL.....e........"),
        ("joker3 lilli", "w...L...e........ .l..............."),
        ("charm lilli", "w...L...e........ .h..............."),
    ],
)
def test_R8_1_lilli_on_the_own_entrance_wins_at_once(action: str, street: str) -> None:
    position = begin("lilli*3 lola3", street=street + " ........c........")
    stack = position.view()["board"]["stack"]
    position.play(action)
    assert position.winners() == [0]
    assert position.scores() == [1, 0]
    assert squares(position, "lilli", "charly") == [2, 9]
    assert position.legal() == []
    assert position.view()["board"]["stack"] == stack
    with raises_code("game.over"):
        position.play("end")


@pytest.mark.parametrize("starter", [0, 1])
def test_R8_1_a_charm_can_make_the_opponent_win(starter: int) -> None:
    street = "w...L...e........ .h..............." if starter else "........w...L...e ...............h."
    position = begin(starter=starter, street=street)
    position.play("charm lilli")
    assert position.winners() == [1 - starter]
    assert position.view()["board"]["end"] == "lilli"


@pytest.mark.parametrize("starter", [0, 1])
def test_R8_1_charly_on_an_entrance_wins(starter: int) -> None:
    street = "..w.....L.....e.. l................ ..c.............."
    if starter:
        street = "..w.....L.....e.. ................l ..............c.."
    position = begin("guard2", starter=starter, street=street)
    play(position, "discard guard2", "end")
    assert position.winners() == [starter]
    assert position.view()["board"]["end"] == "charly"


@pytest.mark.parametrize(("starter", "square"), [(0, 2), (1, 16)])
def test_R8_2_charly_stops_on_the_first_entrance_square(starter: int, square: int) -> None:
    street = "w..L.e........... h................ .l............... ...c............."
    if starter:
        street = "...........w.L..e ................h ...............l. .............c..."
    position = begin("guard2", starter=starter, street=street)
    play(position, "discard guard2", "end")
    assert squares(position, "charly") == [square]
    assert position.winners() == [starter]


def test_R8_2_lilli_enters_on_the_first_square_only() -> None:
    for figures in combinations(range(1, 18), 3):
        assert 2 <= figures[1] <= 16
    position = begin("lilli*3", street=".wL.....e........")
    assert is_legal(position, "lilli", "court") == [False, True]
    position.play("court")
    assert squares(position, "w", "lilli") == [1, 2]


@pytest.mark.compiled
def test_R8_3_after_a_charm_no_charm_is_possible_until_hans_is_parted() -> None:
    position = GAME.start(seed=1)
    state: rules.State = position.memory.view(rules.STATE)[0]
    charms = set(range(rules.CHARM, rules.DISCARD))
    for w, lilli, e in combinations(range(4, 14), 3):  # nothing but their order matters
        for hans in range(1, 18):
            state.figures[[LILLI, W, E, HANS]] = lilli, w, e, hans
            is_parted = hans not in (w, lilli, e)
            assert is_parted == (not charms.isdisjoint(position.legal_codes()))


@pytest.mark.compiled
@pytest.mark.parametrize("edition", ["reeperbahn", "royal_visit"])
def test_R8_3_every_game_ends_within_156_turns(edition: str) -> None:
    dice = random.Random(edition)
    most = 0
    for seed in range(12):
        position = GAME.start(seed=seed, options={"edition": edition})
        turns = 0
        while not position.is_over:
            legal = position.legal()
            charm = [text for text in legal if text.startswith("charm") and text != "charm lilli"]
            # As slowly as possible: charm, or play or swap a single card.
            parting = [text for text in legal if text.startswith("hans")]
            text = "end" if "end" in legal else dice.choice(charm or parting or legal)
            position.play(text)
            turns += text == "end" or text.startswith("charm")
            assert len(position.history) <= rules.LONGEST
        most = max(most, turns)
    assert 78 < most <= 156


def test_R8_3_the_most_turns_and_actions() -> None:
    assert 2 * rules.TURNS_WITH_CARDS == 156
    # 39 cards of the first stack, 46 of the second one, 8 that are not replaced; 78 times `end`, 78 charms.
    assert rules.LONGEST >= 39 + 46 + 8 + 78 + 78
