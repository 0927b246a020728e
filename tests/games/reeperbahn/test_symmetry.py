"""The street is the same from both ends: seats exchanged and squares mirrored give the mirrored game."""

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from estaminet.engine.position import Position
from estaminet.games.reeperbahn import observation
from estaminet.games.reeperbahn.components import ACTIONS
from estaminet.games.reeperbahn.game import GAME
from tests.games.reeperbahn.table import hand, squares


def mirror_text(text: str) -> str:
    head, _, last = text.rpartition(" ")
    return f"{head} {'e' if last == 'w' else 'w'}" if last in ("w", "e") else text


def observe(position: Position, seat: int) -> "np.ndarray[tuple[int], np.dtype[np.float32]]":
    out = np.empty(observation.FEATURES, np.float32)
    GAME.kernel.encode(position.memory, seat, out)
    return out


def check_mirrored(one: Position, two: Position) -> None:
    assert sorted(two.legal()) == sorted(mirror_text(text) for text in one.legal())
    here = squares(one, "lilli", "w", "e", "hans", "lola", "charly")
    there = squares(two, "lilli", "e", "w", "hans", "lola", "charly")
    assert [18 - square for square in here] == there
    assert one.returns() == two.returns()[::-1]
    assert one.scores() == two.scores()[::-1]
    for seat in (0, 1):
        assert hand(one, seat) == hand(two, 1 - seat)
        if len(one.history) % 7 == 0 or one.is_over:
            assert (observe(one, seat) == observe(two, 1 - seat)).all()


@pytest.mark.compiled
@settings(max_examples=20, deadline=None, derandomize=True)
@given(st.integers(0, 10_000), st.randoms(use_true_random=False), st.sampled_from(["reeperbahn", "royal_visit"]))
def test_mirrored_actions_play_the_mirrored_game(seed: int, dice: Random, edition: str) -> None:
    one = GAME.start(seed=seed, options={"edition": edition})
    hans = one.deal.values["hans"]
    assert isinstance(hans, int)
    two = GAME.start(deal={**one.deal.values, "hans": 1 - hans}, options={"edition": edition})
    check_mirrored(one, two)
    while not one.is_over:
        text = dice.choice(one.legal())
        one.play(text)
        two.play(mirror_text(text))
        check_mirrored(one, two)
    assert two.is_over


def test_mirroring_twice_gives_the_same_text() -> None:
    texts = [action.text for action in ACTIONS]
    assert [mirror_text(mirror_text(text)) for text in texts] == texts
    assert sorted(map(mirror_text, texts)) == sorted(texts)
    assert [GAME.seen_from(text, 2, 1) for text in texts] == [mirror_text(text) for text in texts]
    assert mirror_text("joker3 w") == "joker3 e"
    assert mirror_text("guard2 we") == "guard2 we"
