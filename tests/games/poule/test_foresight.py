"""Foresight: the round is played to its end, and a game that is over is left as it is."""

import numpy as np
import pytest

from estaminet.engine.position import Position
from estaminet.games.poule import rules
from estaminet.games.poule.game import GAME

pytestmark = pytest.mark.compiled


def rollout(position: Position) -> tuple[rules.State, list[float]]:
    memory = position.memory.copy()
    shares = np.zeros(position.players)
    GAME.kernel.rollout(memory, shares)
    return memory.view(rules.STATE)[0], shares.tolist()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_round_is_played_to_its_end(players: int) -> None:
    position = GAME.start(players, seed=2)
    position.play("stall I c3")
    state, shares = rollout(position)
    assert (state.round_number, state.free) == (1, rules.CELLS)
    assert sum(shares) == pytest.approx(1)


def test_the_last_round_gives_the_victory_itself() -> None:
    position = GAME.start(2, seed=2, options={"rounds": 1})
    position.play("stall I c3")
    state, shares = rollout(position)
    assert state.stage == rules.OVER
    assert sorted(shares) in ([0, 1], [0.5, 0.5])


def test_a_round_that_has_not_begun_is_judged_as_it_is() -> None:
    position = GAME.start(3, seed=2)
    shares = np.zeros(3)
    GAME.kernel.evaluate(position.memory, shares)
    state, foreseen = rollout(position)
    assert (state.free, foreseen) == (rules.CELLS, shares.tolist())


def test_a_better_spot_for_a_stall_is_foreseen_to_bring_more() -> None:
    shares = []
    for cell in ("a3", "f1"):
        position = GAME.start(2, seed=2)
        seat = position.to_move
        assert seat is not None
        state = position.memory.view(rules.STATE)[0]
        state.board[14:16] = [rules.TILE + 10, rules.TILE + 11]  # c3, d3: +6 each
        free = [each for each in range(rules.CELLS) if state.board[each] == rules.EMPTY]
        state.free = len(free)
        state.empty_cells[: len(free)] = free
        position.play(f"stall IIII {cell}")
        shares.append(rollout(position)[1][seat])
    assert shares[0] > shares[1]
