"""What a draw may bring, as exact play sees it: the tiles that nobody has seen, weighted by how many there are."""

import numpy as np
import pytest

from estaminet.engine.position import Position
from estaminet.games.poule import rules
from estaminet.games.poule.components import CURSE, FIRE
from estaminet.games.poule.game import GAME
from estaminet.games.poule.hidden import FEW_CELLS

KERNEL = GAME.kernel
DRAW = GAME.code("draw")
KING = 10


def late(free: int = 2, **options: object) -> Position:
    """Nobody has a secret; so many cells are empty, the others hold seat 0's stalls of rank I."""
    position = GAME.start(2, seed=4, options={"rounds": 1, **options})
    state = position.memory.view(rules.STATE)[0]
    state.secret[:] = rules.NONE
    state.board[free:] = rules.STALL
    state.empty_cells[:] = [*range(free), *[rules.CELLS] * (len(state.empty_cells) - free)]
    state.free = free
    return position


def draws(position: Position, seat: int = 0, action: int = DRAW) -> list[float] | None:
    weights = np.zeros(KERNEL.most_outcomes)
    count = KERNEL.outcomes(position.known_to(seat), action, weights)
    return None if count < 0 else weights[:count].tolist()


BUYERS, ROGUES = [2] * 6, [1] * 6


def test_every_tile_may_come_and_two_that_count_the_same_are_one() -> None:
    assert draws(late()) == [*BUYERS, *ROGUES, 1, 2, 1]  # then purse, fires, curse
    assert draws(late(wizard=True)) == [*BUYERS, *ROGUES, 1, 2, 1, 1]


def test_a_tile_on_the_board_and_the_own_secret_do_not_come_again() -> None:
    position = late()
    state = position.memory.view(rules.STATE)[0]
    state.board[5] = rules.TILE + FIRE
    state.board[6] = rules.TILE + KING
    state.secret[0] = CURSE
    assert draws(position) == [*BUYERS[:5], 1, *ROGUES, 1, 1]


def test_a_settled_draw_brings_the_tile_of_its_number() -> None:
    position = late()
    memory = position.known_to(0)
    drawn = []
    for number in range(len(draws(position) or [])):
        after = memory.copy()
        KERNEL.fix_outcome(after, DRAW, number)
        KERNEL.apply(after, DRAW)
        drawn.append(int(after.view(rules.STATE)[0].drawn))
    assert drawn == [*range(0, KING + 2, 2), *range(KING + 2, FIRE), FIRE, CURSE]


def test_a_settled_draw_brings_the_one_of_two_alike_that_is_left() -> None:
    position = late()
    position.memory.view(rules.STATE)[0].board[5] = rules.TILE
    memory = position.known_to(0)
    KERNEL.fix_outcome(memory, DRAW, 0)
    KERNEL.apply(memory, DRAW)
    assert memory.view(rules.STATE)[0].drawn == 1


def test_in_which_order_tiles_came_and_which_of_two_alike_is_forgotten() -> None:
    positions = [late(), late()]
    for position, (first, second) in zip(positions, [(KING, FIRE), (FIRE, KING + 1)], strict=True):
        state = position.memory.view(rules.STATE)[0]
        state.shuffles[0, :2] = first, second
        state.board[5:7] = rules.TILE + max(first, second), rules.TILE + min(first, second)
        state.top = 2
        KERNEL.canonicalize(position.memory)
    assert np.array_equal(positions[0].memory, positions[1].memory)


def test_an_action_that_draws_nothing_has_no_chance_in_it() -> None:
    assert draws(late(), action=GAME.code("stall I a1")) == []


def test_open_tiles_are_no_chance() -> None:
    assert draws(late(tiles="open")) == []


def test_P2_5_a_secret_of_somebody_else_cannot_be_calculated() -> None:
    position = late()
    position.memory.view(rules.STATE)[0].secret[1] = CURSE
    assert draws(position, seat=0) is None
    assert draws(position, seat=1) is not None


@pytest.mark.parametrize(("free", "is_near"), [(FEW_CELLS, True), (FEW_CELLS + 1, False)])
def test_the_end_is_near_when_few_cells_are_empty(free: int, *, is_near: bool) -> None:
    assert KERNEL.is_end_near(late(free).memory) == is_near


def test_before_the_last_round_nothing_can_be_calculated_to_the_end() -> None:
    assert draws(late(rounds=2)) is None
    assert not KERNEL.is_end_near(late(rounds=2).memory)


def test_P6_3_an_empty_hand_makes_a_round_the_last() -> None:
    position = late(rounds=2, end="last_stall")
    assert draws(position) is None
    position.memory.view(rules.STATE)[0].stalls[1] = 0
    assert draws(position) is not None
