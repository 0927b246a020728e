"""What a draw may bring, as exact play sees it: the tiles that nobody has seen, weighted by how many there are."""

import numpy as np
import pytest

from estaminet.engine.position import Position
from estaminet.games.poule import rules
from estaminet.games.poule.chance import FEW_CELLS
from estaminet.games.poule.components import CURSE, FIRE
from estaminet.games.poule.game import GAME

KERNEL = GAME.kernel
DRAW = GAME.code("draw")


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
    weights = np.zeros(KERNEL.most_legal)
    count = KERNEL.chances(position.known_to(seat), action, weights)
    return None if count < 0 else weights[:count].tolist()


def test_every_tile_may_come_and_the_two_fires_count_twice() -> None:
    weights = draws(late())
    assert weights is not None
    assert sum(weights) == 22
    assert weights[FIRE] == 2
    assert sorted(weights) == [1.0] * 20 + [2.0]


def test_a_tile_on_the_board_and_the_own_secret_do_not_come_again() -> None:
    position = late()
    state = position.memory.view(rules.STATE)[0]
    state.board[5] = rules.TILE + FIRE
    state.secret[0] = CURSE
    weights = draws(position)
    assert weights is not None
    assert sum(weights) == 20
    assert weights[FIRE] == 1


def test_a_settled_draw_brings_the_tile_of_its_number() -> None:
    position = late()
    memory = position.known_to(0)
    drawn = []
    for number in range(len(draws(position) or [])):
        after = memory.copy()
        KERNEL.settle(after, number)
        KERNEL.apply(after, DRAW)
        drawn.append(int(after.view(rules.STATE)[0].drawn))
    assert drawn == [*range(FIRE), FIRE, CURSE]


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
    assert (draws(late(free)) is not None) == is_near


def test_before_the_last_round_nothing_can_be_calculated_to_the_end() -> None:
    assert draws(late(rounds=2)) is None
