"""Why one turn is better than another, on squares drawn in text."""

from collections.abc import Mapping

import pytest

from estaminet.engine.game import LogLine
from estaminet.engine.jit.random import generator
from estaminet.games.poule.components import CELLS
from tests.games.poule.boards import GAME, give, lay, read, state_of

SQUARE = """
     a     b     c     d     e     f
1    .     .     .     +6    .     .
2    .     G II  .     .     .     .
3    .     +4    .     .     .     .
4    .     .     .     .     .     .
5    purse +3    .     .     .     .
"""
QUEEN = 11
THIEF = 14


def find(
    better: str, worse: str, *, square: str = SQUARE, hands: Mapping[int, str] | None = None, secret: int | None = None
) -> tuple[str, dict[str, str | int]] | None:
    """The reason of seat 0, which knows its secret tile and nothing of that of seat 1."""
    position = GAME.start(2, options={"rounds": 1}, seed=4)
    lay(position, read(square))
    give(position, hands or {0: "I II III", 1: "I III"}, turn=0, stack=6)
    if secret is not None:
        state_of(position).secret[0] = secret
    world = position.known_to(0)
    GAME.kernel.determinize(world, 0, generator(1))
    reason: LogLine | None = GAME.reason([world], 0, [GAME.code(better)], [GAME.code(worse)])
    return (reason.key.removeprefix("poule.reason_"), dict(reason.arguments)) if reason else None


@pytest.mark.parametrize(
    ("better", "worse", "reason"),
    [
        ("stall II d2", "stall II f4", ("earns", {"amount": 12, "other": 0})),
        ("stall II c5", "stall II f4", ("doubled", {"line": "row 5", "amount": 12})),
        ("stall I f4", "stall III f3", ("keeps_stall", {"rank": "III"})),
    ],
)
def test_a_stall(better: str, worse: str, reason: tuple[str, Mapping[str, object]]) -> None:
    assert find(better, worse) == reason


def test_the_spot_that_somebody_else_would_have_had() -> None:
    """On d4 both lines pay; d2 and d3 are as good as each other, so that to take one of them denies nobody anything."""
    square = """
         a     b     c     d     e     f
    1    G I   .     .     +6    .     .
    2    .     .     .     .     .     .
    3    .     .     .     .     .     .
    4    +2    .     .     .     .     .
    5    .     .     .     .     .     .
    """
    found = find("stall I d4", "stall I d5", square=square)
    assert found == ("spot", {"seat": 1, "rank": "III", "cell": "d4", "amount": 24})
    assert find("stall I d2", "stall I d3", square=square) is None


def test_the_secret_tile_that_takes_from_somebody_else() -> None:
    assert find("secret b1", "secret f4", secret=THIEF) == ("takes", {"seat": 1, "amount": 6})


def test_what_would_give_to_somebody_else() -> None:
    assert find("secret f4", "secret b1", secret=QUEEN) == ("spares", {"seat": 1, "amount": 12})


def test_the_secret_tile_that_is_kept() -> None:
    assert find("stall I f4", "secret f4", secret=THIEF) == ("keeps_secret", {})


def test_the_buyers_in_the_stack_are_counted_from_what_the_seat_sees() -> None:
    """Of 22 tiles, three buyers and the purse lie on the square, and the thief is in the own hand."""
    assert find("draw", "stall I f4", secret=THIEF) == ("buyers", {"count": 9, "of": 17})


def test_a_square_that_is_full_is_measured_before_it_is_cleared() -> None:
    position = GAME.start(2, options={"rounds": 1}, seed=4)
    lay(position, {**dict.fromkeys(set(CELLS) - {"d2"}, "G I"), **read(SQUARE)})
    give(position, {0: "II III", 1: ""}, turn=0)
    codes = GAME.code("stall III d2"), GAME.code("stall II d2")
    found = GAME.reason([position.known_to(0)], 0, [codes[0]], [codes[1]])
    assert found == LogLine("poule.reason_earns", {"amount": 18, "other": 12})
