"""The themes of puzzles, on positions made by hand."""

from collections.abc import Callable

import numpy as np
import pytest

from connect_four.game import GAME as CONNECT_FOUR
from estaminet.engine.kernel import Known
from estaminet.engine.position import Position
from estaminet.players.thinker import LineResults, Thinker
from estaminet.puzzles.proof import PuzzleProof
from estaminet.puzzles.themes import Theme, name_themes, needs_counting
from tests.games.poule import boards
from tests.games.reeperbahn.table import craft

pytestmark = pytest.mark.compiled


def drop(columns: str) -> Position:
    """Connect four after these discs."""
    position = CONNECT_FOUR.start()
    for column in columns:
        position.play(f"drop {column}")
    return position


def themes_of(position: Position, best: str, tempting: str) -> set[Theme]:
    """What it is about, if this is the best and that the second best."""
    values = {position.game.code(text): 0.1 for text in position.legal()}
    values[position.game.code(best)] = 0.9
    values[position.game.code(tempting)] = 0.5
    return set(name_themes(position, PuzzleProof(values, is_exact=False)))


def test_three_in_a_line_win_at_once() -> None:
    assert themes_of(drop("aabbcc"), "drop d", "drop g") == {Theme.WIN}


def test_three_of_a_rival_are_blocked() -> None:
    assert themes_of(drop("agbgcg"), "drop d", "drop f") == {Theme.WIN}
    assert themes_of(drop("agbgeg"), "drop g", "drop f") >= {Theme.BLOCK}
    assert Theme.BLOCK not in themes_of(drop("agbg"), "drop d", "drop f")


def test_two_with_both_ends_free_become_a_threat_that_cannot_be_parried() -> None:
    assert themes_of(drop("cgdg"), "drop e", "drop g") == {Theme.DOUBLE_THREAT}
    assert Theme.DOUBLE_THREAT not in themes_of(drop("agbf"), "drop c", "drop g")


def set_square(**pieces: str) -> Position:
    """Two players, the first of whom is to move."""
    position = boards.GAME.start(2, seed=3)
    boards.lay(position, pieces)
    boards.state_of(position).turn = 0
    return position


def test_a_stall_beside_a_rogue_is_a_sacrifice(monkeypatch: pytest.MonkeyPatch) -> None:
    # A square that was laid by hand has no stack that could be played out.
    monkeypatch.setattr("estaminet.puzzles.themes.needs_counting", lambda *_: False)
    position = set_square(a1="-6", c3="+2")
    assert Theme.SACRIFICE in themes_of(position, "stall I b1", "stall I d3")
    assert Theme.SACRIFICE not in themes_of(position, "stall I d3", "stall I b1")


def found_in(shares: list[list[float]], worlds: int) -> Callable[..., LineResults]:
    """A trial in so many different worlds: what the seat may expect of the best, and of all others, in each."""

    def try_lines(
        _self: Thinker, known: Known, _seat: int, lines: list[list[int]], number: int, _rng: object
    ) -> LineResults:
        imagined = np.repeat(known[None], number, axis=0)
        own = np.zeros((number, len(lines), 2))
        for at in range(number):
            imagined[at] = HANDS[at % worlds].memory
            best, others = shares[at % worlds]
            own[at, :, 0] = [best, *[others] * (len(lines) - 1)]
        return LineResults(imagined, [tuple(line) for line in lines], own, imagined[:, None])

    return try_lines


HANDS = [
    craft(("lilli*3 hans1", theirs), mine) for theirs, mine in (("hans2 flank", "guard1"), ("hans2 guard1", "flank"))
]


@pytest.mark.parametrize(
    ("shares", "worlds", "counts"),
    [
        ([[0.6, 0.4], [0.3, 0.5]], 2, True),  # against the second hand, something else is better
        ([[0.6, 0.4], [0.5, 0.3]], 2, False),  # few possibilities, and the best is best against both
        ([[0.6, 0.4]], 1, False),  # there is nothing to count
    ],
)
def test_counting_is_needed_where_one_of_few_hands_makes_something_else_the_best(
    shares: list[list[float]], worlds: int, *, counts: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Thinker, "try_lines", found_in(shares, worlds))
    values = {HANDS[0].game.code(text): 0.1 for text in HANDS[0].legal()}
    values[HANDS[0].game.code("lilli")] = 0.9
    assert needs_counting(HANDS[0], PuzzleProof(values, is_exact=False)) == counts
