"""The judgement: who has, or will have, the most écus is expected to win, and the surer the later."""

import numpy as np
import pytest

from estaminet.engine.position import Position
from estaminet.games.poule import rules
from estaminet.games.poule.components import CURSE, FIRE
from estaminet.games.poule.game import GAME


def judge(position: Position) -> list[float]:
    shares = np.zeros(position.players)
    GAME.kernel.evaluate(position.memory, shares)
    return [float(share) for share in shares]


def start(players: int = 2, **options: object) -> Position:
    return GAME.start(players, seed=4, options=options)


def with_money(*money: int, round_number: int = 0, turn: int = 0) -> list[float]:
    position = start(len(money))
    state = position.memory.view(rules.STATE)[0]
    state.secret[:] = rules.NONE
    state.turn = turn
    state.round_number = round_number
    state.money[: len(money)] = money
    return judge(position)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_nobody_is_far_ahead_at_the_start_but_for_the_secret_tiles(players: int) -> None:
    assert with_money(*[50] * players) == pytest.approx([1 / players] * players, abs=0.02)


def test_more_money_is_better_and_the_surer_the_later() -> None:
    early, late = with_money(60, 50)[0], with_money(60, 50, round_number=2)[0]
    assert 0.5 < early < late < 1


def test_seats_are_alike() -> None:
    turned = with_money(50, 60, 70, turn=2)
    assert with_money(70, 50, 60, turn=0) == pytest.approx([turned[2], *turned[:2]])


@pytest.mark.parametrize(("tile", "sign"), [(11, 1), (17, -1)])
def test_a_stall_is_worth_more_beside_a_buyer_than_beside_a_rogue(tile: int, sign: int) -> None:
    position = start()
    state = position.memory.view(rules.STATE)[0]
    seat = int(state.turn)
    position.play("stall IIII c3")
    state.stalls[:] = 0  # else a tile anywhere makes a spot for them
    state.board[0] = rules.TILE + tile  # a1: no line in common
    apart = judge(position)[seat]
    state.board[0] = rules.EMPTY
    state.board[12] = rules.TILE + tile  # a3: the same row
    assert sign * (judge(position)[seat] - apart) > 0.02


def test_a_fire_between_them_parts_a_stall_from_its_buyer() -> None:
    position = start()
    seat = int(position.to_move or 0)
    position.play("stall IIII c3")
    state = position.memory.view(rules.STATE)[0]
    state.board[12] = rules.TILE + 11
    reached = judge(position)[seat]
    state.board[13] = rules.TILE + FIRE
    assert judge(position)[seat] < reached


def test_a_stall_in_hand_is_worth_nothing_when_there_is_no_time_left() -> None:
    shares = []
    for free in (20, 0):
        position = start(rounds=1)
        state = position.memory.view(rules.STATE)[0]
        state.secret[:] = rules.NONE
        state.stalls[1] = 0
        state.free = free
        shares.append(judge(position)[0])
    assert shares[0] > shares[1] + 0.05
    assert shares[1] == pytest.approx(0.5, abs=0.02)


@pytest.mark.parametrize("tile", [11, 17, FIRE, CURSE])
def test_a_drawn_tile_is_good_for_whoever_places_it(tile: int) -> None:
    position = start()
    state = position.memory.view(rules.STATE)[0]
    seat = int(state.turn)
    position.play("stall III c3")
    position.play("stall III e5")
    state.board[12] = state.board[24] = rules.TILE + 10  # a3, a5: a buyer for each
    before = judge(position)[seat]
    state.shuffles[0, state.top] = tile
    position.play("draw")
    assert judge(position)[seat] > before


def test_a_drawn_tile_is_worth_more_where_it_can_do_more() -> None:
    shares = []
    for cell in ("c3", "a1"):
        position = start()
        state = position.memory.view(rules.STATE)[0]
        seat = int(state.turn)
        position.play(f"stall IIII {cell}")
        state.turn, state.stage, state.drawn = seat, rules.PLACING, 11
        if cell == "a1":
            state.board[[1, 6]] = rules.TILE + FIRE  # b1 and a2: nothing can be put beside the stall any more
        shares.append(judge(position)[seat])
    assert shares[0] > shares[1]


@pytest.mark.parametrize("round_number", [0, 2])
def test_a_stall_of_higher_rank_in_hand_is_worth_more(round_number: int) -> None:
    shares = []
    for rank in range(rules.RANKS):
        position = start()
        state = position.memory.view(rules.STATE)[0]
        state.secret[:] = rules.NONE
        state.round_number = round_number
        state.stalls[:] = 0
        state.stalls[0, rank] = 1
        shares.append(judge(position)[0])
    assert shares == sorted(set(shares))


def test_the_order_of_the_stack_does_not_matter() -> None:
    position = start(3)
    position.play("stall II b2")
    before = judge(position)
    state = position.memory.view(rules.STATE)[0]
    stack = state.shuffles[0, state.top : state.tiles]
    stack[:] = stack[::-1].copy()
    assert judge(position) == before


def test_two_fires_in_a_line_leave_a_stall_between_them_alone() -> None:
    position = start(rounds=1)
    seat = int(position.to_move or 0)
    position.play("stall IIII c3")
    state = position.memory.view(rules.STATE)[0]
    state.stalls[:] = 0
    state.board[13] = state.board[15] = rules.TILE + FIRE  # b3, d3
    shares = {}
    for cell in (0, 12, 8):  # a1; a3, beyond a fire; c2, in the column of the stall
        state.board[cell] = rules.TILE + 11
        shares[cell] = judge(position)[seat]
        state.board[cell] = rules.EMPTY
    assert shares[12] == pytest.approx(shares[0])
    assert shares[8] > shares[0]
