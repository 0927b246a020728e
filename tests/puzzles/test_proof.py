"""A puzzle has one best action by a clear margin; what can be calculated is."""

import numpy as np
import pytest
from numpy.typing import NDArray

import estaminet
from connect_four.game import GAME as CONNECT_FOUR
from estaminet.players.thinker import Thinker
from estaminet.puzzles import find_puzzles
from estaminet.puzzles.discovery import rate_difficulty
from estaminet.puzzles.proof import UNSEEN, PuzzleProof, _Fresh, prove, screen

pytestmark = [pytest.mark.compiled, pytest.mark.thorough]


def test_an_end_that_can_be_calculated_is_exact() -> None:
    position = estaminet.game("poule").start(players=2, seed=7, options={"rounds": 1, "tiles": "open"})
    while len(position.history) < 29:
        legal = position.legal()
        position.play(legal[19 * len(position.history) % len(legal)])
    found = screen(position, seed=1)
    assert found is not None
    proof = prove(position, found, seed=1)
    assert proof is not None
    assert proof.is_exact
    assert [position.game.actions[code].text for code in proof.best] == ["place c2"]
    assert proof.margin == 1


def test_a_position_in_which_several_actions_are_as_good_is_no_puzzle() -> None:
    assert screen(CONNECT_FOUR.start(), seed=1) is None


@pytest.mark.parametrize(
    ("values", "is_clear"),
    [
        ([0.6, 0.5, 0.2, 0.1], True),
        ([0.6, 0.57, 0.5, 0.1], True),  # two that are as good
        ([0.6, 0.55, 0.2, 0.1], False),  # a second one that is nearly as good
        ([0.6, 0.6, 0.6, 0.1], False),  # too many of them
    ],
)
def test_a_puzzle_is_clear(values: list[float], *, is_clear: bool) -> None:
    assert PuzzleProof(dict(enumerate(values)), is_exact=False).is_clear == is_clear


class Measured(_Fresh):
    """The stated losses on fresh worlds."""

    def __init__(self, proof: PuzzleProof, losses: dict[int, float]) -> None:
        position = CONNECT_FOUR.start()
        super().__init__(Thinker(CONNECT_FOUR, 2), position.known_to(0), 0, proof, seed=1)
        self._losses = losses

    def _compare(self, codes: list[int], worlds: int) -> NDArray[np.float64]:
        return np.array([[self._losses[code] for code in codes]] * worlds)


def test_what_was_hardly_tried_loses_what_was_measured_on_fresh_worlds() -> None:
    pooled = PuzzleProof({0: 0.6, 1: 0.3, 2: UNSEEN, 3: UNSEEN}, is_exact=False)
    assert Measured(pooled, {2: 0.05, 3: 0.3}).value_unseen() == pytest.approx({2: 0.55, 3: 0.3})
    assert Measured(pooled, {2: 0.03, 3: 0.3}).value_unseen() is None, "it may be good after all"


def test_the_same_seed_finds_the_same_puzzles() -> None:
    game = estaminet.game("reeperbahn")
    first, again = (list(find_puzzles(game, [4], players=2)) for _ in range(2))
    assert first == again
    assert first[0][1]


def test_none_is_like_an_earlier_one() -> None:
    game = estaminet.game("reeperbahn")
    [(_, found)] = find_puzzles(game, [4], players=2)
    [(_, again)] = find_puzzles(game, [4], players=2, earlier=found)
    assert not {each.id for each in found} & {each.id for each in again}


def test_what_is_seldom_solved_at_a_glance_is_harder() -> None:
    assert rate_difficulty(0.01) > rate_difficulty(0.25) == 25 > rate_difficulty(0.7)
