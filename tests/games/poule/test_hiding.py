"""P2.5: what a seat cannot know is taken out, in one way only."""

import numpy as np
import pytest

from estaminet.engine.kernel import NOBODY
from estaminet.engine.position import Position
from estaminet.games.poule import rules
from tests.games.poule.boards import GAME, all_cells_but, draw_and_place, lay, state_of, walk

FIRST_ROUND = [8, 3, 17, 0, 19, 12, 20, 1, 18, 21, 2, 4, 5, 6, 7, 9, 10, 11, 13, 14, 15, 16]


def start(first_round: list[int], second_round: list[int] | None = None, players: int = 2) -> Position:
    rounds = [first_round, second_round or list(range(22))]
    return GAME.start(players, options={"rounds": 2}, deal={"first": 0, "rounds": rounds})


def swapped(tiles: list[int], *pairs: tuple[int, int]) -> list[int]:
    """The same order with places exchanged."""
    order = tiles.copy()
    for one, other in pairs:
        order[one], order[other] = order[other], order[one]
    return order


def known(position: Position, seat: int) -> bytes:
    return GAME.kernel.known(position.memory, seat).tobytes()


@pytest.mark.parametrize("seat", [0, 1, NOBODY])
def test_hiding_leaves_nothing_of_the_stack_and_of_others_secrets(seat: int) -> None:
    position = start(FIRST_ROUND)
    draw_and_place(position, 3)
    hidden: rules.State = GAME.kernel.known(position.memory, seat).view(rules.STATE)[0]
    assert (hidden.shuffles == rules.NONE).all()
    for other in (0, 1):
        expected = FIRST_ROUND[other] if other == seat else rules.UNKNOWN
        assert hidden.secret[other] == expected
    assert hidden.secret[2:].tolist() == [rules.NONE, rules.NONE]


def test_hiding_keeps_what_is_public() -> None:
    position = start(FIRST_ROUND)
    draw_and_place(position, 2)
    position.play("secret f5")
    position.play("draw")
    truth = state_of(position)
    hidden: rules.State = GAME.kernel.known(position.memory, NOBODY).view(rules.STATE)[0]
    for field in ("board", "empty_cells", "stalls", "money", "drawn", "top", "turn", "stage", "free", "shown", "first"):
        assert np.array_equal(getattr(hidden, field), getattr(truth, field)), field
    assert hidden.secret[0] == rules.NONE


@pytest.mark.parametrize("options", [{}, {"tiles": "open"}, {"stalls_return": "none", "wizard": True}])
def test_hiding_twice_is_hiding_once(options: dict[str, object]) -> None:
    position = GAME.start(3, seed=2, options={"rounds": 2, **options})
    for now in walk(position, seed=2):
        for seat in (0, 1, 2, NOBODY):
            once = GAME.kernel.known(now.memory, seat)
            assert GAME.kernel.known(once, seat).tobytes() == once.tobytes()


def test_truths_that_look_alike_hide_to_the_same_bytes() -> None:
    """Seat 0's tile and the four that were drawn are the same; all else differs."""
    one = start(FIRST_ROUND)
    other = start(swapped(FIRST_ROUND, (1, 9), (10, 21), (6, 15)), list(range(22))[::-1])
    for position in (one, other):
        draw_and_place(position, 4)
    assert one.memory.tobytes() != other.memory.tobytes()
    assert known(one, 0) == known(other, 0)
    assert known(one, NOBODY) == known(other, NOBODY)
    assert known(one, 1) != known(other, 1), "seat 1 holds another tile"


def test_truths_hide_alike_also_after_a_round_that_ended_alike() -> None:
    positions = [start(FIRST_ROUND, later) for later in (FIRST_ROUND, swapped(FIRST_ROUND, (0, 5), (2, 9)))]
    for position in positions:
        lay(position, all_cells_but("f5"))
        position.play("stall I f5")
    one, other = positions
    owner = 1 if state_of(one).secret[0] != state_of(other).secret[0] else 0
    assert known(one, owner) == known(other, owner)
    assert known(one, NOBODY) == known(other, NOBODY)
    assert known(one, 1 - owner) != known(other, 1 - owner)


@pytest.mark.parametrize("seat", [0, 1, NOBODY])
def test_the_two_fires_are_one_and_the_same(seat: int) -> None:
    """Places 4 and 6 of the shuffle hold the fires: one is drawn and seen, the other is not."""
    exchanged = swapped(FIRST_ROUND, (4, 6))
    positions = [start(FIRST_ROUND), start(exchanged)]
    for position in positions:
        draw_and_place(position, 3)
        position.play("draw")
    assert known(positions[0], seat) == known(positions[1], seat)
    own = [start(swapped(FIRST_ROUND, (0, 4))), start(swapped(exchanged, (0, 4)))]
    assert known(own[0], seat) == known(own[1], seat)


def test_the_order_in_which_cells_were_filled_is_forgotten_after_four_turns() -> None:
    one, other = start(FIRST_ROUND), start(FIRST_ROUND)
    for text in ("stall I f5", "stall II e5", "stall III a1", "stall I c3"):
        one.play(text)
    for text in ("stall III a1", "stall I c3", "stall I f5", "stall II e5"):
        other.play(text)
    for turns in (7, 1):
        assert one.memory.tobytes() != other.memory.tobytes()
        draw_and_place(one, turns)
        draw_and_place(other, turns)
    assert one.memory.tobytes() == other.memory.tobytes()


def test_the_order_in_which_open_tiles_were_drawn_is_forgotten_after_four_turns() -> None:
    positions = []
    for order, cells in ((FIRST_ROUND, ("a1", "f5")), (swapped(FIRST_ROUND, (0, 1)), ("f5", "a1"))):
        deal = {"first": 0, "rounds": [order]}
        position = GAME.start(2, options={"rounds": 1, "tiles": "open"}, deal=deal)
        for cell in cells:
            position.play("draw")
            position.play(f"place {cell}")
        draw_and_place(position, 8)
        positions.append(position)
    assert known(positions[0], NOBODY) == known(positions[1], NOBODY)


def test_a_played_secret_tile_is_public() -> None:
    one, other = start(FIRST_ROUND), start(swapped(FIRST_ROUND, (0, 9)))
    for position in (one, other):
        position.play("secret a1")
    assert known(one, 1) != known(other, 1)
    assert known(one, NOBODY) != known(other, NOBODY)


def test_hiding_at_the_end_of_the_game_keeps_secret_tiles_secret() -> None:
    position = GAME.start(2, seed=3, options={"rounds": 1})
    lay(position, all_cells_but("f5"))
    position.play("stall I f5")
    hidden: rules.State = GAME.kernel.known(position.memory, NOBODY).view(rules.STATE)[0]
    assert position.is_over
    assert hidden.secret[:2].tolist() == [rules.UNKNOWN, rules.UNKNOWN]
    assert (hidden.shuffles == rules.NONE).all()
