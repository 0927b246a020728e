"""R9: texts, codes, scores, and the other edition."""

from itertools import combinations_with_replacement

import pytest

from estaminet.engine.errors import BadDeal
from estaminet.games.reeperbahn import rules
from estaminet.games.reeperbahn.components import ACTIONS, KIND_NAMES, KINDS, ids_in_game
from estaminet.games.reeperbahn.game import GAME
from tests.games.reeperbahn.table import begin, draw_street, hand, play, squares, swap
from tests.refusals import raises_code

TEXTS = [action.text for action in ACTIONS]


def test_R9_every_text_of_the_notation() -> None:
    texts = ["lilli", "court", "guard1 w", "guard1 e", "guard2 w", "guard2 e", "guard2 we", "flank"]
    texts += ["hans1", "hans2", "hans3", "lola1", "lola2", "lola3", "lola4", "lola5", "lola0"]
    texts += [f"joker{n} {figure}" for n in (1, 2, 3, 4, 5) for figure in ("lilli", "hans", "w", "e")]
    texts += ["charm lilli", "charm w", "charm e"]
    texts += [f"discard {kind}" for kind in KIND_NAMES]
    texts += ["end"]
    assert texts == TEXTS


def test_R9_codes_of_the_rules_and_texts_agree() -> None:
    for code, text in (
        (rules.PLAY_LILLI, "lilli"), (rules.COURT, "court"), (rules.PLAY_GUARD1, "guard1 w"),
        (rules.PLAY_GUARD2, "guard2 w"), (rules.PLAY_BOTH_GUARDS, "guard2 we"), (rules.FLANK, "flank"),
        (rules.PLAY_HANS, "hans1"), (rules.PLAY_LOLA, "lola1"), (rules.LOLA_TO_CENTRE, "lola0"),
        (rules.JOKER, "joker1 lilli"), (rules.CHARM, "charm lilli"), (rules.DISCARD, "discard lilli"),
        (rules.END, "end"),
    ):  # fmt: skip
        assert TEXTS[code] == text
    assert len(rules.EFFECT) == rules.CHARM


def test_what_a_person_points_at_names_one_action() -> None:
    targets = [action.targets for action in ACTIONS]
    assert len(set(targets)) == len(targets)
    for one in targets:
        assert not any(other != one and other[: len(one)] == one for other in targets if one)
    assert all(action.kind == action.text.split()[0] for action in ACTIONS)


@pytest.mark.compiled
def test_no_hand_has_more_actions_than_most_legal() -> None:
    actions = {"guard1": 2, "guard2": 3} | {f"lola{n}": 5 for n in range(1, 6)}
    most = 0
    for cards in combinations_with_replacement(range(len(KINDS)), 8):
        if all(cards.count(kind) <= KINDS[kind].copies for kind in set(cards)):
            different = {KIND_NAMES[kind] for kind in cards}
            plays = sum(actions.get(name, 1) for name in different) + (cards.count(0) > 1)
            most = max(most, plays + len(different) + 2)
    assert most == 41
    assert most + 1 == rules.MOST_LEGAL  # room for one that is written, but not counted


def test_R9_scores_and_winners() -> None:
    position = begin("lilli", street="w.L.....e........")
    assert (position.scores(), position.returns(), position.winners()) == ([0, 0], [0, 0], None)
    position.play("lilli")
    assert (position.scores(), position.returns(), position.winners()) == ([1, 0], [1, 0], [0])
    state: rules.State = position.memory.view(rules.STATE)[0]
    state.winner = rules.DRAW
    assert (position.scores(), position.returns(), position.winners()) == ([0.5, 0.5], [0.5, 0.5], [0, 1])


def test_R9_the_default_edition_and_no_third_one() -> None:
    assert GAME.start().options == {"edition": "reeperbahn"}
    with raises_code("option.value") as caught:
        GAME.start(options={"edition": "times_square"})
    assert caught.value.rule == "R9"


def test_R9_royal_visit_has_no_card_48() -> None:
    ids = ids_in_game("royal_visit")
    assert sorted({*range(55)} - {*ids}) == [48]
    position = GAME.start(options={"edition": "royal_visit"}, seed=2)
    assert 48 not in position.deal.values["deck"]  # type: ignore[operator]
    assert 48 not in position.deal.values["reshuffle"]  # type: ignore[operator]
    assert GAME.census(position.memory) == {"cards": 54, "figures": 6}
    assert GAME.census(GAME.start().memory) == {"cards": 55, "figures": 6}
    with pytest.raises(BadDeal):
        GAME.start(options={"edition": "royal_visit"}, deal=GAME.start().deal.values)


def test_R9_in_royal_visit_charly_moves_before_drawing_and_may_have_won() -> None:
    for edition, cards in (("reeperbahn", 8), ("royal_visit", 6)):
        position = begin("guard2*2", edition=edition, street="..w.....L.....e.. l................ ..c..............")
        play(position, "discard guard2", "discard guard2", "end")
        assert position.winners() == [0]
        assert hand(position, 0).total() == cards


def test_R9_in_royal_visit_charly_has_moved_when_the_last_card_is_drawn() -> None:
    for edition, has_moved in (("reeperbahn", False), ("royal_visit", True)):
        position = begin(edition=edition)
        state: rules.State = position.memory.view(rules.STATE)[0]
        while not (state.is_refilled and state.stack == 1):
            swap(position, 1)
        seat = int(state.turn)
        lola = "................l" if seat else "l................"
        draw_street(position, f"..w.....L.....e.. ........h........ {lola}")
        swap(position, 1)
        assert squares(position, "charly") == [(10 if seat else 8) if has_moved else 9]
        assert position.winners() == ([seat] if has_moved else [0, 1])
