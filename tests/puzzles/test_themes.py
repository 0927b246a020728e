"""What a puzzle is about, on positions made by hand."""

import pytest

from connect_four.game import GAME as CONNECT_FOUR
from estaminet.engine.position import Position
from estaminet.puzzles.proof import Proof
from estaminet.puzzles.themes import Theme, name_themes
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
    return set(name_themes(position, Proof(values, is_exact=False)))


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


def test_a_stall_beside_a_rogue_is_a_sacrifice() -> None:
    position = set_square(a1="-6", c3="+2")
    assert Theme.SACRIFICE in themes_of(position, "stall I b1", "stall I d3")
    assert Theme.SACRIFICE not in themes_of(position, "stall I d3", "stall I b1")


def test_counting_needs_few_unseen_cards() -> None:
    few = craft(("lilli*3 hans1", "hans2 flank"), "guard1", ("", "hans2"))
    assert Theme.COUNTING in themes_of(few, "lilli", "hans1")
    many = craft(
        ("lilli*3 hans1", "hans2 flank lola3 guard2 lola4"), "guard1 hans3 lola1 lola2 lola5 guard1 guard2 hans2"
    )
    assert Theme.COUNTING not in themes_of(many, "lilli", "hans1")
