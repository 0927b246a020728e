"""The judgement: who has, or will have, the most écus is expected to win, and the surer the later."""

import numpy as np
import pytest

from estaminet.engine.position import Position
from estaminet.games.poule import rules
from estaminet.games.poule.components import FIRE
from estaminet.games.poule.game import GAME


def judge(position: Position) -> list[float]:
    shares = np.zeros(position.players)
    GAME.kernel.estimate(position.memory, shares)
    return [float(share) for share in shares]


def start(players: int = 2, **options: object) -> Position:
    return GAME.start(players, seed=4, options=options)


def with_money(*money: int, round_number: int = 0) -> list[float]:
    position = start(len(money))
    state = position.memory.view(rules.STATE)[0]
    state.secret[:] = rules.NONE
    state.round_number = round_number
    state.money[: len(money)] = money
    return judge(position)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_nobody_is_ahead_at_the_start_but_for_the_secret_tiles(players: int) -> None:
    assert with_money(*[50] * players) == pytest.approx([1 / players] * players)


def test_more_money_is_better_and_the_surer_the_later() -> None:
    early, late = with_money(60, 50)[0], with_money(60, 50, round_number=2)[0]
    assert 0.5 < early < late < 1


def test_seats_are_alike() -> None:
    assert with_money(70, 50, 60) == pytest.approx([*with_money(50, 60, 70)[2:], *with_money(50, 60, 70)[:2]])


@pytest.mark.parametrize(("tile", "sign"), [(11, 1), (17, -1)])
def test_a_stall_is_worth_more_beside_a_buyer_than_beside_a_rogue(tile: int, sign: int) -> None:
    position = start()
    state = position.memory.view(rules.STATE)[0]
    seat = int(state.turn)
    position.play("stall IIII c3")
    before = judge(position)[seat]
    state.board[0] = rules.TILE + tile  # a1: no line in common
    apart = judge(position)[seat]
    state.board[0] = rules.EMPTY
    state.board[12] = rules.TILE + tile  # a3: the same row
    assert apart == pytest.approx(before, abs=0.02)
    assert sign * (judge(position)[seat] - before) > 0


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
    assert shares[0] > shares[1] == pytest.approx(0.5)


def test_a_drawn_tile_is_good_for_whoever_places_it() -> None:
    position = start()
    seat = int(position.to_move or 0)
    before = judge(position)[seat]
    position.play("draw")
    assert judge(position)[seat] > before
